"""Puts the starter vault into a wheel; everything else is in pyproject.toml.

The vault stays a top-level folder of the checkout, for people to open. Tarn finds it there, and
as ``server/starter`` where it was installed from a wheel.
"""

import runpy
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

STARTER = runpy.run_path("server/starter_files.py")
VAULT = Path("vault")


class BuildWithStarter(build_py):
    """Copies the packages and the starter vault."""

    def run(self) -> None:
        """Build; an editable installation uses the checkout's own vault."""
        if self.editable_mode:
            super().run()
            return
        shutil.rmtree(self.build_lib, ignore_errors=True)  # left by an earlier build
        super().run()
        for file in STARTER["starter_files"](Path.cwd()):
            target = Path(self.build_lib, STARTER["IN_WHEEL"], file)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(VAULT / file, target)

    def get_source_files(self) -> list[str]:
        """Return the files that a source distribution must contain."""
        starter = [str(VAULT / file) for file in STARTER["starter_files"](Path.cwd())]
        return [*super().get_source_files(), *starter]


setup(cmdclass={"build_py": BuildWithStarter})
