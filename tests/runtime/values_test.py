"""The Python package's functions beside the options of the command line, and its designs and answers as values.

usage: values_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
FILES: strategy files of tests/interop; CORE_NOISE: the program noiseloom_core_noise; CLI: noiseloom-cli.
"""

import contextlib
import copy
import dataclasses
import importlib.util
import inspect
import itertools
import math
import os
import pathlib
import pickle
import re
import subprocess
import sys
import types
import typing
import unittest
import unittest.mock
import warnings
import xml.etree.ElementTree

try:
    import numpy as np
except ImportError:
    print("SKIPPED: NumPy is not installed (Debian package python3-numpy)")
    sys.exit(0)

os.environ["MPLBACKEND"] = "Agg"  # no window

import noiseloom  # noqa: E402
from cases import Case  # noqa: E402
from noiseloom import _questions  # noqa: E402

KEY = b"bytes that nobody prints, 32 now"
JOB = dict(iterations=48, epochs=6, epsilon=4, delta=1e-5)
FUNCTIONS = (
    noiseloom.design,
    noiseloom.recommend,
    noiseloom.account,
    noiseloom.sweep,
    noiseloom.verify,
)
SWITCHES = ("class_bounds", "fixed_strategy", "finished")
BY_PLACE = ("file",)
ROOT = pathlib.Path(__file__).resolve().parents[2]


def needs(*libraries):
    missing = [each for each in libraries if importlib.util.find_spec(each) is None]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


class Signatures(Case):
    def test_are_the_options_of_the_command_line(self):
        done = subprocess.run(
            [sys.executable, ROOT / "installer/signatures.py", "--check", CLI],
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_core_knows_each_option(self):
        for function in FUNCTIONS:
            # progress is Python's own.
            for name in inspect.signature(function).parameters.keys() - {"progress"}:
                value = False if name in SWITCHES else "1"
                given = {name: value, "no_such_option": 1}  # refused once the first has its place
                ending, _, note, _ = noiseloom._noiseloom.ask(function.__name__, given, dict, None)
                self.assertEqual(ending, "refused", name)
                self.assertIn("--no-such-option is not", note, f"{function.__name__}: {name}")

    def test_choices_are_those_that_core_allows(self):
        file = FILES / "toeplitz_plain.npz"
        beside = {
            "strategy_kind": (noiseloom.design, dict(JOB, strategy=file)),
            "schedule": (noiseloom.design, dict(JOB, workload="sgd")),
            "solve_for": (noiseloom.design, dict(JOB, target_error=3)),
            "solve": (noiseloom.account, dict(epsilon=1, delta=1e-5)),
            "trials": (noiseloom.account, dict(compose=[file], best_of=3, delta=1e-5)),
        }
        checked = 0
        for function in FUNCTIONS:
            for name, parameter in inspect.signature(function).parameters.items():
                choices = getattr(_questions, re.sub(r"Optional\[|\]", "", parameter.annotation), 0)
                if typing.get_origin(choices) is not typing.Literal:
                    continue
                asked, options = beside.get(name, (noiseloom.design, JOB))
                sentence = str(
                    self.refuses("not allowed: use ", asked, **{**options, name: "nonsense"})
                )
                allowed = re.split(r", | or ", sentence.split("not allowed: use ")[1])
                self.assertEqual(allowed, list(typing.get_args(choices)), name)
                checked += 1
        self.assertGreater(checked, 20)

    def test_show_what_can_be_given(self):
        for function in FUNCTIONS:
            parameters = inspect.signature(function).parameters
            for name, parameter in parameters.items():
                by_place = parameter.kind == parameter.POSITIONAL_OR_KEYWORD
                self.assertEqual(by_place, name in BY_PLACE)
                self.assertEqual(parameter.default, inspect._empty if name == "over" else None)
                self.assertRegex(function.__doc__, rf"\n    {name} : .*\n        \S")
            resolved = typing.get_type_hints(function)
            self.assertEqual(len(resolved), len(parameters) + 1)
        self.assertIn("epsilon", inspect.signature(noiseloom.design).parameters)
        self.refuses("positional", noiseloom.design, 48, error=TypeError)
        self.refuses("over", noiseloom.sweep, error=TypeError)

    def test_mistyped_options(self):
        self.refuses("itertions is not an option", noiseloom.design, itertions=3)
        for wrong, meant, function in (
            ("itertions", "iterations", noiseloom.design),
            ("min_seperation", "min_sep", noiseloom.design),
            ("noise_multipler", "noise_multiplier", noiseloom.account),
            ("batching", "batchings", noiseloom.recommend),
            ("valuse", "values", noiseloom.sweep),
        ):
            sentence = str(self.refuses(wrong, function, **{**JOB, wrong: 3}))
            if (wrong, meant) == ("batching", "batchings"):  # known to core, which says more
                self.assertIn("batchings for the batches", sentence)
            elif meant != "min_sep":  # too far for a suggestion
                self.assertIn(f"did you mean {meant}?", sentence)
            self.assertNotIn("--", sentence)
        self.refuses("did you mean epochs?", noiseloom.design, **JOB, epoch=None)
        self.refuses("recommend chooses it", noiseloom.recommend, **JOB, mechanism="blt")
        self.refuses("save()", noiseloom.sweep, over="bands", **JOB, csv="x.csv")
        self.refuses("noise_multiplier, epsilon and delta", noiseloom.account, epsilon=1)

    @needs("mypy")
    def test_type_checkers_catch_what_is_mistyped(self):
        right = "import noiseloom\ndesign = noiseloom.design(iterations=48, epochs=6, epsilon=4)\n"
        wrong = {  # with the name that a checker complains of, in whatever words
            "noiseloom.design(itertions=48)": "itertions",
            'noiseloom.design(mechanism="dpsgd")': '"mechanism"',
            "design.rmse.shape": '"shape"',
            "design.figure": '"figure"',
            "noiseloom.sweep(values=[1])": '"over"',
        }
        script = self.folder / "script.py"
        script.write_text(right + "".join(f"{each}\n" for each in wrong))
        package = pathlib.Path(noiseloom.__file__).parent.parent
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--follow-imports=silent",
            "--cache-dir",
            self.folder / "cache",
            script,
        ]
        done = subprocess.run(
            list(map(str, command)),
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, "MYPYPATH": str(package)},
        )
        found = re.findall(r"script\.py:(\d+):.* error: (.*)", done.stdout)
        said = {at: "" for at in range(1, len(wrong) + 3)}
        for at, words in found:
            said[int(at)] += words
        self.assertEqual(said[1] + said[2], "", "where nothing is wrong")
        for name, (at, words) in zip(wrong.values(), list(said.items())[2:]):
            self.assertIn(name, words, (at, done.stdout + done.stderr))

    def test_figures_are_of_the_types_that_checkers_know(self):
        known = typing.get_type_hints(
            noiseloom._figures.DesignFigures, localns={"Answer": noiseloom.Answer}
        )
        known.update(
            claim=str, kind=str, iterations=int, clip_norm=float, stddev=float, noise_rows=int
        )
        files = [each for each in sorted(FILES.glob("*.npz")) if not each.stem.endswith("_noise")]
        designs = [noiseloom.load(each) for each in files]
        designs.append(noiseloom.design(**JOB, largest_batch=90, dataset_size=480))
        designs.append(noiseloom.design(**JOB, mechanism="best", class_bounds=True, stops=[12, 24]))
        designs.append(
            noiseloom.design(**{**JOB, "epsilon": None}, solve_for="epsilon", target_error=9)
        )
        met = set()
        for design in designs:
            for name, value in design.figures.items():
                met.add(name)
                allowed = typing.get_args(known[name]) or (known[name],)
                if typing.get_origin(known[name]) is list:
                    self.assertIsInstance(value, list, name)
                    self.assertTrue(all(isinstance(each, allowed) for each in value), name)
                elif allowed == (float,):
                    self.assertIsInstance(value, (float, int), name)
                else:
                    self.assertIsInstance(value, allowed, name)
        # Those that no file here has, and other tests do.
        self.assertLessEqual(
            known.keys() - met,
            {"accounted_instead", "errors", "imported", "objective_note", "weights"},
        )

    def test_numbers_of_all_kinds(self):
        job = {**JOB, "mechanism": "dp-sgd"}
        for number in (
            48.0,
            "48",
            "3*16",
            np.int64(48),
            np.uint8(48),
            np.float32(48),
            np.longdouble(48),
            np.array(48),
        ):
            if number == "3*16":  # an expression is no count
                self.refuses("iterations", noiseloom.design, **{**job, "iterations": number})
                continue
            self.assertEqual(noiseloom.design(**{**job, "iterations": number}).iterations, 48)
        self.assertEqual(noiseloom.design(**{**job, "iterations": 1e5}).iterations, 100000)
        self.assertEqual(
            noiseloom.design(**{**job, "epsilon": np.float32(0.1)}).epsilon, float(np.float32(0.1))
        )
        self.assertEqual(noiseloom.design(**{**job, "epsilon": "1/3"}).epsilon, 1 / 3)
        for wrong in (48.5, np.float32(0.5), np.longdouble("0.1"), 10**20, True, None):
            self.refuses("iterations", noiseloom.design, **{**job, "iterations": wrong})
        for values in (
            range(1, 3),
            (1, 2),
            np.arange(1, 3),
            np.array([1, 2], np.longdouble),
            "1,2",
        ):
            made = noiseloom.sweep(over="bands", values=values, **JOB)
            self.assertEqual([each.bands for each in made.points], [1, 2])
        for secret in (KEY, bytearray(KEY), [KEY]):
            problem = self.refuses("epsilon = byte", noiseloom.design, **{**job, "epsilon": secret})
            self.assertNotIn(KEY.decode(), str(problem))


class Values(Case):
    def test_designs_are_values(self):
        design = noiseloom.design(**JOB, bands=4)
        design.save(self.folder / "run.npz")
        read = noiseloom.load(self.folder / "run.npz")
        other = noiseloom.design(**JOB, bands=3)
        self.assertEqual(design, read)
        self.assertNotEqual(design, other)
        self.assertNotEqual(design, design.sha256)
        self.assertEqual(len({design, read, other}), 2)
        copies = (pickle.loads(pickle.dumps(design)), copy.copy(design), copy.deepcopy(design))
        for each in copies:
            self.assertEqual((each, each.sha256), (design, design.sha256))
            self.assertEqual(each.figures, design.figures)
            self.assertEqual(each.figures.privacy_claim.severity, "ok")
            np.testing.assert_array_equal(each.noise(KEY, 5).next(), design.noise(KEY, 5).next())
            each.save(self.folder / "again.npz")
            self.assertEqual(
                (self.folder / "again.npz").read_bytes(), (self.folder / "run.npz").read_bytes()
            )
        for name in ("tree", "toeplitz_before_9", "recursive_blt"):  # files, old ones too
            read = noiseloom.load(FILES / f"{name}.npz")
            self.assertEqual(pickle.loads(pickle.dumps(read)).sha256, read.sha256)

    def test_broken_pickles_are_refused(self):
        restored, (content, figures) = noiseloom.design(**JOB, bands=4).__reduce__()
        self.refuses("", restored, content[:-100], figures, error=noiseloom.FormatError)

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
        self.assertEqual(repr(design.batches(KEY)), repr(design.batches(KEY, 500)))
        self.refuses("dataset_size = None", noiseloom.design(**JOB, bands=4).batches, KEY)
        self.assertTrue(repr(design).startswith(f"<noiseloom.Design {design.figures['claim']}; 48"))
        self.assertIn(repr(design.stddev), repr(design))
        self.assertNotIn("NOT CLAIMED", repr(design))
        self.assertIn("NOT CLAIMED", repr(unclaimed()))

    def test_names_are_completed_once_and_mistyped_ones_suggested(self):
        design = noiseloom.design(**JOB, bands=4)
        self.assertEqual(len(dir(design)), len(set(dir(design))))
        self.refuses("did you mean rmse?", lambda: design.rsme, error=AttributeError)
        self.refuses("it has mechanism, ", lambda: design.xyz, error=AttributeError)

    def test_parts_are_imported_when_they_are_used(self):
        self.assertFalse(hasattr(noiseloom, "nothing"))
        self.assertFalse({"torch", "jax"} & set(dir(noiseloom)))  # help() would import them
        with unittest.mock.patch.dict(sys.modules, {"noiseloom.torch": None}):
            self.refuses("pip install torch", lambda: noiseloom.torch, error=AttributeError)


def unclaimed():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", noiseloom.ClaimWarning)
        return noiseloom.design(
            **JOB, bands=4, job_batching="shuffled-each-epoch", dataset_size=480
        )


class Warned(Case):
    def test_of_the_line_that_asked(self):
        job = {**JOB, "job_batching": "shuffled-each-epoch", "dataset_size": 480}
        for call in (
            lambda: noiseloom.design(**job, bands=4),
            lambda: noiseloom.from_array([1, 0.5], **job),
        ):
            with self.assertWarns(noiseloom.ClaimWarning) as caught:
                call()
            self.assertEqual(caught.filename, __file__)


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


class Cards(Case):
    def card(self, thing):
        """The card's text and elements: it must be well-formed."""
        tree = xml.etree.ElementTree.fromstring(thing._repr_html_())
        return " ".join(tree.itertext()), [each.tag.split("}")[-1] for each in tree.iter()]

    def test_of_a_design(self):
        design = noiseloom.design(**JOB, bands=4)
        text, elements = self.card(design)
        self.assertTrue(text.startswith("Claimed"))
        for part in (
            design.privacy_claim.statement,
            design.figures["claim"],
            repr(design.noise_multiplier),
            repr(design.stddev),
            "banded-toeplitz, of kind toeplitz",
            "step i samples from part i mod 4",
            design.sha256,
        ):
            self.assertIn(part, text)
        self.assertIn("polyline", elements)
        self.assertNotIn("script", elements)
        text, _ = self.card(unclaimed())
        self.assertTrue(text.startswith("Not claimed"))
        self.assertIn("NOT CLAIMED", text)

    def test_of_every_kind(self):
        for file in sorted(FILES.glob("*.npz")):
            if not file.name.endswith("_noise.npz"):
                text, elements = self.card(noiseloom.load(file))
                self.assertRegex(text, "^(Claimed|Not claimed)")
                self.assertIn("polyline", elements, file.name)
        large = noiseloom.design(**{**JOB, "iterations": 3000}, mechanism="blt", batching="min-sep")
        text, elements = self.card(large)
        self.assertIn("polyline", elements)
        self.assertIn(f"First column of C, the first 256 of {large.iterations}", text)
        tree = noiseloom.load(FILES / "tree.npz")
        rows, values = tree._strategy.first_column(10**6)
        np.testing.assert_array_equal(values, tree.matrix()[:, 0])
        self.assertEqual(rows, len(values))

    def test_escape_what_they_show(self):
        design = noiseloom.design(**JOB, bands=4)
        figures = copy.deepcopy(design.figures)
        figures["claim"] = figures["mechanism"] = "<script>alert(1)</script>&"
        figures.privacy_claim["statement"] = '"><img src=x>'
        _, elements = self.card(noiseloom.Design(design._strategy, figures))
        self.assertFalse({"script", "img"} & set(elements))

    def test_of_a_recommendation(self):
        made = noiseloom.recommend(
            iterations=12, epochs=3, epsilon=4, delta=1e-5, batchings=["fixed-order"]
        )
        text, elements = self.card(made)
        for sentence in made.sentences:
            self.assertIn(sentence, text)
        self.assertEqual(elements.count("tr"), 2 + len(made.alternatives))
        self.assertEqual(str(made), "\n".join(made.sentences))
        self.assertIn(made.sentences[0], repr(made))
        self.assertEqual(pickle.loads(pickle.dumps(made)), made)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", noiseloom.ClaimWarning)
            nothing = noiseloom.recommend(
                iterations=12,
                epochs=3,
                epsilon=4,
                delta=1e-5,
                batchings=["fixed-order"],
                noise_rows=0,
                step_seconds=1e-12,
            )
        self.assertIsNone(nothing.recommended)
        self.card(nothing)
        self.assertTrue(str(nothing))


class Tables(Case):
    def sweep(self, **options):
        return noiseloom.sweep(**{**JOB, **options})

    @needs("pandas")
    def test_numbers_are_numbers(self):
        frame = self.sweep(over="epsilon", values=[1, 2.5], epsilon=None).to_frame()
        self.assertEqual(frame.value.tolist(), [1, 2.5])
        self.assertEqual(frame.rmse.dtype.kind, "f")
        self.assertEqual(frame.iterations.dtype.kind, "i")
        frame = self.sweep(over="mechanism", values="dp-sgd,imported", error_unit="full-batch")
        frame = frame.to_frame()
        self.assertEqual(frame.value.tolist(), ["dp-sgd", "imported"])
        self.assertEqual(frame.rmse.dtype.kind, "f")
        self.assertTrue(np.isnan(frame.rmse[1]) and "file" in frame.left_out[1])
        self.assertGreater(frame.errors_rmse[0], 0)
        frame = self.sweep(over="epsilon,epochs", values="1,2/1,2,6", epsilon=None, epochs=None)
        self.assertEqual(frame.to_frame().epochs.tolist(), [1, 1, 2, 2, 6, 6])

    def test_print_as_tables(self):
        made = self.sweep(over="mechanism", values="dp-sgd,imported,bsr")
        self.assertEqual(repr(made), "<noiseloom.Sweep over mechanism: 3 points>")
        heads, first, left_out, last = str(made).splitlines()
        self.assertEqual(
            heads.split(), ["mechanism", "bands", "noise_multiplier", "rmse", "dp_sgd_rmse"]
        )
        self.assertEqual(first.split()[0], "dp-sgd")
        self.assertIn(made.points[1].left_out, left_out)
        self.assertAlmostEqual(float(last.split()[3]), made.points[2].rmse, delta=1e-4)
        self.assertIn("imported", made._repr_html_())
        made = self.sweep(over="epsilon,epochs", values="1,2/1,2", epsilon=None, epochs=None)
        self.assertEqual(str(made), "<noiseloom.Sweep over epsilon,epochs: 4 cells>")

    @needs("matplotlib")
    def test_plots(self):
        made = self.sweep(over="bands", values=[1, 2, 4])
        axes = made.plot()
        np.testing.assert_array_equal(
            axes.lines[0].get_xydata(), [[each.bands, each.rmse] for each in made.points]
        )
        self.assertIs(made.plot(axes), axes)
        axes = self.sweep(over="mechanism", values="dp-sgd,imported,bsr").plot()
        self.assertEqual(axes.get_title(), "left out: imported")
        self.assertEqual({each.get_linestyle() for each in axes.lines}, {"None"})
        axes = self.sweep(
            over="epsilon,epochs", values="1,2/1,2,6", epsilon=None, epochs=None
        ).plot()
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("epsilon", "epochs"))
        for name in ("toeplitz", "tree", "blt", "identity"):
            left, right = noiseloom.load(FILES / f"{name}.npz").plot()
            self.assertEqual(len(right.patches), 4)
        large = {**JOB, "iterations": 3000, "mechanism": "blt", "batching": "min-sep"}
        noiseloom.design(**large).plot()
        import matplotlib.pyplot

        matplotlib.pyplot.close("all")

    def test_say_what_is_missing(self):
        made = self.sweep(over="bands", values=[1])
        design = noiseloom.design(**JOB, bands=4)
        for library, call in (
            ("pandas", made.to_frame),
            ("matplotlib.pyplot", made.plot),
            ("matplotlib.pyplot", design.plot),
            ("dp_accounting", design.to_dp_event),
        ):
            with unittest.mock.patch.dict(sys.modules, {library: None}):
                self.refuses(
                    "pip install " + library.split(".")[0].replace("_", "-"),
                    call,
                    error=ImportError,
                )


class OwnStrategies(Case):
    def test_are_certified(self):
        job = {**JOB, "batching": "fixed-epoch"}
        c = [1, 0.5, 0.375]
        made = noiseloom.from_array(c, **job)
        matrix = sum(np.diag(np.full(48 - at, each), -at) for at, each in enumerate(c))
        np.testing.assert_array_equal(made.matrix(), matrix)
        self.assertEqual(noiseloom.from_array(np.array(c, "f4"), **job), made)  # the same numbers
        dense = noiseloom.from_array(matrix, **{**job, "iterations": None})
        self.assertAlmostEqual(dense.sensitivity, made.sensitivity, delta=1e-12)
        self.assertAlmostEqual(made.sensitivity, combs(matrix, 6, 8), delta=1e-12)
        inverse = noiseloom.from_array(c, "toeplitz-inverse", **job)
        np.testing.assert_allclose(np.linalg.inv(inverse.matrix())[:3, 0], c)

    def test_refusals(self):
        self.refuses("shape (2, 3)", noiseloom.from_array, np.ones((2, 3)), **JOB)
        self.refuses("values of", noiseloom.from_array, ["a"], **JOB)
        self.refuses("values of", noiseloom.from_array, [1j], **JOB)
        self.refuses("", noiseloom.from_array, [[1, 1], [0, 1]], **{**JOB, "iterations": None})
        self.refuses("did you mean epochs?", noiseloom.from_array, [1, 0.5], epoch=3)
        self.refuses("the array is the strategy", noiseloom.from_array, [1], strategy="x.npy")


def combs(matrix, most, apart):
    """The sensitivity of a non-negative matrix in a fixed epoch order: its longest sum of columns so far apart."""
    n = matrix.shape[1]
    return max(
        np.linalg.norm(matrix[:, first : first + most * apart : apart].sum(axis=1))
        for first in range(n)
    )


def separated(matrix, most, apart):
    """The same for at most so many participations at least `apart` steps apart, by trying all."""
    n = matrix.shape[1]
    patterns = itertools.chain.from_iterable(
        itertools.combinations(range(n), count) for count in range(1, most + 1)
    )
    return max(
        np.linalg.norm(matrix[:, list(each)].sum(axis=1))
        for each in patterns
        if all(b - a >= apart for a, b in zip(each, each[1:]))
    )


def epochs(matrix, steps):
    """The same for one participation in each epoch of so many steps, by trying all."""
    n = matrix.shape[1]
    choices = (range(begin, min(n, begin + steps)) for begin in range(0, n, steps))
    return max(
        np.linalg.norm(matrix[:, list(each)].sum(axis=1)) for each in itertools.product(*choices)
    )


def epsilon_of(delta_at, delta):
    """Where a falling function of epsilon has that value, by bisection."""
    low, high = 0.0, 100.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if delta_at(middle) > delta else (low, middle)
    return high


def gaussian_delta(mu, epsilon):
    def above(x):
        return math.erfc(x / math.sqrt(2)) / 2

    return above(epsilon / mu - mu / 2) - math.exp(epsilon) * above(epsilon / mu + mu / 2)


def sampled_delta(sigma, q, steps):
    """Delta of Poisson-sampled Gaussian steps as a function of epsilon, for the worse neighbour, by convolving
    densities of the privacy loss on a grid: an approximation, to the width of its cells."""
    width = 1e-3
    x = np.linspace(-10 * sigma, 10 * sigma + 1, 400_001)
    normal = np.exp(-((x / sigma) ** 2) / 2) / (sigma * math.sqrt(2 * math.pi)) * (x[1] - x[0])
    shifted = normal * np.exp((2 * x - 1) / (2 * sigma**2))
    mixed = (1 - q) * normal + q * shifted
    ways = []
    for upper, lower in ((mixed, normal), (normal, mixed)):
        cells = np.rint(np.log(upper / lower) / width).astype(int)
        masses = np.bincount(cells - cells.min(), upper)
        size = 1 << (steps * len(masses)).bit_length()
        composed = np.fft.irfft(np.fft.rfft(masses, size) ** steps, size)
        ways.append((composed, (np.arange(size) + steps * cells.min()) * width))

    def delta_at(epsilon):
        return max(
            composed @ np.maximum(0, 1 - np.exp(np.minimum(0, epsilon - losses)))
            for composed, losses in ways
        )

    return delta_at


class FirstSteps(Case):
    def agree(self, design, step, sensitivity):
        mu = design.clip_norm * sensitivity / design.stddev
        expected = epsilon_of(lambda epsilon: gaussian_delta(mu, epsilon), design.delta)
        found = design.epsilon_at(step)
        self.assertGreaterEqual(found, expected * (1 - 1e-9))
        if design.sensitivity_kind == "exact":
            self.assertLessEqual(found, expected * (1 + 1e-5))

    def test_without_sampling(self):
        """By the columns of C's leading block, added up in every way in which an example can take part."""
        job = {**JOB, "iterations": 12, "epochs": 3, "clip_norm": 0.5}
        for mechanism in ("banded-toeplitz", "dense", "blt", "bsr"):
            for batching, sensitivity in (
                ("fixed-epoch", lambda block: combs(block, 3, 4)),
                ("shuffled-each-epoch", lambda block: epochs(block, 4)),
                ("min-sep", lambda block: separated(block, 3, 3)),
                ("single", lambda block: separated(block, 1, 1)),
            ):
                more = {"min_sep": 3} if batching == "min-sep" else {}
                if batching == "single":
                    more["epochs"] = 1
                design = noiseloom.design(**{**job, **more}, mechanism=mechanism, batching=batching)
                matrix = design.matrix()
                if (matrix < 0).any():
                    continue
                for step in range(1, 12):
                    with self.subTest(mechanism=mechanism, batching=batching, step=step):
                        self.agree(design, step, sensitivity(matrix[:step, :step]))

    def test_under_poisson_sampling(self):
        """By densities of the privacy loss on a grid."""
        for options in (
            dict(mechanism="dp-sgd"),
            dict(bands=4),
            dict(adjacency="zero-out", bands=1),
        ):
            design = noiseloom.design(**JOB, **options)
            q, bands = design.sampling_probability, design.bands
            for step in (1, 4, 5, 24):
                found = design.epsilon_at(step)
                if options.get("adjacency") == "zero-out":
                    self.assertLess(found, design.epsilon)
                    continue
                delta_at = sampled_delta(design.noise_multiplier, q, -(-step // bands))
                expected = epsilon_of(delta_at, design.delta)
                self.assertAlmostEqual(found / expected, 1, delta=2e-3)

    def test_grows_to_the_designs(self):
        for options in (
            dict(mechanism="dp-sgd"),
            dict(bands=3),
            dict(batching="fixed-epoch", mechanism="bisr"),
            dict(batching="shuffled-each-epoch", adjacency="replace-one"),
            dict(batching="min-sep", min_sep=5),
            dict(
                batching="min-sep",
                epochs=None,
                dataset_size=100,
                batch_size=13,
                last_batch="carried-over",
            ),
        ):
            design = noiseloom.design(**{**JOB, **options})
            values = [design.epsilon_at(step) for step in range(0, 49, 6)]
            self.assertEqual((values[0], values[-1]), (0, 4))
            self.assertEqual(values, sorted(values))
        self.assertEqual(
            noiseloom.design(**{**JOB, "epsilon": 0, "delta": 0.1}, batching="single").epsilon_at(
                3
            ),
            0,
        )

    def test_is_not_said_where_it_is_not_known(self):
        refused = (
            (dict(batching="balls-in-bins"), "balls-in-bins"),
            (dict(batching="b-min-sep", bands=1), "b-min-sep"),
            (dict(batching="fixed-epoch", mechanism="tree"), "tree"),
            (dict(mechanism="dp-sgd", dataset_size=4800, largest_batch=700), "largest batch"),
            (dict(mechanism="dp-sgd", unit="user", examples_per_user=2), "several examples"),
            (dict(batching="fixed-epoch", iterations=5000), "4096"),
        )
        for options, why in refused:
            design = noiseloom.design(**{**JOB, **options})
            self.refuses(why, design.epsilon_at, 3)
            self.assertEqual(design.epsilon_at(design.iterations), 4)
        self.refuses("nothing is claimed", unclaimed().epsilon_at, 48)
        design = noiseloom.design(**JOB, mechanism="dp-sgd")
        for wrong in (-1, 49):
            self.refuses("from 0 to 48", design.epsilon_at, wrong)
        self.refuses("whole number", design.epsilon_at, 3.5, error=TypeError)


@dataclasses.dataclass(frozen=True)
class GaussianDpEvent:
    noise_multiplier: float


@dataclasses.dataclass(frozen=True)
class PoissonSampledDpEvent:
    sampling_probability: float
    event: object


@dataclasses.dataclass(frozen=True)
class SelfComposedDpEvent:
    event: object
    count: int


class Events(Case):
    STAND_IN = types.SimpleNamespace(
        GaussianDpEvent=GaussianDpEvent,
        PoissonSampledDpEvent=PoissonSampledDpEvent,
        SelfComposedDpEvent=SelfComposedDpEvent,
    )

    def setUp(self):
        super().setUp()
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        self.patch = stack.enter_context
        self.stand_in = unittest.mock.patch.dict(sys.modules, dp_accounting=self.STAND_IN)

    def test_are_the_claims_mechanism(self):
        self.patch(self.stand_in)
        design = noiseloom.design(**JOB, batching="fixed-epoch")
        self.assertEqual(design.to_dp_event(), GaussianDpEvent(design.noise_multiplier))
        for options, count in ((dict(mechanism="dp-sgd"), 48), (dict(bands=3), 16)):
            design = noiseloom.design(**JOB, **options)
            gaussian = GaussianDpEvent(design.noise_multiplier)
            sampled = PoissonSampledDpEvent(6 / 48 * design.bands, gaussian)
            self.assertEqual(design.to_dp_event(), SelfComposedDpEvent(sampled, count))

    def test_are_refused_elsewhere(self):
        self.patch(self.stand_in)
        for options, why in (
            (dict(batching="balls-in-bins"), "balls-in-bins"),
            (dict(batching="fixed-size"), "fixed-size"),
            (dict(mechanism="dp-sgd", dataset_size=4800, largest_batch=700), "largest batch"),
            (dict(batching="fixed-epoch", adjacency="replace-one"), "replace an example"),
        ):
            self.refuses(why, noiseloom.design(**JOB, **options).to_dp_event)
        self.refuses("nothing is claimed", unclaimed().to_dp_event)

    @needs("dp_accounting")
    def test_the_librarys_accountant_agrees(self):
        import dp_accounting

        for options in (dict(batching="fixed-epoch"), dict(mechanism="dp-sgd"), dict(bands=3)):
            design = noiseloom.design(**JOB, **options)
            accountant = dp_accounting.pld.PLDAccountant()
            accountant.compose(design.to_dp_event())
            self.assertAlmostEqual(accountant.get_epsilon(design.delta), 4, delta=1e-2)


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each) for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
