"""docs/examples/digits: a run that is killed and started again ends with the weights of one that was not, to the
bit, and the record of all of it is what the claim assumes. The nightly run kills runs of two mechanisms twice, the
default one of one mechanism once.

usage: digits_test.py EXAMPLE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import importlib.util
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

for module, package in (
    ("numpy", "numpy"),
    ("torch", "torch"),
    ("sklearn", "sklearn"),
    ("matplotlib", "matplotlib"),
):
    if importlib.util.find_spec(module) is None:
        print(f"SKIPPED: {module} is not installed (Debian package python3-{package})")
        sys.exit(0)

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from read_programs import started  # noqa: E402
from thorough import thorough  # noqa: E402

STEPS = thorough(20, 60)
KILLED_AT = thorough((9,), (4, 9))


class Killed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.key_file = self.folder / "run.key"
        self.key_file.write_bytes(bytes(range(32)))
        self.key_file.chmod(0o600)

    def start(self, mechanism, name):
        command = [
            sys.executable,
            EXAMPLE,
            "train",
            mechanism,
            "--key-file",
            self.key_file,
            "--checkpoint",
            self.folder / f"{name}.pt",
            "--steps",
            str(STEPS),
        ]
        return started(command)

    def verify(self, name, code, *more):
        command = [
            CLI,
            "verify",
            "--job",
            self.folder / f"{name}.record",
            "--strategy",
            self.folder / f"{name}.npz",
            "--key-file",
            self.key_file,
            *more,
        ]
        said = subprocess.run([str(each) for each in command], capture_output=True, text=True)
        self.assertEqual(said.returncode, code, said.stdout + said.stderr)
        return said.stdout + said.stderr

    def test_same_weights(self):
        for mechanism in thorough(("blt, sampled",), ("banded-toeplitz", "blt, sampled")):
            with self.start(mechanism, "straight") as straight:
                lines = straight.stdout.read().splitlines()
            self.assertEqual(lines[:-1], [f"step {step}" for step in range(STEPS)])
            self.assertTrue(lines[-1].startswith("weights "))
            # Both runs have one strategy file: solving again states another time in it.
            (self.folder / "killed.npz").write_bytes((self.folder / "straight.npz").read_bytes())
            first = 0
            for last in KILLED_AT:
                with self.start(mechanism, "killed") as killed:
                    for line in killed.stdout:
                        self.assertGreaterEqual(int(line.split()[1]), first)
                        if line == f"step {last}\n":
                            killed.kill()
                            break
                self.assertEqual(killed.returncode, -signal.SIGKILL)
                first = last + 1
            with self.start(mechanism, "killed") as resumed:
                rest = resumed.stdout.read().splitlines()
            self.assertEqual(rest[-1], lines[-1])
            for name, resumes in (("straight", 0), ("killed", len(KILLED_AT))):
                record = (self.folder / f"{name}.record").read_text().splitlines()
                self.assertEqual(sum(line.startswith('{"resume"') for line in record), resumes)
                self.assertGreaterEqual(len(record), 1 + resumes + STEPS)
                self.verify(name, 0)
            # The two are one run done twice, as the record of either says of the other.
            self.assertIn(
                "two runs with one key",
                self.verify("killed", 1, "--against", self.folder / "straight.record"),
            )
            # A line that is missing shows.
            text = (self.folder / "straight.record").read_text().splitlines(keepends=True)
            (self.folder / "straight.record").write_text("".join(text[:4] + text[5:]))
            self.assertIn("order of steps", self.verify("straight", 1))
            self.assertGreater(int(rest[0].split()[1]), KILLED_AT[-1])
            for file in [*self.folder.glob("*.[np][pt]*"), *self.folder.glob("*.record")]:
                file.unlink()

    def test_another_key_is_refused(self):
        with self.start("banded-toeplitz", "run") as run:
            run.stdout.read()
        self.key_file.write_bytes(bytes(32))
        command = [
            sys.executable,
            EXAMPLE,
            "train",
            "banded-toeplitz",
            "--key-file",
            self.key_file,
            "--checkpoint",
            self.folder / "run.pt",
        ]
        again = subprocess.run([str(each) for each in command], capture_output=True, text=True)
        self.assertEqual(again.returncode, 1)
        self.assertIn("another key", again.stderr)


if __name__ == "__main__":
    EXAMPLE, CLI = (pathlib.Path(each) for each in sys.argv[1:3])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
