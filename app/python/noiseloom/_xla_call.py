"""Core's noise under ``jit``, written into the memory that XLA keeps for it: what jax.pure_callback returns is copied.

XLA calls a function of C with the structures below, of its foreign function interface (xla/ffi/api/c_api.h; fields that
only follow those used here are left out). They are of major version 0.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import weakref
from typing import Any, Callable, Dict, List

import jax
import numpy as np

_TARGET = "noiseloom_noise"
_METADATA = 1  # a type of extension: XLA asks for the version
_INTERNAL = 13  # an error's code

# Called as fill(out, step) with an array of XLA's memory. Held by those that compile, and not here: they hold keys.
_fillers: "weakref.WeakValueDictionary[int, Any]" = weakref.WeakValueDictionary()
_numbers = itertools.count(1)


_BEGINNING: List[Any] = [
    ("struct_size", ctypes.c_size_t),
    ("extension", ctypes.c_void_p),
]  # of most structures


class _Extension(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("type", ctypes.c_int),
        ("next", ctypes.c_void_p),
    ]


class _Version(ctypes.Structure):
    _fields_ = _BEGINNING + [
        ("major", ctypes.c_int),
        ("minor", ctypes.c_int),
    ]


class _Metadata(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("version", _Version)]


class _MetadataExtension(ctypes.Structure):
    _fields_ = [("base", _Extension), ("metadata", ctypes.POINTER(_Metadata))]


class _ErrorArguments(ctypes.Structure):
    _fields_ = _BEGINNING + [
        ("message", ctypes.c_char_p),
        ("code", ctypes.c_int),
    ]


class _Api(ctypes.Structure):
    _fields_ = _BEGINNING + [
        ("version", _Version),
        ("internal", ctypes.c_void_p),
        ("create_error", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_ErrorArguments))),
    ]


class _Buffer(ctypes.Structure):
    _fields_ = _BEGINNING + [
        ("dtype", ctypes.c_int),
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int64),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
    ]


class _Buffers(ctypes.Structure):
    _fields_ = _BEGINNING + [
        ("size", ctypes.c_int64),
        ("types", ctypes.c_void_p),
        ("values", ctypes.POINTER(ctypes.POINTER(_Buffer))),
    ]


class _Frame(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("api", ctypes.POINTER(_Api)),
        ("context", ctypes.c_void_p),
        ("stage", ctypes.c_int),
        ("arguments", _Buffers),
        ("results", _Buffers),
    ]


_TYPES: Dict[int, Any] = {11: np.dtype("float32"), 12: np.dtype("float64")}


def _number(frame: _Frame, at: int) -> int:
    """An argument of type int32 and shape ()."""
    return ctypes.c_int32.from_address(frame.arguments.values[at].contents.data).value


@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_Frame))
def _handler(pointer: Any) -> Any:
    """Fills the result; null, or an error of XLA's."""
    frame = pointer.contents
    api = frame.api.contents
    if frame.extension and frame.extension.contents.type == _METADATA:
        asked = ctypes.cast(frame.extension, ctypes.POINTER(_MetadataExtension)).contents
        version = asked.metadata.contents.version
        version.major, version.minor = 0, api.version.minor
        return None
    try:
        fill = _fillers.get(_number(frame, 0))
        if fill is None:
            raise RuntimeError("the gradient transformation that makes this noise is gone")
        made = frame.results.values[0].contents
        dtype = _TYPES[made.dtype]
        memory = (ctypes.c_char * (made.dims[0] * dtype.itemsize)).from_address(made.data)
        fill(np.frombuffer(memory, dtype), _number(frame, 1))
        return None
    except BaseException as problem:  # none may pass XLA
        message = f"{type(problem).__name__}: {problem}".encode()
        arguments = _ErrorArguments(ctypes.sizeof(_ErrorArguments), None, message, _INTERNAL)
        return api.create_error(ctypes.byref(arguments))


@functools.lru_cache(maxsize=None)
def _registered() -> bool:
    try:
        target = jax.ffi.pycapsule(ctypes.cast(_handler, ctypes.c_void_p).value)
        jax.ffi.register_ffi_target(_TARGET, target, platform="cpu")
    except Exception:  # an older JAX, or one with another interface
        return False
    return True


def available() -> bool:
    """Whether XLA can be asked to: on the one device of the processor, since it would ask on each of several."""
    return jax.default_backend() == "cpu" and jax.device_count() == 1 and _registered()


class Call:
    """Lets ``jit`` call ``fill(out, step)``, which writes all of an array, as long as this object is there."""

    def __init__(self, fill: Callable[[np.ndarray, int], None]) -> None:
        self._fill, self._number = fill, next(_numbers)
        _fillers[self._number] = self

    def __call__(self, *arguments: Any) -> None:
        self._fill(*arguments)

    def result(self, shape: jax.ShapeDtypeStruct, step: jax.Array) -> jax.Array:
        """What fill() writes, of that shape, which has one axis."""
        return jax.ffi.ffi_call(_TARGET, shape)(np.int32(self._number), step)
