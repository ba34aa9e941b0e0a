"""``python -m server``, also ``tarn``."""

from __future__ import annotations

import gc
import io
import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    # Next to nothing of what a start makes is garbage, and to look for it takes a tenth of
    # the start. So not even importing the program begins before this.
    gc.disable()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    if isinstance(sys.stdout, io.TextIOWrapper):  # not every terminal and pipe takes every letter
        sys.stdout.reconfigure(errors="backslashreplace")
    from server.cli.start import start  # noqa: PLC0415

    return start(sys.argv[1:] if argv is None else argv)


def _leave(number: int, frame: object) -> None:
    """End before there is anything to shut down; the world installs handlers of its own."""
    sys.exit(0)


if __name__ == "__main__":
    sys.exit(main())
