"""The record of a run, kept by an optimizer."""

from __future__ import annotations

import functools
import os
from typing import Any, Callable, Iterable, List, Optional, Union

import numpy as np
import torch

from ._joined import joined
from ._noiseloom import InvalidArgument
from ._ranks import ranks
from ._record import Record


class Recording:
    """A record that is opened at the first step, and again after noise was loaded, so that it shows each resume."""

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        dataset_size: Optional[int],
        generator: str,
        releases: str = "sums",
        **how: Any,
    ) -> None:
        """releases: "sums", or "parameters" if the records of version 1 hold the parameters after each step."""
        if dataset_size is None:
            raise InvalidArgument("a record needs dataset_size, the number of examples")
        if generator != "processor":
            raise InvalidArgument(
                "a record needs generator = processor: other noise is not the same to the bit when it is verified"
            )
        self._path, self._dataset_size, self._releases, self._how = (
            path,
            dataset_size,
            releases,
            how,
        )
        self._record: Optional[Record] = None
        self._next = 0
        self.flush_each_line = True  # False: whoever writes checkpoints calls flush() before

    @staticmethod
    def problem_of(batch: Any) -> Optional[str]:
        """The problem if the batch cannot be recorded, or None."""
        return (
            "the record needs the step's batch: the indices of all its examples, rising"
            if batch is None
            else None
        )

    def begin(self, noise: Any) -> None:
        """To be called before a step's noise is made, after all other checks: opens the record if needed,
        so that a resume is recorded only with the step after it."""
        if noise.step >= noise.iterations:
            return  # the noise refuses that step itself
        if self._record is None or self._next != noise.step:
            self.close()
            self._record = Record(
                self._path,
                noise,
                self._dataset_size,
                ranks=ranks(),
                flush_each_line=self.flush_each_line,
                **self._how,
            )
            self._next = noise.step

    def line(
        self,
        batch: Any,
        own: torch.Tensor,
        parameters: Iterable[torch.nn.Parameter],
        clip_norm: float,
        later: bool,
    ) -> Callable[[], None]:
        """Returns a function that writes a step's line. The step's release is its noisy gradients, from
        which all else follows. A step that is in the record with another release is refused when
        the line is written; now, if that is to be `later`.
        """
        assert self._record is not None
        # A record of version 1 may hold parameters, which noisy gradients cannot be compared with.
        release: Optional[np.ndarray] = None
        if self._record.version >= 2 or self._releases == "sums":
            gradients: List[Any] = [each.grad for each in parameters]
            row = joined(gradients)
            if row is None:
                whole = [
                    each.full_tensor() if hasattr(each, "full_tensor") else each
                    for each in gradients
                ]
                row = torch.cat([each.detach().reshape(-1).to("cpu", own.dtype) for each in whole])
            release = row.to("cpu", own.dtype).numpy()
        if later and release is not None:
            self._record.check_release(self._next, release)
        return functools.partial(self._add, batch, own, release, clip_norm)

    def _add(
        self, batch: Any, own: torch.Tensor, release: Optional[np.ndarray], clip_norm: float
    ) -> None:
        assert self._record is not None
        try:
            self._record.add(self._next, batch, own, release, clip_norm=clip_norm)
        except BaseException:
            self.close()  # the line may be incomplete
            raise
        self._next += 1

    def flush(self) -> None:
        if self._record is not None:
            self._record.flush()

    def close(self) -> None:
        """Lets go of the file; the next step opens it again."""
        if self._record is not None:
            self._record.close()
            self._record = None

    def finish(self) -> None:
        if self._record is None:
            raise InvalidArgument("the record has no step yet that it could end with")
        self._record.finish()
