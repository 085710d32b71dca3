"""noiseloom.jax.private: against gradients one by one, resumed, killed, on two devices, with flax and orbax.

usage: jax_run_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
JAX, optax, flax and orbax are no Debian packages: what needs them runs where they are installed otherwise.
"""

import contextlib
import copy
import hashlib
import importlib.util
import io
import json
import os
import pathlib
import pickle
import signal
import sys
import unittest
import warnings

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"  # of the processor
try:
    import jax
    import jax.numpy as jnp
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed")
    sys.exit(0)

import noiseloom  # noqa: E402
import noiseloom.jax as nj  # noqa: E402
from cases import failed_items  # noqa: E402
from small_jax import (  # noqa: E402
    Case,
    CLIP_NORM,
    DATA,
    design_of,
    drawn,
    EXAMPLES,
    flat,
    KEY,
    loss_of,
)  # noqa: E402
from small_jax import Momentum, params_of, run_of, STEPS, taken  # noqa: E402
from noiseloom._jax_clipped import adding, clipped_sums, scaled_and_factors  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from read_programs import killed_after, lines_of  # noqa: E402


def loss_with_dropout(params, example, rng):
    return loss_of(params, (example[0] * jax.random.bernoulli(rng, 0.7, (7,)), example[1]))


class Checks(Case):
    def failed(self, record):
        """What `verify --job` finds wrong."""
        return failed_items(CLI, self.folder, design_of(), KEY, record, "--finished")

    def holds_no_secret(self, content, parameters):
        """Neither the key, nor the sub-key of the noise, nor noise."""
        rows = design_of().noise(KEY, parameters)
        of_noise = noiseloom._noiseloom.noise_key(noiseloom._noiseloom.KeySource(KEY))
        for secret in (
            KEY,
            KEY.hex().encode(),
            of_noise,
            *(rows.next()[:4].tobytes() for _ in range(4)),
        ):
            self.assertNotIn(secret, content)


def summed(loss, params, examples, taken_ones=None, clip_norm=CLIP_NORM):
    """The sum of the clipped gradients as a flat array, and the figures."""
    params = jax.tree_util.tree_map(jnp.asarray, params)
    size = len(jax.tree_util.tree_leaves(examples)[0])
    chosen = np.ones(size, bool) if taken_ones is None else np.asarray(taken_ones)
    sums = [jnp.zeros(each.size, each.dtype) for each in jax.tree_util.tree_leaves(params)]
    figures = (jnp.zeros((), jnp.int32), jnp.zeros((), jnp.int32), jnp.zeros(()))
    add = adding(loss, None, lambda tree: tree)
    numbers = np.arange(size, dtype=np.int32)
    made, figures = add(params, sums, figures, True, examples, chosen, numbers, 0, clip_norm)
    return flat(made), [float(each) for each in figures]


class Sums(Checks):
    def test_against_gradients_one_by_one(self):
        params = params_of()
        gradients = [
            flat(jax.grad(loss_of)(params, (x, label))).astype(np.float64)
            for x, label in zip(*DATA)
        ]
        norms = [np.linalg.norm(each) for each in gradients]
        clip_norm = sorted(norms)[EXAMPLES // 2]  # about half of the examples are clipped
        chosen = np.arange(EXAMPLES) % 3 > 0
        expected = sum(
            g * min(1, clip_norm / n) for g, n, one in zip(gradients, norms, chosen) if one
        )
        made, figures = summed(loss_of, params, DATA, chosen, clip_norm)
        np.testing.assert_allclose(made, expected, rtol=1e-3, atol=1e-4 * clip_norm)
        clipped = sum(n > clip_norm for n, one in zip(norms, chosen) if one)
        self.assertAlmostEqual(figures[0], clipped, delta=1)
        self.assertEqual(figures[1], 0)
        losses = [float(loss_of(params, one)) for one in zip(*DATA)]
        self.assertAlmostEqual(figures[2], sum(np.array(losses)[chosen]), places=3)

    def test_no_clipped_gradient_is_longer_than_the_clip_norm(self):
        for size in (3, 64, 65, 5000, 70_000):
            rows = [
                drawn(size).standard_normal((2, size)).astype(np.float32) * 3,
                np.full((2, 1), 5, np.float32),
            ]
            given = [jnp.asarray(each) for each in rows]
            scaled, factors, *_ = scaled_and_factors(given, jnp.ones(2, bool), 0.1)
            whole = np.concatenate(scaled, axis=1).astype(np.float64)
            made = np.asarray(factors, np.float64) * np.linalg.norm(whole, axis=1)
            sums = clipped_sums([each[:1] for each in given], jnp.ones(1, bool), 0.1)[0]
            made = [*made, np.linalg.norm(flat(sums).astype(np.float64))]
            self.assertLessEqual(max(made), 0.1)
            self.assertGreater(min(made), 0.1 * (1 - 5e-5))

    def test_an_example_that_is_not_finite_counts_as_zero(self):
        # The gradient is the example itself, so that one of zeros has none.
        values = drawn(0).standard_normal((9, 5)).astype(np.float32)
        params = np.zeros(5, np.float32)
        for at in (0, 4, 8):
            sums = []
            for bad in (0.0, np.nan, np.inf):
                given = values.copy()
                given[at] = 0
                given[at, 2] = bad
                made, figures = summed(lambda params, example: params @ example, params, given)
                self.assertEqual(figures[1], int(bad != 0))
                sums.append(made)
            self.assertTrue(np.isfinite(sums[0]).all() and sums[0].any())
            for made in sums[1:]:
                np.testing.assert_array_equal(made, sums[0])

    def test_gradients_whose_squares_overflow_or_vanish(self):
        params = np.zeros(2000, np.float32)
        for size, norm in (
            (1e25, 2),
            (3e38, 2),
            (1e13, 2),
            (1e-9, 1e-9 * 2000**0.5),
            (1e-25, 1e-25 * 2000**0.5),
            (0, 0),
        ):
            given = np.full((1, 2000), size, np.float32)
            made, figures = summed(
                lambda params, example: params @ example, params, given, clip_norm=2
            )
            self.assertAlmostEqual(
                np.linalg.norm(made.astype(np.float64)) / (norm or 1), norm > 0, places=4
            )
            self.assertEqual(figures[:2], [float(size > 1), 0])


class Steps(Checks):
    def test_against_a_loop_of_ones_own(self):
        design = design_of(batching="cyclic-poisson", epochs=1)
        batches = design.batches(KEY, EXAMPLES)
        self.assertIn(0, [len(batches[step]) for step in range(STEPS)])  # a step of noise alone
        params, noise = params_of(), design.noise(KEY, flat(params_of()).size)
        leaves, structure = jax.tree_util.tree_flatten(params)
        ends = np.cumsum([np.size(each) for each in leaves])[:-1]
        weights, moving = flat(leaves).astype(np.float64), 0
        for step in range(STEPS):
            parts = [p.reshape(np.shape(leaf)) for p, leaf in zip(np.split(weights, ends), leaves)]
            now = jax.tree_util.tree_unflatten(structure, [p.astype(np.float32) for p in parts])
            total = noise.next().astype(np.float64)
            for at in batches[step]:
                gradient = flat(jax.grad(loss_of)(now, (DATA[0][at], DATA[1][at]))).astype(
                    np.float64
                )
                total += gradient * min(1, 1 / np.linalg.norm(gradient))
            moving = 0.5 * moving + total / (40 / 24)
            weights -= 0.5 / (1 + step) * moving
        run = run_of(design=design, microbatch=4)
        state = taken(run)
        np.testing.assert_allclose(flat(state.params), weights, rtol=1e-3, atol=1e-3)
        # All batches, of whatever size, are computed by one program.
        self.assertEqual((run.step._add._cache_size(), run.step._apply._cache_size()), (1, 1))
        self.refuses("there is no step 24", run.step, state)
        others = {
            "other microbatches": taken_anew(design=design),
            "arrays of JAX": taken_anew(design=design, data=tuple(map(jnp.asarray, DATA))),
            "two devices": taken_anew(design=design, devices=jax.devices()),
        }
        for name, other in others.items():
            with self.subTest(name):
                np.testing.assert_allclose(flat(other.params), weights, rtol=1e-3, atol=1e-3)

    def test_float64(self):
        jax.config.update("jax_enable_x64", True)
        try:
            params = jax.tree_util.tree_map(np.float64, params_of())
            state = taken(run_of(record=self.folder / "run.record"), params)
        finally:
            jax.config.update("jax_enable_x64", False)
        self.assertEqual(flat(state.params).dtype, np.float64)
        nj.forget_runs()
        np.testing.assert_allclose(
            flat(state.params), flat(taken(run_of()).params), rtol=1e-3, atol=1e-3
        )
        self.assertEqual(self.failed(self.folder / "run.record"), [])

    def test_each_example_has_random_numbers_of_its_own(self):
        def loss(params, example, rng):
            return params * jax.random.bernoulli(rng, 0.5).astype(jnp.float32)

        # Of 40 examples in each batch about half are dropped, and others at each step.
        init, step = run_of(
            loss, design=design_of(mechanism="dp-sgd", bands=1, epochs=STEPS), rng=jax.random.key(1)
        )
        state, kept = init(np.float32(1)), []
        for _ in range(3):
            before, state = float(state.params), step(state)
            kept.append(step.private.loss * step.private.examples / before)
        self.assertTrue(all(8 < each < 32 for each in kept), kept)
        self.assertGreater(len(set(kept)), 1)

    def test_nothing_is_printed_and_no_secret_shown(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            run = run_of()
            state = taken(run, until=3)
        self.assertEqual(said.getvalue(), "")
        for each in (repr(run), repr(state), run.step.__dict__.keys().__repr__()):
            self.assertNotIn(KEY.hex(), each)
            self.assertNotIn(repr(KEY), each)
        self.holds_no_secret(pickle.dumps(jax.device_get(state)), flat(params_of()).size)
        for carry in (pickle.dumps, copy.copy, copy.deepcopy):
            self.refuses("holds the key of a run", carry, run.step)


def taken_anew(until=STEPS, **options):
    nj.forget_runs()  # as in another process
    return taken(run_of(**options), until=until)


def resumable(folder, name="run", **options):
    return run_of(
        loss_with_dropout,
        rng=jax.random.key(7),
        record=folder / f"{name}.record",
        checkpoint=folder / f"{name}.state",
        **options,
    )


class Saved(Checks):
    def straight(self):
        state = taken(resumable(self.folder, "straight"))
        nj.forget_runs()
        return flat((state.params, state.opt_state))

    def test_a_resumed_run_has_the_same_bits(self):
        expected = self.straight()
        for every, cuts in ((1, (1, 17)), (5, (8, 13))):
            for cut in cuts:
                taken(resumable(self.folder, f"run{every}", every=every), until=cut)
                nj.forget_runs()
            init, step = resumable(self.folder, f"run{every}", every=every)
            state = init(params_of(1))  # of the checkpoint, not these
            self.assertEqual(state.step, cuts[-1] // every * every)
            while state.step < STEPS:
                state = step(state)
            np.testing.assert_array_equal(flat((state.params, state.opt_state)), expected)
            del init, step
            self.assertEqual(self.failed(self.folder / f"run{every}.record"), [])
            nj.forget_runs()
            self.assertEqual(taken(resumable(self.folder, f"run{every}", every=every)).step, STEPS)

    def test_a_state_that_is_gone_on_from_twice(self):
        expected = self.straight()
        run = resumable(self.folder)
        early = taken(run, until=6)
        run.step.save(early, self.folder / "early.state")
        once = run.step(early)
        np.testing.assert_array_equal(flat(run.step(early).params), flat(once.params))
        state = run.step.load(self.folder / "early.state", early)
        while state.step < STEPS:
            state = run.step(state)
        np.testing.assert_array_equal(flat((state.params, state.opt_state)), expected)
        moved = jax.tree_util.tree_map(lambda each: each + 1, early.params)
        self.refuses("added to other gradients before", run.step, early._replace(params=moved))
        self.assertEqual(self.failed(self.folder / "run.record"), [])

    def test_what_a_checkpoint_holds(self):
        file = self.folder / "run.state"
        taken(resumable(self.folder, every=4), until=7)
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertEqual(list(self.folder.glob("*.new")), [])
        self.holds_no_secret(file.read_bytes(), flat(params_of()).size)
        self.assertEqual(json.loads(bytes(np.load(file)["about"]))["noise"]["step"], 4)

    def test_what_does_not_fit_is_refused(self):
        taken(resumable(self.folder), until=2)
        nj.forget_runs()
        file = self.folder / "run.state"

        def began(params=None, loss=loss_with_dropout, **options):
            given = {"rng": jax.random.key(7), "checkpoint": file, **options}
            return run_of(loss, **given).init(params or params_of())

        self.refuses("another key", began, key=bytes(32))
        self.refuses("another rng", began, rng=jax.random.key(8))
        self.refuses("strategy file", began, design=design_of(bands=3))
        other = params_of()
        other["last"] = other["last"][::-1]
        self.refuses("go on with the model", began, other)
        self.refuses("parameters", began, {"w": np.zeros(3, np.float32)})
        for content in (b"", b"PK", file.read_bytes()[:-200]):
            file.write_bytes(content)
            self.refuses("cannot be read", began)
        objects = np.empty(1, object)
        objects[0] = print
        np.savez(file.with_suffix(".npz"), about=objects)
        file.with_suffix(".npz").rename(file)
        self.refuses("cannot be read", began)

    def test_killed(self):
        command = [sys.executable, __file__, "a run to be killed", str(self.folder)]
        weights = lines_of([*command, "straight"])[-1]
        self.assertEqual(killed_after([*command, "killed"], "9"), -signal.SIGKILL)
        rest = lines_of([*command, "killed"])
        self.assertEqual(rest[-1], weights)
        self.assertGreater(int(rest[0]), 9)
        for name in ("straight", "killed"):
            self.assertEqual(self.failed(self.folder / f"{name}.record"), [])


def run_to_be_killed(folder, name):
    init, step = resumable(pathlib.Path(folder), name)
    state = init(params_of())
    while state.step < STEPS:
        state = step(state)
        print(state.step, flush=True)
    print(hashlib.sha256(flat(state.params).tobytes()).hexdigest(), flush=True)


class Mistakes(Checks):
    def test_refusals(self):
        self.refuses("design = 5", run_of, design=5)
        self.refuses("loss = 5", run_of, loss=5)
        nowhere = self.folder / "nowhere" / "state"
        self.refuses("there is no folder", run_of, checkpoint=nowhere, error=noiseloom.IoError)
        self.refuses("optimizer = 5", run_of, optimizer=5)
        self.refuses("jax.random.key(0)", run_of, rng=0)
        self.refuses("every = 0", run_of, every=0)
        self.refuses("microbatch = 0", run_of, microbatch=0)
        self.refuses("a multiple of the 2 devices", run_of, microbatch=3, devices=jax.devices())
        self.refuses("40 and 39 examples", run_of, data=(DATA[0], DATA[1][1:]))
        self.refuses(
            "39 examples, and the design is for 40", run_of, data=tuple(x[1:] for x in DATA)
        )
        self.refuses("data = ", run_of, data=())
        self.refuses("float16", run_of().init, {"w": np.zeros(3, np.float16)})
        self.refuses(
            "float32, int32", run_of().init, [np.zeros(3, np.float32), np.zeros(3, np.int32)]
        )
        init, step = run_of(lambda params, example: params["last"][0][0])
        self.refuses("has shape (3,)", step, init(params_of()))
        run = run_of()
        state = run.init(params_of())
        self.refuses("not called under jit", jax.jit(run.step), state)
        self.refuses("values of float32", run.init, {"w": np.zeros(3, np.float32)})
        self.refuses("no record of a step", run.step.finish)
        self.refuses("of another run", run.step, run_of(key=bytes(32)).init(params_of()))

    def test_an_optimizer_that_evaluates_the_loss_again(self):
        class Searching(Momentum):  # as optax.lbfgs() does
            def update(self, gradient, state, params, *, value, value_fn):
                return super().update(gradient, state, params)

        init, step = run_of(optimizer=Searching())
        self.refuses("use an optimizer that needs nothing else", step, init(params_of()))
        taken(run_of(), until=1)  # whose noise was not used

    def test_two_runs_with_one_key(self):
        taken(run_of(), until=1)
        init, step = run_of()
        self.refuses("added to other gradients before", step, init(params_of(1)))

    def test_a_claim_that_is_not_made(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", noiseloom.ClaimWarning)
            design = design_of(batching="cyclic-poisson", job_batching="shuffled-each-epoch")
        with self.assertWarnsRegex(noiseloom.ClaimWarning, "no privacy is claimed: .* What to do"):
            run_of(design=design)

    def test_a_step_that_is_refused_can_be_taken_again(self):
        expected = flat(taken(run_of()).params)
        nj.forget_runs()
        run = run_of(record=self.folder / "run.record")
        state = taken(run, until=5)
        (self.folder / "run.record").chmod(0o644)  # which a record refuses when it is opened
        run.step._record.close()
        run.step._record = None
        with self.assertRaises(noiseloom.IoError):
            run.step(state)
        (self.folder / "run.record").chmod(0o600)
        while state.step < STEPS:
            state = run.step(state)
        np.testing.assert_array_equal(flat(state.params), expected)
        del run
        self.assertEqual(self.failed(self.folder / "run.record"), [])

    def test_a_run_that_ends_early(self):
        run = run_of(record=self.folder / "run.record")
        taken(run, until=4)
        self.assertNotEqual(self.failed(self.folder / "run.record"), [])
        run.step.finish()
        self.assertEqual(self.failed(self.folder / "run.record"), [])


def needs(*modules):
    lacking = [each for each in modules if importlib.util.find_spec(each) is None]
    return unittest.skipIf(lacking, f"{', '.join(lacking)} is not installed")


class Libraries(Checks):
    @needs("flax", "optax")
    def test_flax(self):
        import flax.linen
        import flax.serialization
        import optax

        class Network(flax.linen.Module):
            @flax.linen.compact
            def __call__(self, x, train):
                x = flax.linen.Dropout(0.3, deterministic=not train)(
                    jnp.tanh(flax.linen.Dense(5)(x))
                )
                return flax.linen.Dense(3)(x)

        network = Network()
        params = network.init(jax.random.key(0), DATA[0][0], False)

        def loss(params, example, rng):
            logits = network.apply(params, example[0], True, rngs={"dropout": rng})
            return optax.softmax_cross_entropy_with_integer_labels(logits, example[1])

        def run():
            nj.forget_runs()
            return run_of(loss, optax.adam(0.1), rng=jax.random.key(1))

        expected = taken(run(), params)
        content = flax.serialization.to_bytes(taken(run(), params, until=9))
        self.holds_no_secret(content, flat(params).size)
        init, step = run()
        state = flax.serialization.from_bytes(init(params), content)
        while state.step < STEPS:
            state = step(state)
        np.testing.assert_array_equal(flat(state.params), flat(expected.params))

    @needs("orbax", "optax")
    def test_orbax(self):
        import optax
        import orbax.checkpoint

        def run():
            nj.forget_runs()
            return run_of(optimizer=optax.sgd(0.1, momentum=0.9))

        expected = taken(run())
        with orbax.checkpoint.StandardCheckpointer() as checkpointer:
            checkpointer.save(self.folder / "saved", taken(run(), until=9))
        content = b"".join(each.read_bytes() for each in self.folder.rglob("*") if each.is_file())
        self.assertGreater(len(content), 4 * flat(params_of()).size)
        self.holds_no_secret(content, flat(params_of()).size)
        init, step = run()
        with orbax.checkpoint.StandardCheckpointer() as checkpointer:
            state = checkpointer.restore(self.folder / "saved", init(params_of()))
        self.assertEqual(state.step, 9)
        while state.step < STEPS:
            state = step(state)
        np.testing.assert_array_equal(flat(state.params), flat(expected.params))

    @needs("optax")
    def test_the_manuals_lines(self):
        manual = pathlib.Path(__file__).parent.parent.parent / "docs" / "runtime.md"
        section = manual.read_text(encoding="utf-8").split("### A whole run in JAX")[1]
        program = section.split("```")[1].replace("python", "", 1)
        self.assertLessEqual(len(program.strip().splitlines()), 10)
        design_of().save(self.folder / "run.npz")
        (self.folder / "run.key").write_bytes(KEY)
        (self.folder / "run.key").chmod(0o600)
        said, here = io.StringIO(), os.getcwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(said):
                for _ in range(2):  # the second time nothing is left to do
                    names = {
                        "loss": loss_of,
                        "params": params_of(),
                        "images": DATA[0],
                        "labels": DATA[1],
                    }
                    exec(program, names)
                    del names
        finally:
            os.chdir(here)
        lines = [f"{step + 1} of {STEPS} steps" for step in range(STEPS)]  # the second time none
        self.assertEqual(said.getvalue().splitlines(), lines)
        self.assertEqual(self.failed(self.folder / "run.record"), [])


if __name__ == "__main__":
    if sys.argv[1] == "a run to be killed":
        run_to_be_killed(*sys.argv[2:])
    else:
        FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
        unittest.main(argv=sys.argv[:1] + sys.argv[4:])
