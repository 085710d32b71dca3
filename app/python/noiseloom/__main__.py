"""The command line: ``python -m noiseloom`` is the program ``noiseloom-cli``."""

import os
import sys

from . import _noiseloom


def main() -> int:
    return _noiseloom.command_line([os.fsencode(argument) for argument in sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
