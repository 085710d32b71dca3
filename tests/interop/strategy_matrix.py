"""Rebuilds C and C^-1 of a strategy file with NumPy alone, from the words of docs/formats.md."""

import numpy as np


def toeplitz(n, coefficients):
    c = np.zeros((n, n))
    for lag, value in enumerate(coefficients):
        c += np.diag(np.full(n - lag, value), -lag)
    return c


def series(n, decay, scale):
    return np.array([1.0] + [np.sum(scale * decay ** (lag - 1)) for lag in range(1, n)])


def height(step):
    """Of the largest node that a step completes: the trailing one bits."""
    return (~step & (step + 1)).bit_length() - 1


def strategy_matrix(arrays, metadata):
    n, b, kind = metadata["iterations"], metadata["bands"], metadata["kind"]
    if kind == "banded":
        c = np.zeros((n, n))
        for lag in range(b):
            c += np.diag(arrays["bands"][lag:, b - 1 - lag], -lag)
        return c
    if kind == "inverse-toeplitz":
        c = np.linalg.inv(toeplitz(n, arrays["noising_coef"]))
        if metadata["normalization"] == "columns":
            norms = np.linalg.norm(c, axis=0)
            c *= norms[0] / norms
        return c
    if kind == "blt":
        return toeplitz(n, series(n, arrays["buf_decay"], arrays["output_scale"]))
    if kind == "dense":
        stamps = -(-n // metadata["block_size"])
        return np.kron(np.eye(stamps), arrays["C"])[:n, :n]
    if kind == "tree":
        leaves = np.arange(n)
        return np.array(
            [(leaves <= i) & (leaves > i - 2**h) for i in range(n) for h in range(height(i) + 1)],
            float,
        )
    if kind == "recursive-blt":
        # Definition 6.1 of streaming-blt for m^K steps, without the rows of blocks that end with the one above them.
        m, steps, rows = metadata["block_size"], np.arange(n), []
        for i in range(n):
            nodes = [(i, 0, i)]
            level, rest = 0, i
            while rest > 0 and rest % m == 0:
                level, rest = level + 1, rest // m
            if level > 0:
                nodes.insert(0, (i, level, rest - 1))
            for _, level, block in nodes:
                c = series(m + 1, arrays["buf_decay"][level], arrays["output_scale"][level])
                lag = block - steps // m**level
                inside = (lag >= 0) & (steps // m ** (level + 1) == block // m)
                rows.append(
                    np.where(inside, arrays["level_weight"][level] * c[np.clip(lag, 0, m)], 0.0)
                )
        return np.array(rows)
    c = toeplitz(n, arrays["strategy_coef"])
    if "column_scale_tail" in arrays:
        tail = arrays["column_scale_tail"]
        c[:, n - len(tail) :] *= tail
    return c


def noising_matrix(arrays, metadata):
    """n x (rows of C): what makes y of z."""
    n, kind = metadata["iterations"], metadata["kind"]
    if kind == "inverse-toeplitz" and metadata["normalization"] == "none":
        return toeplitz(n, arrays["noising_coef"])
    if kind == "blt":
        return toeplitz(n, series(n, arrays["inverse_buf_decay"], arrays["inverse_output_scale"]))
    if kind == "dense":
        stamps = -(-n // metadata["block_size"])
        return np.kron(np.eye(stamps), arrays["C_inv"])[:n, :n]
    c = strategy_matrix(arrays, metadata)
    if kind == "recursive-blt":
        # By Algorithm 2, on unit vectors: a copy of each level, whose sums are taken back when its block ends.
        m, rows, row = metadata["block_size"], [], 0
        weights, eye = arrays["level_weight"], np.eye(len(c))
        buffers = np.zeros((len(weights), metadata["buffers"], len(c)))
        sums = np.zeros((len(weights), len(c)))
        for i in range(n):
            level, rest = 0, i
            while rest > 0 and rest % m == 0:
                level, rest = level + 1, rest // m
            y = np.zeros(len(c))
            for at in [level, 0] if level > 0 else [0]:
                z = eye[row]
                row += 1
                e = (z + arrays["inverse_output_scale"][at] @ buffers[at]) / weights[at]
                buffers[at] = arrays["inverse_buf_decay"][at][:, None] * buffers[at] + z
                sums[at] += e
                y += e - sums[:at].sum(axis=0)
                sums[:at], buffers[:at] = 0, 0
            rows.append(y)
        return np.array(rows)
    if kind != "tree":
        return np.linalg.inv(c)
    # Estimates of all nodes from those below them, then running sums as sums of the largest nodes, then differences.
    estimates, sums, row, weight = {}, [np.zeros(len(c))], 0, [1.0]
    for h in range(1, n.bit_length()):
        weight.append(
            1.0 if metadata["tree_estimate"] == "own-node" else 1 / (1 + 1 / (2 * weight[-1]))
        )
    for i in range(n):
        for h in range(height(i) + 1):
            own = np.eye(1, len(c), row)[0]
            row += 1
            below = estimates[i - 2 ** (h - 1), h - 1] + estimates[i, h - 1] if h else 0.0
            estimates[i, h] = weight[h] * own + (1 - weight[h]) * below
        total, end = np.zeros(len(c)), 0
        for h in reversed(range(n.bit_length())):
            if (i + 1) >> h & 1:
                end += 2**h
                total = total + estimates[end - 1, h]
        sums.append(total)
    return np.diff(sums, axis=0)


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
