"""The examples that are left of data, by numbers of their own."""

from __future__ import annotations

from typing import Optional

import numpy as np


class Kept:
    """What examples have in common, whichever library their arrays are of. All are left until :meth:`keep`."""

    _kept: Optional[np.ndarray] = None

    def keep(self, kept: np.ndarray) -> None:
        """Leaves these examples alone, renumbered from 0 on in this order; -1: a number without an example."""
        self._kept = kept

    def there(self, numbers: np.ndarray) -> np.ndarray:
        """Those of the numbers that have an example."""
        return numbers if self._kept is None else numbers[self._kept[numbers] >= 0]

    def in_data(self, numbers: np.ndarray) -> np.ndarray:
        """Which of the data's examples these numbers are."""
        return numbers if self._kept is None else self._kept[numbers]
