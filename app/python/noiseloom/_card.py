"""What a notebook shows: cards of designs and recommendations, and plots of designs."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Sequence, Tuple

from ._optional import needed

if TYPE_CHECKING:
    from ._answers import Recommendation
    from ._design import Design

_MOST_SHOWN = 256  # points of a curve
_MOST_STEPS = 1024  # of a matrix that is made for its first column
_WIDTH, _HEIGHT = 320, 80


def _first_column(design: "Design") -> Optional[Tuple[str, List[float]]]:
    """What the strategy is made of, with a title, or None for a large matrix."""
    for name, title in (
        ("coefficients", "Coefficients of C"),
        ("noising_coefficients", "Coefficients of C^-1"),
    ):
        if name in design.figures:
            return title, list(design.figures[name])
    if design.iterations > _MOST_STEPS:
        return None
    return "First column of C", design.matrix()[:, 0].tolist()


def _escaped(value: Any) -> str:
    return html.escape(str(value))


def _row(name: str, value: Any) -> str:
    left = 'style="text-align: left"'
    return f'<tr><th scope="row" {left}>{_escaped(name)}</th><td {left}>{_escaped(value)}</td></tr>'


def _curve(title: str, values: Sequence[float]) -> str:
    """A curve as SVG, in the colour of the text around it."""
    shown = values[:_MOST_SHOWN]
    low, high = min(0.0, *shown), max(0.0, *shown)
    text = f"{title}: the first {len(shown)} of {len(values)}, from {min(shown):.3g} to {max(shown):.3g}"
    points = " ".join(
        f"{_WIDTH * (at + 0.5) / len(shown):.1f},{4 + (_HEIGHT - 8) * (high - value) / ((high - low) or 1):.1f}"
        for at, value in enumerate(shown)
    )
    zero = 4 + (_HEIGHT - 8) * high / ((high - low) or 1)
    return (
        f'<figure style="margin: 0.5em 0"><svg role="img" width="{_WIDTH}" height="{_HEIGHT}" fill="none" '
        f'stroke="currentColor" xmlns="http://www.w3.org/2000/svg"><title>{_escaped(text)}</title>'
        f'<line x1="0" y1="{zero:.1f}" x2="{_WIDTH}" y2="{zero:.1f}" stroke-opacity="0.3"/>'
        f'<polyline points="{points}" stroke-width="1.5"/></svg>'
        f"<figcaption>{_escaped(text)}</figcaption></figure>"
    )


def design_card(design: "Design") -> str:
    """See Design._repr_html_()."""
    claim = design.privacy_claim
    duties = [each.text for each in claim.assumptions if each.name == "batching"]
    bands = design.figures.get("bands")
    rows = [
        _row("Promise", design.figures["claim"]),
        _row("Steps and epochs", f"{design.iterations} steps, {design.epochs:g} epochs"),
        _row("Strategy", f"{design.mechanism}, of kind {design.kind}"),
        _row("Bands", "all" if bands is None else bands),
        # All digits: of a noise that is typed anew from here, none may be rounded down.
        _row("Noise multiplier", repr(design.noise_multiplier)),
        _row("Standard deviation", f"{design.stddev!r}, at clip norm {design.clip_norm!r}"),
        _row("Error (rmse)", f"{design.rmse:.6g} on the summed gradient, in clip norms"),
        *(_row("The data loader", duty) for duty in duties),
    ]
    made = _first_column(design)
    return (
        f"<div><p><strong>{'Claimed' if design.claimed else 'Not claimed'}</strong>: "
        f"{_escaped(claim.statement)}</p><table>{''.join(rows)}</table>"
        f"{'' if made is None else _curve(*made)}<p><code>sha256 {_escaped(design.sha256)}</code></p></div>"
    )


def recommendation_card(answer: "Recommendation") -> str:
    """See Recommendation._repr_html_()."""
    sentences = answer.sentences or [repr(answer)]
    listed = "".join(f"<li>{_escaped(each)}</li>" for each in sentences)
    designs: Iterable[Any] = [*filter(None, [answer.recommended]), *answer.alternatives]
    rows = "".join(
        f"<tr><td>{_escaped(each.mechanism)}</td><td>{_escaped(each.job_batching)}</td><td>{each.error:.6g}</td>"
        f"<td>{_escaped(each.noise_rows)}</td></tr>"
        for each in designs
    )
    heads = "".join(
        f'<th scope="col">{each}</th>'
        for each in ("Mechanism", "Batches of the job", "Error, in clip norms", "Noise rows")
    )
    return f"<div><ul>{listed}</ul><table><tr>{heads}</tr>{rows}</table></div>"


def plotted(design: "Design") -> Any:
    """See Design.plot()."""
    pyplot = needed("matplotlib.pyplot", "plot()")
    _, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.2), constrained_layout=True)
    made = _first_column(design)
    if made is None:
        left.set_title(f"A {design.kind} of {design.iterations} steps")
        left.set_axis_off()
    else:
        title, values = made
        left.plot(range(len(values)), values, "." if len(values) <= _MOST_SHOWN else "-")
        left.axhline(0, color="gray", linewidth=0.5)
        left.set_title(title)
    errors = [
        ("last step", design.last_error),
        ("worst step", design.max_error),
        ("mean (rmse)", design.rmse),
        ("mean, DP-SGD", design.dp_sgd_rmse),
    ]
    right.barh([name for name, _ in errors], [error for _, error in errors])
    right.set_title("Errors")
    right.set_xlabel("clip norms, on the summed gradient")
    return left.figure.axes
