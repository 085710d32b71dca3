"""Asks noiseloom-cli for a dozen designs and their noise on this processor and on emulated ones
without AVX-512, and without AVX2 either: the noise has the same bits, and the figures are the same
to 1e-12, whatever kernels core, OpenBLAS, FFTW and libsodium choose. The nightly run asks for each
design on each processor; the default one for one of each kind of kernel.

usage: other_processors.py NOISELOOM_CLI
"""

import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from thorough import thorough  # noqa: E402

SMALL = "--iterations 48 --epochs 4 --epsilon 2 --delta 1e-6"
DESIGNS = {
    "dp_sgd": "--mechanism dp-sgd",
    "tree": "--mechanism tree --batching fixed-epoch",
    "bsr": "--mechanism bsr --bands 6",
    "bisr": "--mechanism bisr --bands 6 --batching fixed-epoch",
    "band_inv_mf": "--mechanism band-inv-mf --bands 4 --batching single",
    "toeplitz": "--bands 5",
    "toeplitz_momentum": "--bands 4 --workload sgd --momentum 0.9 --batching min-sep --min-sep 8",
    "banded": "--mechanism banded --bands 4",
    "dense": "--mechanism dense --batching fixed-epoch",
    "blt": "--mechanism blt --buffers 2 --batching fixed-epoch",
    "square_root": "--mechanism square-root --batching single",
    "bins": "--mechanism bsr --bands 4 --batching balls-in-bins --tau 2 --failure-probability 1e-3",
    "curvature": "--bands 4 --batching fixed-epoch --objective curvature --spectrum 0.001:5,0.01,0.1:2",
}
# Where an optimiser ends depends on the last bits of its way there.
SOLVED = {"toeplitz", "toeplitz_momentum", "banded", "dense", "blt", "band_inv_mf", "curvature"}
FIGURES = (
    "sensitivity",
    "noise_multiplier",
    "stddev",
    "loss_mean",
    "loss_max",
    "loss_last",
    "rmse",
    "max_error",
    "last_error",
    "lower_bound",
    "dp_sgd_rmse",
)
PROCESSORS = {"Haswell": "no AVX-512", "Nehalem": "neither AVX-512 nor AVX2"}
# A closed form, FFTW's transforms with an optimiser, and OpenBLAS; libsodium's words are in the noise of each.
FEW = {"tree": ["Haswell"], "toeplitz": ["Nehalem"], "dense": ["Nehalem"]}


def run(before, program, folder, arguments):
    # A kernel that the environment asks of OpenBLAS may be one that the emulated processor has not.
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
    result = subprocess.run(
        [*before, program, *arguments],
        cwd=folder,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**environment, "XDG_CACHE_HOME": str(folder)},
        timeout=600,
    )
    assert result.returncode == 0, f"{before} {arguments}: {result.stderr.decode()}"
    return result.stdout


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    emulator = shutil.which("qemu-x86_64")
    if emulator is None or os.uname().machine != "x86_64":
        print(
            "SKIPPED: qemu-x86_64 is not installed (Debian package qemu-user), or this is no x86-64"
        )
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "run.key").write_bytes(bytes(range(32)))
        (folder / "run.key").chmod(0o600)
        worst = {True: 0.0, False: 0.0}
        for design, processors in thorough(FEW, dict.fromkeys(DESIGNS, PROCESSORS)).items():
            options = DESIGNS[design]
            file = f"{design}.npz"

            def asked(before, out):
                answer = json.loads(
                    run(
                        before,
                        program,
                        folder,
                        ["design", *SMALL.split(), *options.split(), "--json", "--out", out],
                    )
                )
                return [
                    float(answer[figure]) for figure in FIGURES if answer.get(figure) is not None
                ]

            # The noise of one file: look-ahead blocks and single steps, both number types.
            def noise(before):
                return [
                    run(
                        before,
                        program,
                        folder,
                        [
                            "noise",
                            file,
                            "--parameters",
                            parameters,
                            "--key-file",
                            "run.key",
                            "--number-type",
                            kind,
                            "--out",
                            "-",
                        ],
                    )
                    for parameters, kind in (("4999", "float32"), ("101", "float64"))
                ]

            here, rows = asked([], file), noise([])
            assert len(here) > 6 and all(map(math.isfinite, here)), design
            assert len(rows[0]) == 48 * 4999 * 4 and len(rows[1]) == 48 * 101 * 8, design
            for processor in processors:
                lacks = PROCESSORS[processor]
                before = [emulator, "-cpu", processor]
                assert noise(before) == rows, f"{design}: other noise with {lacks}"
                there = asked(before, "there.npz")
                apart = max(
                    abs(a - b) / abs(a) if a else abs(b) for a, b in zip(here, there, strict=True)
                )
                solved = design in SOLVED
                worst[solved] = max(worst[solved], apart)
                print(f"{design}: {lacks}: the same noise, figures {apart:.1e} apart", flush=True)
                assert apart <= (1e-9 if solved else 1e-12), f"{design}: figures with {lacks}"
        print(f"closed forms: {worst[False]:.1e} apart, solved: {worst[True]:.1e}")


main()
