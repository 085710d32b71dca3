"""noiseloom.torch.Run and ClippedSum: against gradients one by one in float64, resumed, killed, and on two ranks.

usage: run_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import contextlib
import copy
import datetime
import functools
import hashlib
import importlib.util
import io
import itertools
import os
import pathlib
import pickle
import random
import resource
import signal
import subprocess
import sys
import unittest
import unittest.mock
import warnings

try:
    import numpy as np
    import torch
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

import noiseloom
import noiseloom.torch as nt
from cases import failed_items
from noiseloom import _drawing
from noiseloom._drawing import drawing_from
from noiseloom._joined import joined, joined_zeros
from noiseloom._rounding import stochastically
from small_net import Case, DATA, design_of, EXAMPLES, F, flat, KEY, net_of, seeded, STEPS

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from read_programs import killed_after, lines_of  # noqa: E402
from thorough import thorough  # noqa: E402


def run_of(net, data=DATA, inner=None, key=KEY, design=None, **options):
    if not {"loss", "compute_loss"} & options.keys() and not callable(options.get("per_example")):
        options["loss"] = F.cross_entropy
    inner = inner or torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.5)
    return nt.Run(design or design_of(), key, net, inner, data, **options)


class Failing(torch.utils.data.Dataset):
    failing = True

    def __len__(self):
        return EXAMPLES

    def __getitem__(self, at):
        if self.failing:
            raise OSError("the file system is away")
        return DATA[0][at], DATA[1][at]


class Checks(Case):
    def failed(self, record, *more):
        """What `verify --job` finds wrong."""
        return failed_items(CLI, self.folder, design_of(), KEY, record, "--finished", *more)


# Models and what they take: each with a function from a generator to a batch of `size` examples.


class Tied(torch.nn.Module):
    """One matrix in two layers, and a parameter that the output does not depend on."""

    def __init__(self):
        super().__init__()
        self.embedding, self.out = torch.nn.Embedding(9, 6), torch.nn.Linear(6, 9, bias=False)
        self.out.weight = self.embedding.weight
        self.unused = torch.nn.Parameter(torch.ones(3))

    def forward(self, tokens):
        return self.out(torch.tanh(self.embedding(tokens).mean(1)))


class TwoInputs(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(4, 5), torch.nn.Linear(3, 5)
        self.scale = torch.nn.Parameter(torch.tensor(0.7))
        self.first.bias.requires_grad_(False)

    def forward(self, a, b):
        return self.scale * torch.tanh(self.first(a) + self.second(b))


def numbers(*shape):
    return lambda size, generator: torch.randn(size, *shape, generator=generator)


def classes(count, *shape):
    return lambda size, generator: torch.randint(0, count, (size, *shape), generator=generator)


MODELS = {
    "two layers": (
        lambda: torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 4)),
        (numbers(6), classes(4)),
    ),
    "convolution": (
        lambda: torch.nn.Sequential(
            torch.nn.Conv2d(2, 4, 3, padding=1),
            torch.nn.GroupNorm(2, 4),
            torch.nn.ReLU(),
            torch.nn.MaxPool2d(2),
            torch.nn.Flatten(),
            torch.nn.Linear(36, 3),
        ),
        (numbers(2, 6, 6), classes(3)),
    ),
    "attention": (
        lambda: torch.nn.Sequential(
            torch.nn.TransformerEncoderLayer(8, 2, 12, dropout=0.0, batch_first=True),
            torch.nn.Flatten(),
            torch.nn.Linear(24, 3),
        ),
        (numbers(3, 8), classes(3)),
    ),
    "tied": (Tied, (classes(9, 4), classes(9))),
    "two inputs": (TwoInputs, (numbers(4), numbers(3), classes(5))),
    "wide": (lambda: torch.nn.Linear(1500, 3), (numbers(1500), classes(3))),
}


def one_by_one(model, batch, clip_norm):
    """The sum of the clipped gradients and their norms, by autograd in float64."""
    model = copy.deepcopy(model).double()
    trained = [each for each in model.parameters() if each.requires_grad]
    total, norms = [torch.zeros_like(each) for each in trained], []
    for at in range(len(batch[0])):
        one = [each[at : at + 1] for each in batch]
        one = [each.double() if each.is_floating_point() else each for each in one]
        model.zero_grad()
        F.cross_entropy(model(*one[:-1]), one[-1]).backward()
        found = [torch.zeros_like(each) if each.grad is None else each.grad for each in trained]
        norms.append(float(torch.cat([each.reshape(-1) for each in found]).norm()))
        for each, gradient in zip(total, found):
            each += gradient * min(1, clip_norm / norms[-1])
    return total, norms


class Sums(Checks):
    def test_against_gradients_one_by_one(self):
        for number, (name, (make, parts)) in enumerate(MODELS.items()):
            for trial in range(thorough(2, 12)):
                torch.manual_seed(100 * number + trial)
                model = make()
                generator = seeded(1000 * number + trial)
                batch = tuple(each(11, generator) for each in parts)
                _, norms = one_by_one(model, batch, 1)
                clip_norm = sorted(norms)[5]  # about half of the examples are clipped
                expected, _ = one_by_one(model, batch, clip_norm)
                for how in (
                    dict(per_example="vmap"),
                    dict(per_example="vmap", microbatch=1 + trial % 11),
                    dict(per_example="loop"),
                    dict(per_example="loop", dtype=torch.float64),
                ):
                    with self.subTest(name, trial=trial, how=how):
                        clipped = nt.ClippedSum(
                            model, clip_norm=clip_norm, loss=F.cross_entropy, **how
                        )
                        made = clipped(batch)
                        self.assertEqual(
                            {each.dtype for each in made}, {how.get("dtype", torch.float32)}
                        )
                        for a, b in zip(made, expected):
                            torch.testing.assert_close(
                                a.double(), b, rtol=1e-4, atol=3e-5 * clip_norm
                            )
                        self.assertEqual(clipped.private.examples, 11)
                        self.assertAlmostEqual(clipped.private.clipped, 5, delta=1)
                        self.assertEqual(clipped.private.not_finite, 0)

    def test_no_clipped_gradient_is_longer_than_the_clip_norm(self):
        model = torch.nn.Linear(1500, 3)
        for how in ("vmap", "loop"):
            clipped = nt.ClippedSum(model, clip_norm=0.1, loss=F.cross_entropy, per_example=how)
            for at in range(20):
                one = (torch.randn(1, 1500, generator=seeded(at)), torch.tensor([at % 3]))
                made = torch.cat([each.reshape(-1) for each in clipped(one)]).double()
                self.assertLessEqual(float(made.norm()), 0.1)
                self.assertGreater(float(made.norm()), 0.1 * (1 - 1e-5))

    def test_an_example_that_is_not_finite_counts_as_zero(self):
        # The gradient of the weight is the example itself, so that one of zeros has none.
        model = torch.nn.Linear(5, 1, bias=False)
        values = torch.randn(9, 5, generator=seeded(0))
        for how, at, bad in itertools.product(
            ("vmap", "loop"), (0, 4, 8), (float("nan"), float("inf"))
        ):
            sums = []
            for value in (0.0, bad):
                given = values.clone()
                given[at] = 0
                given[at, 2] = value
                clipped = nt.ClippedSum(
                    model,
                    clip_norm=0.5,
                    compute_loss=lambda model, batch: model(batch).sum(),
                    per_example=how,
                    microbatch=4,
                )
                sums.append(clipped(given)[0])
                self.assertEqual(clipped.private.not_finite, int(value != 0))
                self.assertTrue(torch.isfinite(sums[-1]).all())
            self.same(*sums)

    def test_a_gradient_whose_square_overflows_is_clipped(self):
        model = torch.nn.Linear(2000, 1, bias=False)
        for how in ("vmap", "loop"):
            clipped = nt.ClippedSum(
                model,
                clip_norm=2,
                compute_loss=lambda model, batch: model(batch).sum(),
                per_example=how,
            )
            made = clipped(torch.full((1, 2000), 1e25))[0]
            self.assertAlmostEqual(float(made.double().norm()), 2, places=4)
            self.assertEqual(clipped.private[1:3], (1, 0))

    def test_each_example_has_its_own_dropout(self):
        layers = (torch.nn.Dropout(0.5), torch.nn.Dropout(0.5, inplace=True))
        for layer in layers:
            model = torch.nn.Sequential(torch.nn.Linear(1, 1, bias=False), layer)
            for how in ("vmap", "loop"):
                torch.manual_seed(0)
                made = nt.ClippedSum(
                    model,
                    clip_norm=10,
                    compute_loss=lambda model, batch: model(batch).sum(),
                    per_example=how,
                )(torch.ones(64, 1))
                kept = float(made[0]) / 2
                self.assertEqual(kept, round(kept))
                self.assertTrue(16 < kept < 48, kept)
            model.eval()
            made = nt.ClippedSum(
                model, clip_norm=10, compute_loss=lambda model, batch: model(batch).sum()
            )(torch.ones(64, 1))
            self.assertEqual(float(made[0]), 64)

    def test_what_vmap_does_not_take_is_sent_to_the_loop(self):
        class Recurrent(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.cells, self.out = torch.nn.LSTM(3, 4, batch_first=True), torch.nn.Linear(4, 2)

            def forward(self, x):
                return self.out(self.cells(x)[0][:, -1])

        class Branching(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.out = torch.nn.Linear(12, 2)

            def forward(self, x):
                return self.out(x.flatten(1)) * (1 if x.sum() > 0 else 2)

        batch = (torch.randn(6, 4, 3, generator=seeded(0)), torch.tensor([0, 1, 0, 1, 1, 0]))
        given = dict(clip_norm=0.3, loss=F.cross_entropy)
        self.refuses("per_example = loop", nt.ClippedSum(Branching(), **given), batch)
        for model in (Recurrent(), Branching()):
            expected = one_by_one(model, batch, 0.3)[0]
            for how in ("loop", "vmap"):
                try:
                    made = nt.ClippedSum(model, per_example=how, **given)(batch)
                except (
                    noiseloom.InvalidArgument
                ) as refusal:  # PyTorch 2 has vmap for recurrent layers
                    self.assertEqual(how, "vmap")
                    self.assertIn("per_example = loop", str(refusal))
                    continue
                for a, b in zip(made, expected):
                    torch.testing.assert_close(a.double(), b, rtol=1e-4, atol=1e-5)

    def test_what_fails_without_vmap_too_says_so_itself(self):
        batch = (torch.randn(6, 5, generator=seeded(0)), torch.tensor([0, 1, 0, 1, 1, 0]))
        given = dict(clip_norm=0.3, loss=F.cross_entropy)
        with self.assertRaises(RuntimeError) as caught:
            nt.ClippedSum(torch.nn.Linear(4, 2), **given)(batch)
        self.assertNotIsInstance(caught.exception, noiseloom.InvalidArgument)
        self.assertIn("shapes", str(caught.exception))
        several = functools.partial(F.cross_entropy, reduction="none")
        of_each = nt.ClippedSum(torch.nn.Linear(5, 2), clip_norm=0.3, loss=several)
        self.assertNotIn("loop", str(self.refuses("the loss of one example is", of_each, batch)))

    def test_a_parameter_that_vmap_would_not_see_is_refused(self):
        model = torch.nn.Linear(5, 1)
        weight = model.weight
        self.refuses(
            "per_example = loop",
            nt.ClippedSum(
                model,
                clip_norm=1,
                compute_loss=lambda model, batch: model(batch).sum() + weight.square().sum(),
            ),
            torch.ones(3, 5),
        )

    def test_norms_by_opacus(self):
        if importlib.util.find_spec("opacus") is None:
            self.refuses(
                "needs Opacus",
                nt.ClippedSum,
                net_of(),
                clip_norm=1,
                loss=F.cross_entropy,
                per_example="ghost",
            )
            self.skipTest("opacus is not installed")
        how = dict(loss=F.cross_entropy, per_example="ghost")
        for number, (name, (make, parts)) in enumerate(MODELS.items()):
            torch.manual_seed(number)
            model, generator = make(), seeded(number)
            batch = tuple(each(11, generator) for each in parts)
            _, norms = one_by_one(model, batch, 1)
            clip_norm = sorted(norms)[5]
            expected, _ = one_by_one(model, batch, clip_norm)
            clipped = nt.ClippedSum(model, clip_norm=clip_norm, microbatch=4, **how)
            with self.subTest(name):
                if name in ("attention", "tied", "two inputs"):  # which Opacus does not take
                    self.refuses("Opacus cannot give the norms", clipped, batch)
                    continue
                for a, b in zip(clipped(batch), expected):
                    torch.testing.assert_close(a.double(), b, rtol=1e-4, atol=5e-5 * clip_norm)
                self.assertAlmostEqual(clipped.private.clipped, 5, delta=1)
        model = torch.nn.Linear(7, 3)
        data = (DATA[0][:9].clone(), DATA[1][:9])
        kept = torch.tensor([0, 2, 3, 4, 5, 6, 7])
        expected = nt.ClippedSum(model, clip_norm=0.5, **how)([each[kept] for each in data])
        data[0][1, 2], data[0][8, 0] = float("nan"), float("inf")
        clipped = nt.ClippedSum(model, clip_norm=0.5, **how)
        for a, b in zip(clipped(data), expected):
            self.same(a, b)
        self.assertEqual(clipped.private.not_finite, 2)
        nt.forget_runs()
        weights = []
        for per_example in ("vmap", "ghost"):
            nt.forget_runs()
            net = net_of()
            list(run_of(net, per_example=per_example))
            weights.append(flat(net))
        torch.testing.assert_close(*weights, rtol=1e-3, atol=1e-4)
        net = net_of()
        clipped = nt.ClippedSum(net, clip_norm=1, **how)
        clipped(DATA)
        for layer in (net[0], net):
            layer.eval()  # where Opacus sees nothing
            self.refuses("Opacus cannot give the norms", clipped, DATA)

    def test_sparse_gradients_and_losses_without_any(self):
        model = torch.nn.Embedding(6, 4, sparse=True)
        dense = copy.deepcopy(model)
        dense.sparse = False
        how = dict(
            clip_norm=1, compute_loss=lambda model, batch: model(batch).sum(), per_example="loop"
        )
        tokens = torch.tensor([[1, 2], [2, 2], [0, 5]])
        self.same(nt.ClippedSum(model, **how)(tokens), nt.ClippedSum(dense, **how)(tokens))
        for per_example in ("vmap", "loop"):
            made = nt.ClippedSum(
                dense,
                clip_norm=1,
                compute_loss=lambda model, batch: batch.float().sum(),
                per_example=per_example,
            )(tokens)
            self.same(made[0], torch.zeros(6, 4))

    def test_buffers_are_guarded(self):
        class Counting(torch.nn.Module):
            def __init__(self, assigns):
                super().__init__()
                self.out, self.assigns = torch.nn.Linear(7, 3), assigns
                self.register_buffer("mean", torch.zeros(7))

            def forward(self, x):
                if self.assigns:
                    self.mean = self.mean + x[0]
                else:
                    self.mean.add_(x[0])
                return self.out(x)

        for assigns in (True, False):
            model = Counting(assigns)
            clipped = nt.ClippedSum(model, clip_norm=1, loss=F.cross_entropy, per_example="loop")
            self.refuses("the buffer mean of the model", clipped, DATA)
            self.same(model.mean, torch.zeros(7))
            with self.assertRaises(noiseloom.InvalidArgument):
                nt.ClippedSum(model, clip_norm=1, loss=F.cross_entropy)(DATA)
            self.same(model.mean, torch.zeros(7))

    def test_layers_that_mix_examples_are_refused_by_name(self):
        model = net_of(torch.nn.BatchNorm1d(5))
        clipped = nt.ClippedSum(model, clip_norm=1, loss=F.cross_entropy)
        self.refuses("the layer 2 of the model is a BatchNorm1d", clipped, DATA)
        model.eval()
        clipped(DATA)
        model[2].running_mean = model[2].running_var = None  # then it mixes in eval(), too
        self.refuses("BatchNorm1d", clipped, DATA)

    def test_refusals(self):
        model = net_of()
        made = functools.partial(nt.ClippedSum, model, clip_norm=1)
        self.refuses("one of loss and compute_loss", made)
        self.refuses("one of loss", made, loss=F.cross_entropy, compute_loss=F.cross_entropy)
        self.refuses("loss = 3", made, loss=3)
        self.refuses("per_example = opacus", made, loss=F.cross_entropy, per_example="opacus")
        self.refuses("microbatch = 0", made, loss=F.cross_entropy, microbatch=0)
        self.refuses("clip_norm = -1", nt.ClippedSum, model, clip_norm=-1, loss=F.cross_entropy)
        self.refuses("model = 3", nt.ClippedSum, 3, clip_norm=1, loss=F.cross_entropy)
        self.refuses(
            "model = DataParallel is not allowed: use the module inside",
            nt.ClippedSum,
            torch.nn.DataParallel(model),
            clip_norm=1,
            loss=F.cross_entropy,
        )
        self.refuses("go with", made, loss=3, per_example=lambda m, b: 0)
        for how in ("vmap", "loop"):
            each = functools.partial(F.cross_entropy, reduction="none")
            self.refuses(
                "tensor of shape (1,), and has to be a scalar",
                made(loss=each, per_example=how),
                DATA,
            )
            self.refuses("is float", made(loss=lambda *_: 0.0, per_example=how), DATA)
            self.refuses("compute_loss", made(loss=F.cross_entropy, per_example=how), DATA[0])
        self.refuses("3, 4 examples", made(loss=F.cross_entropy), (DATA[0][:3], DATA[1][:4]))
        self.refuses("str", made(loss=F.cross_entropy), ("a", DATA[1]))


class Joined(unittest.TestCase):
    """Tensors side by side in one memory."""

    def test_are_one_row(self):
        shapes = [torch.Size(each) for each in ((2, 3), (0, 4), (), (5,))]
        made = joined_zeros(shapes, [torch.float32] * 4, [torch.device("cpu")] * 4)
        self.assertEqual([each.shape for each in made], shapes)
        joined(made).add_(torch.arange(12.0))
        self.assertEqual([float(each.sum()) for each in made], [15, 0, 6, 45])

    def test_others_are_not(self):
        a, b = torch.zeros(10).split([4, 6])
        self.assertEqual(len(joined([a, b])), 10)
        of_two = torch.zeros(4), torch.zeros(4, dtype=torch.float64)
        for each in ([b, a], [a, None], [None], [a, a], [a, b[1:]], [b.view(2, 3).t()], of_two):
            self.assertIsNone(joined(each))
        apart = torch.zeros(20)
        whole = apart[:8].view(2, 4)
        self.assertEqual(len(joined([whole])), 8)
        self.assertIsNone(joined([apart[:4], apart[5:9]]))
        made = joined_zeros([torch.Size([2])] * 2, [torch.float32, torch.float64], ["cpu"] * 2)
        self.assertEqual([each.dtype for each in made], [torch.float32, torch.float64])


class Loaders(Checks):
    """PrivateOptimizer.loader, which says by itself which batch each step has."""

    def optimizer_of(self, net, design, **options):
        sgd = torch.optim.SGD(net.parameters(), lr=0.5)
        options = {"dataset_size": EXAMPLES, **options}
        return nt.PrivateOptimizer(
            sgd, design, KEY, clip_norm=1, reduction="mean", batch_size=EXAMPLES / STEPS, **options
        )

    def taken(self, net, optimizer, steps=STEPS):
        clipped = nt.ClippedSum(net, clip_norm=1, loss=F.cross_entropy)
        sizes = []
        for batch in itertools.islice(optimizer.loader(DATA), steps):
            sizes.append(len(batch[0]))
            for parameter, total in zip(net.parameters(), clipped(batch)):
                parameter.grad = total / optimizer.batch_size
            optimizer.step()
        return sizes

    def test_a_run_of_them(self):
        design = design_of(epochs=1, bands=1, batching="cyclic-poisson")
        expected = net_of()
        sgd = torch.optim.SGD(expected.parameters(), lr=0.5)
        list(nt.Run(design, KEY, expected, sgd, DATA, loss=F.cross_entropy))
        nt.forget_runs()
        net, record = net_of(), self.folder / "run.record"
        optimizer = self.optimizer_of(net, design, record=record)
        sizes = self.taken(net, optimizer, 9)  # another loader goes on
        sizes += self.taken(net, optimizer)
        self.assertIn(0, sizes)
        self.assertEqual(sizes, [len(each) for each in design.batches(KEY, EXAMPLES)])
        torch.testing.assert_close(flat(net), flat(expected), rtol=1e-5, atol=1e-6)
        checked = failed_items(CLI, self.folder, design, KEY, record, "--finished")
        self.assertEqual(checked, [])

    def test_shares(self):
        design, shares = design_of(epochs=1, bands=1), []
        for rank in range(3):
            loader = self.optimizer_of(net_of(), design).loader(Noisy(), shard=(rank, 3))
            shares.append(len(next(loader)[0]))
        self.assertEqual(sum(shares), len(design.batches(KEY, EXAMPLES)[0]))

    def test_refusals(self):
        net, design = net_of(), design_of(epochs=1, bands=1)
        optimizer = self.optimizer_of(net, design)
        short = tuple(each[1:] for each in DATA)
        self.refuses("data = 39 examples is not allowed: use the 40", optimizer.loader, short)
        self.refuses("shard = (2, 2)", optimizer.loader, DATA, shard=(2, 2))
        loader = optimizer.loader(DATA)
        next(loader)
        self.refuses("gave the batch of step 0, and the step that comes next is 0", next, loader)


class Dicts(torch.utils.data.Dataset):
    """Examples of different lengths, as dicts."""

    def __init__(self, equal=False):
        self.equal = equal

    def __len__(self):
        return EXAMPLES

    def __getitem__(self, at):
        length = 4 if self.equal else 1 + at % 3
        return {"tokens": torch.arange(at, at + length) % 9, "name": f"{at}", "label": at % 9}


def padded(examples):
    longest = max(len(each["tokens"]) for each in examples)
    return {
        "tokens": torch.stack(
            [F.pad(each["tokens"], (0, longest - len(each["tokens"]))) for each in examples]
        ),
        "label": torch.tensor([each["label"] for each in examples]),
    }


def of_dicts(model, batch):
    return F.cross_entropy(model(batch["tokens"]), batch["label"])


class Steps(Checks):
    def test_against_a_loop_of_ones_own(self):
        own = net_of()
        optimizer = nt.PrivateOptimizer(
            torch.optim.SGD(own.parameters(), lr=0.5, momentum=0.5),
            design_of(),
            KEY,
            clip_norm=1,
            reduction="mean",
            batch_size=5,
        )
        for batch in design_of().batches(KEY, EXAMPLES):
            optimizer.zero_grad()
            total, _ = one_by_one(own, [each[batch] for each in DATA], 1)
            for each, gradient in zip(own.parameters(), total):
                each.grad = gradient.float() / 5
            optimizer.step(batch=batch)
        for how in ("vmap", "loop"):
            nt.forget_runs()
            net, record = net_of(), self.folder / f"{how}.record"
            run = run_of(net, per_example=how, record=record)
            self.assertEqual((len(run), run.step), (STEPS, 0))
            self.assertEqual(list(run), list(range(STEPS)))
            self.assertEqual((run.step, list(run)), (STEPS, []))
            torch.testing.assert_close(flat(net), flat(own), rtol=1e-4, atol=1e-5)
            self.assertEqual(self.failed(record), [])

    def test_a_loop_is_left_and_gone_on_with(self):
        straight, parts = net_of(), net_of()
        for _ in run_of(straight):
            pass
        nt.forget_runs()
        run = run_of(parts)
        self.assertEqual(next(run), 0)
        for step in run:
            if step == 5:
                break
        self.assertEqual((step, run.step), (5, 6))
        with torch.no_grad():
            self.assertEqual(list(itertools.islice(run, 3)), [6, 7, 8])
        for step in run:
            # What else the loop does with the model leaves nothing behind.
            F.cross_entropy(parts(DATA[0]), DATA[1]).backward()
        self.same(flat(parts), flat(straight))

    def test_an_empty_batch_takes_a_step_of_noise_only(self):
        design = design_of(8, epochs=1, bands=1, mechanism="dp-sgd", batching="cyclic-poisson")
        batches = design.batches(KEY, 8)
        sizes = [len(batches[step]) for step in range(STEPS)]
        self.assertIn(0, sizes)
        self.assertGreater(max(sizes), 0)
        net = net_of()
        run = run_of(
            net,
            tuple(each[:8] for each in DATA),
            torch.optim.SGD(net.parameters(), lr=0.5),
            design=design,
        )
        noise = design.noise(KEY, len(flat(net)))
        for size in sizes:
            before, row = flat(net), torch.from_numpy(noise.next())
            next(run)
            self.assertEqual(run.private.examples, size)
            if size == 0:
                expected = before - 0.5 * (row * (1 / run.optimizer.batch_size))
                torch.testing.assert_close(flat(net), expected, rtol=1e-6, atol=1e-6)
                self.assertEqual(run.private[:3], (0, 0, 0))

    def test_kinds_of_data(self):
        made = {}
        design_of().save(self.folder / "run.npz")
        for name, data in (
            ("tensors", DATA),
            ("TensorDataset", torch.utils.data.TensorDataset(*DATA)),
            ("Subset", torch.utils.data.Subset(torch.utils.data.TensorDataset(*DATA), range(40))),
            ("list", list(zip(*DATA))),
            ("arrays", tuple(each.numpy() for each in DATA)),
        ):
            nt.forget_runs()
            net = net_of()
            list(run_of(net, data, design=self.folder / "run.npz"))
            made[name] = flat(net)
        for each in made.values():
            self.same(each, made["tensors"])

    def test_padded_microbatches_have_one_shape(self):
        net, padded, sizes, figures = net_of(), net_of(), set(), []

        class Noted(torch.utils.data.Dataset):
            def __len__(self):
                return EXAMPLES

            def __getitems__(self, numbers):
                sizes.add(len(numbers))
                return [(DATA[0][at], DATA[1][at]) for at in numbers]

            __getitem__ = None

        for each, data, pad in ((net, DATA, False), (padded, Noted(), True)):
            nt.forget_runs()
            run = run_of(each, data, microbatch=3, pad=pad)
            figures.append([(run.private.examples, run.private.clipped) for _ in run])
        self.assertEqual(sizes, {3})
        self.assertEqual(*figures)
        self.assertTrue(any(examples % 3 for examples, _ in figures[0]))
        torch.testing.assert_close(flat(net), flat(padded), rtol=1e-4, atol=1e-5)
        self.refuses(
            "pad = True with per_example = loop", run_of, net, per_example="loop", pad=True
        )

    def test_examples_of_different_lengths(self):
        sums = []
        for how, microbatch in (("loop", None), ("vmap", 1)):
            nt.forget_runs()
            torch.manual_seed(0)
            net = Tied()
            run = run_of(
                net,
                Dicts(),
                compute_loss=of_dicts,
                collate_fn=padded,
                per_example=how,
                microbatch=microbatch,
            )
            list(run)
            sums.append(flat(net))
        torch.testing.assert_close(*sums, rtol=1e-4, atol=1e-5)
        # Several at once would have to be padded to the longest, which says something of the others.
        nt.forget_runs()
        how = dict(compute_loss=of_dicts, collate_fn=padded)
        self.refuses("differ in shape", list, run_of(Tied(), Dicts(), **how))
        nt.forget_runs()
        list(run_of(Tied(), Dicts(equal=True), **how))
        nt.forget_runs()
        self.refuses("str", list, run_of(Tied(), Dicts(equal=True), compute_loss=of_dicts))
        run = run_of(Tied(), Dicts(equal=True), compute_loss=of_dicts, per_example="loop")
        list(run)

    def test_a_function_that_clips_by_itself(self):
        def linear(model, batch):
            """The sum of clipped gradients of a linear layer, from what it saw."""
            inputs, targets = batch
            back = model(inputs).softmax(1) - F.one_hot(targets, 3)
            norms = (back.square().sum(1) * (inputs.square().sum(1) + 1)).sqrt()
            back = back * (1 / norms).clamp(max=1)[:, None]
            model.weight.grad, model.bias.grad = back.t() @ inputs, back.sum(0)

        weights = []
        for how in (dict(per_example=linear), dict(per_example=linear, microbatch=2), {}):
            nt.forget_runs()
            torch.manual_seed(0)
            net = torch.nn.Linear(7, 3)
            run = run_of(net, **how)
            list(run)
            weights.append(flat(net))
            self.assertGreater(run.private.examples, 0)
        torch.testing.assert_close(weights[0], weights[2], rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(weights[1], weights[2], rtol=1e-4, atol=1e-5)

    def test_float64_and_the_noise_of_a_device(self):
        double = net_of().double()
        data = (DATA[0].double(), DATA[1])
        list(run_of(double, data))
        for generator in ("processor", "device"):
            nt.forget_runs()
            net = net_of()
            list(run_of(net, generator=generator))
            torch.testing.assert_close(flat(net).double(), flat(double), rtol=1e-3, atol=1e-3)

    def test_nothing_is_printed_and_no_figure_shown(self):
        said = io.StringIO()
        net = net_of()
        data = (DATA[0].clone(), DATA[1])
        data[0][::2] = float("nan")
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                run = run_of(net, data)
                list(run)
        self.assertEqual(said.getvalue(), "")
        self.assertEqual(repr(run), "<noiseloom.torch.Run of 24 steps, step 24 is next>")
        batch = design_of().batches(KEY, EXAMPLES)[STEPS - 1]
        self.assertEqual(run.private.not_finite, int((batch % 2 == 0).sum()))
        self.assertTrue(torch.isfinite(flat(net)).all())

    def test_random_numbers_of_the_loop_are_its_own(self):
        net = net_of(torch.nn.Dropout(0.5))
        run = run_of(net)
        torch.manual_seed(5), np.random.seed(5), random.seed(5)
        expected = (torch.rand(3), np.random.rand(3), random.random())
        torch.manual_seed(5), np.random.seed(5), random.seed(5)
        next(run)
        self.same(torch.rand(3), expected[0])
        np.testing.assert_array_equal(np.random.rand(3), expected[1])
        self.assertEqual(random.random(), expected[2])

    def test_pythons_generator_is_put_back_whatever_was_drawn(self):
        for in_memory in {_drawing._PYTHON_IN_MEMORY, False}:  # this Python, and another
            with unittest.mock.patch("noiseloom._drawing._PYTHON_IN_MEMORY", in_memory):
                for before in (0, 1, 2, 700):  # after one normal the second of two waits
                    for inside in (0, 1, 2, 700):
                        random.seed(before)
                        [random.gauss(0, 1) for _ in range(before)]
                        expected = random.getstate()
                        with drawing_from(1, 2, 3, []):
                            first = [random.gauss(0, 1) for _ in range(inside)]
                        self.assertEqual(random.getstate(), expected, (before, inside))
                        random.seed(7)
                        with drawing_from(1, 2, 3, []):  # whatever was drawn before
                            again = [random.gauss(0, 1) for _ in range(inside)]
                        self.assertEqual(again, first)

    def test_numpys_generator_is_put_back_whatever_was_drawn(self):
        def drawn():
            return [*np.random.randn(3), *np.random.rand(2), *np.random.randn(2)]

        def state():
            return str(np.random.get_state(legacy=False))

        with np.printoptions(threshold=10**6):
            for before in (0, 1, 2, 313):  # after an odd number of normals the second of two waits
                for inside in (0, 1, 2):
                    np.random.seed(before)
                    np.random.randn(before)
                    expected = state()
                    with drawing_from(1, 2, 3, []):
                        first = np.random.randn(inside)
                    self.assertEqual(state(), expected, (before, inside))
                    np.random.seed(7)
                    with drawing_from(1, 2, 3, []):  # whatever was drawn before
                        np.testing.assert_array_equal(np.random.randn(inside), first)
        np.random.seed(0)
        expected = drawn()
        with unittest.mock.patch(
            "noiseloom._drawing._numpy_generator", lambda: None
        ):  # another NumPy
            np.random.seed(0)
            with drawing_from(1, 2, 3, []):
                np.random.randn(1)
            np.testing.assert_array_equal(drawn(), expected)
        if not hasattr(np.random, "set_bit_generator"):
            return
        own = np.random.get_bit_generator()
        try:  # another generator than the twister
            np.random.set_bit_generator(np.random.PCG64(5))
            expected = drawn()
            np.random.set_bit_generator(np.random.PCG64(5))
            with drawing_from(1, 2, 3, []):
                np.random.randn(1)
            np.testing.assert_array_equal(drawn(), expected)
            np.random.set_bit_generator(np.random.MT19937(5))  # which nothing else keeps
            expected = state()
            with drawing_from(1, 2, 3, []):  # the body sets another generator
                np.random.set_bit_generator(np.random.PCG64(5))
                np.random.randn(3)
            self.assertIs(type(np.random.get_bit_generator()), np.random.MT19937)
            self.assertEqual(state(), expected)
        finally:
            np.random.set_bit_generator(own)


class Noisy(torch.utils.data.Dataset):
    """Draws random numbers for an example, of all three kinds."""

    def __len__(self):
        return EXAMPLES

    def __getitem__(self, at):
        shift = 0.1 * (np.random.randn() + random.random()) + 0.1 * torch.randn(7)
        return DATA[0][at] + shift.float(), DATA[1][at]


def resumable(folder, name="run", seed=3, **options):
    """A run with everything that has a state: its net, and the run."""
    net = net_of(torch.nn.Dropout(0.3), torch.nn.LayerNorm(5))
    torch.manual_seed(seed)  # of dropout; a run that goes on keeps the one that it began with
    inner = torch.optim.Adam(net.parameters(), lr=0.1)
    options = {
        "record": folder / f"{name}.record",
        "checkpoint": folder / f"{name}.pt",
        "scheduler": torch.optim.lr_scheduler.OneCycleLR(inner, 0.1, total_steps=STEPS),
        **options,
    }
    return net, run_of(net, Noisy(), inner, **options)


def cross_entropy(output, target):
    return F.cross_entropy(output.float(), target)


class Halves(Checks):
    """Parameters of bfloat16, and of float16 where this PyTorch computes with them on the processor."""

    def types(self):
        try:
            torch.ones(1, 1, dtype=torch.float16) @ torch.ones(1, 1, dtype=torch.float16)
        except RuntimeError:
            return (torch.bfloat16,)
        return torch.bfloat16, torch.float16

    def test_sums_are_of_float32(self):
        for dtype in self.types():
            model = net_of().to(dtype)
            inputs = torch.randn(300, 7, generator=seeded(3)).to(dtype)
            batch = (inputs, torch.randint(0, 3, (300,), generator=seeded(4)))
            expected, parameters = None, list(model.parameters())
            for at in range(300):
                one = cross_entropy(model(inputs[at : at + 1]), batch[1][at : at + 1])
                found = [each.double() for each in torch.autograd.grad(one, parameters)]
                norm = torch.cat([each.reshape(-1) for each in found]).norm()
                found = [each * (0.5 / norm).clamp(max=1) for each in found]
                expected = found if expected is None else [a + b for a, b in zip(expected, found)]
            clipped = nt.ClippedSum(model, clip_norm=0.5, loss=cross_entropy, per_example="loop")
            for made, exact in zip(clipped(batch), expected):
                self.assertEqual(made.dtype, torch.float32)
                torch.testing.assert_close(made.double(), exact, rtol=1e-4, atol=1e-4)
            clipped = nt.ClippedSum(model, clip_norm=0.01, loss=cross_entropy)
            for at in range(20):  # rounding makes no clipped gradient longer than the clip norm
                made = clipped([each[at : at + 1] for each in batch])
                norm = torch.cat([each.reshape(-1) for each in made]).double().norm()
                self.assertLessEqual(float(norm), 0.01)
                self.assertGreater(float(norm), 0.01 * (1 - 1e-5))

    def test_noise_is_added_before_the_sum_is_rounded(self):
        net = net_of()
        net[0].bfloat16()
        parameters = list(net.parameters())
        generator, noise = seeded(5), design_of().noise(KEY, len(flat(net)))
        optimizer = nt.PrivateOptimizer(
            torch.optim.SGD(parameters, lr=0.5),
            design_of(),
            KEY,
            clip_norm=1,
            reduction="mean",
            batch_size=5,
            record=self.folder / "run.record",
            dataset_size=EXAMPLES,
        )
        step = functools.partial(optimizer.step, batch=design_of().batches(KEY, EXAMPLES)[0])
        given = [torch.randn(each.shape, generator=generator) / 100 for each in parameters]
        parameters[0].grad = given[0].bfloat16()
        self.refuses("a gradient is a sum in bfloat16", step)
        self.refuses("3 tensors", step, gradients=given[:3])
        self.refuses("4 tensors", step, gradients=given[::-1])
        self.refuses("a sum in bfloat16", step, gradients=[each.bfloat16() for each in given])
        self.refuses("of float64", step, gradients=[each.double() for each in given])
        optimizer.grad_scale = torch.tensor(2.0)
        self.refuses("without GradScaler", step, gradients=given)
        self.assertEqual(optimizer.noise.step, 0)
        kept = copy.deepcopy(given)
        for at, batch in enumerate(itertools.islice(design_of().batches(KEY, EXAMPLES), 2)):
            given[1] = given[1] if at == 0 else None
            optimizer.step(batch=batch, gradients=given)
            rows = torch.from_numpy(noise.next()).split([each.numel() for each in parameters])
            for each, row, gradient in zip(parameters, rows, given):
                gradient = (
                    torch.zeros_like(each, dtype=torch.float32) if gradient is None else gradient
                )
                expected = gradient.add(row.view_as(each), alpha=1 / 5)
                self.same(each.grad, expected.to(each.dtype))
        for now, before in zip(given, kept):
            if now is not None:
                self.same(now, before)

    def test_a_run(self):
        weights = []
        for dtype in (torch.float32, *self.types()):
            for cut in (None, 7):
                nt.forget_runs()
                name = f"{dtype}-{cut}".replace(".", "-")
                data = (DATA[0].to(dtype), DATA[1])
                for steps in (STEPS,) if cut is None else (cut, STEPS):
                    net = net_of().to(dtype)
                    inner = torch.optim.SGD(net.parameters(), lr=0.1)
                    files = dict(
                        record=self.folder / f"{name}.record", checkpoint=self.folder / f"{name}.pt"
                    )
                    run = run_of(net, data, inner, loss=cross_entropy, **files)
                    list(itertools.islice(run, steps))
                    del run
                    nt.forget_runs()
                self.assertEqual(self.failed(files["record"]), [])
                weights.append(flat(net))
            self.same(*weights[-2:])
            torch.testing.assert_close(weights[-1].float(), weights[0], rtol=0.1, atol=0.1)

    def test_stochastic_rounding_keeps_the_mean(self):
        draws = 4000
        for dtype in (torch.bfloat16, torch.float16):
            about = torch.finfo(dtype)
            exact = torch.tensor([0, 1, -1.5, about.tiny, about.tiny * about.eps, about.max])
            kept = stochastically(exact, dtype, seeded(1))
            self.same(kept.float(), exact)
            not_finite = torch.tensor([float("inf"), float("nan")])
            self.assertEqual(
                str(stochastically(not_finite, dtype, seeded(1)).float()), str(not_finite)
            )
            steps = torch.tensor([1, 1 / 8, about.tiny, about.tiny])
            values = steps * (1 + about.eps * torch.tensor([0.25, 0.6, 0.1, 3.5]))
            values[3] -= about.tiny  # a subnormal one
            made = stochastically(values.repeat(draws, 1), dtype, seeded(2)).double()
            for at, value in enumerate(values.double()):
                below, above = made[:, at].min(), made[:, at].max()
                self.assertTrue(below < value < above)
                self.assertEqual(len(made[:, at].unique()), 2)
                share = float((value - below) / (above - below))
                spread = 5 * (share * (1 - share) / draws) ** 0.5
                self.assertAlmostEqual(
                    float((made[:, at] == above).double().mean()), share, delta=spread
                )

    def test_stochastic_rounding_in_a_run(self):
        weights = {}
        for rounding, name in (("nearest", "n"), ("stochastic", "s"), ("stochastic", "cut")):
            files = dict(
                record=self.folder / f"{name}.record", checkpoint=self.folder / f"{name}.pt"
            )
            for steps in (7, STEPS) if name == "cut" else (STEPS,):
                nt.forget_runs()
                net = net_of().bfloat16()
                inner = torch.optim.SGD(net.parameters(), lr=0.1)
                data = (DATA[0].bfloat16(), DATA[1])
                run = run_of(net, data, inner, loss=cross_entropy, rounding=rounding, **files)
                list(itertools.islice(run, steps))
                del run
            self.assertEqual(self.failed(files["record"]), [])
            weights[name] = flat(net)
        self.same(weights["s"], weights["cut"])
        self.assertFalse(torch.equal(weights["s"], weights["n"]))
        self.refuses("rounding = up", run_of, net_of(), rounding="up")

    def test_what_sums_in_the_parameters_type_is_refused(self):
        net = net_of().bfloat16()
        for how in ("ghost", lambda model, batch: None):
            options = {} if callable(how) else {"loss": cross_entropy}
            self.refuses("per_example", nt.ClippedSum, net, clip_norm=1, per_example=how, **options)
        sys.path.insert(0, str(pathlib.Path(__file__).parent))
        from small_job import LikeOpacus

        self.refuses("parameters are of bfloat16", nt.attach, LikeOpacus(net), design_of(), KEY)


class Saved(Checks):
    def straight(self):
        net, run = resumable(self.folder, "straight")
        list(run)
        del run  # lets go of the record
        nt.forget_runs()
        return flat(net)

    def test_a_resumed_run_has_the_same_bits(self):
        expected = self.straight()
        for every, cuts in ((1, (0, 3, 17)), (5, (7, 12))):
            nt.forget_runs()
            name = f"run{every}"
            for cut in cuts:
                net, run = resumable(self.folder, name, every=every)
                self.assertLessEqual(run.step, cut)
                for step in run:
                    torch.rand(2)  # of the loop, which is not repeated
                    if step == cut:
                        break
                del run
                nt.forget_runs()  # as in another process
            net, run = resumable(self.folder, name, every=every, seed=4)
            self.assertEqual(run.step, (cuts[-1] + 1) // every * every)
            list(run)
            del run
            self.same(flat(net), expected)
            self.assertEqual(self.failed(self.folder / f"{name}.record"), [])
            nt.forget_runs()
            _, run = resumable(self.folder, name, every=every)  # which is over
            self.assertEqual((run.step, list(run)), (STEPS, []))

    def test_a_state_that_is_loaded_twice(self):
        expected = self.straight()
        net, run = resumable(self.folder, checkpoint=None)
        list(itertools.islice(run, 6))
        run.save(self.folder / "saved.pt")
        list(itertools.islice(run, 4))
        for _ in range(2):
            run.load(self.folder / "saved.pt")
            self.assertEqual(run.step, 6)
        list(run)
        self.same(flat(net), expected)
        self.assertEqual(self.failed(self.folder / "run.record"), [])

    def test_what_a_checkpoint_holds(self):
        _, run = resumable(self.folder, every=4)
        file = self.folder / "run.pt"
        for step in itertools.islice(run, 7):
            self.assertEqual(file.exists(), step >= 3)
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertEqual(list(self.folder.glob("*.new")), [])
        text = file.read_bytes()
        rows = design_of().noise(KEY, run.optimizer.noise.parameters)
        secrets = [
            KEY,
            KEY.hex().encode(),
            noiseloom._noiseloom.noise_key(noiseloom._noiseloom.KeySource(KEY)),
        ]
        secrets += [rows.next()[:4].tobytes() for _ in range(4)]
        for each in secrets:
            self.assertNotIn(each, text)
        held = torch.load(file, weights_only=True)
        self.assertEqual(held["optimizer"]["noise"]["step"], 4)

    def test_no_file_makes_it_run_a_program(self):
        net, run = resumable(self.folder, checkpoint=None)
        mark = self.folder / "made"

        class Hostile:
            def __reduce__(self):
                return (pathlib.Path.touch, (mark,))

        bad = self.folder / "bad.pt"
        before = flat(net)
        torch.save({"format": "noiseloom-run-state", "model": Hostile()}, bad)
        self.refuses("cannot be read", run.load, bad)
        self.assertFalse(mark.exists())
        for write in (
            lambda: bad.write_bytes(b""),
            lambda: bad.write_bytes(pickle.dumps(3, protocol=2)),
            lambda: bad.write_bytes(os.urandom(100)),
        ):
            write()
            self.refuses("cannot be read", run.load, bad)
        for state in (3, {}, {"format": "noiseloom-run-state", "version": 1}):
            torch.save(state, bad)
            self.refuses("no state of a Run", run.load, bad)
        run.save(bad)
        state = torch.load(bad, weights_only=True)
        torch.save({**state, "version": 2}, bad)
        self.refuses("version 2", run.load, bad)
        with self.assertRaises(OSError):
            run.load(self.folder / "missing.pt")
        self.same(flat(net), before)

    def test_what_does_not_fit_is_refused_and_changes_nothing(self):
        _, run = resumable(self.folder, record=None)
        list(itertools.islice(run, 3))
        nt.forget_runs()
        for part, options in (
            ("another key", dict(key=bytes(32))),
            ("strategy file", dict(design=design_of(bands=2))),
            ("a scheduler, and this one has none", dict(scheduler=None)),
        ):
            net = net_of(torch.nn.Dropout(0.3), torch.nn.LayerNorm(5))
            inner = torch.optim.Adam(net.parameters(), lr=0.1)
            before = flat(net)
            options = {
                "scheduler": torch.optim.lr_scheduler.OneCycleLR(inner, 0.1, total_steps=STEPS),
                **options,
            }
            with self.subTest(part):
                self.refuses(
                    part,
                    run_of,
                    net,
                    DATA,
                    inner,
                    checkpoint=self.folder / "run.pt",
                    **options,
                )
                self.same(flat(net), before)
                self.assertEqual(len(inner.state), 0)

    def test_parameter_groups_in_another_order(self):
        # Their shapes are the same, so that only the names tell.
        def started(order):
            torch.manual_seed(0)
            net = torch.nn.Sequential(torch.nn.Linear(7, 7), torch.nn.Linear(7, 7))
            groups = [{"params": list(net[at].parameters())} for at in order]
            return run_of(net, inner=torch.optim.SGD(groups, lr=0.5), checkpoint=self.folder / "c")

        next(started((0, 1)))
        nt.forget_runs()
        self.refuses("in another order", started, (1, 0))

    def test_the_record_is_on_the_disk_before_a_checkpoint_is_written(self):
        order = []

        def noted(what, real):
            return lambda *given, **options: (order.append(what), real(*given, **options))[1]

        record, run = noiseloom.Record, noiseloom._run
        with unittest.mock.patch.multiple(
            record, flush=noted("flush", record.flush), add=noted("line", record.add)
        ), unittest.mock.patch.object(run, "write", noted("checkpoint", run.write)):
            run = run_of(net_of(), record=self.folder / "r", checkpoint=self.folder / "c", every=2)
            for _ in range(4):
                next(run)
        order = [each for each, after in zip(order, [*order[1:], ""]) if each != after]
        self.assertEqual(order, ["line", "flush", "checkpoint"] * 2)

    def test_a_full_disk_leaves_the_checkpoint_before(self):
        net, run = resumable(self.folder, record=None)
        next(run)
        before = (self.folder / "run.pt").read_bytes()
        (self.folder / "run.pt.new").mkdir()  # so that it cannot be written
        with self.assertRaises(OSError):
            next(run)
        self.assertEqual((self.folder / "run.pt").read_bytes(), before)
        (self.folder / "run.pt.new").rmdir()
        self.assertEqual((run.step, next(run)), (2, 2))

    def test_killed(self):
        command = [sys.executable, __file__, "a run to be killed", self.folder]
        weights = lines_of([*command, "straight"])[-1]
        for last in thorough((9,), (2, 9, 15)):
            self.assertEqual(killed_after([*command, "killed"], last), -signal.SIGKILL)
        rest = lines_of([*command, "killed"])
        self.assertEqual(rest[-1], weights)
        self.assertGreater(int(rest[0]), 9)
        for name in ("straight", "killed"):
            self.assertEqual(self.failed(self.folder / f"{name}.record"), [])


def run_to_be_killed(folder, name):
    torch.set_num_threads(1)
    ahead = {} if name == "straight" else {"threads": 2, "prefetch": True}
    net, run = resumable(pathlib.Path(folder), name, **ahead)
    for step in run:
        print(step, flush=True)
    print(hashlib.sha256(flat(net).numpy().tobytes()).hexdigest(), flush=True)


class Workers(Checks):
    """Processes that read ahead."""

    def run_of(self, name, **options):
        nt.forget_runs()
        return resumable(self.folder, name, microbatch=3, every=5, **options)

    def test_read_what_is_read_without_them(self):
        made = []
        for workers in (0, 1, 2):
            nt.forget_runs()
            net = net_of(torch.nn.Dropout(0.3))
            torch.manual_seed(3)
            list(run_of(net, list(zip(*DATA)), microbatch=3, pad=True, workers=workers))
            made.append(flat(net))
        self.same(made[1], made[0])
        self.same(made[2], made[0])

    def test_a_resumed_run_has_the_same_bits(self):
        net, run = self.run_of("whole", workers=2)
        list(run)
        self.run_of("cut", workers=2)[1].__next__()
        for workers, until in ((2, 9), (1, STEPS)):
            again, run = self.run_of("cut", workers=workers)
            list(itertools.islice(run, until - run.step))
            del run
        self.same(flat(again), flat(net))
        self.assertEqual(self.failed(self.folder / "cut.record"), [])

    def test_a_refused_step_can_be_taken_again(self):
        net, straight, data = net_of(), net_of(), Failing()
        run = run_of(net, data, workers=2)
        with self.assertRaises(OSError):
            next(run)
        data.failing = False
        self.assertEqual(list(run), list(range(STEPS)))
        nt.forget_runs()
        list(run_of(straight))
        self.same(flat(net), flat(straight))
        self.refuses("workers = -1", run_of, net_of(), workers=-1)


class Mistakes(Checks):
    def test_of_the_model_and_the_optimizer(self):
        net, other = net_of(), net_of()
        self.refuses(
            "4 of its parameters are not the model's",
            run_of,
            net,
            inner=torch.optim.SGD(other.parameters(), lr=1),
        )
        self.refuses(
            "the model's 2.weight, 2.bias require gradients and are not in it",
            run_of,
            net,
            inner=torch.optim.SGD(net[0].parameters(), lr=1),
        )
        for each in net[2].parameters():
            each.requires_grad_(False)
        before = flat(net[2])
        list(run_of(net, inner=torch.optim.SGD(net[0].parameters(), lr=1)))
        self.same(flat(net[2]), before)
        nt.forget_runs()
        self.refuses(
            "LBFGS is not allowed", run_of, other, inner=torch.optim.LBFGS(other.parameters())
        )
        self.refuses("optimizer = 3", run_of, other, inner=3)
        private = run_of(other).optimizer
        self.refuses("adds noise itself", run_of, other, inner=private)
        self.refuses("DataParallel", run_of, torch.nn.DataParallel(other))
        self.refuses("BatchNorm1d", next, run_of(net_of(torch.nn.BatchNorm1d(5))))
        self.refuses("float32, float64", run_of, net_of(torch.nn.Linear(5, 5).double()))

    def test_of_the_data(self):
        class Stream(torch.utils.data.IterableDataset):
            def __iter__(self):
                return iter(zip(*DATA))

        net = net_of()
        short = tuple(each[:30] for each in DATA)
        self.refuses("data has 30 examples, and the design is for 40", run_of, net, short)
        self.refuses("40 and 30 examples", run_of, net, (DATA[0], short[1]))
        self.refuses("a list of 2 tensors with 40 rows", run_of, net, list(DATA))
        self.refuses("optimizer = the class SGD", run_of, net, inner=torch.optim.SGD)
        self.refuses("data = Stream", run_of, net, Stream())
        self.refuses("data = generator", run_of, net, (each for each in DATA))
        loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(*DATA))
        self.refuses("use its dataset", run_of, net, loader)
        self.refuses("collate_fn = 3", run_of, net, Noisy(), collate_fn=3)
        self.refuses("compute_loss", next, run_of(net, DATA[0]))

    def test_of_other_arguments(self):
        net = net_of()
        for part, options in (
            ("every = 0", dict(every=0)),
            ("microbatch = -1", dict(microbatch=-1)),
            ("per_example = opacus", dict(per_example="opacus")),
            ("scheduler = 7", dict(scheduler=7)),
            ("generator = gpu", dict(generator="gpu")),
            ("to the bit", dict(generator="device", record=self.folder / "r")),
            ("design = 7", dict(design=7)),
        ):
            self.refuses(part, run_of, net, **options)
        nowhere = self.folder / "nowhere" / "run.pt"
        self.refuses("there is no folder", run_of, net, checkpoint=nowhere, error=noiseloom.IoError)

    def test_a_claim_that_is_not_made(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", noiseloom.ClaimWarning)
            design = design_of(batching="cyclic-poisson", job_batching="shuffled-each-epoch")
        with self.assertWarnsRegex(noiseloom.ClaimWarning, "no privacy is claimed: .* What to do"):
            run_of(net_of(), design=design)

    def test_two_runs_with_one_key(self):
        next(run_of(net_of()))
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "added to other gradients before"):
            next(run_of(net_of(seed=1)))

    def test_parameters_in_parts(self):
        if importlib.util.find_spec("torch.distributed.tensor") is None:
            self.skipTest("this PyTorch has no torch.distributed.tensor")
        from torch.distributed.tensor import DeviceMesh, distribute_module

        torch.distributed.init_process_group(
            "gloo", init_method=f"file://{self.folder}/meeting", rank=0, world_size=1
        )
        try:
            net = distribute_module(torch.nn.Linear(7, 3), DeviceMesh("cpu", [0]))
            self.refuses("of type DTensor", run_of, net)
        finally:
            torch.distributed.destroy_process_group()

    def test_a_model_without_values(self):
        self.refuses("device meta", run_of, torch.nn.Linear(7, 3, device="meta"))

    def test_a_compiled_model(self):
        if not hasattr(torch, "compile"):
            self.skipTest("this PyTorch has no torch.compile")
        weights = []
        for how in (lambda net: net, functools.partial(torch.compile, backend="eager")):
            nt.forget_runs()
            net = how(net_of())
            list(run_of(net))
            weights.append(flat(net))
        torch.testing.assert_close(*weights, rtol=1e-5, atol=1e-6)

    def test_two_runs_at_once_with_a_key_each(self):
        keys, alone = (KEY, bytes(32)), []
        for key in keys:
            net = net_of()
            list(run_of(net, key=key))
            alone.append(flat(net))
        nt.forget_runs()
        nets = [net_of() for _ in keys]
        for _ in zip(*(run_of(net, key=key) for net, key in zip(nets, keys))):
            pass
        for net, expected in zip(nets, alone):
            self.same(flat(net), expected)

    def test_copies(self):
        run = run_of(net_of())
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            self.refuses("not copied", copied, run)

    def test_an_optimizer_that_has_taken_steps(self):
        net = net_of()
        inner = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
        F.cross_entropy(net(DATA[0]), DATA[1]).backward()
        inner.step()
        with self.assertWarnsRegex(noiseloom.ClaimWarning, "has taken steps before"):
            next(run_of(net, inner=inner))

    def test_a_refused_step_can_be_taken_again(self):
        net, straight, data = net_of(), net_of(), Failing()
        run = run_of(net, data)
        with self.assertRaises(OSError):
            next(run)
        self.assertEqual(run.step, 0)
        data.failing = False
        list(run)
        nt.forget_runs()
        list(run_of(straight))
        self.same(flat(net), flat(straight))

    def test_a_step_that_cannot_be_recorded_can_be_taken_again(self):
        add, failing = noiseloom.Record.add, {0, 5}

        def once_full(record, step, *given, **options):
            if step in failing:
                failing.discard(step)
                raise noiseloom.IoError("the disk is full")
            return add(record, step, *given, **options)

        net, straight = net_of(), net_of()
        run = run_of(net, record=self.folder / "run.record")
        with unittest.mock.patch.object(noiseloom.Record, "add", once_full):
            for fails in (0, 5):
                list(itertools.islice(run, fails - run.step))
                before = flat(net)
                self.refuses("the disk is full", next, run, error=noiseloom.IoError)
                self.assertEqual(run.step, fails)
                self.same(flat(net), before)
            list(run)
        nt.forget_runs()
        list(run_of(straight))
        self.same(flat(net), flat(straight))
        self.assertEqual(self.failed(self.folder / "run.record"), [])


def designs_of_phases(first=12):
    """Small batches and a short clip norm, then larger ones."""
    job = dict(epsilon=4, delta=1e-5, dataset_size=EXAMPLES, mechanism="banded-toeplitz")
    return [
        noiseloom.design(iterations=first, epochs=1, bands=2, clip_norm=0.5, **job),
        noiseloom.design(iterations=STEPS, epochs=6, bands=4, clip_norm=1.5, **job),
    ]


class InPhases(Checks):
    FIRST = 12

    def designs(self):
        return designs_of_phases(self.FIRST)

    def run_of(self, name="run", designs=None, keys=(KEY, bytes(32)), **options):
        nt.forget_runs()
        net = net_of(torch.nn.Dropout(0.3))
        torch.manual_seed(3)
        inner = torch.optim.Adam(net.parameters(), lr=0.1)
        files = {"record": self.folder / f"{name}.record", "checkpoint": self.folder / f"{name}.pt"}
        phases = list(zip(designs or self.designs(), keys))
        options = {"loss": F.cross_entropy, **files, **options}
        return net, nt.Phases(phases, net, inner, DATA, **options)

    def test_is_a_run_after_the_other(self):
        net, run = self.run_of()
        with warnings.catch_warnings():
            warnings.simplefilter("error", noiseloom.ClaimWarning)
            self.assertEqual(list(run), list(range(self.FIRST + STEPS)))
        self.assertEqual((len(run), run.step, run.phase), (self.FIRST + STEPS, len(run), 1))
        nt.forget_runs()
        other = net_of(torch.nn.Dropout(0.3))
        inner = torch.optim.Adam(other.parameters(), lr=0.1)
        for at, (design, key) in enumerate(zip(self.designs(), (KEY, bytes(32)))):
            torch.manual_seed(3 + at)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", noiseloom.ClaimWarning)
                list(nt.Run(design, key, other, inner, DATA, loss=F.cross_entropy))
        self.same(flat(net), flat(other))

    def test_each_phase_has_its_batch_clip_norm_and_record(self):
        designs = self.designs()
        _, run = self.run_of()
        found = {}
        for _ in run:
            found.setdefault(run.phase, []).append(run.run.private.examples)
        for phase, (design, key) in enumerate(zip(designs, (KEY, bytes(32)))):
            batches = design.batches(key, EXAMPLES)
            self.assertEqual(found[phase], [len(batches[at]) for at in range(design.iterations)])
            file = self.folder / f"{phase}.npz"
            design.save(file)
            key_file = self.folder / f"{phase}.key"
            key_file.write_bytes(key)
            key_file.chmod(0o600)
            self.assertTrue(
                noiseloom.verify(
                    job=self.folder / f"run-phase-{phase + 1}.record",
                    strategy=file,
                    key_file=key_file,
                    finished=True,
                )
            )
        composed = noiseloom.account(
            compose=[self.folder / "0.npz", self.folder / "1.npz"], delta=1e-5
        )
        self.assertEqual(run.claim(delta=1e-5).epsilon, composed.epsilon)
        self.assertGreater(composed.epsilon, 4)

    def test_a_resumed_run_has_the_same_bits(self):
        straight, run = self.run_of("straight")
        list(run)
        for cut in (5, self.FIRST - 1, self.FIRST, self.FIRST + 1, self.FIRST + 9):
            _, run = self.run_of(f"cut{cut}")
            list(itertools.islice(run, cut))
            net, run = self.run_of(f"cut{cut}")
            self.assertEqual(run.step, cut)
            list(run)
            self.same(flat(net), flat(straight))

    def test_refusals(self):
        for said, options in (
            ("the key of phase 1 is that of phase 0", {"keys": (KEY, KEY)}),
            ("canaries are not allowed", {"canaries": object()}),
            ("sequence of", {"keys": ()}),
            ("design = ", {"designs": [None, None]}),
        ):
            self.refuses(said, self.run_of, **options)
        _, run = self.run_of()
        self.refuses("not copied", copy.deepcopy, run)


class Manual(Checks):
    def test_ten_lines(self):
        manual = pathlib.Path(__file__).parent.parent.parent / "docs" / "runtime.md"
        section = manual.read_text(encoding="utf-8").split("## A whole run in ten lines")[1]
        _, once, _, program, _, verify, *_ = section.split("```")
        self.assertLessEqual(len((once + program + verify).strip().splitlines()), 17)
        # The manual's design is for more examples, and takes longer.
        sizes = "dataset_size=50000, batch_size=500, epochs=20, "
        self.assertIn(sizes, once)
        once = once.replace(sizes, "dataset_size=40, batch_size=5, epochs=3, ")
        said, here = io.StringIO(), os.getcwd()
        os.chdir(self.folder)
        try:
            exec(once.replace("python", "", 1), {})
            (self.folder / "run.key").write_bytes(KEY)  # the same batches and noise each time
            with contextlib.redirect_stdout(said):
                for _ in range(
                    2
                ):  # the second time, as of a run that was killed, nothing is left to do
                    names = {"model": net_of(), "images": DATA[0], "labels": DATA[1]}
                    exec(program.replace("python", "", 1), names)
                    del names
        finally:
            os.chdir(here)
        lines = [f"{step + 1} of {STEPS} steps" for step in range(STEPS)]
        self.assertEqual(said.getvalue().splitlines(), lines)
        checked = subprocess.run(
            ["sh", "-e", "-c", verify.replace("noiseloom-cli", str(CLI))],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)


# On two ranks. Each job is a function of the rank and a folder; what it returns is saved.


def whole(rank, folder, **options):
    net, run = resumable(folder, "ranks", **options)
    list(run)
    return flat(net)


def resumed(rank, folder):
    net, run = resumable(folder, "cut", every=2, seed=3 + rank)  # rank 0's is that of all
    list(itertools.islice(run, 9))
    torch.distributed.barrier()
    del run
    nt.forget_runs()
    net, run = resumable(folder, "cut", every=2, seed=rank)
    assert run.step == 8, run.step
    list(run)
    return flat(net)


class Noted(Noisy):
    """Notes which examples are read."""

    def __init__(self):
        self.read = []

    def __getitem__(self, at):
        self.read.append(at)
        return super().__getitem__(at)


def part_of_steps(folder, steps, record=None):
    """So many steps of a run that goes on with another number of ranks: the examples that were read in each."""
    net, data = net_of(), Noted()
    inner = torch.optim.Adam(net.parameters(), lr=0.1)
    files = {"record": record and folder / record, "checkpoint": folder / "moved.pt"}
    read = []
    for step in itertools.islice(run_of(net, data, inner, **files), steps):
        read.append((step, list(data.read)))
        data.read.clear()
    return read


def left(rank, folder):
    return part_of_steps(folder, 9, "two.record")


def plain(rank, folder, record=None, **options):
    net = net_of(seed=rank)  # rank 0's weights are those of all
    list(run_of(net, record=record and folder / record, **options))
    return flat(net)


def in_phases(rank, folder):
    net = net_of(seed=rank)
    inner = torch.optim.SGD(net.parameters(), lr=0.5)
    phases = zip(designs_of_phases(), (KEY, bytes(32)))
    list(nt.Phases(phases, net, inner, DATA, loss=F.cross_entropy))
    return flat(net)


def ended_early(rank, folder):
    net, run = resumable(folder, "short", checkpoint=None)
    list(itertools.islice(run, 4))
    run.finish()


def fails(rank, folder):
    def loss(output, target):
        if rank == 1:
            raise ValueError("a loss that fails on one rank")
        return F.cross_entropy(output, target)

    net = net_of()
    run = run_of(net, loss=loss)
    try:
        next(run)
    except ValueError as refusal:
        said = str(refusal)
    assert run.step == 0
    return said


def cannot_record(rank, folder):
    """Rank 0's disk is full when it writes the line of a step: the other rank does not wait for it."""
    record = folder / "full.record"
    run = run_of(net_of(), record=record)
    next(run)
    if rank == 0:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (record.stat().st_size, before[1]))
    try:
        next(run)
    except (noiseloom.InvalidArgument, OSError) as refusal:
        said = str(refusal)
    finally:
        if rank == 0:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    return said


def differs(rank, folder):
    try:
        run_of(net_of(), key=bytes([rank]) * 32)
    except noiseloom.InvalidArgument as refusal:
        return str(refusal)


def of_own_generator(rank, folder):
    try:
        run_of(net_of(), generator="device-own")
    except noiseloom.InvalidArgument as refusal:
        return str(refusal)


JOBS = {
    "plain": functools.partial(plain, record="plain.record"),
    "shards": functools.partial(plain, record="shards.record", distributed=True),
    "device": functools.partial(plain, generator="device"),
    "whole": whole,
    "resumed": resumed,
    "phases": in_phases,
    "ended early": ended_early,
    "left": left,
    "fails": fails,
    "cannot record": cannot_record,
    "differs": differs,
    "own": of_own_generator,
}


def of_rank(rank, folder):
    torch.set_num_threads(1)
    torch.distributed.init_process_group(
        "gloo",
        init_method=f"file://{folder}/meeting",
        rank=rank,
        world_size=2,
        timeout=datetime.timedelta(seconds=300),
    )
    for name, job in JOBS.items():
        nt.forget_runs()
        made = job(rank, pathlib.Path(folder))
        torch.save(made, f"{folder}/{name}-{rank}.made")
        torch.distributed.barrier()
    torch.distributed.destroy_process_group()


class ManyRanks(Checks):
    def test_two(self):
        if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
            self.skipTest("this torch has no gloo")
        torch.multiprocessing.spawn(of_rank, (str(self.folder),), nprocs=2)
        made = {
            name: [
                torch.load(self.folder / f"{name}-{rank}.made", weights_only=True)
                for rank in range(2)
            ]
            for name in JOBS
        }
        net = net_of()
        self.assertEqual(made["left"][0][-1][0], 8)
        read = [(step, a + b) for (step, a), (_, b) in zip(*made["left"])]
        read += part_of_steps(self.folder, STEPS, "two.record")
        batches = design_of().batches(KEY, EXAMPLES)
        self.assertEqual(
            [(step, sorted(each)) for step, each in read],
            [(step, batches[step].tolist()) for step in range(STEPS)],
        )
        nt.forget_runs()
        list(run_of(net))
        for name in ("plain", "shards", "device"):
            torch.testing.assert_close(made[name][0], flat(net), rtol=1e-4, atol=1e-4)
        for name in ("plain", "shards", "device", "whole", "resumed", "phases"):
            self.same(*made[name])
        nt.forget_runs()
        torch.testing.assert_close(
            made["phases"][0], in_phases(0, self.folder), rtol=1e-4, atol=1e-4
        )
        self.same(made["whole"][0], made["resumed"][0])
        for record in ("plain", "shards-0-of-2", "shards-1-of-2", "ranks", "cut", "short", "two"):
            self.assertEqual(self.failed(self.folder / f"{record}.record"), [], record)
        self.assertIn('"ranks":2', (self.folder / "plain.record").read_text())
        self.assertIn('"resume":9,"ranks":1', (self.folder / "two.record").read_text())
        self.assertIn("rank 1 refused it", made["fails"][0])
        self.assertIn("fails on one rank", made["fails"][1])
        self.assertIn("full.record", made["cannot record"][0])
        self.assertIn("step 1 did not end on every rank", made["cannot record"][1])
        for said in made["differs"]:
            self.assertIn("rank 1 has another key than rank 0", said)
        for said in made["own"]:
            self.assertIn("device-own is not allowed with several ranks", said)


if __name__ == "__main__":
    if sys.argv[1] == "a run to be killed":
        run_to_be_killed(*sys.argv[2:])
    else:
        FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
        unittest.main(argv=sys.argv[:1] + sys.argv[4:])
