"""Published training jobs, by our accounting: docs/results/jobs.md from tests/reference/public_jobs.json.

    /usr/bin/python3 tests/bench/public_jobs.py build/bin/noiseloom-cli            checks the page's noise multipliers
    /usr/bin/python3 tests/bench/public_jobs.py build/bin/noiseloom-cli --write    makes the page: a quarter of an hour
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/results/jobs.md"
SECONDS = 60  # processor time of a recommendation
ABOUT = """# Published jobs, and what they needed

Made by `/usr/bin/python3 tests/bench/public_jobs.py build/bin/noiseloom-cli --write` from
`tests/reference/public_jobs.json`, which has the source of each figure and what was derived or left out.

*Stated noise* is the noise multiplier (standard deviation of the noise over the clip norm) that the source prints;
many print none. *Needed* is the smallest that we certify for the same mechanism, at the stated epsilon and delta: with
Poisson sampling where the source assumes it, and for independent noise but where the job says otherwise. *It gives* is
the epsilon that we certify for the stated noise. *In order* is the noise of the same job by a loader that shuffles or
keeps an order, as some of these jobs did: nothing is then amplified, and the stated epsilon does not hold.
*Recommended* is what `recommend --seconds {seconds}` answers where the job may form batches as it likes (federated ones
keep their separation), and how much smaller the error of running sums then is than with the needed noise; below zero
the job's own mechanism was left out for time. The error of a model is not known from that.

Where the needed noise is less than the stated one, the source used an older accountant (moments, Renyi), stopped
training early, or rounded; nowhere does its own claim under its own assumption fall short by more than its rounding.
"""


def ask(cli, *arguments):
    done = subprocess.run(
        [cli, *map(str, arguments), "--json"], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(" ".join(map(str, arguments)) + ": " + done.stderr)
    return json.loads(done.stdout)


class Job:
    def __init__(self, cli, job):
        self.cli, self.job = cli, job
        self.sampled = "batching" not in job
        self.size = ["--iterations", job["iterations"]]
        for name in ("dataset_size", "batch_size", "epochs"):
            if name in job:
                self.size += ["--" + name.replace("_", "-"), job[name]]
        self.batching = ["--batching", job.get("batching", "cyclic-poisson")]
        self.options = job.get("options", [])
        self.promise = ["--epsilon", job["epsilon"], "--delta", job["delta"]]

    def needed(self):
        """The design with the job's own mechanism; dp-sgd where it names none."""
        named = "--mechanism" in self.options
        return ask(
            self.cli,
            "design",
            *self.size,
            *self.promise,
            *self.batching,
            *([] if named else ["--mechanism", "dp-sgd" if self.sampled else "banded-toeplitz"]),
            *self.options,
        )

    def given(self, needed):
        """Epsilon of the stated noise multiplier; None where there is none."""
        stated = self.job.get("noise_multiplier")
        if stated is None:
            return None
        sampling = []
        if self.sampled:
            sampling = ["--compositions", needed["compositions"]]
            sampling += ["--sampling-probability", min(1, needed["sampling_probability"])]
        return ask(
            self.cli,
            "account",
            "--noise-multiplier",
            stated,
            "--delta",
            self.job["delta"],
            *sampling,
        )["epsilon"]

    def ordered(self):
        """Noise over the clip norm of independent noise where nothing is sampled."""
        if not self.sampled or self.options:
            return None
        batching = ["--batching", "fixed-epoch"]
        return ask(self.cli, "account", *self.size, *self.promise, *batching)["stddev"]

    def recommended(self, needed):
        ways = [] if self.sampled else ["--batchings", self.job["batching"], *self.separation()]
        found = ask(
            self.cli,
            "recommend",
            *self.size,
            *self.promise,
            *ways,
            "--unit",
            self.job["unit"],
            "--seconds",
            SECONDS,
        )["recommended"]
        name = found["mechanism"]
        if found["bands"] > 1:
            name += f", {found['bands']} bands"
        return f"{name}, {found['batching']}", 1 - found["rmse"] / needed["rmse"]

    def separation(self):
        at = self.options.index("--min-sep")
        return self.options[at : at + 2]


def up(value, digits=4):
    """Rounded up, as a noise multiplier has to be."""
    if value is None:
        return ""
    scale = 10 ** (digits - 1 - math.floor(math.log10(value)))
    return f"{math.ceil(value * scale - 1e-9) / scale:.{digits}g}"


def row(job):
    """The cells of a job that do not depend on a search."""
    needed = job.needed()
    epochs = needed["epochs"]
    cells = [
        job.job["name"],
        f"{job.job.get('dataset_size', 'any')}",
        f"{job.job.get('batch_size', 'any')}",
        str(job.job["iterations"]),
        f"{epochs:.4g}",
        f"({job.job['epsilon']}, {job.job['delta']:.2g})",
        up(job.job.get("noise_multiplier")),
        up(needed["noise_multiplier"]),
        up(job.given(needed)),
        up(job.ordered()),
    ]
    return cells, needed


def write(cli, jobs):
    lines = [ABOUT.format(seconds=SECONDS)]
    lines.append(
        "| job | N | B | steps | epochs | (epsilon, delta) | stated noise | needed | it gives | in order | "
        "recommended | error less by |"
    )
    lines.append("| --- |" + " --- |" * 11)
    for each in jobs:
        job = Job(cli, each)
        cells, needed = row(job)
        design, gain = job.recommended(needed)
        lines.append("| " + " | ".join([*cells, design, f"{100 * gain:.3g} %"]) + " |")
        print(lines[-1], flush=True)
    lines.append("\n## Sources\n")
    for each in jobs:
        note = "; " + each["note"] if "note" in each else ""
        line = f"- {each['name']}: {each['source']}{note}."
        lines.append(textwrap.fill(line, 120, subsequent_indent="  ", break_on_hyphens=False))
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def check(cli, jobs, text):
    """How many rows of the page are not what the program answers."""
    rows = [line.strip("| \n").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    differ = 0
    for each in jobs:
        cells, _ = row(Job(cli, each))
        kept = next((cells_ for cells_ in rows if cells_[0] == each["name"]), None)
        if kept is None or kept[: len(cells)] != cells:
            print(f"{each['name']}: the page has {kept}, the program says {cells}")
            differ += 1
    return differ


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cli", help="the command line program")
    parser.add_argument("--write", action="store_true", help="make the page anew")
    parser.add_argument("--self-test", action="store_true", help="see that a wrong page is found")
    asked = parser.parse_args()
    jobs = json.loads((ROOT / "tests/reference/public_jobs.json").read_text(encoding="utf-8"))[
        "jobs"
    ]
    if asked.write:
        write(asked.cli, jobs)
        return 0
    text = PAGE.read_text(encoding="utf-8")
    if asked.self_test:
        stated = up(jobs[0]["noise_multiplier"])
        return 0 if check(asked.cli, jobs[:1], text.replace(f"| {stated} |", "| 9.99 |")) else 1
    return 1 if check(asked.cli, jobs, text) else 0


if __name__ == "__main__":
    sys.exit(main())
