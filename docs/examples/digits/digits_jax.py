#!/usr/bin/env python3
"""The training run of digits.py by noiseloom.jax.private: the same digits, network, job and learning rates.

    PYTHONPATH=build/python python3 docs/examples/digits/digits_jax.py compare [--keys 5]
        trains banded-toeplitz, sampled, with so many keys, and says how accurate it is: a row of digits.md
    ... digits_jax.py train --key-file run.key --checkpoint run.state
        one run, which goes on from the checkpoint where there is one, with its record beside it

Needs jax, optax and scikit-learn: pip install jax optax scikit-learn.
"""

import argparse
import hashlib
import pathlib
import statistics

import jax.numpy as jnp
import numpy as np
import optax
import sklearn.datasets

import noiseloom
import noiseloom.jax

JOB = dict(epsilon=4, delta=1e-5, epochs=20, iterations=320, dataset_size=1200)
MECHANISM = dict(mechanism="banded-toeplitz", batching="balls-in-bins")
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


def train(design, key, rate, checkpoint=None):
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
    while state.step < step.iterations:
        state = step(state)
    return state.params


def teaching_key(number):
    """Known to everybody, so that the figures can be made again."""
    return hashlib.sha256(f"Noiseloom's digits in JAX: {number}".encode()).digest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    compare = commands.add_parser("compare")
    compare.add_argument("--keys", type=int, default=20)
    one = commands.add_parser("train")
    one.add_argument("--key-file", required=True)
    one.add_argument("--checkpoint", required=True, type=pathlib.Path)
    for each in (compare, one):
        each.add_argument("--rate", type=float, default=1.0)
    asked = parser.parse_args()
    test = digits()[2]
    if asked.command == "train":
        strategy = asked.checkpoint.with_suffix(".npz")
        if not strategy.exists():
            noiseloom.design(**JOB, **MECHANISM).save(strategy)
        # A run goes on with its own file.
        params = train(noiseloom.load(strategy), asked.key_file, asked.rate, asked.checkpoint)
        print(f"test accuracy {100 * accuracy(params, test):.2f} %")
        return
    design = noiseloom.design(**JOB, **MECHANISM)
    accuracies = [
        100 * accuracy(train(design, teaching_key(number), asked.rate), test)
        for number in range(asked.keys)
    ]
    print(
        f"test accuracy, mean of {asked.keys} keys: {statistics.mean(accuracies):.2f} %, "
        f"{min(accuracies):.2f} to {max(accuracies):.2f} %"
    )


if __name__ == "__main__":
    main()
