"""Runs the NumPy snippet of docs/formats.md on strategy files of several kinds: the document must
not promise what fails.

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

from names import NAMES
from strategy_matrix import noising_matrix, strategy_matrix


def main():
    folder, schemas = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    snippets = re.findall(
        r"```python\n(.*?)```", (schemas.parent / "formats.md").read_text(), re.DOTALL
    )
    assert len(snippets) == 1, "expected one snippet in formats.md"
    for name in NAMES:
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copy(folder / f"{name}.npz", pathlib.Path(scratch) / "strategy.npz")
            os.chdir(scratch)
            scope = {}
            exec(snippets[0], scope)
            os.chdir(folder)
        arrays, stddev = dict(scope["file"]), scope["meta"]["stddev"]
        c = strategy_matrix(arrays, scope["meta"])
        assert np.allclose(scope["C"], c, rtol=1e-12, atol=1e-12), f"{name}: another C"
        z = np.random.default_rng(1).standard_normal((len(c), 5))
        noise = np.array(list(scope["correlated_noise"](iter(z))))
        expected = stddev * noising_matrix(arrays, scope["meta"]) @ z
        assert np.allclose(noise, expected, rtol=0, atol=1e-10 * stddev), f"{name}: another noise"
        print(f"{name}: ok")


main()
