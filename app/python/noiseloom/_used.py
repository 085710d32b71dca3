"""Which gradients this process has added a key's noise to: twice the same noise on others would cancel."""

from __future__ import annotations

from typing import Any, Dict, Optional

from ._batches import _begun

# By the key's identifier: the design and model ("of") that this process has used it for, and at each step a code of
# the gradients that noise was added to.
runs: Dict[str, Dict[Any, Any]] = {}


def forget() -> None:
    """Lets this process add the same noise to other gradients, as in a comparison of learning rates under the same
    noise. Nothing made in this way is private: use keys that need not be secret."""
    runs.clear()
    _begun.clear()


def note(run: str, of: Any, step: int, code: bytes) -> None:
    """Notes that a step's noise is used."""
    runs.setdefault(run, {"of": of})[step] = code


def problem(run: str, of: Any, step: int, code: bytes) -> Optional[str]:
    """The problem if this process has added the step's noise to other gradients, or None."""
    known = runs.get(run, {})
    if known.get("of", of) != of:
        return "the key has made noise in this process for another design or model: a run has a key of its own"
    if known.get(step, code) != code:
        return (
            f"the noise of step {step} was added to other gradients before in this process, "
            "and what both released differs by "
            "the gradients alone: a run goes on from its last checkpoint (load_state_dict), "
            "with the same gradients to the bit "
            "where a step is repeated; another run has another key"
        )
    return None
