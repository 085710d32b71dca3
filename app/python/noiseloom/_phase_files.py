"""What the phases of a run have of their own: designs, keys and files; and what they promise together."""

from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any, List, Optional, Sequence, Tuple

from . import _noiseloom
from ._answers import Answer
from ._design import Design, loaded
from ._files import Path
from ._noise import Key
from ._noiseloom import InvalidArgument
from ._questions import account


def checked_phases(phases: Sequence[Any]) -> List[Tuple[Design, Key]]:
    """The design and key of each phase. InvalidArgument: they are none, or two have one key."""
    given = list(phases)
    if not given or any(not isinstance(each, (tuple, list)) or len(each) != 2 for each in given):
        raise InvalidArgument(
            "phases are not allowed: use a sequence of (design, key), one for each phase"
        )
    checked = [(loaded(design), key) for design, key in given]
    keys = [_noiseloom.key_identifier(_noiseloom.KeySource(key)) for _, key in checked]
    for at, key in enumerate(keys):
        if key in keys[:at]:
            raise InvalidArgument(
                f"the key of phase {at} is that of phase {keys.index(key)}, and what both release differs by the "
                "gradients alone: give each phase a key of its own"
            )
    return checked


def of_phase(path: Optional[Path], phase: int) -> Optional[str]:
    """The file of that phase: run-phase-1.record, ..."""
    if path is None:
        return None
    name, ending = os.path.splitext(os.fspath(path))
    return f"{name}-phase-{phase + 1}{ending}"


def last_phase(checkpoint: Optional[Path], phases: int) -> int:
    """The last phase that has a checkpoint, or the first."""
    files = (of_phase(checkpoint, at) for at in range(phases))
    return max((at for at, file in enumerate(files) if file and os.path.exists(file)), default=0)


def claim_of_phases(phases: Sequence[Tuple[Design, Key]], **asked: Any) -> Answer:
    """What all phases promise together, as of several runs on the same data. asked: epsilon or delta."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / f"{at}.npz" for at in range(len(phases))]
        for file, (design, _) in zip(files, phases):
            design.save(file)
        return account(compose=[os.fspath(each) for each in files], **asked)
