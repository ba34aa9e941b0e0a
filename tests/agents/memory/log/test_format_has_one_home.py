"""How a line of the log looks is written down in the codec and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from agents.memory.log.codec.format import KINDS
from tests.paths import ROOT

CODEC = ROOT / "agents" / "memory" / "log" / "codec"
#: Parts of a line's beginning, whatever quotes surround them in the source.
PARTS = ('"v":', '"kind":', '{"v"', *(f'"kind":"{kind}' for kind in KINDS.values()))
#: What stands in a source that writes one of them down, in whatever quotes.
TRACE = re.compile(r"""(?:\bv|kind)\\*["']""")


def literals(path: Path) -> Iterator[str]:
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)) if TRACE.search(source) else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            value = node.value
            yield value if isinstance(value, str) else value.decode("latin-1")


def offenders(folder: Path) -> list[str]:
    return [
        f"{path.name}: {literal}"
        for path in sorted(folder.rglob("*.py"))
        for literal in literals(path)
        if any(part in literal for part in PARTS)
    ]


def test_no_pattern_of_a_line_stands_outside_the_codec() -> None:
    """Neither in the memory's other folders nor in the tools."""
    inside = set(offenders(CODEC))
    assert len(inside) >= 1
    for folder in (ROOT / "agents" / "memory", ROOT / "agents" / "mind", ROOT / "server"):
        assert [each for each in offenders(folder) if each not in inside] == []
