"""Correlated-noise mechanisms for differentially private training: designs, their claims, and their noise.

The answers are those of Noiseloom's core and carry the names that ``noiseloom-cli ... --json`` prints; the noise is the
same, bit for bit, in C++, C, on the command line and here (docs/runtime.md).

>>> import noiseloom
>>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, mechanism="dp-sgd")
>>> design.iterations, design.kind
(48, 'identity')
>>> noise = design.noise(bytes(32), parameters=5)   # never a key like this one, and never one key for two runs
>>> row = noise.next()                              # for the sum of the clipped gradients of step 0
>>> row.shape, row.dtype, noise.step
((5,), dtype('float32'), 1)
"""

from ._answers import Answer, Audit, ClaimWarning, Recommendation, Sweep, Verification
from ._batches import Batches
from ._canaries import Canaries, audit
from ._design import Design, from_array, load
from ._exact import ExactRelease
from ._keys import new_key
from ._noise import Noise
from ._owners import Owners, owners
from ._noiseloom import Error, FormatError, InvalidArgument, IoError, __version__
from ._questions import account, design, phases, recommend, sweep, verify
from ._record import Record


def __getattr__(name: str) -> object:
    """The parts that need a library of their own, which ``import noiseloom`` leaves alone until they are used."""
    if name not in ("jax", "lightning", "torch", "transformers"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ImportError as reason:
        raise AttributeError(
            f"noiseloom.{name} needs {name}, which cannot be imported ({reason}): pip install {name}"
        ) from reason


__all__ = [
    "Answer",
    "Audit",
    "Batches",
    "Canaries",
    "ClaimWarning",
    "Design",
    "Error",
    "ExactRelease",
    "FormatError",
    "InvalidArgument",
    "IoError",
    "Noise",
    "Owners",
    "Recommendation",
    "Record",
    "Sweep",
    "Verification",
    "account",
    "audit",
    "design",
    "from_array",
    "load",
    "new_key",
    "owners",
    "phases",
    "recommend",
    "sweep",
    "verify",
    "__version__",
]
