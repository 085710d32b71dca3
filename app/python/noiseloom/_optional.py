"""Libraries that a few methods need and the package does without."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str, method: str) -> Any:
    """The module. ImportError: it is not installed, in a sentence that names the method."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        library = module.split(".")[0]
        raise ImportError(
            f"{method} needs {library}, which cannot be imported ({error}): "
            f"pip install {library.replace('_', '-')}"
        ) from error
