"""Checks of the job's clip norm, divisor and number of examples against the design's, and of its claim."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Optional, Tuple

from . import _noiseloom
from ._answers import ClaimWarning
from ._noise import _shown, _whole
from ._noiseloom import InvalidArgument

if TYPE_CHECKING:
    from ._design import Design


def _number(name: str, value: Any) -> float:
    """The value as a float above 0."""
    try:
        number = 0.0 if isinstance(value, (str, bytes)) else float(value)
    except (TypeError, ValueError):  # its message would print the value
        number = 0.0
    if not 0 < number < float("inf"):
        raise InvalidArgument(f"{name} = {_shown(value)} is not allowed: use a number above 0")
    return number


def check_design(design: Any) -> None:
    if not isinstance(getattr(design, "_strategy", None), _noiseloom.Strategy):
        raise InvalidArgument(
            f"design = {_shown(design)} is not allowed: use what noiseloom.design() or noiseloom.load() returns"
        )


def warn_of_claim(design: "Design", owners: Any = None) -> None:
    """Says why a run that clips each example by itself has no claim, or that of a user with one example. owners: whose
    the examples are, or the users that are the examples, where that was checked."""
    stated = design.metadata()
    if owners is None and stated["unit"] == "user" and stated.get("examples_per_user") is None:
        warnings.warn(
            "the design protects one user (unit = user) and does not state examples_per_user, and here each example is "
            "clipped and sampled by itself: the claim holds for users with one example. Where they have several, make "
            "a design with examples_per_user; whose the examples are is for noiseloom.owners()",
            ClaimWarning,
            stacklevel=3,
        )
    if design.claimed:
        return
    violated = [
        f"{each['text']} What to do: {each['remedy']}"
        for each in design.figures.privacy_claim["assumptions"]
        if each["status"] == "violated"
    ]
    warnings.warn(
        " ".join(["CRITICAL, no privacy is claimed:", *violated]), ClaimWarning, stacklevel=3
    )


def check_clip_norm(design: "Design", clip_norm: Any) -> None:
    check_design(design)
    if _number("clip_norm", clip_norm) != design.clip_norm:
        raise InvalidArgument(
            f"gradients are clipped at {_shown(clip_norm)}, but the design's noise is for a clip "
            f"norm of {design.clip_norm}: make a "
            "design for this one"
        )


def _range(sizes: Tuple[int, int]) -> str:
    least, most = sizes
    return str(least) if least == most else f"{least} to {most}"


def examples_of(design: "Design", dataset_size: Any) -> int:
    """The number of examples, which the design or the job has to state: divisors, norms of sums and
    batches are checked against it."""
    stated = design._strategy.dataset_sizes
    if dataset_size is None:
        if stated is None or stated[0] < stated[1]:
            raise InvalidArgument(
                "dataset_size = None is not allowed: the design does not state how many examples "
                "there are; use their number, by "
                "which what sums are divided by, and how long they are, is checked"
            )
        return stated[0]
    size = _whole("dataset_size", dataset_size)
    if size < 1:
        raise InvalidArgument(
            f"dataset_size = {size} is not allowed: use the number of examples, 1 or more"
        )
    if stated is not None and not stated[0] <= size <= stated[1]:
        raise InvalidArgument(
            f"dataset_size = {size} is not allowed: use {_range(stated)}, which the design states, or "
            "make a design for it"
        )
    return size


def expected_batch(design: "Design", examples: int) -> float:
    """The size of the design's batches, by which a whole run on `data` of so many examples divides its sums."""
    stated = design._strategy.dataset_sizes
    if stated is not None and not stated[0] <= examples <= stated[1]:
        raise InvalidArgument(
            f"data has {examples} examples, and the design is for {_range(stated)}: use the data set that "
            "it was made for, or make a design for this one (dataset_size)"
        )
    known = design._strategy.divisor(examples_of(design, examples))
    if known is None:
        raise InvalidArgument(
            "design is not allowed: it does not state the size of its batches, by which sums are "
            "divided; add the noise around an optimizer, which takes it from the job"
        )
    return known[0]


def check_divisor(design: "Design", batch_size: float, dataset_size: Optional[int] = None) -> None:
    """Refuses a divisor other than the batch size of the design, if that is known."""
    known = design._strategy.divisor(examples_of(design, dataset_size))
    if known is None:
        return
    batch, least, most = known
    if not least * (1 - 1e-12) <= batch_size <= most * (1 + 1e-12):
        raise InvalidArgument(
            f"batch_size = {batch_size} is not allowed: the design's batches have {batch:g} "
            "examples (N k / n), also with "
            "several ranks; noise that is divided by another number than the gradients is of "
            "another size than the claim's"
        )


def divisor_of(
    design: "Design", reduction: str, batch_size: Any, dataset_size: Optional[int] = None
) -> float:
    """The number by which sums and their noise are divided: 1 with "sum"."""
    if reduction not in ("sum", "mean"):
        raise InvalidArgument(f"reduction = {_shown(reduction)} is not allowed: use sum or mean")
    if (reduction == "mean") != (batch_size is not None):
        raise InvalidArgument(
            "batch_size goes with reduction = mean, and only with it: what the sum was divided by"
        )
    if batch_size is None:
        return 1.0
    divisor = _number("batch_size", batch_size)
    check_divisor(design, divisor, dataset_size)
    return divisor
