"""Users as the examples of a run in JAX, of whom each step takes some examples."""

from __future__ import annotations

from typing import Any, Callable, List, Sequence

import jax
import jax.numpy as jnp
import numpy as np

from ._jax_examples import Examples
from ._members import Members
from ._noise import _whole


class Users:
    """Data for :func:`private` whose examples are users: a step takes each user of its batch with so many examples of
    theirs, and clips the gradient of their loss as one contribution.

    A user then gives a step no more than the clip norm, however many examples they have. The design is one for a user
    without ``examples_per_user`` (``unit="user"``, ``dataset_size=len(users)``): it counts users.

    Parameters
    ----------
    data : pytree of arrays
        As for :func:`private`.
    owner_of : sequence
        Whose each example is: numbers, names or anything else that can be compared.
    examples : int
        How many of a user's examples a step takes, at random and without one twice; of users who have fewer all, as
        often as it takes, each the same number of times or once more. Each time a user takes part they are drawn anew.
    seed : int
        Of what is drawn, with the step and the user: the claim holds whatever it is. A run goes on with the same, and
        to the bit with the same version of NumPy.

    Attributes
    ----------
    names : list
        Whose number is which: in the order of the examples.

    Examples
    --------
    >>> users = noiseloom.jax.Users((images, labels), owner_of, examples=4)  # doctest: +SKIP
    >>> design = noiseloom.design(unit="user", dataset_size=len(users), batch_size=50, epochs=10,
    ...                           epsilon=4, delta=1e-5)  # doctest: +SKIP
    >>> init, step = noiseloom.jax.private(design, "run.key", users.loss(loss), optax.sgd(0.1),
    ...                                    users)  # doctest: +SKIP
    """

    def __init__(self, data: Any, owner_of: Sequence[Any], examples: int, *, seed: int = 0) -> None:
        self._data = Examples(data)
        self._members = Members(owner_of, len(self._data), examples)
        self._seed = abs(_whole("seed", seed))
        self.examples, self.names = self._members.examples, self._members.names

    def __len__(self) -> int:
        return len(self.names)

    def drawn(self, user: int, step: int) -> np.ndarray:
        """The numbers of the examples that a user gives a step."""
        generator = np.random.default_rng([self._seed, step, user])
        return self._members.drawn(user, generator.permutation)

    def of(self, users: np.ndarray, step: int) -> Any:
        """What the users of these numbers give a step: arrays of shape (users, examples, ...)."""
        drawn = np.stack([self.drawn(user, step) for user in users.tolist()])
        return self._data.of(drawn, step)

    def code(self) -> List[int]:
        """What a run on these users is known by."""
        return [len(self._data), self.examples, self._seed]

    def loss(self, loss: Callable[..., Any]) -> Callable[..., Any]:
        """The mean of a loss of one example over those that a user gives, as :func:`private` takes it. Random numbers
        of the loss (`rng`) are of each example by itself."""

        def of_user(params: Any, own: Any, *rng: jax.Array) -> jax.Array:
            keys = [jax.random.split(each, self.examples) for each in rng]
            each = jax.vmap(loss, in_axes=(None, 0, *[0] * len(keys)))(params, own, *keys)
            return jnp.mean(each)

        return of_user
