"""The few names of PyTorch that the snippets use, over NumPy: where PyTorch itself is not installed."""

import numpy as _np


class Tensor(_np.ndarray):
    device = "cpu"
    grad = None

    def view_as(self, other):
        return self.reshape(other.shape)

    def __hash__(self):
        return id(self)


def is_tensor(value):
    return isinstance(value, Tensor)


def as_tensor(values, dtype=None, device=None):
    return _np.asarray(values, dtype).view(Tensor)


def zeros(shape, dtype=_np.float32, device=None):
    return _np.zeros(shape, dtype).view(Tensor)


def cat(tensors):
    assert all(map(is_tensor, tensors)), "an array of another library"
    return _np.concatenate(tensors).view(Tensor)


def einsum(spec, *tensors):
    assert all(map(is_tensor, tensors)), "an array of another library"
    assert len({tensor.dtype for tensor in tensors}) == 1, "PyTorch does not promote here"
    return _np.einsum(spec, *tensors).view(Tensor)


def randn(shape, dtype=_np.float32, device=None, generator=None):
    return (
        (generator or _np.random.default_rng(7)).standard_normal(shape).astype(dtype).view(Tensor)
    )
