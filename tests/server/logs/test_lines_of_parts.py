"""Lines of models, minds and plug-ins are events with fields in the log, and not words alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.test_house import modules

PARTS = ("Mind", "Model", "Models", "Plugins", "Speech", "Watch", "Workers")


def list_plain_lines() -> Iterator[str]:
    """Each text of such a part that is given to a log, or to what tells it, without an event."""
    beginnings = tuple(f"[{part}]" for part in PARTS)
    for path, tree in modules("agents", "server", trace=rf"\[({'|'.join(PARTS)})\]"):
        for call in (each for each in ast.walk(tree) if isinstance(each, ast.Call)):
            name = ast.unparse(call.func).rpartition(".")[2]
            first = ast.unparse(call.args[0]).lstrip("f\"'") if call.args else ""
            if "log" in name and first.startswith(beginnings):
                yield f"{path}:{call.lineno}"


def test_every_line_of_these_parts_names_its_event() -> None:
    """Programs read the event and its fields; what is said in words may change."""
    assert list(list_plain_lines()) == []
