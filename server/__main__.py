"""``python -m server``, also ``tarn``."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    # Almost nothing that a start makes is garbage, and looking for it takes a tenth of the
    # start. So this comes before even the imports.
    gc.disable()
    # numpy would compute vectors on all cores, for which the world then waits.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    if isinstance(sys.stdout, io.TextIOWrapper):  # not every terminal can encode every letter
        sys.stdout.reconfigure(errors="backslashreplace")
    given = sys.argv[1:] if argv is None else argv
    if "_ARGCOMPLETE" in os.environ or given[:1] == ["completion"]:
        # A shell waits at each press of Tab, and what a start imports takes a second.
        from server.cli.completion import run_completion  # noqa: PLC0415
        from server.stopping.reader_gone import end_with_reader  # noqa: PLC0415

        with end_with_reader():
            return run_completion(given)
    from server.cli.start import start  # noqa: PLC0415

    return start(given)


def _leave(number: int, frame: object) -> None:
    """Exit at once: nothing is running yet. The world installs handlers of its own."""
    sys.exit(0)


if __name__ == "__main__":
    sys.exit(main())
