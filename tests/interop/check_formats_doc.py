"""Runs the NumPy snippet of docs/formats.md on strategy files of several kinds: the document must not promise what fails.

usage: check_formats_doc.py FOLDER SCHEMA_FOLDER
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("SKIPPED: NumPy is not installed (Debian package python3-numpy)")
    sys.exit(0)

from strategy_matrix import strategy_matrix


def main():
    folder, schemas = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    snippets = re.findall(r"```python\n(.*?)```", (schemas.parent / "formats.md").read_text(), re.DOTALL)
    assert len(snippets) == 1, "expected one snippet in formats.md"
    for name in ("toeplitz", "toeplitz_plain", "banded", "banded_rates", "identity"):
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copy(folder / f"{name}.npz", pathlib.Path(scratch) / "strategy.npz")
            os.chdir(scratch)
            scope = {}
            exec(snippets[0], scope)
            os.chdir(folder)
        c = strategy_matrix(dict(scope["file"]), scope["meta"])
        assert np.array_equal(scope["C"], c), f"{name}: another C"
        z = np.random.default_rng(1).standard_normal((len(c), 5))
        noise = np.array(list(scope["correlated_noise"](z)))
        assert np.allclose(noise, scope["meta"]["stddev"] * np.linalg.solve(c, z), rtol=0, atol=1e-10 * scope["meta"]["stddev"])
        print(f"{name}: ok")


main()
