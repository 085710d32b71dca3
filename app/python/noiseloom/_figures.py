"""The types of a design's figures, for type checkers and completion: at run time they stand in the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

if TYPE_CHECKING:
    from ._answers import Answer


class DesignFigures:
    """What is asked for, and what came out. Those below "only where" are missing in designs of other kinds."""

    mechanism: str
    mechanism_requested: str
    objective: str
    bands: int
    epochs: float
    epsilon: float
    delta: float
    batching: str
    adjacency: str
    job_batching: str
    unit: str
    min_separation: int
    workload: Answer
    column_normalize: bool
    noise_multiplier: float
    noise_multiplier_error_bound: Optional[float]
    sensitivity: float
    sensitivity_kind: str
    loss_mean: float
    loss_max: float
    loss_last: float
    loss_error_bound: float
    rmse: float
    max_error: float
    last_error: float
    lower_bound: Optional[float]
    dp_sgd_rmse: float
    termination: str
    solve_iterations: int
    seconds: Answer
    cautions: List[Answer]
    privacy_claim: Answer
    # Only where the scenario states it, or the accounting draws samples.
    dataset_size: int
    largest_batch: int
    sampling_probability: float
    compositions: int
    bins: int
    tau: float
    failure_probability: float
    samples: int
    certificate: str
    accounted_instead: str
    # Only where it was asked for.
    imported: Answer
    class_bounds: List[Answer]
    stops: List[Answer]
    objective_note: str
    errors: Answer
    solved_for: Answer
    ranking: List[Answer]
    # Only of some kinds of strategies.
    coefficients: List[float]
    noising_coefficients: List[float]
    buffers: int
    buf_decay: List[float]
    output_scale: List[float]
    inverse_buf_decay: List[float]
    inverse_output_scale: List[float]
    levels: int
    block_size: int
    level_weight: List[float]
    stamps: int
    weights: List[float]
