"""What the tests of the package share: a folder of their own, refusals, and what is found wrong with a record."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import noiseloom


def key_file_of(folder, key):
    file = pathlib.Path(folder, "run.key")
    file.write_bytes(key)
    file.chmod(0o600)
    return file


def failed_items(cli, folder, design, key, record, *more):
    """The names of what `verify --job` finds wrong with the record of a run of `design`."""
    strategy = pathlib.Path(folder, "run.npz")
    design.save(strategy)
    command = [cli, "verify", "--job", record, "--strategy", strategy]
    command += ["--key-file", key_file_of(folder, key), "--json", *more]
    said = subprocess.run([str(each) for each in command], capture_output=True, text=True)
    assert said.returncode in (0, 1), said.stderr
    failed = [each["name"] for each in json.loads(said.stdout)["items"] if not each["passed"]]
    assert said.returncode == (1 if failed else 0), said.stderr
    return failed


class Refusing(unittest.TestCase):
    def refuses(self, part, function, *arguments, error=noiseloom.InvalidArgument, **options):
        with self.assertRaises(error) as caught:
            function(*arguments, **options)
        self.assertIn(part, str(caught.exception))
        return caught.exception


class Case(Refusing):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
