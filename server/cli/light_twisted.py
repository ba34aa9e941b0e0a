"""Twisted's reactor without OpenSSL, which it loads wherever it is installed.

That takes 14 MB and 60 ms, and only `startTLS` needs it there, which this server never calls: a
port with TLS wraps its transport itself, and loads OpenSSL when it opens.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

_HIDDEN = "OpenSSL"


def import_reactor_kind() -> None:
    """Import the kind of reactor that the server runs on; to call before anything else does."""
    modules: dict[str, Any] = sys.modules
    if _HIDDEN in modules:
        return
    modules[_HIDDEN] = None  # Python's own way to make an import fail
    try:
        importlib.import_module("twisted.internet.asyncioreactor")
    finally:
        del modules[_HIDDEN]
