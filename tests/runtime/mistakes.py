"""Mistakes of training jobs, each made once by a function of a Job; the table of docs/security.md
has their names, in this order."""

import copy

import numpy as np
import torch

import noiseloom
import noiseloom.torch as nt
from small_job import BATCH, EXAMPLES, KEY, LikeOpacus, net_of, OTHER, STEPS

MISTAKES = {}


def mistake(words):
    def enter(function):
        assert words not in MISTAKES, words
        MISTAKES[words] = function
        return function

    return enter


# What the optimizers and the record refuse.


@mistake("gradients are clipped at another norm than the design's")
def _(job):
    job.optimizer(net_of(), clip_norm=2)


@mistake("a scheduler raises the clip norm of Opacus's optimizer")
def _(job):
    optimizer = LikeOpacus(net_of())
    nt.attach(optimizer, job.design, KEY)
    optimizer.step()
    optimizer.max_grad_norm = 100
    optimizer.step()


@mistake("Opacus's optimizer with an adaptive clip norm")
def _(job):
    nt.attach(type("AdaClipDPOptimizer", (LikeOpacus,), {})(net_of()), job.design, KEY)


@mistake("Opacus's optimizer for several ranks, where each would add the noise")
def _(job):
    nt.attach(type("DistributedDPOptimizer", (LikeOpacus,), {})(net_of()), job.design, KEY)


@mistake("noise around an optimizer that adds noise itself, and takes its gradients from elsewhere")
def _(job):
    net = net_of()
    job.optimizer(net, LikeOpacus(net))


@mistake(
    "noise around an optimizer that moves the parameters by something else than their gradients"
)
def _(job):
    class Sneaky(torch.optim.SGD):
        def step(self):
            for each in self.param_groups[0]["params"]:
                each.data.add_(torch.ones_like(each), alpha=-0.1)

    net = net_of()
    job.train(net, job.optimizer(net, Sneaky(net.parameters(), lr=1)))


@mistake("noise around an optimizer that puts other gradients in place of the noisy ones")
def _(job):
    class Replacing(torch.optim.SGD):
        def step(self):
            for each in self.param_groups[0]["params"]:
                each.grad = torch.ones_like(each)
            super().step()

    net = net_of()
    job.train(net, job.optimizer(net, Replacing(net.parameters(), lr=1)))


@mistake("batch_size is a thousand times too large, so that the noise is as many times too small")
def _(job):
    job.optimizer(net_of(), batch_size=1000 * BATCH)


@mistake("the batch on each of two ranks, and batch_size twice the claim's batch")
def _(job):
    job.optimizer(net_of(), batch_size=2 * BATCH)


@mistake("batch_size is set to the size of each batch that comes up")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net)
    job.train(net, optimizer, 3)
    optimizer.batch_size = 7
    job.train(net, optimizer)


@mistake("Opacus's expected_batch_size changes during the run")
def _(job):
    optimizer = LikeOpacus(net_of())
    nt.attach(optimizer, job.design, KEY)
    optimizer.step()
    optimizer.expected_batch_size = 7
    optimizer.step()


@mistake(
    "gradients of examples are not clipped, and their sum is longer than that of clipped ones can be"
)
def _(job):
    net = net_of()
    job.train(net, job.optimizer(net), change=10)


@mistake("gradients of a loss that is still scaled")
def _(job):
    net = net_of()
    job.train(net, job.optimizer(net), change=0.01 * 65536)


@mistake("the sum of the gradients where their mean was announced")
def _(job):
    net = net_of()
    job.train(net, job.optimizer(net), change=0.5)


@mistake("a gradient that is infinite or no number")
def _(job):
    net = net_of()
    job.train(net, job.optimizer(net), change=float("nan"))


@mistake("zero_grad() is forgotten, so that the noise of the step before stays in the gradients")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net)
    for _ in range(2):
        (net(torch.ones(1, 3)).sum() / 1000).backward()
        optimizer.step()


@mistake("GradScaler meets an infinity and would leave out the step")
def _(job):
    class Scaler:  # what torch's does where it cannot be had: it needs a GPU, or torch 2.3
        def step(self, optimizer):
            if not getattr(optimizer, "_step_supports_amp_scaling", False):
                return  # found an infinity
            optimizer.grad_scale, optimizer.found_inf = torch.tensor(65536.0), torch.tensor(1.0)
            optimizer.step()

    net = net_of()
    optimizer = job.optimizer(net)
    for each in net.parameters():
        each.grad = torch.full_like(each, float("inf"))
    Scaler().step(optimizer)


@mistake("two runs with one key in one process")
def _(job):
    for change in (0.001, 0.002):
        net = net_of()
        job.train(net, job.optimizer(net), 2, change)


@mistake("two models with one key in one process")
def _(job):
    net, larger = net_of(), torch.nn.Linear(9, 9)
    job.train(net, job.optimizer(net))
    job.train(larger, job.optimizer(larger))


@mistake("a step is repeated in one process with other gradients")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net)
    state = optimizer.state_dict()
    job.train(net, optimizer, 2)
    optimizer.load_state_dict(state)
    job.train(net, optimizer, 2, change=0.002)


@mistake("two ranks with one key and other data, which do not know of each other")
def _(job):
    job.on_two_ranks("other data")


@mistake("ranks that share the noise have other keys")
def _(job):
    job.on_two_ranks("other keys")


@mistake("ranks that share the noise have other gradients")
def _(job):
    job.on_two_ranks("other gradients")


@mistake("the checkpoint of a run with another key")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net)
    optimizer.load_state_dict(job.optimizer(net, key=OTHER).state_dict())


@mistake("a resume with the parameter groups in another order")
def _(job):
    net = torch.nn.ModuleList([torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)])

    def started(order):
        groups = [{"params": list(net[at].parameters())} for at in order]
        return job.optimizer(net, torch.optim.SGD(groups, lr=0.5))

    state = started((0, 1)).state_dict()
    optimizer = started((1, 0))
    optimizer.load_state_dict(state)
    optimizer.step()


@mistake("a copy of the optimizer, which would make the same noise")
def _(job):
    copy.deepcopy(job.optimizer(net_of()))


@mistake("a batch that is not the step's")
def _(job):
    net = net_of()
    job.optimizer(net).step(batch=job.batches[1])


@mistake("one rank's share in place of the batch is recorded")
def _(job):
    job.optimizer(net_of(), record=job.record).step(batch=job.batches[0][::2])


@mistake("a layer is frozen during the run")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net)
    job.train(net, optimizer)
    net[0].weight.requires_grad_(False)
    job.train(net, optimizer)


@mistake("a step more than designed")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net)
    optimizer.noise.advance(STEPS)
    optimizer.step()


@mistake("the load is forgotten after a resume, of a run with a record")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net, record=job.record)
    job.train(net, optimizer, 3)
    del optimizer
    nt.forget_runs()  # another process
    again = job.optimizer(net, record=job.record)
    before = [each.detach().clone() for each in net.parameters()]
    try:
        job.train(net, again, change=0.002)  # a gradient at other parameters is another one
    finally:
        assert (
            all(torch.equal(a, b) for a, b in zip(before, net.parameters()))
            and again.noise.step == 0
        )


@mistake("the load of the noise is forgotten after a resume, and the optimizer's own is not")
def _(job):
    net = net_of()
    inner = torch.optim.Adam(net.parameters(), lr=0.1)
    job.train(net, job.optimizer(net, inner), 3)
    nt.forget_runs()  # another process
    again = torch.optim.Adam(net.parameters(), lr=0.1)
    again.load_state_dict(inner.state_dict())
    job.train(net, job.optimizer(net, again), change=0.002)


@mistake("after a resume the batches go on and the noise begins anew, of a run without a record")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net)
    next(iter(nt.BatchSampler(job.batches, 6)))
    job.train(net, optimizer)


@mistake("a frozen parameter has a gradient, by which it would move without noise")
def _(job):
    net = net_of()
    net[0].weight.requires_grad_(False)
    job.train(net, job.optimizer(net))


# What a whole run refuses.


def run_of(job, net, examples=EXAMPLES, **options):
    return nt.Run(
        job.design,
        KEY,
        net,
        torch.optim.SGD(net.parameters(), lr=0.5),
        (torch.ones(examples, 3), torch.zeros(examples, dtype=torch.long)),
        loss=torch.nn.functional.cross_entropy,
        **options,
    )


@mistake("a layer that mixes the examples of a batch, such as BatchNorm, in a whole run")
def _(job):
    next(run_of(job, net_of().append(torch.nn.BatchNorm1d(2))))


@mistake("a layer that keeps statistics of the examples in a buffer, in a whole run")
def _(job):
    class Mean(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("mean", torch.zeros(()))

        def forward(self, x):
            self.mean += x.detach().mean()
            return x

    next(run_of(job, net_of().append(Mean()), per_example="loop"))


@mistake("a data set of another size than the design's, in a whole run")
def _(job):
    run_of(job, net_of(), EXAMPLES + 1)


# What only the record shows.


@mistake("noise of the sum is added to the mean")
def _(job):
    job.by_hand(noise_scale=1)


@mistake("a loop of one's own clips at another norm")
def _(job):
    job.by_hand(clip_norm=2)


@mistake("a loop of one's own clips one step at another norm")
def _(job):
    job.by_hand(figures=lambda step: {"clip_norm": 100 if step == 3 else 1})


@mistake("a loop of one's own divides each step by the size of its batch")
def _(job):
    job.by_hand(figures=lambda step: {"batch_size": max(1, len(job.batches[step]))})


@mistake("a step is left out")
def _(job):
    job.by_hand(0, 4)
    job.by_hand(6, STEPS)


@mistake("another strategy file than the one that is verified")
def _(job):
    job.by_hand()
    noiseloom.design(
        iterations=STEPS, epochs=3, epsilon=8, delta=1e-5, bands=4, dataset_size=EXAMPLES
    ).save(job.folder / "run.npz")


@mistake("two runs with one key in two processes")
def _(job):
    job.by_hand()
    job.by_hand(path=job.other_record)
    job.against = True


@mistake("the record is cut at its end")
def _(job):
    job.by_hand()
    lines = job.record.read_text().splitlines(keepends=True)
    job.record.write_text("".join(lines[:9]))


@mistake("batches are shuffled rather than drawn")
def _(job):
    job.by_hand(batch_of=lambda step: np.arange(step % 8, EXAMPLES, 8))


@mistake("the last examples of a batch are dropped")
def _(job):
    job.by_hand(batch_of=lambda step: job.batches[step][:-1])


@mistake("the noise of another step")
def _(job):
    first = job.design.noise(KEY, 30).next()
    job.by_hand(noise_of=lambda step: first)


@mistake("the standard deviation is squared")
def _(job):
    noise = job.design.noise(KEY, 30)
    job.by_hand(noise_of=lambda step: noise.next() * np.float32(job.design.stddev))


@mistake("a line of the record is changed")
def _(job):
    job.by_hand()
    text = job.record.read_text()
    at = text.index('"release":"') + 11
    job.record.write_text(text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1 :])


# What nobody can see.


@mistake("gradients are not clipped, and their sum is no longer than that of clipped ones")
def _(job):
    net = net_of()
    job.train(net, job.optimizer(net, record=job.record), STEPS, change=0.02)


@mistake("noise is recorded and not added")
def _(job):
    job.by_hand()


@mistake("the batches of the key are recorded, and others taken")
def _(job):
    job.by_hand()


@mistake("the mean over the examples that came up, where a constant batch_size is announced")
def _(job):
    net = net_of()
    optimizer = job.optimizer(net, record=job.record)
    for step in range(STEPS):
        optimizer.zero_grad()
        batch = job.batches[step]
        for each in net.parameters():
            # Each example gives 0.001, whatever their number.
            each.grad = torch.full_like(each, 0.001 * BATCH)
        if len(batch) == 0:
            optimizer.zero_grad()
        optimizer.step(batch=batch)
