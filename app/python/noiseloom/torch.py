"""Noise for training with PyTorch: around any optimizer, in Opacus's, or made on the device.

Opacus clips and sums the gradients of examples; so may anything else. What stands here adds the noise to their sum:
once a step, however many micro-batches it has, scaled as the gradients are.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

import torch
import torch.utils.data

from . import _chacha, _noiseloom
from ._batches import Batches
from ._design import Design
from ._noise import Key, Noise, _check_state, _FORMAT, _type_name, _VERSION, _whole
from ._noiseloom import InvalidArgument
from ._record import Record

__all__ = ["BatchSampler", "DeviceGeneratorNoise", "DeviceNoise", "PrivateOptimizer", "attach", "chacha20_words", "standard_normals"]

_CHUNK = 1 << 17  # blocks of eight coordinates that are made at once


def _signed(word: int) -> int:
    return word - (1 << 32) if word >= 1 << 31 else word


def _rotate(words: torch.Tensor, bits: int) -> torch.Tensor:
    # A shift of signed words to the right draws their sign in, which the mask takes away.
    return (words << bits) | ((words >> (32 - bits)) & ((1 << bits) - 1))


def _roll(row: torch.Tensor, positions: int) -> torch.Tensor:
    return torch.roll(row, -positions, 0)


def chacha20_words(
    key: bytes, nonce: int, first_block: int, blocks: int, device: Union[str, torch.device] = "cpu"
) -> torch.Tensor:
    """The key stream of ChaCha20 (original variant: 64-bit nonce and block counter), made by tensor operations.

    Returns
    -------
    torch.Tensor of int32, shape (blocks, 16), on the device
        The words of 32 bits, as signed numbers of the same bits.
    """
    counter = torch.arange(first_block, first_block + blocks, dtype=torch.int64, device=device)
    low = (((counter & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000).to(torch.int32)
    high = (counter >> 32).to(torch.int32)

    def row(words: Iterable[int]) -> torch.Tensor:
        column = torch.tensor([_signed(word) for word in words], dtype=torch.int32, device=device)
        return column[:, None].expand(4, blocks)

    secret = _chacha.key_words(key)
    last = torch.stack([low, high, torch.full_like(low, _signed(nonce & 0xFFFFFFFF)), torch.full_like(low, _signed(nonce >> 32))])
    start = [row(_chacha.CONSTANTS), row(secret[:4]), row(secret[4:]), last]
    mixed = _chacha.rounds(start, _rotate, _roll)
    return torch.cat([a + b for a, b in zip(mixed, start)]).t().contiguous()


def _normals_of_words(words: torch.Tensor, radius_bits: int, further: Callable[[], torch.Tensor]) -> torch.Tensor:
    """Box-Muller on pairs of words of 64 bits, as core does it; shape (blocks, 16) becomes (blocks * 8,).

    further gives the words that stand in for first words of a pair which are 0, as one in 2^64 is.
    """

    def halves(each: torch.Tensor) -> torch.Tensor:
        # Of each pair: low and high half of its two words.
        return (each.to(torch.int64) & 0xFFFFFFFF).view(-1, 4)

    pairs = halves(words)
    low, high, low2, high2 = (pairs[:, at] for at in range(4))
    if radius_bits == 53:
        u = ((high << 21) + (low >> 11) + 1).to(torch.float64) * 2.0**-53
    else:
        zero = (low | high) == 0
        found = bool(zero.any())
        if found:
            instead = halves(further())
            low, high = torch.where(zero, instead[:, 0], low), torch.where(zero, instead[:, 1], high)
        # Core's rounding: once.
        u = (high.to(torch.float64) * 2.0**43 + (((low << 11) | (low2 & 0x7FF)) + 1).to(torch.float64)) * 2.0**-75
        if found:
            u = torch.where(zero, u * 2.0**-64, u)
    v = ((high2 << 21) + (low2 >> 11)).to(torch.float64) * 2.0**-53
    radius = torch.sqrt(-2 * torch.log(u))
    angle = 2 * torch.pi * v
    return torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], dim=-1).view(-1)


def standard_normals(
    key: bytes, row: int, begin: int, end: int, device: Union[str, torch.device] = "cpu", radius_bits: int = 139
) -> torch.Tensor:
    """z[row, begin..end) of core's generator: the same words, and the same normals to rounding (1e-14).

    Parameters
    ----------
    key : bytes of length 32
        The generator's own key: of a run, its sub-key for noise.
    radius_bits : 139 or 53
        53 for strategy files up to version 8 (docs/formats.md).

    Returns
    -------
    torch.Tensor of float64, shape (end - begin,), on the device
    """
    parts: List[torch.Tensor] = []
    last = (end + 7) // 8
    for first in range(begin // 8, last, _CHUNK):
        blocks = min(_CHUNK, last - first)

        def words(nonce: int, first: int = first, blocks: int = blocks) -> torch.Tensor:
            return chacha20_words(key, nonce, first, blocks, device)

        parts.append(_normals_of_words(words(row), radius_bits, lambda words=words: words(_chacha.FURTHER_ROWS + row)))
    made = parts[0] if len(parts) == 1 else torch.cat(parts)
    skipped = begin - begin // 8 * 8
    return made[skipped : skipped + end - begin]


class DeviceNoise:
    """The noise of :class:`noiseloom.Noise` made by tensor operations where the model is: the words are the same to the
    bit, the noise is the same to rounding. Ring buffers stand on the device.

    Parameters
    ----------
    design : Design
    key : bytes of length 32, or path of a key file
    parameters : int
    device : torch device
        One that has float64.
    shard : (rank, world)
    dtype : torch.float32 or torch.float64
        Of the noise and of what is kept; sums are made in float64.
    """

    def __init__(
        self,
        design: Design,
        key: Key,
        parameters: int,
        device: Union[str, torch.device] = "cpu",
        shard: Tuple[int, int] = (0, 1),
        dtype: Any = torch.float32,
    ) -> None:
        name = _type_name(dtype)
        if name not in ("float32", "float64"):
            raise InvalidArgument(f"dtype = {name} is not allowed: use float32 or float64")
        self._design = design
        self._strategy = design._strategy
        source = _noiseloom.KeySource(key)
        self._secret = _noiseloom.noise_key(source)
        self._key_id = _noiseloom.key_identifier(source)
        self.parameters, (self.rank, self.world) = _whole("parameters", parameters), shard
        self.begin, self.end = _noiseloom.shard(parameters, *shard)
        self.device = torch.device(device)
        self.dtype: torch.dtype = getattr(torch, name)
        self._start()

    def _start(self) -> None:
        self._step = 0
        self._kept: Dict[int, torch.Tensor] = {}  # by step; of a BLT by buffer, of a tree by height, of a tree of BLTs by row

    @property
    def step(self) -> int:
        """The step whose noise comes next."""
        return self._step

    @property
    def iterations(self) -> int:
        return self._design.iterations

    def _normals(self, row: int) -> torch.Tensor:
        return standard_normals(self._secret, row, self.begin, self.end, self.device, self._strategy.radius_bits)

    def _rounded(self, values: torch.Tensor) -> torch.Tensor:
        return values.to(self.dtype)

    def _tree(self, own: List[float]) -> torch.Tensor:
        """As core's tree_recurrence.cpp, which says why."""
        top = ((self._step ^ (self._step + 1)).bit_length()) - 1  # height of the largest node that the step completes
        row = 2 * self._step - bin(self._step).count("1")
        y = self._normals(row)
        replaced = torch.zeros_like(y)
        for height in range(1, top + 1):
            left = self._kept[height - 1].to(torch.float64)
            y = own[height] * self._normals(row + height) + (1 - own[height]) * (y + left)
            replaced += left
        estimate = self._rounded(y)
        self._kept[top] = estimate
        return estimate.to(torch.float64) - replaced

    def _blocks(self, numbers: List[float]) -> torch.Tensor:
        """As core's recursive_blt_recurrence.cpp, which says why."""
        block, levels = int(numbers[0]), int(numbers[1])
        width = (len(numbers) - 2) // levels
        count = (width - 1) // 2
        ended, rest = 0, self._step
        while rest > 0 and rest % block == 0:
            ended, rest = ended + 1, rest // block
        row = self._step + (self._step - 1) // block if self._step > 0 else 0

        def add(level: int, row: int) -> torch.Tensor:
            own = numbers[2 + level * width : 2 + (level + 1) * width]
            z = self._normals(row)
            y = z.clone()
            for i, (omega, theta) in enumerate(zip(own[1 : 1 + count], own[1 + count :])):
                at = level * count + i
                buffer = self._kept.get(at)
                if buffer is not None:
                    y += omega * buffer.to(torch.float64)
                self._kept[at] = self._rounded(z if buffer is None else theta * buffer.to(torch.float64) + z)
            y /= own[0]
            if level + 1 == levels:
                return y
            before = self._kept.get(levels * count + level)
            before = torch.zeros_like(y) if before is None else before.to(torch.float64)
            self._kept[levels * count + level] = self._rounded(before + y)
            return self._kept[levels * count + level].to(torch.float64) - before

        y: Optional[torch.Tensor] = None
        if ended > 0:
            y, row = add(ended, row), row + 1
            for level in range(ended):
                y -= self._kept.pop(levels * count + level).to(torch.float64)
                for i in range(count):
                    self._kept.pop(level * count + i)
        own = add(0, row)
        return own if y is None else y + own

    def _y(self) -> torch.Tensor:
        kind, weights = self._strategy.recurrence(self._step)
        if kind == "tree":
            return self._tree(weights)
        if kind == "blocks":
            return self._blocks(weights)
        if kind == "buffers":
            count = len(weights) // 2
            z = self._normals(self._step)
            y = z.clone()
            for i, (omega, theta) in enumerate(zip(weights[:count], weights[count:])):
                buffer = self._kept.get(i)
                if buffer is not None:
                    y += omega * buffer.to(torch.float64)
                self._kept[i] = self._rounded(z if buffer is None else theta * buffer.to(torch.float64) + z)
            return y
        if kind == "rows":
            y = self._normals(self._step)
            for lag in range(1, min(len(weights), self._step + 1)):
                y -= weights[lag] * self._kept[self._step - lag].to(torch.float64)
            y /= weights[0]
            self._keep(y, len(weights) - 1)
            return y
        fresh = self._rounded(self._normals(self._step))
        y = weights[0] * fresh.to(torch.float64)
        for lag in range(1, len(weights)):
            earlier = self._kept.get(self._step - lag)
            if earlier is None:  # not kept, or the run was resumed
                earlier = self._rounded(self._normals(self._step - lag))
            y += weights[lag] * earlier.to(torch.float64)
        self._keep(fresh, self._design.noise_rows)
        return y

    def _keep(self, row: torch.Tensor, rows: int) -> None:
        if rows > 0:
            self._kept[self._step] = self._rounded(row)
        self._kept.pop(self._step - rows, None)

    def next(self, out: Optional[torch.Tensor] = None) -> torch.Tensor:
        """The next step's noise: a tensor of shape (end - begin,) on the device, or `out`, written in place."""
        if self._step >= self.iterations:
            raise InvalidArgument(
                f"step = {self._step} is not allowed: the strategy and its privacy claim end after {self.iterations} steps"
            )
        if out is not None:
            if out.dtype != self.dtype or not out.is_contiguous() or out.numel() != self.end - self.begin:
                raise InvalidArgument(f"out must be contiguous, with {self.end - self.begin} values of {self.dtype}")
            if out.device != self.device or out.requires_grad:
                raise InvalidArgument(f"out must be on {self.device} and require no gradients")
        y = self._rounded(self._y())
        made = (self._design.stddev * y.to(torch.float64)).to(self.dtype)
        self._step += 1
        if out is None:
            return made
        out.view(-1).copy_(made)
        return out

    def advance(self, step: int) -> None:
        """Goes on to `step`, which must not lie before."""
        if not self._step <= step <= self.iterations:
            raise InvalidArgument(f"step = {step} is not allowed: use an integer from {self._step} to {self.iterations}")
        if self._strategy.recurrence(0)[0] == "columns":  # y depends on z alone, which is made again
            self._kept = {at: row for at, row in self._kept.items() if self._step == step}
            self._step = step
        while self._step < step:
            self._y()
            self._step += 1

    def _expected(self) -> Dict[str, Any]:
        return {
            "strategy_sha256": self._design.sha256,
            "key_id": self._key_id,
            "parameters": self.parameters,
            "rank": self.rank,
            "world": self.world,
            "dtype": _type_name(self.dtype),
        }

    def state_dict(self) -> Dict[str, Any]:
        """As :meth:`noiseloom.Noise.state_dict`, and exchangeable with it: neither key nor noise stands in it."""
        return {"format": _FORMAT, "version": _VERSION, "step": self._step, **self._expected()}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        step = _check_state(state, self._expected())
        if "generator_state" in state:
            raise InvalidArgument("the state is of the device's own generator, whose noise the key cannot make again")
        if not 0 <= step <= self.iterations:
            raise InvalidArgument(f"the state is of step {step}, and there are {self.iterations}")
        if step < self._step:
            self._start()
        self.advance(step)


class DeviceGeneratorNoise(DeviceNoise):
    """Correlated noise of the device's own generator (``torch.Generator``), which is fast there: not the plan's bits, not
    those of the key, not addressed by step. What follows:

    - The generator is no cipher (PyTorch's are a Mersenne Twister on the processor and Philox on GPUs), and is begun anew
      with 64 random bits of the system: whoever guesses these, or learns its state, knows all noise. The claim holds
      against those who cannot.
    - ``state_dict()`` holds the generator's state and the kept noise, since nothing can be made again from the key: a
      checkpoint is as secret as the noise, and as large as what is kept. Only it resumes the run.
    - No record: nobody could verify the noise.

    Parameters
    ----------
    As of :class:`DeviceNoise`; the key only names the run that a state belongs to.
    """

    def _start(self) -> None:
        super()._start()
        self._generator = torch.Generator(self.device)
        self._generator.manual_seed(int.from_bytes(os.urandom(8), "little", signed=True))

    def _normals(self, row: int) -> torch.Tensor:
        # Each row is asked for once, in the order of the steps.
        return torch.randn(self.end - self.begin, dtype=torch.float64, device=self.device, generator=self._generator)

    def _keep(self, row: torch.Tensor, rows: int) -> None:
        kind, weights = self._strategy.recurrence(self._step)
        if kind != "columns":
            super()._keep(row, rows)
            return
        # No row can be made again: as many stay as the next step can read.
        self._kept[self._step] = self._rounded(row)
        self._kept = {at: each for at, each in self._kept.items() if at > self._step - len(weights)}

    def advance(self, step: int) -> None:
        if step != self._step:
            raise InvalidArgument("the device's own generator is not addressed by step: a run is resumed by its state alone")

    def _expected(self) -> Dict[str, Any]:
        return {**super()._expected(), "generator": "device-own"}

    def state_dict(self) -> Dict[str, Any]:
        """The step, what the noise is of, the generator's state and what is kept: as secret as the noise."""
        kept = {at: row.clone() for at, row in self._kept.items()}
        return {**super().state_dict(), "generator_state": self._generator.get_state(), "kept": kept}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        step = _check_state(state, self._expected())
        if state.get("generator") != "device-own":
            raise InvalidArgument("the state is of noise of the key, which the device's own generator cannot make")
        if not 0 <= step <= self.iterations:
            raise InvalidArgument(f"the state is of step {step}, and there are {self.iterations}")
        self._generator.set_state(state["generator_state"].cpu())
        self._kept = {at: row.to(self.device, copy=True) for at, row in state["kept"].items()}
        self._step = step


class BatchSampler(torch.utils.data.Sampler):
    """A design's batches as the ``batch_sampler`` of ``torch.utils.data.DataLoader``.

    Parameters
    ----------
    batches : Batches
    start : int
        The first step: of a resumed run ``optimizer.noise.step``. A loader with workers asks for batches ahead of
        training, so that nothing else but the steps taken knows where a run stands.

    Notes
    -----
    A sampled batch may be empty, for which DataLoader's own ``collate_fn`` fails: pass one that takes an empty list.
    """

    def __init__(self, batches: Batches, start: int = 0) -> None:
        if not 0 <= start <= len(batches):
            raise InvalidArgument(f"start = {start} is not allowed: use an integer from 0 to {len(batches)}")
        self.batches = batches
        self.start = start

    def __iter__(self) -> Iterator[List[int]]:
        for step in range(self.start, len(self.batches)):
            yield self.batches[step].tolist()

    def __len__(self) -> int:
        return len(self.batches) - self.start


class _GradientNoise:
    """Adds each step's noise to gradients that are the sum of clipped ones, divided by `divisor`."""

    def __init__(
        self, parameters: List[torch.nn.Parameter], design: Design, key: Key, generator: str, distributed: bool
    ) -> None:
        if not parameters:
            raise InvalidArgument("the optimizer has no parameters that require gradients")
        types = {parameter.dtype for parameter in parameters}
        if len(types) != 1 or not types <= {torch.float32, torch.float64}:
            names = ", ".join(sorted(_type_name(each) for each in types))
            raise InvalidArgument(
                f"the parameters are of {names}: noise is made for all of float32 or all of float64; sum gradients of "
                "other types in copies of those"
            )
        self.parameters = parameters
        self.dtype = types.pop()
        self.total = sum(parameter.numel() for parameter in parameters)
        self.rank, self.world = 0, 1
        if distributed:
            self.rank, self.world = torch.distributed.get_rank(), torch.distributed.get_world_size()
        shard = (self.rank, self.world)
        if generator == "processor":
            self.noise: Union[Noise, DeviceNoise] = design.noise(key, self.total, shard, self.dtype)
            device = torch.device("cpu")
        elif generator == "device":
            device = parameters[0].device
            self.noise = DeviceNoise(design, key, self.total, device, shard, self.dtype)
        elif generator == "device-own":
            device = parameters[0].device
            self.noise = DeviceGeneratorNoise(design, key, self.total, device, shard, self.dtype)
        else:
            raise InvalidArgument(f"generator = {generator} is not allowed: use processor, device or device-own")
        # As long as the longest shard: what is gathered has one size a rank.
        longest = -(-self.total // self.world)
        self._row = torch.zeros(longest, dtype=self.dtype, device=device)

    @property
    def own(self) -> torch.Tensor:
        """The last step's noise of this shard."""
        return self._row[: self.noise.end - self.noise.begin]

    def row(self) -> torch.Tensor:
        """The step's noise of all coordinates."""
        own = self.own
        self.noise.next(own)
        if self.world == 1:
            return own
        parts = [torch.empty_like(self._row) for _ in range(self.world)]
        torch.distributed.all_gather(parts, self._row)
        ends = [_noiseloom.shard(self.total, rank, self.world) for rank in range(self.world)]
        return torch.cat([part[: end - begin] for part, (begin, end) in zip(parts, ends)])

    @torch.no_grad()
    def add(self, divisor: float, take: Callable[[torch.nn.Parameter], Optional[torch.Tensor]]) -> None:
        """parameter.grad = take(parameter) + noise / divisor; no gradient counts as zero, as the noise must be there."""
        gradients = [take(parameter) for parameter in self.parameters]
        for parameter, gradient in zip(self.parameters, gradients):
            if gradient is not None and (gradient.dtype != self.dtype or gradient.is_sparse):
                raise InvalidArgument("a gradient is sparse or of another type than its parameter")
            # Before any noise is made: that of a step that is taken again would be another step's.
            if gradient is not None and not torch.isfinite(gradient).all():
                raise InvalidArgument("a gradient is infinite or no number: no noise was made, and no step taken")
        row = self.row()
        at = 0
        for parameter, gradient in zip(self.parameters, gradients):
            noise = row[at : at + parameter.numel()].view_as(parameter).to(parameter.device)
            at += parameter.numel()
            if gradient is None:
                parameter.grad = noise / divisor
            else:
                parameter.grad = gradient.add_(noise, alpha=1 / divisor)


class _Recording:
    """A record that is opened at the first step, and anew where the noise has been loaded: a resume stands in it."""

    def __init__(
        self, path: Union[str, "os.PathLike[str]"], dataset_size: Optional[int], generator: str, **how: Any
    ) -> None:
        if dataset_size is None:
            raise InvalidArgument("a record needs dataset_size, the number of examples")
        if generator != "processor":
            raise InvalidArgument("a record needs generator = processor: other noise is not the same to the bit when it is verified")
        self._path, self._dataset_size, self._how = path, dataset_size, how
        self._record: Optional[Record] = None
        self._next = 0

    def begin(self, noise: Noise, batch: Any) -> None:
        """Before a step: what cannot be recorded is refused, and no noise is made for it."""
        if batch is None:
            raise InvalidArgument("the record needs the step's batch: the indices of all its examples, rising")
        if noise.step >= noise.iterations:
            return  # which the noise refuses
        if self._record is None or self._next != noise.step:
            if self._record is not None:
                self._record.close()
            self._record = Record(self._path, noise, self._dataset_size, **self._how)
            self._next = noise.step

    def add(self, batch: Any, own: torch.Tensor, released: Iterable[torch.Tensor]) -> None:
        assert self._record is not None
        release = torch.cat([each.detach().reshape(-1).cpu() for each in released]).numpy()
        self._record.add(self._next, batch, own, release)
        self._next += 1


def _check_clip_norm(design: Design, clip_norm: float) -> None:
    if float(clip_norm) != design.clip_norm:
        raise InvalidArgument(
            f"gradients are clipped at {clip_norm}, but the design's noise is for a clip norm of {design.clip_norm}: make a "
            "design for this one"
        )


def _check_not_private(optimizer: torch.optim.Optimizer) -> None:
    """An optimizer that adds noise itself would take its gradients from elsewhere, and leave out the noise added here."""
    inner: Any = optimizer
    while inner is not None:
        if isinstance(inner, PrivateOptimizer) or callable(getattr(inner, "add_noise", None)):
            raise InvalidArgument(
                f"{type(inner).__name__} adds noise itself: give PrivateOptimizer the optimizer inside of it, or use "
                "attach() for an optimizer of Opacus"
            )
        inner = getattr(inner, "original_optimizer", None)


# Of Opacus: one changes its clip norm from step to step and adds noise elsewhere too, the others add noise on one rank alone.
_NOT_TO_BE_ATTACHED = ("AdaClipDPOptimizer", "DistributedDPOptimizer", "DistributedPerLayerOptimizer", "FSDPOptimizerFastGradientClipping",
                       "DistributedDPOptimizerFastGradientClipping", "SimpleDistributedPerLayerOptimizer")


def _requiring(groups: Iterable[Dict[str, Any]]) -> List[torch.nn.Parameter]:
    return [each for group in groups for each in group["params"] if each.requires_grad]


class PrivateOptimizer(torch.optim.Optimizer):
    """An optimizer with the noise of a design before each of its steps.

    At each :meth:`step` every ``parameter.grad`` must hold the sum of the clipped gradients of the step's whole batch
    (``reduction="sum"``), or that sum divided by `batch_size` (``reduction="mean"``). Accumulate over micro-batches by
    calling ``backward()`` for each and :meth:`step` once: the noise is added once, and scaled once. A parameter without
    a gradient gets the noise alone, as does an empty batch.

    Parameters
    ----------
    optimizer : torch.optim.Optimizer
        Takes the step.
    design : Design
    key : bytes of length 32, or path of a key file
    clip_norm : float
        Norm to which each example's gradient is clipped: must be the design's.
    reduction : "sum" or "mean"
        What the gradients are when :meth:`step` is called. There is no default: noise for the sum added to a mean
        is too much by the factor of the batch, and the reverse breaks the claim.
    batch_size : float
        With "mean": the number that the sum was divided by, the same for every step (the expected batch size where
        batches are sampled). Under DistributedDataParallel, which divides by the number of ranks: that too.
    generator : "processor", "device" or "device-own"
        Noise of core, the same to the bit everywhere; the same words made on the parameters' device; or the device's own
        generator, with what :class:`DeviceGeneratorNoise` says of it.
    distributed : bool
        Each rank of torch.distributed makes one shard of the noise, and all get all of it. Otherwise each process
        makes all of it.
    record : path, optional
        Writes what each step did (:class:`noiseloom.Record`; the parameters after it as what it released), to be
        compared with the claim by ``noiseloom-cli verify --job``. Each rank needs a file of its own. Goes on with the
        file where the run is resumed. :meth:`step` then needs its batch.
    dataset_size : int
        With a record: examples.
    """

    def __init__(
        self,
        optimizer: torch.optim.Optimizer,
        design: Design,
        key: Key,
        *,
        clip_norm: float,
        reduction: str,
        batch_size: Optional[float] = None,
        generator: str = "processor",
        distributed: bool = False,
        record: Union[str, "os.PathLike[str]", None] = None,
        dataset_size: Optional[int] = None,
    ) -> None:
        _check_clip_norm(design, clip_norm)
        _check_not_private(optimizer)
        if reduction not in ("sum", "mean"):
            raise InvalidArgument(f"reduction = {reduction} is not allowed: use sum or mean")
        if (reduction == "mean") != (batch_size is not None):
            raise InvalidArgument("batch_size goes with reduction = mean, and only with it: what the sum was divided by")
        if batch_size is not None and not 0 < batch_size < float("inf"):
            raise InvalidArgument(f"batch_size = {batch_size} is not allowed: use a number above 0")
        self.original_optimizer = optimizer
        self.reduction = reduction
        self.batch_size = batch_size
        self._gradient_noise = _GradientNoise(_requiring(optimizer.param_groups), design, key, generator, distributed)
        self._recording = None
        if record is not None:
            self._recording = _Recording(
                record, dataset_size, generator, clip_norm=clip_norm, reduction=reduction, batch_size=batch_size
            )

    # All that schedulers and training loops look at is the optimizer's own.
    param_groups = property(
        lambda self: self.original_optimizer.param_groups,
        lambda self, value: setattr(self.original_optimizer, "param_groups", value),
    )
    state = property(
        lambda self: self.original_optimizer.state, lambda self, value: setattr(self.original_optimizer, "state", value)
    )
    defaults = property(
        lambda self: self.original_optimizer.defaults,
        lambda self, value: setattr(self.original_optimizer, "defaults", value),
    )

    @property
    def noise(self) -> Union[Noise, DeviceNoise]:
        """The noise of this process's shard."""
        return self._gradient_noise.noise

    def step(self, closure: Optional[Callable[[], Any]] = None, *, batch: Any = None) -> Any:  # type: ignore[override]
        """Adds the step's noise and takes the step. Refused after the design's last step.

        Parameters
        ----------
        batch : integers, optional
            For the record: all examples that the gradients are of, on whatever rank, each once, rising.
        """
        if [id(each) for each in _requiring(self.param_groups)] != [id(each) for each in self._gradient_noise.parameters]:
            raise InvalidArgument("the optimizer's parameters are no longer those that the noise was made for")
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        if self._recording is not None:
            self._recording.begin(self.noise, batch)  # type: ignore[arg-type]
        self._gradient_noise.add(1.0 if self.batch_size is None else float(self.batch_size), lambda each: each.grad)
        self.original_optimizer.step()
        if self._recording is not None:
            self._recording.add(batch, self._gradient_noise.own, self._gradient_noise.parameters)
        return loss

    def zero_grad(self, set_to_none: bool = True) -> None:
        self.original_optimizer.zero_grad(set_to_none=set_to_none)

    def add_param_group(self, param_group: Dict[str, Any]) -> None:
        raise InvalidArgument("parameters cannot be added: the noise is made for those of the beginning")

    def state_dict(self) -> Dict[str, Any]:
        """The optimizer's state with the noise's: the step and what the noise is of, neither key nor noise."""
        return {
            "optimizer": self.original_optimizer.state_dict(),
            "noise": self.noise.state_dict(),
            "reduction": self.reduction,
            "batch_size": self.batch_size,
        }

    def load_state_dict(self, state_dict: Dict[str, Any]) -> None:
        """Goes on from a checkpoint: noise first, which refuses what does not fit and makes again what it needs."""
        for name in ("reduction", "batch_size"):
            if state_dict[name] != getattr(self, name):
                raise InvalidArgument(f"the state has {name} = {state_dict[name]}, and this optimizer {getattr(self, name)}")
        self.noise.load_state_dict(state_dict["noise"])
        self.original_optimizer.load_state_dict(state_dict["optimizer"])

    def __repr__(self) -> str:
        return f"PrivateOptimizer({self.original_optimizer!r}, reduction={self.reduction!r}, batch_size={self.batch_size})"


def attach(
    optimizer: torch.optim.Optimizer,
    design: Design,
    key: Key,
    *,
    generator: str = "processor",
    distributed: bool = False,
    record: Union[str, "os.PathLike[str]", None] = None,
    dataset_size: Optional[int] = None,
) -> Union[Noise, DeviceNoise]:
    """Replaces the noise of Opacus's optimizer, or of any that works alike, by a design's.

    Such an optimizer clips (``max_grad_norm``), sums over micro-batches into ``parameter.summed_grad``, calls its
    ``add_noise()`` once a step, and then divides as its loss reduction says: all that stays as it is, so the noise is
    scaled like the gradients. Its ``noise_multiplier`` no longer matters, nor does what its engine accounts for.
    Its ``state_dict()`` then holds the noise's state, which ``load_state_dict()`` goes on from.

    Parameters
    ----------
    record, dataset_size
        As of :class:`PrivateOptimizer`, with the noisy sum as what a step released. The optimizer then has a method
        ``record_batch(batch)``, which is to be called with the examples of each step before it is taken.

    Returns
    -------
    Noise or DeviceNoise
        Of this process's shard.
    """
    if not callable(getattr(optimizer, "add_noise", None)) or not hasattr(optimizer, "max_grad_norm"):
        raise InvalidArgument("the optimizer has no add_noise() and max_grad_norm as Opacus's has: use PrivateOptimizer")
    for each in type(optimizer).__mro__:
        if each.__name__ in _NOT_TO_BE_ATTACHED:
            raise InvalidArgument(f"{each.__name__} is not allowed: use Opacus's DPOptimizer in a single process")
    _check_clip_norm(design, getattr(optimizer, "max_grad_norm"))
    gradient_noise = _GradientNoise(_requiring(optimizer.param_groups), design, key, generator, distributed)
    recording, batches = None, []
    if record is not None:
        reduction = getattr(optimizer, "loss_reduction", None)
        if reduction not in ("sum", "mean"):
            raise InvalidArgument("a record needs the optimizer's loss_reduction, sum or mean, as Opacus's has it")
        recording = _Recording(
            record, dataset_size, generator, clip_norm=getattr(optimizer, "max_grad_norm"), reduction=reduction,
            batch_size=getattr(optimizer, "expected_batch_size") if reduction == "mean" else None,
        )
        optimizer.record_batch = batches.append  # type: ignore[attr-defined]

    def add_noise() -> None:
        _check_clip_norm(design, getattr(optimizer, "max_grad_norm"))  # a scheduler may have moved it
        if recording is not None:
            if len(batches) > 1 or getattr(optimizer, "accumulated_iterations", 1) != 1:
                raise InvalidArgument("the record takes one batch and one backward pass a step: Opacus divides by their number")
            recording.begin(gradient_noise.noise, batches[0] if batches else None)  # type: ignore[arg-type]
        summed = [parameter.summed_grad for parameter in gradient_noise.parameters]

        def take(parameter: torch.nn.Parameter) -> Optional[torch.Tensor]:
            gradient = parameter.summed_grad  # type: ignore[attr-defined]
            return None if gradient is None else gradient.clone().view_as(parameter)

        gradient_noise.add(1.0, take)
        for gradient in summed:
            if gradient is not None:
                gradient._processed = True  # as Opacus marks what must not be used again
        if recording is not None:
            recording.add(batches.pop(), gradient_noise.own, [each.grad for each in gradient_noise.parameters])

    state_dict, load_state_dict = optimizer.state_dict, optimizer.load_state_dict

    def with_noise() -> Dict[str, Any]:
        return {**state_dict(), "noise": gradient_noise.noise.state_dict()}

    def load(state: Dict[str, Any]) -> None:
        if "noise" not in state:
            raise InvalidArgument("the state holds none of Noiseloom's noise")
        gradient_noise.noise.load_state_dict(state["noise"])
        load_state_dict({name: value for name, value in state.items() if name != "noise"})

    optimizer.add_noise = add_noise  # type: ignore[attr-defined]
    optimizer.state_dict = with_noise  # type: ignore[method-assign]
    optimizer.load_state_dict = load  # type: ignore[method-assign]
    return gradient_noise.noise
