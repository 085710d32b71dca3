"""noiseloom.torch: words against ChaCha20's test vectors, noise against core, and training loops.

usage: torch_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import copy
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
    import torch
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

import noiseloom
import noiseloom.torch as nt
from cases import Refusing
from noiseloom._device_normals import normals_of_words

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "interop"))
from names import NAMES  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from thorough import thorough  # noqa: E402
from vectors import far_pairs, halves, VECTORS  # noqa: E402

KEY = bytes(range(100, 132))


def model(seed=0):
    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(7, 5), torch.nn.Tanh(), torch.nn.Linear(5, 3))


def size(net):
    return sum(each.numel() for each in net.parameters())


class WithDesign(Refusing):
    @classmethod
    def setUpClass(cls):
        # It has clip norm 0.5, 120 steps, and batches of 200 on average.
        cls.design = noiseloom.load(FILES / "toeplitz.npz")
        cls.data = torch.randn(40, 7, generator=torch.Generator().manual_seed(1))

    def setUp(self):
        nt.forget_runs()  # each test is a job of its own

    def optimizer(self, net, inner=None, **options):
        options = {"clip_norm": 0.5, "reduction": "sum", **options}
        return nt.PrivateOptimizer(
            inner or torch.optim.SGD(net.parameters(), lr=0.5), self.design, KEY, **options
        )


class Words(unittest.TestCase):
    def test_vectors(self):
        for key, block, stream in VECTORS:
            words = nt.chacha20_words(key, 0, block, 1)
            self.assertEqual(words.numpy().astype("<i4").tobytes().hex(), stream)
        both = nt.chacha20_words(bytes(32), 0, 0, 2)
        self.assertEqual(both.numpy().astype("<i4").tobytes().hex(), VECTORS[0][2] + VECTORS[1][2])

    def test_normals_are_cores(self):
        # Of independent noise core makes stddev z: also where the block counter passes 31 and 32
        # bits, and past a chunk.
        design = noiseloom.load(FILES / "identity.npz")
        secret = noiseloom._noiseloom.noise_key(noiseloom._noiseloom.KeySource(KEY))
        for parameters, shard in (
            (1003, (0, 1)),
            (1 << 36, (1 << 31, 1 << 33)),
            (1 << 36, ((1 << 32) - 1, 1 << 33)),
            (1 << 36, (1 << 32, 1 << 33)),
            ((1 << 20) + 5000, (0, 1)),
        ):
            noise = design.noise(KEY, parameters, shard, "float64")
            for row in range(2):
                expected = torch.from_numpy(noise.next()) / design.stddev
                made = nt.standard_normals(secret, row, noise.begin, noise.end)
                torch.testing.assert_close(made, expected, rtol=0, atol=1e-13)

    def test_first_words_of_zero_take_a_further_word(self):
        pairs, further, expected = far_pairs()
        asked = []

        def words(of):
            return torch.tensor(halves(of), dtype=torch.int64).to(torch.int32)

        def instead():
            asked.append(True)
            return words([(each, 0) for each in further])

        made = normals_of_words(words(pairs), 139, instead)
        torch.testing.assert_close(
            made, torch.tensor(expected, dtype=torch.float64), rtol=0, atol=1e-13
        )
        self.assertEqual(asked, [True])
        plain = [(first or 1, second) for first, second in pairs]
        normals_of_words(words(plain), 139, instead)
        normals_of_words(words(pairs), 53, instead)
        self.assertEqual(asked, [True])
        # They are those of core's nonce 2^63 + row: the same function of a row that no run has.
        torch.testing.assert_close(
            nt.chacha20_words(bytes(32), (1 << 63) + 5, 7, 2)[:, :4],
            nt.chacha20_words(bytes(32), (1 << 63) + 5, 6, 3)[1:, :4],
            rtol=0,
            atol=0,
        )
        self.assertFalse(
            torch.equal(
                nt.chacha20_words(bytes(32), (1 << 63) + 5, 7, 1),
                nt.chacha20_words(bytes(32), 5, 7, 1),
            )
        )


class OnADevice(WithDesign):
    def test_every_strategy_to_rounding(self):
        kinds = ((torch.float64, 1e-12), (torch.float32, 2e-6))
        for at, name in enumerate(NAMES):
            design = noiseloom.load(FILES / f"{name}.npz")
            # Every fifth to its end, the others beyond a block of rows; of each one type.
            steps = design.iterations if at % 5 == 0 else thorough(45, design.iterations)
            for dtype, tolerance in thorough(kinds[at % 2 :][:1], kinds):
                noise = design.noise(KEY, 13, (1, 2), dtype)
                device = nt.DeviceNoise(design, KEY, 13, "cpu", (1, 2), dtype)
                for step in range(steps):
                    expected = torch.from_numpy(noise.next())
                    made = device.next()
                    self.assertEqual(made.dtype, dtype)
                    worst = (made - expected).abs().max() / expected.abs().max()
                    self.assertLess(worst, tolerance, f"{name}, step {step}")

    def test_states_are_exchanged_with_the_processors(self):
        names = ("toeplitz", "inverse_toeplitz", "stamped", "blt", "tree")
        for name in thorough(names[::2], names):
            design = noiseloom.load(FILES / f"{name}.npz")
            straight = nt.DeviceNoise(design, KEY, 9)
            states, rows = [], []
            for _ in range(60):
                states.append(straight.state_dict())
                rows.append(straight.next(torch.empty(3, 3)))
            for step in (0, 1, 30, 59):
                for noise in (nt.DeviceNoise(design, KEY, 9), straight):
                    noise.load_state_dict(states[step])
                    torch.testing.assert_close(noise.next().view(3, 3), rows[step], rtol=0, atol=0)
                design.noise(KEY, 9).load_state_dict(states[step])
            self.refuses(
                "as many machines",
                nt.DeviceNoise(design, KEY, 9, shard=(0, 2)).load_state_dict,
                states[3],
            )

    def test_refusals(self):
        noise = nt.DeviceNoise(self.design, KEY, 9)
        for bad in (
            torch.empty(9, dtype=torch.float64),
            torch.empty(18)[::2],
            torch.empty(8),
            torch.empty(9, requires_grad=True),
        ):
            self.refuses("out", noise.next, bad)
        noise.advance(120)
        self.refuses("claim end", noise.next)
        self.refuses("float16", nt.DeviceNoise, self.design, KEY, 9, dtype=torch.float16)


class OfTheDevicesOwnGenerator(WithDesign):
    def test_resumes_from_its_state(self):
        for name in NAMES:
            design = noiseloom.load(FILES / f"{name}.npz")
            straight = nt.DeviceGeneratorNoise(design, KEY, 9)
            states, rows = [], []
            for _ in range(60):
                states.append(straight.state_dict())
                rows.append(straight.next())
            for step in (0, 1, 30, 59):
                for noise in (nt.DeviceGeneratorNoise(design, KEY, 9), straight):
                    noise.load_state_dict(states[step])
                    for row in rows[step : step + 3]:
                        torch.testing.assert_close(
                            noise.next(), row, rtol=0, atol=0, msg=f"{name}, step {step}"
                        )

    def test_is_correlated_as_the_strategy_says(self):
        # C times the noise is white: its covariance is stddev^2 times the identity, to six standard errors.
        values, steps = 20000, 26
        for name in ("toeplitz", "blt", "inverse_toeplitz", "stamped"):
            design = noiseloom.load(FILES / f"{name}.npz")
            noise = nt.DeviceGeneratorNoise(design, KEY, values, dtype=torch.float64)
            made = np.stack([noise.next().numpy() for _ in range(steps)])
            z = design.matrix()[:steps, :steps] @ made / design.stddev
            self.assertLess(np.abs(z @ z.T / values - np.eye(steps)).max(), 6 * (2 / values) ** 0.5)

    def test_is_no_other_noise(self):
        first, second = (nt.DeviceGeneratorNoise(self.design, KEY, 9) for _ in range(2))
        # The seed is the system's, not the key's.
        self.assertFalse(torch.equal(first.next(), second.next()))
        self.refuses("by its state alone", first.advance, 5)
        self.refuses(
            "noise of the key",
            first.load_state_dict,
            nt.DeviceNoise(self.design, KEY, 9).state_dict(),
        )
        for other in (nt.DeviceNoise(self.design, KEY, 9), self.design.noise(KEY, 9)):
            self.refuses("own generator", other.load_state_dict, first.state_dict())
        self.refuses(
            "another key",
            nt.DeviceGeneratorNoise(self.design, bytes(32), 9).load_state_dict,
            first.state_dict(),
        )
        self.refuses(
            "to the bit",
            self.optimizer,
            model(),
            generator="device-own",
            record="r",
            dataset_size=4000,
        )


class Gradients(WithDesign):
    def test_sum_and_mean(self):
        for reduction, batch_size, divisor in (("sum", None, 1), ("mean", 200, 200)):
            nt.forget_runs()
            net = model()
            optimizer = self.optimizer(net, reduction=reduction, batch_size=batch_size)
            noise = self.design.noise(KEY, size(net))
            for _ in range(3):
                before = [each.detach().clone() for each in net.parameters()]
                optimizer.zero_grad()
                (net(self.data).sum() / (10 * divisor)).backward()
                gradients = [each.grad.clone() for each in net.parameters()]
                optimizer.step()
                row, at = torch.from_numpy(noise.next()), 0
                for parameter, start, gradient in zip(net.parameters(), before, gradients):
                    expected = gradient.add(
                        row[at : at + parameter.numel()].view_as(parameter), alpha=1 / divisor
                    )
                    at += parameter.numel()
                    torch.testing.assert_close(parameter.grad, expected, rtol=0, atol=0)
                    torch.testing.assert_close(parameter.detach(), start - 0.5 * expected)

    def test_accumulation_has_the_noise_once(self):
        whole, parts = model(), model()
        for net, pieces in ((whole, 1), (parts, 4)):
            nt.forget_runs()
            optimizer = self.optimizer(net, reduction="mean", batch_size=200)
            for _ in range(5):
                optimizer.zero_grad()
                for piece in self.data.chunk(pieces):
                    (net(piece).sum() / 2000).backward()
                optimizer.step()
            self.assertEqual(optimizer.noise.step, 5)
        for a, b in zip(whole.parameters(), parts.parameters()):
            torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)

    def test_an_empty_batch_and_a_frozen_layer(self):
        net = model()
        net[0].bias.requires_grad_(False)
        optimizer = self.optimizer(net)
        optimizer.step()
        row = torch.from_numpy(self.design.noise(KEY, size(net) - 5).next())
        made = torch.cat([each.grad.view(-1) for each in net.parameters() if each.requires_grad])
        torch.testing.assert_close(made, row, rtol=0, atol=0)
        self.assertIsNone(net[0].bias.grad)

    def test_refusals(self):
        net = model()
        self.refuses("clip norm of 0.5", self.optimizer, net, clip_norm=1.0)
        self.refuses("sum or mean", self.optimizer, net, reduction="none")
        self.refuses("batch_size", self.optimizer, net, reduction="mean")
        self.refuses("batch_size", self.optimizer, net, batch_size=20)
        self.refuses("batch_size", self.optimizer, net, reduction="mean", batch_size=0)
        self.refuses("device or device-own", self.optimizer, net, generator="quantum")
        self.refuses("complex64", self.optimizer, torch.nn.Linear(2, 2, dtype=torch.complex64))
        mixed = model()
        mixed[0].double()
        self.refuses("float32, float64", self.optimizer, mixed)
        net = model()
        optimizer = self.optimizer(net)
        self.refuses("added", optimizer.add_param_group, {"params": []})
        optimizer.noise.advance(120)
        before = copy.deepcopy(net.state_dict())
        self.refuses("privacy claim end there", optimizer.step)
        for name, value in net.state_dict().items():
            torch.testing.assert_close(value, before[name], rtol=0, atol=0)
        net[2].bias.requires_grad_(False)
        self.refuses("no longer", optimizer.step)

    def test_no_optimizer_that_adds_noise_itself_is_wrapped(self):
        net = model()
        self.refuses("PrivateOptimizer adds noise itself", self.optimizer, net, self.optimizer(net))
        like_opacus = LikeOpacus(net.parameters(), 1.0, 0.5, 20)
        self.refuses("LikeOpacus adds noise itself", self.optimizer, net, like_opacus)
        wrapper = torch.optim.SGD(net.parameters(), lr=0.5)
        wrapper.original_optimizer = like_opacus
        self.refuses("LikeOpacus adds noise itself", self.optimizer, net, wrapper)

    def test_no_step_is_taken_with_what_is_no_number(self):
        net = model()
        optimizer = self.optimizer(net)
        before = [each.detach().clone() for each in net.parameters()]
        for bad in (float("nan"), float("inf")):
            for each in net.parameters():
                each.grad = torch.zeros_like(each)
            next(net.parameters()).grad.view(-1)[1] = bad
            self.refuses("no number", optimizer.step)
        self.assertEqual(optimizer.noise.step, 0)
        for each, was in zip(net.parameters(), before):
            torch.testing.assert_close(each.detach(), was, rtol=0, atol=0)


class Runs(WithDesign):
    def train(self, net, optimizer, scheduler, steps):
        for _ in range(steps):
            optimizer.zero_grad()
            (net(self.data).square().sum() / 100).backward()
            optimizer.step()
            scheduler.step()

    def start(self, **how):
        net = model()
        optimizer = self.optimizer(net, torch.optim.Adam(net.parameters(), lr=0.1), **how)
        return net, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 3, 0.5)

    def test_resumed_run_has_the_same_weights(self):
        for how in ({}, dict(threads=2, prefetch=True), dict(generator="device")):
            nt.forget_runs()
            straight = self.start(**{**how, "prefetch": None})
            self.train(*straight, 12)
            for at in (0, 1, 5, 11):
                first = self.start(**how)
                self.train(*first, at)
                file = io.BytesIO()
                torch.save([each.state_dict() for each in first], file)
                self.assertNotIn(KEY, file.getvalue())
                file.seek(0)
                second = self.start(**how)
                for each, state in zip(second, torch.load(file)):
                    each.load_state_dict(state)
                self.train(*second, 12 - at)
                for a, b in zip(straight[0].parameters(), second[0].parameters()):
                    torch.testing.assert_close(a, b, rtol=0, atol=0)

    def test_a_state_of_another_run_changes_nothing(self):
        net, optimizer, scheduler = self.start()
        self.train(net, optimizer, scheduler, 3)
        other = nt.PrivateOptimizer(
            torch.optim.Adam(net.parameters(), lr=0.1),
            self.design,
            bytes(32),
            clip_norm=0.5,
            reduction="sum",
        )
        self.refuses("another key", other.load_state_dict, optimizer.state_dict())
        mean = self.optimizer(
            net, torch.optim.Adam(net.parameters(), lr=0.1), reduction="mean", batch_size=200
        )
        self.refuses("reduction", mean.load_state_dict, optimizer.state_dict())
        self.assertEqual((other.noise.step, len(other.state), mean.noise.step), (0, 0, 0))

    def test_batches_through_a_loader(self):
        design = noiseloom.design(
            iterations=24, epochs=3, epsilon=4, delta=1e-5, bands=4, dataset_size=40
        )
        batches = design.batches(KEY, 40)
        dataset = torch.utils.data.TensorDataset(self.data)
        for start in (0, 20):
            loader = torch.utils.data.DataLoader(
                dataset,
                batch_sampler=nt.BatchSampler(batches, start),
                collate_fn=lambda found: [each[0] for each in found],
            )
            self.assertEqual(len(loader), 24 - start)
            for step, found in enumerate(loader, start):
                expected = self.data[batches[step]]
                self.assertEqual(len(found), len(expected))
                for a, b in zip(found, expected):
                    torch.testing.assert_close(a, b, rtol=0, atol=0)
        self.refuses("start", nt.BatchSampler, batches, 25)

    def test_padded_batches_have_few_shapes_and_say_what_counts(self):
        design = noiseloom.design(
            iterations=24, epochs=1, epsilon=4, delta=1e-5, bands=4, dataset_size=40
        )
        batches = design.batches(KEY, 40)
        self.assertIn(0, [len(batches[step]) for step in range(24)])
        dataset = nt.Padded(torch.utils.data.TensorDataset(self.data))
        for shard in ((0, 1), (1, 2)):
            sampler = nt.BatchSampler(batches, shard=shard, pad=3)
            for step, ((found,), counts) in enumerate(
                torch.utils.data.DataLoader(dataset, batch_sampler=sampler)
            ):
                expected = self.data[batches[step][shard[0] :: shard[1]]]
                self.assertEqual((len(found) % 3, len(found) > 0), (0, True))
                self.assertLess(len(found), len(expected) + 4)
                torch.testing.assert_close(found[counts], expected, rtol=0, atol=0)
            self.assertEqual(step, 23)
        self.refuses("pad = 0", nt.BatchSampler, batches, pad=0)


class ExactReleases(WithDesign):
    def test_the_loop_of_the_manual(self):
        net = model()
        before = torch.nn.utils.parameters_to_vector(net.parameters()).detach().clone()
        optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
        sizes = [p.numel() for p in net.parameters()]
        exact, other = (
            self.design.exact_release(KEY, sum(sizes), dtype="float64") for _ in range(2)
        )
        moved = torch.zeros_like(before)
        for step in range(3):
            total = torch.zeros(sum(sizes), dtype=torch.float64)
            for example in self.data[step * 5 : step * 5 + 5]:
                net.zero_grad()
                net(example).square().sum().backward()
                gradient = torch.cat([p.grad.flatten() for p in net.parameters()]).double()
                total += gradient * min(1, 0.5 * (1 - 1e-6) / gradient.norm().item())
            self.assertLess(total.norm(), 2.5)
            expected = other.release(total.numpy().copy())
            self.assertIs(exact.release(total), total)
            np.testing.assert_array_equal(total.numpy(), expected)
            for p, part in zip(net.parameters(), total.split(sizes)):
                p.grad = (part / 5).view_as(p).to(p)
            optimizer.step()
            moved -= 0.5 * torch.from_numpy(expected).float() / 5
        after = torch.nn.utils.parameters_to_vector(net.parameters()).detach()
        torch.testing.assert_close(after, before + moved, rtol=0, atol=1e-5)

    def test_refusals(self):
        exact = self.design.exact_release(KEY, 12)
        for bad in (
            torch.zeros(12, dtype=torch.float64),
            torch.zeros(12, 2)[:, 0],
            torch.zeros(12, requires_grad=True),
        ):
            self.refuses("gradient_sum", exact.release, bad)
        self.assertEqual(exact.step, 0)


class Recorded(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        nt.forget_runs()
        self.key_file = self.folder / "run.key"
        self.key_file.write_bytes(KEY)
        self.key_file.chmod(0o600)
        self.design = noiseloom.design(
            iterations=24, epochs=3, epsilon=4, delta=1e-5, bands=4, dataset_size=40
        )
        self.design.save(self.folder / "run.npz")
        self.batches = self.design.batches(KEY, 40)

    def options(self, name="run"):
        return dict(record=self.folder / f"{name}.record", dataset_size=40)

    def failed(self, name="run", *more):
        command = [
            CLI,
            "verify",
            "--job",
            self.folder / f"{name}.record",
            "--strategy",
            self.folder / "run.npz",
            "--key-file",
            self.key_file,
            "--json",
            *more,
        ]
        said = subprocess.run([str(each) for each in command], capture_output=True, text=True)
        return [each["name"] for each in json.loads(said.stdout)["items"] if not each["passed"]]

    def start(self):
        net = model()
        return net, nt.PrivateOptimizer(
            torch.optim.SGD(net.parameters(), lr=0.5),
            self.design,
            KEY,
            clip_norm=1,
            reduction="mean",
            batch_size=5,
            **self.options(),
        )

    def train(self, net, optimizer, steps, change=0.0):
        for _ in range(steps):
            for each in net.parameters():
                each.grad = torch.full_like(each, change)
            optimizer.step(batch=self.batches[optimizer.noise.step])

    def test_a_run_that_is_resumed(self):
        net, optimizer = self.start()
        self.train(net, optimizer, 6)
        weights, state = copy.deepcopy(net.state_dict()), copy.deepcopy(optimizer.state_dict())
        self.train(net, optimizer, 3)
        del optimizer  # lets go of the file, as a job that ends
        net, optimizer = self.start()
        net.load_state_dict(weights)
        optimizer.load_state_dict(state)
        self.train(net, optimizer, 4)
        net.load_state_dict(weights)
        optimizer.load_state_dict(state)  # once more, in the same job
        self.train(net, optimizer, 18)
        self.assertEqual(self.failed(), [])
        self.assertEqual((self.folder / "run.record").read_text().count('{"resume":6'), 2)

    def test_a_step_that_is_done_twice_with_other_gradients(self):
        net, optimizer = self.start()
        state = optimizer.state_dict()
        self.train(net, optimizer, 3)
        optimizer.load_state_dict(state)
        with self.assertRaisesRegex(
            noiseloom.InvalidArgument, "step 0 was added to other gradients before"
        ):
            self.train(net, optimizer, 1, change=0.01)
        del optimizer  # another process cannot know, but for the record
        nt.forget_runs()
        net, optimizer = self.start()
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "step 0 with another outcome"):
            self.train(net, optimizer, 1, change=0.01)

    def test_refusals_come_before_the_noise(self):
        net, optimizer = self.start()
        for refused, part in (
            (lambda: optimizer.step(), "batch"),
            (
                lambda: nt.PrivateOptimizer(
                    torch.optim.SGD(net.parameters(), lr=1),
                    self.design,
                    KEY,
                    clip_norm=1,
                    reduction="sum",
                    record="r",
                ),
                "dataset_size",
            ),
            (
                lambda: nt.PrivateOptimizer(
                    torch.optim.SGD(net.parameters(), lr=1),
                    self.design,
                    KEY,
                    clip_norm=1,
                    reduction="sum",
                    generator="device",
                    **self.options(),
                ),
                "to the bit",
            ),
        ):
            with self.assertRaises(noiseloom.InvalidArgument) as caught:
                refused()
            self.assertIn(part, str(caught.exception))
        self.assertEqual(optimizer.noise.step, 0)
        self.assertFalse((self.folder / "run.record").exists())

    def test_attached(self):
        parameter = torch.nn.Parameter(torch.zeros(12))
        optimizer = LikeOpacus([parameter], 1.0, 1.0, 5)
        nt.attach(optimizer, self.design, KEY, **self.options())
        for step in range(24):
            parameter.grad_sample = torch.ones(len(self.batches[step]) or 1, 12)
            optimizer.record_batch(self.batches[step])
            optimizer.step()
        self.assertEqual(self.failed(), [])
        self.assertIn('"noise_scale":0.2', (self.folder / "run.record").read_text())
        other = LikeOpacus([parameter], 1.0, 1.0, 5)
        noise = nt.attach(other, self.design, KEY, **self.options("other"))
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "batch"):
            other.step()
        self.assertEqual(noise.step, 0)


class LikeOpacus(torch.optim.SGD):
    """What Opacus's DPOptimizer does around its noise, for gradients of examples in grad_sample."""

    def __init__(self, parameters, lr, max_grad_norm, expected_batch_size):
        super().__init__(parameters, lr)
        self.params = self.param_groups[0]["params"]
        self.max_grad_norm, self.expected_batch_size = max_grad_norm, expected_batch_size
        self.loss_reduction, self.accumulated_iterations = "mean", 1
        self.skip = []
        for parameter in self.params:
            parameter.summed_grad = None

    def signal_skip_step(self, skip):
        self.skip.append(skip)

    def add_noise(self):
        raise AssertionError("not this noise")

    def step(self):
        norms = torch.stack([each.grad_sample.flatten(1).norm(dim=1) for each in self.params]).norm(
            dim=0
        )
        factors = (self.max_grad_norm / (norms + 1e-6)).clamp(max=1)
        for each in self.params:
            clipped = torch.einsum("i,i...", factors, each.grad_sample)
            each.summed_grad = clipped if each.summed_grad is None else each.summed_grad + clipped
        if self.skip and self.skip.pop(0):
            return
        self.add_noise()
        for each in self.params:
            assert each.summed_grad._processed
            each.grad /= self.expected_batch_size
            each.summed_grad = None
        super().step()


class Attached(WithDesign):
    def test_noise_is_once_a_step_and_scaled_with_the_sum(self):
        start = torch.zeros(6, 2)
        parameter = torch.nn.Parameter(start.clone())
        optimizer = LikeOpacus([parameter], 1.0, 0.5, 200)
        noise = nt.attach(optimizer, self.design, KEY)
        samples = torch.randn(2, 10, 6, 2, generator=torch.Generator().manual_seed(2))
        for micro, skip in zip(samples, (True, False)):
            optimizer.signal_skip_step(skip)
            parameter.grad_sample = micro
            optimizer.step()
        norms = samples.flatten(2).norm(dim=2)[..., None, None]
        clipped = (samples * (0.5 / (norms + 1e-6)).clamp(max=1)).sum((0, 1))
        row = torch.from_numpy(self.design.noise(KEY, 12).next()).view(6, 2)
        torch.testing.assert_close(parameter.detach(), start - (clipped + row) / 200)
        self.assertEqual(noise.step, 1)

        state = optimizer.state_dict()
        self.assertEqual(state["noise"]["step"], 1)
        other = LikeOpacus([torch.nn.Parameter(start.clone())], 1.0, 0.5, 200)
        resumed = nt.attach(other, self.design, KEY)
        self.refuses("holds none", other.load_state_dict, {})
        other.load_state_dict(state)
        self.assertEqual(resumed.step, 1)

    def test_opacus_itself(self):
        try:
            from opacus.grad_sample import GradSampleModule
            from opacus.optimizers import DPOptimizer
        except ImportError:
            self.skipTest("opacus is not installed")
        weights = []
        for pieces in (1, 4):
            nt.forget_runs()
            net = GradSampleModule(model())
            optimizer = DPOptimizer(
                torch.optim.SGD(net.parameters(), lr=0.5),
                noise_multiplier=1.0,
                max_grad_norm=0.5,
                expected_batch_size=200,
            )
            noise = nt.attach(optimizer, self.design, KEY)
            for _ in range(4):
                for at, piece in enumerate(self.data.chunk(pieces)):
                    optimizer.signal_skip_step(at + 1 < pieces)
                    net(piece).square().sum(1).mean().backward()
                    optimizer.step()
                    optimizer.zero_grad()
            self.assertEqual(noise.step, 4)
            optimizer.load_state_dict(optimizer.state_dict())
            weights.append(torch.cat([each.detach().view(-1) for each in net.parameters()]))
        torch.testing.assert_close(weights[0], weights[1], rtol=1e-5, atol=1e-6)
        # Without gradients to speak of, the four steps are the noise alone.
        row = self.design.noise(KEY, len(weights[0]))
        drift = torch.cat([each.detach().view(-1) for each in model().parameters()])
        for _ in range(4):
            drift -= 0.5 * torch.from_numpy(row.next()) / 200
        # Each step moves by a clipped mean at most.
        self.assertLess((weights[0] - drift).norm(), 4 * 0.5 * 0.5 * 1.0001)

    def test_opacus_adaptive_clipping_is_refused(self):
        try:
            from opacus.optimizers import AdaClipDPOptimizer
        except ImportError:
            self.skipTest("opacus is not installed")
        optimizer = AdaClipDPOptimizer(
            torch.optim.SGD(model().parameters(), lr=0.5),
            noise_multiplier=1.0,
            target_unclipped_quantile=0.5,
            clipbound_learning_rate=0.2,
            max_clipbound=10,
            min_clipbound=0.1,
            unclipped_num_std=5,
            max_grad_norm=0.5,
            expected_batch_size=200,
        )
        self.refuses("AdaClipDPOptimizer", nt.attach, optimizer, self.design, KEY)

    def test_refusals(self):
        parameter = torch.nn.Parameter(torch.zeros(3))
        self.refuses(
            "clip norm of 0.5", nt.attach, LikeOpacus([parameter], 1.0, 1.0, 10), self.design, KEY
        )
        self.refuses(
            "PrivateOptimizer", nt.attach, torch.optim.SGD([parameter], 1.0), self.design, KEY
        )
        for name in ("AdaClipDPOptimizer", "DistributedDPOptimizer"):
            kind = type(name, (LikeOpacus,), {})
            for each in (kind, type("MyOwn", (kind,), {})):
                self.refuses(name, nt.attach, each([parameter], 1.0, 0.5, 10), self.design, KEY)

    def test_a_clip_norm_that_moves_is_refused_before_noise_is_made(self):
        parameter = torch.nn.Parameter(torch.zeros(3))
        optimizer = LikeOpacus([parameter], 1.0, 0.5, 200)
        noise = nt.attach(optimizer, self.design, KEY)
        parameter.grad_sample = torch.ones(10, 3)
        optimizer.step()
        optimizer.max_grad_norm = 100
        parameter.grad_sample = torch.ones(10, 3)
        self.refuses("clipped at 100", optimizer.step)
        self.assertEqual(noise.step, 1)


def rank_of_many(rank, world, folder, files, generator):
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=world
    )
    net = model()
    inner = torch.optim.SGD(net.parameters(), lr=0.5)
    optimizer = nt.PrivateOptimizer(
        inner,
        noiseloom.load(files / "toeplitz.npz"),
        KEY,
        clip_norm=0.5,
        reduction="sum",
        generator=generator,
        distributed=True,
    )
    assert (optimizer.noise.rank, optimizer.noise.world) == (rank, world)
    for _ in range(4):
        optimizer.zero_grad()
        optimizer.step()
    torch.save([each.detach() for each in net.parameters()], f"{folder}/rank{rank}.pt")
    torch.distributed.destroy_process_group()


class ManyRanks(WithDesign):
    def test_each_makes_a_shard(self):
        if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
            self.skipTest("this torch has no gloo")
        net = model()
        optimizer = self.optimizer(net)
        for _ in range(4):
            optimizer.zero_grad()
            optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.multiprocessing.spawn(rank_of_many, (3, folder, FILES, "processor"), nprocs=3)
            for rank in range(3):
                for made, expected in zip(torch.load(f"{folder}/rank{rank}.pt"), net.parameters()):
                    torch.testing.assert_close(made, expected.detach(), rtol=0, atol=0)


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
