"""A whole private training run in one object."""

from __future__ import annotations

import hashlib
import os
from typing import Any, Callable, Dict, Iterator, List, Optional, TypeVar, Union

import numpy as np
import torch

from ._adaptive_clip import AdaptiveClip
from ._batches import Batches
from ._ahead import Ahead, Shares
from ._canaries import Canaries
from ._canary_model import with_canaries
from ._checkpoint import Path, read, without_functions, write
from ._clipped_sum import ClippedSum, Loss, PerExample, PrivateFigures
from ._design import Design, loaded
from ._drawing import drawing_from
from ._examples import Collate, Examples
from ._models import check_model, names_of
from ._joined import joined
from ._members import check_users
from ._noise import Key, _shown, _whole
from ._noiseloom import InvalidArgument
from ._norms import HALVES
from ._opacus import requiring
from ._owners import Owners, taken
from ._private_optimizer import PrivateOptimizer
from ._ranks import is_one_of_many, join_ranks
from ._files import check_folder
from ._scale import warn_of_claim
from ._scaled import ScaleThenPrivatize
from ._users import Users

_FORMAT = "noiseloom-run-state"
_VERSION = 1
Made = TypeVar("Made")


class Run:
    """A private training run: batches, clipped gradients, noise, record and checkpoint.

    Iterating takes the steps that are left, and gives the number of each once it is taken, recorded and saved. A loop
    may be left and another one goes on; ``next(run)`` takes one step. A step

    1. takes the batch of the design and the key, which may be empty;
    2. computes the gradient of each example by itself, clips it to the design's clip norm and sums
       (:class:`ClippedSum`), over all ranks of torch.distributed where that is initialized;
    3. divides by the design's expected batch, adds the noise, checks and records (:class:`PrivateOptimizer`);
    4. lets the optimizer and the scheduler step, and writes the checkpoint.

    Under torchrun it initializes torch.distributed, unless that was done before.

    A step that is refused leaves parameters and noise as they were, and can be taken again; where one of several ranks
    refuses only to record or to save it, the others have taken it, and all go on from the last checkpoint.

    Parameters
    ----------
    design : Design, or path of a strategy file
    key : bytes of length 32, or path of a key file
        The secret of this run alone, and of its continuation.
    model : torch.nn.Module
        On its device, and in the mode in which it is trained. Without layers that mix the examples of a batch, such as
        BatchNorm in training, and without wrappers such as DistributedDataParallel.
    optimizer : torch.optim.Optimizer
        Of all parameters of the model that require gradients. :class:`ScaleThenPrivatize` around an adaptive one scales
        gradients before they are clipped, with `per_example` vmap or loop; :class:`AdaptiveClip` clips at a norm that
        is learned. Both without canaries.
    data : tuple of tensors or arrays, or data set
        Tensors whose first dimension is that of the examples, such as ``(images, labels)``, or anything with
        ``len(data)`` and ``data[i]``, such as a list of examples. :class:`Users`: each user's as one.
    loss : callable(output, target), optional
        Of the model's output for one example, ``loss(model(input), target)``: a scalar.
    compute_loss : callable(model, batch), optional
        In place of `loss`, for examples that are not ``(input, target)``: the loss of a batch of one example.
    collate_fn : callable(list of examples), optional
        As that of ``torch.utils.data.DataLoader``. It is called for each example by itself, since a batch that is
        padded to its longest example makes gradients depend on other examples.
    per_example, microbatch, by_layer
        How gradients of examples are computed, and of how many at once, and whether each layer's is clipped by itself:
        see :class:`ClippedSum`.
    pad : bool
        With vmap: the last microbatch of a rank's share is filled up by examples that do not count, so that all have
        one shape, which torch.compile and accelerators compile for once.
    scheduler : optional
        Of the learning rate, made of `optimizer`: makes a step after each of the run's, and is saved with it.
    record : path, optional
        File for a record of each step, which ``noiseloom-cli verify --job`` compares with the claim. Rank 0 writes it;
        with ``distributed=True`` each rank has one of its own, ``run-0-of-2.record`` and on.
    checkpoint : path, optional
        File that is written after steps, and from which the run goes on if it is there. It holds the model, the
        states of optimizer, scheduler and noise, the step and the seed of dropout, but neither key nor noise. Every
        rank reads it, rank 0 writes it.
    every : int
        Steps from one checkpoint to the next; the last step always has one. A run that is killed does the steps since
        the last checkpoint again, which have to come out the same, to the bit: a record refuses them otherwise.
    canaries : Canaries, optional
        Tests the run (:func:`noiseloom.audit`): the last examples of the data give way to canaries, whose coordinates
        are one more parameter of the optimizer. One process, and `per_example` vmap or loop. Their file is written
        with each checkpoint, after the last step, and by :meth:`finish`.
    owners : Owners, optional
        What :func:`noiseloom.owners` made of whose the examples of `data` are: a run on the kept examples alone,
        renumbered from 0 on, or on its batches if it formed some. A design whose claim does not cover every owner is
        refused. Batches of its own are no function of the key, so that such a run has no record.
    workers : int
        Processes that read the examples of the next steps meanwhile, as those of ``torch.utils.data.DataLoader``; by
        default none. What the data set draws for an example then has random numbers apart from the model's, which are
        the same for any number of workers from 1 on.
    generator, distributed, follow, threads, prefetch, rounding
        As for :class:`PrivateOptimizer`: where the noise is made, whether each rank makes a shard of it rather than
        all of it, whether the first step is traced, in how many threads and how early it is made, and how it is rounded
        to parameters of bfloat16 and float16. The batch is shared by the ranks in either case.

    Attributes
    ----------
    step : int
        The step that comes next; n, the number of steps, once all are taken.
    private : PrivateFigures
        How many examples of the last step were clipped or not finite, and their mean loss, on this rank: private.
    optimizer : PrivateOptimizer
    model : torch.nn.Module
    design : Design

    Raises
    ------
    InvalidArgument
        By the constructor and by steps: what does not fit, with its value and what is allowed.

    Notes
    -----
    Random numbers of PyTorch, NumPy and Python that a step draws, as by dropout, come from ``torch.initial_seed()``
    of the run's start, the step and the rank; the generators of the loop are left as they are. To be equal to the bit,
    a resumed run needs the same machine, threads and number of ranks.

    Examples
    --------
    >>> run = noiseloom.torch.Run(design, "run.key", model, torch.optim.SGD(model.parameters(), lr=0.1),
    ...                           (images, labels), loss=torch.nn.functional.cross_entropy,
    ...                           record="run.record", checkpoint="run.pt")  # doctest: +SKIP
    >>> for step in run:  # doctest: +SKIP
    ...     print(f"{step + 1} of {len(run)} steps")
    """

    def __init__(
        self,
        design: Union[Design, Path],
        key: Key,
        model: torch.nn.Module,
        optimizer: torch.optim.Optimizer,
        data: Any,
        *,
        loss: Optional[Loss] = None,
        compute_loss: Optional[Callable[[torch.nn.Module, Any], torch.Tensor]] = None,
        collate_fn: Optional[Collate] = None,
        per_example: PerExample = "vmap",
        microbatch: Optional[int] = None,
        by_layer: bool = False,
        pad: bool = False,
        scheduler: Any = None,
        record: Optional[Path] = None,
        checkpoint: Optional[Path] = None,
        every: int = 1,
        canaries: Optional[Canaries] = None,
        owners: Optional[Owners] = None,
        generator: str = "processor",
        distributed: bool = False,
        follow: bool = True,
        threads: int = 1,
        prefetch: Optional[bool] = None,
        rounding: str = "nearest",
        workers: int = 0,
    ) -> None:
        design = loaded(design)
        check_model(model)
        self.design, self.model = design, model
        join_ranks(next((each.device for each in model.parameters()), torch.device("cpu")))
        many = is_one_of_many()
        self._rank = torch.distributed.get_rank() if many else 0
        self._world = torch.distributed.get_world_size() if many else 1
        if many and generator == "device-own":
            raise InvalidArgument(
                "generator = device-own is not allowed with several ranks, each of which would draw "
                "noise that no other rank and no checkpoint has: use processor or device"
            )
        self._scaled = optimizer if isinstance(optimizer, ScaleThenPrivatize) else None
        if self._scaled is not None and (
            canaries is not None or per_example not in ("vmap", "loop")
        ):
            raise InvalidArgument(
                "optimizer = ScaleThenPrivatize is not allowed with canaries, whose coordinates it would scale, "
                "and goes with per_example = vmap or loop, which have the gradient of each example"
            )
        self._adaptive = optimizer if isinstance(optimizer, AdaptiveClip) else None
        if self._adaptive is not None and (canaries is not None or callable(per_example)):
            raise InvalidArgument(
                "optimizer = AdaptiveClip is not allowed with canaries, whose norm is the design's, or a function "
                "as per_example, which clips by itself: use vmap, loop or ghost"
            )
        if by_layer and (canaries is not None or self._adaptive is not None):
            raise InvalidArgument(
                "by_layer = True is not allowed with canaries and AdaptiveClip, whose norm is that of all layers "
                "together: use False"
            )
        self._pad = bool(pad)
        if self._pad and per_example != "vmap":
            raise InvalidArgument(
                f"pad = True with per_example = {_shown(per_example)} is not allowed: use vmap, which takes several "
                "examples at once"
            )
        self._every = _whole("every", every)
        if self._every < 1:
            raise InvalidArgument(
                f"every = {every} is not allowed: use a number of steps, 1 or more"
            )
        if scheduler is not None and not (
            callable(getattr(scheduler, "step", None))
            and callable(getattr(scheduler, "load_state_dict", None))
        ):
            raise InvalidArgument(
                f"scheduler = {_shown(scheduler)} is not allowed: use one of torch.optim.lr_scheduler"
            )
        if checkpoint is not None:
            check_folder(checkpoint)
        self._scheduler, self._checkpoint = scheduler, checkpoint
        device = next((each.device for each in model.parameters()), torch.device("cpu"))
        self._examples = Examples(data, collate_fn, device, per_example in ("vmap", "ghost"))
        if isinstance(data, Users):
            check_users(design)
        formed, examples, self._expected_batch = taken(
            design, self._examples, owners, record is not None or canaries is not None
        )
        self._of_owners = None if owners is None else owners.code()
        trained = model
        self._canaries, self._coordinates = canaries, None
        if canaries is not None:
            if owners is not None and design._strategy.needs_members_in_parts:
                raise InvalidArgument(
                    "canaries with owners in several parts are not allowed: use a design of one band"
                )
            if many or canaries.dataset_size != len(self._examples):
                raise InvalidArgument(
                    f"canaries of {canaries.dataset_size} examples are not allowed: use one process, and "
                    f"canaries of this run's {len(self._examples)} examples"
                )
            trained, compute_loss = with_canaries(
                model, optimizer, canaries.count, loss, compute_loss, per_example
            )
            loss, self._coordinates = None, trained.coordinates
        self._recorded = record is not None
        self._record_file = self._record_of_rank(record, distributed)
        self.optimizer = PrivateOptimizer(
            optimizer,
            design,
            key,
            clip_norm=design.clip_norm,
            reduction="mean",
            batch_size=self._expected_batch,
            generator=generator,
            distributed=distributed and many,
            record=self._record_file,
            dataset_size=examples,
            follow=follow,
            threads=threads,
            prefetch=prefetch,
            rounding=rounding,
        )
        self._parameters = requiring(optimizer.param_groups)
        self._in_halves = any(each.dtype in HALVES for each in self._parameters)
        self._devices = sorted(
            {each.device.index for each in self._parameters if each.device.type == "cuda"}
        )
        mark = None if self._adaptive is None else self._adaptive.mark
        of_model = [each for each in self._parameters if each is not mark]
        self._names = names_of(of_model, trained)
        self._clipped = ClippedSum(
            trained,
            of_model,
            clip_norm=design.clip_norm,
            loss=loss,
            compute_loss=compute_loss,
            per_example=per_example,
            microbatch=microbatch,
            by_layer=by_layer,
        )
        in_parts = formed is None and owners is not None and design._strategy.needs_members_in_parts
        self.optimizer._gradient_noise.members_in_parts = in_parts
        self.optimizer.serve_run()
        self._batches = Batches(design, key, examples, in_parts) if formed is None else formed
        self._of_key = formed is None
        self._shares = Shares(
            self._examples, self._rank, self._world, self._clipped.microbatch, self._pad
        )
        if _whole("workers", workers) < 0:
            raise InvalidArgument(
                f"workers = {workers} is not allowed: use a number of processes, or 0"
            )
        self._ahead = None
        if workers > 0:
            self._ahead = Ahead(self._shares, self._batches, workers)
        self._seed = torch.initial_seed() % (1 << 63)
        warn_of_claim(design, data if isinstance(data, Users) else owners)
        if checkpoint is not None and os.path.exists(checkpoint):
            self.load(checkpoint)
        if canaries is not None:
            canaries.check(self.step)
        if many:
            self._meet()

    def _record_of_rank(self, record: Optional[Path], distributed: bool) -> Optional[str]:
        """The file of this rank's record, if it has one."""
        if record is None or (self._rank > 0 and not distributed):
            return None
        if not distributed or self._world == 1:
            return os.fspath(record)
        name, ending = os.path.splitext(os.fspath(record))
        return f"{name}-{self._rank}-of-{self._world}{ending}"

    def _device(self) -> torch.device:
        return self._parameters[0].device

    def _meet(self) -> None:
        """Compares what the ranks must share, and gives all of them rank 0's weights and seed."""
        noise = self.optimizer.noise._expected()
        data = f"{len(self._examples)} {self._names} {[tuple(each.shape) for each in self._parameters]}"
        code = hashlib.blake2b(data.encode(), digest_size=6).hexdigest()
        shared = {
            "key": int(noise["key_id"][:12], 16),
            "design": int(noise["strategy_sha256"][:12], 16),
            "model or number of examples": int(code, 16),
            "table of owners": int(self._of_owners or "0", 16),
            "AdaptiveClip": int("0" if self._adaptive is None else self._adaptive.code(), 16),
            "checkpoint": self.step,
        }
        table = self._gathered(list(shared.values()))
        for at, name in enumerate(shared):
            for rank, numbers in enumerate(table):
                if numbers[at] != table[0][at]:
                    raise InvalidArgument(
                        f"rank {rank} has another {name} than rank 0: all ranks make one run"
                    )
        for each in [*self.model.parameters(), *self.model.buffers()]:
            if each.numel() > 0:
                # As bytes, since not all ways to send tensors know all types.
                sent = each.detach().to(self._device()).reshape(-1).contiguous().view(torch.uint8)
                torch.distributed.broadcast(sent, 0)
                each.data.copy_(sent.view(each.dtype).view(each.shape))
        seed = torch.tensor([self._seed], dtype=torch.int64, device=self._device())
        torch.distributed.broadcast(seed, 0)
        self._seed = int(seed)

    def _gathered(self, numbers: List[int]) -> List[List[float]]:
        """The numbers of all ranks, each of at most 48 bits."""
        row = torch.tensor(numbers, dtype=torch.float64, device=self._device())
        rows = [torch.empty_like(row) for _ in range(self._world)]
        torch.distributed.all_gather(rows, row)
        return torch.stack(rows).tolist()

    @property
    def step(self) -> int:
        return self.optimizer.noise.step

    @property
    def private(self) -> PrivateFigures:
        return self._clipped.private

    def __len__(self) -> int:
        """n, the number of steps of the whole run."""
        return self.design.iterations

    def __iter__(self) -> "Run":
        return self

    def __next__(self) -> int:
        step = self.step
        if step >= len(self):
            raise StopIteration
        batch = self._batches[step]
        for each in self._parameters:
            each.grad = None
        if self._scaled is not None:
            self._clipped.scales = self._scaled.scales()
        if self._adaptive is not None:
            self._clipped.clip_norm = self._adaptive.norm
        sums = self._sums(step, batch)
        if self._world == 1:
            self._take(step, batch, sums)
        else:  # on rank 0 record or checkpoint may fail
            self._together(
                step,
                lambda: self._take(step, batch, sums),
                "did not end on every rank (go on from the last checkpoint)",
            )
        return step

    def _take(self, step: int, batch: np.ndarray, sums: List[torch.Tensor]) -> None:
        """Makes the sums private, moves the parameters, and keeps what is to be kept of the step."""
        whole = joined(sums)
        for total in sums if whole is None else [whole]:
            total.div_(self._expected_batch)
        self.optimizer._gradient_noise.lying = None if whole is None else (sums, whole)
        named = batch if self._of_key else None  # the key's
        self.optimizer._gradient_noise.drawn = named
        if self._in_halves:
            self.optimizer.step(batch=named, gradients=sums)
        else:  # without a copy
            for parameter, mean in zip(self._parameters, sums):
                parameter.grad = mean
            self.optimizer.step(batch=named)
        if self._canaries is not None:
            self._add_canaries(step, batch)
        if self._scheduler is not None:
            self._scheduler.step()
        if self._checkpoint is not None and (
            self.step % self._every == 0 or self.step == len(self)
        ):
            self.save(self._checkpoint)

    def _together(self, step: int, work: Callable[[], Made], otherwise: str) -> Made:
        """What work() returns. It raises on all ranks where it does on one, which the others would wait for."""
        failure: Optional[BaseException] = None
        try:
            made = work()
        except Exception as caught:
            failure = caught
        table = self._gathered([step, int(failure is not None)])
        if failure is not None:
            raise failure
        for rank, (at, refused) in enumerate(table):
            if refused or at != step:
                why = "refused it" if refused else f"is at step {at:.0f}"
                raise InvalidArgument(f"step {step} {otherwise}: rank {rank} {why}")
        return made

    def _sums(self, step: int, batch: np.ndarray) -> List[torch.Tensor]:
        """The sum of the clipped gradients of all ranks, for each parameter."""
        if self._world == 1:
            return self._own_sums(step, batch)
        own = lambda: self._own_sums(step, batch)  # noqa: E731
        sums = self._together(step, own, "is not taken on any rank")
        flat = joined(sums)
        if flat is None:
            flat = torch.cat([each.reshape(-1).to(self._device()) for each in sums])
        torch.distributed.all_reduce(flat)
        parts = flat.split([each.numel() for each in sums])
        return [part.view(each.shape).to(each.device) for part, each in zip(parts, sums)]

    def _own_sums(self, step: int, batch: np.ndarray) -> List[torch.Tensor]:
        parts, counted = self._shares.of(batch)
        with drawing_from(self._seed, step, self._rank, self._devices):
            read: Iterator[Any] = map(self._examples.batch, parts)
            if self._ahead is not None:
                read = self._ahead.of(self._seed, step, len(parts))
            batches = (self._tested(each, numbers) for each, numbers in zip(read, parts))
            sums = self._clipped.of(batches, counted if self._pad else None)
        if self._adaptive is None:
            return sums
        return self._adaptive.in_units(sums, self._clipped.private, self.design.clip_norm)

    def _add_canaries(self, step: int, batch: np.ndarray) -> None:
        """Notes what the step released along the canaries' coordinates."""
        assert self._canaries is not None and self._coordinates is not None
        noisy: Any = self._coordinates.grad
        self._canaries.add(step, batch, (noisy * self._expected_batch).cpu())
        if self.step == len(self):
            self._canaries.save()

    def _tested(self, batch: Any, numbers: np.ndarray) -> Any:
        """A batch with its canaries, if there are any."""
        if self._canaries is None:
            return batch
        rows = torch.from_numpy(self._canaries.gradients(numbers)).to(self._coordinates)
        own = torch.from_numpy(~self._canaries.among(numbers)).to(self._coordinates)
        return batch, rows, own

    def finish(self) -> None:
        """Marks in the record that the run ends, if that is before the design's last step."""
        if self._canaries is not None:
            self._canaries.save()
            if not self._recorded:
                return
        if self._record_file is not None or not self._recorded:  # rank 0 may have the only record
            self.optimizer.finish()

    def state_dict(self) -> Dict[str, Any]:
        """What a run goes on from: it holds neither key nor noise."""
        scheduler = None if self._scheduler is None else self._scheduler.state_dict()
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "model": self.model.state_dict(),
            "parameters": self._names,
            "optimizer": self.optimizer.state_dict(),
            "scheduler": without_functions(scheduler),
            "seed": self._seed,
            "owners": self._of_owners,
        }

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Goes on from a state, which may be that of an earlier step. InvalidArgument: it does not fit, and nothing is
        changed."""
        fields = {"model", "parameters", "optimizer", "scheduler", "seed"}
        if (
            not isinstance(state, dict)
            or state.get("format") != _FORMAT
            or not fields <= state.keys()
        ):
            raise InvalidArgument(
                "this is no state of a Run: use what its state_dict() or save() made"
            )
        if state.get("version") != _VERSION:
            raise InvalidArgument(
                f"the state has version {_shown(state.get('version'))}, and this Noiseloom reads {_VERSION}"
            )
        if state["parameters"] != self._names:
            raise InvalidArgument(
                "the state is of parameters of other names, or in another order: each parameter has "
                "its own coordinates of the noise, so that a run goes on with the parameter groups that "
                "it had"
            )
        if state.get("owners") != self._of_owners:
            raise InvalidArgument(
                "the state is of a run with other owners, whose batches or kept examples are others: "
                "give those that the run began with"
            )
        if (state["scheduler"] is None) != (self._scheduler is None):
            has, lacks = ("a", "none") if self._scheduler is None else ("no", "one")
            raise InvalidArgument(
                f"the state is of a run with {has} scheduler, and this one has {lacks}: give the same"
            )
        now, then = self.model.state_dict(), state["model"]
        if {name: getattr(each, "shape", None) for name, each in now.items()} != {
            name: getattr(each, "shape", None) for name, each in then.items()
        }:
            raise InvalidArgument("the state is of a model with other parameters or buffers")
        self.optimizer.load_state_dict(state["optimizer"])
        self.model.load_state_dict(then)
        if self._scheduler is not None:
            self._scheduler.load_state_dict(state["scheduler"])
        self._seed = state["seed"]

    def save(self, path: Path) -> None:
        """Writes a checkpoint, as a whole or not at all; on rank 0 alone, if there are several."""
        if self._canaries is not None and self._canaries.steps > 0:
            self._canaries.save()
        self.optimizer.flush()  # on each rank that has a record
        if self._rank == 0:
            write(self.state_dict(), path)

    def load(self, path: Path) -> None:
        """Goes on from a checkpoint, on every rank."""
        self.load_state_dict(read(path))

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise InvalidArgument(
            "a Run is not copied or pickled, as two would make the same noise: use save() and load()"
        )

    def __repr__(self) -> str:
        return f"<noiseloom.torch.Run of {len(self)} steps, step {self.step} is next>"
