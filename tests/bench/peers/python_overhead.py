#!/usr/bin/env python3
"""What the Python around the extension adds to a step of noise: pairs in one process, in turn; processor time.

    PYTHONPATH=build/python /usr/bin/python3 tests/bench/peers/python_overhead.py
"""

import statistics
import time

import numpy as np

import noiseloom

KEY = bytes(32)


def main():
    for bands, parameters, steps, pairs in (
        (1, 4_000_000, 1, 24),
        (1, 100_000, 1, 400),
        (64, 4_000_000, 15, 8),
    ):
        design = noiseloom.design(
            iterations=2048,
            epochs=8,
            epsilon=4,
            delta=1e-5,
            mechanism="banded-toeplitz",
            bands=bands,
            batching="fixed-epoch",
        )
        python = design.noise(KEY, parameters)
        extension = noiseloom._noiseloom.Noise(
            design._strategy, noiseloom._noiseloom.KeySource(KEY), parameters, 0, 1, "float32"
        )
        out = np.empty(parameters, "f4")

        def seconds(noise):
            begun = time.process_time()
            for _ in range(steps):  # a block that looks ahead
                noise.next(out)
            return time.process_time() - begun

        for _ in range(-(-bands // steps)):
            seconds(python), seconds(extension)
        ratios = []
        for pair in range(pairs):
            first, second = (python, extension) if pair % 2 else (extension, python)
            a, b = seconds(first), seconds(second)
            ratios.append(a / b if first is python else b / a)
        print(
            f"{bands} bands, {parameters} parameters: {100 * (statistics.median(ratios) - 1):+.2f} "
            f"%, the median of {pairs} pairs"
        )


if __name__ == "__main__":
    main()
