"""noiseloom.torch.ScaleThenPrivatize: against a loop of one's own, resumed, and what it refuses.

usage: scaled_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import copy
import functools
import pathlib
import sys
import unittest

try:
    import torch
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

import noiseloom
import noiseloom.torch as nt
from cases import failed_items
from small_net import BATCH, Case, DATA, design_of, EXAMPLES, F, flat, KEY, net_of, STEPS

OPTIMIZERS = {
    "Adam": (functools.partial(torch.optim.Adam, lr=0.05), "exp_avg_sq"),
    "RMSprop": (functools.partial(torch.optim.RMSprop, lr=0.02), "square_avg"),
    "Adagrad": (functools.partial(torch.optim.Adagrad, lr=0.1), "sum"),
}


def scale_of(optimizer, parameters, moments, floor=0.1):
    """s of all coordinates, in float64."""
    states = [optimizer.state.get(each, {}).get(moments) for each in parameters]
    if not any(each is not None and bool(each.any()) for each in states):
        return torch.ones(sum(each.numel() for each in parameters), dtype=torch.float64)
    roots = torch.cat([each.double().reshape(-1) for each in states]).sqrt()
    roots += floor * roots.square().mean().sqrt()
    return roots.square().mean().sqrt() / roots


class Scaled(Case):
    def run_of(self, net, make, **options):
        nt.forget_runs()
        optimizer = nt.ScaleThenPrivatize(make(net.parameters()))
        return nt.Run(design_of(), KEY, net, optimizer, DATA, loss=F.cross_entropy, **options)

    def own(self, make, moments):
        """The weights of a loop that scales, clips, sums, adds the noise and divides by hand."""
        net = net_of().double()
        parameters = list(net.parameters())
        optimizer = make(parameters)
        noise = design_of().noise(KEY, len(flat(net)), dtype="float64")
        for batch in design_of().batches(KEY, EXAMPLES):
            scale, total = scale_of(optimizer, parameters, moments), 0
            for at in batch:
                loss = F.cross_entropy(net(DATA[0][at : at + 1].double()), DATA[1][at : at + 1])
                gradients = torch.autograd.grad(loss, parameters)
                scaled = scale * torch.cat([each.reshape(-1) for each in gradients])
                total = total + scaled * min(1, 1 / scaled.norm())
            noisy = (total + torch.from_numpy(noise.next())) / BATCH / scale
            for each, part in zip(parameters, noisy.split([each.numel() for each in parameters])):
                each.grad = part.view_as(each)
            optimizer.step()
        return flat(net).float()

    def test_against_a_loop_of_ones_own(self):
        for name, (make, moments) in OPTIMIZERS.items():
            expected = self.own(make, moments)
            for how in ("vmap", "loop"):
                with self.subTest(name, how=how):
                    net, record = net_of(), self.folder / f"{name}-{how}.record"
                    list(self.run_of(net, make, per_example=how, record=record))
                    torch.testing.assert_close(flat(net), expected, rtol=1e-3, atol=1e-4)
                    self.verify(record)
            plain = net_of()
            nt.forget_runs()
            inner = make(plain.parameters())
            list(nt.Run(design_of(), KEY, plain, inner, DATA, loss=F.cross_entropy))
            self.assertGreater(float((flat(plain) - expected).abs().max()), 1e-3)

    def verify(self, record):
        failed = failed_items(CLI, self.folder, design_of(), KEY, record, "--finished")
        self.assertEqual(failed, [])

    def test_no_example_gives_more_than_the_clip_norm(self):
        net = net_of()
        run = self.run_of(net, OPTIMIZERS["Adam"][0])
        for _ in range(9):
            next(run)
        scales = run.optimizer.original_optimizer.scales()
        values = torch.cat([each.reshape(-1) for each in scales])
        self.assertAlmostEqual(float(values.double().pow(-2).mean()), 1, places=5)
        self.assertGreater(float(values.max() / values.min()), 2)
        for how in ("vmap", "loop"):
            clipped = nt.ClippedSum(net, clip_norm=1, loss=F.cross_entropy, per_example=how)
            clipped.scales = [1000 * each for each in scales]
            for at in range(EXAMPLES):
                one = clipped([each[at : at + 1] for each in DATA])
                norm = float(torch.cat([each.reshape(-1) for each in one]).double().norm())
                self.assertLessEqual(norm, 1)
                self.assertGreater(norm, 0.999)

    def test_a_resumed_run_has_the_same_bits(self):
        make, straight = OPTIMIZERS["Adam"][0], net_of()
        list(self.run_of(straight, make))
        checkpoint = self.folder / "run.pt"
        first = self.run_of(net_of(), make, checkpoint=checkpoint)
        for _ in range(9):
            next(first)
        resumed = net_of()
        again = self.run_of(resumed, make, checkpoint=checkpoint)
        self.assertEqual(list(again), list(range(9, STEPS)))
        torch.testing.assert_close(flat(resumed), flat(straight), rtol=0, atol=0)

    def test_copies(self):
        net = net_of()
        run = self.run_of(net, OPTIMIZERS["Adam"][0])
        next(run)
        optimizer = run.optimizer.original_optimizer
        copied = copy.deepcopy(optimizer)
        for ours, theirs in zip(optimizer.scales(), copied.scales()):
            torch.testing.assert_close(ours, theirs, rtol=0, atol=0)
        self.assertIsNot(copied.original_optimizer, optimizer.original_optimizer)

    def test_moments_that_are_zero_scale_nothing(self):
        net = net_of()
        optimizer = nt.ScaleThenPrivatize(torch.optim.Adagrad(net.parameters()))
        for each in optimizer.scales():  # whose sums are there from the beginning
            self.assertTrue(bool((each == 1).all()))

    def test_refusals(self):
        net = net_of()
        adam = OPTIMIZERS["Adam"][0]
        sgd = torch.optim.SGD(net.parameters(), lr=0.5)
        self.refuses("optimizer = SGD is not allowed", nt.ScaleThenPrivatize, sgd)
        self.refuses("floor = 0", nt.ScaleThenPrivatize, adam(net.parameters()), floor=0)
        optimizer = nt.ScaleThenPrivatize(adam(net.parameters()))
        self.refuses("closure is not allowed", optimizer.step, lambda: 0)
        around = nt.PrivateOptimizer(
            optimizer, design_of(), KEY, clip_norm=1, reduction="mean", batch_size=BATCH
        )
        before = flat(net)
        self.refuses("were not scaled", around.step)
        torch.testing.assert_close(flat(net), before, rtol=0, atol=0)
        self.assertEqual(around.noise.step, 0)
        clipped = nt.ClippedSum(net, clip_norm=1, per_example=lambda model, batch: None)
        clipped.scales = optimizer.scales()
        self.refuses("use vmap or loop", clipped, DATA)
        canaries = noiseloom.Canaries(self.folder / "canaries.npz", design_of(), 20)
        self.refuses("not allowed with canaries", self.run_of, net, adam, canaries=canaries)


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
