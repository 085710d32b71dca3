"""What the program answers to many questions, kept beside this script in answers.jsonl, one line a command.

    record.py write FOLDER_OF_PROGRAMS [--answers FILE]
    record.py check FOLDER_OF_PROGRAMS [--answers FILE] [--tolerance T] [--every K]

`check` compares numbers to a relative tolerance: 1e-6 by default, since optimisers end a little
elsewhere on another processor; between two builds on one machine 1e-12 holds. Near an optimum
coefficients move by the root of what the error does: 1e-5. Least maxima and least last errors of
dense and banded strategies are flat, and are compared to 1e-2, but the least last error itself to
1e-4. Bounds of rounding errors are compared to a tenth. Everything else must be the same, but for
times and how an optimiser got there. The commands run in a temporary folder in the order of this
list, so that later ones can read the files of earlier ones.

With --every K `check` asks each K-th question of each command, and what writes the files that they
read. Tests do so; all are asked by the nightly run, and by whoever changes the structure.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).parent
MECHANISMS = {
    "dp-sgd": "",
    "tree": "",
    "square-root": "",
    "bsr": "--bands 6",
    "bisr": "--bands 5",
    "bifr": "--bands 5",
    "lambda-cgd": "",
    "band-inv-mf": "--bands 4",
    "reciprocal-toeplitz": "--bands 8",
    "banded-toeplitz": "--bands 7",
    "banded": "--bands 5",
    "dense": "",
    "stamped": "--stamps 6",
    "blt": "--buffers 3",
    "rational-blt": "--buffers 4",
    "recursive-blt": "--buffers 5",
}
BATCHINGS = {
    "cyclic-poisson": "",
    "balls-in-bins": "--tau 2 --failure-probability 1e-3",
    "fixed-epoch": "",
    "min-sep": "--min-sep 20",
    "single": "",
}
JOBS = (
    "poisson",
    "cyclic-poisson",
    "balls-in-bins",
    "fixed-order",
    "shuffled-once",
    "shuffled-each-epoch",
    "fixed-size-samples",
    "truncated-poisson",
    "min-sep",
)
VARIATIONS = (
    "--objective max --workload sgd --momentum 0.9",
    "--objective last --workload sgd --weight-decay 0.99",
    "--workload sgd --schedule linear --warmup 0.1 --cooldown 0.3 --momentum 0.5 --adjacency zero-out --unit user",
)
SMALL = "--iterations 96 --epochs 4 --epsilon 2 --delta 1e-6"
# Single designs for what a table of mechanisms and batchings does not reach.
OTHERS = (
    "--iterations 2000 --epochs 20 --epsilon 8 --delta 1e-5 --dataset-size 50000 --parameters 1e8 --machines 4",
    "--iterations 2000 --epochs 20 --epsilon 8 --delta 1e-5 --mechanism banded",
    "--iterations 2000 --epochs 20 --epsilon 1 --delta 1e-7 --batching fixed-epoch --memory-per-machine 80G",
    "--iterations 1e6 --epochs 10 --epsilon 4 --delta 1e-8 --batching fixed-epoch --mechanism blt --clip-norm 0.1",
    "--iterations 1e9 --epochs 1 --epsilon 4 --delta 1e-8 --batching single --bands 32",
    "--iterations 1e5 --epochs 3 --epsilon 4 --delta 1e-8 --batching fixed-epoch --mechanism tree",
    f"{SMALL} --mechanism tree --decoder full --batching fixed-epoch",
    f"{SMALL} --robust-from 12 --bands 20 --batching min-sep --min-sep 24",
    f"{SMALL} --column-normalize off --bands 12",
    f"{SMALL} --mechanism dense --bands 10 --column-normalize off",
    f"{SMALL} --mechanism dense --batching fixed-epoch --objective max",
    f"{SMALL} --mechanism bisr --batching fixed-epoch",
    f"{SMALL} --mechanism blt --batching min-sep --adjacency replace-one --unit device",
    f"{SMALL} --noise-rows 5 --number-type float64",
    f"{SMALL} --batching fixed-epoch --mechanism best --seconds 100 --buffers 4 --noise-rows 20",
    f"{SMALL} --mechanism best --seconds 100",
    f"{SMALL} --batching balls-in-bins --tau 1.5 --bands 3",
    f"{SMALL} --adjacency replace-one --bands 4",
    f"{SMALL} --batching fixed-epoch --solve-for epsilon --target-error 6",
    f"{SMALL} --solve-for iterations --target-improvement 0.3",
    f"{SMALL} --batching fixed-epoch --solve-for bands --target-noise-rows 9",
    f"{SMALL} --batching fixed-epoch --solve-for memory-per-machine --target-error 9 --bands 8",
    # Refusals: the message names the option.
    f"{SMALL} --bands 25",
    f"{SMALL} --epochs 100",
    f"{SMALL} --epsilon 0",
    f"{SMALL} --delta 1",
    f"{SMALL} --buffers 3",
    f"{SMALL} --mechanism blt --buffers 17 --batching fixed-epoch",
    f"{SMALL} --mechanism blt",
    f"{SMALL} --tau 2",
    f"{SMALL} --mechanism stamped --stamps 2",
    f"{SMALL} --min-sep 4",
    f"{SMALL} --mechanism dense --bands 200",
    f"{SMALL} --batching balls-in-bins --robust-from 3",
    "--iterations 1e13 --epochs 1 --epsilon 1 --delta 1e-5",
    f"{SMALL} --momentum 0.9",
    f"{SMALL} --workload sgd --momentum 1",
    f"{SMALL} --clip-norm 0",
    f"{SMALL} --dataset-size 0",
    f"{SMALL} --parameters 0",
    f"{SMALL} --mechanism magic",
    f"{SMALL} --seconds 0",
    f"{SMALL} --mechanism square-root --batching balls-in-bins --noise-rows 4",
    f"{SMALL} --mechanism tree --decoder own-node --batching fixed-epoch",
    f"{SMALL} --mechanism banded --bands 5 --batching fixed-epoch --workload identity",
    f"{SMALL} --mechanism blt --buffers 2 --batching fixed-epoch --workload sgd --schedule cosine --weight-decay 0.98",
)
# The objective over a spectrum, of every mechanism and where it is refused.
SPECTRUM = "--spectrum 0.001:5,0.01,0.1:2"
CURVED = (
    "--batching balls-in-bins --tau 2 --failure-probability 1e-3 --bands 4",
    "--bands 6",
    "--mechanism best --seconds 100 --batching fixed-epoch",
    "--bands 6 --workload sgd --momentum 0.9",
    "--bands 6 --workload sgd --weight-decay 0.9",
    "--bands 6 --workload identity",
    "--bands 6 --workload sgd --schedule cosine",
)
ACCOUNTS = (
    "--epsilon 8 --delta 1e-5 --sampling-probability 0.01 --compositions 2000",
    "--epsilon 1 --delta 1e-9",
    "--noise-multiplier 1.1 --delta 1e-6 --sampling-probability 0.02 --compositions 500",
    "--noise-multiplier 0.7 --epsilon 3 --sampling-probability 0.001 --compositions 10000 --adjacency replace-one",
    "--noise-multiplier 1 --epsilon 2 --delta 1e-6 --compositions 300 --solve sampling-probability",
    "--noise-multiplier 1 --epsilon 2 --delta 1e-6 --sampling-probability 0.01 --solve compositions",
    "--delta 1e-6 --phase 0.01:1:100 --phase 0.02:1.2:200 --profile 0.5,1,2",
    "--epsilon 1 --delta 2",
    "--noise-multiplier 1 --delta 1e-6 --epsilon 1",
)
# The batchings that jobs really make, each with a job that it covers and one that it does not.
SAMPLED = {
    "cyclic-poisson-random": (
        "--mechanism bsr --bands 8",
        "cyclic-poisson-random",
        "cyclic-poisson",
    ),
    "b-min-sep": ("--mechanism bsr --bands 8", "b-min-sep", "min-sep"),
    "cyclic-allocation": (
        "--mechanism banded-toeplitz --bands 8",
        "cyclic-allocation",
        "shuffled-each-epoch",
    ),
    "random-allocation": ("--mechanism dp-sgd", "random-allocation", "balls-in-bins"),
    "fixed-size": (
        "--mechanism banded-toeplitz --bands 8 --adjacency replace-one",
        "cyclic-fixed-size-samples",
        "fixed-size-samples",
    ),
    "shuffled-each-epoch": (
        "--mechanism banded-toeplitz --bands 8",
        "shuffled-each-epoch",
        "poisson",
    ),
    "cyclic-poisson": (
        "--mechanism banded-toeplitz --bands 8 --dataset-size 960 --largest-batch auto",
        "cyclic-poisson",
        "cyclic-poisson-random",
    ),
}
SAMPLED_ACCOUNTS = tuple(
    f"--batching {batching} --iterations 96 --epochs 4 {two}"
    for batching in (
        "cyclic-poisson-random",
        "b-min-sep",
        "random-allocation",
        "shuffled-each-epoch",
    )
    for two in ("--epsilon 2 --delta 1e-6", "--noise-multiplier 2 --delta 1e-6")
)
# Several runs: by profiles alone, with one by draws, and what is refused.
BUDGETS = (
    ("other0.npz", "other0.npz"),
    ("sampled_random-allocation.npz", "sampled_shuffled-each-epoch.npz", "other0.npz"),
    ("sampled_b-min-sep.npz", "sampled_cyclic-allocation.npz"),
    ("sampled_fixed-size.npz", "other0.npz"),
    ("job_cyclic-poisson_shuffled-once.npz",),
)
AT_ANOTHER_SEPARATION = "--at-min-sep 9 --epochs 5 --json"
# Models that learn with the noise of files written before, and the curvatures of their losses.
TRAININGS = (
    "--strategy dp-sgd_min-sep.npz banded-toeplitz_min-sep.npz --data quadratic --examples 240 --seeds 6",
    "--strategy dp-sgd_cyclic-poisson.npz banded-toeplitz_cyclic-poisson.npz --data moons --model "
    "logistic --examples 240 --test-examples 50 --seeds 5",
    "--strategy tree_variation0.npz --data blobs --model tanh --hidden 3 --examples 240 "
    "--test-examples 50 --seeds 2 --learning-rate 0.1",
    "--strategy other0.npz --examples 100",
    "--strategy dp-sgd_min-sep.npz --seeds 0",
    "--data quadratic --model relu",
)
SPECTRA = (
    "--data quadratic",
    "--data quadratic --curvatures 0.5,2,6,0 --learning-rate 0.5 --json",
    "--data moons --model logistic --json",
    "--data moons --model tanh --hidden 4 --at start --most 6",
    "--data blobs --model softmax --steps 50 --list",
    "--most 33",
    "--at start --steps 5",
)
SWEEPS = (
    "--over bands",
    "--over epsilon --batching fixed-epoch --values 0.5,1,2,8",
    "--over epochs --mechanism bsr --bands 3",
    "--over iterations --values 64,128,1000 --batching single",
    "--over mechanism --batching fixed-epoch",
    "--over mechanism",
    "--over epsilon,epochs --values 1,4/1,2,4",
    "--over bands --mechanism banded --values 1,2,5,30",
    "--over bands --batching balls-in-bins --tau 2 --failure-probability 1e-3 --values 1,4,12",
    "--over batching --bands 4 --min-sep 8 --values cyclic-poisson,fixed-epoch,min-sep,single",
    "--over min-sep",
    "--over iterations --fixed-strategy --mechanism blt --batching fixed-epoch --values 48,96,300",
    "--over min-sep --fixed-strategy --batching fixed-epoch --bands 8 --values 2,8,24",
)


def commands(folder):
    """Two stages of lists: the program, then its arguments. The second asks about the files that the first has written
    into the folder, which starts with files of earlier versions in it."""
    cli = ["noiseloom-cli"]
    designs = []

    def design(text, name=None):
        files = ["--out", f"{name}.npz", "--plan", f"{name}.plan.json"] if name else []
        designs.append(cli + ["design", *text.split(), "--json", *files])

    for mechanism, size in MECHANISMS.items():
        for batching, how in BATCHINGS.items():
            name = (
                f"{mechanism}_{batching}"
                if batching in ("cyclic-poisson", "balls-in-bins", "min-sep")
                else None
            )
            design(f"{SMALL} --mechanism {mechanism} {size} --batching {batching} {how}", name)
        for variation in VARIATIONS:
            design(
                f"{SMALL} --mechanism {mechanism} {size} --batching fixed-epoch {variation}",
                f"{mechanism}_variation{VARIATIONS.index(variation)}",
            )
    for batching, how in BATCHINGS.items():
        for job in JOBS:
            design(
                f"{SMALL} --bands 4 --batching {batching} {how} --job-batching {job}",
                f"job_{batching}_{job}" if job in ("poisson", "shuffled-once") else None,
            )
    for batching, (how, covered, other) in SAMPLED.items():
        for job in (covered, other):
            design(
                f"{SMALL} {how} --batching {batching} --job-batching {job}",
                f"sampled_{batching}" if job == covered else None,
            )
    for i, other in enumerate(OTHERS):
        design(other, f"other{i}" if i < 18 and i not in (3, 4, 5) else None)
    for mechanism, size in MECHANISMS.items():
        design(
            f"{SMALL} --mechanism {mechanism} {size} --batching fixed-epoch --objective curvature {SPECTRUM}",
            f"curved_{mechanism}" if mechanism in ("banded", "dense") else None,
        )
    for mechanism in ("bisr", "band-inv-mf", "banded-toeplitz", "banded", "dense", "blt"):
        design(
            f"{SMALL} --mechanism {mechanism} {MECHANISMS[mechanism]} --batching fixed-epoch "
            f"--objective curvature-last {SPECTRUM}",
            "curved_last_banded" if mechanism == "banded" else None,
        )
    for other in CURVED:
        design(f"{SMALL} {other} --objective curvature {SPECTRUM}")
    design(f"{SMALL} {CURVED[0]} --objective curvature-last {SPECTRUM}")
    for other in (
        "--objective curvature",
        "--bands 6 --spectrum 0.1",
        "--spectrum 0.1:x",
        "--spectrum 1.1",
    ):
        design(f"{SMALL} {other}")
    yield designs
    files = sorted(path.name for path in folder.glob("*.npz"))

    def some(one_of):  # the same ones whichever others there are
        return [file for file in files if zlib.crc32(file.encode()) % one_of == 0]

    yield (
        [cli + ["verify", file, "--json"] for file in files]
        + [["noiseloom_snippets_of", file] for file in files]
        + [["noiseloom_snippets_of", file, "--programs"] for file in some(8)]
        + [cli + ["claim", file] for file in some(4)]
        + [cli + ["claim", file, "--json"] for file in some(9)]
        + [
            cli + ["claim", f"{name}_min-sep.npz", *AT_ANOTHER_SEPARATION.split()]
            for name in MECHANISMS
        ]
        + [["cat", "other0.plan.json"], cli + ["verify", "other0.plan.json", "--json"]]
        + [cli + ["account", *text.split(), "--json"] for text in ACCOUNTS + SAMPLED_ACCOUNTS]
        + [
            cli
            + [
                "account",
                *[part for file in files for part in ("--compose", file)],
                "--delta",
                "1e-5",
                "--json",
            ]
            for files in BUDGETS
        ]
        + [["noiseloom_snippets_of", "sampled_b-min-sep.npz", "--programs"]]
        + [cli + ["sweep", *SMALL.split(), *text.split(), "--json"] for text in SWEEPS]
        + [cli + ["sweep", *SMALL.split(), *text.split(), "--csv", "s.csv"] for text in SWEEPS[3:4]]
        + [
            cli
            + [
                "sweep",
                *SMALL.split(),
                *f"--over bands --objective curvature {SPECTRUM} --values 1,4,12 --json".split(),
            ]
        ]
        + [
            cli
            + [
                "recommend",
                *f"{SMALL} --batchings fixed-epoch --objective curvature {SPECTRUM} --seconds 100".split(),
                "--json",
            ]
        ]
        + [cli + ["design", *OTHERS[0].split()], cli + ["design", *OTHERS[0].split(), "--claim"]]
        + [cli + ["train", *text.split(), *json] for text in TRAININGS for json in ([], ["--json"])]
        + [cli + ["spectrum", *text.split()] for text in SPECTRA]
        + [
            cli + [name, "--help"]
            for name in ("design", "sweep", "account", "claim", "verify", "train", "spectrum")
        ]
    )


def without_times(value):
    """Times, and how an optimiser got there, are no answers. The claim has questions of its own."""
    if isinstance(value, dict):
        left_out = ("solve_iterations", "privacy_claim", "strategy_sha256", "measurement")
        return {
            key: without_times(item)
            for key, item in value.items()
            if "seconds" not in key and key not in left_out
        }
    if isinstance(value, list):
        if len(value) > 8 and all(isinstance(item, float) for item in value):
            return value[:8]  # the first coefficients
        return [without_times(item) for item in value]
    return value


def answer(programs, folder, command):
    path = programs / command[0]
    # What this person has measured before stays out of it.
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(pathlib.Path(folder) / "cache"),
        "LC_ALL": "C.UTF-8",
    }
    result = subprocess.run(
        [str(path) if path.exists() else command[0], *command[1:]],
        cwd=folder,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=1800,
        env=environment,
    )
    text = result.stdout
    try:
        output = without_times(json.loads(text))
        # What verify says: hashes of arrays that an optimiser made differ between processors.
        if "items" in output:
            output["items"] = [[item["name"], item["passed"]] for item in output["items"]]
    except ValueError:
        output = [
            line for line in text.splitlines() if not line.startswith(("  Time ", "  Optimiser "))
        ]
    return {"exit": result.returncode, "output": output, "error": result.stderr.splitlines()[:6]}


def some_of(recorded, every):
    """Each `every`-th question of each command, with those that write the files it reads."""
    seen = collections.Counter()
    chosen = set()
    for question in recorded:
        words = question.split()
        kind = words[0] if words[0] != "noiseloom-cli" else words[1]
        if seen[kind] % every == 0:
            chosen.add(question)
        seen[kind] += 1
    read = {word for question in chosen for word in question.split()}
    for question in recorded:
        words = question.split()
        if any(
            word in read for before, word in zip(words, words[1:]) if before in ("--out", "--plan")
        ):
            chosen.add(question)
    return chosen


def answers(programs, left_out=()):
    found = {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name in ("version-1.npz", "version-2.npz"):
            shutil.copy(HERE / name, folder)
        for stage in commands(pathlib.Path(folder)):
            stage = [command for command in stage if " ".join(command) not in left_out]
            for command, result in zip(
                stage, pool.map(lambda c: answer(programs, folder, c), stage)
            ):
                found[" ".join(command)] = result
    return found


def numbers_apart(left, right, tolerance):
    return not math.isclose(left, right, rel_tol=tolerance, abs_tol=1e-300)


def split_numbers(text):
    """A text as its words, numbers among them as numbers."""
    parts = []
    for word in text.replace("(", " ( ").replace(",", " , ").replace("=", " = ").split():
        try:
            parts.append(float(word))
        except ValueError:
            parts.append(word)
    return parts


# Printed numbers have six digits, and are rounded up: what is 1 on one processor may be 1.00001 on another.
PRINTED = 2e-5
LOOSER = {"loss_error_bound": 0.1, "coefficients": 1e-5, "noising_coefficients": 1e-5}  # by field


def difference(left, right, tolerance, where=""):
    """The first difference in words, or None."""
    number = (int, float)
    tolerance = max(tolerance, LOOSER.get(where.rpartition("/")[2].partition("[")[0], 0))
    if isinstance(left, number) and isinstance(right, number) and not isinstance(left, bool):
        return f"{where}: {left!r} was {right!r}" if numbers_apart(left, right, tolerance) else None
    if type(left) is not type(right):
        return f"{where}: {left!r} was {right!r}"
    if isinstance(left, str) and left != right:
        words, other = split_numbers(left), split_numbers(right)
        same = len(words) == len(other) and all(
            a == b
            or isinstance(a, float)
            and isinstance(b, float)
            and not numbers_apart(a, b, max(tolerance, PRINTED))
            for a, b in zip(words, other)
        )
        return None if same else f"{where}: {left!r} was {right!r}"
    if isinstance(left, dict):
        if left.keys() != right.keys():
            return f"{where}: fields {sorted(left.keys() ^ right.keys())} on one side only"
        pairs = ((f"{where}/{key}", left[key], right[key]) for key in left)
    elif isinstance(left, list):
        if len(left) != len(right):
            return f"{where}: {len(left)} items, were {len(right)}: {left!r} was {right!r}"
        pairs = ((f"{where}[{i}]", a, b) for i, (a, b) in enumerate(zip(left, right)))
    else:
        return None if left == right else f"{where}: {left!r} was {right!r}"
    return next(filter(None, (difference(a, b, tolerance, place) for place, a, b in pairs)), None)


LAST = {"--objective last ": "loss_last", "--objective curvature-last ": "loss_curvature_last"}
FLAT = ("--objective max ", *LAST)
MATRICES = ("--mechanism dense ", "--mechanism stamped ", "--mechanism banded ")


def flat(questions):
    """Those about a matrix with a flat optimum, and about the files that they write."""
    ask = [
        q
        for q in questions
        if any(o in f"{q} " for o in FLAT) and any(m in f"{q} " for m in MATRICES)
    ]
    files = {
        word for q in ask for word, before in zip(q.split()[1:], q.split()) if before == "--out"
    }
    return {q for q in questions if q in ask or files & set(q.split())}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=("write", "check"))
    parser.add_argument("programs", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--answers", type=pathlib.Path, default=HERE / "answers.jsonl")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    if options.action == "write":
        found = answers(options.programs)
        options.answers.write_text(
            "".join(json.dumps([key, value]) + "\n" for key, value in found.items())
        )
        return 0
    recorded = dict(map(json.loads, options.answers.read_text(encoding="utf-8").splitlines()))
    loose = flat(recorded)
    asked = some_of(recorded, options.every)
    found = answers(options.programs, recorded.keys() - asked)
    apart = [f"{key}: asked now, not recorded" for key in found if key not in recorded]
    apart += [f"{key}: recorded, not asked any more" for key in asked if key not in found]
    for key in found.keys() & recorded.keys():
        what = difference(
            found[key], recorded[key], max(options.tolerance, 1e-2 if key in loose else 0)
        )
        own = next((name for objective, name in LAST.items() if objective in f"{key} "), None)
        if not what and key in loose and own and own in recorded[key]["output"]:
            what = difference(
                *(held[key]["output"][own] for held in (found, recorded)),
                max(options.tolerance, 1e-4),
                f"/output/{own}",
            )
        if what:
            apart.append(f"{key}\n    {what}")
    print("\n".join(sorted(apart)))
    print(f"{len(found)} answers, {len(apart)} differ from the record")
    return 1 if apart else 0


sys.exit(main())
