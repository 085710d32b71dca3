"""A data set whose examples are users, of whom each step takes some examples."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np
import torch
import torch.utils.data

from ._clipped_sum import by_input_and_target, Loss
from ._examples import Examples, leaves_of, rebuilt
from ._members import Members


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
        self._members = Members(owner_of, len(self._data), examples)
        self.examples, self.names = self._members.examples, self._members.names

    def __len__(self) -> int:
        return len(self.names)

    def drawn(self, user: int) -> np.ndarray:
        """The numbers of the examples that a user gives this time."""
        return self._members.drawn(user, lambda count: torch.randperm(count).numpy())

    def __getitem__(self, user: int) -> Any:
        return self._data.batch(self.drawn(user))

    def loss(self, loss: Loss) -> Callable[[torch.nn.Module, Any], torch.Tensor]:
        """A ``compute_loss`` for :class:`Run`: ``loss(model(inputs), targets)`` of the examples that a user gives."""

        def of_user(model: torch.nn.Module, batch: Any) -> torch.Tensor:
            own = rebuilt(batch, iter([each.squeeze(0) for each in leaves_of(batch)]))
            return by_input_and_target(loss, model, own)

        return of_user
