"""A small model with its data and its design, which runs of PyTorch share."""

import functools

import torch

import cases
import noiseloom
import noiseloom.torch as nt

F = torch.nn.functional
KEY = bytes(range(100, 132))
STEPS, EXAMPLES, BATCH = 24, 40, 5


def seeded(seed):
    return torch.Generator().manual_seed(seed)


DATA = (
    torch.randn(EXAMPLES, 7, generator=seeded(1)),
    torch.randint(0, 3, (EXAMPLES,), generator=seeded(2)),
)


@functools.lru_cache
def design_of(examples=EXAMPLES, **options):
    options = {"epochs": 3, "epsilon": 4, "bands": 4, **options}
    return noiseloom.design(iterations=STEPS, delta=1e-5, dataset_size=examples, **options)


def net_of(*between, seed=0):
    torch.manual_seed(seed)
    return torch.nn.Sequential(
        torch.nn.Linear(7, 5), torch.nn.Tanh(), *between, torch.nn.Linear(5, 3)
    )


def flat(net):
    return torch.cat([each.detach().reshape(-1) for each in net.parameters()])


class Case(cases.Case):
    def setUp(self):
        super().setUp()
        nt.forget_runs()  # each test is a job of its own

    def same(self, made, expected):
        torch.testing.assert_close(made, expected, rtol=0, atol=0)
