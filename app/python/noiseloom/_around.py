"""Optimizers around an optimizer of PyTorch."""

from __future__ import annotations

from typing import Any, Callable, Dict

import torch


class Around(torch.optim.Optimizer):
    """Shows the groups, the state and the defaults of `original_optimizer`, as schedulers and training loops ask for
    them. The base's ``__init__`` is not called."""

    original_optimizer: Any

    param_groups = property(
        lambda self: self.original_optimizer.param_groups,
        lambda self, value: setattr(self.original_optimizer, "param_groups", value),
    )
    state = property(
        lambda self: self.original_optimizer.state,
        lambda self, value: setattr(self.original_optimizer, "state", value),
    )
    defaults = property(
        lambda self: self.original_optimizer.defaults,
        lambda self, value: setattr(self.original_optimizer, "defaults", value),
    )

    def __getstate__(self) -> Dict[str, Any]:  # the base's knows nothing of the optimizer inside
        return self.__dict__.copy()

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)


def _forwarded(name: str) -> Callable[..., Any]:
    def register(self: Around, *arguments: Any, **options: Any) -> Any:
        return getattr(self.original_optimizer, name)(*arguments, **options)

    register.__name__, register.__doc__ = name, "Forwarded to the optimizer inside."
    return register


# Only newer versions of PyTorch have these; an optimizer around another has no hooks of its own.
for _what in ("step", "state_dict", "load_state_dict"):
    for _name in (f"register_{_what}_pre_hook", f"register_{_what}_post_hook"):
        if hasattr(torch.optim.Optimizer, _name):
            setattr(Around, _name, _forwarded(_name))
