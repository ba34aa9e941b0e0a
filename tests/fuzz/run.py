"""Fuzz one target with atheris, which `pip install atheris` brings on Linux.

``python -m tests.fuzz.run codec`` starts from the corpus and goes on until it is interrupted;
what follows is for libFuzzer, such as ``-max_total_time=300``, or a folder for what it finds.
"""

from __future__ import annotations

import importlib
import sys

USAGE = "usage: python -m tests.fuzz.run codec|login [options of libFuzzer]"


def main(arguments: list[str]) -> None:
    """Run until interrupted. Raises `SystemExit` with a sentence for a wrong use."""
    try:
        atheris = importlib.import_module("atheris")
    except ImportError:
        raise SystemExit("atheris is not installed: pip install atheris (Linux alone)") from None
    with atheris.instrument_imports(include=["server", "world"]):
        targets = importlib.import_module("tests.fuzz.targets")
    if not arguments or arguments[0] not in targets.TARGETS:
        raise SystemExit(USAGE)
    name, *options = arguments
    folders = [each for each in options if not each.startswith("-")]
    flags = [each for each in options if each.startswith("-")]
    # libFuzzer writes what it finds into the first folder, and only reads the others.
    atheris.Setup(["fuzz", *flags, *folders, str(targets.CORPUS / name)], targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
