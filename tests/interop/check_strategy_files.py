"""Opens every strategy file and noise plan of a folder as any NumPy user would, and recomputes what they state.

usage: check_strategy_files.py FOLDER SCHEMA_FOLDER
"""

import hashlib
import json
import math
import pathlib
import sys
import zipfile

try:
    import numpy as np
except ImportError:
    print("SKIPPED: NumPy is not installed (Debian package python3-numpy)")
    sys.exit(0)

from mini_schema import errors
from names import NAMES
from strategy_matrix import noising_matrix, strategy_matrix, workload_matrix


def close(name, stated, recomputed, tolerance):
    assert abs(stated - recomputed) <= tolerance * abs(
        recomputed
    ), f"{name}: states {stated}, recomputed {recomputed}"


def sensitivity(c, metadata):
    """Over all patterns that the participation allows; banded strategies with b <= s have orthogonal columns."""
    norms = np.sum(c * c, axis=0)
    participation = metadata["participation"]
    k, s, n = participation["participations"], participation["separation"], len(norms)
    if participation["schema"] == "single":
        return math.sqrt(norms.max())
    assert metadata["bands"] <= s
    return math.sqrt(max(norms[offset::s][:k].sum() for offset in range(min(s, n))))


def sampled_delta(c, metadata, samples=400_000):
    """delta of balls-in-bins batching by plain sampling, the larger of both directions."""
    bins, sigma = metadata["bins"], metadata["stddev"] / metadata["clip_norm"]
    means = np.array([c[:, i::bins].sum(axis=1) for i in range(bins)])
    gram = means @ means.T
    factor = np.linalg.cholesky(gram + 1e-12 * np.eye(bins))
    rng = np.random.default_rng(1)
    noise = sigma * rng.standard_normal((samples, bins)) @ factor.T

    def loss(inner):
        exponents = (inner - np.diag(gram) / 2) / sigma**2
        top = exponents.max(axis=1)
        return top + np.log(np.exp(exponents - top[:, None]).mean(axis=1))

    removed = loss(noise + gram[rng.integers(bins, size=samples)])
    added = -loss(noise)
    return max(
        np.maximum(0, -np.expm1(metadata["epsilon"] - each)).mean() for each in (removed, added)
    )


def check_claim(c, metadata):
    claim = metadata["privacy_claim"]
    accountant = claim["accountant"]
    for key in ("epsilon", "delta", "unit", "adjacency", "batching", "job_batching"):
        assert claim[key] == metadata[key], key
    for key in (
        "sensitivity",
        "sensitivity_kind",
        "noise_multiplier",
        "sampling_probability",
        "compositions",
        "bins",
    ):
        assert accountant[key] == metadata[key], key
    violated = [each["name"] for each in claim["assumptions"] if each["status"] == "violated"]
    assert (claim["severity"] == "critical") == bool(violated), claim["severity"]
    assert bool(violated) == (metadata["job_batching"] == "shuffled-each-epoch"), violated
    deltas = [point["delta"] for point in claim["profile"]]
    assert (
        len(deltas) == 3 and deltas == sorted(deltas, reverse=True) and metadata["delta"] in deltas
    )
    if metadata["batching"] == "balls-in-bins":
        sampled = sampled_delta(c, metadata)
        assert (
            0.75 * metadata["delta"] < sampled < 1.03 * metadata["delta"]
        ), f"delta by sampling: {sampled}"


def check_strategy(path, schema):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert all(info.compress_type == zipfile.ZIP_STORED for info in archive.infolist())
        plain = archive.read("metadata.json").decode("ascii")
    arrays = dict(np.load(path, allow_pickle=False))
    text = str(arrays.pop("metadata"))
    arrays.pop("metadata.json", None)  # newer NumPy lists it as bytes
    assert text == plain, "the two copies of the metadata differ"
    metadata = json.loads(text)
    found = list(errors(metadata, schema))
    assert not found, found
    assert set(arrays) == set(metadata["arrays"])
    for name, array in arrays.items():
        stated = metadata["arrays"][name]
        assert array.dtype.str == stated["dtype"] and list(array.shape) == stated["shape"], name
        assert hashlib.sha256(array.tobytes()).hexdigest() == stated["sha256"], name

    c = strategy_matrix(arrays, metadata)
    norms = np.linalg.norm(c, axis=0)
    if metadata["normalization"] == "columns":
        assert np.ptp(norms) <= 1e-12 * norms.max(), "columns are not normalised"
    close("sensitivity", metadata["sensitivity"], sensitivity(c, metadata), 1e-9)
    close(
        "stddev",
        metadata["stddev"],
        metadata["clip_norm"] * metadata["noise_multiplier"] * metadata["sensitivity"],
        1e-13,
    )
    noising = noising_matrix(arrays, metadata)
    prefix = np.tri(metadata["iterations"])
    # The tree's decoder undoes its encoder for running sums; all other noising matrices are the inverse of C.
    assert np.abs(prefix @ noising @ c - prefix).max() <= 1e-9, "C^-1 is not the inverse of C"
    decoder = workload_matrix(arrays, metadata) @ noising
    v = np.sum(decoder**2, axis=1) * metadata["sensitivity"] ** 2
    close("loss_mean", metadata["loss_mean"], v.mean(), 1e-8)
    close("loss_max", metadata["loss_max"], v.max(), 1e-8)
    close("loss_last", metadata["loss_last"], v[-1], 1e-8)
    close("rmse", metadata["rmse"], metadata["noise_multiplier"] * math.sqrt(v.mean()), 1e-8)
    close(
        "max_error", metadata["max_error"], metadata["noise_multiplier"] * math.sqrt(v.max()), 1e-8
    )
    close(
        "last_error", metadata["last_error"], metadata["noise_multiplier"] * math.sqrt(v[-1]), 1e-8
    )
    assert metadata["lower_bound"] <= metadata["rmse"] * (1 + 1e-9)
    check_claim(c, metadata)
    return metadata


def buffer_rows(metadata):
    kind, n = metadata["kind"], metadata["iterations"]
    if kind == "inverse-toeplitz":
        redrawn = metadata["normalization"] == "columns" and metadata["noising_bands"] == 2
        return 0 if redrawn else metadata["noising_bands"] - 1
    if kind == "blt":
        return metadata["buffers"]
    if kind == "recursive-blt":
        levels = 1
        while metadata["block_size"] ** levels < n:
            levels += 1
        return levels * (metadata["buffers"] + 1) - 1
    return n.bit_length() + 1 if kind == "tree" else metadata["bands"] - 1


def check_plan(path, schema, metadata):
    plan = json.loads(path.read_text())
    found = list(errors(plan, schema))
    assert not found, found
    strategy = path.parent / plan["strategy_file"]
    assert hashlib.sha256(strategy.read_bytes()).hexdigest() == plan["strategy_sha256"]
    assert plan["stddev"] == metadata["stddev"] and plan["iterations"] == metadata["iterations"]
    assert plan["buffer_rows"] == buffer_rows(metadata)
    deployment = metadata["deployment"]
    assert (
        plan["parameters"] == deployment["parameters"]
        and len(plan["shards"]) == deployment["machines"]
    )
    width = {"float32": 4, "float64": 8}[plan["number_type"]]
    position = 0
    for shard in plan["shards"]:
        assert shard["begin"] == position
        position = shard["end"]
        assert (
            shard["buffer_bytes"] == plan["buffer_rows"] * (shard["end"] - shard["begin"]) * width
        )
    assert position == plan["parameters"]


def main():
    folder, schemas = map(pathlib.Path, sys.argv[1:])
    strategy_schema = json.loads((schemas / "strategy-metadata.schema.json").read_text())
    plan_schema = json.loads((schemas / "noise-plan.schema.json").read_text())
    for name in NAMES:
        try:
            metadata = check_strategy(folder / f"{name}.npz", strategy_schema)
            check_plan(folder / f"{name}.plan.json", plan_schema, metadata)
            assert list(
                errors({**metadata, "sigma": 1}, strategy_schema)
            ), "the schema lets unknown fields pass"
        except AssertionError as error:
            sys.exit(f"{name}: {error}")
        print(f"{name}: ok")


main()
