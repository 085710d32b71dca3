"""Checkpoints of a run in JAX: the arrays of a pytree, and a text."""

from __future__ import annotations

import json
import os
import zipfile
from typing import Any, Dict, List, Tuple

import jax
import numpy as np

from ._files import Path, replacing
from ._noiseloom import InvalidArgument


def _leaves(tree: Any) -> Tuple[List[Any], List[Any]]:
    """The leaves, and the path, shape and type of each."""
    leaves = jax.tree_util.tree_flatten_with_path(tree)[0]
    # A generator's key is no array of numbers.
    for path, leaf in leaves:
        if not np.issubdtype(jax.dtypes.result_type(leaf), np.generic):
            raise InvalidArgument(
                f"the state of the run has {jax.tree_util.keystr(path)} of type {leaf.dtype}, and a checkpoint holds "
                "arrays of numbers alone"
            )
    arrays = [np.asarray(leaf) for _, leaf in leaves]
    names = [jax.tree_util.keystr(path) for path, _ in leaves]
    return arrays, [[n, list(a.shape), a.dtype.name] for n, a in zip(names, arrays)]


def write(path: Path, tree: Any, about: Dict[str, Any]) -> None:
    """Replaces the file: whoever is killed meanwhile finds the one before."""
    arrays, places = _leaves(tree)
    text = json.dumps({**about, "leaves": places}).encode()
    with replacing(path) as file:
        np.savez(file, *arrays, about=np.frombuffer(text, np.uint8))


def read(path: Path, format_name: str, version: int) -> Tuple[Dict[str, Any], List[np.ndarray]]:
    """The text, and the arrays: no file can make it run a program."""
    name = os.fspath(path)
    try:
        with open(name, "rb") as file, np.load(file, allow_pickle=False) as held:
            about = json.loads(bytes(held["about"]))
            arrays = [held[f"arr_{at}"] for at in range(len(about["leaves"]))]
        if about["format"] != format_name:
            raise ValueError(about["format"])
    except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as reason:
        raise InvalidArgument(
            f"the checkpoint {name} cannot be read ({type(reason).__name__}): use a file that "
            "noiseloom.jax.private wrote"
        ) from reason
    if about["version"] != version:
        raise InvalidArgument(
            f"the checkpoint {name} has version {about['version']}, and this Noiseloom reads {version}"
        )
    return about, arrays


def filled(like: Any, about: Dict[str, Any], arrays: List[np.ndarray]) -> Any:
    """The pytree `like` with the arrays of a checkpoint. InvalidArgument: they do not fit."""
    places = _leaves(like)[1]
    for now, then in zip(places, about["leaves"]):
        if now != then:
            raise InvalidArgument(
                f"the checkpoint has {then[0]} of shape {tuple(then[1])}, {then[2]}, and this run "
                f"{now[0]} of shape {tuple(now[1])}, {now[2]}: go on with the model and optimizer that it had"
            )
    if len(places) != len(about["leaves"]):
        raise InvalidArgument(
            f"the checkpoint has {len(about['leaves'])} arrays, and this run {len(places)}: go on with "
            "the model and optimizer that it had"
        )
    # Types that NumPy has no name for, such as bfloat16, come back as bytes.
    leaves = [
        each.view(jax.numpy.dtype(place[2])) if each.dtype.name != place[2] else each
        for each, place in zip(arrays, places)
    ]
    return jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(like), leaves)
