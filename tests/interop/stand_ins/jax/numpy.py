import numpy as _np

float32 = _np.float32


class Array(_np.ndarray):
    pass


def asarray(values, dtype=None):
    array = _np.asarray(values)
    if dtype is None and array.dtype == _np.float64:
        dtype = _np.float32
    return array.astype(dtype or array.dtype).view(Array)


def zeros(shape, dtype=_np.float32):
    return _np.zeros(shape, dtype).view(Array)


def concatenate(arrays):
    assert len({array.dtype for array in arrays}) == 1, "JAX would have promoted"
    return _np.concatenate(arrays).view(Array)


def einsum(spec, *arrays):
    assert all(isinstance(array, Array) for array in arrays), "an array of another library"
    return _np.einsum(spec, *arrays).view(Array)
