"""A small training job that does everything right, for tests that let it do one thing wrong."""

import json
import subprocess

import numpy as np
import torch

import noiseloom
import noiseloom.torch as nt

KEY, OTHER = bytes(range(100, 132)), bytes(range(32))
STEPS, EXAMPLES, BATCH = 24, 40, 5


def net_of(seed=0):
    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, 2))


class LikeOpacus(torch.optim.SGD):
    """Opacus's protocol, for gradients that are clipped and summed already."""

    def __init__(self, net):
        super().__init__(net.parameters(), lr=0.5)
        self.max_grad_norm, self.expected_batch_size, self.loss_reduction = 1.0, BATCH, "mean"

    def add_noise(self):
        raise AssertionError("not this noise")

    def step(self):
        parameters = self.param_groups[0]["params"]
        for each in parameters:
            each.summed_grad = torch.full_like(each, 0.01)
        self.add_noise()
        for each in parameters:
            each.grad /= self.expected_batch_size
        super().step()


class Job:
    """A small job that does everything right, and what it takes to do one thing wrong."""

    def __init__(self, folder, design, cli=None, on_two_ranks=None):
        self.folder, self.design, self.cli, self.on_two_ranks = folder, design, cli, on_two_ranks
        self.record, self.other_record = folder / "run.record", folder / "other.record"
        self.batches = design.batches(KEY, EXAMPLES)
        self.against = False

    def optimizer(self, net, inner=None, key=KEY, record=None, **options):
        options = {"clip_norm": 1, "reduction": "mean", "batch_size": BATCH, **options}
        if record is not None:
            options.update(record=record, dataset_size=EXAMPLES)
        return nt.PrivateOptimizer(
            inner or torch.optim.SGD(net.parameters(), lr=0.5), self.design, key, **options
        )

    def train(self, net, optimizer, steps=1, change=0.001):
        for _ in range(steps):
            optimizer.zero_grad()
            batch = self.batches[optimizer.noise.step]
            for each in net.parameters():
                each.grad = torch.full_like(each, change * len(batch))
            optimizer.step(batch=batch)

    def by_hand(
        self,
        first=0,
        last=STEPS,
        path=None,
        batch_of=None,
        noise_of=None,
        key=KEY,
        figures=None,
        **how,
    ):
        """A loop of one's own, which keeps a record."""
        noise = self.design.noise(key, 30)
        noise.advance(first)
        batches = self.design.batches(key, EXAMPLES)
        how = {"clip_norm": 1, "reduction": "mean", "batch_size": BATCH, **how}
        with noiseloom.Record(path or self.record, noise, EXAMPLES, **how) as record:
            for step in range(first, last):
                row = noise.next()
                try:
                    record.add(
                        step,
                        (batch_of or batches.__getitem__)(step),
                        row if noise_of is None else noise_of(step),
                        np.full(3, step, "f4"),
                        **(figures(step) if figures else {}),
                    )
                except noiseloom.InvalidArgument:
                    if figures is None:
                        raise  # else what it refuses is in the record, too

    def verify(self, *more):
        against = ["--against", self.other_record] if self.against else []
        command = [
            self.cli,
            "verify",
            "--job",
            self.record,
            "--strategy",
            self.folder / "run.npz",
            *against,
            "--json",
            *more,
        ]
        said = subprocess.run([str(each) for each in command], capture_output=True, text=True)
        assert said.returncode in (0, 1), said.stderr
        return json.loads(said.stdout)["passed"]
