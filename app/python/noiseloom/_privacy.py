"""What a design's claim says to other programs, and of the steps that a run has taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ._answers import ask
from ._files import array_file
from ._noiseloom import InvalidArgument
from ._optional import needed

if TYPE_CHECKING:
    from ._design import Design

_MOST_STEPS = 4096  # of a whole matrix
# The batchings of what is not sampled, by the participation that they leave an example.
_BATCHINGS = {
    "single": "single",
    "fixed-epoch": "fixed-epoch",
    "once-each-epoch": "shuffled-each-epoch",
    "min-sep": "min-sep",
}


def _is_gaussian(design: "Design") -> bool:
    """True if the claim is that of one Gaussian mechanism."""
    return design.batching in _BATCHINGS.values() and design.privacy_claim.gdp_mu is not None


def _is_poisson(design: "Design") -> bool:
    """True if the claim is that of Poisson-subsampled Gaussian mechanisms, and of nothing else."""
    accountant = design.privacy_claim.accountant
    return (
        design.batching == "cyclic-poisson"
        and accountant.name == "pld"
        and accountant.compositions is not None
        and "accounted_instead" not in design.figures
        and design.metadata().get("largest_batch") is None
    )


def _refusal(design: "Design") -> Optional[str]:
    """Why nothing can be said of a claim by a mechanism that is known in closed form, or None."""
    if not design.claimed:
        return "nothing is claimed: an assumption of the claim is violated"
    if design.metadata().get("examples_per_user") is not None:
        return "its claim is about users with several examples, each sampled by itself"
    if not _is_gaussian(design) and not _is_poisson(design):
        return (
            f"its claim, accounted for as {design.batching}, is neither that of one Gaussian mechanism nor of Poisson "
            "sampling without a largest batch"
        )
    return None


def dp_event(design: "Design") -> Any:
    """See Design.to_dp_event()."""
    why = _refusal(design)
    if why is None and design.adjacency == "replace-one":
        why = "what a noise multiplier means for neighbours that replace an example, the libraries do not agree upon"
    if why is not None:
        raise InvalidArgument(f"this design has no event: {why}")
    events = needed("dp_accounting", "to_dp_event()")
    gaussian = events.GaussianDpEvent(noise_multiplier=design.noise_multiplier)
    if _is_gaussian(design):
        return gaussian
    accountant = design.privacy_claim.accountant
    sampled = events.PoissonSampledDpEvent(
        sampling_probability=accountant.sampling_probability, event=gaussian
    )
    return events.SelfComposedDpEvent(event=sampled, count=accountant.compositions)


def epsilon_of_first(design: "Design", steps: int) -> float:
    """See Design.epsilon_at(), and docs/math.md, section 10.12."""
    if not 0 <= steps <= design.iterations:
        raise InvalidArgument(
            f"step = {steps} is not allowed: use a number of steps from 0 to {design.iterations}"
        )
    why = _refusal(design)
    whole = design.privacy_claim.epsilon
    if design.claimed and steps == design.iterations:
        return whole
    if why is not None:
        raise InvalidArgument(f"epsilon is not known of some steps of this design: {why}")
    if steps == 0 or whole == 0:
        return 0.0
    options = {"delta": design.privacy_claim.delta, "adjacency": design.adjacency}
    if _is_gaussian(design):
        made = _of_leading_block(design, steps, options)
    else:
        made = ask("account", {**options, **_poisson(design, steps)})[0]
    # All steps promise at most that of some of them, which are a part of what is released.
    return min(made.epsilon, whole)


def _poisson(design: "Design", steps: int) -> Dict[str, Any]:
    """The steps as `account` takes them: an example is in one of b parts, each sampled at every b-th step."""
    return {
        "noise_multiplier": design.noise_multiplier,
        "sampling_probability": design.privacy_claim.accountant.sampling_probability,
        "compositions": -(-steps // design.metadata().bands),
    }


def _of_leading_block(design: "Design", steps: int, options: Dict[str, Any]) -> Any:
    """The account of C's leading block under the participation that is possible in so many steps."""
    if design.iterations > _MOST_STEPS:
        raise InvalidArgument(
            f"epsilon is known of some steps for designs of at most {_MOST_STEPS} iterations, "
            f"and this one has {design.iterations}"
        )
    matrix = design.matrix()
    if matrix.shape[0] != matrix.shape[1]:
        raise InvalidArgument(
            f"epsilon is not known of some steps of this design: a {design.kind} has rows of several steps"
        )
    participation = design.metadata().participation
    apart = participation.separation
    most = min(participation.participations, -(-steps // apart))
    batching = "single" if most == 1 else _BATCHINGS[participation.schema]
    options["batching"] = batching
    if batching == "min-sep":
        options.update(epochs=most, min_sep=apart)
    elif batching != "single":
        # Batches of one out of `apart` examples make epochs of so many steps.
        options.update(dataset_size=apart, batch_size=1)
    with array_file(matrix[:steps, :steps]) as file:
        options.update(
            strategy=file, strategy_kind="dense", stddev=design.stddev / design.clip_norm
        )
        return ask("account", options)[0]
