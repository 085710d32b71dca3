"""Keys of runs: files of new ones, and objects that hold one."""

from __future__ import annotations

import os
import secrets
from typing import Any, Union

from ._noiseloom import InvalidArgument, IoError

_BYTES = 32


def path_text(path: Any, name: str = "path") -> str:
    """The path as a text. A refused one is not printed: it may be a key. name: of the argument."""
    file = path if isinstance(path, bytes) else os.fspath(path)
    if isinstance(file, bytes) or (
        len(file) == 64 and all(each in "0123456789abcdefABCDEF" for each in file)
    ):
        raise InvalidArgument(
            f"{name} is not allowed: use a text or a pathlib.Path; what was given may be a key"
        )
    return file


def new_key(path: Union[str, "os.PathLike[str]"]) -> str:
    """Writes a key file for one run: 32 random bytes of the operating system, which only its owner can read.

    Parameters
    ----------
    path : str or path
        A file that is not there yet: a key is never replaced, since its run could not go on without it.

    Returns
    -------
    str
        The path, for :meth:`Design.noise`, :meth:`Design.batches` and the others that take a key.

    Raises
    ------
    IoError
        The file is there, or cannot be written.

    Examples
    --------
    >>> import noiseloom, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     key = noiseloom.new_key(os.path.join(folder, "run.key"))
    ...     design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, mechanism="dp-sgd")
    ...     design.noise(key, parameters=5).next().shape
    (5,)
    """
    file = path_text(path)
    try:
        # O_EXCL follows no link, and the mode is that of a file which nobody has seen with another.
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise IoError(
            f"{file} is there already, and a key is never replaced: use another name, or remove it if its run is over"
        ) from None
    except OSError as error:
        raise IoError(f"{file} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "wb") as writer:
            os.fchmod(writer.fileno(), 0o600)  # a umask may have taken away what the owner needs
            writer.write(secrets.token_bytes(_BYTES))
            writer.flush()
            os.fsync(writer.fileno())
    except OSError as error:
        os.unlink(file)
        raise IoError(f"{file} cannot be written: {error.strerror}") from None
    return file


class HoldsKey:
    """What holds the key of a run: no pickle may carry it away, and a copy would make the same noise again."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise InvalidArgument(
            f"{type(self).__name__} holds the key of a run and is neither pickled nor copied: "
            "make it anew from the design and the key file"
        )
