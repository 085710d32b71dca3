"""The few names of JAX that the snippets use, over NumPy in single precision: where JAX itself is not installed."""

import numpy as _np

from . import numpy, random

Array = numpy.Array
