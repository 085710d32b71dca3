#!/usr/bin/env python3
"""What noiseloom.torch.Run takes beside a loop of one's own, which computes gradients of examples by torch.func (before
PyTorch 2.0 functorch), clips, sums and steps by PrivateOptimizer, both alone and with a record: in one process, in
turn; processor and elapsed time, on one core. First the digits example, where both clip by its own function.

    PYTHONPATH=build/python /usr/bin/python3 tests/bench/peers/run_overhead.py
"""

import functools
import os
import pathlib
import statistics
import sys
import tempfile
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # which torch.set_num_threads() does not tell Debian's
import torch  # noqa: E402
import noiseloom  # noqa: E402
import noiseloom.torch  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "docs" / "examples" / "digits"))
import digits  # noqa: E402

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


def by_functions(model):
    """A function of a batch that leaves the sum of its clipped gradients in those of the model."""
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

    gradients_of = vmap(grad(loss), in_dims=(None, 0, 0))
    parameters = list(model.parameters())

    def leave_sums(images, labels):
        found = gradients_of([each.detach() for each in parameters], images, labels)
        norms = torch.stack([each.flatten(1).norm(dim=1) for each in found]).norm(dim=0)
        factors = (1 / norms).clamp(max=1)
        for each, gradient in zip(parameters, found):
            each.grad = torch.einsum("i,i...->...", factors, gradient)

    return leave_sums


def as_the_example(model):
    return functools.partial(digits.sum_clipped_gradients, model, clip_norm=1)


def loop_of_ones_own(design, key, model, data, way, record=None):
    """Takes a step each time it is advanced."""
    examples = len(data[0])
    optimizer = noiseloom.torch.PrivateOptimizer(
        torch.optim.SGD(model.parameters(), lr=0.1),
        design,
        key,
        clip_norm=1,
        reduction="mean",
        batch_size=examples * design.epochs / design.iterations,
        record=record,
        dataset_size=examples,
    )
    parameters = list(model.parameters())
    leave_sums = way(model)
    for batch in design.batches(key, examples):
        at = torch.from_numpy(batch)
        optimizer.zero_grad()
        leave_sums(data[0][at], data[1][at])
        for each in parameters:
            each.grad.div_(optimizer.batch_size)
        optimizer.step(batch=batch)
        yield


def jobs_of(design, make, data, way, folder):
    """A loop of one's own and a Run, both alone and with a record."""
    how = dict(loss=F.cross_entropy)
    if way is as_the_example:
        how = dict(per_example=lambda model, batch: as_the_example(model)(*batch))
    noiseloom.torch.forget_runs()
    for at, record in enumerate((None, "record")):
        own, runs = [record and os.path.join(folder, f"{record} {of}") for of in ("own", "run")]
        yield loop_of_ones_own(design, bytes([at] * 32), make(), data, way, own)
        model = make()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        yield noiseloom.torch.Run(
            design, bytes([at + 2] * 32), model, optimizer, data, record=runs, **how
        )


def compare(name, design, make, data, way, steps, turns):
    def seconds(job):
        begun = time.process_time(), time.perf_counter()
        for _ in range(steps):
            next(job)
        return time.process_time() - begun[0], time.perf_counter() - begun[1]

    with tempfile.TemporaryDirectory() as folder:
        jobs = list(jobs_of(design, make, data, way, folder))
        for job in jobs:
            seconds(job)
        taken = []
        for turn in range(turns):
            order = [(turn + at) % len(jobs) for at in range(len(jobs))]
            times = {at: seconds(jobs[at]) for at in order}
            taken.append([times[at] for at in range(len(jobs))])
        del jobs
    print(f"{name}, medians of {turns} turns, ms a step:")
    for kind, what in enumerate(("processor", "elapsed")):
        each = [1000 * statistics.median(row[at][kind] for row in taken) / steps for at in range(4)]
        more = [
            100 * (statistics.median(row[at + 1][kind] / row[at][kind] for row in taken) - 1)
            for at in (0, 2)
        ]
        print(
            f"  {what}: {each[0]:.3f} by hand, {each[1]:.3f} by Run ({more[0]:+.1f} %); with a record "
            f"{each[2]:.3f} and {each[3]:.3f} ({more[1]:+.1f} %)"
        )


def main():
    torch.set_num_threads(1)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"PyTorch {torch.__version__}")
    asked = dict(delta=1e-5, mechanism="banded-toeplitz")
    # The example's batches of 75, in more steps.
    job = dict(iterations=6400, epochs=400, epsilon=40, dataset_size=digits.TRAINED, bands=16)
    design = noiseloom.design(**asked, **job, batching="balls-in-bins")
    data = digits.digits()[0]
    compare("digits.py, 64 - 32 - 10", design, digits.Network, data, as_the_example, 10, 400)
    job = dict(iterations=STEPS, epochs=10, epsilon=4, dataset_size=EXAMPLES, bands=8)
    design = noiseloom.design(**asked, **job)
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
        compare(name, design, make, data, by_functions, steps, turns)


if __name__ == "__main__":
    main()
