"""A whole private training run in JAX."""

from __future__ import annotations

import hashlib
import json
import math
import os
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple, Union

import jax
import jax.numpy as jnp
import numpy as np

from . import _jax_checkpoint, _used
from ._batches import Batches
from ._design import Design, loaded
from ._files import check_folder, Path
from ._jax_clipped import adding, beginning, code_of, moving
from ._jax_examples import Examples
from ._jax_optimizers import AdaptiveClip, check_optimizer, ScaleThenPrivatize
from ._jax_processes import on_this_process, Processes, word_of
from ._jax_users import Users
from ._keys import HoldsKey
from ._members import check_users
from ._noise import Key, Noise, _check_state, refuse, _whole
from ._noiseloom import InvalidArgument
from ._owners import Owners, taken
from ._private_figures import PrivateFigures
from ._record import Record
from ._scale import warn_of_claim

_FORMAT = "noiseloom-jax-run-state"
_VERSION = 1
_MICROBATCH, _BYTES = 256, 1 << 28  # of the gradients that a microbatch has at once
_ALIGNED = 64  # bytes: an array that begins at a multiple of them is used by XLA without a copy


class PrivateState(NamedTuple):
    """A pytree that holds neither key nor noise: it may be saved, as by orbax or flax.serialization.

    Attributes
    ----------
    step : int
        The step that comes next; n once all are taken.
    params, opt_state : pytrees
        Of the model and of the optimizer.
    run : array of uint32, shape (8,)
        A code of key, design and model, by which a state of another run is refused.
    """

    step: Any
    params: Any
    opt_state: Any
    run: Any


def _replicated(sharding: Optional[Tuple[Any, Any]]) -> Callable[[Any], Any]:
    """What makes arrays the same on all devices."""
    if sharding is None:
        return lambda tree: tree
    return lambda tree: jax.lax.with_sharding_constraint(tree, sharding[1])


class PrivateStep(HoldsKey):
    """Takes a step of a private run: made by :func:`private`, which says what it does.

    Attributes
    ----------
    iterations : int
        n, the number of steps of the whole run.
    """

    def __init__(
        self,
        design: Design,
        key: Key,
        loss: Callable[..., Any],
        optimizer: Any,
        data: Any,
        rng: Optional[jax.Array],
        microbatch: Optional[int],
        devices: Optional[Sequence[Any]],
        record: Optional[Path],
        checkpoint: Optional[Path],
        every: int,
        owners: Optional[Owners],
    ) -> None:
        if not callable(loss):
            refuse("loss", loss, "a function of parameters and one example")
        check_optimizer(optimizer)
        try:
            if rng is not None:
                jax.random.key_data(rng)
        except (TypeError, ValueError):
            refuse("rng", rng, "a key of jax.random, such as jax.random.key(0)")
        for name, count in (("every", every), ("microbatch", microbatch)):
            if count is not None and _whole(name, count) < 1:
                refuse(name, count, "a whole number, 1 or more")
        self._processes = Processes()
        self._design, self._key, self._optimizer = design, key, optimizer
        self.iterations = design.iterations
        self._users = isinstance(data, Users)
        if self._users:
            check_users(design)
            if owners is not None:
                refuse("owners", owners, "None, since users are the examples of this run")
        self._examples: Any = data if self._users else Examples(on_this_process("data", data))
        formed, examples, self._divisor = taken(design, self._examples, owners, record is not None)
        self._of_owners = None if owners is None else owners.code()
        in_parts = owners is not None and design._strategy.needs_members_in_parts
        self._batches = Batches(design, key, examples, in_parts) if formed is None else formed
        self._rng, self._given_microbatch = rng, microbatch
        self._sharding = self._mesh(devices)
        # Functions that know nothing of the key, nor of this object, which compiled programs would keep.
        shared = _replicated(self._sharding)
        self._zeros = beginning(shared)
        self._add = adding(loss, rng, shared)
        self._spare: Any = (
            None,
            None,
        )  # of the last step: parameters after it; its sums and figures, as memory
        self._scales: Optional[Callable[..., Any]] = None
        self._units: Optional[Callable[..., Any]] = None
        if isinstance(optimizer, ScaleThenPrivatize):
            scales_of = optimizer.scales
            self._scales = jax.jit(lambda state, params: shared(scales_of(state, params)))
        if isinstance(optimizer, AdaptiveClip):
            optimizer.of_clip_norm(design.clip_norm)
            in_units = optimizer.in_units
            self._units = jax.jit(lambda *given: shared(in_units(*given)))
        self._apply = moving(optimizer, self._divisor, record is not None, shared)
        if checkpoint is not None:
            check_folder(checkpoint)
        self._has_record, self._checkpoint, self._every = record is not None, checkpoint, every
        self._record_path = record if self._processes.rank == 0 else None
        self._record: Optional[Record] = None
        self._recorded = 0  # the step that the record goes on with
        self._noise: Optional[Noise] = None
        self._reading: Any = ()  # what the device makes of the buffer
        self._figures: List[Any] = []
        self._last = 0
        warn_of_claim(design, data if self._users else owners)

    def _mesh(self, devices: Optional[Sequence[Any]]) -> Optional[Tuple[Any, Any]]:
        """How examples and all else stand on several devices."""
        self._devices = 1 if devices is None else len(devices)
        if devices is None:
            return None
        if any(each.process_index != self._processes.rank for each in devices):
            refuse("devices", devices, "devices of this process, jax.local_devices()")
        if self._given_microbatch is not None and self._given_microbatch % self._devices != 0:
            refuse(
                "microbatch", self._given_microbatch, f"a multiple of the {self._devices} devices"
            )
        mesh = jax.sharding.Mesh(np.asarray(devices), ("examples",))
        spec = jax.sharding.PartitionSpec
        return jax.sharding.NamedSharding(mesh, spec("examples")), jax.sharding.NamedSharding(
            mesh, spec()
        )

    def _placed(self, tree: Any) -> Any:
        """The arrays on the devices, as copies: none is changed while the run uses it."""
        arrays = jax.tree_util.tree_map(jnp.array, on_this_process("state", tree))
        return arrays if self._sharding is None else jax.device_put(arrays, self._sharding[1])

    def _prepare(self, params: Any) -> Noise:
        """The noise for these parameters, which is made once."""
        leaves = jax.tree_util.tree_leaves(params)
        types = {x.dtype if isinstance(x, jax.Array) else jnp.result_type(x) for x in leaves}
        if len(types) != 1 or not types <= {jnp.dtype("float32"), jnp.dtype("float64")}:
            raise InvalidArgument(
                f"the parameters are of {', '.join(sorted(map(str, types)))}: use all float32 or all float64, and "
                "hold in the loss what is not trained"
            )
        # At each step: of arrays jnp.size takes several times as long.
        sizes = [x.size if isinstance(x, jax.Array) else np.size(x) for x in leaves]
        total, dtype = sum(sizes), types.pop()
        total += 0 if self._units is None else 1  # the marks
        if self._noise is None:
            self._noise = self._design.noise(self._key, total, dtype=dtype.name, prefetch=True)
            of = {**self._noise._expected(), "examples": len(self._examples)}
            self._which = of["key_id"], (self._design.sha256, total)
            if self._rng is not None:
                of["rng"] = np.asarray(jax.random.key_data(self._rng)).tolist()
            if self._of_owners is not None:
                of["owners"] = self._of_owners
            if self._users:
                of["users"] = self._examples.code()
            if self._scales is not None or self._units is not None:
                of["clipping"] = self._optimizer.code()
            text = json.dumps(of, sort_keys=True).encode()
            self._run = np.frombuffer(hashlib.sha256(text).digest(), np.uint32)
            spare = np.empty(total + _ALIGNED, dtype)
            begin = -spare.ctypes.data % _ALIGNED // dtype.itemsize
            self._buffer = spare[begin : begin + total]
            most = max(1, min(_MICROBATCH, _BYTES // max(1, total * dtype.itemsize)))
            share = self._divisor / self._processes.count
            usual = share + 3 * math.sqrt(share)
            size = self._given_microbatch or math.ceil(usual / math.ceil(usual / most))
            self._microbatch = -(-size // self._devices) * self._devices
        if (total, dtype) != (self._noise.parameters, self._noise.dtype):
            raise InvalidArgument(
                f"params have {total} values of {dtype}, and this run's noise is for {self._noise.parameters} of "
                f"{self._noise.dtype}"
            )
        return self._noise

    def code(self, params: Any) -> np.ndarray:
        """The code of this run on such parameters, which its states have."""
        self._prepare(params)
        return self._run

    def check(self, state: PrivateState) -> Noise:
        """Raises InvalidArgument for a state of another run; gives the noise of this one."""
        noise = self._prepare(state.params)
        if state.run is not self._run and not np.array_equal(np.asarray(state.run), self._run):
            raise InvalidArgument(
                "state is of another run: of another key, design, model, data, rng, owners or clipping"
            )
        return noise

    def init(self, params: Any) -> PrivateState:
        """The state that a run begins with, or goes on with where its checkpoint is there. Processes begin with the
        parameters of process 0."""

        def begun() -> Tuple[PrivateState, Sequence[int]]:
            placed = self._placed(params)
            noise = self._prepare(placed)
            state = PrivateState(0, placed, self._optimizer.init(placed), self._run)
            leaves, structure = jax.tree_util.tree_flatten(placed)
            model = f"{structure} {[leaf.shape for leaf in leaves]} {noise.dtype}"
            if self._checkpoint is not None and os.path.exists(self._checkpoint):
                state = self.load(self._checkpoint, state)
            same = (noise._expected()["key_id"], self._design.sha256, model)
            return state, [*map(word_of, same), int(self._run[0]), state.step]

        others = "number of examples, rng, owners or clipping"
        names = ("key", "design", "model", others, "checkpoint")
        state = self._processes.together(names, begun)
        if self._processes.count == 1 or state.step > 0:
            return state
        placed = self._placed(self._processes.of_first(state.params))
        return PrivateState(0, placed, self._optimizer.init(placed), self._run)

    def __call__(self, state: PrivateState) -> PrivateState:
        if any([isinstance(leaf, jax.core.Tracer) for leaf in jax.tree_util.tree_leaves(state)]):
            raise InvalidArgument(
                "step() is not called under jit or scan: what it does on the device is compiled"
            )

        def prepared() -> Tuple[Any, Sequence[int]]:
            noise, step = self.check(state), _whole("state.step", state.step)
            if not 0 <= step < self.iterations:
                raise InvalidArgument(
                    f"there is no step {step}: the design and its claim have {self.iterations}"
                )
            batch = self._batches[step]
            sums = self._own_sums(state, step, batch)  # which the device is making meanwhile
            self._make_row(noise, step)
            words = [step, int(self._run[0])]
            if self._processes.count > 1:
                words.append(int(code_of(jax.tree_util.tree_leaves(state.params))[0]))
            return (noise, step, batch, sums), words

        noise, step, batch, own = self._processes.together(("step", "run", "params"), prepared)
        sums = self._sums(state, *own)
        noisy, params, opt_state, codes = self._apply(
            state.params, state.opt_state, sums, self._buffer
        )
        self._reading = (noisy, params)
        code = np.asarray(codes).tobytes()
        if self._sharding is None:
            self._reading = ()  # whose program has ended, as what it made is here
        made = PrivateState(step + 1, params, opt_state, self._run)

        def kept() -> Tuple[None, Sequence[int]]:
            problem = _used.problem(*self._which, step, code)
            if problem is not None:
                raise InvalidArgument(problem + ": no step is taken")
            if self._record is not None:
                self._add_line(step, batch, noisy)
            _used.note(*self._which, step, code)
            if self._checkpoint is not None and (
                made.step % self._every == 0 or made.step == self.iterations
            ):
                self.save(made, self._checkpoint)
            return None, [step]

        self._processes.together(
            ("step",), kept
        )  # where record or checkpoint fail, no process goes on
        self._spare = params, own[0]
        return made

    def _own_sums(self, state: PrivateState, step: int, batch: np.ndarray) -> Any:
        """The sums of this process's clipped gradients, by microbatches of one size, so that all is compiled once, with
        figures; and how many examples all have."""
        params, clip_norm, scales = state.params, self._design.clip_norm, None
        if self._scales is not None:
            scales = self._scales(state.opt_state, params)
        if self._units is not None:
            clip_norm = state.opt_state.norm
        there = batch if self._users else self._examples.there(batch)
        share = self._processes.share(there)
        known, spare = self._spare
        self._spare = (None, None)  # a program that fails may have used it up
        sums, figures = spare if known is params and len(share) > 0 else self._zeros(params)
        for at in range(0, len(share), self._microbatch):
            part = share[at : at + self._microbatch]
            numbers = np.zeros(self._microbatch, np.int32)
            numbers[: len(part)] = part
            given = (
                self._examples.of(numbers, step),
                np.arange(self._microbatch) < len(part),
                numbers,
            )
            if self._sharding is not None:
                given = jax.device_put(given, self._sharding[0])
            sums, figures = self._add(
                params, sums, figures, at > 0, *given, step, clip_norm, scales
            )
        return (sums, figures), len(there)

    def _sums(self, state: PrivateState, own: Any, examples: int) -> List[jax.Array]:
        """The sums over all processes; with those of the marks, if there are any."""
        sums, figures = self._processes.summed(own)
        if self._processes.count > 1 and self._sharding is not None:
            sums, figures = jax.device_put((sums, figures), self._sharding[1])
        self._figures, self._last = list(figures), examples
        if self._units is None:
            return sums
        return self._units(sums, figures, examples, state.opt_state.norm)

    def _make_row(self, noise: Noise, step: int) -> None:
        """Makes the step's noise, while the device computes gradients; opens the record first, where it needs to be."""
        if noise.step != step:
            noise.load_state_dict({**noise.state_dict(), "step": step})
        if self._record_path is not None and (self._record is None or self._recorded != step):
            if self._record is not None:
                self._record.close()
            # Whoever keeps states otherwise may have one of each step.
            each_line = self._checkpoint is None
            self._record = Record(
                self._record_path,
                noise,
                len(self._examples),
                clip_norm=self._design.clip_norm,
                reduction="mean",
                batch_size=self._divisor,
                ranks=self._processes.count,
                flush_each_line=each_line,
            )
            self._recorded = step
        jax.block_until_ready(self._reading)
        noise.next(out=self._buffer)

    def _add_line(self, step: int, batch: np.ndarray, noisy: Optional[jax.Array]) -> None:
        assert self._record is not None
        try:
            self._record.add(
                step, batch, self._buffer, np.asarray(noisy), clip_norm=self._design.clip_norm
            )
        except BaseException:
            self._record.close()
            self._record = None  # the line may be incomplete: the next step opens the file again
            raise
        self._recorded += 1

    @property
    def private(self) -> PrivateFigures:
        """What the last step's examples came to, which is private."""
        clipped, not_finite, loss = (float(each) for each in self._figures or (0, 0, 0))
        mean = loss / self._last if self._last > 0 else math.nan
        return PrivateFigures(self._last, int(clipped), int(not_finite), mean)

    def finish(self) -> None:
        """Marks in the record that the run ends, if that is before the design's last step."""
        if self._has_record and self._record_path is None:
            return  # process 0 has the only record
        if self._record is None:
            raise InvalidArgument(
                "there is no record of a step yet that could end: give `record`, and take a step"
            )
        self._record.finish()

    def save(self, state: PrivateState, path: Path) -> None:
        """Writes a checkpoint, as a whole or not at all: it holds neither key nor noise. Process 0 does, of several."""
        if self._processes.rank > 0:
            return
        if self._record is not None:
            self._record.flush()
        noise = {
            **self._prepare(state.params).state_dict(),
            "step": _whole("state.step", state.step),
        }
        about = {
            "format": _FORMAT,
            "version": _VERSION,
            "noise": noise,
            "run": np.asarray(state.run).tolist(),
        }
        _jax_checkpoint.write(path, (state.params, state.opt_state), about)

    def load(self, path: Path, like: PrivateState) -> PrivateState:
        """The state of a checkpoint. like: a state of this run, such as ``init(params)``, with the same shapes.

        Raises
        ------
        InvalidArgument
            The file is none, or of another run, model or optimizer.
        """
        about, arrays = _jax_checkpoint.read(path, _FORMAT, _VERSION)
        noise = self._prepare(like.params)
        step = _check_state(about["noise"], noise._expected())
        if about["run"] != self._run.tolist():
            raise InvalidArgument(
                "the checkpoint is of a run with other data, another rng, other owners or another clipping"
            )
        if not 0 <= step <= noise.iterations:
            raise InvalidArgument(
                f"the checkpoint is of step {step}, and there are {noise.iterations}"
            )
        params, opt_state = _jax_checkpoint.filled((like.params, like.opt_state), about, arrays)
        return PrivateState(step, self._placed(params), self._placed(opt_state), self._run)

    def __repr__(self) -> str:
        return f"<noiseloom.jax.PrivateStep of {self.iterations} steps>"


class PrivateRun(NamedTuple):
    """What :func:`private` returns, to be taken apart: ``init, step = ...``."""

    init: Callable[[Any], PrivateState]
    step: PrivateStep


def private(
    design: Union[Design, Path],
    key: Key,
    loss: Callable[..., Any],
    optimizer: Any,
    data: Any,
    *,
    rng: Optional[jax.Array] = None,
    microbatch: Optional[int] = None,
    devices: Optional[Sequence[Any]] = None,
    record: Optional[Path] = None,
    checkpoint: Optional[Path] = None,
    every: int = 1,
    owners: Optional[Owners] = None,
) -> PrivateRun:
    """A private training run: batches, clipped gradients, noise, record and checkpoint.

    ``state = init(params)`` begins it, or goes on from its checkpoint; ``state = step(state)`` takes the step of that
    state. A step

    1. takes the batch of the design and the key, which may be empty, in microbatches of one size, filled up and masked;
    2. computes the gradient of each example by itself, clips it to the design's clip norm and sums, over all processes
       of jax.distributed where there are several, while the processor makes the noise: core's, to the bit;
    3. divides by the design's expected batch, adds the noise, checks and records;
    4. updates optimizer and parameters, and writes the checkpoint.

    What runs on the device is compiled once. A step that is refused changes nothing, and can be taken again. Several
    processes call ``init`` and ``step`` together, each with all examples and on devices of its own.

    Parameters
    ----------
    design : Design, or path of a strategy file
    key : bytes of length 32, or path of a key file
        The secret of this run alone, and of its continuation. No state, checkpoint or compiled function holds it.
    loss : callable(params, example) or, with `rng`, callable(params, example, rng)
        The loss of one example, a scalar: `example` is `data` without its first dimension.
    optimizer : optax.GradientTransformation, or another with ``init`` and ``update``
        :class:`ScaleThenPrivatize` around an adaptive one scales gradients before they are clipped;
        :class:`AdaptiveClip` clips at a norm that is learned.
    data : pytree of arrays, or Users
        Such as ``(images, labels)``; each array's first dimension is that of the examples. NumPy arrays stay in the
        processor's memory (``numpy.memmap``: on the disk) but for the microbatch; JAX's stay on their device. Each of
        several processes has all examples, of which a step reads its share.
        :class:`Users`: each user's examples as one.
    rng : key of jax.random, optional
        Random numbers of the loss, as for dropout: each example of each step has a key of its own, folded from this
        one. A run goes on with the same.
    microbatch : int, optional
        Examples whose gradients a process has in memory at once. By default 256, or fewer: whose gradients take 256
        MiB, or that its share of a batch rarely exceeds.
    devices : sequence of jax.Device, optional
        Devices of this process that share each microbatch, a multiple of their number; parameters stand on all of
        them. By default one device.
    record : path, optional
        File for a record of each step, which ``noiseloom-cli verify --job`` compares with the claim. Process 0 writes
        it.
    checkpoint : path, optional
        File that is written after steps, and from which the run goes on if it is there, with any number of processes.
        It holds parameters, the optimizer's state and the step, but neither key nor noise. Every process reads it,
        process 0 writes it.
    every : int
        Steps from one checkpoint to the next; the last step always has one.
    owners : Owners, optional
        As for :class:`noiseloom.torch.Run`: a run on the kept examples alone, or on the batches that were formed.

    Returns
    -------
    PrivateRun
        ``init`` and ``step``. ``step.private`` says how many examples of the last step were clipped or not finite (each
        of which counts as zero, by itself), and their mean loss: private. ``step.save(state, path)`` and
        ``step.load(path, state)`` do by hand what `checkpoint` does; ``step.finish()`` ends the record of a run that
        stops early.

    Raises
    ------
    InvalidArgument
        By this function, ``init`` and ``step``: what does not fit, with its value and what is allowed.

    Notes
    -----
    Gradients are clipped at a norm that is shorter by 2e-5, so that rounding makes none of them longer than the clip
    norm. To be equal to the bit, a resumed run needs the same machine, devices, number of processes, microbatch and
    version of JAX.

    Examples
    --------
    >>> init, step = noiseloom.jax.private(design, "run.key", loss, optax.sgd(0.1), (images, labels),
    ...                                    record="run.record", checkpoint="run.state")  # doctest: +SKIP
    >>> state = init(params)  # doctest: +SKIP
    >>> while state.step < step.iterations:  # doctest: +SKIP
    ...     state = step(state)
    """
    step = PrivateStep(
        loaded(design),
        key,
        loss,
        optimizer,
        data,
        rng,
        microbatch,
        devices,
        record,
        checkpoint,
        every,
        owners,
    )
    return PrivateRun(step.init, step)
