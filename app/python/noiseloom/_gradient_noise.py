"""A step's noise on the gradients of all parameters, and what is checked before it is made."""

from __future__ import annotations

import json
import math
import warnings
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
import torch

from . import _noiseloom, _used
from ._batches import Batches, _begun, largest, no_examples
from ._answers import ClaimWarning
from ._design import Design
from ._device_noise import DeviceGeneratorNoise, DeviceNoise
from ._joined import joined
from ._noise import Key, Noise, _shown, _type_name
from ._noiseloom import InvalidArgument
from ._norms import CLOSE, HALVES, MARKED, code_of, marks_of, norms_of, same_norms
from ._ranks import is_one_of_many
from ._rounding import check_rounding, generator_of, stochastically
from ._scale import examples_of
from ._sharded import local, Parts

_ROUNDING = 1.01  # tolerance of norms for the rounding of clipping and summing in float32 or less

Take = Callable[[torch.nn.Parameter], Optional[torch.Tensor]]

_counted_runs = 0  # calls of forget_runs(): ranks compare only what followed the same call


def forget_runs() -> None:
    """Lets this process add the same noise to other gradients, as in a comparison of learning rates under the same
    noise. Nothing made in this way is private: use keys that need not be secret."""
    global _counted_runs
    _counted_runs += 1
    _used.forget()


class GradientNoise:
    """Adds each step's noise to the parameters' gradients: sums of clipped gradients over a divisor."""

    def __init__(
        self,
        parameters: List[torch.nn.Parameter],
        design: Design,
        key: Key,
        generator: str,
        distributed: bool,
        dataset_size: Optional[int] = None,
        threads: int = 1,
        prefetch: Optional[bool] = None,
        rounding: str = "nearest",
    ) -> None:
        check_rounding(rounding)
        self._rounding = rounding
        if not parameters:
            raise InvalidArgument("the optimizer has no parameters that require gradients")
        if any(parameter.is_meta for parameter in parameters):
            raise InvalidArgument(
                "parameters are on the device meta, where they have no values: make the optimizer once "
                "the model stands on its device"
            )
        in_parts = any(hasattr(parameter, "device_mesh") for parameter in parameters)
        self.parts = Parts(parameters) if in_parts else None
        types = {parameter.dtype for parameter in parameters}
        if types != {torch.float64} and not types <= {torch.float32, *HALVES}:
            names = ", ".join(sorted(_type_name(each) for each in types))
            raise InvalidArgument(
                f"the parameters are of {names}: noise is made in float32 for those of float32, bfloat16 and float16, "
                "or in float64 for all of float64"
            )
        self.parameters = parameters
        self.dtype = torch.float64 if torch.float64 in types else torch.float32
        self.total = sum(parameter.numel() for parameter in parameters)
        self.rank, self.world = 0, 1
        if distributed:
            if not torch.distributed.is_available() or not torch.distributed.is_initialized():
                raise InvalidArgument(
                    "distributed = True is not allowed: call torch.distributed.init_process_group() first, or use False"
                )
            self.rank, self.world = torch.distributed.get_rank(), torch.distributed.get_world_size()
        shard = (self.rank, self.world)
        if generator == "processor":
            if (
                prefetch is None
            ):  # on the processor the thread would take from what computes the gradients
                prefetch = parameters[0].device.type != "cpu"
            self.noise: Union[Noise, DeviceNoise] = design.noise(
                key, self.total, shard, self.dtype, threads=threads, prefetch=prefetch
            )
            device = torch.device("cpu")
        elif generator in ("device", "device-own"):
            device = parameters[0].device
            kind = DeviceNoise if generator == "device" else DeviceGeneratorNoise
            self.noise = kind(design, key, self.total, device, shard, self.dtype)
        else:
            raise InvalidArgument(
                f"generator = {_shown(generator)} is not allowed: use processor, device or device-own"
            )
        # As long as the longest shard, since all_gather() takes one size from all ranks.
        longest = -(-self.total // self.world)
        self._row = torch.zeros(longest, dtype=self.dtype, device=device)
        # The last step's noise of this shard.
        self.own = self._row[: self.noise.end - self.noise.begin]
        # An array of the same memory, which is handed over sooner than a tensor.
        self._out: Any = self.own.numpy() if generator == "processor" else self.own
        self._design = design
        self._key_id = self.noise._expected()["key_id"]
        self._dataset_size = examples_of(design, dataset_size)
        known = design._strategy.divisor(self._dataset_size)
        self._largest_batch = largest(known[0]) if known is not None else None
        self._key: Any = _noiseloom.KeySource(key)  # which Batches take, too
        self._batches: Optional[Batches] = None  # made when a batch is first compared
        self.members_in_parts = False  # True: whoever forms the batches sees to it
        self.drawn: Optional[np.ndarray] = None  # this step's batch of the key, where it is known
        # Gradients, and the row that they are known to lie in.
        self.lying: Optional[Tuple[Sequence[torch.Tensor], torch.Tensor]] = None
        self._announced = False  # True once compared with the gradients of other ranks
        self._first = True
        # The norms of the parameters when the state was taken.
        self._loaded_norms: Optional[List[float]] = None

    def row(self) -> torch.Tensor:
        """The next step's noise, for the coordinates of all shards."""
        self.noise.next(self._out)
        if self.world == 1:
            return self.own
        parts = [torch.empty_like(self._row) for _ in range(self.world)]
        torch.distributed.all_gather(parts, self._row)
        ends = [_noiseloom.shard(self.total, rank, self.world) for rank in range(self.world)]
        return torch.cat([part[: end - begin] for part, (begin, end) in zip(parts, ends)])

    @torch.no_grad()
    def add(
        self,
        divisor: float,
        take: Take,
        batch: Any = None,
        problem: Optional[str] = None,
        ready: Optional[Callable[[], None]] = None,
        scale: float = 1.0,
    ) -> None:
        """Sets parameter.grad = take(parameter) / scale + noise / divisor, rounded to the parameter's type after the
        addition, to the nearest or as `rounding` says; a missing gradient counts as zero.

        All checks come before any noise is made, `problem` first: a refused step can be taken again, with the same
        noise. `ready` is called after the other checks, and may raise, too.
        """
        gradients: List[Optional[torch.Tensor]] = []
        norms: List[float] = []
        failure: Optional[Exception] = None
        try:
            gradients = [take(parameter) for parameter in self.parameters]
            problem = problem or self._wrong_batch(batch) or self._wrong_type(gradients)
        except Exception as caught:  # raised below: the other ranks wait for this one
            failure, problem = caught, "a check failed"
        if self.parts is not None:  # whose norms need all ranks
            problem = self.parts.agreed(problem)
        try:
            if problem is None:
                norms = [each / scale for each in self._norms_of(gradients)]
                problem = (
                    self._other_places()
                    or self._too_long(norms, divisor, batch)
                    or self._used_before(code_of(norms))
                )
            if problem is None and ready is not None:
                ready()
        except Exception as caught:
            failure, problem = caught, "a check failed"
        if self.world > 1 or self.parts is not None:
            problem = self._not_the_same(problem, norms)
        if failure is not None:
            raise failure
        problem = problem or self._used_by_other_ranks(norms)
        if problem is not None:
            raise InvalidArgument(problem + ": no noise was made, and no step taken")
        self._begin_step(norms)
        row = self.row()
        self._put(row, gradients, divisor, scale)

    def _put(
        self,
        row: torch.Tensor,
        gradients: Sequence[Optional[torch.Tensor]],
        divisor: float,
        scale: float,
    ) -> None:
        """Sets the parameters' gradients, as :meth:`add` says."""
        whole = self._row_of(gradients) if scale == 1 and self.parts is None else None
        if whole is not None and all(
            each.grad is gradient for each, gradient in zip(self.parameters, gradients)
        ):
            whole.add_(row.to(whole.device), alpha=1 / divisor)
            return
        begin = 0
        for at, (parameter, gradient) in enumerate(zip(self.parameters, gradients)):
            noise = row[begin : begin + parameter.numel()]
            begin += parameter.numel()
            noise = (
                noise.view_as(parameter) if self.parts is None else self.parts.noise_of(at, noise)
            ).to(parameter.device)
            if gradient is None:
                noisy = noise / divisor
            else:
                own = local(gradient)
                noisy = (own if scale == 1 else own.div_(scale)).add_(noise, alpha=1 / divisor)
            if self._rounding == "stochastic" and noisy.dtype != parameter.dtype:
                generator = generator_of(self._design.sha256, self.noise.step, at, noisy.device)
                noisy = stochastically(noisy, parameter.dtype, generator)
            noisy = noisy.to(parameter.dtype)
            parameter.grad = noisy if self.parts is None else self.parts.whole(at, noisy)

    def _row_of(self, gradients: Sequence[Optional[torch.Tensor]]) -> Optional[torch.Tensor]:
        """All gradients in their memory, where they lie in one row there."""
        lying, self.lying = self.lying, None
        if lying is not None and len(gradients) == len(lying[0]):
            if all(one is other for one, other in zip(gradients, lying[0])):
                return lying[1]
        return joined(gradients)

    def _norms_of(self, tensors: Sequence[Optional[torch.Tensor]]) -> List[float]:
        return norms_of(tensors) if self.parts is None else self.parts.norms_of(tensors)

    def _begin_step(self, norms: List[float]) -> None:
        """Notes that the step's noise is used, after all checks have passed."""
        step = self.noise.step
        _used.note(self._run_id(), self._which(), step, code_of(norms))
        if self._first and _begun.get(self._key_id, step) != step:
            warnings.warn(
                f"the batches of this key begin at step {_begun[self._key_id]} in this process, "
                f"and its noise at step {step}: was "
                "the state of a checkpoint loaded into one of them alone? Noise that is used twice cancels",
                ClaimWarning,
                stacklevel=5,
            )
        self._first = False

    def places(self) -> Dict[str, Any]:
        """The parameters' shapes and norms: a checkpoint knows by them which coordinates of the noise each has.
        Ranks that have parts of the parameters call this together."""
        return {
            "shapes": [list(each.shape) for each in self.parameters],
            "norms": self._norms_of(self.parameters),
        }

    def load(
        self,
        state: Dict[str, Any],
        places: Optional[Dict[str, Any]],
        load_optimizer: Callable[[], Any],
    ) -> None:
        """Continues from a checkpoint, or changes nothing. `places`: None for older checkpoints; its norms are
        compared at the next step, since the parameters may be loaded later."""
        if places is not None and places["shapes"] != [
            list(each.shape) for each in self.parameters
        ]:
            raise InvalidArgument(
                "the state is of parameters of other shapes, or in another order: each parameter "
                "has its own coordinates of the "
                "noise, so that a run goes on with the parameter groups that it had"
            )
        before = self.noise.state_dict()
        if (
            "generator_state" not in state
        ):  # the key's noise is the same whoever makes which shard of it
            state = {**state, "rank": self.noise.rank, "world": self.noise.world}
        self.noise.load_state_dict(state)
        try:
            load_optimizer()
        except BaseException:
            self.noise.load_state_dict(before)
            raise
        if places is not None:
            self._loaded_norms = list(places["norms"])

    @torch.no_grad()
    def _other_places(self) -> Optional[str]:
        if self._loaded_norms is None:
            return None
        now, loaded = self._norms_of(self.parameters), self._loaded_norms

        def same(ours: List[float], theirs: List[float]) -> bool:
            return all(math.isclose(a, b, rel_tol=CLOSE) for a, b in zip(ours, theirs))

        if not same(now, loaded) and same(sorted(now), sorted(loaded)):
            return (
                "the parameters are in another order than in the state that was loaded, so that each "
                "would have another's noise"
            )
        self._loaded_norms = None
        return None

    def _wrong_type(self, gradients: Sequence[Optional[torch.Tensor]]) -> Optional[str]:
        for each in gradients:
            if each is None:
                continue
            if each.layout != torch.strided:
                return (
                    "a gradient is sparse, and its rows show what the batch holds: all rows get noise, so "
                    "make it with sparse = False, or dense by to_dense()"
                )
            if each.dtype in HALVES:
                return (
                    f"a gradient is a sum in {_type_name(each.dtype)}, which rounds it by more than an example "
                    "may change it: give step() sums in float32 (gradients), as ClippedSum makes them"
                )
            if each.dtype != self.dtype:
                return f"a gradient is of {_type_name(each.dtype)}, and the noise of {_type_name(self.dtype)}"
        return None if self.parts is None else self.parts.misplaced(gradients)

    def _too_long(self, norms: List[float], divisor: float, batch: Any) -> Optional[str]:
        norm = divisor * math.sqrt(sum(each * each for each in norms))
        if not norm < math.inf:
            return "a gradient is infinite or no number"
        size = self._largest_batch if batch is None else float(len(batch))
        if size is None or norm <= size * self._design.clip_norm * _ROUNDING:
            return None
        examples = (
            f"{size:.0f} examples"
            if batch is not None
            else f"a batch of the design, which has {size:.0f} examples at most,"
        )
        return (
            f"the sum of the gradients has norm {norm:g}, and that of {examples} clipped at "
            f"{self._design.clip_norm} has at most "
            f"{size * self._design.clip_norm:g}: are single examples clipped, is the loss not "
            "scaled, and is the gradient the sum or the "
            "mean, as reduction says"
        )

    def _wrong_batch(self, batch: Any) -> Optional[str]:
        """The problem with the batch that the job says it took, or None."""
        step = self.noise.step
        if batch is None or step >= self.noise.iterations or batch is self.drawn:
            return None
        problem = no_examples(batch)
        if problem is not None:
            return problem
        if self._batches is None:
            self._batches = Batches(
                self._design, self._key, self._dataset_size, self.members_in_parts
            )
        taken = np.asarray(batch)
        if np.array_equal(taken, self._batches[step]):
            return None
        for other in (step - 1, step + 1, step - 2, step + 2, 0):
            if 0 <= other < len(self._batches) and np.array_equal(taken, self._batches[other]):
                return f"the batch is that of step {other}, and this is step {step}"
        if np.array_equal(np.sort(taken.reshape(-1)), self._batches[step]):
            return f"the batch of step {step} is not in increasing order"
        return (
            f"the batch is not that of step {step}, which design.batches() of this key gives: all "
            "its examples, on whatever rank"
        )

    def undo(self, in_place: bool, kept: bool = True) -> Callable[[], None]:
        """Called before a step: returns a function that undoes it. in_place: the noise is added into the gradients.
        kept: whether these are to be what they were, or none."""
        state, run_id = self.noise.state_dict(), self._run_id()
        code = _used.runs.get(run_id, {}).get(self.noise.step)
        gradients = [
            None
            if not kept
            else each.grad.clone()
            if in_place and each.grad is not None
            else each.grad
            for each in self.parameters
        ]

        def take_back() -> None:
            self.noise.load_state_dict(state)
            run = _used.runs.get(run_id, {})
            if code is None:  # this noise was not used before
                run.pop(self.noise.step, None)
            else:
                run[self.noise.step] = code
            for parameter, gradient in zip(self.parameters, gradients):
                parameter.grad = gradient

        return take_back

    def _which(self) -> Any:
        return (self._design.sha256, self.total)

    def _run_id(self) -> str:
        """Identifies the source of the noise: the key, or a device's own generator."""
        return getattr(self.noise, "stream", self._key_id)

    def _used_before(self, code: bytes) -> Optional[str]:
        """The problem if this process has added the step's noise to other gradients, or None."""
        if self.noise.step >= self.noise.iterations:
            return None  # the noise refuses that step itself
        return _used.problem(self._run_id(), self._which(), self.noise.step, code)

    def _used_by_other_ranks(self, norms: List[float]) -> Optional[str]:
        """The problem if another rank used the noise for other gradients, or None. Without distributed=True ranks need
        not take their steps together: the first one leaves its norms for the others to compare."""
        if (
            self.world > 1
            or self.parts is not None
            or self._announced
            or not is_one_of_many()
            or self.noise.step >= self.noise.iterations
        ):
            return None
        marks = marks_of(norms)
        mine = json.dumps({"of": self._design.sha256[:16], "norms": marks})
        store = torch.distributed.distributed_c10d._get_default_store()
        said = json.loads(
            store.compare_set(
                f"noiseloom/{self._run_id()}/{_counted_runs}/{self.noise.step}", "", mine
            ).decode()
        )
        if said["of"] != self._design.sha256[:16] or not same_norms(said["norms"], marks):
            return (
                f"another rank uses the same key at step {self.noise.step} for other gradients, "
                "and what both release differs by the "
                "gradients alone: average the gradients first, or give each run a key of its own"
            )
        self._announced = any(norms)  # norms of 0 say nothing: other data have them, too
        return None

    def _not_the_same(self, problem: Optional[str], norms: List[float]) -> Optional[str]:
        """With distributed=True: the problem of any rank, or a difference in what ranks must share, or None."""
        own = self.noise._expected()
        names = ("key", "strategy file", "number of parameters", "step")
        mine = [
            0.0 if problem is None else 1.0,
            # 48 bits of each, which a float64 holds exactly.
            *(float(int(own[name][:12], 16)) for name in ("key_id", "strategy_sha256")),
            float(self.total),
            float(self.noise.step),
            *(
                marks_of(norms)
                if problem is None
                else [0.0] * (2 + min(len(self.parameters), MARKED))
            ),
        ]
        row = torch.tensor(mine, dtype=torch.float64, device=self._row.device)
        rows = [torch.empty_like(row) for _ in range(torch.distributed.get_world_size())]
        torch.distributed.all_gather(rows, row)
        table = torch.stack(rows).tolist()
        if problem is not None:
            return problem
        for rank, other in enumerate(table):
            if other[0] != 0:
                return f"rank {rank} refused the step"
            for name, here, there in zip(names, table[0][1:5], other[1:5]):
                if here != there:
                    return f"rank {rank} has another {name} than rank 0: each rank makes a shard of one run's noise"
            if not same_norms(other[5:], table[0][5:]):
                return (
                    f"rank {rank} has other gradients than rank 0 (norm {other[5]:g} and "
                    f"{table[0][5]:g}): average them first, as "
                    "DistributedDataParallel does"
                )
        return None
