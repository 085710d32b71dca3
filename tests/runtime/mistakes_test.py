"""Mistakes of training jobs, each made once: whoever docs/security.md says catches it, does.

usage: mistakes_test.py FILES CORE_NOISE CLI SECURITY.md [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import datetime
import functools
import json
import pathlib
import re
import sys
import tempfile
import unittest
import warnings

try:
    import torch
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

import noiseloom
import noiseloom.torch as nt

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from mistakes import MISTAKES  # noqa: E402
from small_job import EXAMPLES, Job, KEY, net_of, OTHER, STEPS  # noqa: E402

# Jobs on two ranks: whether they share the noise, the key and the gradients of each, and how many ranks refuse.
RANKS = {
    "other data": (False, (KEY, KEY), (0.001, 0.002), 1),
    "other keys": (True, (KEY, OTHER), (0.001, 0.001), 2),
    "other gradients": (True, (KEY, KEY), (0.001, 0.002), 2),
    "the same": (False, (OTHER, OTHER), (0.001, 0.001), 0),
    "the same, shared": (True, (OTHER, OTHER), (0.001, 0.001), 0),
    "another run, after forget_runs()": (False, (OTHER, OTHER), (0.002, 0.002), 0),
}


def one_example(net, rank):
    """Another one on each rank, of norm 1."""
    net[rank].weight.grad[0, rank] = 1


def nobody_on_one_rank(net, rank):
    net[0].weight.grad[0, 0] = rank


# The first step's gradients on two ranks, which are zero but for this; whether the ranks share the
# noise; how many refuse.
FIRST_STEPS = {
    "one example": (one_example, False, 1),
    "one example, shared": (one_example, True, 2),
    "nobody on one rank": (nobody_on_one_rank, False, 1),
    "nobody on one rank, shared": (nobody_on_one_rank, True, 2),
    "nobody": (lambda net, rank: None, False, 0),
}


def first_steps(rank, job):
    for at, (name, (change, distributed, _)) in enumerate(FIRST_STEPS.items()):
        nt.forget_runs()
        net = net_of()
        optimizer = job.optimizer(
            net, key=bytes([at]) * 32, reduction="sum", batch_size=None, distributed=distributed
        )
        for each in net.parameters():
            each.grad = torch.zeros_like(each)
        change(net, rank)
        yield name, optimizer.step


def checks_before_the_others(rank, job):
    """What one rank alone refuses, or fails at, before it meets the others."""
    for name, change in (
        ("another divisor", lambda optimizer: setattr(optimizer, "batch_size", 6)),
        ("a failure", lambda optimizer: setattr(optimizer._gradient_noise, "_too_long", None)),
    ):
        nt.forget_runs()
        optimizer = job.optimizer(net_of(), distributed=True)
        if rank == 1:
            change(optimizer)
        yield name, optimizer.step


def of_rank(rank, folder):
    torch.set_num_threads(1)
    torch.distributed.init_process_group(
        "gloo",
        init_method=f"file://{folder}/meeting",
        rank=rank,
        world_size=2,
        timeout=datetime.timedelta(seconds=60),
    )
    job = Job(pathlib.Path(folder), noiseloom.load(f"{folder}/run.npz"))
    for name, (distributed, keys, changes, _) in RANKS.items():
        nt.forget_runs()
        try:
            net, job.batches = net_of(), job.design.batches(keys[rank], EXAMPLES)
            job.train(
                net,
                job.optimizer(net, key=keys[rank], distributed=distributed),
                change=changes[rank],
            )
        except noiseloom.InvalidArgument as refusal:
            pathlib.Path(folder, f"{name} {rank}").write_text(str(refusal))
            if not distributed:  # put right, the step can be taken
                job.train(net, job.optimizer(net, key=keys[rank]), change=changes[1 - rank])
        torch.distributed.barrier()
    for name, step in [*first_steps(rank, job), *checks_before_the_others(rank, job)]:
        try:
            step()
        except (noiseloom.InvalidArgument, TypeError) as refusal:
            pathlib.Path(folder, f"{name} {rank}").write_text(str(refusal))
        torch.distributed.barrier()
    shares = nt.BatchSampler(job.design.batches(KEY, EXAMPLES))  # knows the ranks by itself
    pathlib.Path(folder, f"shares {rank}").write_text(json.dumps(list(shares)))
    torch.distributed.barrier()


@functools.lru_cache
def all_on_two_ranks():
    """What the ranks of each job said, and the share that each has of the batches: two processes for all jobs."""
    with tempfile.TemporaryDirectory() as folder:
        Table.design.save(pathlib.Path(folder) / "run.npz")
        torch.multiprocessing.spawn(of_rank, (folder,), nprocs=2)
        said = {
            name: [path.read_text() for path in sorted(pathlib.Path(folder).glob(f"{name} ?"))]
            for name in [*RANKS, *FIRST_STEPS, "another divisor", "a failure"]
        }
        return said, [
            json.loads(pathlib.Path(folder, f"shares {rank}").read_text()) for rank in range(2)
        ]


def on_two_ranks(name):
    refusals = all_on_two_ranks()[0][name]
    if refusals:
        raise noiseloom.InvalidArgument(refusals[0])


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.design = noiseloom.design(
            iterations=STEPS, epochs=3, epsilon=4, delta=1e-5, bands=4, dataset_size=EXAMPLES
        )

    def who_catches(self, function):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            self.design.save(folder / "run.npz")
            key_file = folder / "run.key"
            key_file.write_bytes(KEY)
            key_file.chmod(0o600)
            nt.forget_runs()
            job = Job(folder, noiseloom.load(folder / "run.npz"), CLI, on_two_ranks)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    function(job)
                except noiseloom.InvalidArgument:
                    return "live"
            if any(issubclass(each.category, noiseloom.ClaimWarning) for each in caught):
                return "live, as a warning"
            for who, more in (
                ("`verify`", ()),
                ("`verify --finished`", ("--finished",)),
                ("`verify` with the key", ("--key-file", key_file)),
            ):
                if not job.verify(*more):
                    against = job.against and who == "`verify`"
                    return "`verify --against`" if against else who
            return "nobody"

    def test_each_mistake_is_caught_by_whom_the_manual_says(self):
        rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", SECURITY.read_text(), re.MULTILINE)
        self.assertEqual([int(number) for number, _, _ in rows], list(range(1, len(rows) + 1)))
        self.assertGreaterEqual(len(rows), 30)
        self.assertEqual([words for _, words, _ in rows], list(MISTAKES))
        for number, words, who in rows:
            with self.subTest(number=number, mistake=words):
                self.assertEqual(self.who_catches(MISTAKES[words]), who)

    def test_without_a_mistake_nobody_says_anything(self):
        def right(job):
            net = net_of()
            job.train(net, job.optimizer(net, record=job.record), STEPS)

        def by_hand(job):
            job.by_hand()

        for function in (right, by_hand):
            self.assertEqual(self.who_catches(function), "nobody")

    def test_ranks(self):
        said, shares = all_on_two_ranks()
        for name, (_, _, _, refusals) in RANKS.items():
            self.assertEqual(len(said[name]), refusals, said[name])
        for name, (_, _, refusals) in FIRST_STEPS.items():
            self.assertEqual(len(said[name]), refusals, (name, said[name]))
        for name, refusal in (
            ("another divisor", "divide by the same number"),
            ("a failure", "not callable"),
        ):
            self.assertIn("rank 1 refused the step", said[name][0])
            self.assertIn(refusal, said[name][1])
        batches = self.design.batches(KEY, EXAMPLES)
        for step, (first, second) in enumerate(zip(*shares)):
            self.assertEqual(sorted(first + second), batches[step].tolist())
            self.assertLessEqual(abs(len(first) - len(second)), 1)


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI, SECURITY = (pathlib.Path(each).resolve() for each in sys.argv[1:5])
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
