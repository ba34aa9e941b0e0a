"""Lines of the log about the vault, personas and upgrades are events with fields."""

from __future__ import annotations

import re
from pathlib import Path

import server

_PLAIN = re.compile(r"log\(\s*f?\"\[(?:Vault|Personas|Upgrade)\]")


def test_no_module_logs_such_a_line_without_its_event() -> None:
    modules = [*Path(server.__path__[0]).rglob("*.py")]
    assert modules
    assert not [path.name for path in modules if _PLAIN.search(path.read_text("utf-8"))]
