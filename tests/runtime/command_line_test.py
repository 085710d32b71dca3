"""The command line that the Python package holds, and noiseloom.verify.

usage: command_line_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
FILES: strategy files of tests/interop; CLI: noiseloom-cli.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import unittest

try:
    import numpy  # noqa: F401
except ImportError:
    print("SKIPPED: NumPy is not installed (Debian package python3-numpy)")
    sys.exit(0)

import noiseloom  # noqa: E402
from cases import Case  # noqa: E402

PYTHON = [sys.executable, "-m", "noiseloom"]
KEY = b"bytes that nobody prints, 32 now"


class CommandLine(Case):
    def same(self, *arguments, **options):
        """What both answer, which has to be the same: exit code, standard output and error."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        done = [subprocess.run([*each, *arguments], **options) for each in ([CLI], PYTHON)]
        cli, python = ((each.returncode, each.stdout, each.stderr) for each in done)
        self.assertEqual(cli, python)
        return python

    def test_is_noiseloom_cli(self):
        strategy = FILES / "toeplitz.npz"
        for code, arguments in (
            (2, ()),
            (0, ("--version",)),
            (0, ("--help",)),
            (0, ("train", "--help")),
            (0, ("reproduce", "--help")),
            (0, ("claim", strategy)),
            (0, ("snippet", "--for", "numpy", strategy)),
            (0, ("verify", strategy, "--json")),
            (2, ("desing",)),
            (2, ("verify", strategy, "--epsilon", "1")),
            (2, ("verify", os.fsencode(self.folder) + b"/\xff.npz")),
        ):
            self.assertEqual(self.same(*arguments)[0], code, arguments)

    def test_writes_files(self):
        job = ("design", "--iterations", "48", "--epochs", "6", "--epsilon", "4", "--delta", "1e-5")
        out = ("--out", self.folder / "run.npz")
        subprocess.run([*PYTHON, *job, *out], stdout=subprocess.DEVNULL, check=True)
        design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5)
        self.assertEqual(noiseloom.load(self.folder / "run.npz"), design)

    def test_a_full_disk_is_said(self):
        with open("/dev/full", "wb") as full:
            code, _, said = self.same("--help", stdout=full)
        self.assertEqual(code, 2)
        self.assertIn(b"cannot write to standard output", said)

    def test_stops_by_signals(self):
        """As the program does: with exit code 130, and without a file cut short."""
        long = ("--iterations", "3e5", "--epochs", "4", "--epsilon", "2", "--delta", "1e-6")
        written = self.folder / "long.npz"
        more = ("--mechanism", "banded", "--bands", "32", "--out", written, "--json")
        for sent in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen(
                [*PYTHON, "design", *long, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            # Python itself has no handler of SIGTERM: once there is one, it is the command line's.
            while not self.catches(process.pid, signal.SIGTERM):
                self.assertIsNone(process.poll())
            process.send_signal(sent)
            output, said = process.communicate()
            self.assertEqual(process.returncode, 130, said)
            self.assertIn(b"cancelled", said)
            self.assertEqual(written.exists(), bool(output))
            if output:
                self.assertEqual(json.loads(output)["termination"], "stopped")
                written.unlink()

    @staticmethod
    def catches(process, number):
        status = pathlib.Path(f"/proc/{process}/status").read_text()
        return bool(int(re.search(r"SigCgt:\t(\w+)", status)[1], 16) >> (number - 1) & 1)


class Verify(Case):
    def printed(self, *arguments):
        """Exit code and JSON of noiseloom-cli verify."""
        done = subprocess.run([CLI, "verify", *arguments, "--json"], stdout=subprocess.PIPE)
        return done.returncode, json.loads(done.stdout)

    def test_of_a_strategy_file(self):
        file = FILES / "toeplitz.npz"
        verified = noiseloom.verify(file)
        self.assertEqual((0, verified), self.printed(file))
        self.assertTrue(verified)
        self.assertTrue(all(each.passed for each in verified.checks))
        self.assertIn("noise_multiplier", [each.name for each in verified.checks])
        self.assertEqual(
            repr(verified),
            f"<noiseloom.Verification: {file}: verified, {len(verified.checks)} checks>",
        )

    def test_of_a_plan(self):
        plan, strategy = FILES / "toeplitz.plan.json", FILES / "toeplitz.npz"
        self.assertTrue(noiseloom.verify(plan))
        content = json.loads(plan.read_text())
        forged = self.folder / "forged.plan.json"
        forged.write_text(json.dumps({**content, "strategy_sha256": "0" * 64}))
        verified = noiseloom.verify(forged, strategy=strategy)
        self.assertEqual((1, verified), self.printed(forged, "--strategy", strategy))
        self.assertFalse(verified)
        self.assertFalse(verified.passed)
        failed = [each.name for each in verified.checks if not each.passed]
        self.assertGreater(len(failed), 0)
        self.assertIn(f"NOT verified: {', '.join(failed)}", repr(verified))

    def test_of_a_record(self):
        design = noiseloom.design(
            iterations=4, epochs=2, epsilon=4, delta=1e-5, bands=2, dataset_size=40
        )
        strategy, record = self.folder / "run.npz", self.folder / "run.record"
        design.save(strategy)
        key = noiseloom.new_key(self.folder / "run.key")
        noise = design.noise(key, 5)
        with noiseloom.Record(record, noise, 40, clip_norm=1, reduction="sum") as writer:
            for step, batch in enumerate(design.batches(key, 40)):
                row = noise.next()
                writer.add(step, batch, row, row)
        for options, more in (
            ({}, ()),
            ({"key_file": key, "finished": True}, ("--key-file", key, "--finished")),
        ):
            verified = noiseloom.verify(job=record, strategy=strategy, **options)
            self.assertTrue(verified, verified)
            said = self.printed("--job", record, "--strategy", strategy, *more)
            self.assertEqual((0, verified), said)
        self.assertIn("covers", verified)
        same = noiseloom.verify(job=record, strategy=strategy, against=record)
        self.assertFalse(same)

    def test_refuses_what_goes_ill_together(self):
        file = FILES / "toeplitz.npz"
        self.refuses("file = none is not allowed", noiseloom.verify)
        self.refuses(
            "without another file to check", noiseloom.verify, file, job=file, strategy=file
        )
        self.refuses("strategy = none", noiseloom.verify, job=file)
        self.refuses("noise plan or a record only", noiseloom.verify, file, strategy=file)
        self.refuses(
            "against = other is not allowed: use job with it",
            noiseloom.verify,
            file,
            against="other",
        )
        self.refuses(
            "finished = on is not allowed: use job with it", noiseloom.verify, file, finished=True
        )
        self.refuses("did you mean finished?", noiseloom.verify, file, finishd=True)
        self.refuses("nowhere", noiseloom.verify, "nowhere.npz", error=noiseloom.IoError)
        (self.folder / "text.npz").write_text("no strategy")
        self.refuses(
            "text.npz", noiseloom.verify, self.folder / "text.npz", error=noiseloom.FormatError
        )

    def test_keys_are_not_printed(self):
        file = FILES / "toeplitz.npz"
        for key in (KEY, KEY.hex(), bytearray(KEY)):
            with self.assertRaises((noiseloom.InvalidArgument, TypeError)) as caught:
                noiseloom.verify(job=file, strategy=file, key_file=key)
            self.assertNotIn(KEY.decode(), str(caught.exception))
            self.assertNotIn(KEY.hex(), str(caught.exception))


if __name__ == "__main__":
    FILES, CLI = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[3])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
