"""Twisted's reactor without what it imports and this server does not use.

OpenSSL, which it loads wherever it is installed, takes 14 MB and 60 ms, and only `startTLS` needs
it there, which this server never calls: a port with TLS wraps its transport itself, and loads
OpenSSL when it opens. `http.cookiejar` takes 7 ms, as it brings clients for HTTP and for mail with
it, and Twisted only passes its name on.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

_HIDDEN = "OpenSSL"
_PASSED_ON = "http.cookiejar"


def import_reactor_kind() -> None:
    """Import the kind of reactor that the server runs on; to call before anything else does."""
    modules: dict[str, Any] = sys.modules
    stand_ins: dict[str, Any] = {
        _HIDDEN: None,  # Python's own way to make an import fail
        _PASSED_ON: _stand_in_for(_PASSED_ON),
    }
    placed = {name: each for name, each in stand_ins.items() if name not in modules}
    modules.update(placed)
    try:
        importlib.import_module("twisted.internet.asyncioreactor")
    finally:
        for name in placed:
            del modules[name]


def _stand_in_for(name: str) -> ModuleType:
    """Return a module that imports the real one when it is asked for something."""
    module = ModuleType(name)
    module.__dict__["__getattr__"] = lambda asked: getattr(importlib.import_module(name), asked)
    return module
