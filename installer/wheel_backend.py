"""What pip asks to build the package (pyproject.toml): scikit-build-core, whose wheels auditwheel then makes portable.

auditwheel names the oldest glibc that a wheel runs on in its tag, in place of the plain "linux" of the machine
that built it. It also puts in the shared libraries that a wheel needs, of which there are none where core's were
linked as archives (cmake/dependencies.cmake). A source archive holds the commit that it is of.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from scikit_build_core import build
from scikit_build_core.build import *  # noqa: F401,F403


get_requires_for_build_sdist = (
    build.get_requires_for_build_wheel
)  # which asks for CMake where there is none


def build_sdist(sdist_directory, config_settings=None):
    """The name of the source archive in that folder (PEP 517)."""
    named = pathlib.Path("COMMIT")
    if named.exists():  # in an archive
        return build.build_sdist(sdist_directory, config_settings)
    try:
        tell = ["-DSOURCE=" + os.getcwd(), f"-DOUTPUT={named}", "-P", "cmake/commit.cmake"]
        subprocess.run(["cmake", *tell], check=True)
        return build.build_sdist(sdist_directory, config_settings)
    finally:
        named.unlink(missing_ok=True)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The name of the wheel in that folder (PEP 517)."""
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder, "made")
        made.mkdir()
        name = build.build_wheel(str(made), config_settings, metadata_directory)
        portable = pathlib.Path(folder, "portable")
        subprocess.run(
            [sys.executable, "-m", "auditwheel", "repair", "-w", portable, made / name], check=True
        )
        (wheel,) = portable.iterdir()
        target = pathlib.Path(wheel_directory, wheel.name)
        target.write_bytes(wheel.read_bytes())
        return wheel.name
