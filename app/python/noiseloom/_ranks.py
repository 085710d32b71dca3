"""The processes of torch.distributed."""

from __future__ import annotations

import atexit
import os
from typing import Optional, Tuple

import torch

from ._noise import _shard
from ._noiseloom import InvalidArgument


def is_one_of_many() -> bool:
    return (
        torch.distributed.is_available()
        and torch.distributed.is_initialized()
        and torch.distributed.get_world_size() > 1
    )


def ranks() -> int:
    """Number of processes, this one included."""
    return torch.distributed.get_world_size() if is_one_of_many() else 1


def share_of(shard: Optional[Tuple[int, int]]) -> Tuple[int, int]:
    """The share (rank, number of ranks) of what all ranks take: the one that is given, or this process's."""
    own = (torch.distributed.get_rank(), ranks()) if is_one_of_many() else (0, 1)
    rank, world = _shard(own if shard is None else shard)
    if not 0 <= rank < world:
        raise InvalidArgument(
            f"shard = ({rank}, {world}) is not allowed: use (rank, world) with rank from 0 to world - 1"
        )
    return rank, world


def join_ranks(device: torch.device) -> None:
    """Initializes torch.distributed where torchrun started several processes and the program has not."""
    if (
        not torch.distributed.is_available()
        or torch.distributed.is_initialized()
        or not {"RANK", "WORLD_SIZE", "MASTER_ADDR"} <= os.environ.keys()
        or int(os.environ["WORLD_SIZE"]) < 2
    ):
        return
    torch.distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")
    atexit.register(_leave)


def _leave() -> None:
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
