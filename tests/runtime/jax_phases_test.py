"""Runs in JAX in phases, and on users and owners.

usage: jax_phases_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import sys
import unittest
import warnings

try:
    import jax
    import jax.numpy as jnp
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed")
    sys.exit(0)

import noiseloom
import noiseloom.jax as nj
from cases import failed_items
from small_jax import Case, DATA, drawn, EXAMPLES, flat, KEY, loss_of, Momentum, params_of
from small_jax import run_of, STEPS, sums_of, taken

OTHER = bytes(32)
FIRST = 6


def clipped_sum(loss, params, examples, clip_norm):
    """The sum of the clipped gradients, one after the other."""
    total = 0
    for each in examples:
        gradient = flat(jax.grad(loss)(params, each))
        total = total + gradient * min(1, clip_norm / np.linalg.norm(gradient))
    return total


class Phases(Case):
    def setUp(self):
        super().setUp()
        job = dict(epsilon=4, delta=1e-5, dataset_size=EXAMPLES, mechanism="banded-toeplitz")
        self.designs = [
            noiseloom.design(iterations=FIRST, epochs=1, bands=2, clip_norm=0.5, **job),
            noiseloom.design(iterations=STEPS, epochs=6, bands=4, clip_norm=1.5, **job),
        ]

    def run_of(self, name=None, keys=(KEY, OTHER), **options):
        nj.forget_runs()
        if name is not None:
            options.update(record=self.folder / f"{name}.record", checkpoint=self.folder / name)
        return nj.phases(list(zip(self.designs, keys)), loss_of, Momentum(), DATA, **options)

    def taken(self, run, until=FIRST + STEPS):
        return taken(run, until=until)

    def test_are_a_run_after_the_other(self):
        run = self.run_of()
        self.assertEqual(run.step.iterations, FIRST + STEPS)
        made = self.taken(run)
        self.assertEqual((made.step, run.step.phase), (FIRST + STEPS, 1))
        nj.forget_runs()
        first = taken(run_of(key=KEY, design=self.designs[0]), until=FIRST)
        init, step = run_of(key=OTHER, design=self.designs[1])
        state = init(first.params)._replace(opt_state=first.opt_state)
        while state.step < STEPS:
            state = step(state)
        np.testing.assert_array_equal(flat(made.params), flat(state.params))

    def test_go_on_from_checkpoints_and_their_records_verify(self):
        whole = self.taken(self.run_of("whole"))
        for until in (3, FIRST, FIRST + 1, FIRST + 9):
            name = f"cut{until}"
            self.taken(self.run_of(name), until)
            again = self.run_of(name)
            self.assertEqual(again.init(params_of()).step, until)
            made = self.taken(again)
            np.testing.assert_array_equal(flat(made.params), flat(whole.params))
            for at, (design, key) in enumerate(zip(self.designs, (KEY, OTHER))):
                record = self.folder / f"{name}-phase-{at + 1}.record"
                self.assertEqual(
                    failed_items(CLI, self.folder, design, key, record, "--finished"), []
                )

    def test_claim_what_several_runs_do(self):
        for at, design in enumerate(self.designs):
            design.save(self.folder / f"{at}.npz")
        files = [str(self.folder / f"{at}.npz") for at in range(2)]
        expected = noiseloom.account(compose=files, delta=1e-5)
        self.assertEqual(self.run_of().step.claim(delta=1e-5).epsilon, expected.epsilon)

    def test_refusals(self):
        self.refuses("the key of phase 1 is that of phase 0", self.run_of, keys=(KEY, KEY))
        self.refuses("phases are not allowed", nj.phases, [], loss_of, Momentum(), DATA)
        init, step = self.run_of()
        end = self.taken((init, step), FIRST)
        self.refuses("of another run", step, end._replace(run=np.zeros(8, np.uint32)))
        self.refuses("of another run", step, end._replace(step=FIRST + 1))
        self.refuses("there is no step", step, end._replace(step=FIRST + STEPS))
        self.assertEqual(step(end).step, FIRST + 1)


class UsersOfARun(Case):
    USERS, OF_EACH = 20, 3

    def setUp(self):
        super().setUp()
        names = [f"u{user}" for user in range(self.USERS) for _ in range(1 + user % 5)]
        order = drawn(3).permutation(len(names))
        self.owner_of = [names[at] for at in order]
        size = len(names)
        self.data = (
            drawn(4).standard_normal((size, 7)).astype(np.float32),
            drawn(5).integers(0, 3, size),
        )
        self.users = nj.Users(self.data, self.owner_of, examples=self.OF_EACH)
        self.job = dict(unit="user", dataset_size=self.USERS, iterations=STEPS, epochs=4, bands=3)
        self.design = noiseloom.design(epsilon=4, delta=1e-5, **self.job)

    def run_of(self, users=None, **options):
        users = users or self.users
        options = {"design": self.design, **options}
        return run_of(users.loss(loss_of), data=users, **options)

    def test_give_their_examples_evenly_and_anew_at_each_step(self):
        for user, name in enumerate(self.users.names):
            own = [at for at, owner in enumerate(self.owner_of) if owner == name]
            given = self.users.drawn(user, 0).tolist()
            times = [given.count(at) for at in own]
            self.assertEqual(sum(times), self.OF_EACH)
            self.assertLessEqual(max(times) - min(times), 1)
            if len(own) > self.OF_EACH:
                orders = {tuple(self.users.drawn(user, step)) for step in range(20)}
                self.assertGreater(len(orders), 10)
                self.assertEqual(given, self.users.drawn(user, 0).tolist())
        images, labels = self.users.of(np.arange(4), 0)
        self.assertEqual((images.shape, labels.shape), ((4, self.OF_EACH, 7), (4, self.OF_EACH)))

    def test_give_a_step_one_clipped_contribution(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error", noiseloom.ClaimWarning)
            init, step = self.run_of()
        batch = self.design.batches(KEY)[0]
        of_users = [
            tuple(x[self.users.drawn(user, 0)] for x in self.data) for user in batch.tolist()
        ]

        def mean(params, own):
            return jnp.mean(jnp.stack([loss_of(params, each) for each in zip(*own)]))

        params = params_of()
        expected = clipped_sum(mean, params, of_users, self.design.clip_norm)
        made = sums_of(step, init(params), 0, batch)
        np.testing.assert_allclose(flat(made), expected, rtol=1e-3, atol=1e-5)
        self.assertEqual(step.private.examples, len(batch))

    def test_random_numbers_are_each_examples_own(self):
        seen = []

        def loss(params, example, rng):
            jax.debug.callback(lambda drawn: seen.append(float(drawn)), jax.random.uniform(rng))
            return loss_of(params, example)

        init, step = run_of(
            self.users.loss(loss), data=self.users, design=self.design, rng=jax.random.key(1)
        )
        batches = list(self.design.batches(KEY))
        at = max(range(STEPS), key=lambda step: len(batches[step]))
        jax.block_until_ready(sums_of(step, init(params_of()), at, batches[at]))
        jax.effects_barrier()
        users = {*batches[at], 0}  # user 0 fills the microbatch up
        self.assertGreater(len(users), 3)
        self.assertEqual(len(set(seen)), len(users) * self.OF_EACH)

    def test_come_back_after_a_resume(self):
        whole = taken(self.run_of())
        nj.forget_runs()
        checkpoint, record = self.folder / "state", self.folder / "run.record"
        taken(self.run_of(checkpoint=checkpoint, record=record), until=9)
        nj.forget_runs()
        made = taken(self.run_of(checkpoint=checkpoint, record=record))
        np.testing.assert_array_equal(flat(made.params), flat(whole.params))
        self.assertEqual(failed_items(CLI, self.folder, self.design, KEY, record, "--finished"), [])

    def test_refusals(self):
        self.refuses("examples = 0", nj.Users, self.data, self.owner_of, examples=0)
        self.refuses("owner_of of 3 examples", nj.Users, self.data, [1, 2, 3], examples=2)
        example = noiseloom.design(epsilon=4, delta=1e-5, **{**self.job, "unit": "example"})
        self.refuses("unit = example", self.run_of, design=example)
        found = noiseloom.owners(self.owner_of[: self.USERS], per_owner=1)
        self.refuses("owners = ", self.run_of, owners=found)
        state = self.run_of().init(params_of())
        other = nj.Users(self.data, self.owner_of, examples=self.OF_EACH, seed=1)
        self.refuses("of another run", self.run_of(other).step, state)


class OwnersInParts(Case):
    BANDS = 3

    def test_take_the_batches_of_the_key_without_their_gaps(self):
        size = 120
        inputs = drawn(6).standard_normal((size, 3)).astype(np.float32)
        found = noiseloom.owners([f"u{i * i % 53}" for i in range(size)], per_owner=3)
        least = len(found.in_parts(self.BANDS))
        numbers = found.in_parts(self.BANDS, least + 9)  # with gaps
        design = noiseloom.design(
            unit="user",
            examples_per_user=3,
            dataset_size=len(numbers),
            bands=self.BANDS,
            iterations=STEPS,
            epochs=6,
            epsilon=8,
            delta=1e-5,
        )

        def loss(params, example):
            return jnp.square(example @ params - 1)

        record = self.folder / "run.record"
        init, step = run_of(loss, data=inputs, design=design, owners=found, record=record)
        state, gaps = init(np.zeros(3, np.float32)), 0
        batches = noiseloom.Batches(design, KEY, len(numbers), True)
        for at in range(STEPS):
            of_key = numbers[batches[at]]
            there = of_key[of_key >= 0]
            gaps += len(of_key) - len(there)
            made = flat(sums_of(step, state, at, batches[at]))
            expected = clipped_sum(loss, state.params, inputs[there], design.clip_norm)
            np.testing.assert_allclose(made, expected, rtol=1e-3, atol=1e-4)
            state = step(state)
            self.assertEqual(step.private.examples, len(there))
        self.assertGreater(gaps, 0)
        self.assertEqual(failed_items(CLI, self.folder, design, KEY, record, "--finished"), [])


if __name__ == "__main__":
    CLI = sys.argv[3]
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
