"""PrivateOptimizer around parameters that fully_shard() has shared out over two ranks: against whole parameters.

usage: fsdp_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import datetime
import importlib.util
import os
import pathlib
import sys
import tempfile
import unittest

try:
    import torch
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

try:
    # Of older ones the import of what is below may fail in any way.
    if importlib.util.find_spec("torch.distributed.tensor") is None:
        raise ImportError
    from torch.distributed.fsdp import fully_shard
except ImportError:
    print(f"SKIPPED: PyTorch {torch.__version__} has no fully_shard(), which came with 2.6")
    sys.exit(0)

import torch.distributed.checkpoint as dcp  # noqa: E402
from torch.distributed.checkpoint import state_dict as dcp_states  # noqa: E402
from torch.distributed.tensor import distribute_tensor, init_device_mesh, Shard  # noqa: E402

import noiseloom  # noqa: E402
import noiseloom.torch as nt  # noqa: E402
from cases import failed_items  # noqa: E402
from small_net import BATCH, DATA, design_of, EXAMPLES, F, KEY, STEPS  # noqa: E402
from small_net import net_of as whole_net  # noqa: E402


def net_of(sharded):
    net = whole_net()
    if sharded:
        mesh = init_device_mesh("cpu", (2,))
        for layer in (net[0], net[2], net):
            fully_shard(layer, mesh=mesh)
    return net


def started(net, **options):
    return nt.PrivateOptimizer(
        torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.5),
        design_of(),
        KEY,
        clip_norm=1,
        reduction="mean",
        batch_size=BATCH,
        dataset_size=EXAMPLES,
        **options,
    )


def whole(net):
    found = [each.detach() for each in net.parameters()]
    return torch.cat(
        [
            (each.full_tensor() if hasattr(each, "full_tensor") else each).reshape(-1)
            for each in found
        ]
    )


def clipped_means(net, batch):
    """As a loop of one's own makes them: every rank takes each example, since FSDP averages the ranks' gradients."""
    parameters = list(net.parameters())
    sums = [torch.zeros_like(each) for each in parameters]
    for at in batch:
        net.zero_grad()
        F.cross_entropy(net(DATA[0][at : at + 1]), DATA[1][at : at + 1]).backward()
        square = sum(each.grad.square().sum() for each in parameters)
        norm = (square.full_tensor() if hasattr(square, "full_tensor") else square).sqrt()
        for total, each in zip(sums, parameters):
            total.add_(each.grad, alpha=float(min(1, (1 - 1e-6) / norm)))
    net.zero_grad()
    return [each / BATCH for each in sums]


def train(net, optimizer, steps=STEPS):
    batches = design_of().batches(KEY, EXAMPLES)
    while optimizer.noise.step < steps:
        batch = batches[optimizer.noise.step]
        for each, mean in zip(net.parameters(), clipped_means(net, batch)):
            each.grad = mean
        optimizer.step(batch=batch)
        optimizer.zero_grad()
    return whole(net)


def noise_alone(sharded, **options):
    net = net_of(sharded)
    optimizer = started(net, **options)
    for _ in range(STEPS):
        optimizer.step()
        optimizer.zero_grad()
    return whole(net)


def recorded(folder, rank):
    net = net_of(True)
    return train(net, started(net, record=folder / f"{rank}.record"))


def states(net, optimizer):
    return {
        "model": dcp_states.get_model_state_dict(net),
        "optimizer": dcp_states.get_optimizer_state_dict(net, optimizer.original_optimizer),
        "noise": optimizer.noise.state_dict(),
    }


def resumed(folder, rank):
    """Saved by torch.distributed.checkpoint after 9 steps, and gone on with by another model."""
    net = net_of(True)
    optimizer = started(net)
    train(net, optimizer, 9)
    dcp.save(states(net, optimizer), checkpoint_id=folder / "checkpoint")
    nt.forget_runs()
    net = net_of(True)
    optimizer = started(net)
    loaded = states(net, optimizer)
    dcp.load(loaded, checkpoint_id=folder / "checkpoint")
    dcp_states.set_model_state_dict(net, loaded["model"])
    inner = optimizer.original_optimizer
    dcp_states.set_optimizer_state_dict(net, inner, loaded["optimizer"])
    optimizer.noise.load_state_dict(loaded["noise"])
    return train(net, optimizer)


def own_state(folder, rank):
    """The optimizer's own state, which knows the parameters' places, loaded by the same ranks."""
    net = net_of(True)
    optimizer = started(net)
    train(net, optimizer, 9)
    weights, state = net.state_dict(), optimizer.state_dict()
    nt.forget_runs()
    net = net_of(True)
    net.load_state_dict(weights)
    optimizer = started(net)
    optimizer.load_state_dict(state)
    return train(net, optimizer)


def refusals(folder, rank):
    said = []

    def refused(function, *arguments, **options):
        try:
            function(*arguments, **options)
        except noiseloom.InvalidArgument as refusal:
            said.append(str(refusal))

    net = net_of(True)
    refused(nt.ClippedSum, net[0], clip_norm=1, loss=F.cross_entropy)
    refused(nt.ClippedSum, net, clip_norm=1, loss=F.cross_entropy)
    refused(started, net, record=folder / "one.record" if rank == 0 else None)
    optimizer = started(net)
    batch = design_of().batches(KEY, EXAMPLES)[1 if rank == 1 else 0]
    refused(optimizer.step, batch=batch)
    for each in net.parameters():
        each.grad = torch.full_like(each, 10)
    refused(optimizer.step)
    optimizer.zero_grad()
    mesh = next(net.parameters()).device_mesh
    other = [torch.zeros(each.shape) for each in net.parameters()]
    other = [distribute_tensor(each, mesh, [Shard(each.dim() - 1)]) for each in other]
    refused(optimizer.step, gradients=other)
    plain = torch.nn.Linear(2, 2)
    mixed = torch.optim.SGD([*net.parameters(), *plain.parameters()], lr=1)
    refused(
        nt.PrivateOptimizer, mixed, design_of(), KEY, clip_norm=1, reduction="sum", dataset_size=40
    )
    assert optimizer.noise.step == 0
    return said


JOBS = {
    "noise": lambda folder, rank: noise_alone(True),
    "shards": lambda folder, rank: noise_alone(True, distributed=True),
    "recorded": recorded,
    "resumed": resumed,
    "own state": own_state,
    "refusals": refusals,
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
        torch.save(job(pathlib.Path(folder), rank), f"{folder}/{name}-{rank}.made")
        torch.distributed.barrier()
    torch.distributed.destroy_process_group()
    # What PyTorch keeps may abort a process that ends by itself ("terminate called without an active exception").
    os._exit(0)


class Sharded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
            raise unittest.SkipTest("this torch has no gloo")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        torch.multiprocessing.spawn(of_rank, (folder.name,), nprocs=2)

    def setUp(self):
        nt.forget_runs()

    def made(self, name):
        return [torch.load(self.folder / f"{name}-{rank}.made") for rank in range(2)]

    def test_the_noise_has_the_same_bits(self):
        expected = noise_alone(False)
        for name in ("noise", "shards"):
            for weights in self.made(name):
                torch.testing.assert_close(weights, expected, rtol=0, atol=0)

    def test_a_run_is_that_of_whole_parameters(self):
        net = net_of(False)
        expected = train(net, started(net))
        for name in ("recorded", "resumed", "own state"):
            first, second = self.made(name)
            torch.testing.assert_close(first, second, rtol=0, atol=0)
            torch.testing.assert_close(first, expected, rtol=1e-5, atol=1e-6)
        torch.testing.assert_close(
            self.made("resumed")[0], self.made("recorded")[0], rtol=0, atol=0
        )

    def test_records_verify(self):
        for rank in range(2):
            record = self.folder / f"{rank}.record"
            failed = failed_items(CLI, self.folder, design_of(), KEY, record, "--finished")
            self.assertEqual(failed, [])

    def test_refusals(self):
        for rank, said in enumerate(self.made("refusals")):
            for part, refusal in zip(
                (
                    "is not allowed",
                    "is not allowed",
                    "record is not given on all ranks",
                    ("another rank refused the step", "the batch is that of step 1")[rank],
                    "are single examples clipped",
                    "does not lie on the ranks as its parameter does",
                    "some parameters are of type DTensor and others are not",
                ),
                said,
            ):
                self.assertIn(part, refusal)
            self.assertEqual(len(said), 7)


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
