"""Runs the snippets that the window copies, as a person would: each must end well, make the noise
that its strategy file stands for, and fail when a number on screen is another one.

JAX and PyTorch are replaced by stand-ins over NumPy where they are not installed. The nightly run
starts each snippet as a program; the default one starts one library's of each file, and changes the
numbers of every fifth.

usage: check_snippets.py FOLDER SCHEMA_FOLDER
"""

import importlib.util
import json
import pathlib
import py_compile
import re
import runpy
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("SKIPPED: NumPy is not installed (Debian package python3-numpy)")
    sys.exit(0)

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from thorough import THOROUGH  # noqa: E402

STAND_INS = pathlib.Path(__file__).parent / "stand_ins"
if not all(importlib.util.find_spec(name) for name in ("jax", "torch", "opacus")):
    sys.path.insert(0, str(STAND_INS))

from names import NAMES  # noqa: E402
from strategy_matrix import noising_matrix  # noqa: E402


def run(path, strategy):
    """The snippet as a program of its own."""
    bootstrap = (
        f"import sys, runpy; sys.path[:0] = {sys.path[:1]!r}; sys.argv[:] = {[str(path), str(strategy)]!r}; "
        f"runpy.run_path({str(path)!r}, run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", bootstrap], capture_output=True, text=True, timeout=240
    )


def module(path, strategy):
    """Its functions, without the check."""
    arguments, sys.argv = sys.argv, [str(path), str(strategy)]
    try:
        return runpy.run_path(str(path))
    finally:
        sys.argv = arguments


def check_runs(path, strategy, deny):
    result = run(path, strategy)
    assert result.returncode == 0, f"{path.name}: {result.stderr}"
    assert result.stdout.count("as shown") == 3, result.stdout
    text = path.read_text()
    assert text.count("NOT what the noise is scaled by") == 1, "sigma and stddev must be told apart"
    if not deny:
        return
    # Another number on screen, another standard deviation.
    changes = [
        (r"^RMSE, MAX_ERROR, LAST_ERROR = ", r"\g<0>1.01 * "),
        (r"^STDDEV = ", r"\g<0>1.01 * "),
        (r"^(RMSE, MAX_ERROR, LAST_ERROR = [^,]*, )", r"\g<1>1.01 * "),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for pattern, replacement in changes:
            changed, count = re.subn(pattern, replacement, text, flags=re.MULTILINE)
            assert count == 1, pattern
            other = pathlib.Path(folder) / "changed.py"
            other.write_text(changed)
            assert run(other, strategy).returncode != 0, f"{path.name}: does not notice {pattern}"


def check_noise(folder, name, library, arrays, metadata):
    """The noise of the snippet against the dense noising matrix, from the same z."""
    snippet = module(folder / f"{name}.{library}.py", folder / f"{name}.npz")
    n, stddev = metadata["iterations"], metadata["stddev"]
    matrix = noising_matrix(arrays, metadata)
    shape = (3, 2)
    if library == "numpy":
        z = np.random.default_rng(3).standard_normal((matrix.shape[1], *shape))
        noise = list(snippet["noise"](shape, np.random.default_rng(3)))
        tolerance = 1e-9
    elif library == "jax":
        jax = sys.modules["jax"]
        key, state, noise, z = jax.random.key(5), None, [], []
        for step in range(n):
            state, made = snippet["noise_step"](state, key, step, shape)
            noise.append(np.asarray(made, dtype=float))
            count = (~step & (step + 1)).bit_length() if metadata["kind"] == "tree" else 1
            if (
                metadata["kind"] == "recursive-blt"
                and step > 0
                and step % metadata["block_size"] == 0
            ):
                count = 2
            z += [
                jax.random.normal(
                    jax.random.fold_in(jax.random.fold_in(key, step), i), shape, np.float32
                )
                for i in range(count)
            ]
        tolerance = 1e-3
    else:
        torch = sys.modules["torch"]
        generator = np.random.default_rng(9)
        parameter = torch.zeros(shape, dtype=np.float64)
        parameter.summed_grad = torch.zeros(shape, dtype=np.float64)
        optimizer = snippet["CorrelatedNoiseOptimizer"](
            [parameter], expected_batch_size=10, generator=generator
        )
        assert np.isclose(optimizer.noise_multiplier * optimizer.max_grad_norm, stddev, rtol=1e-12)
        noise = []
        for _ in range(n):
            optimizer.add_noise()
            noise.append(np.array(parameter.grad))
        try:
            optimizer.add_noise()
            raise AssertionError("goes on after the last step")
        except RuntimeError:
            pass
        z = np.random.default_rng(9).standard_normal((matrix.shape[1], *shape))
        tolerance = 1e-9
    expected = stddev * np.tensordot(matrix, np.asarray(z, dtype=float), axes=1)
    assert np.allclose(
        np.array(noise), expected, rtol=0, atol=tolerance * stddev
    ), f"{name}: another noise with {library}"


def main():
    folder = pathlib.Path(sys.argv[1])
    # The stand-in of PyTorch only: the real one has no NumPy generator.
    stand_in = str(STAND_INS) in sys.path
    libraries = ("numpy", "jax", "torch")
    for at, name in enumerate(NAMES):
        strategy = folder / f"{name}.npz"
        arrays = dict(np.load(strategy, allow_pickle=False))
        metadata = json.loads(str(arrays.pop("metadata")))
        denied = THOROUGH or at % 5 == 0
        for library in libraries:
            path = folder / f"{name}.{library}.py"
            py_compile.compile(str(path), cfile=str(path) + "c", doraise=True)
            if THOROUGH or library == libraries[at % 3] or denied and library == "numpy":
                check_runs(path, strategy, deny=denied and library == "numpy")
            if library != "torch" or stand_in:
                check_noise(folder, name, library, arrays, metadata)
        inline = "np.load" not in (folder / f"{name}.numpy.py").read_text()
        assert inline == (
            metadata["kind"] not in ("banded", "dense")
            and not metadata["workload"]["learning_rates"]
        ), name
        print(f"{name}: ok")


main()
