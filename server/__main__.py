"""``python -m server``, also ``tarn``."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    # Next to nothing of what a start makes is garbage, and to look for it takes a tenth of
    # the start. So not even importing the program begins before this.
    gc.disable()
    from server.start import start  # noqa: PLC0415

    return start(sys.argv[1:] if argv is None else argv)


if __name__ == "__main__":
    sys.exit(main())
