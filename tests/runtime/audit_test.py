"""noiseloom.Canaries and audit(): a loop of one's own and noiseloom.torch.Run, right and broken.

usage: audit_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import functools
import itertools
import json
import os
import pathlib
import stat
import subprocess
import sys
import unittest

try:
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

import noiseloom
from cases import Case

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from thorough import thorough  # noqa: E402

try:
    import torch

    import noiseloom.torch as nt

    torch.set_num_threads(1)
except ImportError:
    torch = None

STEPS, EXAMPLES, CANARIES, WEIGHTS = 32, 400, 150, 3
BATCHINGS = "cyclic-poisson", "fixed-epoch"


@functools.lru_cache
def design_of(batching="cyclic-poisson"):
    return noiseloom.design(
        iterations=STEPS,
        epochs=4,
        epsilon=4,
        delta=1e-5,
        bands=4,
        clip_norm=2,
        dataset_size=EXAMPLES,
        batching=batching,
    )


def key_of(seed):
    return bytes([seed, 7]) + bytes(30)


class Shuffled:
    """Each example once in each pass over the steps of its part."""

    def __init__(self, seed, passes, parts):
        random = np.random.RandomState(seed)
        self.batches = [[] for _ in range(STEPS)]
        of_pass = STEPS // passes // parts
        for each in range(passes):
            for at, example in enumerate(random.permutation(EXAMPLES)):
                step = (each * of_pass + at % of_pass) * parts + example % parts
                self.batches[step].append(example)

    def __getitem__(self, step):
        return np.sort(np.array(self.batches[step], dtype=np.int64))


def job(path, seed, design, flaw=None, steps=STEPS):
    """A loop of one's own, whose model has three weights and whose examples pull at them by random vectors."""
    batches = design.batches(key_of(seed), EXAMPLES)
    if flaw == "shuffled for sampled":
        batches = Shuffled(seed, passes=4, parts=4)
    pulls = np.random.RandomState(seed).normal(size=(EXAMPLES, WEIGHTS))
    canaries = noiseloom.Canaries(
        path, design, CANARIES, seed=1000 * (flaw == "same key twice") + seed
    )
    noise = design.noise(key_of(seed), WEIGHTS + CANARIES, dtype="float64")
    for step in range(steps):
        batch = batches[step]
        own = pulls[batch] * ~canaries.among(batch)[:, None]
        gradients = np.concatenate([own, canaries.gradients(batch)], axis=1)
        if flaw != "unclipped":
            norms = np.linalg.norm(gradients, axis=1, keepdims=True)
            gradients = gradients * np.minimum(1, design.clip_norm / np.maximum(norms, 1e-300))
        row = noise.next() * (0.5 if flaw == "noise halved" else 1)
        canaries.add(step, batch, (gradients.sum(axis=0) + row)[WEIGHTS:])
    canaries.save()
    return canaries


def refuted(answer):
    return [each.name for each in answer.checks if not each.passed]


class Checks(Case):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "run.canaries.npz"


class Audit(Checks):
    def test_honest_and_broken_loops(self):
        seeds = thorough(1, 100)
        flaws = {
            "unclipped": "contribution",
            "noise halved": "noise",
            "shuffled for sampled": "participations",
            None: None,
        }
        for batching in BATCHINGS:
            for flaw, name in flaws.items():
                if batching == "fixed-epoch" and flaw == "shuffled for sampled":
                    continue
                found = []
                for seed in range(1, seeds + 1):
                    self.path.unlink(missing_ok=True)
                    job(self.path, seed, design_of(batching), flaw)
                    found.append(refuted(noiseloom.audit(self.path, design_of(batching))))
                wrong = (
                    sum(map(bool, found))
                    if flaw is None
                    else sum(name not in each for each in found)
                )
                print(
                    f"{batching}, {flaw or 'honest'}: {seeds - wrong} of {seeds} as they should be"
                )
                self.assertLessEqual(wrong, thorough(0, 5) if flaw is None else 0, (batching, flaw))

    def test_two_runs_with_one_key(self):
        seeds, wrong = thorough(1, 100), 0
        for seed in range(1, seeds + 1):
            first, twin, other = (
                self.folder / f"{name}-{seed}.npz" for name in ("first", "twin", "other")
            )
            for path, key, flaw in (
                (first, seed, None),
                (twin, seed, "same key twice"),
                (other, 101 + seed, None),
            ):
                job(path, key, design_of(), flaw)
            self.assertIn("other_run", refuted(noiseloom.audit(first, design_of(), against=twin)))
            wrong += "other_run" in refuted(noiseloom.audit(first, design_of(), against=other))
        print(f"same key twice: {seeds} of {seeds} caught, {wrong} of {seeds} other runs refuted")
        self.assertLessEqual(wrong, thorough(0, 2))

    def test_the_command_says_the_same(self):
        job(self.path, 1, design_of(), "noise halved")
        design_of().save(self.folder / "s.npz")
        command = [CLI, "audit", self.path, "--strategy", self.folder / "s.npz"]
        text = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        self.assertEqual(text.returncode, 1, text.stderr)
        self.assertIn(": NOT as claimed (95 %)", text.stdout)
        self.assertRegex(text.stdout, r"noise +REFUTED +The noise has 0\.\d+ times its stated")
        said = subprocess.run([*map(str, command), "--json"], capture_output=True, text=True)
        found = noiseloom.audit(self.path, design_of())
        self.assertEqual(json.loads(said.stdout), found)
        self.assertFalse(found)
        self.assertIn("NOT as claimed: noise", repr(found))
        shown = [line.split(maxsplit=2)[2:] for line in text.stdout.splitlines()[2:-2]]
        for sentence in itertools.chain.from_iterable(shown):
            self.assertIn(sentence, str(found))
        self.assertIn("noise: REFUTED. The noise has 0.", str(found))
        job(self.folder / "honest.npz", 1, design_of())
        honest = noiseloom.audit(self.folder / "honest.npz", design_of())
        self.assertTrue(honest)
        self.assertTrue(str(honest).startswith("no contradiction to the claim (95 %), "))
        wrong = subprocess.run(
            [*map(str, command), "--confidence", "1"], capture_output=True, text=True
        )
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("--confidence = 1 is not allowed", wrong.stderr)

    def test_a_file_is_gone_on_with(self):
        whole = job(self.folder / "whole.npz", 1, design_of())
        job(self.path, 1, design_of(), steps=10)
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        again = job(self.path, 1, design_of())  # does its first steps again
        self.assertEqual(again.steps, STEPS)
        with np.load(self.folder / "whole.npz") as one, np.load(self.path) as two:
            self.assertEqual(one.files, two.files)
            for name in one.files:
                np.testing.assert_array_equal(one[name], two[name])
        np.testing.assert_array_equal(whole.gradients([398]), again.gradients([398]))
        self.refuses(
            "has the canaries of another run", noiseloom.Canaries, self.path, design_of(), 100
        )
        self.refuses(
            "has the canaries of another run",
            noiseloom.Canaries,
            self.path,
            design_of("fixed-epoch"),
            CANARIES,
        )

    def test_what_is_refused(self):
        canaries = noiseloom.Canaries(self.path, design_of(), 20)
        self.refuses("count = 19", noiseloom.Canaries, self.path, design_of(), 19)
        self.refuses("count = 401", noiseloom.Canaries, self.path, design_of(), 401)
        self.refuses("step = 1", canaries.add, 1, [], np.zeros(20))
        self.refuses("sums of 3 values", canaries.add, 0, [], np.zeros(3))
        self.refuses("sums of 20 values", canaries.add, 0, [], np.full(20, np.nan))
        self.refuses("no step yet", canaries.save)
        rows = canaries.gradients([0, 379, 380, 399])
        self.assertEqual(rows[:2].any(), False)
        self.assertLessEqual(set(np.unique(rows[2:])), {0.0, 20.0})
        with self.assertRaises(noiseloom.IoError):
            noiseloom.audit(self.folder / "none.npz", design_of())


@unittest.skipIf(torch is None, "torch is not installed")
class Runs(Checks):
    def setUp(self):
        super().setUp()
        nt.forget_runs()
        random = torch.Generator().manual_seed(1)
        self.data = (
            torch.randn(EXAMPLES, 7, generator=random),
            torch.randint(0, 3, (EXAMPLES,), generator=random),
        )

    def run_of(self, seed=1, canaries=True, **options):
        torch.manual_seed(0)
        net = torch.nn.Sequential(torch.nn.Linear(7, 5), torch.nn.Tanh(), torch.nn.Linear(5, 3))
        made = noiseloom.Canaries(self.path, design_of(), CANARIES, seed=seed) if canaries else None
        inner = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.5)
        options = {"loss": torch.nn.functional.cross_entropy, **options}
        return nt.Run(design_of(), key_of(seed), net, inner, self.data, canaries=made, **options)

    def test_honest_runs(self):
        for per_example in ("vmap", "loop"):
            self.path.unlink(missing_ok=True)
            nt.forget_runs()
            for _ in self.run_of(per_example=per_example):
                pass
            answer = noiseloom.audit(self.path, design_of())
            self.assertEqual(refuted(answer), [])
            self.assertEqual((answer.steps, answer.canaries), (STEPS, CANARIES))

    def test_broken_runs(self):
        """What Run does by itself, undone in its parts."""

        def unclipped(run, seed):
            run._clipped._limit = lambda: float("inf")

        def noise_halved(run, seed):
            noise = run.optimizer._gradient_noise
            own = noise.row
            noise.row = lambda: own().mul_(0.5)

        def shuffled(run, seed):
            run._batches, run._of_key = Shuffled(seed, passes=4, parts=4), False

        seeds = thorough(1, 100)
        flaws = {unclipped: "contribution", noise_halved: "noise", shuffled: "participations"}
        for flaw, name in {**flaws, None: None}.items():
            wrong = 0
            for seed in range(1, seeds + 1):
                self.path.unlink(missing_ok=True)
                nt.forget_runs()
                run = self.run_of(seed)
                if flaw is not None:
                    flaw(run, seed)
                for _ in run:
                    pass
                found = refuted(noiseloom.audit(self.path, design_of()))
                wrong += bool(found) if flaw is None else name not in found
            said = "honest" if flaw is None else flaw.__name__
            print(f"Run, {said}: {seeds - wrong} of {seeds} as they should be")
            self.assertLessEqual(wrong, thorough(0, 5) if flaw is None else 0, said)

    def test_a_killed_run_goes_on(self):
        checkpoint, record = self.folder / "run.pt", self.folder / "run.record"
        options = {"checkpoint": checkpoint, "every": 5, "record": record}
        for step, _ in zip(range(12), self.run_of(**options)):
            pass
        resumed = self.run_of(**options)
        self.assertEqual(resumed.step, 10)
        for _ in resumed:
            pass
        self.assertEqual(refuted(noiseloom.audit(self.path, design_of())), [])
        with np.load(self.path) as file:
            resumed_sums = file["sums"]
        self.path.unlink()
        nt.forget_runs()
        for _ in self.run_of():
            pass
        with np.load(self.path) as file:
            np.testing.assert_array_equal(file["sums"], resumed_sums)
        self.path.unlink()
        checkpoint_only = {"checkpoint": checkpoint}
        torch.manual_seed(0)
        self.refuses("canaries have 0 steps", self.run_of, **checkpoint_only)

    def test_canaries_move_no_weight(self):
        """The weights are those of a run in which the canaries' examples have no gradient."""
        own = torch.arange(EXAMPLES) < EXAMPLES - CANARIES

        def compute(net, batch):
            images, labels, counts = batch
            loss = torch.nn.functional.cross_entropy(net(images), labels)
            return (loss * counts).sum()

        first = self.run_of()
        next(first)
        nt.forget_runs()
        data = self.data
        self.data = (*data, own.float())
        second = self.run_of(canaries=False, loss=None, compute_loss=compute)
        next(second)
        for one, two in zip(first.model.parameters(), second.model.parameters()):
            torch.testing.assert_close(one, two, rtol=0, atol=1e-6)

    def test_what_is_refused(self):
        self.refuses("vmap or loop", self.run_of, per_example=lambda net, batch: None, loss=None)
        self.refuses("one of loss and compute_loss", self.run_of, loss=None)
        self.data = tuple(each[:-1] for each in self.data)
        self.refuses("has 399 examples", self.run_of)


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = sys.argv[1:4]
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
