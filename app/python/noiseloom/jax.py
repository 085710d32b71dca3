"""Private training with JAX: a whole run (:func:`private`), or noise as a gradient transformation in optax's style.

Made by array operations under ``jit``, the noise has core's words to the bit (ChaCha20 in ``uint32``) and is core's to
rounding: of float64 where ``jax_enable_x64`` is on, else of float32. Made on the processor it is core's to the bit.
"""

from __future__ import annotations

import functools
import threading
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

import jax
import jax.numpy as jnp
import numpy as np

from . import _chacha, _noiseloom
from ._design import Design
from ._jax_normals import normals_of_words
from ._jax_optimizers import AdaptiveClip, AdaptiveClipState, ScaleThenPrivatize
from ._jax_phases import PhasedRun, PhasedStep, phases
from ._jax_run import PrivateRun, PrivateState, PrivateStep, private
from ._jax_users import Users
from ._keys import HoldsKey
from ._noise import Key, Noise, _check_state, _FORMAT, _shown, _VERSION
from ._noiseloom import InvalidArgument
from ._private_figures import PrivateFigures
from ._scale import check_clip_norm, divisor_of
from ._used import forget as forget_runs
from ._xla_call import available, Call

__all__ = [
    "AdaptiveClip",
    "AdaptiveClipState",
    "GradientTransformation",
    "NoiseState",
    "PhasedRun",
    "PhasedStep",
    "PrivateFigures",
    "PrivateRun",
    "PrivateState",
    "PrivateStep",
    "ScaleThenPrivatize",
    "Users",
    "chacha20_words",
    "correlated_noise",
    "forget_runs",
    "phases",
    "private",
    "restore",
    "saved",
    "standard_normals",
]

_MOST_WEIGHTS = 1 << 24  # of all steps together: 128 MiB


def _rotate(words: jax.Array, bits: int) -> jax.Array:
    return (words << bits) | (words >> (32 - bits))


def _roll(row: jax.Array, positions: int) -> jax.Array:
    return jnp.roll(row, -positions, axis=0)


def _repeat(times: int, change: Callable[[Any], Any], rows: Any) -> Any:
    # XLA would fuse unrolled rounds, and compute most of them several times: 13 times slower on a processor.
    return jax.lax.fori_loop(0, times, lambda _, each: change(each), rows)


def chacha20_words(
    key: jax.Array, nonce: Any, first_block: int, blocks: int, high_nonce: int = 0
) -> jax.Array:
    """The key stream of ChaCha20 (original variant: 64-bit nonce and block counter).

    Parameters
    ----------
    key : array of uint32, shape (8,)
    nonce : int or integer array, shape (), below 2^31
    first_block : int
    blocks : int
    high_nonce : int
        The nonce's upper 32 bits.

    Returns
    -------
    jax.Array of uint32, shape (blocks, 16)
    """
    start_low = jnp.uint32(first_block & 0xFFFFFFFF)
    low = start_low + jnp.arange(blocks, dtype=jnp.uint32)
    high = jnp.uint32(first_block >> 32) + (low < start_low).astype(jnp.uint32)

    def row(words: jax.Array) -> jax.Array:
        return jnp.broadcast_to(words[:, None], (4, blocks))

    nonces = jnp.broadcast_to(jnp.asarray(nonce).astype(jnp.uint32), (blocks,))
    counter = jnp.stack([low, high, nonces, jnp.full_like(low, high_nonce)])
    start = [row(jnp.array(_chacha.CONSTANTS, jnp.uint32)), row(key[:4]), row(key[4:]), counter]
    mixed = _chacha.rounds(start, _rotate, _roll, _repeat)
    return jnp.concatenate([a + b for a, b in zip(mixed, start)]).T


def standard_normals(
    key: jax.Array, row: Any, begin: int, end: int, radius_bits: int = 139
) -> jax.Array:
    """z[row, begin..end) of core's generator.

    Parameters
    ----------
    key : array of uint32, shape (8,)
        The generator's key: for a run, the sub-key for noise.
    row : int or integer array, shape ()
    radius_bits : 139 or 53
        Bits of the uniform number u: 53 for strategy files up to version 8 (docs/formats.md).

    Returns
    -------
    jax.Array, shape (end - begin,)
        float64 (within 1e-13 of core's) where jax_enable_x64 is on, else float32 (within 1e-5).
    """
    first = begin // 8

    def words(high_nonce: int = 0) -> jax.Array:
        return chacha20_words(key, row, first, (end + 7) // 8 - first, high_nonce)

    made = normals_of_words(words(), radius_bits, lambda: words(_chacha.FURTHER_ROWS >> 32))
    return made[begin - 8 * first : end - 8 * first]


class NoiseState(NamedTuple):
    """A pytree, as secret as the key, which is empty with generator = processor, as rows are. For a checkpoint use
    :func:`saved`."""

    step: jax.Array  # int32, shape (): the step whose noise comes next
    key: jax.Array  # uint32, shape (8,)
    rows: jax.Array  # shape (rows, end - begin of the shard): what is kept from step to step

    def __repr__(self) -> str:  # whoever prints an optimizer's state prints this
        return f"NoiseState(step={self.step}, key=<secret>, rows=<secret, of shape {jnp.shape(self.rows)}>)"

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise InvalidArgument(
            "NoiseState holds the key of a run and is neither pickled nor copied: save what noiseloom.jax.saved() gives"
        )


class GradientTransformation(NamedTuple):
    """Like optax's, used if optax is not installed."""

    init: Callable[[Any], NoiseState]
    update: Callable[..., Tuple[Any, NoiseState]]


def _table(design: Design) -> Tuple[str, np.ndarray]:
    """Form of the recurrence, and its weights: of shape (2, buffers) for "buffers", (heights,) for "tree", otherwise
    (iterations, lags + 1)."""
    strategy = design._strategy
    parts = strategy.recurrence(0)
    form = parts["form"]
    if form == "buffers":
        return form, np.array([parts["inverse_output_scale"], parts["inverse_buf_decay"]])
    if form == "tree":
        return form, np.array(parts["own_weight"])
    if form == "blocks":
        raise InvalidArgument(
            "the strategy is a tree of BLTs: make its noise on the processor (generator = processor)"
        )
    lists = []
    for step in range(design.iterations):
        lists.append(strategy.recurrence(step)["weights"])
        if len(lists) * max(len(lists[0]), len(lists[-1])) > _MOST_WEIGHTS:
            raise InvalidArgument(
                f"the strategy has more than {_MOST_WEIGHTS} weights of its steps: make its noise "
                "on the processor (generator = processor)"
            )
    width = max(map(len, lists))
    return form, np.array([each + [0.0] * (width - len(each)) for each in lists])


def _range(values: int, parameters: Optional[int], shard: Tuple[int, int]) -> Tuple[int, int]:
    """The range of the model's coordinates in a pytree of so many values."""
    if parameters is None:
        if tuple(shard) != (0, 1):
            raise InvalidArgument("a shard needs parameters, the number of the whole model's")
        parameters = values
    begin, end = _noiseloom.shard(parameters, *shard)
    if values != end - begin:
        raise InvalidArgument(
            f"shard {shard[0]} of {shard[1]} of {parameters} parameters has {end - begin} values, "
            f"and these are {values}"
        )
    return begin, end


class _CoreRows(HoldsKey):
    """Core's noise of any step, for a compiled function, which may ask for one more than once."""

    def __init__(
        self, design: Design, key: Key, parameters: Optional[int], shard: Tuple[int, int]
    ) -> None:
        self._design, self._key, self._parameters, self._shard = design, key, parameters, shard
        self._noise: Dict[Any, Noise] = {}
        self._lock = threading.Lock()
        # On the processor making noise ahead would take from what computes the gradients.
        self._prefetch = jax.default_backend() != "cpu"
        self._call = Call(self._fill) if available() else None

    def rows(self, shape: jax.ShapeDtypeStruct, step: jax.Array) -> jax.Array:
        if self._call is not None:
            return self._call.result(shape, step)
        return jax.pure_callback(functools.partial(self._row, shape), shape, step)

    def _row(self, shape: jax.ShapeDtypeStruct, step: Any) -> np.ndarray:
        row = np.empty(shape.shape, shape.dtype)
        self._fill(row, int(step))
        return row

    def _fill(self, out: np.ndarray, step: int) -> None:
        if step >= self._design.iterations:
            out.fill(np.nan)
            return
        with self._lock:
            noise = self._of(out.size, out.dtype)
            if noise.step != step:
                noise.load_state_dict({**noise.state_dict(), "step": step})
            noise.next(out=out)

    def prepare(self, size: int, dtype: Any) -> None:
        """Takes the noise's memory, which the first step would take otherwise."""
        with self._lock:
            self._of(size, np.dtype(dtype))

    def _of(self, size: int, dtype: Any) -> Noise:
        of = (size, dtype)
        if of not in self._noise:
            total = size if self._parameters is None else self._parameters
            self._noise[of] = self._design.noise(
                self._key, total, self._shard, dtype, prefetch=self._prefetch
            )
        return self._noise[of]


def correlated_noise(
    design: Design,
    key: Key,
    *,
    clip_norm: float,
    reduction: str,
    batch_size: Optional[float] = None,
    dataset_size: Optional[int] = None,
    parameters: Optional[int] = None,
    shard: Tuple[int, int] = (0, 1),
    generator: str = "device",
) -> Any:
    """A gradient transformation that adds the design's noise to sums of clipped gradients, or to their means.

    Chain it in front of the optimizer: ``optax.chain(correlated_noise(...), optax.sgd(0.1))``. Beyond the design's last
    step, where the privacy claim ends, updates are NaN.

    Parameters
    ----------
    design : Design
    key : bytes of length 32, or path of a key file
    clip_norm : float
        Norm to which each example's gradient is clipped: must be the design's.
    reduction : "sum" or "mean"
        What the gradients are; there is no default.
    batch_size : float
        With "mean": the number that the sum was divided by, the design's batch N k / n.
    dataset_size : int
        Examples, N: needed with "mean" where the design does not state it.
    parameters : int
        With a shard: values of the whole model.
    shard : (index, count)
        ``init`` and ``update`` then take a pytree of any structure with only one of `count` equal slices of the model's
        coordinates: those of ``Noise`` of the same shard, ``[begin, end)``. Slices agree with the whole; each process
        of a sharded run makes its own, and nothing is gathered.
    generator : "device" or "processor"
        Where the noise is made: by array operations, or by core, called under ``jit``. That is faster
        where the arrays are on the processor, is for every strategy, and its state holds neither key nor noise.

    Returns
    -------
    optax.GradientTransformation, or one like it where optax is not installed
        Its state is a :class:`NoiseState`.
    """
    check_clip_norm(design, clip_norm)
    divisor = divisor_of(design, reduction, batch_size, dataset_size)
    return _transformation(design, key, divisor, parameters, shard, generator)[0]


def _transformation(
    design: Design,
    key: Key,
    divisor: float,
    parameters: Optional[int],
    shard: Tuple[int, int],
    generator: str,
) -> Tuple[Any, Callable[[NoiseState], NoiseState]]:
    if generator not in ("device", "processor"):
        raise InvalidArgument(
            f"generator = {_shown(generator)} is not allowed: use device or processor"
        )
    core = _CoreRows(design, key, parameters, shard) if generator == "processor" else None
    form, weights = _table(design) if core is None else ("core", np.zeros((0, 1)))
    words = np.zeros(0, np.uint32)
    if core is None:
        secret = _noiseloom.noise_key(_noiseloom.KeySource(key))
        words = np.array(_chacha.key_words(secret), np.uint32)
    iterations, stddev, radius_bits = design.iterations, design.stddev, design._strategy.radius_bits
    kept = (
        design.noise_rows
        if form == "tree"
        else weights.shape[1]
        if form == "buffers"
        else weights.shape[1] - 1
    )
    if parameters is not None:
        _noiseloom.shard(parameters, *shard)  # raises if there is no such shard

    def init(params: Any) -> NoiseState:
        leaves = jax.tree_util.tree_leaves(params)
        types = {jnp.result_type(leaf) for leaf in leaves}
        if len(types) != 1 or not types <= {jnp.dtype("float32"), jnp.dtype("float64")}:
            raise InvalidArgument(
                f"the parameters are of {', '.join(sorted(map(str, types)))}: use all float32 or all float64"
            )
        total = sum(leaf.size for leaf in leaves)
        begin, end = _range(total, parameters, shard)
        dtype = types.pop()
        if core is not None and not any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            core.prepare(end - begin, dtype)
        return NoiseState(
            jnp.zeros((), jnp.int32), jnp.asarray(words), jnp.zeros((kept, total), dtype)
        )

    def after(state: NoiseState, y: jax.Array, rows: jax.Array) -> Tuple[jax.Array, NoiseState]:
        made = stddev * y.astype(state.rows.dtype)
        made = jnp.where(state.step < iterations, made, jnp.nan)
        return made, NoiseState(state.step + 1, state.key, rows.astype(state.rows.dtype))

    def tree(state: NoiseState, begin: int, end: int) -> Tuple[jax.Array, NoiseState]:
        # Follows core's TreeRecurrence, which explains it.
        top = jax.lax.population_count(state.step ^ (state.step + 1)) - 1
        row = 2 * state.step - jax.lax.population_count(state.step)
        y = standard_normals(state.key, row, begin, end, radius_bits)
        own = jnp.asarray(weights, y.dtype)

        def above(
            height: jax.Array, below: Tuple[jax.Array, jax.Array]
        ) -> Tuple[jax.Array, jax.Array]:
            estimate, replaced = below
            left = state.rows[height - 1].astype(y.dtype)
            z = standard_normals(state.key, row + height, begin, end, radius_bits)
            return own[height] * z + (1 - own[height]) * (estimate + left), replaced + left

        if kept == 0:
            return after(state, y, state.rows)
        estimate, replaced = jax.lax.fori_loop(1, top + 1, above, (y, jnp.zeros_like(y)))
        estimate = estimate.astype(state.rows.dtype)
        # A node that cannot become a left child is not kept.
        rows = jnp.where(jnp.arange(kept)[:, None] == top, estimate, state.rows)
        return after(state, estimate.astype(y.dtype) - replaced, rows)

    def noise(state: NoiseState) -> Tuple[jax.Array, NoiseState]:
        begin, end = _range(state.rows.shape[1], parameters, shard)
        if core is not None:
            shape = jax.ShapeDtypeStruct((end - begin,), state.rows.dtype)
            return core.rows(shape, state.step), state._replace(step=state.step + 1)
        if form == "tree":
            return tree(state, begin, end)
        z = standard_normals(state.key, state.step, begin, end, radius_bits)
        rows = state.rows.astype(z.dtype)
        # A step beyond the last one is clamped here; after() makes its update NaN.
        if form == "buffers":
            omega, theta = jnp.asarray(weights, z.dtype)
            y = z + omega @ rows
            changed = theta[:, None] * rows + z
        else:
            own = jnp.asarray(weights, z.dtype)[state.step]
            fresh = z if form == "rows" else z.astype(state.rows.dtype).astype(z.dtype)
            if kept > 0:
                # The row of step i stands at i mod kept; those before the start are zero.
                lags = (state.step - 1 - jnp.arange(kept)) % kept + 1
                past = own[lags] @ rows
            else:
                past = jnp.zeros_like(z)
            y = (fresh - past) / own[0] if form == "rows" else own[0] * fresh + past
            changed = (
                rows
                if kept == 0
                else rows.at[state.step % kept].set(y if form == "rows" else fresh)
            )
        return after(state, y, changed)

    def update(
        updates: Any, state: NoiseState, params: Any = None, **_: Any
    ) -> Tuple[Any, NoiseState]:
        del params
        leaves, structure = jax.tree_util.tree_flatten(updates)
        if sum(leaf.size for leaf in leaves) != state.rows.shape[1]:
            raise InvalidArgument(
                "the gradients have another number of values than the parameters of init()"
            )
        made, changed = noise(state)
        at, noisy = 0, []
        for leaf in leaves:
            noisy.append(
                leaf + (made[at : at + leaf.size] / divisor).reshape(leaf.shape).astype(leaf.dtype)
            )
            at += leaf.size
        return jax.tree_util.tree_unflatten(structure, noisy), changed

    try:
        import optax

        made: Any = optax.GradientTransformation(init, update)
    except ImportError:
        made = GradientTransformation(init, update)
    return made, lambda state: noise(state)[1]


def saved(
    design: Design,
    key: Key,
    state: NoiseState,
    parameters: Optional[int] = None,
    shard: Tuple[int, int] = (0, 1),
) -> Dict[str, Any]:
    """The part of a state for a checkpoint: the step and the identity of the noise, but neither key nor noise.

    It is interchangeable with :meth:`noiseloom.Noise.state_dict`. parameters, shard: as for
    :func:`correlated_noise`.
    """
    expected = _expected(design, key, state, parameters, shard)
    return {"format": _FORMAT, "version": _VERSION, "step": int(state.step), **expected}


def restore(
    design: Design,
    key: Key,
    params: Any,
    state: Dict[str, Any],
    parameters: Optional[int] = None,
    shard: Tuple[int, int] = (0, 1),
    generator: str = "device",
) -> NoiseState:
    """Makes the state that `state` was :func:`saved` from again, from the key. Refuses one of another run."""
    transformation, after = _transformation(design, key, 1.0, parameters, shard, generator)
    made = transformation.init(params)
    step = _check_state(state, _expected(design, key, made, parameters, shard))
    if not 0 <= step <= design.iterations:
        raise InvalidArgument(f"the state is of step {step}, and there are {design.iterations}")
    if generator == "processor":
        return made._replace(step=jnp.asarray(step, jnp.int32))
    return jax.lax.fori_loop(0, step, lambda _, each: after(each), made)


def _expected(
    design: Design, key: Key, state: NoiseState, parameters: Optional[int], shard: Tuple[int, int]
) -> Dict[str, Any]:
    values = int(state.rows.shape[1])
    _range(values, parameters, shard)
    return {
        "strategy_sha256": design.sha256,
        "key_id": _noiseloom.key_identifier(_noiseloom.KeySource(key)),
        "parameters": values if parameters is None else int(parameters),
        "rank": int(shard[0]),
        "world": int(shard[1]),
        "dtype": state.rows.dtype.name,
    }
