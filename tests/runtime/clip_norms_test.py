"""Clip norms that are learned (noiseloom.torch.AdaptiveClip) or of each layer (by_layer): against loops of one's own,
what is learned, bounds, resumed, and what is refused.

usage: clip_norms_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import functools
import math
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
import small_net
from cases import failed_items
from small_net import BATCH, Case, DATA, EXAMPLES, F, flat, KEY, net_of, STEPS

START, QUANTILE, RATE, SHARE = 3.0, 0.3, 0.4, 0.04
design_of = functools.partial(small_net.design_of, clip_norm=0.7)


def adaptive(net, rate_of_learning=0.5, **options):
    settings = {"start": START, "quantile": QUANTILE, "rate": RATE, "share": SHARE, **options}
    return nt.AdaptiveClip(torch.optim.SGD(net.parameters(), lr=rate_of_learning), **settings)


def run_of(net, optimizer, design=None, **options):
    nt.forget_runs()
    return nt.Run(design or design_of(), KEY, net, optimizer, DATA, loss=F.cross_entropy, **options)


def gradients_of(net):
    """The gradient of each example, a row each."""
    rows = []
    for image, label in zip(*DATA):
        loss = F.cross_entropy(net(image[None].to(flat(net).dtype)), label[None])
        rows.append(
            torch.cat([each.reshape(-1) for each in torch.autograd.grad(loss, [*net.parameters()])])
        )
    return torch.stack(rows)


def of_rank(rank, folder):
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2
    )
    net = net_of()
    optimizer = adaptive(net)
    list(run_of(net, optimizer))
    if rank == 1:
        torch.save((flat(net), optimizer.norm), f"{folder}/found.pt")
    net = net_of()
    other = adaptive(net, start=START + rank)
    try:
        run_of(net, other)
    except noiseloom.InvalidArgument as refused:
        pathlib.Path(folder, f"refused-{rank}").write_text(str(refused))


class AdaptiveClip(Case):
    def own(self):
        """The weights and the norms of a loop that does everything by hand, in float64."""
        net, design, norm, norms = net_of().double(), design_of(), START, []
        size = len(flat(net))
        noise = design.noise(KEY, size + 1, dtype="float64")
        for batch in design.batches(KEY, EXAMPLES):
            norms.append(norm)
            total = torch.zeros(size + 1, dtype=torch.float64)
            for at in batch:
                loss = F.cross_entropy(net(DATA[0][at : at + 1].double()), DATA[1][at : at + 1])
                gradients = torch.autograd.grad(loss, list(net.parameters()))
                gradient = torch.cat([each.reshape(-1) for each in gradients])
                length = float(gradient.norm())
                part = gradient * min(1, norm / length) / norm * math.sqrt(1 - SHARE)
                mark = math.sqrt(SHARE) * (1 if length <= norm else -1)
                total += design.clip_norm * torch.cat([part, torch.tensor([mark])])
            noisy = (total + torch.from_numpy(noise.next())) / BATCH / design.clip_norm
            moved = noisy[:-1] * norm / math.sqrt(1 - SHARE)
            for each, part in zip(
                net.parameters(), moved.split([each.numel() for each in net.parameters()])
            ):
                each.data -= 0.5 * part.view_as(each)
            shorter = (1 + float(noisy[-1]) / math.sqrt(SHARE)) / 2
            norm *= math.exp(-RATE * (shorter - QUANTILE))
        return flat(net).float(), [*norms, norm]

    def test_against_a_loop_of_ones_own(self):
        expected, norms = self.own()
        self.assertGreater(max(norms) / min(norms), 1.2)
        for how in ("vmap", "loop"):
            with self.subTest(how):
                net, record = net_of(), self.folder / f"{how}.record"
                optimizer, found = adaptive(net), []
                run = run_of(net, optimizer, per_example=how, record=record)
                for _ in range(STEPS):
                    found.append(optimizer.norm)
                    next(run)
                torch.testing.assert_close(flat(net), expected, rtol=1e-3, atol=1e-4)
                for ours, theirs in zip([*found, optimizer.norm], norms):
                    self.assertAlmostEqual(ours / theirs, 1, places=4)
                self.verify(record)

    def verify(self, record):
        failed = failed_items(CLI, self.folder, design_of(), KEY, record, "--finished")
        self.assertEqual(failed, [])

    def test_the_norm_follows_the_quantile(self):
        net = net_of()
        gradients = gradients_of(net)
        for quantile in (0.3, 0.5, 0.7):
            for start in (10.0, 0.1):  # where all are shorter, or none
                found, logs = net_of(), []
                optimizer = adaptive(found, 0.0, start=start, quantile=quantile, rate=1, share=0.5)
                for _ in run_of(found, optimizer, design_of(epsilon=100)):
                    logs.append(math.log(optimizer.norm))
                norm = math.exp(sum(logs[-12:]) / 12)
                below = float((gradients.norm(dim=1) <= norm).double().mean())
                self.assertLess(abs(below - quantile), 0.2)

    def test_no_example_gives_more_than_the_clip_norm(self):
        net = net_of()
        lengths = gradients_of(net).norm(dim=1)
        for norm in (float(lengths.min()) / 9, float(lengths.median()), float(lengths.max()) * 9):
            for how in ("vmap", "loop"):
                optimizer = adaptive(net_of(), start=norm)
                clipped = nt.ClippedSum(
                    net, clip_norm=norm, loss=F.cross_entropy, per_example=how, microbatch=None
                )
                for at, length in enumerate(lengths):
                    one = clipped([each[at : at + 1] for each in DATA])
                    sums = optimizer.in_units(one, clipped.private, 0.7)
                    found = float(torch.cat([each.reshape(-1) for each in sums]).double().norm())
                    self.assertLessEqual(found, 0.7 * (1 + 1e-9))
                    self.assertEqual(float(sums[-1]) > 0, float(length) <= norm * (1 - 1e-6))
                    if length > norm:
                        self.assertGreater(found, 0.7 * (1 - 1e-5))

    def test_gradients_that_are_not_finite_count_as_zero(self):
        images = DATA[0].clone()
        images[:] = math.inf
        optimizer = adaptive(net_of())
        clipped = nt.ClippedSum(net_of(), clip_norm=START, loss=F.cross_entropy)
        sums = optimizer.in_units(clipped((images, DATA[1])), clipped.private, 0.7)
        self.assertEqual(max(float(each.abs().max()) for each in sums), 0)

    def test_a_resumed_run_has_the_same_bits(self):
        straight = net_of()
        whole = adaptive(straight)
        list(run_of(straight, whole))
        checkpoint = self.folder / "run.pt"
        net = net_of()
        first = run_of(net, adaptive(net), checkpoint=checkpoint)
        for _ in range(9):
            next(first)
        resumed = net_of()
        optimizer = adaptive(resumed)
        again = run_of(resumed, optimizer, checkpoint=checkpoint)
        self.assertNotEqual(optimizer.norm, START)
        self.assertEqual(list(again), list(range(9, STEPS)))
        torch.testing.assert_close(flat(resumed), flat(straight), rtol=0, atol=0)
        self.assertEqual(optimizer.norm, whole.norm)
        other = net_of()
        optimizer = adaptive(other, rate=RATE / 2)
        self.refuses("rate = 0.2", run_of, other, optimizer, checkpoint=checkpoint)

    def test_two_ranks_make_the_run_of_one(self):
        if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
            self.skipTest("this torch has no gloo")
        net = net_of()
        optimizer = adaptive(net)
        list(run_of(net, optimizer))
        torch.multiprocessing.spawn(of_rank, (str(self.folder),), nprocs=2)
        weights, norm = torch.load(self.folder / "found.pt")
        torch.testing.assert_close(weights, flat(net), rtol=1e-4, atol=1e-5)
        self.assertAlmostEqual(norm / optimizer.norm, 1, places=4)
        for rank in range(2):
            said = (self.folder / f"refused-{rank}").read_text()
            self.assertIn("another AdaptiveClip than rank 0", said)

    def test_refusals(self):
        net = net_of()
        for name, value in (("start", 0), ("quantile", 1), ("rate", -1), ("share", 1)):
            self.refuses(f"{name} = {value}", adaptive, net, **{name: value})
        adam = nt.ScaleThenPrivatize(torch.optim.Adam(net.parameters()))
        self.refuses("ScaleThenPrivatize is not allowed", nt.AdaptiveClip, adam, start=1)
        optimizer = adaptive(net)
        self.refuses("closure is not allowed", optimizer.step, lambda: 0)
        around = nt.PrivateOptimizer(
            optimizer, design_of(), KEY, clip_norm=0.7, reduction="mean", batch_size=BATCH
        )
        before = flat(net)
        nt.forget_runs()
        self.refuses("were not clipped at `norm`", around.step)
        torch.testing.assert_close(flat(net), before, rtol=0, atol=0)
        self.assertEqual(around.noise.step, 0)
        net = net_of()
        self.refuses("vmap, loop or ghost", run_of, net, adaptive(net), per_example=max)
        net = net_of()
        canaries = noiseloom.Canaries(self.folder / "canaries.npz", design_of(), 20)
        self.refuses("with canaries", run_of, net, adaptive(net), canaries=canaries)
        self.refuses("not that of an AdaptiveClip", adaptive(net_of()).load_state_dict, {})


class ByLayer(unittest.TestCase):
    def test_each_layer_is_clipped_by_itself(self):
        net = net_of()
        net[2].bias.requires_grad_(False)
        parameters = [each for each in net.parameters() if each.requires_grad]
        layers = ([0, 1], [2])
        for norm in (0.1, 1.0, 20.0):
            expected = [torch.zeros_like(each) for each in parameters]
            clipped = 0
            for image, label in zip(*DATA):
                loss = F.cross_entropy(net(image[None]), label[None])
                gradients = torch.autograd.grad(loss, parameters)
                lengths = []
                for layer in layers:
                    length = math.hypot(*(float(gradients[at].norm()) for at in layer))
                    lengths.append(length * math.sqrt(2))
                    for at in layer:
                        expected[at] += gradients[at] * min(1, norm / math.sqrt(2) / length)
                clipped += max(lengths) > norm
            for how in ("vmap", "loop"):
                sums = nt.ClippedSum(
                    net, clip_norm=norm, loss=F.cross_entropy, per_example=how, by_layer=True
                )
                for ours, theirs in zip(sums(DATA), expected):
                    torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-6)
                self.assertEqual(sums.private.clipped, clipped)

    def test_an_example_that_is_not_finite_in_one_layer_counts_as_zero_in_all(self):
        net = torch.nn.Sequential(torch.nn.Linear(2, 2, bias=False), torch.nn.Linear(2, 1))
        net[0].weight.data.fill_(1e38)
        net[1].weight.data.fill_(1)
        images = torch.tensor(
            [[0.1, 0.1], [100.0, 100.0]]
        )  # of which the second overflows the second layer alone

        def loss(model, batch):
            return model(batch[0]).sum()

        for how in ("vmap", "loop"):
            sums = nt.ClippedSum(
                net, clip_norm=1, compute_loss=loss, per_example=how, by_layer=True
            )
            both = sums((images,))
            self.assertEqual(sums.private.not_finite, 1)
            for ours, theirs in zip(both, sums((images[:1],))):
                torch.testing.assert_close(ours, theirs, rtol=0, atol=0)

    def test_runs_and_refuses(self):
        nets = [net_of(), net_of()]
        for net, by_layer in zip(nets, (False, True)):
            optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
            list(run_of(net, optimizer, by_layer=by_layer))
        self.assertGreater(float((flat(nets[0]) - flat(nets[1])).abs().max()), 1e-3)
        net = net_of()
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "canaries and AdaptiveClip"):
            run_of(net, adaptive(net), by_layer=True)
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "by_layer with per_example = ghost"):
            nt.ClippedSum(
                net, clip_norm=1, loss=F.cross_entropy, per_example="ghost", by_layer=True
            )


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
