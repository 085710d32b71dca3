"""noiseloom.jax: words against ChaCha20's test vectors, noise against core, under jit and in optax's chains.

usage: jax_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
JAX is no Debian package: this test runs where it is installed otherwise. NOISELOOM_X64=0: with float32 alone.
"""

import copy
import gc
import importlib.util
import json
import math
import os
import pathlib
import pickle
import sys
import unittest
import warnings
from unittest import mock

try:
    import jax
    import jax.numpy as jnp
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed")
    sys.exit(0)

import noiseloom
import noiseloom.jax as nj
from cases import Refusing
from noiseloom import _xla_call
from noiseloom._jax_normals import box_muller, normals_of_words

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "interop"))
from names import NAMES  # noqa: E402
from vectors import far_pairs, halves, VECTORS  # noqa: E402

WIDE = os.environ.get("NOISELOOM_X64", "1") == "1"
jax.config.update("jax_enable_x64", WIDE)
KEY = bytes(range(100, 132))


def words_of(key):
    return jnp.asarray(np.frombuffer(key, "<u4"))


class Words(unittest.TestCase):
    def test_vectors(self):
        for key, block, stream in VECTORS:
            words = nj.chacha20_words(words_of(key), 0, block, 1)
            self.assertEqual(np.asarray(words).astype("<u4").tobytes().hex(), stream)

    def test_normals_are_cores(self):
        design = noiseloom.load(FILES / "identity.npz")
        secret = words_of(noiseloom._noiseloom.noise_key(noiseloom._noiseloom.KeySource(KEY)))
        for parameters, shard in (
            (200_003, (0, 1)),
            (1 << 36, ((1 << 32) - 1, 1 << 33)),
            (1 << 36, (1 << 32, 1 << 33)),
        ):
            noise = design.noise(KEY, parameters, shard, "float64")
            for row in range(2):
                expected = noise.next() / design.stddev
                made = np.asarray(nj.standard_normals(secret, row, noise.begin, noise.end))
                self.assertEqual(made.dtype, np.float64 if WIDE else np.float32)
                np.testing.assert_allclose(made, expected, rtol=0, atol=1e-13 if WIDE else 1e-5)

    def test_first_words_of_zero_take_a_further_word(self):
        pairs, further, expected = far_pairs()

        def words(of):
            return jnp.asarray(np.array(halves(of), np.uint32))

        def normals(of):
            return normals_of_words(words(of), 139, lambda: words([(each, 0) for each in further]))

        for made in (normals(pairs), jax.jit(lambda: normals(pairs))()):
            np.testing.assert_allclose(
                np.asarray(made), expected, rtol=0, atol=1e-13 if WIDE else 2e-5
            )
        # Without any the further words have no part in it.
        plain = [(first or 1, second) for first, second in pairs]
        np.testing.assert_array_equal(normals(plain), box_muller(words(plain).reshape(-1, 4), 75))
        self.assertFalse(
            np.array_equal(
                nj.chacha20_words(words_of(bytes(32)), 5, 7, 1, 1 << 31),
                nj.chacha20_words(words_of(bytes(32)), 5, 7, 1),
            )
        )


class Arrays(unittest.TestCase):
    """JAX comes with NumPy 2, whose arrays have another layout than those that an old pybind11 knows."""

    def test_values(self):
        design = noiseloom.design(
            iterations=48, epochs=6, epsilon=4, delta=1e-5, bands=4, dataset_size=500
        )
        every = [design.batches(KEY, 500)[step] for step in range(48)]
        self.assertTrue(all(each.dtype == np.int64 and (np.diff(each) > 0).all() for each in every))
        self.assertAlmostEqual(sum(map(len, every)) / 500, 6, delta=1)
        matrix = design.matrix()
        self.assertTrue((np.diag(matrix) > 0).all() and (np.triu(matrix, 1) == 0).all())
        np.testing.assert_array_equal(np.diag(matrix, -1) > 0, True)


class Transformation(Refusing):
    def params(self, dtype=None):
        dtype = dtype or (jnp.float64 if WIDE else jnp.float32)
        return {"a": jnp.zeros((2, 3), dtype), "b": [jnp.zeros(5, dtype), jnp.zeros((), dtype)]}

    def test_every_strategy_to_rounding(self):
        for name in NAMES:
            design = noiseloom.load(FILES / f"{name}.npz")
            if name == "recursive_blt":
                self.refuses(
                    "tree of BLTs", nj.correlated_noise, design, KEY, clip_norm=0.5, reduction="sum"
                )
                continue
            examples = (design._strategy.dataset_sizes or [200])[0]
            divisor = design._strategy.divisor(examples)[0]  # the design's batch
            init, update = nj.correlated_noise(
                design,
                KEY,
                clip_norm=0.5,
                reduction="mean",
                batch_size=divisor,
                dataset_size=examples,
            )
            update = jax.jit(update)
            zeros = self.params()
            state = init(zeros)
            noise = design.noise(KEY, 12, dtype=zeros["a"].dtype)
            for step in range(design.iterations):
                expected = noise.next() / divisor
                made, state = update(zeros, state)
                flat = np.concatenate([np.ravel(each) for each in jax.tree_util.tree_leaves(made)])
                worst = np.abs(flat - expected).max() / np.abs(expected).max()
                self.assertLess(worst, 1e-12 if WIDE else 1e-4, f"{name}, step {step}")
            beyond, _ = update(zeros, state)
            self.assertTrue(all(np.isnan(each).all() for each in jax.tree_util.tree_leaves(beyond)))

    def test_saved_and_restored(self):
        for name in ("toeplitz", "blt", "inverse_toeplitz", "identity", "tree"):
            design = noiseloom.load(FILES / f"{name}.npz")
            init, update = nj.correlated_noise(design, KEY, clip_norm=0.5, reduction="sum")
            zeros = self.params()
            state = init(zeros)
            for _ in range(30):
                _, state = update(zeros, state)
            kept = json.loads(json.dumps(nj.saved(design, KEY, state)))
            again = nj.restore(design, KEY, zeros, kept)
            expected, _ = update(zeros, state)
            made, _ = update(zeros, again)
            for a, b in zip(jax.tree_util.tree_leaves(made), jax.tree_util.tree_leaves(expected)):
                np.testing.assert_allclose(
                    a, b, rtol=1e-12 if WIDE else 1e-4, atol=1e-12 if WIDE else 1e-4
                )
            design.noise(KEY, 12, dtype=kept["dtype"]).load_state_dict(kept)
            self.refuses("another key", nj.restore, design, bytes(32), zeros, kept)
            self.refuses(
                "parameters", nj.restore, design, KEY, [jnp.zeros(3, zeros["a"].dtype)], kept
            )

    def test_the_processors_noise(self):
        for name in NAMES:
            design = noiseloom.load(FILES / f"{name}.npz")
            init, update = nj.correlated_noise(
                design, KEY, clip_norm=0.5, reduction="sum", generator="processor"
            )
            update, zeros = jax.jit(update), self.params()
            state = init(zeros)
            noise = design.noise(KEY, 12, dtype=zeros["a"].dtype)
            for step in range(8):
                made, state = update(zeros, state)
                flat = np.concatenate([np.ravel(each) for each in jax.tree_util.tree_leaves(made)])
                np.testing.assert_array_equal(flat, noise.next(), f"{name}, step {step}")
            self.assertEqual((state.key.size, state.rows.size), (0, 0))
            kept = nj.saved(design, KEY, state)
            self.assertEqual(kept, noise.state_dict())
            again = nj.restore(design, KEY, zeros, kept, generator="processor")
            made, _ = update(zeros, again)
            np.testing.assert_array_equal(
                np.concatenate([np.ravel(each) for each in jax.tree_util.tree_leaves(made)]),
                noise.next(),
            )
            beyond, _ = update(zeros, again._replace(step=again.step * 0 + design.iterations))
            self.assertTrue(all(np.isnan(each).all() for each in jax.tree_util.tree_leaves(beyond)))

    def test_the_processors_noise_without_a_copy_and_with_one(self):
        design = noiseloom.load(FILES / "banded.npz")
        with mock.patch.object(nj, "available", lambda: False):
            other = self.processors(design)
        self.assertTrue(_xla_call.available())
        made = self.processors(design)
        self.assertEqual((made._call is None, other._call is None), (False, True))
        for dtype in ("float32", "float64") if jax.config.jax_enable_x64 else ("float32",):
            shape = jax.ShapeDtypeStruct((12,), dtype)
            for step in (0, 1, 2, 1, 5):
                rows = [
                    jax.jit(lambda at, each=each: each.rows(shape, at))(jnp.int32(step))
                    for each in (made, other)
                ]
                noise = design.noise(KEY, 12, dtype=dtype)
                noise.advance(step)
                expected = noise.next()
                for row in rows:
                    np.testing.assert_array_equal(row, expected, f"step {step}")

    def processors(self, design):
        return nj._CoreRows(design, KEY, None, (0, 1))

    def test_what_goes_wrong_on_the_processor_is_raised(self):
        shape = jax.ShapeDtypeStruct((12,), "float32")
        core = self.processors(noiseloom.load(FILES / "banded.npz"))
        with mock.patch.object(core, "_of", side_effect=noiseloom.IoError("no key file")):
            with self.assertRaisesRegex(Exception, "no key file"):
                jax.jit(lambda at: core.rows(shape, at))(jnp.int32(0)).block_until_ready()
        compiled = jax.jit(lambda at: core.rows(shape, at)).lower(jnp.int32(0)).compile()
        self.assertTrue(np.isfinite(compiled(jnp.int32(0))).all())
        core._call = None
        gc.collect()
        with self.assertRaisesRegex(Exception, "is gone"):
            compiled(jnp.int32(0)).block_until_ready()

    def test_states_are_neither_pickled_nor_copied(self):
        design = noiseloom.load(FILES / "blt.npz")
        state = nj.correlated_noise(design, KEY, clip_norm=0.5, reduction="sum").init(
            {"w": jnp.zeros(5)}
        )
        for carry in (pickle.dumps, copy.deepcopy):
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "jax.saved"):
                carry((state,))

    def test_shards_are_cores(self):
        dtype = self.params()["a"].dtype
        for name, index, count in (
            ("toeplitz", 1, 3),
            ("toeplitz", 6, 7),
            ("blt", 2, 3),
            ("tree", 1, 3),
        ):
            design = noiseloom.load(FILES / f"{name}.npz")
            noise = design.noise(KEY, 101, (index, count), dtype=dtype)
            zeros = jnp.zeros(noise.end - noise.begin, dtype)
            init, update = nj.correlated_noise(
                design, KEY, clip_norm=0.5, reduction="sum", parameters=101, shard=(index, count)
            )
            update, state = jax.jit(update), init(zeros)
            for step in range(9):
                expected = noise.next()
                made, state = update(zeros, state)
                worst = np.abs(np.asarray(made) - expected).max() / np.abs(expected).max()
                self.assertLess(
                    worst, 1e-12 if WIDE else 1e-4, f"{name}, shard {index} of {count}, step {step}"
                )
            self.assertEqual(nj.saved(design, KEY, state, 101, (index, count)), noise.state_dict())
        kept = noise.state_dict()  # of shard 1 of 3
        again, _ = update(zeros, nj.restore(design, KEY, zeros, kept, 101, (1, 3)))
        np.testing.assert_allclose(
            again, noise.next(), rtol=1e-12 if WIDE else 1e-4, atol=1e-12 if WIDE else 1e-4
        )
        self.refuses("loads its own", nj.restore, design, KEY, zeros, kept, 101, (0, 3))
        self.refuses(
            "101 parameters has 33 values", nj.restore, design, KEY, zeros, kept, 101, (2, 3)
        )
        self.refuses("needs parameters", nj.restore, design, KEY, zeros, kept, None, (1, 3))
        self.refuses(
            "shard",
            nj.correlated_noise,
            design,
            KEY,
            clip_norm=0.5,
            reduction="sum",
            parameters=101,
            shard=(3, 3),
        )

    def test_in_a_chain(self):
        try:
            import optax
        except ImportError:
            self.skipTest("optax is not installed")
        design = noiseloom.load(FILES / "toeplitz.npz")
        chain = optax.chain(
            nj.correlated_noise(design, KEY, clip_norm=0.5, reduction="sum"), optax.sgd(0.5)
        )
        params = self.params()
        updates, _ = jax.jit(chain.update)(params, chain.init(params))
        made = np.concatenate([np.ravel(each) for each in jax.tree_util.tree_leaves(updates)])
        np.testing.assert_allclose(
            made, -0.5 * design.noise(KEY, 12, dtype=made.dtype).next(), atol=1e-5
        )

    def test_refusals(self):
        design = noiseloom.load(FILES / "toeplitz.npz")
        self.refuses(
            "clip norm of 0.5", nj.correlated_noise, design, KEY, clip_norm=1, reduction="sum"
        )
        self.refuses(
            "sum or mean", nj.correlated_noise, design, KEY, clip_norm=0.5, reduction="none"
        )
        self.refuses(
            "batch_size", nj.correlated_noise, design, KEY, clip_norm=0.5, reduction="mean"
        )
        unsized = noiseloom.design(iterations=24, epochs=3, epsilon=4, delta=1e-5, bands=4)
        mean = {"clip_norm": 1, "reduction": "mean", "batch_size": 5}
        self.refuses("dataset_size = None", nj.correlated_noise, unsized, KEY, **mean)
        self.refuses("500 examples", nj.correlated_noise, unsized, KEY, dataset_size=4000, **mean)
        nj.correlated_noise(unsized, KEY, dataset_size=40, **mean)
        self.refuses(
            "200 examples",
            nj.correlated_noise,
            design,
            KEY,
            clip_norm=0.5,
            reduction="mean",
            batch_size=200000,
        )
        self.refuses(
            "use device or processor",
            nj.correlated_noise,
            design,
            KEY,
            clip_norm=0.5,
            reduction="sum",
            generator="own",
        )
        init, update = nj.correlated_noise(design, KEY, clip_norm=0.5, reduction="sum")
        self.refuses("float16", init, [jnp.zeros(3, jnp.float16)])
        self.refuses("another number", update, [jnp.zeros(4)], init([jnp.zeros(3)]))


@unittest.skipUnless(importlib.util.find_spec("jax_privacy"), "jax_privacy is not installed")
class JaxPrivacy(unittest.TestCase):
    """What the library makes of a design, against core's noise, and its sensitivities against the design's."""

    TAKEN = sorted(set(NAMES) - {"tree", "tree_own_node", "recursive_blt", "shuffled_users"})

    def privatizer(self, design, seed):
        from jax_privacy import noise_addition

        return noise_addition.matrix_factorization_privatizer(
            **design.to_jax_privacy(), prng_key=jax.random.key(seed)
        )

    def test_every_strategy(self):
        from jax_privacy import matrix_factorization

        rounding = 1e-9 if WIDE else 2e-3
        for name in self.TAKEN:
            with self.subTest(name):
                design = noiseloom.load(FILES / f"{name}.npz")
                n, given = design.iterations, design.to_jax_privacy()
                self.assertEqual(given["stddev"], design.stddev)
                inverse = given["noising_matrix"]
                if isinstance(inverse, matrix_factorization.StreamingMatrix):
                    inverse = inverse.materialize(n)
                identity = np.asarray(inverse, float) @ design.matrix()
                np.testing.assert_allclose(identity, np.eye(n), atol=rounding)

    def test_noise_is_correlated_as_cores(self):
        for name in ("banded", "blt", "inverse_toeplitz", "dense"):
            with self.subTest(name):
                design = noiseloom.load(FILES / f"{name}.npz")
                zeros, steps = jnp.zeros(20000), 12
                privatizer = self.privatizer(design, 5)
                state, rows = privatizer.init(zeros), []
                for _ in range(steps):
                    row, state = privatizer.update(zeros, state)
                    rows.append(np.asarray(row, float))
                noise = design.noise(KEY, len(zeros), dtype="float64")
                cores = np.stack([noise.next() for _ in range(steps)])
                ours, theirs = (made @ made.T / len(zeros) for made in (cores, np.stack(rows)))
                scale = np.sqrt(np.outer(np.diag(ours), np.diag(ours)))
                # Entries of either have standard deviation 1 / sqrt(20000) of `scale`, or sqrt(2) times that.
                self.assertLess(np.abs((ours - theirs) / scale).max(), 8 * math.sqrt(2 / 20000))

    def test_sensitivities_agree(self):
        from jax_privacy.matrix_factorization import sensitivity, toeplitz

        job = dict(iterations=48, epochs=6, epsilon=4, delta=1e-5)
        for options in (dict(batching="fixed-epoch"), dict(batching="min-sep", min_sep=8)):
            design = noiseloom.design(**job, **options, mechanism="banded-toeplitz", bands=8)
            column = jnp.asarray(design.matrix()[:8, 0])
            found = toeplitz.minsep_sensitivity_squared(column, 8, 6, n=48)
            self.assertAlmostEqual(math.sqrt(found), design.sensitivity, delta=1e-6)
            whole = sensitivity.get_sensitivity_banded(jnp.asarray(design.matrix()), 8, 6)
            self.assertAlmostEqual(float(whole), design.sensitivity, delta=1e-5)

    def test_refusals(self):
        for name in ("tree", "recursive_blt"):
            with self.assertRaisesRegex(noiseloom.InvalidArgument, "jax_privacy has no"):
                noiseloom.load(FILES / f"{name}.npz").to_jax_privacy()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            job = dict(iterations=48, epochs=6, epsilon=4, delta=1e-5, batching="cyclic-poisson")
            unclaimed = noiseloom.design(**job, job_batching="shuffled-each-epoch")
        with self.assertRaisesRegex(noiseloom.InvalidArgument, "nothing is claimed"):
            unclaimed.to_jax_privacy()


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
