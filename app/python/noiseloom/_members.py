"""Users as the examples of a run: whose the data are, and what each user gives a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Sequence

import numpy as np

from ._noise import _whole
from ._noiseloom import InvalidArgument

if TYPE_CHECKING:
    from ._design import Design


class Members:
    """The examples of each user, who are numbered in the order of their first ones.

    Attributes
    ----------
    names : list
        Whose number is which.
    examples : int
        How many of a user's examples a step takes.
    """

    def __init__(self, owner_of: Sequence[Any], size: int, examples: int) -> None:
        self.examples = _whole("examples", examples)
        if self.examples < 1:
            raise InvalidArgument(
                f"examples = {examples} is not allowed: use how many examples of a user a step takes, 1 or more"
            )
        if len(owner_of) != size:
            raise InvalidArgument(
                f"owner_of of {len(owner_of)} examples is not allowed: data has {size}"
            )
        numbers: Dict[Any, List[int]] = {}
        for example, owner in enumerate(
            owner_of.tolist() if hasattr(owner_of, "tolist") else owner_of
        ):
            numbers.setdefault(owner, []).append(example)
        self.names = list(numbers)
        self._numbers = [np.array(each) for each in numbers.values()]

    def drawn(self, user: int, order: Callable[[int], np.ndarray]) -> np.ndarray:
        """The numbers of the examples that a user gives this time: of users who have fewer all, as often as it takes.
        order: a random order of so many things."""
        own = self._numbers[user]
        turns = -(-self.examples // len(own))
        orders = [order(len(own)) for _ in range(turns)]
        return own[np.concatenate(orders)[: self.examples]]


def check_users(design: "Design") -> None:
    """Raises InvalidArgument unless the design's claim is about users who give one contribution."""
    stated = design.metadata()
    if stated["unit"] != "user" or stated.get("examples_per_user") is not None:
        found = (
            f"unit = {stated['unit']}"
            if stated["unit"] != "user"
            else f"examples_per_user = {stated['examples_per_user']}"
        )
        raise InvalidArgument(
            f"data = Users is not allowed with a design of {found}: each user gives a step one contribution, so "
            "use one of unit = user without examples_per_user"
        )
