"""A data set whose examples are users, of whom each step takes some examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Sequence

import numpy as np
import torch
import torch.utils.data

from ._clipped_sum import by_input_and_target, Loss
from ._examples import Examples, leaves_of, rebuilt
from ._noise import _whole
from ._noiseloom import InvalidArgument

if TYPE_CHECKING:
    from ._design import Design


class Users(torch.utils.data.Dataset):
    """Data for :class:`Run` whose examples are users: a step takes each user of its batch with so many examples of
    theirs, and clips the gradient of their loss as one contribution.

    A user then gives a step no more than the clip norm, however many examples they have. The design is one for a user
    without ``examples_per_user`` (``unit="user"``, ``dataset_size=len(users)``): it counts users.

    Parameters
    ----------
    data : tuple of tensors, or data set
        As for :class:`Run`; examples of one shape.
    owner_of : sequence
        Whose each example is: numbers, names or anything else that can be compared.
    examples : int
        How many of a user's examples a step takes, at random and without one twice; of users who have fewer all, as
        often as it takes, each the same number of times or once more. Each time a user takes part they are drawn anew,
        in a run from its seed, its step and the rank.

    Attributes
    ----------
    names : list
        Whose number is which: in the order of the examples.

    Examples
    --------
    >>> users = noiseloom.torch.Users((images, labels), owner_of, examples=4)  # doctest: +SKIP
    >>> design = noiseloom.design(unit="user", dataset_size=len(users), batch_size=50, epochs=10,
    ...                           epsilon=4, delta=1e-5)  # doctest: +SKIP
    >>> run = noiseloom.torch.Run(design, "run.key", model, optimizer, users,
    ...                           compute_loss=users.loss(torch.nn.functional.cross_entropy))  # doctest: +SKIP
    """

    def __init__(self, data: Any, owner_of: Sequence[Any], examples: int) -> None:
        self._data = Examples(data, None, torch.device("cpu"), True)
        self.examples = _whole("examples", examples)
        if self.examples < 1:
            raise InvalidArgument(
                f"examples = {examples} is not allowed: use how many examples of a user a step takes, 1 or more"
            )
        if len(owner_of) != len(self._data):
            raise InvalidArgument(
                f"owner_of of {len(owner_of)} examples is not allowed: data has {len(self._data)}"
            )
        numbers: Dict[Any, List[int]] = {}
        for example, owner in enumerate(
            owner_of.tolist() if hasattr(owner_of, "tolist") else owner_of
        ):
            numbers.setdefault(owner, []).append(example)
        self.names = list(numbers)
        self._numbers = [np.array(each) for each in numbers.values()]

    def __len__(self) -> int:
        return len(self.names)

    def drawn(self, user: int) -> np.ndarray:
        """The numbers of the examples that a user gives this time."""
        own = self._numbers[user]
        turns = -(-self.examples // len(own))
        orders = [torch.randperm(len(own)).numpy() for _ in range(turns)]
        return own[np.concatenate(orders)[: self.examples]]

    def __getitem__(self, user: int) -> Any:
        return self._data.batch(self.drawn(user))

    def loss(self, loss: Loss) -> Callable[[torch.nn.Module, Any], torch.Tensor]:
        """A ``compute_loss`` for :class:`Run`: ``loss(model(inputs), targets)`` of the examples that a user gives."""

        def of_user(model: torch.nn.Module, batch: Any) -> torch.Tensor:
            own = rebuilt(batch, iter([each.squeeze(0) for each in leaves_of(batch)]))
            return by_input_and_target(loss, model, own)

        return of_user

    def check(self, design: "Design") -> None:
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
