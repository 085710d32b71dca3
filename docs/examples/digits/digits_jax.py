#!/usr/bin/env python3
"""The training run of digits.py by noiseloom.jax.private: the same digits, network, job and learning rates.

    PYTHONPATH=build/python python3 docs/examples/digits/digits_jax.py compare
        trains banded-toeplitz, sampled, with 20 keys, and writes its section of digits.md
    ... digits_jax.py train --key-file run.key --checkpoint run.state
        one run, which goes on from the checkpoint where there is one, with its record beside it; with
        --coordinator 127.0.0.1:5005 --processes 2 --process 0, and at the same time --process 1, by two processes,
        once its strategy file is there

Needs jax, optax and scikit-learn: pip install jax optax scikit-learn.
"""

import argparse
import hashlib
import pathlib
import re
import statistics
import textwrap

import jax
import jax.numpy as jnp
import numpy as np
import optax
import sklearn.datasets

import noiseloom
import noiseloom.jax

JOB = dict(epsilon=4, delta=1e-5, epochs=20, iterations=320, dataset_size=1200)
MECHANISM = dict(mechanism="banded-toeplitz", batching="balls-in-bins")
KEYS = 20
HEADING = "## The same in JAX\n"
TRAINED, HELD_BACK = 1200, 237  # the other 360 of 1797 digits are the test


def digits():
    """Images from 0 to 1 and labels, in the three parts of digits.py."""
    images, labels = sklearn.datasets.load_digits(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(labels))
    images, labels = (images[order] / 16).astype(np.float32), labels[order]
    ends = (TRAINED, TRAINED + HELD_BACK, len(labels))
    return [(images[a:b], labels[a:b]) for a, b in zip((0, *ends), ends)]


def network():
    """The first weights of 64 - 32 - 10, the same for every run."""
    draw = np.random.default_rng(0).standard_normal
    return [
        (draw((a, b)).astype(np.float32) / a**0.5, np.zeros(b, np.float32))
        for a, b in ((64, 32), (32, 10))
    ]


def logits(params, x):
    (first, first_bias), (last, last_bias) = params
    return jnp.tanh(x @ first + first_bias) @ last + last_bias


def loss(params, example):
    image, label = example
    return optax.softmax_cross_entropy_with_integer_labels(logits(params, image), label)


def accuracy(params, part):
    return float((logits(params, part[0]).argmax(1) == part[1]).mean())


def train(design, key, rate, checkpoint=None, steps=None, said=None):
    if isinstance(key, bytes):  # a teaching key; a real run has a key file of its own
        noiseloom.jax.forget_runs()
    init, step = noiseloom.jax.private(
        design,
        key,
        loss,
        optax.sgd(rate),
        digits()[0],
        record=checkpoint and checkpoint.with_suffix(".record"),
        checkpoint=checkpoint,
    )
    state = init(network())
    while state.step < (steps or step.iterations):
        state = step(state)
        if said is not None:
            said(state.step - 1)
    return state.params


def teaching_key(number):
    """Known to everybody, so that the figures can be made again."""
    return hashlib.sha256(f"Noiseloom's digits in JAX: {number}".encode()).digest()


def compare(rate):
    test, design = digits()[2], noiseloom.design(**JOB, **MECHANISM)
    found = [
        100 * accuracy(train(design, teaching_key(number), rate), test) for number in range(KEYS)
    ]
    path = pathlib.Path(__file__).resolve().parent.parent / "digits.md"
    before, _, rest = path.read_text().partition(HEADING)
    if not rest:
        before, mark, after = before.partition("## The same with")
        rest = mark + after
    else:
        rest = rest[rest.index("\n## ") + 1 :]
    above = re.search(r"\| banded-toeplitz, sampled \|.* ([0-9.]+) % \|", before)
    said = (
        "Made by `PYTHONPATH=build/python python3 docs/examples/digits/digits_jax.py compare`: the same digits, "
        "network, job and design as *banded-toeplitz, sampled*, by `noiseloom.jax.private` at learning rate "
        f"{rate:g}, from other first weights and with {KEYS} other keys. Test accuracy, mean: "
        f"{statistics.mean(found):.2f} % (in the table {above.group(1)} %), standard deviation "
        f"{statistics.stdev(found):.2f}, least and most {min(found):.2f} - {max(found):.2f}. JAX {jax.__version__}."
    )
    said = textwrap.fill(said, 120, break_on_hyphens=False)
    path.write_text(f"{before}{HEADING}\n{said}\n\n{rest}")
    print(said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    several, one = commands.add_parser("compare"), commands.add_parser("train")
    one.add_argument("--key-file", required=True)
    one.add_argument("--checkpoint", required=True, type=pathlib.Path)
    one.add_argument("--steps", type=int, help="stop after so many of the design's steps")
    one.add_argument("--coordinator", help="where the processes meet, host:port")
    one.add_argument("--processes", type=int, default=1, help="number of processes")
    one.add_argument("--process", type=int, default=0, help="which of them this one is, from 0 on")
    for each in (several, one):
        each.add_argument("--rate", type=float, default=1.0)
    asked = parser.parse_args()
    if asked.command == "compare":
        compare(asked.rate)
        return
    if asked.processes > 1:
        jax.config.update("jax_cpu_collectives_implementation", "gloo")  # on processors
        jax.distributed.initialize(asked.coordinator, asked.processes, asked.process)
    strategy = asked.checkpoint.with_suffix(".npz")
    if not strategy.exists():
        noiseloom.design(**JOB, **MECHANISM).save(strategy)
    # A run goes on with its own file.
    params = train(
        noiseloom.load(strategy),
        asked.key_file,
        asked.rate,
        asked.checkpoint,
        asked.steps,
        lambda step: print("step", step, flush=True),
    )
    weights = b"".join(np.asarray(each).tobytes() for each in jax.tree_util.tree_leaves(params))
    found = accuracy(params, digits()[2])
    print(f"weights {hashlib.sha256(weights).hexdigest()}, test accuracy {100 * found:.2f} %")


if __name__ == "__main__":
    main()
