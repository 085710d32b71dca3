"""What a training job did, as it does it."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _noiseloom
from ._keys import HoldsKey, path_text
from ._noise import _whole
from ._noiseloom import InvalidArgument, IoError
from ._scale import _number, divisor_of

if TYPE_CHECKING:
    from ._noise import Noise


class Record(HoldsKey):
    """A record of a run, which ``noiseloom-cli verify --job`` compares with the claim (docs/formats.md): a file of
    mode 0600 to which :meth:`add` appends a line for each step, on the disk when it returns (see `flush_each_line`). It
    holds codes keyed by
    the run's key, but neither batches nor noise.

    It begins at the present step of `noise`. An existing file is continued: make the record after the noise has been
    loaded or advanced. A context manager; also closed when the program ends.

    Parameters
    ----------
    path : str or path
        A file of its own for each run, and for each shard of it.
    noise : Noise
        The run's noise, with its design, key, shard, dtype and step.
    dataset_size : int
        Number of examples; if the design states one, that number.
    clip_norm : float
        Norm to which the job clips each example's gradient.
    reduction : "sum" or "mean"
        What the job adds the noise to.
    batch_size : float, optional
        With "mean": the number that sums are divided by, the same for every step: the design's batch, N k / n.
    noise_scale : float, optional
        Factor by which the job multiplies the noise before it adds it; by default 1 / batch_size, or 1 with "sum".
    ranks : int
        Number of processes that share each batch.
    flush_each_line : bool
        False: lines are on the disk once :meth:`flush` returns, or the record has ended. For a job that calls it before
        it writes a checkpoint, since none is to be of a step that the record does not know after a power failure.

    Raises
    ------
    IoError
        The file cannot be written, others can read it, or another job is writing it.
    FormatError
        The file is no record, or one of another key, design, shard, ...
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
        flush_each_line: bool = True,
    ) -> None:
        file = path_text(path)
        dataset_size = _whole("dataset_size", dataset_size)
        divisor = divisor_of(noise._design, reduction, batch_size, dataset_size)
        scale = 1 / divisor if noise_scale is None else _number("noise_scale", noise_scale)
        self._figures = (_number("clip_norm", clip_norm), divisor)
        design = noise._design
        given = (
            *(design._strategy, noise._key, file, dataset_size),
            *(noise.parameters, noise.rank, noise.world, noise.dtype.name),
            *(reduction, divisor, scale, self._figures[0], _whole("ranks", ranks), noise.step),
        )
        try:
            self._record = _noiseloom.Record(*given)
        except IoError:
            # A run that this program has let go of may hold the file until what refers to itself is collected.
            gc.collect()
            self._record = _noiseloom.Record(*given)
        self._record.set_flush_each_line(bool(flush_each_line))
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
        """Appends a completed step.

        Parameters
        ----------
        step : int
        batch : integers
            All examples that the step took, on whatever machine, each once, increasing.
        noise : array or tensor of end - begin values
            The noise of this shard, as :meth:`Noise.next` made it, before it is scaled.
        release : bytes or a contiguous array, optional
            What the step released: the noisy sum, or the parameters after it. A step that was repeated
            after a resume has the same release; one that is in the record with another release was done twice, which
            this method and ``verify`` refuse.
        clip_norm, batch_size : float, optional
            The clip norm and divisor of this step, if the job knows them. Other values than the
            record's are recorded and then raise InvalidArgument.
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
        """Version of the file's format, that of the program that began the file."""
        return self._record.version

    def check_release(self, step: int, release: Any) -> None:
        """Raises, as :meth:`add` does, if the step is in the record with another release; writes nothing."""
        self._record.check_release(_whole("step", step), release)

    def flush(self) -> None:
        """Waits until all lines are on the disk."""
        self._record.flush()

    def finish(self) -> None:
        """Marks that the run ends before the design's last step, where a record ends by itself: ``verify``
        can then distinguish a complete record from a truncated one."""
        self._record.finish()

    def close(self) -> None:
        """Flushes and closes the file: no step can be added any more."""
        self._record.close()

    def __enter__(self) -> "Record":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
