"""Files of a run's state: tensors, numbers and texts, written as a whole or not at all."""

from __future__ import annotations

import os
from typing import Any, Dict

import numpy as np
import torch

from ._files import Path, replacing
from ._noiseloom import InvalidArgument

_FLOAT = "float"  # the one name in a dict that stands for a number


def without_functions(state: Any) -> Any:
    """A scheduler's state without functions, which it has from its constructor: a checkpoint holds none."""
    if isinstance(state, dict):
        return {name: without_functions(each) for name, each in state.items() if not callable(each)}
    if isinstance(state, (list, tuple)):
        return type(state)(without_functions(each) for each in state)
    return state


def _encoded(state: Any) -> Any:
    """The state with floats as texts, which PyTorch 1.13 does not read where it reads no objects."""
    if isinstance(state, dict):
        return {name: _encoded(each) for name, each in state.items()}
    if isinstance(state, (list, tuple)):
        return (tuple if isinstance(state, tuple) else list)(_encoded(each) for each in state)
    if isinstance(state, np.generic):
        state = state.item()
    if isinstance(state, float):
        return {_FLOAT: float(state).hex()}
    if state is None or isinstance(state, torch.Tensor) or type(state) in (bool, int, str):
        return state
    raise InvalidArgument(
        f"the state of the run has a {type(state).__name__}, and a checkpoint holds tensors, numbers "
        "and texts alone: has the model, the optimizer or the scheduler a state of its own kind?"
    )


def _decoded(state: Any) -> Any:
    if isinstance(state, dict):
        if list(state) == [_FLOAT]:
            return float.fromhex(state[_FLOAT])
        return {name: _decoded(each) for name, each in state.items()}
    if isinstance(state, (list, tuple)):
        return type(state)(_decoded(each) for each in state)
    return state


def write(state: Dict[str, Any], path: Path) -> None:
    """Replaces the file: whoever is killed meanwhile finds the one before."""
    encoded = _encoded(state)
    with replacing(path) as file:
        torch.save(encoded, file)


def read(path: Path) -> Any:
    """Reads tensors, numbers and texts: no file can make it run a program."""
    name = os.fspath(path)
    try:
        return _decoded(torch.load(name, map_location="cpu", weights_only=True))
    except OSError:
        raise
    except (
        Exception
    ) as reason:  # PyTorch's reader raises nearly any error for bytes that are no checkpoint
        raise InvalidArgument(
            f"the checkpoint {name} cannot be read ({type(reason).__name__}): use a file that save() "
            "of a Run wrote"
        ) from reason
