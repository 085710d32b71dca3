"""The processes of torch.distributed."""

from __future__ import annotations

import torch


def is_one_of_many() -> bool:
    return (
        torch.distributed.is_available()
        and torch.distributed.is_initialized()
        and torch.distributed.get_world_size() > 1
    )


def ranks() -> int:
    """Number of processes, this one included."""
    return torch.distributed.get_world_size() if is_one_of_many() else 1
