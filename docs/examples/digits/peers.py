#!/usr/bin/env python3
"""The training run of digits.py by Opacus and by jax-privacy, alone and with Noiseloom's noise, as a part of digits.md.

    PYTHONPATH=build/python /usr/bin/python3 docs/examples/digits/peers.py [--environments FOLDER]

Installs them by pip into virtual environments in FOLDER (a temporary one, unless it is named and
kept): Opacus 1.4, which goes with Debian's torch 1.13, and the newest jax-privacy. Where no Python
package index can be reached it says SKIPPED.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import textwrap

import numpy as np

import noiseloom

HERE = pathlib.Path(__file__).resolve().parent
BEGIN = "## The same with Opacus and with jax-privacy"
# The peers' own mechanisms, and Noiseloom's best of the table above in their place.
OURS = "banded-toeplitz, sampled"


def best_rate(train, rates, keys):
    """The rate of the best mean accuracy on the digits held back, as digits.py chooses it."""
    return max(rates, key=lambda rate: statistics.mean(train(key, rate)[0] for key in keys))


def row(name, batching, bands, stddev, rmse, train, given):
    rate = best_rate(train, given["rates"], given["keys_for_rates"])
    return dict(
        name=name,
        batching=batching,
        bands=bands,
        stddev=stddev,
        rmse=rmse,
        rate=rate,
        accuracies=[train(key, rate)[1] for key in given["keys"]],
    )


def rows_of_opacus(given):
    sys.path.insert(0, str(HERE))
    import digits
    import opacus
    import torch
    from opacus.accountants.utils import get_noise_multiplier
    from opacus.grad_sample import GradSampleModule
    from opacus.optimizers import DPOptimizer
    from opacus.utils.uniform_sampler import UniformWithReplacementSampler

    import noiseloom.torch

    torch.set_num_threads(1)
    (images, labels), held_back, test = digits.digits()
    job, size = digits.JOB, digits.TRAINED
    batch = job["epochs"] * size / job["iterations"]

    def run(sigma, rate, batches, seed, attached=None):
        network = GradSampleModule(digits.Network())
        optimizer = DPOptimizer(
            torch.optim.SGD(network.parameters(), lr=rate),
            noise_multiplier=sigma,
            max_grad_norm=1.0,
            expected_batch_size=batch,
            generator=torch.Generator().manual_seed(seed),
        )
        if attached:
            noiseloom.torch.forget_runs()  # the keys are known to everybody, and several learning rates share them
            noiseloom.torch.attach(optimizer, *attached)
        for examples in batches:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(
                network(images[examples]), labels[examples]
            ).backward()
            optimizer.step()
        return digits.accuracy(network, held_back), digits.accuracy(network, test)

    sigma = get_noise_multiplier(
        target_epsilon=job["epsilon"],
        target_delta=job["delta"],
        sample_rate=batch / size,
        steps=job["iterations"],
        accountant="prv",
    )

    def of_opacus(key, rate):
        seed = int(key[:15], 16)
        sampler = UniformWithReplacementSampler(
            num_samples=size,
            sample_rate=batch / size,
            generator=torch.Generator().manual_seed(seed + 1),
        )
        return run(sigma, rate, (each for _ in range(job["epochs"]) for each in sampler), seed)

    design = noiseloom.load(given["design"])

    def of_both(key, rate):
        secret = bytes.fromhex(key)
        return run(0.0, rate, design.batches(secret, size), 0, (design, secret))

    rmse = sigma * math.sqrt((job["iterations"] + 1) / 2)
    return dict(
        versions=f"Opacus {opacus.__version__}, PyTorch {torch.__version__}",
        rows=[
            row("Opacus: dp-sgd", "Poisson", None, sigma, rmse, of_opacus, given),
            row(
                "Noiseloom's banded-toeplitz in Opacus",
                design.batching,
                design.bands,
                design.stddev,
                design.rmse,
                of_both,
                given,
            ),
        ],
    )


def rows_of_jax(given):
    import importlib.metadata

    import dp_accounting
    import jax
    import jax.numpy as jnp
    import optax
    from jax_privacy import batch_selection, clipping
    from jax_privacy.experimental import accounting, execution_plan
    from jax_privacy.matrix_factorization import toeplitz

    import noiseloom.jax

    data = np.load(given["data"])
    images, labels = jnp.asarray(data["images"]), jnp.asarray(data["labels"])
    start = [jnp.asarray(data[f"start{at}"]) for at in range(4)]
    job, size, n = given["job"], given["trained"], given["job"]["iterations"]
    batch = job["epochs"] * size / n

    def logits(params, x):
        first, first_bias, last, last_bias = params
        return jnp.tanh(x @ first.T + first_bias) @ last.T + last_bias

    def loss(params, examples):  # a batch of one; filled up with -1, which has no gradient
        x, y = images[examples], labels[examples]
        each = optax.softmax_cross_entropy_with_integer_labels(logits(params, x), y)
        return jnp.sum(jnp.where(examples >= 0, each, 0.0))

    def accuracy(params, begin, end):
        right = jnp.argmax(logits(params, images[begin:end]), axis=1) == labels[begin:end]
        return float(jnp.mean(right))

    def runner(clipped_grad, privatizer):
        gradient = clipped_grad(loss)

        @jax.jit
        def step(params, state, examples, rate):
            made, state = privatizer.update(gradient(params, examples), state)
            return [each - rate / batch * change for each, change in zip(params, made)], state

        def run(batches, rate, state):
            params = start
            for examples in batches:
                params, state = step(
                    params,
                    state,
                    batch_selection.pad_to_multiple_of(np.asarray(examples, np.int32), 160),
                    rate,
                )
            return accuracy(params, size, size + given["held_back"]), accuracy(
                params, size + given["held_back"], len(labels)
            )

        return run

    def plan(bands):
        """jax-privacy's own: strategy, accountant, sampler and noise."""
        strategy = toeplitz.optimize_banded_toeplitz(n=n, bands=bands)
        probability = batch / (size / bands)
        sigma = dp_accounting.calibrate_dp_mechanism(
            lambda: dp_accounting.pld.PLDAccountant(
                dp_accounting.NeighboringRelation.REPLACE_SPECIAL
            ),
            lambda noise: accounting.amplified_bandmf_event(
                noise_multiplier=noise, iterations=n, num_bands=bands, sampling_prob=probability
            ),
            job["epsilon"],
            job["delta"],
        )
        stddev = sigma * float(np.linalg.norm(strategy))
        rmse = stddev * math.sqrt(
            float(jnp.mean(toeplitz.per_query_error(strategy_coef=strategy, n=n)))
        )

        def made(seed):
            return execution_plan.BandMFExecutionPlanConfig(
                iterations=n,
                strategy=strategy,
                epsilon=None,
                delta=None,
                noise_multiplier=sigma,
                sampling_prob=probability,
                noise_seed=seed,
            ).plan

        first = made(0)
        run = runner(first.clipped_grad, first.noise_addition_transform)

        def train(key, rate):
            seed = int(key[:7], 16)
            batches = first.batch_selection_strategy.batch_iterator(size, seed + 1)
            # The plan's seed is in the state.
            return run(batches, rate, made(seed).noise_addition_transform.init(start))

        return bands, stddev, rmse, train

    design = noiseloom.load(given["design"])

    def of_both(key, rate):
        secret = bytes.fromhex(key)
        init, _ = noiseloom.jax.correlated_noise(design, secret, clip_norm=1.0, reduction="sum")
        return of_both.run(design.batches(secret, size), rate, init(start))

    of_both.run = runner(
        lambda fun: clipping.clipped_grad(fun, l2_clip_norm=1.0),
        noiseloom.jax.correlated_noise(design, bytes(32), clip_norm=1.0, reduction="sum"),
    )
    single = plan(1)
    best = min((plan(bands) for bands in (2, 4, 8, 16)), key=lambda made: made[2])
    rows = [
        row(
            f"jax-privacy: {name}",
            "cyclic Poisson",
            bands if bands > 1 else None,
            stddev,
            rmse,
            train,
            given,
        )
        for name, (bands, stddev, rmse, train) in (
            ("dp-sgd", single),
            ("BandMF, its best of 2, 4, 8, 16 bands", best),
        )
    ]
    rows.append(
        row(
            "Noiseloom's banded-toeplitz in JAX",
            design.batching,
            design.bands,
            design.stddev,
            design.rmse,
            of_both,
            given,
        )
    )
    return dict(
        versions=f"jax-privacy {importlib.metadata.version('jax-privacy')}, JAX {jax.__version__}",
        rows=rows,
    )


PEERS = {
    "opacus": (
        rows_of_opacus,
        [["--no-deps", "opacus==1.4.0"], ["opt_einsum"]],
        ["--system-site-packages"],
    ),
    "jax": (rows_of_jax, [["jax-privacy"]], []),
}


def environment(folder, name):
    """The Python of a virtual environment with that peer; None where no index can be reached."""
    python = folder / name / "bin" / "python"
    _, packages, options = PEERS[name]
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", *options, str(folder / name)], check=True)
    for each in packages:
        installed = subprocess.run(
            [str(python), "-m", "pip", "install", "-q", *each], capture_output=True, text=True
        )
        if installed.returncode != 0:
            print(installed.stderr[-2000:], file=sys.stderr)
            return None
    return python


def section(answers):
    lines = [
        BEGIN,
        "",
        textwrap.fill(
            "Made by `PYTHONPATH=build/python /usr/bin/python3 docs/examples/digits/peers.py`: the same "
            "digits, network, first weights, clipping, steps and promise, as many keys, learning rates chosen "
            "in the same way. In their own rows the libraries draw, account and make noise themselves "
            "(Opacus's PRV accountant, jax-privacy's PLD accountant); in the others Noiseloom's design, "
            "batches and noise stand in their place (`noiseloom.torch.attach`, "
            "`noiseloom.jax.correlated_noise`).",
            120,
            break_on_hyphens=False,
        ),
        "",
        "| run | batching | bands | noise stddev | RMSE | learning rate | test accuracy, mean | "
        "standard deviation | least and most |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for answer in answers:
        for each in answer["rows"]:
            a = [100 * value for value in each["accuracies"]]
            lines.append(
                f"| {each['name']} | {each['batching']} | {each['bands'] or ''} | "
                f"{each['stddev']:.3f} | {each['rmse']:.2f} | {each['rate']:g} | "
                f"{statistics.mean(a):.2f} % | {statistics.stdev(a):.2f} | {min(a):.2f} - {max(a):.2f} |"
            )
    return "\n".join([*lines, "", "; ".join(answer["versions"] for answer in answers) + ".", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--environments", type=pathlib.Path)
    parser.add_argument("--of", choices=list(PEERS), help=argparse.SUPPRESS)  # in its environment
    parser.add_argument("--given", type=pathlib.Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.of:
        print(json.dumps(PEERS[asked.of][0](json.loads(asked.given.read_text()))))
        return
    sys.path.insert(0, str(HERE))
    import digits

    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        folder = asked.environments or work
        pythons = {name: environment(folder, name) for name in PEERS}
        if None in pythons.values():
            print("SKIPPED: no Python package index can be reached")
            return
        design = noiseloom.design(
            **digits.JOB, dataset_size=digits.TRAINED, **digits.MECHANISMS[OURS]
        )
        design.save(work / "design.npz")
        parts = digits.digits()
        start = {
            f"start{at}": each.detach().numpy()
            for at, each in enumerate(digits.Network().parameters())
        }
        np.savez(
            work / "data.npz",
            images=np.concatenate([each[0].numpy() for each in parts]),
            labels=np.concatenate([each[1].numpy() for each in parts]),
            **start,
        )
        (work / "given.json").write_text(
            json.dumps(
                dict(
                    job=digits.JOB,
                    trained=digits.TRAINED,
                    held_back=digits.HELD_BACK,
                    rates=digits.RATES,
                    design=str(work / "design.npz"),
                    data=str(work / "data.npz"),
                    keys=[
                        digits.teaching_key("peers", number).hex() for number in range(digits.KEYS)
                    ],
                    keys_for_rates=[
                        digits.teaching_key("rates peers", number).hex()
                        for number in range(digits.KEYS_FOR_RATES)
                    ],
                )
            )
        )
        answers = []
        for name, python in pythons.items():
            command = [str(python), __file__, "--of", name, "--given", str(work / "given.json")]
            made = subprocess.run(
                command,
                check=True,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "JAX_PLATFORMS": "cpu"},
            )
            answers.append(json.loads(made.stdout.splitlines()[-1]))
            print(section(answers), file=sys.stderr, flush=True)
    page = HERE.parent / "digits.md"
    page.write_text(page.read_text().split(BEGIN)[0].rstrip("\n") + "\n\n" + section(answers))


if __name__ == "__main__":
    main()
