"""Rebuilds a strategy matrix C from a strategy file with NumPy alone, as docs/formats.md shows it."""

import numpy as np


def strategy_matrix(arrays, metadata):
    n, b = metadata["iterations"], metadata["bands"]
    c = np.zeros((n, n))
    if metadata["kind"] == "banded":
        for lag in range(b):
            c += np.diag(arrays["bands"][lag:, b - 1 - lag], -lag)
        return c
    for lag, value in enumerate(arrays["strategy_coef"]):
        c += np.diag(np.full(n - lag, value), -lag)
    if "column_scale_tail" in arrays:
        tail = arrays["column_scale_tail"]
        c[:, n - len(tail):] *= tail
    return c


def workload_matrix(arrays, metadata):
    workload, n = metadata["workload"], metadata["iterations"]
    alpha, beta = workload["weight_decay"], workload["momentum"]
    lower = np.tri(n)
    lag = np.subtract.outer(np.arange(n), np.arange(n))

    def powers(x):
        return np.where(lag >= 0, float(x) ** np.maximum(lag, 0), 0.0)

    if workload["learning_rates"]:
        return lower @ np.diag(arrays[workload["learning_rates"]]) @ powers(beta)
    return powers(alpha) @ powers(beta)
