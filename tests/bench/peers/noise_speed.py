#!/usr/bin/env python3
"""What a step's noise costs: Noiseloom's against Opacus's and jax-privacy's, on one core of the processor, in one run.

    PYTHONPATH=build/python /usr/bin/python3 tests/bench/peers/noise_speed.py [--environments FOLDER] [--write]

Environments as of docs/examples/digits/peers.py; says SKIPPED where no Python package index can be reached. --write:
makes docs/results/noise_speed.md. Nothing else should run meanwhile: processor time is counted, but caches are shared.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from peers_page import processor, wrapped

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs/examples/digits"))

ADDED = "Noiseloom, ChaCha20, added to a gradient by NumPy"
PARAMETERS = 4 << 20
BANDS = 64
ROUNDS = 3


def seconds(step, warm, counted):
    """Processor time of a step, all threads of it, on average."""
    for _ in range(warm):
        step()
    begun = time.process_time()
    for _ in range(counted):
        step()
    return (time.process_time() - begun) / counted


def of_noiseloom(folder):
    import numpy as np

    import noiseloom

    out, gradient, noisy = (np.full(PARAMETERS, 1, "f4") for _ in range(3))
    made, burst = {}, {}
    for bands in (1, BANDS):
        design = noiseloom.load(folder / f"{bands}.npz")
        begun = time.process_time()
        noise = design.noise(bytes(32), PARAMETERS)
        opened = time.process_time() - begun
        first = seconds(lambda: noise.next(out), 0, 1)
        steps = [seconds(lambda: noise.next(out), 0, 1) for _ in range(2 * bands + 64)]
        mean = statistics.mean(steps[-64:])
        made[f"Noiseloom, ChaCha20|{bands}"] = mean
        burst[bands] = [opened, first / mean, max(steps) / mean]
        made[f"{ADDED}|{bands}"] = seconds(
            lambda: np.add(gradient, noise.next(out), out=noisy), 0, 64
        )
    return dict(versions=f"Noiseloom {noiseloom.__version__}", made=made, burst=burst)


def of_opacus(folder):
    import opacus
    import torch
    from opacus.optimizers.optimizer import _generate_noise

    reference = torch.zeros(PARAMETERS)
    made = {}
    for name, secure in (("Opacus", False), ("Opacus, secure_mode", True)):
        made[f"{name}, PyTorch's Mersenne Twister|1"] = seconds(
            lambda: _generate_noise(1.0, reference, None, secure), 2, 8
        )
    return dict(versions=f"Opacus {opacus.__version__}, PyTorch {torch.__version__}", made=made)


def of_jax(folder):
    import importlib.metadata

    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax_privacy import noise_addition
    from jax_privacy.matrix_factorization import toeplitz

    import noiseloom
    import noiseloom.jax

    gradient = jnp.zeros(PARAMETERS)
    made = {}

    def measure(name, transformation, counted):
        update = jax.jit(transformation.update, donate_argnums=1)
        state = transformation.init(gradient)

        def step():
            nonlocal state
            noisy, state = update(gradient, state)
            noisy.block_until_ready()

        made[name] = seconds(step, 2, counted)

    measure(
        "jax-privacy, Threefry|1",
        noise_addition.gaussian_privatizer(stddev=1.0, prng_key=jax.random.key(0)),
        8,
    )
    coefficients = np.load(folder / "coefficients.npy")
    inverse = toeplitz.inverse_as_streaming_matrix(jnp.asarray(coefficients, jnp.float32))
    measure(
        f"jax-privacy, Threefry|{BANDS}",
        noise_addition.matrix_factorization_privatizer(
            inverse, stddev=1.0, prng_key=jax.random.key(0)
        ),
        8,
    )
    for generator, counted in (("device", 8), ("processor", 64)):
        for bands in (1, BANDS):
            design = noiseloom.load(folder / f"{bands}.npz")
            measure(
                f"noiseloom.jax on the {generator}, ChaCha20|{bands}",
                noiseloom.jax.correlated_noise(
                    design, bytes(32), clip_norm=1.0, reduction="sum", generator=generator
                ),
                counted,
            )
    return dict(
        versions=f"jax-privacy {importlib.metadata.version('jax-privacy')}, JAX {jax.__version__}",
        made=made,
    )


OF = {"noiseloom": of_noiseloom, "opacus": of_opacus, "jax": of_jax}


def page(answers):
    rows = {}
    for answer in answers:
        for name, value in answer["made"].items():
            rows.setdefault(name, []).append(value)
    medians = {name: statistics.median(values) for name, values in rows.items()}
    names = list(dict.fromkeys(name.split("|")[0] for name in medians))
    lines = [
        "# What a step's noise costs, against other libraries",
        "",
        wrapped(
            "Made by `PYTHONPATH=build/python /usr/bin/python3 tests/bench/peers/noise_speed.py --write`: float32 "
            "noise of 2^22 (4 M) parameters, milliseconds of processor time a step on one core, the median of "
            f"{ROUNDS} rounds of 8 steps (64 of Noiseloom's own, which looks ahead), the libraries in turn. In "
            "brackets: over Noiseloom's. Opacus has independent noise only. Threefry and ChaCha20 are ciphers; the "
            "Mersenne Twister is none, and secure_mode is about the floating point of its noise."
        ),
        "",
        f"| library and generator | independent (b = 1) | banded Toeplitz, b = {BANDS} |",
        "| --- | --- | --- |",
    ]
    for name in names:
        cells = []
        for bands in (1, BANDS):
            value = medians.get(f"{name}|{bands}")
            cells.append(
                ""
                if value is None
                else f"{1e3 * value:.0f} ({value / medians[f'{names[0]}|{bands}']:.1f})"
            )
        lines.append(f"| {name} | {cells[0]} | {cells[1]} |")
    bursts = [answer["burst"][str(BANDS)] for answer in answers if "burst" in answer]
    opened, first, worst = (statistics.median(each[at] for each in bursts) for at in range(3))
    ratios = [
        medians[f"noiseloom.jax on the processor, ChaCha20|{bands}"] / medians[f"{ADDED}|{bands}"]
        for bands in (1, BANDS)
    ]
    lines += [
        "",
        wrapped(
            "JAX adds the noise to a gradient, too: with generator = processor, which is core's to the bit, in "
            f"{ratios[0]:.2f} and {ratios[1]:.2f} times what core and NumPy take together. Of Noiseloom's own noise of "
            f"{BANDS} bands opening, in which the system gives it its memory, took {opened:.1f} s, the first step "
            f"{first:.1f} times the average of later ones, and the slowest other one {worst:.1f} times."
        ),
    ]
    versions = dict.fromkeys(answer["versions"] for answer in answers)
    return "\n".join([*lines, "", f"{processor()}, one core; {'; '.join(versions)}.", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--environments", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--of", choices=list(OF), help=argparse.SUPPRESS)  # in its environment
    parser.add_argument("--folder", type=pathlib.Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if asked.of:
        print(json.dumps(OF[asked.of](asked.folder)))
        return
    import numpy as np
    from peers import environment

    import noiseloom

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        pythons = {
            name: environment(asked.environments or folder, name) for name in ("opacus", "jax")
        }
        if None in pythons.values():
            print("SKIPPED: no Python package index can be reached")
            return
        for bands in (1, BANDS):
            design = noiseloom.design(
                iterations=2048,
                epochs=8,
                epsilon=4,
                delta=1e-5,
                mechanism="banded-toeplitz",
                bands=bands,
                batching="fixed-epoch",
            )
            design.save(folder / f"{bands}.npz")
        np.save(folder / "coefficients.npy", design.matrix()[:BANDS, 0])
        answers = []
        for turn in range(ROUNDS):
            for name in OF:
                command = [
                    str(pythons.get(name, sys.executable)),
                    __file__,
                    "--of",
                    name,
                    "--folder",
                    temporary,
                ]
                made = subprocess.run(
                    command,
                    check=True,
                    stdout=subprocess.PIPE,
                    text=True,
                    env={**os.environ, "JAX_PLATFORMS": "cpu"},
                )
                answers.append(json.loads(made.stdout.splitlines()[-1]))
        text = page(answers)
    print(text)
    if asked.write:
        (ROOT / "docs/results/noise_speed.md").write_text(text)


if __name__ == "__main__":
    main()
