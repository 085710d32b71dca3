#!/usr/bin/env python3
"""What noiseloom.torch.Run takes beside a loop of one's own, which computes gradients of examples by torch.func (before
PyTorch 2.0 functorch), clips, sums and steps by PrivateOptimizer, both alone and with a record: in one process, in
turn; processor time, on one core.

    PYTHONPATH=build/python /usr/bin/python3 tests/bench/peers/run_overhead.py
"""

import os
import statistics
import tempfile
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # which torch.set_num_threads() does not tell Debian's
import torch  # noqa: E402
import noiseloom  # noqa: E402
import noiseloom.torch  # noqa: E402

EXAMPLES, STEPS = 12800, 800  # steps of 160 examples
F = torch.nn.functional


def perceptron(*widths):
    layers = []
    for a, b in zip(widths, widths[1:]):
        layers += [torch.nn.Linear(a, b), torch.nn.Tanh()]
    return torch.nn.Sequential(*layers[:-1])


def convolution():
    return torch.nn.Sequential(
        torch.nn.Conv2d(1, 16, 5, stride=2),
        torch.nn.Tanh(),
        torch.nn.Conv2d(16, 32, 5, stride=2),
        torch.nn.Tanh(),
        torch.nn.Flatten(),
        torch.nn.Linear(512, 10),
    )


def gradients_of_examples(model):
    """A function of parameters, images and labels."""
    if hasattr(torch, "func"):
        from torch.func import functional_call, grad, vmap

        names = [name for name, _ in model.named_parameters()]

        def output(values, image):
            return functional_call(model, dict(zip(names, values)), (image,))

    else:
        from functorch import grad, make_functional, vmap

        output, _ = make_functional(model)

    def loss(values, image, label):
        return F.cross_entropy(output(values, image[None]), label[None])

    return vmap(grad(loss), in_dims=(None, 0, 0))


def loop_of_ones_own(design, key, model, data, record=None):
    """Takes a step each time it is advanced."""
    optimizer = noiseloom.torch.PrivateOptimizer(
        torch.optim.SGD(model.parameters(), lr=0.1),
        design,
        key,
        clip_norm=1,
        reduction="mean",
        batch_size=EXAMPLES * 10 / STEPS,
        record=record,
        dataset_size=EXAMPLES,
    )
    parameters = list(model.parameters())
    gradients_of = gradients_of_examples(model)
    for batch in design.batches(key, EXAMPLES):
        at = torch.from_numpy(batch)
        found = gradients_of([each.detach() for each in parameters], data[0][at], data[1][at])
        norms = torch.stack([each.flatten(1).norm(dim=1) for each in found]).norm(dim=0)
        factors = (1 / norms).clamp(max=1)
        for each, gradient in zip(parameters, found):
            each.grad = torch.einsum("i,i...->...", factors, gradient) / optimizer.batch_size
        optimizer.step(batch=batch)
        yield


def main():
    torch.set_num_threads(1)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    design = noiseloom.design(
        iterations=STEPS,
        epochs=10,
        epsilon=4,
        delta=1e-5,
        dataset_size=EXAMPLES,
        mechanism="banded-toeplitz",
        bands=8,
    )
    folder = tempfile.TemporaryDirectory()
    for name, make, shape, steps, turns in (
        ("64 - 32 - 10", lambda: perceptron(64, 32, 10), (64,), 10, 60),
        ("784 - 256 - 10", lambda: perceptron(784, 256, 10), (784,), 5, 9),
        ("two convolutions", convolution, (1, 28, 28), 5, 15),
        (
            "784 - 2048 - 2048 - 2048 - 10",
            lambda: perceptron(784, 2048, 2048, 2048, 10),
            (784,),
            1,
            3,
        ),
    ):
        data = (torch.randn(EXAMPLES, *shape), torch.randint(0, 10, (EXAMPLES,)))
        noiseloom.torch.forget_runs()
        jobs = []
        for at, record in enumerate((None, os.path.join(folder.name, name))):
            own = record and record + " by hand"
            jobs.append(loop_of_ones_own(design, bytes([at] * 32), make(), data, own))
            model = make()
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            how = dict(loss=F.cross_entropy, record=record)
            key = bytes([at + 2] * 32)
            jobs.append(noiseloom.torch.Run(design, key, model, optimizer, data, **how))

        def seconds(job):
            begun = time.process_time()
            for _ in range(steps):
                next(job)
            return time.process_time() - begun

        for job in jobs:
            seconds(job)
        taken = []
        for turn in range(turns):
            order = [(turn + at) % len(jobs) for at in range(len(jobs))]
            times = {at: seconds(jobs[at]) for at in order}
            taken.append([times[at] for at in range(len(jobs))])
        each = [1000 * statistics.median(row[at] for row in taken) / steps for at in range(4)]
        more = [
            100 * (statistics.median(row[at + 1] / row[at] for row in taken) - 1) for at in (0, 2)
        ]
        print(
            f"{name}: {each[0]:.2f} ms a step by hand, {each[1]:.2f} ms by Run ({more[0]:+.1f} %); with a record "
            f"{each[2]:.2f} and {each[3]:.2f} ms ({more[1]:+.1f} %), medians of {len(taken)} turns"
        )


if __name__ == "__main__":
    main()
