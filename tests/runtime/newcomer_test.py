"""A newcomer's walk: from an empty virtual environment to a record that verifies, by the lines of the manual; what each
part takes is printed.

usage: newcomer_test.py MANUAL PACKAGE [unittest's arguments]
PACKAGE: a wheel, or the folder noiseloom of a build. NumPy and PyTorch are taken from where this Python has them.
"""

import importlib.util
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

FOUND = {name: importlib.util.find_spec(name) for name in ("numpy", "torch")}
for name, spec in FOUND.items():
    if spec is None:
        print(f"SKIPPED: {name} is not installed (Debian package python3-{name})")
        sys.exit(0)
if importlib.util.find_spec("ensurepip") is None:
    print("SKIPPED: pip is not there for an empty environment (Debian package python3-venv)")
    sys.exit(0)

# What a newcomer has: a model, and data for it. The manual's job has 50000 examples.
OWN = """
import torch
torch.manual_seed(0)
torch.set_num_threads(1)
images, labels = torch.randn(600, 20), torch.randint(0, 4, (600,))
model = torch.nn.Sequential(torch.nn.Linear(20, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4))
"""


class Newcomer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bin = self.folder / "venv" / "bin"

    def part(self, name, *command):
        """Runs a command where nothing else is known, and says what it took."""
        used, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        environment = {
            "LC_ALL": "C.UTF-8",
            "HOME": str(self.folder),
            "PATH": f"{self.bin}:/usr/bin",
        }
        said = subprocess.run(
            [str(each) for each in command],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        print(f"{name}: {processor:.1f} s of processor time, {time.monotonic() - begun:.1f} s")
        return said.stdout

    def install(self):
        self.part("an empty environment", sys.executable, "-m", "venv", "venv")
        python = self.bin / "python"
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        site = pathlib.Path(subprocess.check_output([python, "-c", where], text=True).strip())
        # Two folders at most, which come behind the environment's own.
        places = {str(pathlib.Path(spec.origin).parent.parent): None for spec in FOUND.values()}
        (site / "found.pth").write_text("\n".join(places) + "\n")
        if PACKAGE.suffix == ".whl":
            self.part(
                "pip install",
                python,
                "-m",
                "pip",
                "install",
                "-q",
                "--no-deps",
                "--no-index",
                PACKAGE,
            )
        else:
            shutil.copytree(PACKAGE, site / "noiseloom")
        where = self.part(
            "the first import", python, "-c", "import noiseloom; print(noiseloom.__file__)"
        )
        self.assertEqual(pathlib.Path(where.strip()).parent, site / "noiseloom")

    def test_walk(self):
        section = MANUAL.read_text(encoding="utf-8").split("## A whole run in ten lines")[1]
        _, once, _, program, _, verify, *_ = section.split("```")
        sizes = "dataset_size=50000, batch_size=500, epochs=20, "
        self.assertIn(sizes, once)
        once = once.replace(sizes, "dataset_size=600, batch_size=30, epochs=10, ")
        once, program = (each.replace("python", "", 1) for each in (once, program))
        begun = time.monotonic()
        self.install()
        python = self.bin / "python"
        self.part("key and design", python, "-c", once)
        # A first run without its last steps, as one that was killed, and the same lines once more.
        early = program + "    if step == 99: break\n"
        self.part("half of the run", python, "-c", OWN + early)
        said = self.part("the rest", python, "-c", OWN + program)
        self.assertEqual(said.splitlines()[0], "101 of 200 steps")
        self.assertEqual(said.splitlines()[-1], "200 of 200 steps")
        command = verify.strip().replace("noiseloom-cli", f"{python} -m noiseloom")
        self.part("verify", "sh", "-e", "-c", command)
        again = (
            "import noiseloom\n"
            "found = noiseloom.verify(job='run.record', strategy='run.npz', key_file='run.key', finished=True)\n"
            "assert found, found"
        )
        self.part("verify in Python", python, "-c", again)
        self.assertEqual(os.stat(self.folder / "run.key").st_mode & 0o777, 0o600)
        print(f"from nothing to a verified record: {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    MANUAL, PACKAGE = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
