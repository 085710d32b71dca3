"""How much a script checks: few cases in the default run, all of them in the nightly one
(thorough.h has the same for C++)."""

import os

THOROUGH = "NOISELOOM_THOROUGH" in os.environ


def thorough(few, many):
    return many if THOROUGH else few
