#!/usr/bin/env python3
"""What noiseloom.jax.private takes beside a loop of one's own with the same batches, microbatches, noise and divisor.
There jit compiles the sums of clipped gradients, without care for rounding and for examples that are not finite, and
the optimizer's step. In one process, in turn; processor and elapsed time, on one core.

    PYTHONPATH=build/python python3 tests/bench/peers/jax_run_overhead.py

Needs jax, optax and scikit-learn.
"""

import os
import pathlib
import statistics
import sys
import time

os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import optax  # noqa: E402

import noiseloom  # noqa: E402
import noiseloom.jax  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "docs" / "examples" / "digits"))
import digits_jax as digits  # noqa: E402

STEPS, EPOCHS = 3200, 200


def network(*widths):
    draw = np.random.default_rng(0).standard_normal
    return [
        (draw((a, b)).astype(np.float32) / a**0.5, np.zeros(b, np.float32))
        for a, b in zip(widths, widths[1:])
    ]


def loop_of_ones_own(design, key, params, data, optimizer, microbatch):
    """Takes a step each time it is advanced."""
    params = jax.tree_util.tree_map(jnp.asarray, params)
    leaves, structure = jax.tree_util.tree_flatten(params)
    sizes = [leaf.size for leaf in leaves]
    examples = len(data[0])
    divisor = examples * EPOCHS / STEPS

    @jax.jit
    def add(total, params, images, labels, taken):
        gradient = jax.vmap(jax.grad(digits.loss), in_axes=(None, 0))
        found = jax.tree_util.tree_leaves(gradient(params, (images, labels)))
        rows = [each.reshape(microbatch, -1) for each in found]
        norms = jnp.sqrt(sum(jnp.square(each).sum(1) for each in rows))
        factors = jnp.where(taken, jnp.minimum(1, 1 / norms), 0)
        return [a + jnp.dot(factors, each) for a, each in zip(total, rows)]

    @jax.jit
    def move(params, state, total, row):
        noise = jnp.split(row, np.cumsum(sizes)[:-1].tolist())
        noisy = [
            ((a + b) / divisor).reshape(leaf.shape) for a, b, leaf in zip(total, noise, leaves)
        ]
        gradient = jax.tree_util.tree_unflatten(structure, noisy)
        updates, state = optimizer.update(gradient, state, params)
        return optax.apply_updates(params, updates), state

    state, noise = optimizer.init(params), design.noise(key, sum(sizes), prefetch=True)
    zeros = [jnp.zeros(size) for size in sizes]
    for batch in design.batches(key, examples):
        total = zeros
        for at in range(0, len(batch), microbatch):
            part = batch[at : at + microbatch]
            numbers = np.zeros(microbatch, np.int32)
            numbers[: len(part)] = part
            given = data[0][numbers], data[1][numbers], np.arange(microbatch) < len(part)
            total = add(total, params, *given)
        params, state = jax.block_until_ready(move(params, state, total, noise.next()))
        yield


def by_private(design, key, params, data, optimizer, microbatch):
    run = noiseloom.jax.private(design, key, digits.loss, optimizer, data, microbatch=microbatch)
    state = run.init(params)
    while True:
        state = jax.block_until_ready(run.step(state))
        yield


def compare(name, params, data, microbatch, steps, turns):
    job = dict(iterations=STEPS, epochs=EPOCHS, dataset_size=len(data[0]), epsilon=40, delta=1e-5)
    design = noiseloom.design(**job, **digits.MECHANISM, bands=16)
    noiseloom.jax.forget_runs()
    given = params, data, optax.sgd(0.1), microbatch
    jobs = loop_of_ones_own(design, bytes(32), *given), by_private(design, bytes([1] * 32), *given)

    def seconds(job):
        begun = time.process_time(), time.perf_counter()
        for _ in range(steps):
            next(job)
        return time.process_time() - begun[0], time.perf_counter() - begun[1]

    for job in jobs:
        seconds(job)
    taken = []
    for turn in range(turns):
        order = (0, 1) if turn % 2 == 0 else (1, 0)
        times = {at: seconds(jobs[at]) for at in order}
        taken.append((times[0], times[1]))
    for kind, what in enumerate(("processor", "elapsed")):
        own, run = [
            1000 * statistics.median(row[at][kind] for row in taken) / steps for at in (0, 1)
        ]
        more = 100 * (statistics.median(row[1][kind] / row[0][kind] for row in taken) - 1)
        print(f"{name}, {what}: {own:.3f} ms a step by hand, {run:.3f} by private ({more:+.1f} %)")


def main():
    print(f"JAX {jax.__version__}, medians of turns")
    compare("digits_jax.py, 64 - 32 - 10", digits.network(), digits.digits()[0], 101, 10, 200)
    draw = np.random.default_rng(1)
    for widths, examples, turns in (((64, 32, 10), 2560, 60), ((784, 256, 10), 2560, 15)):
        data = (
            draw.standard_normal((examples, widths[0])).astype(np.float32),
            draw.integers(0, 10, examples),
        )
        name = " - ".join(map(str, widths))
        compare(f"{name}, steps of 160", network(*widths), data, 198, 5, turns)


if __name__ == "__main__":
    main()
