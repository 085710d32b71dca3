"""The questions of core, as functions with a parameter for each option.

Written by installer/signatures.py from the help texts of noiseloom-cli, which the test runtime.values compares.
"""

from __future__ import annotations

from typing import Literal, Mapping, Optional, Sequence, Union

from ._answers import (
    Answer,
    Number,
    Path,
    Progress,
    Recommendation,
    Sweep,
    Values,
    Verification,
    ask,
    asks,
)
from ._design import Design, PhasedDesigns

Batching = Literal[
    "cyclic-poisson",
    "cyclic-poisson-random",
    "b-min-sep",
    "cyclic-allocation",
    "random-allocation",
    "balanced-iterations",
    "balls-in-bins",
    "fixed-size",
    "fixed-epoch",
    "shuffled-each-epoch",
    "min-sep",
    "single",
]
JobBatching = Literal[
    "as-accounted",
    "noiseloom-batches",
    "cyclic-poisson",
    "cyclic-poisson-random",
    "b-min-sep",
    "poisson",
    "truncated-poisson",
    "cyclic-allocation",
    "random-allocation",
    "balanced-iterations",
    "balls-in-bins",
    "fixed-order",
    "shuffled-once",
    "shuffled-each-epoch",
    "fixed-size-samples",
    "cyclic-fixed-size-samples",
    "min-sep",
]
LastBatch = Literal[
    "smaller",
    "dropped",
    "carried-over",
]
Adjacency = Literal[
    "add-remove",
    "zero-out",
    "replace-one",
]
Unit = Literal[
    "example",
    "user",
    "device",
]
Mechanism = Literal[
    "dp-sgd",
    "tree",
    "square-root",
    "bsr",
    "bisr",
    "bifr",
    "lambda-cgd",
    "band-inv-mf",
    "reciprocal-toeplitz",
    "banded-toeplitz",
    "banded",
    "dense",
    "stamped",
    "blt",
    "rational-blt",
    "recursive-blt",
    "best",
    "imported",
]
StrategyKind = Literal[
    "dense",
    "dense-inverse",
    "toeplitz",
    "toeplitz-inverse",
    "blt",
    "banded",
]
Objective = Literal[
    "mean",
    "max",
    "last",
    "curvature",
    "curvature-last",
]
Decoder = Literal[
    "online",
    "full",
    "own-node",
]
Schedule = Literal[
    "constant",
    "linear",
    "cosine",
]
NumberType = Literal[
    "float32",
    "float64",
]
SolveFor = Literal[
    "epsilon",
    "bands",
    "epochs",
    "iterations",
    "memory-per-machine",
]
ErrorUnit = Literal[
    "summed",
    "mean",
    "full-batch",
    "dp-sgd-epsilon",
]
Solve = Literal[
    "noise-multiplier",
    "epsilon",
    "delta",
    "sampling-probability",
    "compositions",
]
Trials = Literal[
    "logarithmic",
    "geometric",
]


@asks
def design(
    *,
    link: Optional[str] = None,
    dataset_size: Optional[Number] = None,
    batch_size: Optional[Number] = None,
    iterations: Optional[Number] = None,
    epochs: Optional[Number] = None,
    batching: Optional[Batching] = None,
    job_batching: Optional[JobBatching] = None,
    last_batch: Optional[LastBatch] = None,
    min_sep: Optional[Number] = None,
    clip_norm: Optional[Number] = None,
    dataset_size_at_most: Optional[Number] = None,
    largest_batch: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    tau: Optional[Number] = None,
    failure_probability: Optional[Number] = None,
    adjacency: Optional[Adjacency] = None,
    unit: Optional[Unit] = None,
    examples_per_user: Optional[Number] = None,
    mechanism: Optional[Mechanism] = None,
    strategy: Optional[Path] = None,
    strategy_kind: Optional[StrategyKind] = None,
    objective: Optional[Objective] = None,
    bands: Optional[Number] = None,
    buffers: Optional[Number] = None,
    decoder: Optional[Decoder] = None,
    stamps: Optional[Number] = None,
    robust_from: Optional[Number] = None,
    column_normalize: Optional[bool] = None,
    noise_rows: Optional[Number] = None,
    seconds: Optional[Number] = None,
    workload: Optional[Union[str, Path, Sequence[Number]]] = None,
    momentum: Optional[Number] = None,
    weight_decay: Optional[Number] = None,
    averaging: Optional[Number] = None,
    averaging_window: Optional[Number] = None,
    learning_rates: Optional[Path] = None,
    schedule: Optional[Schedule] = None,
    warmup: Optional[Number] = None,
    cooldown: Optional[Number] = None,
    spectrum: Optional[Values] = None,
    parameters: Optional[Number] = None,
    machines: Optional[Number] = None,
    memory_per_machine: Optional[Number] = None,
    number_type: Optional[NumberType] = None,
    solve_for: Optional[SolveFor] = None,
    target_error: Optional[Number] = None,
    target_improvement: Optional[Number] = None,
    target_noise_rows: Optional[Number] = None,
    target_memory: Optional[Number] = None,
    target_advantage: Optional[Number] = None,
    target_true_positives: Optional[Number] = None,
    false_positive_rate: Optional[Number] = None,
    target_right_guesses: Optional[Number] = None,
    prior: Optional[Number] = None,
    error_unit: Optional[ErrorUnit] = None,
    class_bounds: Optional[bool] = None,
    stops: Optional[Values] = None,
    progress: Optional[Progress] = None,
) -> Design:
    """Solves a scenario: its mechanism, strategy and certified noise.

    A number may be a text as on the command line, such as "2^14", "1/3" or "80G". An option that is left out, or
    None, has the value in brackets.

    Parameters
    ----------
    link : str, optional
        a link that the window copies, noiseloom://...: its inputs, as far as no option replaces
        them
    dataset_size : number, optional
        examples in the data set, for the claim and the batch size
    batch_size : number, optional
        examples of a batch, on average where they are sampled: in place of ``epochs``, or of
        ``iterations``
    iterations : number, optional
        training iterations n, e.g. 2000, 1e6 or 2^14 (required)
    epochs : number, optional
        passes k over the data, such as 20 or 20.48 (required without ``batch_size``, unless the
        batching is single)
    batching : str, optional
        what the accounting assumes: cyclic-poisson, cyclic-poisson-random, b-min-sep,
        cyclic-allocation, random-allocation, balanced-iterations, balls-in-bins, fixed-size,
        fixed-epoch, shuffled-each-epoch, min-sep or single [cyclic-poisson]
    job_batching : str, optional
        how the training job forms its batches: as-accounted, noiseloom-batches, cyclic-poisson,
        cyclic-poisson-random, b-min-sep, poisson, truncated-poisson, cyclic-allocation,
        random-allocation, balanced-iterations, balls-in-bins, fixed-order, shuffled-once,
        shuffled-each-epoch, fixed-size-samples, cyclic-fixed-size-samples or min-sep [as-accounted]
    last_batch : str, optional
        where B does not divide N, and nothing is sampled: the end of an epoch is smaller, dropped
        or carried-over [smaller]
    min_sep : number, optional
        fewest steps between two participations [an epoch]
    clip_norm : number, optional
        norm to which each example's gradient is clipped [1]
    dataset_size_at_most : number, optional
        where N is not known: it is from ``dataset_size`` to M, and the claim holds for all of that
        [N]
    largest_batch : number, optional
        examples that a batch has room for (of more, some are left out at random), or auto: the
        least that costs a hundredth of delta [any]
    epsilon : number, optional
        privacy loss bound; 0: delta then bounds the advantage of any attack (required)
    delta : number, optional
        failure probability, above 0 and below 1 (required)
    tau : number, optional
        certificates by samples: delta is at most TAU times its estimate, above 1 [1.25]
    failure_probability : number, optional
        certificates by samples: chance that they are wrong [1e-9]
    adjacency : str, optional
        add-remove, zero-out or replace-one [add-remove]
    unit : str, optional
        whose presence is hidden: example, user or device [example]
    examples_per_user : number, optional
        ``unit`` user: most examples of one user, each clipped and sampled by itself [a user is
        clipped as a whole, and N counts users]
    mechanism : str, optional
        dp-sgd, tree, square-root, bsr, bisr, bifr, lambda-cgd, band-inv-mf, reciprocal-toeplitz,
        banded-toeplitz, banded, dense, stamped, blt, rational-blt, recursive-blt, best or imported
        [banded-toeplitz]
    strategy : path, optional
        imported: a .npy or .npz file that holds the strategy, see ``strategy_kind``
    strategy_kind : str, optional
        what its array is, where the file does not say: dense, dense-inverse, toeplitz,
        toeplitz-inverse, blt or banded
    objective : str, optional
        error to make small, and of the lower bound: mean over all steps, max, last, curvature (mean
        over steps and the curvatures of ``spectrum``), or curvature-last (over the curvatures, of
        the last step) [mean]
    bands : number, optional
        bands of the strategy, or of its inverse where that is banded, or best [best]
    buffers : number, optional
        blt, rational-blt, recursive-blt: buffers, or best [best]
    decoder : str, optional
        tree: online, full or own-node [online]
    stamps : number, optional
        stamped: blocks along the diagonal [one an epoch]
    robust_from : number, optional
        banded-toeplitz: least min-separation to be prepared for
    column_normalize : bool, optional
        banded-toeplitz, dense: columns of equal norm, also the short last ones [on]
    noise_rows : number, optional
        most rows of the model's size that making the noise may keep
    seconds : number, optional
        best: limit on processor time; what it leaves out is named
    workload : str, path, or numbers, optional
        prefix, identity (each step's own noise), sgd with the options below, or the coefficients of
        a Toeplitz matrix, one for each iteration: a text or .npy file, or numbers with commas
        between them; or a file of a whole lower-triangular matrix, n lines of n numbers or a .npy
        array of n x n [prefix]
    momentum : number, optional
        sgd: momentum, from 0 to below 1 [0]
    weight_decay : number, optional
        sgd: factor on the iterate at each step, 1 for none [1]
    averaging : number, optional
        sgd: decay of the exponential moving average (EMA) of the weights that is released, from 0
        for none to below 1, e.g. 0.999; 1 for the mean of all weights so far [0]
    averaging_window : number, optional
        sgd without learning rates: the mean of the last W weights, or averages of them, is
        released, the initial ones counting for those before the first [1]
    learning_rates : path, optional
        sgd: text file of n learning rates, one for each step
    schedule : str, optional
        sgd: constant, linear (by ``warmup`` and ``cooldown``) or cosine (after ``warmup``, down to
        0.05) [constant]
    warmup : number, optional
        sgd: learning rate rising from 0.05 to 1 over the first fraction F of the steps, e.g. 0.15
        [0]
    cooldown : number, optional
        sgd: learning rate falling from 1 to 0.05 over the last fraction F of the steps, e.g. 0.25
        [0]
    spectrum : values, or text with commas, optional
        curvatures of the loss times the learning rate, from 0 to 1, each with a weight behind a
        colon where that is not 1, e.g. "0.001:5, 0.01, 0.1:2"; at most 32
    parameters : number, optional
        model parameters d [1e8]
    machines : number, optional
        machines that generate the noise [1]
    memory_per_machine : number, optional
        memory a machine has for the noise, e.g. 80G or 16Gi [not known]
    number_type : str, optional
        float32 or float64, of the noise [float32]
    solve_for : str, optional
        epsilon, bands, epochs, iterations or memory-per-machine: find it so that a target is
        reached; its own option says where to start
    target_error : number, optional
        at most this error (of the objective, in clip norms)
    target_improvement : number, optional
        at least so much better than dp-sgd under the same batching, 0.2 for 20 %
    target_noise_rows : number, optional
        for bands: the best that keep at most so many rows of noise
    target_memory : number, optional
        for bands: the best that fit a machine's memory, e.g. 80G or 16Gi
    target_advantage : number, optional
        for epsilon: the largest at which no attack has more true than false positives by above A
    target_true_positives : number, optional
        for epsilon: the largest at which no attack has true positives above P
    false_positive_rate : number, optional
        with ``target_true_positives``: at so many false positives [0.01]
    target_right_guesses : number, optional
        for epsilon: the largest at which nobody guesses who took part with a probability of being
        right above A, 1 less the Bayes risk
    prior : number, optional
        with ``target_right_guesses``: how probable they held it before [0.5]
    error_unit : str, optional
        what errors are printed in: summed (gradient), mean (gradient, needs ``dataset_size``),
        full-batch (DP-SGD with every example in every step is 1), dp-sgd-epsilon (at which DP-SGD
        has the error) [summed]
    class_bounds : bool, optional
        also what no Toeplitz, equal-norm or banded strategy goes below, where that is proven (takes
        seconds)
    stops : values, or text with commas, optional
        also the errors of runs of this design that stop after these steps, such as 500,1000, each
        against a design made for them alone
    progress : callable, optional
        Called in the calling thread with a fraction from 0 to 1, which never decreases, and a
        text; the last call has 1. What it raises ends the work and is raised.

    Returns
    -------
    Design

    Raises
    ------
    InvalidArgument
        An option is not allowed: the message names it, its value and what is allowed.
    KeyboardInterrupt
        On Ctrl+C, within a fraction of a second. Other threads run meanwhile.

    Examples
    --------
    >>> import noiseloom
    >>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, bands=4)
    >>> design.kind, design.claimed
    ('toeplitz', True)

    The errors of a run that may stop early, each stop's beside that of a design made for it; those of the mean of all
    weights; and a claim for any number of examples in a range:

    >>> job = dict(iterations=48, epochs=6, epsilon=4, delta=1e-5, bands=4)
    >>> [(stop.steps, stop.rmse > stop.own.rmse) for stop in noiseloom.design(**job, stops=[12, 24]).stops]
    [(12, True), (24, True)]
    >>> noiseloom.design(**job, workload="sgd", averaging=1).rmse < design.rmse
    True
    >>> noiseloom.design(**job, dataset_size=1000, dataset_size_at_most=1200).dataset_size_at_most
    1200
    """
    return Design._of(*ask("design", locals()))


@asks
def phases(
    phase: Union[str, Mapping[str, object], Sequence[Union[str, Mapping[str, object]]]],
    *,
    dataset_size: Optional[Number] = None,
    batch_size: Optional[Number] = None,
    iterations: Optional[Number] = None,
    epochs: Optional[Number] = None,
    batching: Optional[Batching] = None,
    job_batching: Optional[JobBatching] = None,
    last_batch: Optional[LastBatch] = None,
    min_sep: Optional[Number] = None,
    clip_norm: Optional[Number] = None,
    dataset_size_at_most: Optional[Number] = None,
    largest_batch: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    tau: Optional[Number] = None,
    failure_probability: Optional[Number] = None,
    adjacency: Optional[Adjacency] = None,
    unit: Optional[Unit] = None,
    examples_per_user: Optional[Number] = None,
    mechanism: Optional[Mechanism] = None,
    strategy: Optional[Path] = None,
    strategy_kind: Optional[StrategyKind] = None,
    objective: Optional[Objective] = None,
    bands: Optional[Number] = None,
    buffers: Optional[Number] = None,
    decoder: Optional[Decoder] = None,
    stamps: Optional[Number] = None,
    robust_from: Optional[Number] = None,
    column_normalize: Optional[bool] = None,
    noise_rows: Optional[Number] = None,
    seconds: Optional[Number] = None,
    workload: Optional[Union[str, Path, Sequence[Number]]] = None,
    momentum: Optional[Number] = None,
    weight_decay: Optional[Number] = None,
    averaging: Optional[Number] = None,
    averaging_window: Optional[Number] = None,
    learning_rates: Optional[Path] = None,
    schedule: Optional[Schedule] = None,
    warmup: Optional[Number] = None,
    cooldown: Optional[Number] = None,
    spectrum: Optional[Values] = None,
    parameters: Optional[Number] = None,
    machines: Optional[Number] = None,
    memory_per_machine: Optional[Number] = None,
    number_type: Optional[NumberType] = None,
    progress: Optional[Progress] = None,
) -> PhasedDesigns:
    """Designs all phases of a training run under one promise.

    A number may be a text as on the command line, such as "2^14", "1/3" or "80G". An option that is left out, or
    None, has the value in brackets.

    Parameters
    ----------
    phase : dict of options, or several
        options of one phase, without dashes, such as "batch-size=128 epochs=2", beside those of
        all; also noise=R, its noise multiplier over that of other phases [1]; repeated in their
        order
    dataset_size : number, optional
        examples in the data set, for the claim and the batch size
    batch_size : number, optional
        examples of a batch, on average where they are sampled: in place of ``epochs``, or of
        ``iterations``
    iterations : number, optional
        training iterations n, e.g. 2000, 1e6 or 2^14 (required)
    epochs : number, optional
        passes k over the data, such as 20 or 20.48 (required without ``batch_size``, unless the
        batching is single)
    batching : str, optional
        what the accounting assumes: cyclic-poisson, cyclic-poisson-random, b-min-sep,
        cyclic-allocation, random-allocation, balanced-iterations, balls-in-bins, fixed-size,
        fixed-epoch, shuffled-each-epoch, min-sep or single [cyclic-poisson]
    job_batching : str, optional
        how the training job forms its batches: as-accounted, noiseloom-batches, cyclic-poisson,
        cyclic-poisson-random, b-min-sep, poisson, truncated-poisson, cyclic-allocation,
        random-allocation, balanced-iterations, balls-in-bins, fixed-order, shuffled-once,
        shuffled-each-epoch, fixed-size-samples, cyclic-fixed-size-samples or min-sep [as-accounted]
    last_batch : str, optional
        where B does not divide N, and nothing is sampled: the end of an epoch is smaller, dropped
        or carried-over [smaller]
    min_sep : number, optional
        fewest steps between two participations [an epoch]
    clip_norm : number, optional
        norm to which each example's gradient is clipped [1]
    dataset_size_at_most : number, optional
        where N is not known: it is from ``dataset_size`` to M, and the claim holds for all of that
        [N]
    largest_batch : number, optional
        examples that a batch has room for (of more, some are left out at random), or auto: the
        least that costs a hundredth of delta [any]
    epsilon : number, optional
        privacy loss bound; 0: delta then bounds the advantage of any attack (required)
    delta : number, optional
        failure probability, above 0 and below 1 (required)
    tau : number, optional
        certificates by samples: delta is at most TAU times its estimate, above 1 [1.25]
    failure_probability : number, optional
        certificates by samples: chance that they are wrong [1e-9]
    adjacency : str, optional
        add-remove, zero-out or replace-one [add-remove]
    unit : str, optional
        whose presence is hidden: example, user or device [example]
    examples_per_user : number, optional
        ``unit`` user: most examples of one user, each clipped and sampled by itself [a user is
        clipped as a whole, and N counts users]
    mechanism : str, optional
        dp-sgd, tree, square-root, bsr, bisr, bifr, lambda-cgd, band-inv-mf, reciprocal-toeplitz,
        banded-toeplitz, banded, dense, stamped, blt, rational-blt, recursive-blt, best or imported
        [banded-toeplitz]
    strategy : path, optional
        imported: a .npy or .npz file that holds the strategy, see ``strategy_kind``
    strategy_kind : str, optional
        what its array is, where the file does not say: dense, dense-inverse, toeplitz,
        toeplitz-inverse, blt or banded
    objective : str, optional
        error to make small, and of the lower bound: mean over all steps, max, last, curvature (mean
        over steps and the curvatures of ``spectrum``), or curvature-last (over the curvatures, of
        the last step) [mean]
    bands : number, optional
        bands of the strategy, or of its inverse where that is banded, or best [best]
    buffers : number, optional
        blt, rational-blt, recursive-blt: buffers, or best [best]
    decoder : str, optional
        tree: online, full or own-node [online]
    stamps : number, optional
        stamped: blocks along the diagonal [one an epoch]
    robust_from : number, optional
        banded-toeplitz: least min-separation to be prepared for
    column_normalize : bool, optional
        banded-toeplitz, dense: columns of equal norm, also the short last ones [on]
    noise_rows : number, optional
        most rows of the model's size that making the noise may keep
    seconds : number, optional
        best: limit on processor time; what it leaves out is named
    workload : str, path, or numbers, optional
        prefix, identity (each step's own noise), sgd with the options below, or the coefficients of
        a Toeplitz matrix, one for each iteration: a text or .npy file, or numbers with commas
        between them; or a file of a whole lower-triangular matrix, n lines of n numbers or a .npy
        array of n x n [prefix]
    momentum : number, optional
        sgd: momentum, from 0 to below 1 [0]
    weight_decay : number, optional
        sgd: factor on the iterate at each step, 1 for none [1]
    averaging : number, optional
        sgd: decay of the exponential moving average (EMA) of the weights that is released, from 0
        for none to below 1, e.g. 0.999; 1 for the mean of all weights so far [0]
    averaging_window : number, optional
        sgd without learning rates: the mean of the last W weights, or averages of them, is
        released, the initial ones counting for those before the first [1]
    learning_rates : path, optional
        sgd: text file of n learning rates, one for each step
    schedule : str, optional
        sgd: constant, linear (by ``warmup`` and ``cooldown``) or cosine (after ``warmup``, down to
        0.05) [constant]
    warmup : number, optional
        sgd: learning rate rising from 0.05 to 1 over the first fraction F of the steps, e.g. 0.15
        [0]
    cooldown : number, optional
        sgd: learning rate falling from 1 to 0.05 over the last fraction F of the steps, e.g. 0.25
        [0]
    spectrum : values, or text with commas, optional
        curvatures of the loss times the learning rate, from 0 to 1, each with a weight behind a
        colon where that is not 1, e.g. "0.001:5, 0.01, 0.1:2"; at most 32
    parameters : number, optional
        model parameters d [1e8]
    machines : number, optional
        machines that generate the noise [1]
    memory_per_machine : number, optional
        memory a machine has for the noise, e.g. 80G or 16Gi [not known]
    number_type : str, optional
        float32 or float64, of the noise [float32]
    progress : callable, optional
        Called in the calling thread with a fraction from 0 to 1, which never decreases, and a
        text; the last call has 1. What it raises ends the work and is raised.

    Returns
    -------
    PhasedDesigns
        ``designs``, one for each phase; ``certified_delta`` of all together, ``noise_scale``, ``statement`` and
        ``phases``.

    Raises
    ------
    InvalidArgument
        An option is not allowed: the message names it, its value and what is allowed.
    KeyboardInterrupt
        On Ctrl+C, within a fraction of a second. Other threads run meanwhile.

    Examples
    --------
    >>> import noiseloom
    >>> run = noiseloom.phases(
    ...     [dict(batch_size=50, epochs=1), dict(batch_size=200, epochs=9)],
    ...     dataset_size=1000, epsilon=4, delta=1e-5, mechanism="dp-sgd",
    ... )
    >>> [design.iterations for design in run.designs], run.certified_delta <= 1e-5
    ([20, 45], True)
    """
    return PhasedDesigns._of(*ask("phases", locals()))


@asks
def recommend(
    *,
    batchings: Optional[Values] = None,
    dataset_size: Optional[Number] = None,
    batch_size: Optional[Number] = None,
    iterations: Optional[Number] = None,
    epochs: Optional[Number] = None,
    last_batch: Optional[LastBatch] = None,
    min_sep: Optional[Number] = None,
    clip_norm: Optional[Number] = None,
    dataset_size_at_most: Optional[Number] = None,
    largest_batch: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    tau: Optional[Number] = None,
    failure_probability: Optional[Number] = None,
    adjacency: Optional[Adjacency] = None,
    unit: Optional[Unit] = None,
    examples_per_user: Optional[Number] = None,
    objective: Optional[Objective] = None,
    decoder: Optional[Decoder] = None,
    robust_from: Optional[Number] = None,
    column_normalize: Optional[bool] = None,
    noise_rows: Optional[Number] = None,
    seconds: Optional[Number] = None,
    workload: Optional[Union[str, Path, Sequence[Number]]] = None,
    momentum: Optional[Number] = None,
    weight_decay: Optional[Number] = None,
    averaging: Optional[Number] = None,
    averaging_window: Optional[Number] = None,
    learning_rates: Optional[Path] = None,
    schedule: Optional[Schedule] = None,
    warmup: Optional[Number] = None,
    cooldown: Optional[Number] = None,
    spectrum: Optional[Values] = None,
    parameters: Optional[Number] = None,
    machines: Optional[Number] = None,
    memory_per_machine: Optional[Number] = None,
    number_type: Optional[NumberType] = None,
    step_seconds: Optional[Number] = None,
    error_unit: Optional[ErrorUnit] = None,
    progress: Optional[Progress] = None,
) -> Recommendation:
    """Says what a job should run, and why.

    A number may be a text as on the command line, such as "2^14", "1/3" or "80G". An option that is left out, or
    None, has the value in brackets.

    Parameters
    ----------
    batchings : values, or text with commas, optional
        batches that the job can form, with commas between them, or all [all]: cyclic-poisson,
        cyclic-poisson-random, b-min-sep, cyclic-allocation, random-allocation, balanced-iterations,
        balls-in-bins, fixed-size, fixed-epoch, shuffled-each-epoch, min-sep, single,
        noiseloom-batches, poisson, truncated-poisson, fixed-order, shuffled-once,
        fixed-size-samples or cyclic-fixed-size-samples
    dataset_size : number, optional
        examples in the data set, for the claim and the batch size
    batch_size : number, optional
        examples of a batch, on average where they are sampled: in place of ``epochs``, or of
        ``iterations``
    iterations : number, optional
        training iterations n, e.g. 2000, 1e6 or 2^14 (required)
    epochs : number, optional
        passes k over the data, such as 20 or 20.48 (required without ``batch_size``, unless the
        batching is single)
    last_batch : str, optional
        where B does not divide N, and nothing is sampled: the end of an epoch is smaller, dropped
        or carried-over [smaller]
    min_sep : number, optional
        fewest steps between two participations [an epoch]
    clip_norm : number, optional
        norm to which each example's gradient is clipped [1]
    dataset_size_at_most : number, optional
        where N is not known: it is from ``dataset_size`` to M, and the claim holds for all of that
        [N]
    largest_batch : number, optional
        examples that a batch has room for (of more, some are left out at random), or auto: the
        least that costs a hundredth of delta [any]
    epsilon : number, optional
        privacy loss bound; 0: delta then bounds the advantage of any attack (required)
    delta : number, optional
        failure probability, above 0 and below 1 (required)
    tau : number, optional
        certificates by samples: delta is at most TAU times its estimate, above 1 [1.25]
    failure_probability : number, optional
        certificates by samples: chance that they are wrong [1e-9]
    adjacency : str, optional
        add-remove, zero-out or replace-one [add-remove]
    unit : str, optional
        whose presence is hidden: example, user or device [example]
    examples_per_user : number, optional
        ``unit`` user: most examples of one user, each clipped and sampled by itself [a user is
        clipped as a whole, and N counts users]
    objective : str, optional
        error to make small, and of the lower bound: mean over all steps, max, last, curvature (mean
        over steps and the curvatures of ``spectrum``), or curvature-last (over the curvatures, of
        the last step) [mean]
    decoder : str, optional
        tree: online, full or own-node [online]
    robust_from : number, optional
        banded-toeplitz: least min-separation to be prepared for
    column_normalize : bool, optional
        banded-toeplitz, dense: columns of equal norm, also the short last ones [on]
    noise_rows : number, optional
        most rows of the model's size that making the noise may keep
    seconds : number, optional
        most processor time of solving; what is left out for it is named [no limit]
    workload : str, path, or numbers, optional
        prefix, identity (each step's own noise), sgd with the options below, or the coefficients of
        a Toeplitz matrix, one for each iteration: a text or .npy file, or numbers with commas
        between them; or a file of a whole lower-triangular matrix, n lines of n numbers or a .npy
        array of n x n [prefix]
    momentum : number, optional
        sgd: momentum, from 0 to below 1 [0]
    weight_decay : number, optional
        sgd: factor on the iterate at each step, 1 for none [1]
    averaging : number, optional
        sgd: decay of the exponential moving average (EMA) of the weights that is released, from 0
        for none to below 1, e.g. 0.999; 1 for the mean of all weights so far [0]
    averaging_window : number, optional
        sgd without learning rates: the mean of the last W weights, or averages of them, is
        released, the initial ones counting for those before the first [1]
    learning_rates : path, optional
        sgd: text file of n learning rates, one for each step
    schedule : str, optional
        sgd: constant, linear (by ``warmup`` and ``cooldown``) or cosine (after ``warmup``, down to
        0.05) [constant]
    warmup : number, optional
        sgd: learning rate rising from 0.05 to 1 over the first fraction F of the steps, e.g. 0.15
        [0]
    cooldown : number, optional
        sgd: learning rate falling from 1 to 0.05 over the last fraction F of the steps, e.g. 0.25
        [0]
    spectrum : values, or text with commas, optional
        curvatures of the loss times the learning rate, from 0 to 1, each with a weight behind a
        colon where that is not 1, e.g. "0.001:5, 0.01, 0.1:2"; at most 32
    parameters : number, optional
        model parameters d [1e8]
    machines : number, optional
        machines that generate the noise [1]
    memory_per_machine : number, optional
        memory a machine has for the noise, e.g. 80G or 16Gi [not known]
    number_type : str, optional
        float32 or float64, of the noise [float32]
    step_seconds : number, optional
        most seconds of one core for the noise of a step of a machine
    error_unit : str, optional
        what errors are printed in: summed (gradient), mean (gradient, needs ``dataset_size``),
        full-batch (DP-SGD with every example in every step is 1), dp-sgd-epsilon (at which DP-SGD
        has the error) [summed]
    progress : callable, optional
        Called in the calling thread with a fraction from 0 to 1, which never decreases, and a
        text; the last call has 1. What it raises ends the work and is raised.

    Returns
    -------
    Recommendation
        ``recommended`` (None where nothing can run within the limits), ``alternatives``, ``left_out``, ``sentences``.

    Raises
    ------
    InvalidArgument
        An option is not allowed: the message names it, its value and what is allowed.
    KeyboardInterrupt
        On Ctrl+C, within a fraction of a second. Other threads run meanwhile.

    Examples
    --------
    >>> import noiseloom
    >>> job = dict(iterations=12, epochs=3, epsilon=4, delta=1e-5)
    >>> noiseloom.recommend(**job, batchings=["fixed-order"]).recommended.job_batching
    'fixed-order'
    """
    return Recommendation(ask("recommend", locals())[0])


@asks
def account(
    *,
    noise_multiplier: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    sampling_probability: Optional[Number] = None,
    compositions: Optional[Number] = None,
    solve: Optional[Solve] = None,
    adjacency: Optional[Adjacency] = None,
    phase: Optional[Union[str, Sequence[Number], Sequence[Sequence[Number]]]] = None,
    profile: Optional[Values] = None,
    rdp: Optional[Values] = None,
    batching: Optional[Batching] = None,
    stddev: Optional[Number] = None,
    iterations: Optional[Number] = None,
    epochs: Optional[Number] = None,
    dataset_size: Optional[Number] = None,
    batch_size: Optional[Number] = None,
    last_batch: Optional[LastBatch] = None,
    examples_per_user: Optional[Number] = None,
    largest_batch: Optional[Number] = None,
    min_sep: Optional[Number] = None,
    tau: Optional[Number] = None,
    failure_probability: Optional[Number] = None,
    strategy: Optional[Path] = None,
    strategy_kind: Optional[StrategyKind] = None,
    compose: Optional[Union[Path, Sequence[Path]]] = None,
    release: Optional[Union[str, Sequence[str]]] = None,
    best_of: Optional[Number] = None,
    trials: Optional[Trials] = None,
    progress: Optional[Progress] = None,
) -> Answer:
    """Solves for one of noise multiplier, epsilon, delta, sampling probability and compositions from the others.

    A number may be a text as on the command line, such as "2^14", "1/3" or "80G". An option that is left out, or
    None, has the value in brackets.

    Parameters
    ----------
    noise_multiplier : number, optional
        noise standard deviation for sensitivity 1, above 0
    epsilon : number, optional
        privacy loss bound
    delta : number, optional
        failure probability, above 0 and below 1
    sampling_probability : number, optional
        chance that one example is in a batch [1: no sampling]
    compositions : number, optional
        number of batches that may hold the example [1]
    solve : str, optional
        noise-multiplier, epsilon, delta, sampling-probability or compositions [what is missing]
    adjacency : str, optional
        add-remove, zero-out or replace-one [add-remove]
    phase : (probability, noise multiplier, steps), or several, optional
        phase of training, instead of the three numbers; may be repeated
    profile : values, optional
        also print delta at these values of epsilon
    rdp : values, optional
        also print the Renyi divergence (RDP) at these orders: whole numbers from 2 on where steps
        are sampled
    batching : str, optional
        how batches are formed, instead of the two numbers: cyclic-poisson, cyclic-poisson-random,
        b-min-sep, cyclic-allocation, random-allocation, balanced-iterations, balls-in-bins,
        fixed-size, fixed-epoch, shuffled-each-epoch, min-sep or single
    stddev : number, optional
        noise standard deviation over the clip norm, which DP-SGD calls its noise multiplier;
        ``noise_multiplier`` with ``batching`` is for sensitivity 1
    iterations : number, optional
        training iterations n
    epochs : number, optional
        passes k over the data, such as 20 or 20.48
    dataset_size : number, optional
        examples in the data set
    batch_size : number, optional
        examples of a batch, on average where they are sampled: in place of ``epochs``, or of
        ``iterations``
    last_batch : str, optional
        where B does not divide N, and nothing is sampled: the end of an epoch is smaller, dropped
        or carried-over [smaller]
    examples_per_user : number, optional
        whole users are hidden, of at most G examples, each clipped and sampled by itself
    largest_batch : number, optional
        examples that a batch has room for, or auto [any]
    min_sep : number, optional
        fewest steps between two participations [ceil(n/k)]
    tau : number, optional
        certificates by samples: delta is at most TAU times its estimate [1.25]
    failure_probability : number, optional
        certificates by samples: chance that they are wrong [1e-9]
    strategy : path, optional
        a .npy or .npz file that holds the strategy [independent noise: DP-SGD]
    strategy_kind : str, optional
        what its array is, where the file does not say: dense, dense-inverse, toeplitz,
        toeplitz-inverse, blt or banded
    compose : path, or several, optional
        strategy file of one of several runs on the same data; may be repeated
    release : str, or several, optional
        another release about the same data: dp:EPS or dp:EPS:DELTA, laplace:SCALE or gaussian:SIGMA
        (noise over sensitivity), discrete-gaussian:SIGMA (of an integer that one member changes by
        1 at most) or zcdp:RHO; after 3x, three of them; may be repeated
    best_of : number, optional
        the runs of ``compose`` are one trial of a random number, M on average, and the best trial
        alone is released
    trials : str, optional
        logarithmic or geometric: law of the number of trials of ``best_of`` [logarithmic]
    progress : callable, optional
        Called in the calling thread with a fraction from 0 to 1, which never decreases, and a
        text; the last call has 1. What it raises ends the work and is raised.

    Returns
    -------
    Answer

    Raises
    ------
    InvalidArgument
        An option is not allowed: the message names it, its value and what is allowed.
    KeyboardInterrupt
        On Ctrl+C, within a fraction of a second. Other threads run meanwhile.

    Examples
    --------
    >>> import noiseloom
    >>> round(noiseloom.account(epsilon=1, delta=1e-5).noise_multiplier, 3)
    3.731
    """
    return ask("account", locals())[0]


@asks
def sweep(
    *,
    over: Union[str, Sequence[str]],
    values: Optional[Values] = None,
    fixed_strategy: Optional[bool] = None,
    dataset_size: Optional[Number] = None,
    batch_size: Optional[Number] = None,
    iterations: Optional[Number] = None,
    epochs: Optional[Number] = None,
    batching: Optional[Batching] = None,
    job_batching: Optional[JobBatching] = None,
    last_batch: Optional[LastBatch] = None,
    min_sep: Optional[Number] = None,
    clip_norm: Optional[Number] = None,
    dataset_size_at_most: Optional[Number] = None,
    largest_batch: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    tau: Optional[Number] = None,
    failure_probability: Optional[Number] = None,
    adjacency: Optional[Adjacency] = None,
    unit: Optional[Unit] = None,
    examples_per_user: Optional[Number] = None,
    mechanism: Optional[Mechanism] = None,
    strategy: Optional[Path] = None,
    strategy_kind: Optional[StrategyKind] = None,
    objective: Optional[Objective] = None,
    bands: Optional[Number] = None,
    buffers: Optional[Number] = None,
    decoder: Optional[Decoder] = None,
    stamps: Optional[Number] = None,
    robust_from: Optional[Number] = None,
    column_normalize: Optional[bool] = None,
    noise_rows: Optional[Number] = None,
    seconds: Optional[Number] = None,
    workload: Optional[Union[str, Path, Sequence[Number]]] = None,
    momentum: Optional[Number] = None,
    weight_decay: Optional[Number] = None,
    averaging: Optional[Number] = None,
    averaging_window: Optional[Number] = None,
    learning_rates: Optional[Path] = None,
    schedule: Optional[Schedule] = None,
    warmup: Optional[Number] = None,
    cooldown: Optional[Number] = None,
    spectrum: Optional[Values] = None,
    parameters: Optional[Number] = None,
    machines: Optional[Number] = None,
    memory_per_machine: Optional[Number] = None,
    number_type: Optional[NumberType] = None,
    error_unit: Optional[ErrorUnit] = None,
    progress: Optional[Progress] = None,
) -> Sweep:
    """Makes one design for each value of an option, certified like any other.

    A number may be a text as on the command line, such as "2^14", "1/3" or "80G". An option that is left out, or
    None, has the value in brackets.

    Parameters
    ----------
    over : str, or two of them
        bands, epsilon, epochs, iterations, mechanism, batching, min-sep, delta, momentum,
        weight-decay, averaging or averaging-window; two of those that are numbers, such as
        epsilon,epochs, for a map
    values : values, or text with commas, optional
        values with commas between them, or auto [auto]; of a map: those of one / those of the other
    fixed_strategy : bool, optional
        evaluate the strategy of the scenario as typed at each value instead of solving anew
    dataset_size : number, optional
        examples in the data set, for the claim and the batch size
    batch_size : number, optional
        examples of a batch, on average where they are sampled: in place of ``epochs``, or of
        ``iterations``
    iterations : number, optional
        training iterations n, e.g. 2000, 1e6 or 2^14 (required)
    epochs : number, optional
        passes k over the data, such as 20 or 20.48 (required without ``batch_size``, unless the
        batching is single)
    batching : str, optional
        what the accounting assumes: cyclic-poisson, cyclic-poisson-random, b-min-sep,
        cyclic-allocation, random-allocation, balanced-iterations, balls-in-bins, fixed-size,
        fixed-epoch, shuffled-each-epoch, min-sep or single [cyclic-poisson]
    job_batching : str, optional
        how the training job forms its batches: as-accounted, noiseloom-batches, cyclic-poisson,
        cyclic-poisson-random, b-min-sep, poisson, truncated-poisson, cyclic-allocation,
        random-allocation, balanced-iterations, balls-in-bins, fixed-order, shuffled-once,
        shuffled-each-epoch, fixed-size-samples, cyclic-fixed-size-samples or min-sep [as-accounted]
    last_batch : str, optional
        where B does not divide N, and nothing is sampled: the end of an epoch is smaller, dropped
        or carried-over [smaller]
    min_sep : number, optional
        fewest steps between two participations [an epoch]
    clip_norm : number, optional
        norm to which each example's gradient is clipped [1]
    dataset_size_at_most : number, optional
        where N is not known: it is from ``dataset_size`` to M, and the claim holds for all of that
        [N]
    largest_batch : number, optional
        examples that a batch has room for (of more, some are left out at random), or auto: the
        least that costs a hundredth of delta [any]
    epsilon : number, optional
        privacy loss bound; 0: delta then bounds the advantage of any attack (required)
    delta : number, optional
        failure probability, above 0 and below 1 (required)
    tau : number, optional
        certificates by samples: delta is at most TAU times its estimate, above 1 [1.25]
    failure_probability : number, optional
        certificates by samples: chance that they are wrong [1e-9]
    adjacency : str, optional
        add-remove, zero-out or replace-one [add-remove]
    unit : str, optional
        whose presence is hidden: example, user or device [example]
    examples_per_user : number, optional
        ``unit`` user: most examples of one user, each clipped and sampled by itself [a user is
        clipped as a whole, and N counts users]
    mechanism : str, optional
        dp-sgd, tree, square-root, bsr, bisr, bifr, lambda-cgd, band-inv-mf, reciprocal-toeplitz,
        banded-toeplitz, banded, dense, stamped, blt, rational-blt, recursive-blt, best or imported
        [banded-toeplitz]
    strategy : path, optional
        imported: a .npy or .npz file that holds the strategy, see ``strategy_kind``
    strategy_kind : str, optional
        what its array is, where the file does not say: dense, dense-inverse, toeplitz,
        toeplitz-inverse, blt or banded
    objective : str, optional
        error to make small, and of the lower bound: mean over all steps, max, last, curvature (mean
        over steps and the curvatures of ``spectrum``), or curvature-last (over the curvatures, of
        the last step) [mean]
    bands : number, optional
        bands of the strategy, or of its inverse where that is banded, or best [best]
    buffers : number, optional
        blt, rational-blt, recursive-blt: buffers, or best [best]
    decoder : str, optional
        tree: online, full or own-node [online]
    stamps : number, optional
        stamped: blocks along the diagonal [one an epoch]
    robust_from : number, optional
        banded-toeplitz: least min-separation to be prepared for
    column_normalize : bool, optional
        banded-toeplitz, dense: columns of equal norm, also the short last ones [on]
    noise_rows : number, optional
        most rows of the model's size that making the noise may keep
    seconds : number, optional
        best: limit on processor time; what it leaves out is named
    workload : str, path, or numbers, optional
        prefix, identity (each step's own noise), sgd with the options below, or the coefficients of
        a Toeplitz matrix, one for each iteration: a text or .npy file, or numbers with commas
        between them; or a file of a whole lower-triangular matrix, n lines of n numbers or a .npy
        array of n x n [prefix]
    momentum : number, optional
        sgd: momentum, from 0 to below 1 [0]
    weight_decay : number, optional
        sgd: factor on the iterate at each step, 1 for none [1]
    averaging : number, optional
        sgd: decay of the exponential moving average (EMA) of the weights that is released, from 0
        for none to below 1, e.g. 0.999; 1 for the mean of all weights so far [0]
    averaging_window : number, optional
        sgd without learning rates: the mean of the last W weights, or averages of them, is
        released, the initial ones counting for those before the first [1]
    learning_rates : path, optional
        sgd: text file of n learning rates, one for each step
    schedule : str, optional
        sgd: constant, linear (by ``warmup`` and ``cooldown``) or cosine (after ``warmup``, down to
        0.05) [constant]
    warmup : number, optional
        sgd: learning rate rising from 0.05 to 1 over the first fraction F of the steps, e.g. 0.15
        [0]
    cooldown : number, optional
        sgd: learning rate falling from 1 to 0.05 over the last fraction F of the steps, e.g. 0.25
        [0]
    spectrum : values, or text with commas, optional
        curvatures of the loss times the learning rate, from 0 to 1, each with a weight behind a
        colon where that is not 1, e.g. "0.001:5, 0.01, 0.1:2"; at most 32
    parameters : number, optional
        model parameters d [1e8]
    machines : number, optional
        machines that generate the noise [1]
    memory_per_machine : number, optional
        memory a machine has for the noise, e.g. 80G or 16Gi [not known]
    number_type : str, optional
        float32 or float64, of the noise [float32]
    error_unit : str, optional
        what errors are printed in: summed (gradient), mean (gradient, needs ``dataset_size``),
        full-batch (DP-SGD with every example in every step is 1), dp-sgd-epsilon (at which DP-SGD
        has the error) [summed]
    progress : callable, optional
        Called in the calling thread with a fraction from 0 to 1, which never decreases, and a
        text; the last call has 1. What it raises ends the work and is raised.

    Returns
    -------
    Sweep
        ``over`` and ``points``, in the order of the values; of a map ``cells``.

    Raises
    ------
    InvalidArgument
        An option is not allowed: the message names it, its value and what is allowed.
    KeyboardInterrupt
        On Ctrl+C, within a fraction of a second. Other threads run meanwhile.

    Examples
    --------
    >>> import noiseloom
    >>> made = noiseloom.sweep(over="bands", values=[1, 2], iterations=48, epochs=6, epsilon=4, delta=1e-5)
    >>> [point.bands for point in made.points]
    [1, 2]
    """
    return Sweep(ask("sweep", locals())[0])


@asks
def verify(
    file: Optional[Path] = None,
    *,
    strategy: Optional[Path] = None,
    job: Optional[Path] = None,
    key_file: Optional[Path] = None,
    against: Optional[Path] = None,
    finished: Optional[bool] = None,
    progress: Optional[Progress] = None,
) -> Verification:
    """Recomputes what a strategy file or a noise plan states, or compares a training job's record with its claim.

    A number may be a text as on the command line, such as "2^14", "1/3" or "80G". An option that is left out, or
    None, has the value in brackets.

    Parameters
    ----------
    file : path, optional
        strategy file or noise plan to check
    strategy : path, optional
        the strategy file of a noise plan [the file it names, beside it] or of a record
    job : path, optional
        in place of a file: what a training job recorded, against its strategy file
    key_file : path, optional
        with ``job``: the run's secret key, to make its batches and noise again
    against : path, optional
        with ``job``: a record that must be of another run, or of another shard
    finished : bool, optional
        with ``job``: the run is over, so that its record must have an end
    progress : callable, optional
        Called in the calling thread with a fraction from 0 to 1, which never decreases, and a
        text; the last call has 1. What it raises ends the work and is raised.

    Returns
    -------
    Verification
        True as a condition where everything holds. ``passed``, ``checks`` (what is stated and what is recomputed),
        ``not_checked``, ``cautions`` (what a confirmed claim does not include); of a record ``covers``, too.

    Raises
    ------
    InvalidArgument
        An option is not allowed: the message names it, its value and what is allowed.
    KeyboardInterrupt
        On Ctrl+C, within a fraction of a second. Other threads run meanwhile.
    FormatError
        A file is unsound or contradicts itself.
    IoError
        A file cannot be read.

    Examples
    --------
    >>> import noiseloom, os, tempfile
    >>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, mechanism="dp-sgd")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     design.save(os.path.join(folder, "run.npz"))
    ...     verified = noiseloom.verify(os.path.join(folder, "run.npz"))
    >>> verified.passed, [check.name for check in verified.checks if not check.passed]
    (True, [])
    """
    return Verification(ask("verify", locals())[0])
