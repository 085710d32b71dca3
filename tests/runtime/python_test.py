"""The Python package against core, bit for bit, and against the command line.

usage: python_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
FILES: strategy files of tests/interop; CORE_NOISE: the program noiseloom_core_noise; CLI: noiseloom-cli.
"""

import ast
import doctest
import gc
import hashlib
import importlib.util
import inspect
import json
import math
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
import unittest
import warnings

try:
    import numpy as np
except ImportError:
    print("SKIPPED: NumPy is not installed (Debian package python3-numpy)")
    sys.exit(0)

os.environ["MPLBACKEND"] = "Agg"  # no window

import noiseloom  # noqa: E402
from cases import Case, failed_items, key_file_of  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "interop"))
from exact_normals import exact_normals  # noqa: E402
from names import NAMES  # noqa: E402

KEY = bytes(range(100, 132))
JOB = dict(iterations=48, epochs=6, epsilon=4, delta=1e-5)


class WithFiles(Case):
    def setUp(self):
        super().setUp()
        self.key_file = key_file_of(self.folder, KEY)

    def core_noise(self, name, parameters, shard, steps, dtype):
        arguments = [FILES / f"{name}.npz", self.key_file, parameters, *shard, *steps, dtype]
        made = subprocess.run(
            [CORE_NOISE, *map(str, arguments)], check=True, capture_output=True
        ).stdout
        return np.frombuffer(made, dtype).reshape(steps[1] - steps[0], -1)


class Bits(WithFiles):
    def test_every_strategy_shard_and_type(self):
        for name in NAMES:
            design = noiseloom.load(FILES / f"{name}.npz")
            for dtype in ("float32", "float64"):
                whole = self.core_noise(name, 101, (0, 1), (0, 20), dtype)
                noise = design.noise(KEY, 101, dtype=dtype)
                np.testing.assert_array_equal(
                    np.stack([noise.next() for _ in range(20)]), whole, f"{name}, {dtype}"
                )
                for world in (2, 3, 7):
                    shards = [
                        design.noise(self.key_file, 101, (rank, world), dtype)
                        for rank in range(world)
                    ]
                    rows = [np.concatenate([each.next() for each in shards]) for _ in range(20)]
                    np.testing.assert_array_equal(
                        np.stack(rows), whole, f"{name}, {dtype}, {world} shards"
                    )
                    self.assertEqual(
                        [each.begin for each in shards[1:]], [each.end for each in shards[:-1]]
                    )

    def test_resumed_at_every_step(self):
        for name in NAMES:
            design = noiseloom.load(FILES / f"{name}.npz")
            straight = design.noise(KEY, 3)
            rows, states = [], []
            for _ in range(design.iterations):
                states.append(json.loads(json.dumps(straight.state_dict())))
                rows.append(straight.next())
            back = design.noise(KEY, 3)
            back.advance(design.iterations)  # later ones are loaded before earlier ones, too
            for step in (0, 1, 2, 7, 24, 25, 26, 118, 119):
                for noise in (design.noise(KEY, 3), back):
                    noise.load_state_dict(states[step])
                    self.assertEqual(noise.step, step)
                    np.testing.assert_array_equal(noise.next(), rows[step], f"{name}, step {step}")
            if design.kind in ("toeplitz", "blt", "tree"):
                for step, state in enumerate(states):
                    noise = design.noise(KEY, 3)
                    noise.load_state_dict(state)
                    np.testing.assert_array_equal(noise.next(), rows[step], f"{name}, step {step}")

    def test_command_line_makes_the_same(self):
        out = self.folder / "noise.npy"
        command = [
            CLI,
            "noise",
            FILES / "blt.npz",
            "--parameters",
            101,
            "--key-file",
            self.key_file,
            "--steps",
            "3:9",
            "--shard",
            "1/3",
            "--number-type",
            "float32",
            "--out",
            out,
        ]
        if subprocess.run([CLI, "noise", "--help"], capture_output=True).returncode != 0:
            self.skipTest("this noiseloom-cli has no command noise")
        subprocess.run([str(each) for each in command], check=True, capture_output=True)
        noise = noiseloom.load(FILES / "blt.npz").noise(KEY, 101, (1, 3))
        noise.advance(3)
        np.testing.assert_array_equal(np.load(out), np.stack([noise.next() for _ in range(6)]))

    def test_sub_keys_and_identifier(self):
        def sub_key(use):
            return hashlib.blake2b(
                b"",
                key=KEY,
                salt=use.to_bytes(8, "little").ljust(16, b"\0"),
                person=b"NoiseLm1".ljust(16, b"\0"),
                digest_size=32,
            ).digest()

        self.assertEqual(
            noiseloom._noiseloom.noise_key(noiseloom._noiseloom.KeySource(KEY)), sub_key(1)
        )
        code = hashlib.blake2b(
            b"noiseloom key identifier", key=sub_key(3), digest_size=16
        ).hexdigest()
        self.assertEqual(
            noiseloom._noiseloom.key_identifier(noiseloom._noiseloom.KeySource(self.key_file)), code
        )


class InPlace(WithFiles):
    def setUp(self):
        super().setUp()
        self.design = noiseloom.load(FILES / "toeplitz.npz")
        self.expected = self.design.noise(KEY, 12).next()

    def test_arrays_are_written_without_a_copy(self):
        for out in (np.empty(12, "f4"), np.empty((3, 4), "f4"), np.empty((2, 12), "f4")[1]):
            address = out.__array_interface__["data"][0]
            self.assertIs(self.design.noise(KEY, 12).next(out), out)
            self.assertEqual(out.__array_interface__["data"][0], address)
            np.testing.assert_array_equal(out.ravel(), self.expected)

    def test_dlpack(self):
        class Tensor:  # of a library that has no buffers
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, stream=None):
                return self.array.__dlpack__()

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        out = np.empty(12, "f4")
        before = sys.getrefcount(out)
        for _ in range(3):
            self.design.noise(KEY, 12).next(Tensor(out))
            np.testing.assert_array_equal(out, self.expected)
        noise = self.design.noise(KEY, 12)
        for bad, part in (
            (np.empty(12), "float32"),
            (np.empty(24, "f4")[::2], "gaps"),
            (np.empty(12, "i4"), "float32"),
        ):
            self.refuses(part, noise.next, Tensor(bad))
        self.refuses("12", noise.next, Tensor(np.empty(11, "f4")))
        self.assertEqual(sys.getrefcount(out), before)
        self.assertEqual(noise.step, 0)

    def test_refusals(self):
        noise = self.design.noise(KEY, 12)
        read_only = np.empty(12, "f4")
        read_only.flags.writeable = False
        for bad, part in (
            (np.empty(12), "float32"),
            (np.empty(12, ">f4"), "float32"),
            (np.empty((12, 2), "f4")[:, 0], "gaps"),
            (np.empty((4, 3), "f4").T, "gaps"),
            (read_only, "read-only"),
            (3, "int"),
            (np.empty(13, "f4"), "12"),
        ):
            self.refuses(part, noise.next, bad)
        self.assertEqual(noise.step, 0)
        np.testing.assert_array_equal(noise.next(), self.expected)


class WrongUse(WithFiles):
    def test_sentences(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        noise = design.noise(KEY, 10)
        noise.advance(design.iterations)
        self.refuses("privacy claim end there", noise.next)
        self.refuses("step", noise.advance, 3)
        self.refuses("10 bytes", design.noise, bytes(10), 10)
        self.refuses("parameters", design.noise, KEY, 0)
        self.refuses("shard", design.noise, KEY, 10, (2, 2))
        self.refuses("shards", design.noise, KEY, 10, (0, 11))
        self.refuses("float16", design.noise, KEY, 10, dtype="float16")
        self.refuses("nowhere", design.noise, "/nowhere/key", 10, error=noiseloom.IoError)
        self.key_file.chmod(0o640)
        self.refuses("chmod 600", design.noise, self.key_file, 10, error=noiseloom.FormatError)
        self.refuses("nowhere", noiseloom.load, "/nowhere/at.npz", error=OSError)
        self.refuses("run.key", noiseloom.load, self.key_file, error=noiseloom.FormatError)

    def test_states_of_other_noise(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        noise = design.noise(KEY, 10, (1, 2))
        noise.next()
        state = noise.state_dict()
        self.assertNotIn(KEY.hex(), json.dumps(state))
        other = noiseloom.load(FILES / "blt.npz")
        for wrong, part in (
            (other.noise(KEY, 10, (1, 2)), "strategy file"),
            (design.noise(bytes(32), 10, (1, 2)), "another key"),
            (design.noise(KEY, 11, (1, 2)), "parameters"),
            (design.noise(KEY, 10, (1, 3)), "as many machines"),
            (design.noise(KEY, 10, (0, 2)), "shard 1"),
            (design.noise(KEY, 10, (1, 2), "float64"), "float32"),
        ):
            self.refuses(part, wrong.load_state_dict, state)
            self.assertEqual(wrong.step, 0)
        for broken in (
            {},
            {**state, "version": 2},
            {**state, "step": "1"},
            {**state, "step": -1},
            {**state, "step": 121},
        ):
            self.refuses("", design.noise(KEY, 10, (1, 2)).load_state_dict, broken)


class ExactReleases(WithFiles):
    KINDS = ["toeplitz", "toeplitz_plain", "banded", "banded_rates", "identity"]

    def test_sums_on_the_grid_and_noise_that_no_sum_changes(self):
        for name in self.KINDS:
            design = noiseloom.load(FILES / f"{name}.npz")
            zeros, sums = (design.exact_release(KEY, 50, dtype="float64") for _ in range(2))
            self.assertTrue(0 < zeros.margin < 1e-6)
            h = design._strategy.stddev * (1 + zeros.margin) * (1 + 2.0**-50) * 2.0**-40
            random = np.random.default_rng(1)
            for _ in range(20):
                noise = zeros.release(np.zeros(50))
                gradient = random.normal(size=50)
                released = sums.release(gradient.copy())
                for row in (noise, released):  # whole numbers of h, each rounded once
                    np.testing.assert_array_equal(np.rint(row / h) * h, row)
                np.testing.assert_array_equal(
                    np.rint(released / h) - np.rint(noise / h), np.rint(gradient / h), name
                )
            self.assertGreater(np.std(noise), design._strategy.stddev / 4)

    def test_whole_numbers_of_the_documented_layout(self):
        for name in self.KINDS:
            design = noiseloom.load(FILES / f"{name}.npz")
            matrix = design.matrix()
            bits = 39 - (math.frexp(np.abs(matrix).max())[1] - 1)  # u = 2^-bits
            whole = [[int(math.ldexp(entry, bits)) for entry in row] for row in matrix]
            exact = design.exact_release(KEY, 5000, dtype="float64")
            h = design._strategy.stddev * (1 + exact.margin) * (1 + 2.0**-50) * 2.0**-40
            noise = []
            for step in range(5):
                released = exact.release(np.zeros(5000))[2048:2058]
                row = []
                for j, left in enumerate(exact_normals(KEY, step, 2, 10, 40 + bits)):
                    left -= sum(whole[step][before] * noise[before][j] for before in range(step))
                    diagonal = whole[step][step]
                    row.append((2 * left + diagonal) // (2 * diagonal))
                noise.append(row)
                np.testing.assert_array_equal([number * h for number in row], released, name)

    def test_shards_states_and_types(self):
        for name in self.KINDS:
            design = noiseloom.load(FILES / f"{name}.npz")
            whole = design.exact_release(KEY, 2500)
            rows, states = [], []
            for _ in range(12):
                states.append(json.loads(json.dumps(whole.state_dict())))
                rows.append(whole.release(np.ones(2500, "f4")))
            self.assertNotIn(KEY.hex(), json.dumps(states[3]))
            for world in (2, 3):
                shards = [
                    design.exact_release(self.key_file, 2500, (rank, world))
                    for rank in range(world)
                ]
                for row in rows:
                    made = [each.release(np.ones(each.end - each.begin, "f4")) for each in shards]
                    np.testing.assert_array_equal(np.concatenate(made), row)
            for step in (7, 3, 11):
                whole.load_state_dict(states[step])
                self.assertEqual(whole.step, step)
                np.testing.assert_array_equal(whole.release(np.ones(2500, "f4")), rows[step])
            wide = design.exact_release(KEY, 2500, dtype="float64")
            np.testing.assert_array_equal(wide.release(np.ones(2500)).astype("f4"), rows[0])

    def test_in_place(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        gradient = np.ones((3, 4), "f4")
        self.assertIs(design.exact_release(KEY, 12).release(gradient), gradient)
        np.testing.assert_array_equal(
            gradient.ravel(), design.exact_release(KEY, 12).release(np.ones(12, "f4"))
        )

    def test_refusals(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        exact = design.exact_release(KEY, 12)
        first = exact.state_dict()
        for bad in (np.nan, np.inf, 3e30):
            gradient = np.ones(12, "f4")
            gradient[5] = bad
            self.refuses("step 0, coordinate 5", exact.release, gradient)
            self.assertEqual(gradient[4], 1)
        for bad, part in (
            (np.empty(12), "float32"),
            (np.empty(13, "f4"), "12"),
            (np.empty(24, "f4")[::2], "gaps"),
        ):
            self.assertIn("gradient_sum", str(self.refuses(part, exact.release, bad)))
        self.assertEqual(exact.step, 0)
        self.refuses("", design.exact_release, KEY, 12.5, error=TypeError)
        for name in (
            set(NAMES) - set(self.KINDS) - {"balls_in_bins", "shuffled_users", "toeplitz_before_9"}
        ):
            other = noiseloom.load(FILES / f"{name}.npz")
            self.refuses("identity, Toeplitz or banded", other.exact_release, KEY, 12)
        self.refuses("another key", design.exact_release(bytes(32), 12).load_state_dict, first)
        self.refuses("parameters", design.exact_release(KEY, 13).load_state_dict, first)
        self.refuses("noise", design.noise(KEY, 12).load_state_dict, first)
        self.refuses("exact releases", exact.load_state_dict, design.noise(KEY, 12).state_dict())
        self.refuses("there are 120", exact.load_state_dict, {**first, "step": 121})
        exact.advance(design.iterations)
        self.refuses("privacy claim end there", exact.release, np.ones(12, "f4"))


class Batches(WithFiles):
    def test_follow_key_and_step(self):
        design = noiseloom.design(**JOB, bands=4, dataset_size=500)
        batches = design.batches(KEY, 500)
        every = list(batches)
        self.assertEqual(
            (len(every), len(batches), batches.step, batches.batching),
            (48, 48, 48, "cyclic-poisson"),
        )
        again = design.batches(self.key_file, 500)
        for step in (7, 0, 47):
            np.testing.assert_array_equal(again[step], every[step])
        self.assertTrue(all((np.diff(each) > 0).all() and each.dtype == np.int64 for each in every))
        examples = np.concatenate(every)
        self.assertTrue(examples.min() >= 0 and examples.max() < 500)
        # So many epochs on average: six standard deviations are 0.7.
        self.assertAlmostEqual(len(examples) / 500, 6, delta=1)
        out = self.folder / "batches.npz"
        design.save(self.folder / "run.npz")
        command = [
            CLI,
            "batches",
            self.folder / "run.npz",
            "--key-file",
            self.key_file,
            "--steps",
            "3:48",
            "--out",
            out,
        ]
        subprocess.run([str(each) for each in command], check=True, capture_output=True)
        with np.load(out) as of_command_line:
            offsets, indices = of_command_line["offsets"], of_command_line["indices"]
        self.assertEqual(len(offsets), 46)
        for step in range(3, 48):
            np.testing.assert_array_equal(
                indices[offsets[step - 3] : offsets[step - 2]], every[step]
            )
        again.load_state_dict({**again.state_dict(), "step": 5})
        np.testing.assert_array_equal(next(again), every[5])
        self.refuses(
            "another key", design.batches(bytes(32), 500).load_state_dict, again.state_dict()
        )
        self.refuses("dataset_size", design.batches, KEY, 501)
        with self.assertRaises(IndexError):
            batches[48]


class Recorded(WithFiles):
    def setUp(self):
        super().setUp()
        self.design = noiseloom.design(**JOB, bands=4, dataset_size=500)
        self.design.save(self.folder / "run.npz")
        self.record = self.folder / "run.record"

    def steps(self, first, last, path=None, batch_of=None, key=None, shard=(0, 1), **how):
        key = key or self.key_file
        noise = self.design.noise(key, 30, shard)
        noise.advance(first)
        batches = self.design.batches(key, 500)
        how = {"clip_norm": 1, "reduction": "mean", "batch_size": 62.5, **how}
        with noiseloom.Record(path or self.record, noise, 500, **how) as record:
            for step in range(first, last):
                record.add(
                    step,
                    (batch_of or batches.__getitem__)(step),
                    noise.next(),
                    np.full(3, step, "f4"),
                )

    def verify(self, *more):
        return failed_items(CLI, self.folder, self.design, KEY, self.record, *more)

    def test_is_what_the_claim_assumes(self):
        self.steps(0, 20)
        self.steps(18, 48)  # killed before its checkpoint of step 18: two steps again, the same
        self.assertEqual(self.verify(), [])
        self.assertEqual(self.record.stat().st_mode & 0o777, 0o600)
        self.assertNotIn(KEY.hex(), self.record.read_text())
        other = self.folder / "other.record"
        self.steps(0, 3, other)
        self.assertEqual(self.verify("--against", other), ["run of the other record"])
        with self.assertRaises(noiseloom.FormatError):
            self.steps(0, 3, shard=(1, 2))

    def test_mistakes_are_caught(self):
        batches = self.design.batches(KEY, 500)
        for failed, how in (
            (["noise_scale"], dict(noise_scale=1)),
            (["clip_norm"], dict(clip_norm=2)),
            (["batches"], dict(batch_of=lambda step: batches[step][:-1])),
        ):
            self.steps(0, 48, **how)
            self.assertEqual(self.verify(), failed)
            self.record.unlink()
        self.steps(0, 4)
        self.steps(6, 8)
        self.assertEqual(self.verify(), ["order of steps"])

    def test_goes_on_where_a_run_was_let_go_of(self):
        def begun():
            how = {"clip_norm": 1, "reduction": "mean", "batch_size": 62.5}
            return noiseloom.Record(self.record, self.design.noise(KEY, 30), 500, **how)

        held = begun()
        self.refuses("is being written by another job", begun, error=noiseloom.IoError)
        of_itself = [held]
        of_itself.append(of_itself)
        gc.disable()
        try:
            del held, of_itself
            begun().close()
        finally:
            gc.enable()

    def test_figures_of_a_step_are_recorded_and_others_refused(self):
        for failed, figures in (
            (["clip norm of each step"], dict(clip_norm=100)),
            (["divisor of each step"], dict(batch_size=63)),
        ):
            self.steps(0, 3)
            noise = self.design.noise(KEY, 30)
            noise.advance(3)
            with noiseloom.Record(
                self.record, noise, 500, clip_norm=1, reduction="mean", batch_size=62.5
            ) as record:
                self.refuses(
                    "step 3 was",
                    record.add,
                    3,
                    self.design.batches(KEY, 500)[3],
                    noise.next(),
                    **figures,
                )
            self.assertEqual(self.verify(), failed)
            self.record.unlink()

    def test_ends(self):
        self.steps(0, 7)
        self.assertEqual((self.verify(), self.verify("--finished")), ([], ["end"]))
        noise = self.design.noise(KEY, 30)
        noise.advance(7)
        with noiseloom.Record(
            self.record, noise, 500, clip_norm=1, reduction="mean", batch_size=62.5
        ) as record:
            record.finish()
        self.assertEqual(self.verify("--finished"), [])
        self.steps(7, 48)
        self.assertEqual(self.verify("--finished"), [])
        self.assertTrue(self.record.read_text().splitlines()[-1].startswith('{"end":48,'))

    def test_wrong_use(self):
        noise = self.design.noise(KEY, 5)
        how = dict(clip_norm=1, reduction="sum")
        self.refuses(
            "batch_size", noiseloom.Record, self.record, noise, 500, **{**how, "batch_size": 3}
        )
        self.refuses(
            "batch_size", noiseloom.Record, self.record, noise, 500, **{**how, "reduction": "mean"}
        )
        self.refuses(
            "sum or mean", noiseloom.Record, self.record, noise, 500, **{**how, "reduction": "max"}
        )
        self.refuses(
            "clip_norm", noiseloom.Record, self.record, noise, 500, **{**how, "clip_norm": 0}
        )
        self.refuses("500", noiseloom.Record, self.record, noise, 501, **how)
        for divisor in (61, 64, 125, 62500):
            self.refuses(
                "62.5 examples",
                noiseloom.Record,
                self.record,
                noise,
                500,
                **{**how, "reduction": "mean", "batch_size": divisor},
            )
        self.refuses(
            "nowhere", noiseloom.Record, "/nowhere/r", noise, 500, error=noiseloom.IoError, **how
        )
        self.assertFalse(self.record.exists())
        record = noiseloom.Record(self.record, noise, 500, **how)
        self.refuses(
            "another job", noiseloom.Record, self.record, noise, 500, error=noiseloom.IoError, **how
        )
        row = noise.next()
        record.add(0, [], row)
        self.refuses("increasing", record.add, 1, [3, 2], row)
        self.refuses("integers", record.add, 1, [0.5], row)
        self.refuses("float32", record.add, 1, [3], row.astype("f8"))
        self.refuses("noise", record.add, 1, [3], row[:4])
        self.refuses("gaps", record.add, 1, [3], row, np.zeros(4)[::2])
        record.close()
        self.refuses("closed", record.add, 1, [3], row, error=noiseloom.Error)
        self.assertEqual(len(self.record.read_text().splitlines()), 2)


class Answers(WithFiles):
    def ask_command_line(self, *arguments):
        return json.loads(
            subprocess.run(
                [CLI, *arguments, "--json"], check=True, capture_output=True, text=True
            ).stdout
        )

    @staticmethod
    def without_times(answer):
        if isinstance(answer, dict):
            return {
                k: Answers.without_times(v)
                for k, v in answer.items()
                if not k.endswith("seconds") and k not in ("files", "strategy_file")
            }
        return (
            [Answers.without_times(each) for each in answer] if isinstance(answer, list) else answer
        )

    def same(self, made, *arguments):
        self.assertEqual(
            self.without_times(made), self.without_times(self.ask_command_line(*arguments))
        )

    def test_are_the_command_lines(self):
        job = ["--iterations", "48", "--epochs", "6", "--epsilon", "4", "--delta", "1e-5"]
        made = noiseloom.design(**JOB, bands=4, column_normalize=False)
        self.same(made.figures, "design", *job, "--bands", "4", "--column-normalize", "off")
        self.same(
            noiseloom.account(
                epsilon=2, delta=1e-6, sampling_probability=0.01, compositions=100, profile=[1, 3]
            ),
            "account",
            "--epsilon",
            "2",
            "--delta",
            "1e-6",
            "--sampling-probability",
            "0.01",
            "--compositions",
            "100",
            "--profile",
            "1,3",
        )
        phases = noiseloom.account(delta=1e-5, phase=[(0.1, 1.5, 10), (0.2, 2, 5)])
        self.same(
            phases, "account", "--delta", "1e-5", "--phase", "0.1:1.5:10", "--phase", "0.2:2:5"
        )
        self.same(
            noiseloom.account(delta=1e-5, phase=(0.1, 1.5, 10)),
            "account",
            "--delta",
            "1e-5",
            "--phase",
            "0.1:1.5:10",
        )
        made = noiseloom.sweep(over="bands", values=[1, 2, 4], **JOB)
        self.assertEqual([point.value for point in made.points], [1, 2, 4])
        for point in made.points:
            point["value"] = str(point.value)  # as the command prints it
        self.same(
            made,
            "sweep",
            *job,
            "--over",
            "bands",
            "--values",
            "1,2,4",
        )
        self.same(
            noiseloom.recommend(**JOB, batchings=["fixed-order"], dataset_size=480),
            "recommend",
            *job,
            "--batchings",
            "fixed-order",
            "--dataset-size",
            "480",
        )

    def test_files_come_back(self):
        made = noiseloom.design(**JOB, mechanism="blt", batching="min-sep", min_sep=8)
        path = self.folder / "strategy.npz"
        made.save(path)
        read = noiseloom.load(path)
        self.assertEqual(read.sha256, hashlib.sha256(path.read_bytes()).hexdigest())
        self.assertEqual(read.sha256, made.sha256)
        self.assertEqual(
            (read.kind, read.iterations, read.noise_multiplier), ("blt", 48, made.noise_multiplier)
        )
        self.assertEqual(read.stddev, read.figures.stddev)
        self.assertEqual(read.matrix().shape, (48, 48))
        self.assertEqual(read.metadata().format, "noiseloom-strategy")
        self.assertEqual(read.claimed, read.privacy_claim.severity == "ok")
        np.testing.assert_array_equal(read.noise(KEY, 5).next(), made.noise(KEY, 5).next())
        subprocess.run([CLI, "verify", path], check=True, capture_output=True)
        self.assertEqual(
            [each.name for each in self.folder.iterdir() if each.name.startswith(".")], []
        )
        self.assertEqual(pickle.loads(pickle.dumps(read.figures)), read.figures)

    def test_an_epsilon_of_zero_makes_delta_the_advantage(self):
        job = {**JOB, "epsilon": 0, "delta": 0.1, "batching": "fixed-epoch"}
        made = noiseloom.design(**job)
        self.assertEqual(made.epsilon, 0)
        advantage = math.erf(1 / made.noise_multiplier / math.sqrt(8))
        self.assertLessEqual(advantage, 0.1 * (1 + 1e-12))
        self.assertGreaterEqual(advantage, 0.1 * (1 - 1e-6))

    def test_refusals_name_the_option(self):
        problem = self.refuses("from 0", noiseloom.design, **{**JOB, "epsilon": -1})
        self.assertEqual(problem.argument, "epsilon")
        problem = self.refuses("min_sep", noiseloom.design, **JOB, batching="min-sep", min_sep=0)
        self.assertEqual(problem.argument, "min_sep")
        self.assertIsInstance(problem, ValueError)
        self.refuses("colour is not an option", noiseloom.design, **JOB, colour="red")
        self.refuses("save()", noiseloom.design, **JOB, out="x.npz")
        self.refuses("", noiseloom.account, epsilon=1)
        self.refuses(
            "cannot be reached",
            noiseloom.design,
            **JOB,
            solve_for="epsilon",
            target_error=1e-9,
            error=noiseloom.Error,
        )
        with self.assertRaises(AttributeError):
            noiseloom.account(epsilon=1, delta=1e-5).colour

    def test_a_claim_that_is_not_made_is_warned_of(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            made = noiseloom.design(
                **JOB, bands=4, job_batching="shuffled-each-epoch", dataset_size=480
            )
        self.assertEqual([each.category for each in caught], [noiseloom.ClaimWarning])
        self.assertFalse(made.claimed)


class Secrets(WithFiles):
    """Whatever a wrong call prints, the key is not in it."""

    SECRET = b"bytes that nobody prints, 32 now"

    def test_no_refusal_holds_the_key(self):
        design, key = noiseloom.load(FILES / "toeplitz.npz"), self.SECRET
        noise = design.noise(key, 10)
        wrong = {
            "parameters of a wrong type": lambda: design.noise(key, 1e6),
            "a shard of a wrong type": lambda: design.noise(key, 10, (0.0, 1)),
            "a type that there is not": lambda: design.noise(key, 10, dtype=[key]),
            "key and parameters swapped": lambda: design.noise(10, key),
            "the key as the shard": lambda: design.noise(key, 10, key),
            "the key as the type": lambda: design.noise(key, 10, dtype=key),
            "a key that is too long": lambda: design.noise(key + b"!", 10),
            "a key of a wrong type": lambda: design.noise(bytearray(key), 10),
            "the key as a text of digits": lambda: design.noise(key.hex(), 10),
            "exact release": lambda: design.exact_release(key, 1e6),
            "exact release, swapped": lambda: design.exact_release(10, key),
            "batches": lambda: design.batches(key, 1200.0),
            "batches, swapped": lambda: design.batches(1200, key),
            "a step of a wrong type": lambda: noise.advance(key),
            "a step that is not there": lambda: noise.advance(10**9),
            "record": lambda: noiseloom.Record(
                self.folder / "r", noise, key, clip_norm=1, reduction="sum"
            ),
            "a record's file": lambda: noiseloom.Record(
                key, noise, 10, clip_norm=1, reduction="sum"
            ),
            "a record's file of digits": lambda: noiseloom.Record(
                key.hex(), noise, 10, clip_norm=1, reduction="sum"
            ),
            "a record's clip norm": lambda: noiseloom.Record(
                self.folder / "r", noise, 4000, clip_norm=key, reduction="sum"
            ),
            "a record's reduction": lambda: noiseloom.Record(
                self.folder / "r", noise, 4000, clip_norm=1, reduction=key
            ),
            "the extension itself": lambda: noiseloom._noiseloom.Noise(
                design._strategy, noise._key, 1e6, 0, 1, "float32"
            ),
        }
        forms = [key.decode(), key.hex(), key.hex().upper(), str(list(key))[1:-1]]
        for what, call in wrong.items():
            with self.subTest(what), self.assertRaises(Exception) as raised:
                call()
            printed = "".join(
                traceback.format_exception(type(raised.exception), raised.exception, None)
            ) + repr(raised.exception)
            for form in forms:
                self.assertNotIn(form, printed, what)
        for thing in (
            noise,
            noise._key,
            noise.state_dict(),
            vars(noise),
            vars(design.exact_release(key, 10)),
        ):
            for form in forms:
                self.assertNotIn(form, repr(thing))


class Ahead(WithFiles):
    """threads= and prefetch= change no bit, no step and no state."""

    PARAMETERS = 5000

    def test_every_kind_has_the_same_bits(self):
        for name in NAMES:
            design = noiseloom.load(FILES / f"{name}.npz")
            straight = design.noise(KEY, self.PARAMETERS)
            steps = min(design.iterations, 40)
            expected = [straight.next() for _ in range(steps)]
            for how in (dict(threads=3), dict(prefetch=True), dict(threads=0, prefetch=True)):
                noise = design.noise(KEY, self.PARAMETERS, **how)
                for step in range(steps):
                    self.assertEqual(noise.step, step)
                    np.testing.assert_array_equal(noise.next(), expected[step], f"{name} {how}")

    def test_a_state_is_of_the_rows_that_were_given(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        expected = self.rows(design.noise(KEY, self.PARAMETERS), 12)
        ahead = design.noise(KEY, self.PARAMETERS, prefetch=True)
        self.rows(ahead, 5)
        state = ahead.state_dict()
        self.assertEqual(state, {**design.noise(KEY, self.PARAMETERS).state_dict(), "step": 5})
        for how in (dict(), dict(prefetch=True)):
            resumed = design.noise(KEY, self.PARAMETERS, **how)
            resumed.load_state_dict(state)
            np.testing.assert_array_equal(resumed.next(), expected[5])
        self.rows(ahead, 4)
        ahead.load_state_dict(state)  # back
        np.testing.assert_array_equal(self.rows(ahead, 7), expected[5:])
        with self.assertRaises(noiseloom.InvalidArgument):
            pickle.dumps(ahead)

    @staticmethod
    def rows(noise, count):
        return [noise.next() for _ in range(count)]

    def test_refusals_lose_no_row(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        self.refuses("threads", design.noise, KEY, 12, threads=65)
        self.refuses("threads", design.noise, KEY, 12, threads=2.5, error=TypeError)
        straight, ahead = design.noise(KEY, 12), design.noise(KEY, 12, prefetch=True)
        for _ in range(design.iterations):
            self.refuses("float32", ahead.next, np.empty(12))
            np.testing.assert_array_equal(ahead.next(), straight.next())
        self.refuses("claim end", ahead.next)
        self.assertEqual(ahead.step, design.iterations)

    def test_a_forked_child_makes_its_own(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        straight = self.rows(design.noise(KEY, self.PARAMETERS), 4)
        ahead = design.noise(KEY, self.PARAMETERS, prefetch=True)
        ahead.next()
        child = os.fork()
        if child == 0:
            same = all(np.array_equal(ahead.next(), row) for row in straight[1:])
            del ahead
            os._exit(0 if same else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        np.testing.assert_array_equal(ahead.next(), straight[1])

    def test_a_process_ends_while_a_row_is_made(self):
        program = (
            "import noiseloom, sys\n"
            "noise = noiseloom.load(sys.argv[1]).noise(bytes(32), 3_000_000, prefetch=True)\n"
            "noise.next()\n"
        )
        subprocess.run([sys.executable, "-c", program, FILES / "toeplitz.npz"], check=True)


class Progress(unittest.TestCase):
    def test_is_called_with_growing_fractions_in_the_calling_thread(self):
        calls = []

        def note(fraction, text):
            calls.append((fraction, text, threading.get_ident()))

        made = noiseloom.sweep(over="bands", values=[1, 2, 4, 8], **JOB, progress=note)
        self.assertEqual(len(made.points), 4)
        fractions = [fraction for fraction, _, _ in calls]
        self.assertEqual(fractions, sorted(fractions))
        self.assertEqual(calls[-1][:2], (1.0, "done"))
        self.assertTrue(all(0 <= fraction <= 1 for fraction in fractions))
        self.assertEqual({thread for _, _, thread in calls}, {threading.get_ident()})
        self.assertTrue(all(isinstance(text, str) and text for _, text, _ in calls))
        for question, more in (
            (noiseloom.design, JOB),
            (noiseloom.recommend, {**JOB, "batchings": ["fixed-order"]}),
            (noiseloom.account, dict(epsilon=1, delta=1e-5)),
        ):
            calls.clear()
            question(**more, progress=note)
            self.assertEqual(calls[-1][0], 1.0, question.__name__)
        noiseloom.from_array([1, 0.5], **JOB, progress=note)

    def test_work_in_progress_is_reported_and_ended_by_an_exception(self):
        calls = []

        def refuse(fraction, text):
            calls.append((fraction, text))
            raise ArithmeticError(text)

        with self.assertRaises(ArithmeticError) as raised:
            # Minutes, if nothing stops it.
            noiseloom.design(
                iterations=4000,
                epochs=8,
                epsilon=4,
                delta=1e-5,
                mechanism="dense",
                batching="min-sep",
                progress=refuse,
            )
        self.assertEqual(len(calls), 1)
        self.assertLess(calls[0][0], 1)
        self.assertEqual(str(raised.exception), calls[0][1])

    def test_is_a_function(self):
        with self.assertRaises(noiseloom.InvalidArgument) as refused:
            noiseloom.design(**JOB, progress=True)
        self.assertIn("progress = bool", str(refused.exception))


class Interrupted(unittest.TestCase):
    def setUp(self):
        # Shells ignore it for what they run in the background.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def interrupt_soon(self, ready=lambda: True, after=0.2):
        """Once the process has worked for a while, however long that is on a clock. Returns a list, which then has the
        processor time at which it was interrupted."""
        over = threading.Event()
        begin = time.process_time()
        interrupted = []

        def interrupt():
            while not (time.process_time() - begin > after and ready()):
                if over.wait(0.005):
                    return
            interrupted.append(time.process_time())
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(over.set)
        return interrupted

    def test_every_question_ends_within_a_moment(self):
        """Within 0.3 s on a clock, which a loaded machine makes longer: here the processor time of all threads from the
        interrupt on, 0.05 to 0.16 s on two cores."""
        job = dict(epsilon=4, delta=1e-5)
        dense = dict(iterations=4096, epochs=8, mechanism="dense", batching="min-sep")
        banded = dict(mechanism="banded-toeplitz", epochs=10)
        jobs = {
            "dense": lambda: noiseloom.design(**dense, **job),
            "draws": lambda: noiseloom.design(
                iterations=2000, bands=32, batching="balls-in-bins", **banded, **job
            ),
            "joined steps": lambda: noiseloom.design(
                iterations=100_000, bands=300, batching="b-min-sep", **banded, **job
            ),
            "recommend": lambda: noiseloom.recommend(
                dataset_size=1_000_000, batch_size=1000, epochs=20, **job
            ),
            "sweep": lambda: noiseloom.sweep(
                over="epsilon", values=[0.5, 1, 2, 4, 8], **dense, delta=1e-5
            ),
        }
        for name, question in jobs.items():
            for after in (0.2, 1):
                interrupted = self.interrupt_soon(after=after)
                with self.assertRaises(KeyboardInterrupt, msg=name):
                    while True:
                        question()
                self.assertLess(time.process_time() - interrupted[0], 1, f"{name}, after {after}")

    def test_a_solve_ends_and_others_run_meanwhile(self):
        turns = []
        stopped = threading.Event()

        def turn():
            while not stopped.wait(0.001):
                turns.append(1)

        thread = threading.Thread(target=turn)
        thread.start()
        self.interrupt_soon(lambda: len(turns) > 3)
        try:
            with self.assertRaises(KeyboardInterrupt):
                # Minutes, if nothing stops it.
                noiseloom.design(
                    iterations=4000,
                    epochs=8,
                    epsilon=4,
                    delta=1e-5,
                    mechanism="dense",
                    batching="min-sep",
                )
        finally:
            stopped.set()
            thread.join()
        self.assertGreater(len(turns), 3)

    def test_what_is_left_of_a_solve_ends_with_the_program(self):
        program = (
            "import os, signal, noiseloom\n"
            "def interrupt(fraction, text): os.kill(os.getpid(), signal.SIGINT)\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "job = dict(iterations=2048, epochs=8, epsilon=4, delta=1e-5, batching='min-sep')\n"
            "for _ in range(3):\n"
            "    try:\n"
            "        noiseloom.design(mechanism='dense', progress=interrupt, **job)\n"
            "    except KeyboardInterrupt:\n"
            "        print('interrupted')\n"
            "    if os.fork() == 0:\n"
            "        raise SystemExit  # has no such thread to wait for\n"
            "    print(os.wait()[1])\n"
            "print(noiseloom.design(mechanism='dp-sgd', iterations=48, epochs=6, epsilon=4, delta=1e-5).claimed)\n"
        )
        done = subprocess.run([sys.executable, "-u", "-c", program], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = done.stdout.split()
        self.assertEqual((said.count("interrupted"), said.count("0"), said[-1]), (3, 3, "True"))

    def test_a_step_of_noise_is_taken_up_again(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        parameters = 2_000_000
        noise = design.noise(KEY, parameters)
        out = np.empty(parameters, "f4")
        self.interrupt_soon()
        with self.assertRaises(KeyboardInterrupt):
            while True:
                noise.next(out)
        straight = design.noise(KEY, parameters)
        straight.advance(noise.step)
        np.testing.assert_array_equal(noise.next(out), straight.next())


class Documented(unittest.TestCase):
    NEED = {"plot": "matplotlib", "to_frame": "pandas", "to_dp_event": "dp_accounting"}

    def test_examples(self):
        """Each public function has examples, and those of all docstrings are right."""
        finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
        self.assertEqual(
            runner.run(doctest.DocTestFinder(recurse=False).find(noiseloom)[0]).failed, 0
        )
        for name in set(noiseloom.__all__) - {"__version__"}:
            public = getattr(noiseloom, name)
            tests = [each for each in finder.find(public, name) if each.examples]
            self.assertTrue(tests or inspect.isclass(public), name)
            for test in tests:
                library = self.NEED.get(test.name.split(".")[-1])
                if library is None or importlib.util.find_spec(library) is not None:
                    self.assertEqual(runner.run(test).failed, 0, test.name)

    def test_stub_has_what_the_extension_has(self):
        package = pathlib.Path(noiseloom.__file__).parent
        self.assertTrue((package / "py.typed").exists())
        tree = ast.parse((package / "_noiseloom.pyi").read_text())

        def names(body):
            for node in body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    yield node.name
                elif isinstance(node, ast.AnnAssign):
                    yield node.target.id

        extension = noiseloom._noiseloom
        self.assertEqual(
            set(names(tree.body)) - {"__version__"},
            {name for name in dir(extension) if not name.startswith("_")},
        )
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not issubclass(
                getattr(extension, node.name), Exception
            ):
                own = {
                    name for name in vars(getattr(extension, node.name)) if not name.startswith("_")
                }
                self.assertEqual(set(names(node.body)) - {"__init__"}, own, node.name)

    def test_version(self):
        version = subprocess.run(
            [CLI, "--version"], capture_output=True, text=True, check=True
        ).stdout.split()[1]
        self.assertEqual(noiseloom.__version__, version)
        # The wheel takes it from there, too.
        project = pathlib.Path(__file__).parents[2] / "CMakeLists.txt"
        self.assertIn(f"project(noiseloom VERSION {version} ", project.read_text())


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each) for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
