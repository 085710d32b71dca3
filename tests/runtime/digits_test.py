"""docs/examples/digits: a run that is killed and started again ends with the weights of one that was not, to the
bit, and the record of all of it is what the claim assumes; on two processes and in JAX, too. The nightly run kills runs
of two mechanisms twice, the default one of one mechanism once.

usage: digits_test.py EXAMPLE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import importlib.util
import os
import pathlib
import signal
import socket
import subprocess
import sys
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

import torch  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from cases import Case, key_file_of  # noqa: E402
from read_programs import started  # noqa: E402
from thorough import thorough  # noqa: E402

STEPS = thorough(20, 60)
KILLED_AT = thorough((9,), (4, 9))


needs_jax = unittest.skipUnless(
    importlib.util.find_spec("optax"), "JAX and optax are not installed"
)


def accuracy_in(line):
    return float(line.split()[-2])


class Killed(Case):
    def setUp(self):
        super().setUp()
        self.key_file = key_file_of(self.folder, bytes(range(32)))

    def command(self, name, mechanism="banded-toeplitz", example=None):
        command = [sys.executable, example or EXAMPLE, "train", *([] if example else [mechanism])]
        command += ["--key-file", self.key_file, "--checkpoint", self.folder / f"{name}.pt"]
        return [str(each) for each in [*command, "--steps", STEPS]]

    def lines(self, command, ranks=1, killed_after=None):
        """What a run prints, on so many ranks, until all of them are killed after a line."""
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        as_torchrun = {
            "WORLD_SIZE": str(ranks),
            "MASTER_ADDR": "127.0.0.1",
            "MASTER_PORT": str(port),
        }
        of = [{**os.environ, **as_torchrun, "RANK": str(rank)} for rank in range(ranks)]
        commands = [command] * ranks
        if ranks > 1 and str(IN_JAX) in command:
            meeting = ["--coordinator", f"127.0.0.1:{port}", "--processes", str(ranks), "--process"]
            commands = [[*command, *meeting, str(rank)] for rank in range(ranks)]
        others = [
            subprocess.Popen(each, stdout=subprocess.DEVNULL, env=env)
            for each, env in zip(commands[1:], of[1:])
        ]
        said = []
        with started(commands[0], of[0]) as first:
            for line in first.stdout:
                if not line.startswith("[Gloo]"):  # what JAX's processes say of themselves
                    said.append(line.rstrip("\n"))
                if said[-1:] == [killed_after]:
                    for each in [first, *others]:
                        each.kill()
                    break
        for each in others:
            each.wait()
        return said

    def start(self, mechanism, name):
        return started(self.command(name, mechanism))

    def verify(self, name, code, *more):
        command = [CLI, "verify", "--job", self.folder / f"{name}.record"]
        command += ["--strategy", self.folder / f"{name}.npz", "--key-file", self.key_file, *more]
        said = subprocess.run([str(each) for each in command], capture_output=True, text=True)
        self.assertEqual(said.returncode, code, said.stdout + said.stderr)
        return said.stdout + said.stderr

    def killed_and_gone_on_with(self, ranks=1, **how):
        """What runs print at their end: one that is not killed, and one that is, of the same strategy file."""
        straight = self.lines(self.command("straight", **how), ranks)
        (self.folder / "killed.npz").write_bytes((self.folder / "straight.npz").read_bytes())
        command = self.command("killed", **how)
        self.lines(command, ranks, f"step {KILLED_AT[0]}")
        rest = self.lines(command, ranks)
        self.assertGreater(int(rest[0].split()[1]), KILLED_AT[0])
        for name in ("straight", "killed"):
            self.verify(name, 0)
        return straight[-1], rest[-1]

    def as_one_process(self, **how):
        """Runs of two processes, killed and not, end alike, and classify as one process's do."""
        alone = self.lines(self.command("straight", **how))[-1]
        (self.folder / "straight.pt").unlink()
        (self.folder / "straight.record").unlink()
        straight, killed = self.killed_and_gone_on_with(ranks=2, **how)
        self.assertEqual(killed, straight)
        self.assertAlmostEqual(accuracy_in(straight), accuracy_in(alone), delta=1)  # % of 359

    def test_two_processes(self):
        if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
            self.skipTest("this torch has no gloo")
        self.as_one_process()

    @needs_jax
    def test_in_jax(self):
        straight, killed = self.killed_and_gone_on_with(example=IN_JAX)
        self.assertEqual(killed, straight)

    @needs_jax
    def test_two_processes_in_jax(self):
        import jax

        if not hasattr(jax.config, "jax_cpu_collectives_implementation"):
            self.skipTest("this JAX has no processes that meet on processors")
        self.as_one_process(example=IN_JAX)

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
        again = subprocess.run(self.command("run"), capture_output=True, text=True)
        self.assertEqual(again.returncode, 1)
        self.assertIn("another key", again.stderr)


if __name__ == "__main__":
    EXAMPLE, CLI = (pathlib.Path(each) for each in sys.argv[1:3])
    IN_JAX = EXAMPLE.with_name("digits_jax.py")
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
