"""What each library of peers.py does with each question, in an environment of its own: answers as one line of JSON.

A question is asked twice in one process: cold counts from the start of the process, with all that
has to be imported and compiled; warm is the second time, with what a library keeps of its own
answers cleared. Strategies come back as numbers, for one judge (peers.py) to compare. Of
jax-privacy also the processor time at which its loss was 0.01 % above its last, since it runs on.
"""

import json
import sys
import tempfile
import time

BRACKET = (0.85, 1.2)  # in which the others look for Noiseloom's noise
ACCURACY = 1e-3  # relative, of their epsilon


def seconds(step, warm, counted):
    for _ in range(warm):
        step()
    begun = time.process_time()
    for _ in range(counted):
        step()
    return (time.process_time() - begun) / counted


class Noiseloom:
    def __init__(self):
        import noiseloom

        self.made = noiseloom
        self.versions = f"Noiseloom {noiseloom.__version__}"

    def strategy(self, ask):
        design = self.made.design(**ask["design"])
        return dict(matrix=design.matrix(), bands=ask.get("bands"))

    def sigma(self, ask):
        if ask["name"] == "Poisson":
            return dict(sigma=self.made.account(**ask["account"])["noise_multiplier"])
        if "unamplified" not in ask:
            return dict(sigma=self.made.design(**ask["design"]).stddev)
        with tempfile.TemporaryDirectory() as folder:
            strategy = f"{folder}/strategy.npz"
            self.made.design(**ask["unamplified"]).save(strategy)
            return dict(sigma=self.made.design(strategy=strategy, **ask["design"]).stddev)

    def noise(self, ask):
        import numpy as np

        made = self.made.design(**ask["design"]).noise(bytes(32), ask["parameters"])
        out = np.empty(ask["parameters"], "f4")
        return dict(step=seconds(lambda: made.next(out), 2 * ask["bands"], 2 * ask["bands"]))


class JaxPrivacy:
    def __init__(self):
        import importlib.metadata

        import jax

        self.versions = (
            f"jax-privacy {importlib.metadata.version('jax-privacy')}, JAX {jax.__version__}"
        )
        self.asked = False

    def strategy(self, ask):
        from jax_privacy.matrix_factorization import optimization

        name, trace = ask["name"], []
        optimize = optimization.optimize
        begun = time.process_time() if self.asked else 0
        self.asked = True

        def traced(*arguments, callback=lambda _: None, **options):
            def seen(step):
                trace.append((time.process_time() - begun, float(step.loss)))
                return callback(step)

            return optimize(*arguments, callback=seen, **options)

        optimization.optimize = traced
        try:
            answer = self.solved(ask)
        finally:
            optimization.optimize = optimize
        if name != "BLT":  # solved for several numbers of buffers
            answer["enough"] = next(at for at, loss in trace if loss <= trace[-1][1] * 1.0001)
        return answer

    def solved(self, ask):
        import jax
        import numpy as np
        from jax_privacy.matrix_factorization import banded, buffered_toeplitz, dense, toeplitz

        n, name = ask["n"], ask["name"]
        with jax.enable_x64():
            if name == "banded Toeplitz":
                return dict(
                    coefficients=np.asarray(
                        toeplitz.optimize_banded_toeplitz(n=n, bands=ask["bands"])
                    )
                )
            if name == "BLT":
                made = buffered_toeplitz.optimize(
                    n=n, min_sep=ask["separation"], max_participations=ask["epochs"], error="max"
                )
                return dict(coefficients=np.asarray(made.toeplitz_coefs(n)))
            if name == "banded":
                return dict(matrix=np.asarray(banded.optimize(n, bands=ask["bands"]).materialize()))
            return dict(matrix=np.asarray(dense.optimize(n, epochs=ask["epochs"])))

    def sigma(self, ask):
        """The sweep of its Monte Carlo calibration, a hundredth a step down from 1.08 of what is near."""
        import jax
        import numpy as np
        from jax_privacy import batch_selection
        from jax_privacy.experimental.monte_carlo import delta_calculation, sample_generation
        from jax_privacy.matrix_factorization import toeplitz

        n, bins = ask["n"], ask["n"] // ask["epochs"]
        if ask["name"].startswith("b-min-sep"):
            with jax.enable_x64():
                column = np.asarray(toeplitz.optimize_banded_toeplitz(n=n, bands=ask["bands"]))
            column = np.maximum(column, 0)
            column /= np.linalg.norm(column)
            batches = batch_selection.BMinSepSampling(
                sampling_prob=1 / (bins - ask["bands"] + 1), iterations=n, min_sep=ask["bands"]
            )
        else:
            column = square_root(ask.get("bands", 1))
            batches = batch_selection.BallsInBinsSampling(iterations=n, cycle_length=bins)

        def losses(sigma, positive, draws):
            seed = int(1e6 * sigma)
            return sample_generation.get_privacy_loss_sample(
                batches, sigma, column, seed, positive, draws
            )[0]

        draws = 2000
        took = seconds(lambda: losses(ask["near"], True, draws), 1, 1) * 2 * ask["samples"] / draws
        if took > 20:
            sys.exit(f"{took:.0f} s a candidate")
        allowed = delta_calculation.get_base_delta(ask["samples"], ask["delta"])
        sigma, passed = 1.08 * ask["near"], None
        while True:
            for positive in (True, False):
                if (
                    delta_calculation.delta_from_epsilon_and_samples(
                        ask["epsilon"], losses(sigma, positive, ask["samples"])
                    )
                    > allowed
                ):
                    return dict(sigma=passed)
            passed, sigma = sigma, sigma / 1.01

    def noise(self, ask):
        import jax
        import jax.numpy as jnp
        from jax_privacy import noise_addition
        from jax_privacy.matrix_factorization import toeplitz

        inverse = toeplitz.inverse_as_streaming_matrix(
            jnp.asarray(toeplitz.optimal_max_error_strategy_coefs(ask["bands"]), jnp.float32)
        )
        made = noise_addition.matrix_factorization_privatizer(
            inverse, stddev=1.0, prng_key=jax.random.key(0)
        )
        gradient = jnp.zeros(ask["parameters"])
        update, state = jax.jit(made.update, donate_argnums=1), made.init(gradient)

        def step():
            nonlocal state
            noisy, state = update(gradient, state)
            noisy.block_until_ready()

        return dict(step=seconds(step, 2, 8))


class DpAccounting:
    def __init__(self):
        import importlib.metadata

        self.versions = f"dp-accounting {importlib.metadata.version('dp-accounting')}"

    def sigma(self, ask):
        import dp_accounting as dp

        given = ask["account"]

        def event(sigma):
            return dp.SelfComposedDpEvent(
                dp.PoissonSampledDpEvent(given["sampling_probability"], dp.GaussianDpEvent(sigma)),
                given["compositions"],
            )

        bracket = dp.ExplicitBracketInterval(*(factor * ask["near"] for factor in BRACKET))
        return dict(
            sigma=dp.calibrate_dp_mechanism(
                dp.pld.PLDAccountant,
                event,
                ask["epsilon"],
                ask["delta"],
                bracket,
                tol=1e-3 * ask["near"],
            )
        )


class PrvAccountant:
    def __init__(self):
        import importlib.metadata

        self.versions = f"prv-accountant {importlib.metadata.version('prv-accountant')}"

    def sigma(self, ask):
        from prv_accountant.dpsgd import find_noise_multiplier

        given = ask["account"]
        return dict(
            sigma=find_noise_multiplier(
                given["sampling_probability"],
                given["compositions"],
                ask["epsilon"],
                ask["delta"],
                eps_error=0.01,
            )
        )


class PldAccounting:
    def __init__(self):
        import importlib.metadata

        self.versions = f"PLD_accounting {importlib.metadata.version('PLD_accounting')}"

    def sigma(self, ask):
        from PLD_accounting import random_allocation_api as api
        from PLD_accounting import types
        from scipy import optimize

        # One choice for all epochs: their Gaussians are one.
        together = ask["name"].startswith("balls")
        config = types.AllocationSchemeConfig(loss_discretization=0.05, tail_truncation=1e-8)

        def above(sigma):
            params = types.PrivacyParams(
                sigma=sigma / ask["epochs"] ** 0.5 if together else sigma,
                num_steps=ask["n"] // ask["epochs"],
                num_selected=1,
                num_epochs=1 if together else ask["epochs"],
                delta=ask["delta"],
            )
            return (
                api.gaussian_allocation_epsilon_configurable(params=params, config=config)
                - ask["epsilon"]
            )

        found = optimize.brentq(
            above, *(factor * ask["near"] for factor in BRACKET), xtol=ACCURACY * ask["near"]
        )
        while above(found) > 0:
            found *= 1 + ACCURACY
        return dict(sigma=found)


class Opake:
    def __init__(self):
        import dataclasses
        import importlib.metadata

        made = dataclasses.dataclass

        # Python 3.11 refuses what it asks for, where a base has it.
        def dataclass(cls=None, /, **options):
            options.pop("weakref_slot", None)
            return made(cls, **options)

        dataclasses.dataclass = dataclass
        import opake.accounting
        import torch

        torch.set_num_threads(1)
        opake.accounting.set_discretization(
            discretization=1e-3, max_conv_grid=8192, mc_resolution=1e-4
        )
        self.versions = (
            f"opake {importlib.metadata.version('opake-accounting')}, PyTorch {torch.__version__}"
        )

    def clear(self):
        import gc

        for each in gc.get_objects():
            if type(each).__name__ == "_lru_cache_wrapper" and "opake" in (
                getattr(each, "__module__", "") or ""
            ):
                each.cache_clear()

    def strategy(self, ask):
        from opake.dpftrl.noise import band_mf_strategy, blt_strategy

        if ask["name"] == "BLT":
            made = blt_strategy().coefficients(
                n_steps=ask["n"], min_sep=ask["separation"], max_participations=ask["epochs"]
            )
        else:
            made = band_mf_strategy(bands=ask["bands"]).coefficients(n_steps=ask["n"])
        return dict(coefficients=made.numpy())

    def sigma(self, ask):
        import opake.dpftrl.accounting as correlated
        import opake.dpsgd.accounting as independent
        from opake.accounting import calibration
        from opake.dpftrl.noise import band_mf_strategy, bsr_strategy, identity_strategy

        name, n, bins = ask["name"], ask["n"], ask["n"] // ask.get("epochs", 1)

        def process(sigma):
            if name == "Poisson":
                return (
                    independent.poisson(
                        independent.gaussian(sigma),
                        sample_rate=ask["account"]["sampling_probability"],
                    )
                    * n
                )
            if name == "random allocation":
                return (
                    independent.k_out_of_t(
                        independent.gaussian(sigma), k=1, t=bins, allocation="block"
                    )
                    * ask["epochs"]
                )
            if name.startswith("b-min-sep"):
                return correlated.b_min_sep(
                    correlated.mf_gaussian(sigma, band_mf_strategy(bands=ask["bands"])),
                    n_steps=n,
                    p0=1 / bins,
                )
            strategy = (
                bsr_strategy(bandwidth=ask["bands"], alpha=1.0, beta=0.0)
                if "bands" in ask
                else identity_strategy()
            )
            return correlated.balls_in_bins(
                correlated.mf_gaussian(sigma, strategy), num_bins=bins, n_steps=n
            )

        found = calibration.calibrate(
            calibration.epsilon_budget(ask["epsilon"], delta=ask["delta"]),
            process,
            *(factor * ask["near"] for factor in BRACKET),
            tolerance=5 * ACCURACY if name.startswith("b-min-sep") else ACCURACY,
        )
        return dict(sigma=found.param)


LIBRARIES = {
    "Noiseloom": Noiseloom,
    "jax-privacy": JaxPrivacy,
    "dp-accounting": DpAccounting,
    "prv-accountant": PrvAccountant,
    "PLD_accounting": PldAccounting,
    "opake": Opake,
}


def square_root(bands):
    """Coefficients of the square root of the prefix sums."""
    import numpy as np

    made = np.ones(bands)
    for at in range(1, bands):
        made[at] = made[at - 1] * (2 * at - 1) / (2 * at)
    return made


def most_memory():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) << 10


def main():
    library, ask = sys.argv[1], json.loads(sys.argv[2])
    begun = float(sys.argv[3])  # on the clock of the one who started this
    made = LIBRARIES[library]()
    answer = dict(versions=made.versions, least=most_memory())
    for name in ("cold", "warm"):
        wall, processor = (begun, 0) if name == "cold" else (time.monotonic(), time.process_time())
        figures = getattr(made, ask["kind"])(ask)
        answer[name] = dict(wall=time.monotonic() - wall, processor=time.process_time() - processor)
        if name == "cold":
            answer.update(
                {
                    key: each.tolist() if hasattr(each, "tolist") else each
                    for key, each in figures.items()
                },
                memory=most_memory(),
            )
            print(json.dumps(answer), flush=True)  # stands, should there be no time for the second
            if hasattr(made, "clear"):
                made.clear()
    print(json.dumps(dict(warm=answer["warm"], enough_warm=figures.get("enough"))))


if __name__ == "__main__":
    main()
