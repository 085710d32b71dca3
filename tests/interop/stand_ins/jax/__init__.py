"""The few names of JAX that the snippets use, over NumPy in single precision: where JAX itself is not installed."""

from . import numpy, random  # noqa: F401

Array = numpy.Array
