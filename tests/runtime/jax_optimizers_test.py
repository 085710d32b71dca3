"""noiseloom.jax.ScaleThenPrivatize and AdaptiveClip: against loops of one's own, bounds, resumed, and what is refused.

usage: jax_optimizers_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
JAX and optax are no Debian packages: what needs them runs where they are installed otherwise.
"""

import importlib.util
import math
import os
import pathlib
import sys
import unittest
from typing import Any, NamedTuple

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"  # of the processor
try:
    import jax
    import jax.numpy as jnp
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed")
    sys.exit(0)

import noiseloom.jax as nj  # noqa: E402
from cases import failed_items  # noqa: E402
from small_jax import (  # noqa: E402
    Case,
    DATA,
    design_of,
    EXAMPLES,
    flat,
    KEY,
    loss_of,
    Momentum,
    params_of,
)  # noqa: E402
from small_jax import run_of, STEPS, sums_of, taken  # noqa: E402

START, QUANTILE, RATE, SHARE = 3.0, 0.3, 0.4, 0.04
BATCH = EXAMPLES * 3 / STEPS


class SquaresState(NamedTuple):
    nu: Any


class Squares:
    """An adaptive optimizer in optax's style, where optax is missing."""

    def init(self, params):
        return (SquaresState(jax.tree_util.tree_map(jnp.zeros_like, params)), ())

    def update(self, gradient, state, params):
        nu = jax.tree_util.tree_map(lambda v, g: 0.9 * v + 0.1 * g * g, state[0].nu, gradient)
        made = jax.tree_util.tree_map(lambda g, v: -0.05 * g / (jnp.sqrt(v) + 1e-8), gradient, nu)
        return made, (SquaresState(nu), ())


def gradients_of(weights, batch):
    """The gradients of examples at weights that are given as one array, in float64."""
    leaves, structure = jax.tree_util.tree_flatten(params_of())
    ends = np.cumsum([np.size(each) for each in leaves])[:-1]
    parts = [w.reshape(np.shape(leaf)) for w, leaf in zip(np.split(weights, ends), leaves)]
    now = jax.tree_util.tree_unflatten(structure, [each.astype(np.float32) for each in parts])
    return [
        flat(jax.grad(loss_of)(now, (DATA[0][at], DATA[1][at]))).astype(np.float64) for at in batch
    ]


def clipped(vector, norm):
    return vector * min(1, norm / np.linalg.norm(vector))


def adaptive(**options):
    settings = {"start": START, "quantile": QUANTILE, "rate": RATE, "share": SHARE, **options}
    return nj.AdaptiveClip(Momentum(), **settings)


class Optimizers(Case):
    def resumed(self, make):
        """The weights of a run that goes on from its checkpoint are those of one that was not cut."""
        straight = taken(run_of(optimizer=make()))
        nj.forget_runs()
        options = {
            "record": self.folder / "run.record",
            "checkpoint": self.folder / "run.state",
        }
        for until in (7, STEPS):
            state = taken(run_of(optimizer=make(), **options), until=until)
            nj.forget_runs()
        for made, expected in zip(flat(state.params), flat(straight.params)):
            self.assertEqual(made, expected)
        record = self.folder / "run.record"
        failed = failed_items(CLI, self.folder, design_of(), KEY, record, "--finished")
        self.assertEqual(failed, [])
        return options

    def test_scaled_against_a_loop_of_ones_own(self):
        design = design_of()
        weights = flat(params_of()).astype(np.float64)
        noise = design.noise(KEY, weights.size)
        moments = np.zeros(weights.size)
        for batch in design.batches(KEY, EXAMPLES):
            scale = np.ones(weights.size)
            if moments.any():
                roots = np.sqrt(moments)
                roots += 0.1 * np.sqrt(np.square(roots).mean())
                scale = np.sqrt(np.square(roots).mean()) / roots
            total = noise.next().astype(np.float64)
            total += sum(clipped(scale * each, 1) for each in gradients_of(weights, batch))
            gradient = total / BATCH / scale
            moments = 0.9 * moments + 0.1 * gradient**2
            weights -= 0.05 * gradient / (np.sqrt(moments) + 1e-8)
        run = run_of(optimizer=nj.ScaleThenPrivatize(Squares()))
        np.testing.assert_allclose(flat(taken(run).params), weights, rtol=5e-3, atol=5e-3)
        self.assertEqual((run.step._add._cache_size(), run.step._apply._cache_size()), (1, 1))

    def test_adaptive_against_a_loop_of_ones_own(self):
        design, norm, moving = design_of(), START, 0
        weights = flat(params_of()).astype(np.float64)
        noise = design.noise(KEY, weights.size + 1)
        for step, batch in enumerate(design.batches(KEY, EXAMPLES)):
            row = noise.next().astype(np.float64)
            total, marks = np.zeros(weights.size), 0
            for each in gradients_of(weights, batch):
                total += clipped(each, norm)
                marks += 1 if np.linalg.norm(each) <= norm else -1
            unit = math.sqrt(1 - SHARE) / norm
            moving = 0.5 * moving + (unit * total + row[:-1]) / BATCH / unit
            weights -= 0.5 / (1 + step) * moving
            noisy = (math.sqrt(SHARE) * marks + row[-1]) / BATCH
            norm *= math.exp(-RATE * (0.5 + noisy / (2 * math.sqrt(SHARE)) - QUANTILE))
        state = taken(run_of(optimizer=adaptive()))
        np.testing.assert_allclose(flat(state.params), weights, rtol=1e-2, atol=1e-2)
        self.assertAlmostEqual(float(state.opt_state.norm), norm, delta=1e-3 * norm)

    def test_no_example_gives_more_than_the_clip_norm(self):
        for make in (adaptive, lambda: nj.ScaleThenPrivatize(Squares())):
            nj.forget_runs()
            init, step = run_of(optimizer=make())
            state = taken((init, step), until=5)
            for at in range(EXAMPLES):
                one = [np.asarray(each) for each in sums_of(step, state, 5, np.array([at]))]
                self.assertLessEqual(np.linalg.norm(flat(one).astype(np.float64)), 1)

    def test_an_example_that_is_not_finite_has_no_mark(self):
        data = (DATA[0].copy(), DATA[1])
        data[0][3] = np.nan
        init, step = run_of(optimizer=adaptive(), data=data)
        sums = sums_of(step, init(params_of()), 0, np.array([3]))
        self.assertFalse(flat(sums).any())
        self.assertEqual(step.private.not_finite, 1)

    def test_a_resumed_run_has_the_same_bits(self):
        self.resumed(lambda: nj.ScaleThenPrivatize(Squares()))

    def test_a_resumed_clip_norm_has_the_same_bits(self):
        options = self.resumed(adaptive)
        begun = run_of(optimizer=adaptive(quantile=0.6), **options).init
        self.refuses("another clipping", begun, params_of())
        self.refuses("57 parameters", run_of(optimizer=Momentum(), **options).init, params_of())

    def test_two_devices(self):
        if len(jax.devices()) < 2:
            self.skipTest("there is one device")
        for make in (adaptive, lambda: nj.ScaleThenPrivatize(Squares())):
            one = taken(run_of(optimizer=make()))
            nj.forget_runs()
            both = taken(run_of(optimizer=make(), devices=jax.devices()))
            np.testing.assert_allclose(flat(both.params), flat(one.params), rtol=1e-2, atol=1e-2)
            nj.forget_runs()

    def test_refusals(self):
        scaled = nj.ScaleThenPrivatize
        self.refuses("optimizer = 5", scaled, 5)
        self.refuses("floor = 0", scaled, Squares(), floor=0)
        self.refuses(
            "0 trees of second moments", run_of(optimizer=scaled(Momentum())).init, params_of()
        )
        self.refuses("start = -1", adaptive, start=-1)
        self.refuses("share = 1", adaptive, share=1)
        self.refuses("optimizer = AdaptiveClip", scaled, adaptive())
        self.refuses("optimizer = ScaleThenPrivatize", nj.AdaptiveClip, scaled(Squares()), start=1)
        alone, params = adaptive(), params_of()
        self.refuses("were not clipped at", alone.update, params, alone.init(params), params)
        run_of(optimizer=alone)
        again = design_of(clip_norm=2)
        self.refuses("another clip norm", run_of, optimizer=alone, design=again)

    @unittest.skipIf(importlib.util.find_spec("optax") is None, "optax is not installed")
    def test_those_of_optax(self):
        import optax

        for name in ("adam", "adamw", "nadam", "radam", "rmsprop", "adagrad", "amsgrad", "yogi"):
            inner = optax.chain(optax.clip(1e6), getattr(optax, name)(0.01))
            state = taken(run_of(optimizer=nj.ScaleThenPrivatize(inner)), until=3)
            self.assertTrue(np.isfinite(flat(state.params)).all(), name)
            nj.forget_runs()
        self.assertEqual(
            taken(run_of(optimizer=nj.AdaptiveClip(optax.adam(0.01), start=1))).step, STEPS
        )


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
