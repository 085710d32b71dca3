"""noiseloom.owners(): tables in files and in memory, what is kept, batches, checks, and runs of noiseloom.torch.

usage: owners_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import json
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

try:
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

import noiseloom

try:
    import torch

    import noiseloom.torch as nt
except ImportError:
    torch = None

CLI = ""
STEPS, EXAMPLES = 24, 210
# Messages between two of seven people; one of them is in every third.
TABLE = [(f"p{i % 7}", "hub" if i % 3 == 0 else f"q{i % 5}") for i in range(EXAMPLES)]
KEY = bytes(range(32))


def formed():
    return noiseloom.owners(
        TABLE, iterations=STEPS, batch_size=5, min_sep=3, participations=6, seed=2
    )


def design_of(found, **more):
    words = found.design_options.split()
    options = {name[2:].replace("-", "_"): value for name, value in zip(words[::2], words[1::2])}
    return noiseloom.design(epsilon=4, delta=1e-5, **{**options, **more})


def participations(batches):
    """By owner the steps that have one of their examples, a step as often as it has."""
    steps = {}
    for step, batch in enumerate(batches):
        for example in batch:
            for owner in TABLE[example]:
                steps.setdefault(owner, []).append(step)
    return steps


class Tables(unittest.TestCase):
    def test_memory_is_as_the_file_and_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "owners.csv")
            file.write_text("".join(",".join(each) + "\n" for each in TABLE))
            command = [CLI, "owners", file, "--per-owner", "4", "--seed", "3", "--json"]
            printed = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            of_file = noiseloom.owners(file, per_owner=4, seed=3)
            of_memory = noiseloom.owners(TABLE, per_owner=4, seed=3)
            self.assertEqual(dict(of_file), printed)
            np.testing.assert_array_equal(of_file.kept, of_memory.kept)
            self.assertIsNone(of_memory.file)
            self.assertIsNone(of_memory.batches)
            both = np.sort(np.concatenate([of_memory.kept, of_memory.dropped]))
            np.testing.assert_array_equal(both, np.arange(EXAMPLES))
            counts = participations([of_memory.kept]).values()
            self.assertEqual(max(len(each) for each in counts), 4)
            self.assertIn("dropped", str(of_memory))

    def test_owners_of_any_kind(self):
        found = noiseloom.owners([3, "3", None, [3, 3, np.int64(4)], []])
        self.assertEqual((found.owners, found.unowned_examples, found.repeated_entries), (3, 2, 1))
        for table in ([1.5], [["a", 2.5]], [[None]], [b"a"]):
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "of example 0 is not allowed"):
                noiseloom.owners(table)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "dataset_size"):
            noiseloom.owners([])
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "dataset_size = 9"):
            noiseloom.owners(TABLE, dataset_size=9)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "use per_owner with it"):
            noiseloom.owners(TABLE, order="random")

    def test_batches_keep_every_owner_apart(self):
        found = formed()
        self.assertEqual(len(found.batches), STEPS)
        steps = participations(found.batches)
        self.assertEqual(max(map(len, steps.values())), found.schedule.kept.participations)
        gaps = [np.diff(each).min() for each in steps.values() if len(each) > 1]
        self.assertEqual(min(gaps), found.schedule.kept.min_separation)
        self.assertGreaterEqual(min(gaps), 3)
        again = noiseloom.owners(TABLE, check=found.batches, min_sep=3, participations=6)
        self.assertTrue(again.passed)
        self.assertEqual(again.schedule.kept, found.schedule.kept)
        moved = [*found.batches[1:], found.batches[1]]
        self.assertEqual(noiseloom.owners(TABLE, check=[[0, 7]]).schedule.kept.examples_per_step, 2)
        self.assertFalse(noiseloom.owners(TABLE, check=moved, min_sep=3, participations=5).passed)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class Runs(unittest.TestCase):
    def run_of(self, found, design, **more):
        random = np.random.RandomState(1)
        inputs = torch.from_numpy(random.normal(size=(EXAMPLES, 3)).astype("f4"))
        self.inputs = inputs
        torch.manual_seed(0)
        model = torch.nn.Linear(3, 1)
        return nt.Run(
            design,
            KEY,
            model,
            torch.optim.SGD(model.parameters(), lr=0.1),
            (inputs, inputs[:, :1]),
            loss=torch.nn.functional.mse_loss,
            owners=found,
            **more,
        )

    def test_takes_the_batches(self):
        nt.forget_runs()
        found = formed()
        run = self.run_of(found, design_of(found, bands=3))
        taken = []
        batch_of = run._examples.batch

        def noted(numbers):
            taken.append(np.array(numbers))
            return batch_of(numbers)

        run._examples.batch = noted
        self.assertEqual(list(run), list(range(STEPS)))
        self.assertEqual(run.optimizer.batch_size, 5)
        full = [each for each in found.batches if len(each) > 0]
        self.assertEqual([list(each) for each in taken], [list(each) for each in full])

    def test_takes_the_kept_examples_alone(self):
        nt.forget_runs()
        found = noiseloom.owners(TABLE, per_owner=4)
        design = design_of(found, mechanism="dp-sgd", iterations=STEPS, epochs=6)
        run = self.run_of(found, design)
        self.assertEqual(len(run._examples), len(found.kept))
        numbers = np.array([0, len(found.kept) - 1])
        expected = self.inputs[torch.from_numpy(found.kept[numbers])]
        torch.testing.assert_close(run._examples.batch(numbers)[0], expected)
        next(run)

    def test_asks_how_many_examples_a_user_has(self):
        def warnings_of(found, **more):
            nt.forget_runs()
            design = noiseloom.design(
                mechanism="dp-sgd", iterations=STEPS, epochs=6, epsilon=4, delta=1e-5, **more
            )
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self.run_of(found, design)
            return [str(each.message) for each in caught]

        one = noiseloom.owners(TABLE, per_owner=1)
        (asked,) = warnings_of(None, unit="user")
        self.assertIn("does not state examples_per_user", asked)
        self.assertEqual(warnings_of(None, unit="user", examples_per_user=2), [])
        self.assertEqual(warnings_of(one, unit="user", adjacency="zero-out"), [])
        self.assertEqual(warnings_of(None), [])

    def test_goes_on_with_the_same_owners_alone(self):
        nt.forget_runs()
        found = formed()
        run = self.run_of(found, design_of(found, bands=3))
        next(run)
        state = run.state_dict()
        again = self.run_of(formed(), design_of(found, bands=3))
        again.load_state_dict(state)
        self.assertEqual(again.step, 1)
        other = noiseloom.owners(
            TABLE, iterations=STEPS, batch_size=5, min_sep=3, participations=6, seed=3
        )
        for owners in (other, None):
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "other owners"):
                self.run_of(owners, design_of(found, bands=3)).load_state_dict(state)

    def test_refuses_claims_that_do_not_cover_every_owner(self):
        found = formed()
        for more in ({"epochs": 5}, {"min_sep": 4}, {"iterations": 25}, {"unit": "example"}):
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "owners are not allowed"):
                self.run_of(found, design_of(found, bands=3, **more))
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "record"):
            self.run_of(found, design_of(found), record="none.record")
        kept = noiseloom.owners(TABLE, per_owner=4)
        one_less = design_of(
            kept, mechanism="dp-sgd", iterations=STEPS, epochs=6, examples_per_user=3
        )
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "the design is for 3"):
            self.run_of(kept, one_less)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "design_options"):
            self.run_of(noiseloom.owners(TABLE), one_less)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "owners of 3 examples"):
            self.run_of(noiseloom.owners(TABLE[:3], per_owner=1), one_less)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "owners = "):
            self.run_of(TABLE, one_less)


class InParts(unittest.TestCase):
    def test_all_examples_of_an_owner_are_in_one_part(self):
        for table, per_owner in (
            ([f"u{i * i % 53}" for i in range(EXAMPLES)], 6),
            ([(f"u{i % 40}", f"v{i % 60}") for i in range(EXAMPLES)], 3),
            ([None] * 6 + ["u"], 1),
            (TABLE, 4),
        ):
            found = noiseloom.owners(table, per_owner=per_owner)
            for bands in (1, 2, 5):
                numbers = found.in_parts(bands)
                self.assertEqual(len(numbers) % bands, 0)
                self.assertEqual(sorted(numbers[numbers >= 0]), sorted(found.kept))
                parts = {}
                for number, example in enumerate(numbers.tolist()):
                    of = table[example] if example >= 0 else None
                    for owner in () if of is None else [of] if isinstance(of, str) else of:
                        parts.setdefault(owner, set()).add(number % bands)
                self.assertTrue(all(len(each) == 1 for each in parts.values()), (bands, parts))
                wider = found.in_parts(bands, len(numbers) + 3)
                self.assertEqual(
                    (len(wider), (wider < 0).sum()), (len(numbers) + 3, (numbers < 0).sum() + 3)
                )
                with self.assertRaisesRegex(noiseloom.InvalidArgument, f"use {len(numbers)} for"):
                    found.in_parts(bands, len(found.kept) - 1)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "bands = 0"):
            found.in_parts(0)

    def test_of_a_file_are_those_of_memory_and_of_the_command_line(self):
        users = [f"u{i * i % 53}" for i in range(EXAMPLES)]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "owners.csv").write_text("\n".join(users) + "\n")
            found = noiseloom.owners(users, per_owner=3, seed=5)
            of_file = noiseloom.owners(folder / "owners.csv", per_owner=3, seed=5)
            numbers = found.in_parts(4, 90)
            np.testing.assert_array_equal(of_file.in_parts(4, 90), numbers)
            design = noiseloom.design(
                unit="user",
                examples_per_user=3,
                dataset_size=90,
                bands=4,
                iterations=STEPS,
                epochs=6,
                epsilon=8,
                delta=1e-5,
            )
            design.save(folder / "run.npz")
            (folder / "run.key").write_bytes(KEY)
            (folder / "run.key").chmod(0o600)
            words = ["batches", folder / "run.npz", "--key-file", folder / "run.key", "--seed", "5"]
            words += ["--out", folder / "b.npz", "--owners", folder / "owners.csv"]
            subprocess.run([CLI, *words], check=True, stdout=subprocess.PIPE)
            formed = np.load(folder / "b.npz")
            batches = design.batches(KEY, owners=of_file)
            self.assertEqual(batches.dataset_size, 90)
            for step, batch in enumerate(batches):
                begin, end = formed["offsets"][step : step + 2]
                np.testing.assert_array_equal(formed["indices"][begin:end], batch)
            other = design.batches(KEY, owners=noiseloom.owners(users, per_owner=3, seed=6))
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "other owners"):
                other.load_state_dict(batches.state_dict())
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "in one part"):
                design.batches(KEY)
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "data has 100"):
                design.batches(KEY, 100, found)
            formed = noiseloom.owners(users, iterations=STEPS, batch_size=5)
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "per_owner alone"):
                design_of(formed).batches(KEY, owners=formed)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class RunsInParts(unittest.TestCase):
    BANDS = 3

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.found = noiseloom.owners([f"u{i * i % 53}" for i in range(EXAMPLES)], per_owner=3)
        least = len(self.found.in_parts(self.BANDS))
        self.numbers = self.found.in_parts(self.BANDS, least + 9)  # with gaps
        self.design = self.design_of(len(self.numbers))

    def design_of(self, dataset_size):
        return noiseloom.design(
            unit="user",
            examples_per_user=3,
            dataset_size=dataset_size,
            bands=self.BANDS,
            batching="cyclic-poisson",
            iterations=STEPS,
            epochs=6,
            epsilon=8,
            delta=1e-5,
        )

    def run_of(self, design=None, **options):
        nt.forget_runs()
        net = torch.nn.Linear(3, 2)
        read = []

        class Data(torch.utils.data.Dataset):
            def __len__(self):
                return EXAMPLES

            def __getitem__(self, at):
                read.append(at)
                return torch.full((3,), float(at)), at % 2

        return read, nt.Run(
            design or self.design,
            KEY,
            net,
            torch.optim.SGD(net.parameters(), lr=0.1),
            Data(),
            loss=torch.nn.functional.cross_entropy,
            **options,
        )

    def test_takes_the_batches_of_the_key_without_their_gaps(self):
        self.assertIn(-1, self.numbers)
        record = self.folder / "run.record"
        read, run = self.run_of(owners=self.found, record=record)
        batches = noiseloom.Batches(self.design, KEY, len(self.numbers), True)
        gaps = 0
        for step in run:
            of_key = self.numbers[batches[step]]
            gaps += (of_key < 0).sum()
            self.assertEqual(read, of_key[of_key >= 0].tolist())
            read.clear()
        self.assertGreater(gaps, 0)
        self.design.save(self.folder / "run.npz")
        (self.folder / "run.key").write_bytes(KEY)
        (self.folder / "run.key").chmod(0o600)
        verified = noiseloom.verify(
            job=record,
            strategy=self.folder / "run.npz",
            key_file=self.folder / "run.key",
            finished=True,
        )
        self.assertTrue(verified)
        self.assertIn("all examples of a user are in one part", json.dumps(verified))

    def test_refusals(self):
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "whose they are"):
            self.run_of(self.design_of(EXAMPLES))
        found = noiseloom.owners([i // 3 for i in range(EXAMPLES)], per_owner=3)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "dataset_size = "):
            self.run_of(owners=found)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class UsersOfARun(unittest.TestCase):
    USERS, OF_EACH = 60, 4

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # User u, a name, has 1 + u mod 7 examples.
        names = [f"u{u}" for u in range(self.USERS) for _ in range(1 + u % 7)]
        order = np.random.RandomState(3).permutation(len(names))
        self.owner_of = [names[at] for at in order]
        torch.manual_seed(7)
        self.data = (torch.randn(len(names), 3), torch.randint(0, 2, (len(names),)))
        self.users = nt.Users(self.data, self.owner_of, examples=self.OF_EACH)

    def design(self, **more):
        job = dict(unit="user", dataset_size=self.USERS, iterations=STEPS, epochs=4, bands=3)
        return noiseloom.design(epsilon=4, delta=1e-5, **{**job, **more})

    def run_of(self, design=None, users=None, **options):
        nt.forget_runs()
        torch.manual_seed(5)
        net = torch.nn.Sequential(
            torch.nn.Linear(3, 4), torch.nn.Dropout(0.2), torch.nn.Linear(4, 2)
        )
        optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
        users = self.users if users is None else users
        loss = users.loss(torch.nn.functional.cross_entropy)
        return net, nt.Run(
            design or self.design(), KEY, net, optimizer, users, compute_loss=loss, **options
        )

    def test_gives_each_users_examples_alone_and_evenly(self):
        self.assertEqual(sorted(self.users.names), sorted(set(self.owner_of)))
        seen = set()
        for user, name in enumerate(self.users.names):
            own = [at for at, owner in enumerate(self.owner_of) if owner == name]
            drawn = self.users.drawn(user).tolist()
            seen.update(tuple(self.users.drawn(user)) for _ in range(20))
            self.assertEqual(len(drawn), self.OF_EACH)
            times = [drawn.count(at) for at in own]
            self.assertEqual(sum(times), self.OF_EACH)
            self.assertLessEqual(max(times) - min(times), 1)
            images, labels = self.users[user]
            self.assertEqual((images.shape, labels.shape), ((self.OF_EACH, 3), (self.OF_EACH,)))
        self.assertGreater(len(seen), 5 * self.USERS)  # drawn anew each time

    def test_a_user_gives_one_clipped_contribution(self):
        users = nt.Users(self.data, self.owner_of, examples=7)  # all of each user's, some twice
        net = torch.nn.Linear(3, 2)
        loss = users.loss(torch.nn.functional.cross_entropy)
        batch = torch.utils.data.default_collate([users[user] for user in range(9)])
        for way in ("vmap", "loop"):
            clipped = nt.ClippedSum(net, clip_norm=0.1, compute_loss=loss, per_example=way)
            expected = [torch.zeros_like(each) for each in net.parameters()]
            for images, labels in zip(*batch):
                of_user = torch.nn.functional.cross_entropy(net(images), labels)
                gradient = torch.autograd.grad(of_user, list(net.parameters()))
                norm = torch.cat([each.flatten() for each in gradient]).norm()
                for total, each in zip(expected, gradient):
                    total += each * min(1.0, 0.1 / float(norm))
            for total, each in zip(expected, clipped(batch)):
                torch.testing.assert_close(each, total, rtol=1e-4, atol=1e-5)

    def test_a_resumed_run_has_the_same_bits_and_its_record_verifies(self):
        design = self.design()
        design.save(self.folder / "run.npz")
        (self.folder / "run.key").write_bytes(KEY)
        (self.folder / "run.key").chmod(0o600)
        with warnings.catch_warnings():
            warnings.simplefilter("error", noiseloom.ClaimWarning)
            net, run = self.run_of()
        list(run)
        files = {"record": self.folder / "run.record", "checkpoint": self.folder / "run.pt"}
        for _ in zip(range(9), self.run_of(**files)[1]):
            pass
        again, run = self.run_of(**files)
        self.assertIn(run.step, (9, 10))  # zip() may have taken one more
        list(run)
        for a, b in zip(net.parameters(), again.parameters()):
            torch.testing.assert_close(a, b, rtol=0, atol=0)
        self.assertTrue(
            noiseloom.verify(
                job=self.folder / "run.record",
                strategy=self.folder / "run.npz",
                key_file=self.folder / "run.key",
                finished=True,
            )
        )

    def test_refusals(self):
        refusals = [
            ("unit = example", lambda: self.run_of(self.design(unit="example"))),
            (
                "examples_per_user = 3",
                lambda: self.run_of(
                    self.design(mechanism="dp-sgd", bands=None, examples_per_user=3)
                ),
            ),
            ("examples = 0", lambda: nt.Users(self.data, self.owner_of, examples=0)),
            ("owner_of of 3 examples", lambda: nt.Users(self.data, [1, 2, 3], examples=2)),
        ]
        for said, function in refusals:
            with self.assertRaisesRegex(noiseloom.InvalidArgument, said):
                function()


@unittest.skipIf(importlib.util.find_spec("jax") is None, "JAX is not installed")
class JaxRuns(unittest.TestCase):
    def run_of(self, found, design, data=None, **more):
        import jax.numpy as jnp
        import noiseloom.jax

        class Descent:
            init = staticmethod(lambda params: ())

            def update(self, gradient, state, params):
                return -0.1 * gradient, state

        noiseloom.jax.forget_runs()
        self.inputs = np.random.RandomState(1).normal(size=(EXAMPLES, 3)).astype("f4")
        data = self.inputs if data is None else data
        loss = lambda params, example: jnp.square(example @ params - 1)  # noqa: E731
        init, step = noiseloom.jax.private(design, KEY, loss, Descent(), data, owners=found, **more)
        return init(np.zeros(3, "f4")), step

    def whole(self, state, step):
        while state.step < step.iterations:
            state = step(state)
        return np.asarray(state.params)

    def test_takes_the_batches(self):
        found = formed()
        state, step = self.run_of(found, design_of(found, bands=3))
        sizes = []
        for _ in found.batches:
            state = step(state)
            sizes.append(step.private.examples)
        self.assertEqual(sizes, [len(each) for each in found.batches])
        self.assertEqual(step._divisor, 5)

    def test_takes_the_kept_examples_alone(self):
        found = noiseloom.owners(TABLE, per_owner=4)
        design = design_of(found, mechanism="dp-sgd", iterations=STEPS, epochs=6)
        whole = self.whole(*self.run_of(found, design))
        alone = self.whole(*self.run_of(None, design, self.inputs[found.kept]))
        np.testing.assert_array_equal(whole, alone)

    def test_refusals(self):
        found = formed()
        design = design_of(found, bands=3)
        state, _ = self.run_of(found, design)
        other = noiseloom.owners(
            TABLE, iterations=STEPS, batch_size=5, min_sep=3, participations=6, seed=3
        )
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "owners or clipping"):
            self.run_of(other, design)[1](state)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "a record or canaries"):
            self.run_of(found, design, record="none.record")
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "owners are not allowed"):
            self.run_of(found, design_of(found, bands=3, unit="example"))


if __name__ == "__main__":
    CLI = sys.argv[3]
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
