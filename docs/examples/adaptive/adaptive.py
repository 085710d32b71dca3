#!/usr/bin/env python3
"""Adaptive optimizers at equal privacy: SGD, Adam, and Adam by scale-then-privatize, on the digits of digits.py and on
words, with independent and correlated noise.

    PYTHONPATH=build/python python3 docs/examples/adaptive/adaptive.py
        trains all, and writes the tables of docs/adaptive.md

PyTorch 2 and scikit-learn are enough: the words are those of Python's own manual (pydoc_data.topics).
"""

import collections
import pathlib
import platform
import re
import statistics
import sys

import numpy as np
import pydoc_data.topics
import torch

import noiseloom
import noiseloom.torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "digits"))
from digits import accuracy, digits, Network, teaching_key  # noqa: E402

F = torch.nn.functional
PAGE = pathlib.Path(__file__).resolve().parents[2] / "adaptive.md"
KEYS, KEYS_FOR_RATES = 8, 4
KNOWN_WORDS, GUESSED = (
    500,
    100,
)  # the most frequent ones: of those that go before, and of those that follow


class Digits(torch.nn.Module):
    """The network of digits.py, without what its layers saw."""

    def __init__(self):
        super().__init__()
        self.layers = Network().layers

    def forward(self, x):
        return self.layers[1](torch.tanh(self.layers[0](x)))


class Words(torch.nn.Module):
    """The word that follows two others: each has a row of 8 values."""

    def __init__(self):
        super().__init__()
        generator = torch.Generator().manual_seed(0)
        self.rows, self.out = torch.nn.Embedding(KNOWN_WORDS, 8), torch.nn.Linear(16, GUESSED)
        self.rows.weight.data.copy_(torch.randn(KNOWN_WORDS, 8, generator=generator) * 0.3)
        self.out.weight.data.copy_(torch.randn(GUESSED, 16, generator=generator) / 4)
        self.out.bias.data.zero_()

    def forward(self, x):
        return self.out(self.rows(x).flatten(-2))


def words():
    topics = pydoc_data.topics.topics
    said = re.findall("[a-z]+", " ".join(topics[name] for name in sorted(topics)).lower())
    common = collections.Counter(said).most_common(KNOWN_WORDS - 1)
    number = {word: at + 1 for at, (word, _) in enumerate(common)}
    numbers = np.array([number.get(word, 0) for word in said])
    places = np.arange(2, len(numbers))
    places = places[(numbers[places] > 0) & (numbers[places] <= GUESSED)]
    places = np.random.default_rng(0).permutation(places)
    before = torch.tensor(np.stack([numbers[places - 2], numbers[places - 1]], 1))
    after = torch.tensor(numbers[places] - 1)
    ends = (8000, 10000, 14000)
    return [(before[a:b], after[a:b]) for a, b in zip((0, *ends), ends)]


def minus_loss(network, part):
    with torch.no_grad():
        return -F.cross_entropy(network(part[0]), part[1]).item()


TASKS = {
    "digits": (Digits, digits, accuracy, dict(epsilon=4, iterations=320), "test accuracy"),
    "words": (Words, words, minus_loss, dict(epsilon=8, iterations=400), "test loss"),
}
NOISE = {
    "independent": dict(mechanism="dp-sgd"),
    "banded, for sums": dict(mechanism="banded-toeplitz"),
    "banded, for momentum": dict(mechanism="banded-toeplitz", workload="sgd", momentum=0.9),
}


def scaled(parameters, lr):
    return noiseloom.torch.ScaleThenPrivatize(torch.optim.Adam(parameters, lr=lr))


OPTIMIZERS = {
    "SGD": (torch.optim.SGD, (0.25, 0.5, 1, 2, 4)),
    "Adam": (torch.optim.Adam, (0.01, 0.02, 0.04, 0.08, 0.16, 0.32)),
    "Adam, scale-then-privatize": (scaled, (0.01, 0.02, 0.04, 0.08, 0.16, 0.32)),
}


def trained(make, data, design, key, optimizer, rate):
    network = make()
    noiseloom.torch.forget_runs()
    made = optimizer(network.parameters(), lr=rate)
    for _ in noiseloom.torch.Run(design, key, network, made, data, loss=F.cross_entropy):
        pass
    return network


def table(task):
    make, read, measure, job, what = TASKS[task]
    trained_on, held_back, test = read()
    lines = [
        f"| noise | rmse | optimizer | learning rate | {what}, mean | standard deviation |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for noise, options in NOISE.items():
        design = noiseloom.design(
            **job,
            **options,
            delta=1e-5,
            epochs=20,
            dataset_size=len(trained_on[1]),
            batching="fixed-epoch",
        )
        for name, (optimizer, rates) in OPTIMIZERS.items():
            if "workload" in options and (name == "SGD" or (task, name[:5]) == ("words", "Adam,")):
                continue  # SGD has no momentum here; and the other would take long

            def values(part, rate, count, of):
                keys = [teaching_key(f"{task}, {noise}, {of}", at) for at in range(count)]
                return [
                    measure(trained(make, trained_on, design, key, optimizer, rate), part)
                    for key in keys
                ]

            def mean_for(rate):
                return statistics.mean(values(held_back, rate, KEYS_FOR_RATES, "rates"))

            rate = max(rates, key=mean_for)
            found = [abs(each) for each in values(test, rate, KEYS, "test")]
            mean, deviation = statistics.mean(found), statistics.stdev(found)
            shown = (
                f"{100 * mean:.2f} % | {100 * deviation:.2f}"
                if measure is accuracy
                else f"{mean:.3f} | {deviation:.3f}"
            )
            lines.append(f"| {noise} | {design.rmse:.2f} | {name} | {rate:g} | {shown} |")
            print(task, lines[-1], file=sys.stderr, flush=True)
    return lines


def main():
    torch.set_num_threads(1)
    lines = []
    for task, heading in (("digits", "Digits"), ("words", "Words")):
        lines += [f"### {heading}", "", *table(task), ""]
    lines += [f"PyTorch {torch.__version__.split('+')[0]}, Python {platform.python_version()}.", ""]
    begin, end = "<!-- tables -->\n", "<!-- end of tables -->\n"
    before, _, rest = PAGE.read_text().partition(begin)
    after = rest.partition(end)[2]
    PAGE.write_text(before + begin + "\n" + "\n".join(lines) + "\n" + end + after)


if __name__ == "__main__":
    main()
