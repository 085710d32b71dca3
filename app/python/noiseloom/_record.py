"""What a training job did, as it does it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _noiseloom
from ._noiseloom import InvalidArgument

if TYPE_CHECKING:
    from ._noise import Noise


class Record:
    """A record of a run, which ``noiseloom-cli verify --job`` compares with the claim (docs/formats.md): a file that
    only grows, its owner's alone (mode 0600), a line a step, on the disk when :meth:`add` returns. It holds codes under
    the run's key, and neither batches nor noise.

    Begins with the step that `noise` is at. Where the file is there already, the run goes on with it: make the record
    after the noise has been loaded or advanced. A context manager; also closed with the program.

    Parameters
    ----------
    path : str or path
        One for each run, and for each shard of it.
    noise : Noise
        What makes the run's noise: states the design, the key, the shard, the dtype and the step.
    dataset_size : int
        Examples; the number that the design states, where it states one.
    clip_norm : float
        What the job clips at.
    reduction : "sum" or "mean"
        What the noise is added to.
    batch_size : float, optional
        With "mean": what sums are divided by, the same for every step.
    noise_scale : float, optional
        By what the job multiplies the generator's noise before it adds it: 1 / batch_size unless you say otherwise.

    Raises
    ------
    IoError
        The file cannot be written, others can read it, or another job is writing it.
    FormatError
        It is no record, or that of another key, design, shard, ...
    """

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        noise: "Noise",
        dataset_size: int,
        *,
        clip_norm: float,
        reduction: str,
        batch_size: Optional[float] = None,
        noise_scale: Optional[float] = None,
    ) -> None:
        if (reduction == "mean") != (batch_size is not None):
            raise InvalidArgument("batch_size goes with reduction = mean, and only with it: what sums are divided by")
        divisor = 1.0 if batch_size is None else float(batch_size)
        scale = 1 / divisor if noise_scale is None else float(noise_scale)
        for name, value in (("batch_size", divisor), ("noise_scale", scale), ("clip_norm", float(clip_norm))):
            if not 0 < value < float("inf"):
                raise InvalidArgument(f"{name} = {value} is not allowed: use a number above 0")
        design = noise._design
        self._record = _noiseloom.Record(
            design._strategy, noise._key, os.fspath(path), dataset_size, noise.parameters, noise.rank, noise.world,
            noise.dtype.name, reduction, divisor, scale, float(clip_norm), noise.step,
        )
        if _noiseloom.key_identifier(noise._key) != noise._noise.key_id:
            raise InvalidArgument("the key file holds another key by now")

    def add(self, step: int, batch: Any, noise: Any, release: Any = None) -> None:
        """A step that was done.

        Parameters
        ----------
        step : int
        batch : integers
            All examples that the step took, on whatever machine, each once, rising.
        noise : array or tensor of end - begin values
            Of this shard, as :meth:`Noise.next` made it, before it is scaled.
        release : bytes or a contiguous array, optional
            What the step released: the noisy sum, or the parameters after it. By it ``verify`` tells a step that was
            repeated after a resume from one that was done twice.
        """
        examples = np.asarray(batch)
        if examples.ndim != 1 or (examples.size > 0 and examples.dtype.kind not in "iu"):
            raise InvalidArgument("batch must be indices of examples: a sequence of integers")
        self._record.add(step, np.ascontiguousarray(examples, np.int64), noise, release)

    def close(self) -> None:
        """Lets go of the file; nothing can be added any more."""
        self._record.close()

    def __enter__(self) -> "Record":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
