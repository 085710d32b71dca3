"""Figures in sentences and tables of the pages: the command that has them, and where they stand.
check_figures.py reads this.

An entry is a page of docs without its ending, a command in parts, and pairs of a place (text of the
page, {} for each figure, {-} for a cell that is passed over) and what the figures are of the
command's --json. The page has to name each part but those that begin with "+", which leave out what
would take long; pages of mechanisms have their setting in words (mechanisms/README.md).
"""

SIGMA = "--epsilon 4.37718 --delta 1e-5"  # 1, unsampled
SINGLE = f"{SIGMA} --batching single"
TWENTY = f"--iterations 2000 --epochs 20 {SIGMA}"
EPOCHS = f"{TWENTY} --batching fixed-epoch"
SMALL = "--iterations 256 --epochs 4 --epsilon 2 --delta 1e-6"
JOB = "--iterations 2000 --epochs 20 --epsilon 8 --delta 1e-5"
FREE = "--mechanism dense --column-normalize off"
COSINE = "--workload sgd --schedule cosine --momentum 0.9"
LINEAR = "--workload sgd --schedule linear --warmup 0.1 --cooldown 0.3"


def of(*names):
    """These members of a design."""
    return lambda answer: [answer[name] for name in names]


def points(name):
    """One figure of every point of a sweep."""
    return lambda answer: [point[name] for point in answer["points"]]


def point(value, *names):
    """Figures of a sweep's point."""
    return lambda answer: next(
        [p[name] for name in names] for p in answer["points"] if p["value"] == value
    )


def bound(name, share=None):
    """A lower bound of a class of strategies, or by how many percent it is below the rmse."""

    def found(answer):
        value = next(b["lower_bound"] for b in answer["class_bounds"] if b["class"] == name)
        return [100 * (1 - value / answer["rmse"]) if share else value]

    return found


def ratio(answer):
    """lambda or gamma: the second coefficient of C^-1 over the first."""
    return [-answer["noising_coefficients"][1] / answer["noising_coefficients"][0]]


def accuracy(*names):
    """Mean accuracies of a training's runs, in percent."""
    return lambda answer: [
        100 * next(run for run in answer["runs"] if run["name"] == name)["accuracy"]["mean"]
        for name in names
    ]


def mechanism(page, *entries):
    return [
        (f"mechanisms/{page}", [f"noiseloom-cli design {command}"], [(place, figures)])
        for command, place, figures in entries
    ]


FIGURES = [
    (
        "faq",
        [f"noiseloom-cli design {JOB} --batching fixed-epoch"],
        [
            (
                "prints a multiplier of {}, a sensitivity of {} and a stddev of {}, at",
                of("noise_multiplier", "sensitivity", "stddev"),
            )
        ],
    ),
    (
        "choosing",
        [
            f"noiseloom-cli sweep --over batching {JOB}",
            "+--values cyclic-poisson,cyclic-allocation,random-allocation,balanced-iterations,"
            "shuffled-each-epoch,fixed-epoch,min-sep,fixed-size",
        ],
        [
            (
                f"| {label} | {{}} | {{}} | {{}} | {{}} | {{}} | {{}} |",
                point(
                    name, "bands", "sensitivity", "noise_multiplier", "stddev", "rmse", "max_error"
                ),
            )
            for label, name in [
                ("cyclic-poisson", "cyclic-poisson"),
                ("cyclic-allocation", "cyclic-allocation"),
                ("random-allocation, balanced-iterations", "random-allocation"),
                ("random-allocation, balanced-iterations", "balanced-iterations"),
                ("shuffled-each-epoch", "shuffled-each-epoch"),
                ("fixed-epoch, min-sep", "fixed-epoch"),
                ("fixed-epoch, min-sep", "min-sep"),
                ("fixed-size (replace-one)", "fixed-size"),
            ]
        ],
    ),
    (
        "math",
        [
            "noiseloom-cli design --iterations 512 --batching single --epsilon 4.37718 --delta "
            "1e-5 --bands 16 --class-bounds"
        ],
        [
            ("once: {} where the optimum is", bound("equal-norms")),
            ("and w = 1 says {}.", of("lower_bound")),
            ("once: {} % below the column-normalised Toeplitz", bound("banded", True)),
            (
                "at n = 512 and 16 bands it is {} % below",
                lambda answer: [100 * (1 - answer["rmse"] / bound("banded-toeplitz")(answer)[0])],
            ),
        ],
    ),
    (
        "math",
        [
            "noiseloom-cli design --iterations 512 --batching single --epsilon 4.37718 --delta 1e-5",
            "--mechanism dense",
        ],
        [("where the optimum is {} and w = 1", of("rmse"))],
    ),
    (
        "math",
        [
            "noiseloom-cli account --batching random-allocation --iterations 2000 --epochs 20 --epsilon 8 --delta 1e-5"
        ],
        [("at eps = 1 and {} at eps = 8, certified", of("noise_multiplier"))],
    ),
    (
        "math",
        [
            "noiseloom-cli sweep --over bands --values 16,32 --batching cyclic-allocation "
            "--iterations 512 --epochs 8 --epsilon 8 --delta 1e-5"
        ],
        [("with 16 and 32 bands needs {} and {}, cyclic Poisson", points("noise_multiplier"))],
    ),
    (
        "math",
        [
            "noiseloom-cli account --batching balls-in-bins --iterations 100 --epochs 1 "
            "--dataset-size 10000 --largest-batch auto "
            "--epsilon 1 --delta 1e-5"
        ],
        [("is proposed: {} for 100 bins", of("largest_batch"))],
    ),
    (
        "theory/inversion-accountant",
        [
            "noiseloom-cli account --noise-multiplier 0.9 --sampling-probability 0.3 --compositions 2 --epsilon 1"
        ],
        [
            ("the inversion gives {} (removing, eps = 1)", of("delta_remove")),
            ("the certificate {} for the first", of("delta")),
        ],
    ),
    (
        "teaching",
        ["noiseloom-cli train --seeds 30"],
        [
            ("right at ε = 1? ({} %, without noise {} %)", accuracy("dp-sgd", "non-private")),
            ("is correlated noise better? ({} %.)", accuracy("banded-toeplitz")),
        ],
    ),
    *[
        (
            "mechanisms/amplified",
            [
                "noiseloom-cli sweep --over epsilon --values 0.5,1,2,4,8 --iterations 2000 --epochs 20 --delta 1e-5",
                f"--batching {batching}",
            ],
            [(f"| `--batching {batching}` | {{}} | {{}} | {{}} | {{}} | {{}} |", points("rmse"))],
        )
        for batching in ("fixed-epoch", "cyclic-poisson")
    ],
    *mechanism(
        "banded-toeplitz",
        (
            f"--iterations 10 {SINGLE} --bands 10 --objective last",
            "a last error of {} comes with an rmse of {}.",
            of("last_error", "rmse"),
        ),
        (
            f"{SMALL} --batching fixed-epoch --bands 32",
            "prefix sums (13.15 against {}),",
            of("rmse"),
        ),
        (
            f"{SMALL} --batching fixed-epoch --bands 32 {LINEAR}",
            "linear schedule (10.96 against {})",
            of("rmse"),
        ),
        (f"{SMALL} --batching fixed-epoch --bands 32 {COSINE}", "(59.01 against {}).", of("rmse")),
    ),
    (
        "mechanisms/banded-toeplitz",
        [
            f"noiseloom-cli sweep --over min-sep --fixed-strategy --values 50,75,100 {TWENTY} --batching min-sep",
            "--bands 100",
        ],
        [
            (
                "the rmse goes from {} to 26.16 at separation 50, from {} to 22.86 at 75, and from {} to 21.35",
                points("rmse"),
            )
        ],
    ),
    (
        "mechanisms/banded-toeplitz",
        [
            f"noiseloom-cli sweep --over min-sep --fixed-strategy --values 50,75,100 {TWENTY} --batching min-sep",
            "--bands 100 --robust-from 50",
        ],
        [
            (
                "the rmse goes from 26.20 to {} at separation 50, from 23.83 to {} at 75, and from 20.17 to {} at 100",
                points("rmse"),
            )
        ],
    ),
    *mechanism(
        "banded",
        (
            f"{SMALL} --batching fixed-epoch --bands 32 --mechanism banded",
            "| prefix sums, `--batching fixed-epoch` | {} |",
            of("rmse"),
        ),
        (
            f"{SMALL} --batching fixed-epoch --bands 32 {FREE}",
            "| prefix sums, `--batching fixed-epoch` | 13.49 | {} |",
            of("rmse"),
        ),
    ),
    *mechanism(
        "dense",
        (
            f"{SMALL} --batching fixed-epoch --mechanism dense {LINEAR}",
            "| 256, 4 | {-} | {} |",
            of("rmse"),
        ),
        (
            f"{SMALL} --batching fixed-epoch {FREE} {LINEAR}",
            "| 256, 4 | {-} | {-} | {} |",
            of("rmse"),
        ),
    ),
    *mechanism(
        "blt",
        (
            f"--iterations 2048 {SINGLE} --objective max --mechanism blt --buffers 2",
            "max error {} with 2 buffers, 6.67",
            of("max_error"),
        ),
        *[
            (
                f"--iterations 1e{n} {SINGLE} --objective max --mechanism blt --buffers {m}",
                f"| 10^{n} |" + " {-} |" * (m - 1) + " {} |",
                of("max_error"),
            )
            for n in (3, 5, 7)
            for m in range(1, 7)
        ],
        (f"{EPOCHS} --mechanism blt --buffers 1", "mean error {} with 1 buffer", of("rmse")),
        (f"{EPOCHS} --mechanism blt --buffers 2", "with 1 buffer, {} with 2;", of("rmse")),
        (
            f"--iterations 1024 --epochs 32 {SIGMA} --batching fixed-epoch --mechanism blt --buffers 2",
            "32 epochs: {} with 2 buffers",
            of("rmse"),
        ),
        (
            f"--iterations 1024 --epochs 32 {SIGMA} --batching fixed-epoch --bands 32",
            "with 2 buffers, {} with 32 bands",
            of("rmse"),
        ),
    ),
    *mechanism(
        "bisr",
        (f"{EPOCHS} --mechanism bisr", "The best p here is {}, with {}.", of("bands", "rmse")),
    ),
    *mechanism(
        "bifr",
        *[
            (
                f"{EPOCHS} --mechanism bifr --bands {p}",
                "| its gamma |" + " {-} |" * i + " {} |",
                ratio,
            )
            for i, p in enumerate((2, 4, 8, 16, 32, 64))
        ],
    ),
    *mechanism(
        "lambda-cgd",
        (f"{EPOCHS} --mechanism lambda-cgd", "rmse {} with λ", of("rmse")),
        (f"{EPOCHS} --mechanism lambda-cgd", "with λ = {}, where", ratio),
    ),
    *mechanism(
        "dp-sgd",
        (f"{EPOCHS} --mechanism dp-sgd", "its rmse on running sums is {}; a", of("rmse")),
        (f"{EPOCHS} --mechanism dp-sgd", "nothing can have less than {}.", of("lower_bound")),
    ),
    *mechanism(
        "rational-blt",
        *[
            (
                f"--iterations 1e{n} {SINGLE} --objective max --mechanism rational-blt --buffers {m}",
                f"| 10^{n} |" + " {-} |" * i + " {}" + (" (11) |" if m == "best" else " |"),
                of("max_error"),
            )
            for n in (3, 5)
            for i, m in enumerate((3, 5, 9, "best"))
        ],
        (f"{EPOCHS} --mechanism rational-blt", "it has a mean error of {}, the", of("rmse")),
        (f"{EPOCHS} --mechanism blt", "the optimised BLT {}.", of("rmse")),
    ),
    *mechanism(
        "reciprocal-toeplitz",
        (
            f"{EPOCHS} --mechanism reciprocal-toeplitz --bands 100",
            "rmse {}, where the optimum",
            of("rmse"),
        ),
    ),
    *mechanism(
        "recursive-blt",
        *[
            (
                f"--iterations {n} {SINGLE} --mechanism {m}",
                f"| {label} |" + " {-} |" * i + " {} ",
                of("rmse"),
            )
            for n, label in (("100", "100"), ("2000", "2000"), ("1e5", "10^5"))
            for i, m in enumerate(("tree", "recursive-blt --noise-rows 12", "blt --noise-rows 12"))
        ],
    ),
    *mechanism(
        "square-root",
        (f"{EPOCHS} --mechanism square-root", "sigma 1: rmse {}, but", of("rmse")),
        (f"{EPOCHS} --mechanism bsr --bands 200", "but {} when cut to 200 bands", of("rmse")),
    ),
    *mechanism(
        "stamped",
        (
            f"{SMALL} --batching fixed-epoch --mechanism stamped --stamps 4",
            "rmse is {}, where",
            of("rmse"),
        ),
        (f"{SMALL} --batching fixed-epoch --mechanism dense", "`dense` has {}, and", of("rmse")),
        (f"{SMALL} --batching fixed-epoch {FREE}", "and {} with free column norms", of("rmse")),
        (
            f"{SMALL} --batching fixed-epoch --mechanism stamped --stamps 4 {COSINE}",
            "these are {}, 61.5",
            of("rmse"),
        ),
    ),
    *mechanism(
        "tree",
        *[
            (f"{EPOCHS} --mechanism tree --decoder {name}", f"{label} {{}}{after}", of("rmse"))
            for name, label, after in (
                ("own-node", "plain", ","),
                ("online", "online", ","),
                ("full", "full", ";"),
            )
        ],
    ),
    *mechanism(
        "band-inv-mf",
        (
            "--iterations 8 --epochs 2 --epsilon 4.37718 --delta 1e-5 --batching fixed-epoch "
            "--bands 3 --mechanism band-inv-mf "
            "--workload sgd --momentum 0.9",
            "sigma 1 {} with momentum 0.9",
            of("rmse"),
        ),
    ),
]
