"""A small model with its data and its design, which runs of JAX share."""

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import cases
import noiseloom
import noiseloom.jax as nj

KEY = bytes(range(100, 132))
STEPS, EXAMPLES = 24, 40
CLIP_NORM = 1.0


def drawn(seed):
    return np.random.default_rng(seed)


DATA = (
    drawn(1).standard_normal((EXAMPLES, 7)).astype(np.float32),
    drawn(2).integers(0, 3, EXAMPLES),
)


@functools.lru_cache
def design_of(**options):
    options = {"epochs": 3, "bands": 4, "dataset_size": EXAMPLES, **options}
    return noiseloom.design(iterations=STEPS, epsilon=4, delta=1e-5, **options)


def params_of(seed=0):
    def normal(*shape):
        return drawn(seed).standard_normal(shape).astype(np.float32)

    return {
        "first": {"w": normal(7, 5), "b": np.zeros(5, np.float32)},
        "last": [normal(5, 3), np.float32(1)],
    }


def loss_of(params, example):
    values, label = example
    hidden = jnp.tanh(values @ params["first"]["w"] + params["first"]["b"])
    return -jax.nn.log_softmax(hidden @ params["last"][0] * params["last"][1])[label]


class Momentum(NamedTuple):
    """An optimizer in optax's style, where optax is missing."""

    init: Any = lambda params: (
        jax.tree_util.tree_map(jnp.zeros_like, params),
        jnp.zeros((), jnp.int32),
    )

    def update(self, gradient, state, params):
        rate = 0.5 / (1 + state[1])
        moving = jax.tree_util.tree_map(lambda m, g: 0.5 * m + g, state[0], gradient)
        return jax.tree_util.tree_map(lambda m: -rate * m, moving), (moving, state[1] + 1)


def run_of(loss=loss_of, optimizer=Momentum(), data=DATA, key=KEY, design=None, **options):
    return nj.private(design or design_of(), key, loss, optimizer, data, **options)


def taken(run, params=None, until=STEPS):
    """The state after the steps that are left."""
    init, step = run
    state = init(params_of() if params is None else params)
    while state.step < until:
        state = step(state)
    return state


def sums_of(step, state, at, batch):
    """The sums that a step adds its noise to."""
    return step._sums(state, *step._own_sums(state, at, batch))


def flat(tree):
    return np.concatenate([np.ravel(each) for each in jax.tree_util.tree_leaves(tree)])


class Case(cases.Case):
    def setUp(self):
        super().setUp()
        nj.forget_runs()  # each test is a job of its own
