"""What noiseloom.torch checks at each step: that right jobs are let pass, and what is said to wrong ones.

usage: checks_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import copy
import enum
import functools
import gc
import pathlib
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
import unittest
import warnings
from unittest import mock

try:
    import torch
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

import noiseloom
import noiseloom.torch as nt
from noiseloom._norms import norms_of
from small_job import LikeOpacus

KEY = bytes(range(100, 132))


def net_of():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, 2))


class Checks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.design = noiseloom.design(
            iterations=24, epochs=3, epsilon=4, delta=1e-5, bands=4, dataset_size=40
        )

    def setUp(self):
        nt.forget_runs()

    def optimizer(self, net, inner=None, **options):
        options = {"clip_norm": 1, "reduction": "sum", **options}
        return nt.PrivateOptimizer(
            inner or torch.optim.SGD(net.parameters(), lr=0.5), self.design, KEY, **options
        )

    def refuses(self, part, function, *arguments, **options):
        with self.assertRaises(noiseloom.InvalidArgument) as caught:
            function(*arguments, **options)
        self.assertIn(part, str(caught.exception))

    def backward(self, net):
        (net(torch.ones(1, 3)).sum() / 100).backward()


class FirstStep(Checks):
    def test_every_optimizer_of_torch_is_let_pass(self):
        kinds = [
            (torch.optim.SGD, dict(lr=0.1)),
            (torch.optim.SGD, dict(lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.1)),
            (torch.optim.Adam, dict(weight_decay=0.1, amsgrad=True)),
            (torch.optim.RMSprop, dict(centered=True, momentum=0.5)),
            (torch.optim.AdamW, dict(maximize=True)),
            *(
                (getattr(torch.optim, name), {})
                for name in ("ASGD", "Adadelta", "Adagrad", "Adamax", "NAdam", "RAdam", "Rprop")
            ),
        ]
        for kind, options in kinds:
            for foreach in (False, True):
                with self.subTest(kind.__name__, foreach=foreach):
                    nt.forget_runs()
                    net, plain = net_of(), net_of()
                    inner = kind(net.parameters(), foreach=foreach, **options)
                    optimizer = self.optimizer(net, inner)
                    self.backward(net)
                    self.backward(plain)
                    noise = torch.from_numpy(
                        self.design.noise(
                            KEY, sum(each.numel() for each in net.parameters())
                        ).next()
                    )
                    optimizer.step()
                    for each, row in zip(
                        plain.parameters(),
                        noise.split([each.numel() for each in plain.parameters()]),
                    ):
                        each.grad += row.view_as(each)
                    kind(plain.parameters(), foreach=foreach, **options).step()
                    for a, b in zip(net.parameters(), plain.parameters()):
                        torch.testing.assert_close(a, b, rtol=0, atol=0)

    def test_another_way_is_refused_and_undone(self):
        class Averaging(torch.optim.SGD):  # with something that it kept
            def step(self):
                for each in self.param_groups[0]["params"]:
                    each.grad.copy_(torch.ones_like(each))
                super().step()

        net = net_of()
        before = [each.detach().clone() for each in net.parameters()]
        self.refuses(
            "something else than the gradients with the noise",
            self.optimizer(net, Averaging(net.parameters(), lr=1)).step,
        )
        for each, was in zip(net.parameters(), before):
            torch.testing.assert_close(each.detach(), was, rtol=0, atol=0)

    def of(self, move, **options):
        """An optimizer that moves so, and its net."""
        net = net_of()
        inner = torch.optim.SGD(net.parameters(), lr=0.1)
        inner.step = lambda: [move(each) for each in net.parameters()]
        optimizer = self.optimizer(net, inner, **options)
        self.backward(net)
        return optimizer, net

    def test_data_that_is_replaced(self):
        def of_them(each):
            each.data = each.data - 0.1 * each.grad

        def copied(each):
            each.data.sub_(0.1 * each.grad)
            each.data = each.data.clone()

        def otherwise(each):
            each.data = each.data + 1

        for move in (of_them, copied):
            nt.forget_runs()
            self.of(move)[0].step()
        optimizer, net = self.of(otherwise, generator="device-own")
        before = [(each.data_ptr(), each.detach().clone()) for each in net.parameters()]
        self.refuses("something else than the gradients", optimizer.step)
        for each, (place, values) in zip(net.parameters(), before):
            self.assertEqual(each.data_ptr(), place)
            torch.testing.assert_close(each.detach(), values, rtol=0, atol=0)

    def test_parameters_in_one_storage(self):
        for right in (True, False):
            nt.forget_runs()
            flat, gradients = torch.zeros(9), torch.full((9,), 0.01)
            parts = [torch.nn.Parameter(flat[:5]), torch.nn.Parameter(flat[5:])]
            for each, gradient in zip(parts, (gradients[:5], gradients[5:])):
                each.grad = gradient
            inner = torch.optim.SGD(parts, lr=0.1)
            if not right:
                inner.step = lambda: (
                    parts[0].data.sub_(parts[0].grad),
                    parts[1].data.add_(torch.ones(4)),
                )
            optimizer = self.optimizer(None, inner)
            optimizer.step() if right else self.refuses(
                "something else than the gradients", optimizer.step
            )
        nt.forget_runs()
        for each, gradient in zip(parts, (gradients[:5], gradients[5:])):
            each.grad = gradient
        inner.step = lambda: flat.sub_(torch.cat([each.grad for each in parts]))  # as one
        self.optimizer(None, inner).step()

    def test_what_computes_elsewhere_is_let_pass_where_it_is_said(self):
        def in_numpy(each):
            each.data.copy_(torch.from_numpy(each.detach().numpy() - 0.1 * each.grad.numpy()))

        self.refuses("use follow = False", self.of(in_numpy)[0].step)
        self.of(in_numpy, follow=False)[0].step()
        nt.forget_runs()
        net = net_of()
        optimizer = LikeOpacus(net)
        nt.attach(optimizer, self.design, KEY, follow=False)
        with mock.patch.object(
            torch.optim.SGD,
            "step",
            lambda self: [in_numpy(each) for each in self.param_groups[0]["params"]],
        ):
            optimizer.step()


class LeftNoise(Checks):
    def clearing(self):
        def each(change):
            return lambda net, optimizer: [change(parameter) for parameter in net.parameters()]

        def assign(parameter):
            parameter.grad = torch.zeros_like(parameter)

        def none(parameter):
            parameter.grad = None

        return {
            "optimizer": lambda net, optimizer: optimizer.zero_grad(),
            "optimizer, in place": lambda net, optimizer: optimizer.zero_grad(set_to_none=False),
            "net": lambda net, optimizer: net.zero_grad(set_to_none=True),
            "net, in place": lambda net, optimizer: net.zero_grad(set_to_none=False),
            "gradient": each(lambda parameter: parameter.grad.zero_()),
            "data": each(lambda parameter: parameter.grad.data.zero_()),
            "replaced": each(assign),
            "none": each(none),
        }

    def test_every_way_to_clear_is_let_pass(self):
        for name, clear in self.clearing().items():
            with self.subTest(name):
                nt.forget_runs()
                net = net_of()
                optimizer = self.optimizer(net)
                for _ in range(3):
                    self.backward(net)
                    self.backward(net)  # a second micro-batch
                    optimizer.step()
                    clear(net, optimizer)
                self.assertEqual(optimizer.noise.step, 3)

    def test_what_is_not_cleared_is_refused(self):
        net = net_of()
        optimizer = self.optimizer(net)
        self.backward(net)
        optimizer.step()
        self.refuses("holds the last step's noise", optimizer.step)
        self.backward(net)
        self.refuses("holds the last step's noise", optimizer.step)
        self.assertEqual(optimizer.noise.step, 1)
        optimizer.zero_grad()
        self.backward(net)
        optimizer.step()
        self.assertEqual(optimizer.noise.step, 2)

    def test_nothing_stays_of_an_optimizer_that_is_gone(self):
        net = net_of()
        optimizer = self.optimizer(net)
        del optimizer
        gc.collect()
        self.assertFalse(any(each._backward_hooks for each in net.parameters()))

    def test_a_gradient_that_is_asked_for_and_not_added_counts_for_nothing(self):
        """torch.autograd.grad() for each example, as hand-written private training has it."""
        net = net_of()
        optimizer = self.optimizer(net)
        for _ in range(3):
            total = [torch.zeros_like(each) for each in net.parameters()]
            for example in range(2):
                for sum_of, each in zip(
                    total,
                    torch.autograd.grad(net(torch.ones(1, 3)).sum() / 100, list(net.parameters())),
                ):
                    sum_of += each
            for each, sum_of in zip(net.parameters(), total):
                if each.grad is None:
                    each.grad = sum_of
                else:
                    each.grad.copy_(sum_of)
            optimizer.step()

    def test_what_is_overwritten_after_a_pass_too_many_is_new(self):
        net = net_of()
        optimizer = self.optimizer(net)
        for _ in range(3):
            self.backward(net)  # to look at, on top of the last step's
            for each in net.parameters():
                each.grad.copy_(torch.linspace(0.01, 0.02, each.numel()).view_as(each))
            optimizer.step()

    def test_what_is_scaled_after_a_pass_too_many_is_left(self):
        for change in (
            lambda each: each.mul_(0.25),
            lambda each: each.data.mul_(0.25),
            lambda each: each.neg_(),
        ):
            nt.forget_runs()
            net = net_of()
            optimizer = self.optimizer(net)
            self.backward(net)
            optimizer.step()
            self.backward(net)
            self.backward(net)  # a second micro-batch
            for each in net.parameters():
                change(each.grad)
            self.refuses("holds the last step's noise", optimizer.step)

    def test_gradients_of_any_layout_are_told(self):
        for shape in ((), (0,), (0, 3), (1,), (3, 5)):
            nt.forget_runs()
            each = torch.nn.Parameter(
                torch.zeros(*reversed(shape)).t() if len(shape) == 2 else torch.zeros(shape)
            )
            more = torch.nn.Parameter(torch.zeros(4))
            optimizer = self.optimizer(None, torch.optim.SGD([each, more], lr=0.1))
            for again in range(2):
                optimizer.zero_grad()
                ((each.sum() + more.sum()) / 100).backward()
                optimizer.step()
            ((each.sum() + more.sum()) / 100).backward()
            self.refuses("holds the last step's noise", optimizer.step)

    def test_what_is_set_to_zero_after_a_pass_too_many_is_new(self):
        net = net_of()
        optimizer = self.optimizer(net)
        self.backward(net)
        optimizer.step()
        self.backward(net)  # to look at, on top of the last step's
        for each in net.parameters():
            each.grad.zero_()
        self.backward(net)
        optimizer.step()


class Scaled(Checks):
    """GradScaler's two protocols; torch's own needs a GPU, or torch 2.3."""

    class Old:
        class Stage(enum.Enum):
            READY = 0

        def __init__(self, scale):
            self.scale, self._per_optimizer_states = scale, {}

        def unscale_(self, optimizer):
            for each in optimizer.param_groups[0]["params"]:
                each.grad /= self.scale

        def step(self, optimizer):
            assert optimizer._step_supports_amp_scaling
            self._per_optimizer_states[id(optimizer)] = {"stage": self.Stage.READY}
            optimizer.step(grad_scaler=self)

    class New:
        def __init__(self, scale):
            self.scale = scale

        def step(self, optimizer, **options):
            assert optimizer._step_supports_amp_scaling
            optimizer.grad_scale, optimizer.found_inf = torch.tensor(self.scale), torch.tensor(0.0)
            optimizer.step(**options)
            del optimizer.grad_scale, optimizer.found_inf

    def test_gradients_are_scaled_back(self):
        made = []
        for kind in (None, self.Old, self.New):
            nt.forget_runs()
            net = net_of()
            optimizer = self.optimizer(net)
            self.backward(net)
            if kind is None:
                optimizer.step()
            else:
                for each in net.parameters():
                    each.grad *= 4096
                kind(4096.0).step(optimizer)
            made.append([each.detach() for each in net.parameters()])
        for other in made[1:]:
            for a, b in zip(made[0], other):
                torch.testing.assert_close(a, b, rtol=0, atol=0)

    def test_an_infinity_is_refused_and_not_left_out(self):
        for kind in (self.Old, self.New):
            net = net_of()
            optimizer = self.optimizer(net)
            self.backward(net)
            net[0].weight.grad[0, 0] = float("inf")
            self.refuses("infinite or no number", kind(4096.0).step, optimizer)
            self.assertEqual(optimizer.noise.step, 0)

    def test_a_refused_step_is_taken_again(self):
        batches = self.design.batches(KEY, 40)
        made = []
        for scale in (None, 4096.0, 1000.0):
            nt.forget_runs()
            net = net_of()
            optimizer = self.optimizer(net)
            self.backward(net)
            take = optimizer.step
            if scale is not None:
                for each in net.parameters():
                    each.grad *= scale
                take = functools.partial(self.New(scale).step, optimizer)
            before = [each.grad.clone() for each in net.parameters()]
            self.refuses("the batch is that of step 1", take, batch=batches[1])
            self.assertFalse(hasattr(optimizer, "grad_scale") or hasattr(optimizer, "found_inf"))
            self.assertTrue(
                all(torch.equal(a, each.grad) for a, each in zip(before, net.parameters()))
            )
            take(batch=batches[0])
            made.append([each.detach() for each in net.parameters()])
        for other in made[1:]:
            for a, b in zip(made[0], other):
                torch.testing.assert_close(a, b, rtol=0, atol=1e-7)


class Sentences(Checks):
    def test_sums(self):
        net = net_of()
        optimizer = self.optimizer(net)
        for each in net.parameters():
            # The norm is 15.3: a batch of 40 may have it, one of 15 not.
            each.grad = torch.full_like(each, 3.0)
        batch = self.design.batches(KEY, 40)[0]
        self.refuses(
            f"{len(batch)} examples clipped at 1.0 has at most {len(batch)}",
            optimizer.step,
            batch=batch,
        )
        optimizer.step()
        optimizer.zero_grad()
        for each in net.parameters():
            each.grad = torch.full_like(each, 10.0)
        self.refuses("a batch of the design", optimizer.step)

    def test_norms_are_those_of_float64(self):
        generator = torch.Generator().manual_seed(0)
        for scale in (1.0, 1e-30, 1e30):  # whose squares float32 does not hold
            all = [
                torch.randn(size, generator=generator) * scale
                for size in (1, 1023, 4096, 32768, 40000, (300, 200))
            ]
            all += [all[-1].t(), torch.zeros(50_000), torch.zeros(0), None, all[-1].double()]
            for each, norm in zip(all, norms_of(all)):
                exact = 0.0 if each is None else float(each.double().norm())
                for found in (norm, *norms_of([each])):
                    self.assertLessEqual(abs(found - exact), 1e-7 * exact)
        # Of one norm in float32, as clipped gradients have it, and yet not the same.
        a, b = (
            torch.nn.functional.normalize(torch.randn(100_000, generator=generator), dim=0)
            for _ in range(2)
        )
        self.assertNotEqual(*norms_of([a, b]))
        bad = torch.zeros(50_000)
        for value in (float("inf"), float("nan")):
            bad[4321] = value
            for each in (bad, bad[4000:5000]):
                self.assertFalse(norms_of([each])[0] < float("inf"))
        large = torch.full((50_000,), 1e38)
        self.assertAlmostEqual(norms_of([large])[0] / (1e38 * 50_000**0.5), 1, delta=1e-6)

    def test_divisors(self):
        for divisor in (5, 4.9, 5.1):
            self.optimizer(net_of(), reduction="mean", batch_size=divisor)
        for divisor in (4, 6, 10, 5000):
            self.refuses(
                "the design's batches have 5 examples",
                self.optimizer,
                net_of(),
                reduction="mean",
                batch_size=divisor,
            )
        # This design does not say how many examples there are.
        other = noiseloom.design(iterations=24, epochs=3, epsilon=4, delta=1e-5, bands=4)
        for size, said in (
            (None, "dataset_size = None"),
            (4000, "500 examples"),
            (0, "dataset_size = 0"),
            (-5, "dataset_size = -5"),
            (40, ""),
        ):
            make = functools.partial(
                nt.PrivateOptimizer,
                torch.optim.SGD(net_of().parameters(), lr=1),
                other,
                KEY,
                clip_norm=1,
                reduction="mean",
                batch_size=5,
                dataset_size=size,
            )
            self.refuses(said, make) if said else make()
        self.refuses(
            "dataset_size = 50 is not allowed: use 40", self.optimizer, net_of(), dataset_size=50
        )

    def test_what_is_no_design_key_optimizer_shard_or_batch(self):
        def sgd():
            return torch.optim.SGD(net_of().parameters(), lr=0.1)

        options = {"clip_norm": 1, "reduction": "sum"}
        for design in ("run.npz", None, 5):
            self.refuses(
                f"design = {design} is not allowed",
                nt.PrivateOptimizer,
                sgd(),
                design,
                KEY,
                **options,
            )
            self.refuses(
                f"design = {design} is not allowed", nt.attach, LikeOpacus(net_of()), design, KEY
            )
        self.refuses("design = bytes", nt.PrivateOptimizer, sgd(), KEY, self.design, **options)
        for key, said in ((None, "NoneType"), (5, "int"), (bytearray(KEY), "bytearray")):
            self.refuses(
                f"key = {said} is not allowed: use 32 bytes",
                nt.PrivateOptimizer,
                sgd(),
                self.design,
                key,
                **options,
            )
        self.refuses(
            "distributed = True is not allowed", self.optimizer, net_of(), distributed=True
        )
        self.refuses(
            "optimizer = SGD is not allowed",
            nt.PrivateOptimizer,
            "SGD",
            self.design,
            KEY,
            **options,
        )
        batches = self.design.batches(KEY, 40)
        for shard in ((0,), 3, (0, 1, 2)):
            self.refuses("use (rank, world)", nt.BatchSampler, batches, 0, shard)
            self.refuses("use (rank, world)", self.design.noise, KEY, 26, shard)
        for batch, said in (
            (iter([1]), "list_iterator"),
            (5, "int"),
            ("abc", "str"),
            ([[1, 2]], "2 dimensions"),
            ([0.5], "values of float64"),
        ):
            self.refuses(
                f"batch = {said} is not allowed", self.optimizer(net_of()).step, batch=batch
            )

    def test_hooks_are_the_optimizers(self):
        names = [each for each in dir(torch.optim.Optimizer) if each.startswith("register_")]
        seen = []
        optimizer = self.optimizer(net_of())
        for name in names:
            getattr(optimizer, name)(lambda *_, name=name: seen.append(name))
        optimizer.step()
        optimizer.load_state_dict(optimizer.state_dict())
        self.assertEqual(sorted(seen), sorted(names))

    def test_a_load_that_fails_changes_nothing(self):
        net = net_of()
        optimizer = self.optimizer(net)
        for _ in range(2):
            optimizer.zero_grad()
            optimizer.step()
        state = self.optimizer(net_of()).state_dict()
        state["optimizer"]["param_groups"] = []
        with self.assertRaises(ValueError):
            optimizer.load_state_dict(state)
        self.assertEqual(optimizer.noise.step, 2)
        self.assertIsNone(optimizer._gradient_noise._loaded_norms)

    def test_unknown_arguments(self):
        with self.assertRaisesRegex(TypeError, "step\\(\\) has no argument foo"):
            self.optimizer(net_of()).step(foo=1)

    def test_copies(self):
        net = net_of()
        optimizer = self.optimizer(net)
        for copied in (copy.deepcopy, copy.copy, pickle.dumps):
            self.refuses("save its state_dict()", copied, optimizer)
        optimizer.step()  # as before: a failed copy used to break every one
        net = net_of()
        self.optimizer(net)

    def test_places(self):
        nets = [torch.nn.Linear(3, 3), torch.nn.Linear(3, 3), torch.nn.Linear(2, 5)]

        def started(*order):
            return self.optimizer(
                None,
                torch.optim.SGD([{"params": list(nets[at].parameters())} for at in order], lr=0.5),
            )

        state = started(0, 1, 2).state_dict()
        self.refuses("other shapes, or in another order", started(0, 2, 1).load_state_dict, state)
        swapped = started(1, 0, 2)
        swapped.load_state_dict(state)
        self.refuses("another order than in the state", swapped.step)
        self.refuses("another order than in the state", swapped.step)
        right = started(0, 1, 2)
        right.load_state_dict(state)
        right.step()
        del state["parameters"]  # of an older version
        older = started(0, 1, 2)
        older.load_state_dict(state)
        self.assertEqual(older.noise.step, 0)

    def test_a_load_that_was_forgotten(self):
        net = net_of()
        inner = torch.optim.Adam(net.parameters())
        optimizer = self.optimizer(net, inner)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            optimizer.step()
        nt.forget_runs()
        with self.assertWarnsRegex(noiseloom.ClaimWarning, "load_state_dict"):
            again = self.optimizer(net, inner)
            again.zero_grad()
            again.step()

    def test_shares(self):
        batches = self.design.batches(KEY, 40)
        shares = [list(nt.BatchSampler(batches, 20, (rank, 3))) for rank in range(3)]
        for step, parts in zip(range(20, 24), zip(*shares)):
            self.assertEqual(sorted(sum(parts, [])), batches[step].tolist())
        self.refuses("shard = (3, 3)", nt.BatchSampler, batches, 0, (3, 3))

    def test_a_loader_with_workers(self):
        # With fewer examples than steps some batches are empty.
        design = noiseloom.design(iterations=24, epochs=1, epsilon=4, delta=1e-5, dataset_size=8)
        batches = design.batches(KEY, 8)
        self.assertIn(0, [len(batches[step]) for step in range(24)])
        data = torch.utils.data.TensorDataset(torch.arange(16.0).view(8, 2), torch.arange(8))
        for context in ("fork", "spawn"):
            loader = torch.utils.data.DataLoader(
                data,
                batch_sampler=nt.BatchSampler(batches, 16),
                collate_fn=nt.collate(data),
                num_workers=1,
                multiprocessing_context=context,
            )
            for _ in range(2):  # a second pass is the same as the first
                found = list(loader)
                self.assertEqual(len(found), 8)
                for step, (values, numbers) in enumerate(found, 16):
                    self.assertEqual(numbers.tolist(), batches[step].tolist())
                    self.assertEqual(values.shape, (len(numbers), 2))
                    self.assertEqual((values.dtype, numbers.dtype), (torch.float32, torch.int64))

    def test_a_resume_with_other_shards(self):
        optimizer = self.optimizer(net_of())
        optimizer.step()
        state = optimizer.state_dict()
        state["noise"].update(rank=1, world=3)
        other = self.optimizer(net_of())
        other.load_state_dict(state)
        self.assertEqual(other.noise.step, 1)

    def test_no_refusal_holds_the_key(self):
        key, net = b"bytes that nobody prints, 32 now", net_of()
        sgd = torch.optim.SGD(net.parameters(), lr=1)
        how = dict(clip_norm=1, reduction="sum")
        optimizer = self.optimizer(net)

        def told(**changed):
            return lambda: nt.PrivateOptimizer(sgd, self.design, KEY, **{**how, **changed})

        for wrong in (key, key.hex()):
            calls = [
                lambda: nt.DeviceNoise(self.design, KEY, 9, shard=wrong),
                lambda: nt.DeviceNoise(self.design, KEY, 9, shard=(wrong, 1)),
                lambda: nt.DeviceNoise(self.design, KEY, wrong),
                lambda: nt.DeviceNoise(self.design, KEY, 9, wrong),
                lambda: nt.DeviceNoise(self.design, KEY, 9, dtype=wrong),
                lambda: nt.DeviceNoise(self.design, KEY, 9).advance(wrong),
                lambda: nt.DeviceGeneratorNoise(self.design, KEY, 9).advance(wrong),
                lambda: nt.BatchSampler(self.design.batches(KEY, 40), wrong),
                lambda: nt.BatchSampler(self.design.batches(KEY, 40), 0, (0, wrong)),
                lambda: optimizer.step(batch=wrong),
                told(clip_norm=wrong),
                told(reduction=wrong),
                told(reduction="mean", batch_size=wrong),
                told(generator=wrong),
                told(dataset_size=wrong),
            ]
            for call in calls:
                with self.assertRaises(Exception) as raised:
                    call()
                printed = "".join(
                    traceback.format_exception(type(raised.exception), raised.exception, None)
                )
                for form in (key.decode(), key.hex(), str(list(key))[1:-1]):
                    self.assertNotIn(form, printed)
        self.assertNotIn(key.decode(), repr(optimizer))


class Refused(Checks):
    """A step that was refused can be taken again, once it is right; and what is refused leaves all as it was."""

    def recorded(self, net, inner=None, **options):
        return self.optimizer(
            net, inner, record=self.folder / "run.record", dataset_size=40, **options
        )

    def setUp(self):
        super().setUp()
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name)
        self.design.save(self.folder / "run.npz")
        self.batches = self.design.batches(KEY, 40)

    def steps(self, net, optimizer, last, change=0.001):
        while optimizer.noise.step < last:
            batch = self.batches[optimizer.noise.step]
            for each in net.parameters():
                each.grad = torch.full_like(each, change * len(batch))
            optimizer.step(batch=batch)

    def verified(self):
        command = [
            CLI,
            "verify",
            "--job",
            self.folder / "run.record",
            "--strategy",
            self.folder / "run.npz",
            "--finished",
        ]
        return subprocess.run([str(each) for each in command], capture_output=True, text=True)

    def test_a_load_that_was_forgotten_once(self):
        net = net_of()
        optimizer = self.recorded(net)
        self.steps(net, optimizer, 5)
        state = optimizer.state_dict()
        del optimizer
        nt.forget_runs()  # another process
        again = self.recorded(net)
        before = [each.detach().clone() for each in net.parameters()]
        self.refuses("step 0", self.steps, net, again, 1, change=0.002)
        self.assertTrue(all(torch.equal(a, b) for a, b in zip(before, net.parameters())))
        self.assertEqual(again.noise.step, 0)
        del again
        nt.forget_runs()
        right = self.recorded(net)
        right.load_state_dict(state)
        self.steps(net, right, 24)
        said = self.verified()
        self.assertEqual(said.returncode, 0, said.stdout)

    def everything(self, net, optimizer):
        gradients = [None if each.grad is None else each.grad.clone() for each in net.parameters()]
        return [each.detach().clone() for each in net.parameters()], gradients, optimizer.noise.step

    def assert_same(self, made, expected):
        self.assertEqual(made[2], expected[2])
        for a, b in zip(made[0] + made[1], expected[0] + expected[1]):
            self.assertTrue(a is b is None or torch.equal(a, b))

    def full_disk(self, function):
        """The record cannot grow while it runs."""
        kept, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(
            signal.SIGXFSZ, signal.SIG_IGN
        )
        resource.setrlimit(
            resource.RLIMIT_FSIZE, ((self.folder / "run.record").stat().st_size + 10, kept[1])
        )
        try:
            with self.assertRaises(noiseloom.IoError):
                function()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, kept)
            signal.signal(signal.SIGXFSZ, handler)

    def test_a_step_that_cannot_be_recorded_is_taken_again_as_it_is(self):
        made = []
        for failing in (None, 0, 1, 4):
            nt.forget_runs()
            (self.folder / "run.record").unlink(missing_ok=True)
            net = net_of()
            optimizer = self.recorded(net)
            for step in range(24):
                batch = self.batches[step]
                for each in net.parameters():
                    each.grad = torch.full_like(each, 0.001 * len(batch))
                net[0].bias.grad = None
                before = self.everything(net, optimizer)
                if step == failing:
                    if step == 0:  # which begins the record
                        self.refuses(
                            "the batch is that of step 1", optimizer.step, batch=self.batches[1]
                        )
                        noiseloom.Record(
                            self.folder / "run.record",
                            optimizer.noise,
                            40,
                            clip_norm=1,
                            reduction="sum",
                        ).close()
                    self.full_disk(lambda: optimizer.step(batch=batch))
                    self.assert_same(self.everything(net, optimizer), before)
                optimizer.step(batch=batch)
            made.append([each.detach() for each in net.parameters()])
            self.assertEqual(self.verified().returncode, 0, self.verified().stdout)
        for other in made[1:]:
            self.assertTrue(all(torch.equal(a, b) for a, b in zip(made[0], other)))

    def test_an_optimizer_that_moves_otherwise_leaves_no_line(self):
        net = net_of()
        inner = torch.optim.SGD(net.parameters(), lr=0.1)
        right, inner.step = inner.step, lambda: [each.data.fill_(1) for each in net.parameters()]
        optimizer = self.recorded(net, inner)
        self.backward(net)
        before = self.everything(net, optimizer)
        self.refuses("something else than the gradients", optimizer.step, batch=self.batches[0])
        self.assert_same(self.everything(net, optimizer), before)
        inner.step = right
        self.steps(net, optimizer, 24, change=0.002)  # other gradients: nothing was released
        self.assertEqual(self.verified().returncode, 0, self.verified().stdout)

    def test_an_optimizer_that_fails_leaves_the_noise_known(self):
        net = net_of()
        inner = torch.optim.SGD(net.parameters(), lr=0.1)
        optimizer = self.optimizer(net, inner)
        self.steps(net, optimizer, 1)
        optimizer.zero_grad()
        self.backward(net)
        inner.step, step = lambda: 1 / 0, inner.step
        with self.assertRaises(ZeroDivisionError):
            optimizer.step()
        inner.step = step
        self.refuses("the last step's noise", optimizer.step)

    def test_what_was_released_stays_known_where_its_repetition_fails(self):
        net = net_of()
        optimizer = self.recorded(net)
        state = optimizer.state_dict()
        self.steps(net, optimizer, 1)
        optimizer.load_state_dict(state)
        self.full_disk(lambda: self.steps(net, optimizer, 1))
        self.refuses("added to other gradients before", self.steps, net, optimizer, 1, change=0.002)

    def attached(self, net):
        inner = LikeOpacus(net)
        noise = nt.attach(
            inner, self.design, KEY, record=self.folder / "run.record", dataset_size=40
        )
        return inner, noise

    def test_an_attached_step_that_was_refused_is_taken_again(self):
        made = []
        for failing in (None, 0, 1, 4):
            nt.forget_runs()
            (self.folder / "run.record").unlink(missing_ok=True)
            net = net_of()
            optimizer, noise = self.attached(net)
            for step in range(24):
                if step == failing:
                    before = [each.detach().clone() for each in net.parameters()]
                    optimizer.record_batch(self.batches[step + 1])
                    self.refuses("the batch is that of step", optimizer.step)
                    if step == 0:
                        noiseloom.Record(
                            self.folder / "run.record",
                            noise,
                            40,
                            clip_norm=1,
                            reduction="mean",
                            batch_size=5,
                        ).close()
                    optimizer.record_batch(self.batches[step])
                    self.full_disk(optimizer.step)
                    self.assertEqual(noise.step, step)
                    self.assertTrue(
                        all(torch.equal(a, b) for a, b in zip(before, net.parameters()))
                    )
                optimizer.record_batch(self.batches[step])
                optimizer.step()
            made.append([each.detach() for each in net.parameters()])
            self.assertEqual(self.verified().returncode, 0, self.verified().stdout)
        for other in made[1:]:
            self.assertTrue(all(torch.equal(a, b) for a, b in zip(made[0], other)))

    def test_an_attached_step_that_moves_otherwise_is_taken_back(self):
        net = net_of()
        optimizer, noise = self.attached(net)
        before = [each.detach().clone() for each in net.parameters()]
        optimizer.record_batch(self.batches[0])
        with mock.patch.object(
            torch.optim.SGD,
            "step",
            lambda self: [each.data.fill_(1) for each in self.param_groups[0]["params"]],
        ):
            self.refuses("something else than the gradients", optimizer.step)
        self.assertEqual(noise.step, 0)
        self.assertTrue(all(torch.equal(a, b) for a, b in zip(before, net.parameters())))
        for step in range(24):
            optimizer.record_batch(self.batches[step])
            optimizer.step()
        self.assertEqual(self.verified().returncode, 0, self.verified().stdout)

    def test_an_older_record_is_gone_on_with_without_releases(self):
        """Those that it holds are of the parameters after each step, and no repeated step would have the same."""
        net = net_of()
        optimizer = self.recorded(net)
        with mock.patch.object(noiseloom.Record, "version", 1):
            self.steps(net, optimizer, 24)
        self.assertEqual((self.folder / "run.record").read_text().count('"release":null'), 24)

    def test_a_record_that_no_step_stands_in_yet(self):
        net = net_of()
        self.refuses("norm", self.steps, net, self.recorded(net), 1, change=10)
        mean = self.recorded(net, reduction="mean", batch_size=5)
        self.steps(net, mean, 24)
        self.assertEqual(self.verified().returncode, 0)

    def test_batches_that_are_no_whole_numbers(self):
        net = net_of()
        optimizer = self.recorded(net)
        self.refuses("values of float64", optimizer.step, batch=self.batches[0].astype(float))
        self.assertEqual(optimizer.noise.step, 0)

    def test_a_frozen_parameter_with_a_gradient(self):
        net = net_of()
        net[0].weight.requires_grad_(False)
        optimizer = self.optimizer(net)
        for each in net.parameters():
            each.grad = torch.full_like(each, 0.001)
        before = net[0].weight.clone()
        self.refuses("requires_grad = False", optimizer.step)
        self.assertTrue(torch.equal(before, net[0].weight))
        net[0].weight.grad = None
        optimizer.step()

    def test_noise_of_a_devices_own_generator_twice(self):
        net = net_of()
        optimizer = self.optimizer(net, generator="device-own")
        self.steps(net, optimizer, 1)
        state = optimizer.state_dict()
        self.steps(net, optimizer, 2)
        optimizer.load_state_dict(state)
        self.refuses(
            "step 1 was added to other gradients", self.steps, net, optimizer, 2, change=0.003
        )

    def test_an_optimizer_that_asks_again_and_again(self):
        self.refuses("LBFGS", self.optimizer, net := net_of(), torch.optim.LBFGS(net.parameters()))

    def test_states_of_others(self):
        net = net_of()
        optimizer = self.optimizer(net)
        for state in ({}, torch.optim.SGD(net.parameters(), lr=0.1).state_dict()):
            self.refuses("not that of a PrivateOptimizer", optimizer.load_state_dict, state)

    def test_a_state_of_zeros_is_no_step(self):
        net = net_of()
        inner = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
        for each in net.parameters():
            inner.state[each] = {"momentum_buffer": torch.zeros_like(each), "step": None}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.steps(net, self.optimizer(net, inner), 1)

    def test_batches_that_are_begun_again(self):
        net = net_of()
        optimizer = self.optimizer(net)
        iter(nt.BatchSampler(self.batches)).__next__()
        self.steps(net, optimizer, 3)
        right = self.optimizer(net)
        right.load_state_dict(optimizer.state_dict())
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            iter(nt.BatchSampler(self.batches, right.noise.step)).__next__()
            self.steps(net, right, 4)

    def test_nothing_is_checked_less_where_the_design_states_no_number_of_examples(self):
        unsized = noiseloom.design(iterations=24, epochs=3, epsilon=4, delta=1e-5, bands=4)
        net = net_of()

        def make(**options):
            sgd = torch.optim.SGD(net.parameters(), lr=0.1)
            return nt.PrivateOptimizer(sgd, unsized, KEY, clip_norm=1, **options)

        self.refuses("dataset_size = None", make, reduction="sum")
        self.refuses("dataset_size = None", nt.attach, LikeOpacus(net), unsized, KEY)
        for too_long, options in (
            (10, {"reduction": "sum"}),
            (500, {"reduction": "mean", "batch_size": 5}),
        ):
            optimizer = make(dataset_size=40, **options)
            for each in net.parameters():
                each.grad = torch.full_like(each, too_long)
            self.refuses("a batch of the design", optimizer.step)

    def test_numbers_of_other_libraries_are_shown(self):
        self.refuses("clipped at 0.5", self.optimizer, net_of(), clip_norm=torch.tensor(0.5))


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each) for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
