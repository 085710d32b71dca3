"""The Python package's objects as values, and keys of runs.

usage: values_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
FILES: strategy files of tests/interop; CORE_NOISE: the program noiseloom_core_noise; CLI: noiseloom-cli.
"""

import copy
import os
import pathlib
import pickle
import sys
import tempfile
import unittest
import unittest.mock

try:
    import numpy as np  # noqa: F401, which noiseloom needs
except ImportError:
    print("SKIPPED: NumPy is not installed (Debian package python3-numpy)")
    sys.exit(0)

import noiseloom

KEY = b"bytes that nobody prints, 32 now"
JOB = dict(iterations=48, epochs=6, epsilon=4, delta=1e-5)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refuses(self, part, function, *arguments, error=noiseloom.InvalidArgument, **options):
        with self.assertRaises(error) as caught:
            function(*arguments, **options)
        self.assertIn(part, str(caught.exception))
        return caught.exception


class Values(Case):
    def test_what_holds_a_key_is_neither_pickled_nor_copied(self):
        design = noiseloom.design(**JOB, bands=4, dataset_size=500)
        noise = design.noise(KEY, 10)
        record = noiseloom.Record(self.folder / "r", noise, 500, clip_norm=1, reduction="sum")
        self.addCleanup(record.close)
        for each in (noise, design.exact_release(KEY, 10), design.batches(KEY, 500), record):
            for carry in (pickle.dumps, copy.copy, copy.deepcopy):
                problem = self.refuses("holds the key of a run", carry, each)
                self.assertNotIn(KEY.decode(), str(problem))
            with self.assertRaises(noiseloom.InvalidArgument):
                pickle.dumps({"inside": [each]})
            self.assertNotIn(KEY.decode(), repr(each))
        with self.assertRaises(TypeError) as caught:
            pickle.dumps(noise._key)
        self.assertNotIn(KEY.decode(), str(caught.exception))

    def test_texts(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        noise = design.noise(KEY, 10, (1, 2), "float64")
        noise.next()
        self.assertEqual(
            repr(noise), "<noiseloom.Noise step 1 of 120, coordinates 5 to 9 of 10, float64>"
        )
        self.assertIn("ExactRelease step 0 of 120", repr(design.exact_release(KEY, 10)))
        design = noiseloom.design(**JOB, bands=4, dataset_size=500)
        self.assertEqual(
            repr(design.batches(KEY, 500)),
            "<noiseloom.Batches step 0 of 48, 500 examples, cyclic-poisson>",
        )


class Keys(Case):
    def test_are_new_and_private(self):
        keys = []
        for umask in (0, 0o022, 0o777):
            path = self.folder / f"key{umask}"
            before = os.umask(umask)
            try:
                self.assertEqual(noiseloom.new_key(path), str(path))
            finally:
                os.umask(before)
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
            keys.append(path.read_bytes())
            noiseloom.load(FILES / "toeplitz.npz").noise(path, 3).next()
        self.assertEqual([len(each) for each in keys], [32] * 3)
        self.assertEqual(len(set(keys)), 3)

    def test_the_mode_is_that_of_the_first_moment(self):
        modes = []

        def opened(path, flags, mode):
            self.assertEqual(flags & (os.O_EXCL | os.O_CREAT), os.O_EXCL | os.O_CREAT)
            modes.append(mode)
            return real(path, flags, mode)

        real = os.open
        with unittest.mock.patch("os.open", opened):
            noiseloom.new_key(self.folder / "key")
        self.assertEqual(modes, [0o600])

    def test_nothing_is_replaced(self):
        path = self.folder / "run.key"
        path.write_bytes(b"what was there")
        problem = self.refuses(str(path), noiseloom.new_key, path, error=noiseloom.IoError)
        self.assertIn("never replaced", str(problem))
        self.assertEqual(path.read_bytes(), b"what was there")
        (self.folder / "link").symlink_to(self.folder / "nowhere")
        self.refuses("link", noiseloom.new_key, self.folder / "link", error=OSError)
        self.assertFalse((self.folder / "nowhere").exists())
        self.refuses("/nowhere/key", noiseloom.new_key, "/nowhere/key", error=noiseloom.IoError)
        for wrong in (KEY, KEY.hex()):
            problem = self.refuses("may be a key", noiseloom.new_key, wrong)
            self.assertNotIn(KEY.hex(), str(problem))

    def test_a_key_that_cannot_be_written_leaves_no_file(self):
        with unittest.mock.patch("os.fsync", side_effect=OSError(28, "no space")):
            self.refuses(
                "no space", noiseloom.new_key, self.folder / "key", error=noiseloom.IoError
            )
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each) for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
