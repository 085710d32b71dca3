"""noiseloom.jax.private on several processes of jax.distributed: against one process, resumed, killed, and gone on with
by another number of them.

usage: jax_processes_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import os
import pathlib
import pickle
import resource
import shutil
import signal
import socket
import subprocess
import sys
import unittest

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"  # of each process
try:
    import jax
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed")
    sys.exit(0)
if not hasattr(jax.config, "jax_cpu_collectives_implementation"):
    print(
        "SKIPPED: this JAX has no processes that meet on processors (jax_cpu_collectives_implementation)"
    )
    sys.exit(0)

import noiseloom  # noqa: E402
import noiseloom.jax as nj  # noqa: E402
from cases import failed_items  # noqa: E402
from small_jax import Case, DATA, design_of, EXAMPLES, flat, KEY, loss_of, params_of  # noqa: E402
from small_jax import Momentum, run_of, STEPS, taken  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from read_programs import started  # noqa: E402

OTHER = bytes(32)


def loss_with_dropout(params, example, rng):
    return loss_of(params, (example[0] * jax.random.bernoulli(rng, 0.7, (7,)), example[1]))


def resumable(folder, name, **options):
    nj.forget_runs()
    return run_of(
        loss_with_dropout,
        rng=jax.random.key(7),
        record=folder / f"{name}.record",
        checkpoint=folder / f"{name}.state",
        **options,
    )


class Noted:
    """In the place of a run's examples: notes which are read."""

    def __init__(self):
        self.read = []

    def of(self, numbers, step):
        self.read += numbers.tolist()
        return tuple(each[numbers] for each in DATA)

    def there(self, numbers):
        return numbers

    def __len__(self):
        return EXAMPLES


# Each job is a function of the process's number and a folder; what it returns is compared.


def plain(rank, folder, **options):
    nj.forget_runs()
    run = run_of(record=folder / "plain.record", **options)
    state = taken(run, params_of(rank))  # process 0's parameters are those of all
    run.step.finish()
    return flat((state.params, state.opt_state)), run.step.private


def on_two_devices_each(rank, folder):
    nj.forget_runs()
    return flat(taken(run_of(devices=jax.local_devices())).params)


def with_a_learned_norm(rank, folder):
    nj.forget_runs()
    optimizer = nj.AdaptiveClip(Momentum(), start=1)
    state = taken(run_of(optimizer=optimizer))
    return flat((state.params, state.opt_state))


def resumed(rank, folder):
    taken(resumable(folder, "cut", every=2), until=9)
    state = taken(resumable(folder, "cut", every=2), params_of(5))
    return flat((state.params, state.opt_state))


def whole(rank, folder):
    state = taken(resumable(folder, "whole"))
    return flat((state.params, state.opt_state))


def left(rank, folder):
    """Leaves nine steps for another number of processes to go on from."""
    return flat(taken(resumable(folder, "moved"), until=9).params)


def in_phases(rank, folder):
    nj.forget_runs()
    designs = [design_of(), design_of(bands=2)]
    run = nj.phases(list(zip(designs, (KEY, OTHER))), loss_of, Momentum(), DATA)
    return flat(taken(run, until=2 * STEPS).params)


def read_in_each_step(rank, folder):
    nj.forget_runs()
    init, step = run_of(microbatch=1)
    step._examples = noted = Noted()
    state, read = init(params_of()), []
    while state.step < STEPS:
        state = step(state)
        read.append(sorted(noted.read))
        noted.read.clear()
    return read


def refusal_of(function, *arguments):
    try:
        function(*arguments)
    except (noiseloom.InvalidArgument, OSError, ValueError) as refusal:
        return str(refusal)
    return "nothing is refused"


def of_another_key(rank, folder):
    nj.forget_runs()
    return refusal_of(run_of(key=bytes([rank]) * 32).init, params_of())


def of_another_model(rank, folder):
    nj.forget_runs()
    params = params_of()
    return refusal_of(run_of().init, params["first"] if rank == 1 else params)


def of_other_data(rank, folder):
    nj.forget_runs()
    rng = jax.random.key(rank)
    return refusal_of(run_of(loss_with_dropout, rng=rng).init, params_of())


def of_other_parameters(rank, folder):
    nj.forget_runs()
    init, step = run_of()
    state = init(params_of())
    moved = jax.tree_util.tree_map(lambda each: each + rank, state.params)
    said = refusal_of(step, state._replace(params=moved))
    step(state)
    return said


def with_a_loss_that_fails(rank, folder):
    nj.forget_runs()

    def loss(params, example):
        if rank == 1:
            raise ValueError("a loss that fails on one process")
        return loss_of(params, example)

    init, step = run_of(loss)
    return refusal_of(step, init(params_of()))


def with_a_record_that_cannot_be(rank, folder):
    nj.forget_runs()
    (folder / "a folder.record").mkdir(exist_ok=True)
    init, step = run_of(record=folder / "a folder.record")
    return refusal_of(step, init(params_of()))


def with_a_disk_that_is_full(rank, folder):
    """Process 0 cannot write the line of a step; both take it once there is room."""
    nj.forget_runs()
    record = folder / "full.record"
    init, step = run_of(record=record)
    state = step(init(params_of()))
    if rank == 0:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (record.stat().st_size, before[1]))
    said = refusal_of(step, state)
    if rank == 0:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    while state.step < STEPS:
        state = step(state)
    return said, flat(state.params)


def with_a_checkpoint_that_cannot_be(rank, folder):
    """The folder is gone when process 0 is to write there: no process goes on."""
    nj.forget_runs()
    own = folder / "gone"
    if rank == 0:
        own.mkdir()
    jax.experimental.multihost_utils.sync_global_devices("there")
    init, step = run_of(checkpoint=own / "run.state", every=2)
    state = step(init(params_of()))
    if rank == 0:
        shutil.rmtree(own)
    return refusal_of(step, state)


def on_anothers_devices(rank, folder):
    return refusal_of(lambda: run_of(devices=jax.devices()))


def on_data_in_parts(rank, folder):
    spec = jax.sharding.PartitionSpec("all")
    sharding = jax.sharding.NamedSharding(jax.sharding.Mesh(jax.devices(), ("all",)), spec)
    parts = [
        jax.make_array_from_callback(each.shape, sharding, lambda at, of=each: of[at])
        for each in DATA
    ]
    return refusal_of(lambda: run_of(data=tuple(parts)))


def replicated_state(rank, folder):
    """Parameters that stand on all processes, as a global array."""
    nj.forget_runs()
    sharding = jax.sharding.NamedSharding(
        jax.sharding.Mesh(jax.devices(), ("all",)), jax.sharding.PartitionSpec()
    )
    params = jax.tree_util.tree_map(
        lambda each: jax.make_array_from_callback(
            np.shape(each), sharding, lambda at: np.asarray(each)[at]
        ),
        params_of(),
    )
    return flat(taken(run_of(), params).params)


JOBS = [
    plain,
    on_two_devices_each,
    with_a_learned_norm,
    whole,
    resumed,
    left,
    in_phases,
    read_in_each_step,
    of_another_key,
    of_another_model,
    of_other_data,
    of_other_parameters,
    with_a_loss_that_fails,
    with_a_record_that_cannot_be,
    with_a_disk_that_is_full,
    with_a_checkpoint_that_cannot_be,
    on_anothers_devices,
    on_data_in_parts,
    replicated_state,
]


def meet(rank, port):
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.distributed.initialize(f"127.0.0.1:{port}", 2, int(rank))


def jobs_of_process(rank, port, folder):
    meet(rank, port)
    folder = pathlib.Path(folder)
    made = {job.__name__: job(int(rank), folder) for job in JOBS}
    (folder / f"made-{rank}").write_bytes(pickle.dumps(made))


def run_to_be_killed(rank, port, folder):
    meet(rank, port)
    init, step = resumable(pathlib.Path(folder), "killed")
    state = init(params_of())
    while state.step < STEPS:
        state = step(state)
        print(state.step, flush=True)
    print(flat((state.params, state.opt_state)).tobytes().hex(), flush=True)


class Processes(Case):
    def commands(self, what):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        return [
            [sys.executable, __file__, what, str(rank), str(port), str(self.folder)]
            for rank in range(2)
        ]

    def failed(self, name):
        """What `verify --job` finds wrong."""
        return failed_items(
            CLI, self.folder, design_of(), KEY, self.folder / f"{name}.record", "--finished"
        )

    def gone_on_with_alone(self):
        state = taken(resumable(self.folder, "moved"))
        return flat(state.params)

    def test_two(self):
        first, second = self.commands("jobs")
        other = subprocess.Popen(second)
        self.addCleanup(other.kill)
        subprocess.run(first, check=True)
        self.assertEqual(other.wait(), 0)
        read = [pickle.loads((self.folder / f"made-{rank}").read_bytes()) for rank in range(2)]
        made = {job.__name__: [each[job.__name__] for each in read] for job in JOBS}
        self.same_on_both(made)
        self.as_one_process(made)
        for name in ("plain", "whole", "cut", "moved"):
            self.assertEqual(self.failed(name), [], name)
        self.assertIn('"ranks":2', (self.folder / "plain.record").read_text())
        self.assertIn('"resume":9,"ranks":1', (self.folder / "moved.record").read_text())
        self.refusals(made)

    def same_on_both(self, made):
        np.testing.assert_array_equal(*[each for each, _ in made["plain"]])
        self.assertEqual(*[figures for _, figures in made["plain"]])
        for name in (
            "on_two_devices_each",
            "with_a_learned_norm",
            "whole",
            "resumed",
            "left",
            "in_phases",
            "replicated_state",
        ):
            np.testing.assert_array_equal(*made[name], name)
        np.testing.assert_array_equal(made["whole"][0], made["resumed"][0])

    def as_one_process(self, made):
        """The weights are one process's to rounding, and each example of a batch is read once."""

        def close(one, other):
            np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3)

        apart = self.folder / "alone"
        apart.mkdir()
        alone, figures = plain(0, apart)
        close(made["plain"][0][0], alone)
        self.assertEqual(made["plain"][0][1][:3], figures[:3])
        self.assertAlmostEqual(made["plain"][0][1].loss, figures.loss, places=4)
        params = alone[: flat(params_of()).size]
        close(made["on_two_devices_each"][0], params)
        close(made["replicated_state"][0], params)
        for job in (with_a_learned_norm, whole, in_phases):
            close(made[job.__name__][0], job(0, apart))
        close(self.gone_on_with_alone(), made["whole"][0][: params.size])
        batches = design_of().batches(KEY, EXAMPLES)
        for step, parts in enumerate(zip(*made["read_in_each_step"])):
            self.assertEqual(sorted(sum(parts, [])), batches[step].tolist())

    def refusals(self, made):
        for name, part in {
            "of_another_key": "process 1 has another key than process 0",
            "of_another_model": "process 1 has another model than process 0",
            "of_other_data": "another number of examples, rng, owners or clipping than process 0",
            "of_other_parameters": "process 1 has another params than process 0",
            "on_anothers_devices": "devices of this process",
            "on_data_in_parts": "give each process all of it",
        }.items():
            for said in made[name]:
                self.assertIn(part, said, name)
        here, there = made["with_a_loss_that_fails"]
        self.assertIn("process 1 refused", here)
        for said in (here, there):
            self.assertIn("a loss that fails on one process", said)
        here, there = made["with_a_record_that_cannot_be"]
        self.assertIn("a folder.record", here)
        self.assertIn("process 0 refused", there)
        (here, one), (there, other) = made["with_a_disk_that_is_full"]
        self.assertIn("full.record", here)
        self.assertIn("process 0 refused", there)
        self.assertIn(here, there)
        np.testing.assert_array_equal(one, other)
        self.assertEqual(self.failed("full"), [])
        here, there = made["with_a_checkpoint_that_cannot_be"]
        self.assertIn("No such file", here)
        self.assertIn("process 0 refused", there)
        self.assertIn("No such file", there)

    def run_killed_after(self, line):
        """What process 0 prints until both are killed, after a line or at their end."""
        first, second = self.commands("a run to be killed")
        said = []
        with open(os.devnull, "wb") as nowhere:
            other = subprocess.Popen(second, stdout=nowhere)
            self.addCleanup(other.kill)
            with started(first) as program:
                for each in program.stdout:
                    if not each.startswith("[Gloo]"):
                        said.append(each.rstrip("\n"))
                    if said[-1:] == [line]:
                        program.kill()
                        other.kill()
                        break
            self.assertEqual(program.returncode, 0 if line is None else -signal.SIGKILL)
            other.wait()
        return said

    def test_killed(self):
        self.run_killed_after("9")
        rest = self.run_killed_after(None)
        self.assertGreater(int(rest[0]), 9)
        self.assertEqual(self.failed("killed"), [])
        for file in self.folder.glob("killed.*"):
            file.unlink()
        straight = self.run_killed_after(None)
        self.assertEqual(straight[-1], rest[-1])


if __name__ == "__main__":
    programs = {"jobs": jobs_of_process, "a run to be killed": run_to_be_killed}
    if sys.argv[1] in programs:
        programs[sys.argv[1]](*sys.argv[2:])
    else:
        FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
        unittest.main(argv=sys.argv[:1] + sys.argv[4:])
