"""Strategy files in a folder of their own."""

from __future__ import annotations

import os
import tempfile

from . import _noiseloom


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
