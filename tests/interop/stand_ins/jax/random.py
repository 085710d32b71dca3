import numpy as _np

from .numpy import asarray


def key(seed):
    return (seed,)


def fold_in(parent, number):
    return (*parent, int(number))


def normal(own, shape, dtype):
    return asarray(_np.random.default_rng(own).standard_normal(shape), dtype)
