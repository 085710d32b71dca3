#!/usr/bin/env python3
"""Noiseloom beside other libraries, in one run: strategies and their loss, noise multipliers, noise; time and memory.

    PYTHONPATH=build/python /usr/bin/python3 tests/bench/peers/peers.py [--environments FOLDER] [--write]

Each library is installed by pip into a virtual environment in FOLDER (a temporary one, unless it is
named and kept); one that does not install is named with the reason. Each answer is a process of its
own on one core, ended after LIMIT seconds of processor time. --write: makes docs/results/peers.md
and peers.svg.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
from peer_answers import BRACKET
from peers_page import figure, page

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LIMIT = 75
PACKAGES = {
    "jax-privacy": ["jax-privacy"],
    "prv-accountant": ["prv-accountant"],
    "PLD_accounting": ["pld-accounting"],
    "opake": ["opake-accounting", "opake-dpftrl", "opake-dpsgd"],
}
SHARED = {"dp-accounting": "jax-privacy"}  # comes with it

PROMISE = dict(epsilon=2.0, delta=1e-6)
SAMPLED = dict(epsilon=2.0, delta=1e-3)  # what jax-privacy's draws reach within the time


def strategy(name, text, libraries, n, epochs, design, **more):
    return dict(
        kind="strategy",
        name=name,
        text=text,
        libraries=libraries,
        n=n,
        epochs=epochs,
        design=dict(iterations=n, epochs=epochs, **PROMISE, **design),
        **more,
    )


def sampled(name, libraries, design, **more):
    return dict(
        kind="sigma",
        name=name,
        text=f"{name}: n = 256, k = 4",
        libraries=libraries,
        n=256,
        epochs=4,
        samples=200_000,
        design=dict(epochs=4, **SAMPLED, **design),
        **more,
        **SAMPLED,
    )


QUESTIONS = [
    strategy(
        "banded Toeplitz",
        "banded Toeplitz: n = 2048, b = 64, k = 1, mean error",
        ["jax-privacy", "opake"],
        2048,
        1,
        dict(mechanism="banded-toeplitz", bands=64, batching="single", column_normalize="off"),
        bands=64,
    ),
    strategy(
        "banded",
        "banded: n = 1024, b = 32, k = 4, mean error",
        ["jax-privacy"],
        1024,
        4,
        dict(mechanism="banded", bands=32, batching="min-sep"),
        bands=32,
        separation=256,
    ),
    strategy(
        "dense",
        "dense: n = 512, k = 4, mean error",
        ["jax-privacy"],
        512,
        4,
        dict(mechanism="dense", batching="fixed-epoch"),
        separation=128,
    ),
    strategy(
        "BLT",
        "BLT: n = 2048, k = 8, max error",
        ["jax-privacy", "opake"],
        2048,
        8,
        dict(mechanism="blt", batching="min-sep", objective="max"),
        separation=256,
    ),
    dict(
        kind="sigma",
        name="Poisson",
        text="Poisson: n = 10 000, q = 0.01",
        libraries=["dp-accounting", "prv-accountant", "opake"],
        n=10_000,
        account=dict(sampling_probability=0.01, compositions=10_000, **PROMISE),
        **PROMISE,
    ),
    sampled(
        "balls-in-bins, independent noise",
        ["PLD_accounting", "opake", "jax-privacy"],
        dict(iterations=256, mechanism="dp-sgd", batching="balls-in-bins"),
    ),
    sampled(
        "random allocation",
        ["PLD_accounting", "opake"],
        dict(iterations=256, mechanism="dp-sgd", batching="random-allocation"),
    ),
    sampled(
        "balls-in-bins, BSR of 8 bands",
        ["opake", "jax-privacy"],
        dict(iterations=256, mechanism="bsr", bands=8, batching="balls-in-bins"),
        bands=8,
    ),
    # The strategy that the others have for it: the optimum without amplification, columns of norm 1.
    sampled(
        "b-min-sep, banded Toeplitz of 8 bands",
        ["opake", "jax-privacy"],
        dict(batching="b-min-sep"),
        bands=8,
        unamplified=dict(
            iterations=256,
            mechanism="banded-toeplitz",
            bands=8,
            batching="single",
            column_normalize="off",
            **SAMPLED,
        ),
    ),
    dict(
        kind="noise",
        name="noise",
        text="a step's noise: 2^20 parameters, float32, b = 32",
        libraries=["jax-privacy"],
        parameters=1 << 20,
        bands=32,
        design=dict(
            iterations=2048, epochs=8, **PROMISE, mechanism="bsr", bands=32, batching="min-sep"
        ),
    ),
]


def environments(folder):
    """Name to Python, and name to the reason where there is none."""
    pythons, missing = {"Noiseloom": sys.executable}, {}
    for name, packages in PACKAGES.items():
        python = folder / name / "bin" / "python"
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder / name)], check=True)
        made = subprocess.run(
            [str(python), "-m", "pip", "install", "-q", *packages], capture_output=True, text=True
        )
        if made.returncode == 0:
            pythons[name] = str(python)
        else:
            missing[name] = (made.stderr.strip().splitlines() or ["pip failed"])[-1]
    for name, host in SHARED.items():
        if host in pythons:
            pythons[name] = pythons[host]
    return pythons, missing


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def answer(python, library, question):
    """What came of it: figures, or why none."""
    threads = dict.fromkeys(
        ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
    )
    ask = {key: value for key, value in question.items() if key not in ("text", "libraries")}
    made = subprocess.run(
        [python, str(HERE / "peer_answers.py"), library, json.dumps(ask), repr(time.monotonic())],
        preexec_fn=limited,
        capture_output=True,
        text=True,
        env={**os.environ, **threads, "JAX_PLATFORMS": "cpu"},
    )
    lines = [json.loads(line) for line in made.stdout.splitlines() if line.startswith("{")]
    if lines:
        return {key: value for line in lines for key, value in line.items()}
    if made.returncode < 0:
        return dict(failed=f"over {LIMIT} s")
    return dict(failed=(made.stderr.strip().splitlines() or ["no answer"])[-1][:160])


def error(question, made):
    """Root of the mean, or the largest, error of a strategy times its sensitivity: one judge for
    all, by dense algebra."""
    n, epochs = question["n"], question["epochs"]
    if "coefficients" in made:
        column = np.zeros(n)
        column[: len(made["coefficients"])] = made["coefficients"]
        strategy = np.tril(column[np.abs(np.subtract.outer(np.arange(n), np.arange(n)))])
    else:
        strategy = np.asarray(made["matrix"])
    separation = question.get("separation", n)
    # Exact where no entry of C^T C is negative and columns decrease: the steps are then as many and as early as can be.
    sums = [
        np.linalg.norm(strategy[:, first::separation][:, :epochs].sum(axis=1))
        for first in range(separation)
    ]
    rows = np.sqrt((np.linalg.solve(strategy.T, np.tril(np.ones((n, n))).T) ** 2).sum(axis=0))
    of_rows = (
        rows.max() if question["design"].get("objective") == "max" else np.sqrt((rows**2).mean())
    )
    return float(of_rows * max(sums))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--environments", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", help="questions whose name holds this")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        pythons, missing = environments(asked.environments or pathlib.Path(temporary))
        if len(pythons) == 1:
            print("SKIPPED: no Python package index can be reached")
            return
        load, rows = os.getloadavg()[2], []
        for question in QUESTIONS:
            if asked.only and asked.only not in question["name"]:
                continue
            for library in ["Noiseloom", *question["libraries"]]:
                if library in missing or SHARED.get(library) in missing:
                    continue
                made = answer(pythons[library], library, question)
                if "sigma" in made and library == "Noiseloom":
                    question["near"] = made["sigma"]
                if question["kind"] == "strategy" and "failed" not in made:
                    made["error"] = error(question, made)
                rows.append(dict(question=question, library=library, made=made))
                shown = {
                    key: value
                    for key, value in made.items()
                    if key not in ("matrix", "coefficients")
                }
                print(question["name"], library, shown, file=sys.stderr, flush=True)
    text = page(rows, missing, load, LIMIT, BRACKET)
    print(text)
    if asked.write:
        (ROOT / "docs/results/peers.md").write_text(text)
        (ROOT / "docs/results/peers.svg").write_text(figure(rows))


if __name__ == "__main__":
    main()
