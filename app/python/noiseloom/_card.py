"""What a notebook shows: cards of designs and recommendations, and plots of designs."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Iterable, List, Sequence, Tuple

from ._optional import needed

if TYPE_CHECKING:
    from ._answers import Recommendation
    from ._design import Design

_MOST_SHOWN = 256  # points of a curve
_WIDTH, _HEIGHT = 320, 80


def _first_column(design: "Design") -> Tuple[str, int, List[float]]:
    """What the strategy is made of: a title, how many values there are, and the first ones."""
    for name, title in (
        ("coefficients", "Coefficients of C"),
        ("noising_coefficients", "Coefficients of C^-1"),
    ):
        if name in design.figures:
            values = list(design.figures[name])
            return title, len(values), values[:_MOST_SHOWN]
    return ("First column of C", *design._strategy.first_column(_MOST_SHOWN))


def _escaped(value: Any) -> str:
    return html.escape(str(value))


def _row(name: str, value: Any) -> str:
    left = 'style="text-align: left"'
    return f'<tr><th scope="row" {left}>{_escaped(name)}</th><td {left}>{_escaped(value)}</td></tr>'


def _shown_of(count: int, shown: Sequence[float]) -> str:
    return "" if len(shown) >= count else f", the first {len(shown)} of {count}"


def _curve(title: str, count: int, shown: Sequence[float]) -> str:
    """A curve as SVG, in the colour of the text around it."""
    low, high = min(0.0, *shown), max(0.0, *shown)
    text = f"{title}{_shown_of(count, shown)}: from {min(shown):.3g} to {max(shown):.3g}"
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
    return (
        f"<div><p><strong>{'Claimed' if design.claimed else 'Not claimed'}</strong>: "
        f"{_escaped(claim.statement)}</p><table>{''.join(rows)}</table>"
        f"{_curve(*_first_column(design))}<p><code>sha256 {_escaped(design.sha256)}</code></p></div>"
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
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    figure.suptitle(design.figures["claim"], fontsize="medium", wrap=True)
    title, count, values = _first_column(design)
    left.plot(range(len(values)), values, ".-", linewidth=0.7)
    left.axhline(0, color="gray", linewidth=0.5)
    left.set_title(title)
    left.set_xlabel(f"steps below the diagonal{_shown_of(count, values)}")
    errors = [
        ("last step", design.last_error),
        ("worst step", design.max_error),
        ("mean (rmse)", design.rmse),
        ("mean, DP-SGD", design.dp_sgd_rmse),
    ]
    bars = right.barh(
        [name for name, _ in errors],
        [error for _, error in errors],
        color=["C0", "C0", "C0", "silver"],
    )
    right.bar_label(bars, fmt="%.4g", padding=2)
    right.margins(x=0.15)
    right.set_title("Errors")
    right.set_xlabel("clip norms, on the summed gradient")
    return left.figure.axes
