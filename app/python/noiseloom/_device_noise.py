"""The noise of a run, made by PyTorch's tensor operations on the model's device."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Tuple, Union

import torch

from . import _noiseloom
from ._design import Design
from ._device_normals import standard_normals
from ._keys import HoldsKey
from ._noise import Key, _check_state, _FORMAT, _shard, _shown, _type_name, _VERSION, _whole
from ._noiseloom import InvalidArgument


def _device(device: Any) -> torch.device:
    try:
        return torch.device(device)
    except (RuntimeError, TypeError):  # its message would print the argument
        raise InvalidArgument(
            f"device = {_shown(device)} is not allowed: use a device of torch"
        ) from None


class DeviceNoise(HoldsKey):
    """The noise of :class:`noiseloom.Noise`, made by tensor operations on the model's device: the pseudorandom words
    are the same to the bit, the noise up to rounding. Kept rows stay on the device.

    Parameters
    ----------
    design : Design
    key : bytes of length 32, or path of a key file
    parameters : int
    device : torch device
        Must support float64.
    shard : (rank, world)
    dtype : torch.float32 or torch.float64
        Type of the noise and of kept rows; sums are computed in float64.
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
        self.parameters = _whole("parameters", parameters)
        self.rank, self.world = _shard(shard)
        self.begin, self.end = _noiseloom.shard(self.parameters, self.rank, self.world)
        self.device = _device(device)
        self.dtype: torch.dtype = getattr(torch, name)
        self._start()

    def _start(self) -> None:
        self._step = 0
        # Rows by step; of a BLT by buffer, of a tree by height, of a tree of BLTs as _blocks() numbers them.
        self._kept: Dict[int, torch.Tensor] = {}

    @property
    def step(self) -> int:
        """The step whose noise comes next."""
        return self._step

    @property
    def iterations(self) -> int:
        return self._design.iterations

    def _normals(self, row: int) -> torch.Tensor:
        return standard_normals(
            self._secret, row, self.begin, self.end, self.device, self._strategy.radius_bits
        )

    def _rounded(self, values: torch.Tensor) -> torch.Tensor:
        return values.to(self.dtype)

    def _tree(self, own: List[float]) -> torch.Tensor:
        """Follows core's TreeRecurrence, which explains it."""
        # The height of the largest node that the step completes.
        top = ((self._step ^ (self._step + 1)).bit_length()) - 1
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

    def _blocks(self, parts: Dict[str, Any]) -> torch.Tensor:
        """Follows core's RecursiveBltRecurrence, which explains it."""
        block, weights = parts["block_size"], parts["level_weight"]
        scales, decays = parts["inverse_output_scale"], parts["inverse_buf_decay"]
        levels, count = len(weights), len(scales[0])
        ended, rest = 0, self._step
        while rest > 0 and rest % block == 0:
            ended, rest = ended + 1, rest // block
        row = self._step + (self._step - 1) // block if self._step > 0 else 0

        def add(level: int, row: int) -> torch.Tensor:
            z = self._normals(row)
            y = z.clone()
            for i, (omega, theta) in enumerate(zip(scales[level], decays[level])):
                at = level * count + i
                buffer = self._kept.get(at)
                if buffer is not None:
                    y += omega * buffer.to(torch.float64)
                self._kept[at] = self._rounded(
                    z if buffer is None else theta * buffer.to(torch.float64) + z
                )
            y /= weights[level]
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
        parts = self._strategy.recurrence(self._step)
        form = parts["form"]
        if form == "tree":
            return self._tree(parts["own_weight"])
        if form == "blocks":
            return self._blocks(parts)
        if form == "buffers":
            z = self._normals(self._step)
            y = z.clone()
            for i, (omega, theta) in enumerate(
                zip(parts["inverse_output_scale"], parts["inverse_buf_decay"])
            ):
                buffer = self._kept.get(i)
                if buffer is not None:
                    y += omega * buffer.to(torch.float64)
                self._kept[i] = self._rounded(
                    z if buffer is None else theta * buffer.to(torch.float64) + z
                )
            return y
        weights = parts["weights"]
        if form == "rows":
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
                f"step = {self._step} is not allowed: the strategy and its privacy claim end after "
                f"{self.iterations} steps"
            )
        if out is not None:
            if (
                out.dtype != self.dtype
                or not out.is_contiguous()
                or out.numel() != self.end - self.begin
            ):
                raise InvalidArgument(
                    f"out must be contiguous, with {self.end - self.begin} values of {self.dtype}"
                )
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
        """Advances to `step`, not backwards."""
        step = _whole("step", step)
        if not self._step <= step <= self.iterations:
            raise InvalidArgument(
                f"step = {step} is not allowed: use an integer from {self._step} to {self.iterations}"
            )
        # This form needs nothing but z, which the key makes again: steps in between are skipped.
        if self._strategy.recurrence(0)["form"] == "columns":
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
        """Interchangeable with :meth:`noiseloom.Noise.state_dict`: holds neither the key nor any noise."""
        return {"format": _FORMAT, "version": _VERSION, "step": self._step, **self._expected()}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        step = _check_state(state, self._expected())
        if "generator_state" in state:
            raise InvalidArgument(
                "the state is of the device's own generator, whose noise the key cannot make again"
            )
        if not 0 <= step <= self.iterations:
            raise InvalidArgument(f"the state is of step {step}, and there are {self.iterations}")
        if step < self._step:
            self._start()
        self.advance(step)


class DeviceGeneratorNoise(DeviceNoise):
    """Correlated noise from the device's own generator (``torch.Generator``), which is fast there.
    The key does not determine it, and steps cannot be made out of order. Consequences:

    - The generator is not a cipher (PyTorch has a Mersenne Twister on the processor, Philox on
      GPUs), and is seeded with 64 random bits of the system: whoever guesses these, or learns
      its state, knows all noise. The claim holds only against those who cannot.
    - ``state_dict()`` holds the generator's state and the kept rows, since the key cannot make them again: a
      checkpoint is as secret as the noise, and as large as the kept rows. Only from it can the run be resumed.
    - There is no record: nobody could verify the noise.

    Parameters
    ----------
    As for :class:`DeviceNoise`; the key only identifies the run that a state belongs to.
    """

    def _start(self) -> None:
        super()._start()
        self._generator = torch.Generator(self.device)
        self._generator.manual_seed(int.from_bytes(os.urandom(8), "little", signed=True))
        # A random name for this generator's noise, which reveals neither the key nor the generator's state.
        self.stream = os.urandom(16).hex()

    def _normals(self, row: int) -> torch.Tensor:
        # Rows are requested once each and in order, so that `row` is not needed.
        return torch.randn(
            self.end - self.begin,
            dtype=torch.float64,
            device=self.device,
            generator=self._generator,
        )

    def _keep(self, row: torch.Tensor, rows: int) -> None:
        parts = self._strategy.recurrence(self._step)
        if parts["form"] != "columns":
            super()._keep(row, rows)
            return
        # No row can be made again: all that the next step may read are kept.
        self._kept[self._step] = self._rounded(row)
        self._kept = {
            at: each for at, each in self._kept.items() if at > self._step - len(parts["weights"])
        }

    def advance(self, step: int) -> None:
        if _whole("step", step) != self._step:
            raise InvalidArgument(
                "the device's own generator is not addressed by step: a run is resumed by its state alone"
            )

    def _expected(self) -> Dict[str, Any]:
        return {**super()._expected(), "generator": "device-own"}

    def state_dict(self) -> Dict[str, Any]:
        """The step, the identity of the noise, the generator's state and the kept rows: as secret as the noise."""
        kept = {at: row.clone() for at, row in self._kept.items()}
        return {
            **super().state_dict(),
            "generator_state": self._generator.get_state(),
            "kept": kept,
            "stream": self.stream,
        }

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        step = _check_state(state, self._expected())
        if state.get("generator") != "device-own":
            raise InvalidArgument(
                "the state is of noise of the key, which the device's own generator cannot make"
            )
        if not 0 <= step <= self.iterations:
            raise InvalidArgument(f"the state is of step {step}, and there are {self.iterations}")
        self._generator.set_state(state["generator_state"].cpu())
        self.stream = state.get("stream", self.stream)
        self._kept = {at: row.to(self.device, copy=True) for at, row in state["kept"].items()}
        self._step = step
