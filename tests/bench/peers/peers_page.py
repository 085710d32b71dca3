"""The page and the figure of peers.py."""

import pathlib
import textwrap

COLORS = {
    "Noiseloom": "#0072B2",
    "jax-privacy": "#E69F00",
    "dp-accounting": "#009E73",
    "prv-accountant": "#CC79A7",
    "PLD_accounting": "#56B4E9",
    "opake": "#D55E00",
}  # of Okabe and Ito
KINDS = {
    "strategy": (
        "Strategies",
        "error",
        "RMS or largest error times sensitivity, of the strategy that came out, by one judge; in "
        "brackets over the least",
    ),
    "sigma": (
        "Noise multipliers at the same promise",
        "sigma",
        "standard deviation of the noise; in brackets over Noiseloom's, which is certified",
    ),
    "noise": ("Noise on the processor", "step", "milliseconds of processor time a step, once warm"),
}


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


def wrapped(text):
    """A paragraph, or a point of a list, as the pages have it: in lines of at most 120 characters."""
    return textwrap.fill(
        text, 120, subsequent_indent="  " * text.startswith("- "), break_on_hyphens=False
    )


def duration(value):
    return "" if value is None else f"{1e3 * value:.0f} ms" if value < 1 else f"{value:.1f} s"


def figure_of(kind, row, rows):
    value = row["made"].get(KINDS[kind][1])
    if value is None:
        return "none within the bracket"
    if kind == "noise":
        return f"{1e3 * value:.1f}"
    others = [
        each["made"][KINDS[kind][1]]
        for each in rows
        if each["made"].get(KINDS[kind][1]) is not None
    ]
    against = min(others) if kind == "strategy" else rows[0]["made"][KINDS[kind][1]]
    return f"{value:.5g} ({100 * (value / against - 1):+.2f} %)"


def table(kind, rows):
    title, _, about = KINDS[kind]
    lines = [
        f"## {title}",
        "",
        f"Figure: {about}.",
        "",
        "| question | library | figure | cold, wall | cold, processor | warm, wall | warm, "
        "processor | 0.01 % above its end, warm | most memory |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for text in dict.fromkeys(row["question"]["text"] for row in rows):
        of_question = [row for row in rows if row["question"]["text"] == text]
        for row in of_question:
            made = row["made"]
            if "failed" in made:
                lines.append(f"| {text} | {row['library']} | {made['failed']} |  |  |  |  |  |  |")
                continue
            warm = made.get("warm", {})
            lines.append(
                f"| {text} | {row['library']} | {figure_of(kind, row, of_question)} | "
                f"{duration(made['cold']['wall'])} | "
                f"{duration(made['cold']['processor'])} | {duration(warm.get('wall'))} | "
                f"{duration(warm.get('processor'))} | "
                f"{duration(made.get('enough_warm'))} | {made['memory'] / 2**20:.0f} MB |"
            )
    return [*lines, ""]


def page(rows, missing, load, limit, bracket):
    lines = [
        "# Beside other libraries, in one run",
        "",
        wrapped(
            "Made by `PYTHONPATH=build/python /usr/bin/python3 tests/bench/peers/peers.py --write`, on one core. "
            "Cold: from the start of a process to the first answer, with what is imported and compiled; warm: the "
            "same question again in that process, kept answers cleared. Memory: the most of the process, its "
            f"imports included. A process ends after {limit} s of processor time; an empty warm cell had no time "
            "left."
        ),
        "",
        "![processor time of each question](peers.svg)",
        "",
    ]
    for kind in KINDS:
        of_kind = [row for row in rows if row["question"]["kind"] == kind]
        if of_kind:
            lines += table(kind, of_kind)
    settings = [
        "Noiseloom's times are of a whole design: strategy, sensitivity, noise multiplier, errors, and for sampled "
        "batchings the certificate at a failure probability of 1e-9 and tau 1.25. Promises: epsilon 2; delta 1e-6, and "
        "1e-3 for the four batchings of n = 256, since jax-privacy's draws are in proportion to 1 / delta.",
        f"The others look for the noise between {bracket[0]:g} and {bracket[1]:g} of Noiseloom's answer, which saves "
        "them most of a search, and end at 0.1 % of epsilon (dp-accounting: of sigma; prv-accountant searches on its "
        "own, at an accuracy of 0.01 in epsilon).",
        "Noiseloom's strategies are handed over as dense n x n matrices, the others' as they are: most of its warm "
        "times and of its memory is that.",
        "jax-privacy: optimisers as they are by default, in float64; its Monte Carlo calibration with 200 000 draws a "
        "candidate and direction, candidates 1 % apart from 1.08 of Noiseloom's answer down. Where that takes over "
        "20 s a candidate, a calibration has no room in the time, and the seconds are named. Its optimisers run a "
        "fixed number of steps, so the time is also given at which the loss was 0.01 % above its last.",
        "opake: grid 1e-3, convolutions of 8192, 1e-4 unresolved by its draws (under b-min-sep it ends at 0.5 % of "
        "epsilon). Its defaults (1e-4, 32 768, 1e-5) have no room in the time. On Python 3.11 it needs `weakref_slot` "
        "left out. What it keeps in its extension cannot be cleared from Python: its warm answers to Poisson and "
        "random allocation use it.",
        "PLD_accounting: geometric convolution, grid 0.05. At a grid of 0.01 there is time for one evaluation alone.",
        "Dense: Noiseloom's default has columns of equal norm, jax-privacy's has not; with `--column-normalize off` "
        "Noiseloom comes to 5.6267 as well.",
        "BLT: each chooses its number of buffers itself. Noise against Opacus, too: [noise_speed.md](noise_speed.md).",
        *(f"{name} did not install: {reason}" for name, reason in missing.items()),
    ]
    versions = dict.fromkeys(row["made"]["versions"] for row in rows if "versions" in row["made"])
    lines += ["## Settings", "", *(wrapped("- " + each) for each in settings), ""]
    lines += [
        wrapped(
            f"{processor()}, one core of a shared machine (load {load:.1f}: wall-clock times are inflated, "
            f"processor time hardly); {'; '.join(versions)}."
        ),
        "",
    ]
    return "\n".join(lines)


def figure(rows):
    """Bars of processor time on a logarithmic scale: cold pale, warm full."""
    import math

    left, width, bar, top = 330, 560, 13, 60
    rows = [row for row in rows if "cold" in row["made"] and row["question"]["kind"] != "noise"]
    values = [
        row["made"][name]["processor"]
        for row in rows
        for name in ("cold", "warm")
        if name in row["made"]
    ]
    least, most = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(
        math.log10(max(values))
    )

    def place(value):
        return left + width * math.log(value / least) / math.log(most / least)

    parts, y, last = [], top, None
    for row in rows:
        if row["question"]["name"] != last:
            last = row["question"]["name"]
            y += 10
            parts.append(f'<text x="10" y="{y + bar - 3}">{last}</text>')
        color = COLORS[row["library"]]
        for name, opacity in (("cold", 0.35), ("warm", 1)):
            if name in row["made"]:
                end = place(max(row["made"][name]["processor"], least * 1.02))
                parts.append(
                    f'<rect x="{left}" y="{y}" width="{end - left:.1f}" height="{bar - 3}" '
                    f'fill="{color}" fill-opacity="{opacity}"/>'
                )
        parts.append(
            f'<text x="{left - 8}" y="{y + bar - 4}" text-anchor="end" fill="{color}">{row["library"]}</text>'
        )
        y += bar
    decades = []
    value = least
    while value <= most * 1.001:
        decades.append(
            f'<line x1="{place(value):.1f}" y1="{top}" x2="{place(value):.1f}" y2="{y + 6}" stroke="#ccc"/>'
            f'<text x="{place(value):.1f}" y="{y + 20}" text-anchor="middle">{value:g} s</text>'
        )
        value *= 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 {y + 34}" font-family="DejaVu '
        'Sans, sans-serif" font-size="11">\n'
        '<rect width="100%" height="100%" fill="white"/>\n<text x="10" y="24" '
        'font-size="15">Processor time to an answer</text>\n'
        f'<text x="10" y="42">pale: cold, from the start of the process; full: warm, the same question again</text>\n'
        + "\n".join([*decades, *parts])
        + "\n</svg>\n"
    )
