"""What a training job did, as it does it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _noiseloom
from ._noise import _whole
from ._noiseloom import InvalidArgument
from ._scale import _number, divisor_of

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
        With "mean": what sums are divided by, the same for every step: the design's batch, N k / n.
    noise_scale : float, optional
        By what the job multiplies the generator's noise before it adds it: 1 / batch_size unless you say otherwise.
    ranks : int
        Processes among which each batch is shared out.

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
        ranks: int = 1,
    ) -> None:
        file = os.fspath(path)
        if isinstance(file, bytes) or (
            len(file) == 64 and all(each in "0123456789abcdefABCDEF" for each in file)
        ):
            raise InvalidArgument(
                "path is not allowed: use a text or a pathlib.Path; what was given may be a key"
            )
        dataset_size = _whole("dataset_size", dataset_size)
        divisor = divisor_of(noise._design, reduction, batch_size, dataset_size)
        scale = 1 / divisor if noise_scale is None else _number("noise_scale", noise_scale)
        self._figures = (_number("clip_norm", clip_norm), divisor)
        design = noise._design
        self._record = _noiseloom.Record(
            design._strategy,
            noise._key,
            file,
            dataset_size,
            noise.parameters,
            noise.rank,
            noise.world,
            noise.dtype.name,
            reduction,
            divisor,
            scale,
            self._figures[0],
            _whole("ranks", ranks),
            noise.step,
        )
        if _noiseloom.key_identifier(noise._key) != noise._noise.key_id:
            raise InvalidArgument("the key file holds another key by now")

    def add(
        self,
        step: int,
        batch: Any,
        noise: Any,
        release: Any = None,
        *,
        clip_norm: Optional[float] = None,
        batch_size: Optional[float] = None,
    ) -> None:
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
            repeated after a resume from one that was done twice, as does this: it refuses a step that the record knows
            with another release.
        clip_norm, batch_size : float, optional
            What this step was clipped at and divided by, where the job knows. Others than the
            record's are recorded and then refused.
        """
        examples = np.asarray(batch)
        if examples.ndim != 1 or (examples.size > 0 and examples.dtype.kind not in "iu"):
            raise InvalidArgument("batch must be indices of examples: a sequence of integers")
        figures = tuple(
            had if given is None else _number(name, given)
            for name, given, had in zip(
                ("clip_norm", "batch_size"), (clip_norm, batch_size), self._figures
            )
        )
        step = _whole("step", step)
        self._record.add(step, np.ascontiguousarray(examples, np.int64), noise, release, *figures)
        for what, now, before in zip(("clipped at", "divided by"), figures, self._figures):
            if now != before:
                raise InvalidArgument(
                    f"step {step} was {what} {now:g}, and this run's gradients are {what} "
                    f"{before:g}, whatever the batch: the record "
                    "holds it, and the claim is not true of it"
                )

    @property
    def version(self) -> int:
        """Of the file's format: that of the program that began it."""
        return self._record.version

    def check_release(self, step: int, release: Any) -> None:
        """Refuses, as :meth:`add` does, a step that the record knows with another release; nothing is written."""
        self._record.check_release(_whole("step", step), release)

    def finish(self) -> None:
        """The run is over, before the design's last step, after which a record ends by itself: says
        so, by which ``verify`` knows a whole record from one whose end was cut off."""
        self._record.finish()

    def close(self) -> None:
        """Lets go of the file; nothing can be added any more."""
        self._record.close()

    def __enter__(self) -> "Record":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
