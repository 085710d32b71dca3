"""Files that are replaced as a whole; arrays and strategy files that core reads from a folder of their own."""

from __future__ import annotations

import contextlib
import os
import tempfile
from typing import IO, Iterator, Union

import numpy as np

from . import _noiseloom
from ._noiseloom import IoError

Path = Union[str, "os.PathLike[str]"]


def content_of(strategy: _noiseloom.Strategy) -> bytes:
    """The bytes of its strategy file."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "strategy.npz")
        strategy.save(file)
        with open(file, "rb") as reader:
            return reader.read()


def strategy_of(content: bytes) -> _noiseloom.Strategy:
    """The strategy of a file with these bytes, which are checked like any file's."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "strategy.npz")
        with open(file, "wb") as writer:
            writer.write(content)
        return _noiseloom.Strategy(file)


@contextlib.contextmanager
def array_file(array: np.ndarray) -> Iterator[str]:
    """A file that holds the array, as the option `strategy` takes it, while the context lasts."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(
            folder, "array.npy"
        )  # strategy files name it: the same for the same array
        np.save(file, np.asarray(array, dtype="<f8"))
        yield file


def check_folder(path: Path) -> None:
    """IoError: there is no folder for such a file, which would be found out after the first step only."""
    folder = os.path.dirname(os.fspath(path)) or "."
    if not os.path.isdir(folder):
        raise IoError(f"{os.fspath(path)}: cannot be written: there is no folder {folder}")


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file of mode 0600 that takes the place of the one at `path` when all of it is on the disk."""
    name = os.fspath(path)
    temporary = f"{name}.new"
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, name)
    folder = os.open(os.path.dirname(name) or ".", os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
