"""Other parts use the hooks of a strategy; none asks for a strategy's name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from agents.memory.strategies.table import OWN_STRATEGIES
from tests.paths import ROOT

FOLDER = ROOT / "agents" / "memory" / "strategies"
FILES = [
    path
    for package in ("agents", "config", "server", "world")
    for path in sorted((ROOT / package).rglob("*.py"))
    if path.parent != FOLDER
]

#: Is also an ordinary word: a command, a moment, a trigger.
ORDINARY = {"sleep"}

MODULES = {each.__module__ for each in OWN_STRATEGIES}
NAMES = {each.name for each in OWN_STRATEGIES}

#: What stands in a source that does one of the three; without it a file need not be parsed.
TRACE = re.compile(rf"strategy|[\"']({'|'.join(NAMES - ORDINARY)})[\"']|{'|'.join(MODULES)}")


def find_names(path: Path) -> Iterator[str]:
    """Yield where a file names a strategy, compares its name, or imports its module."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)) if TRACE.search(source) else ():
        match node:
            case ast.Constant(value=str(text)) if text in NAMES - ORDINARY:
                yield f"{path}:{node.lineno}: {text}"
            case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn()]) if (
                "strategy" in ast.unparse(node.left)
            ):
                yield f"{path}:{node.lineno}: {ast.unparse(node)}"
            case ast.ImportFrom(module=str(module)) if module in MODULES:
                yield f"{path}:{node.lineno}: import of {module}"


def test_no_strategy_is_asked_for_by_name_outside_its_own_file() -> None:
    """A strategy of another package must be able to do all that Tarn's own can do."""
    assert len(FILES) > 100
    assert [line for path in FILES for line in find_names(path)] == []


def test_the_scan_finds_what_it_looks_for(tmp_path: Path) -> None:
    """A name, a comparison, an import."""
    path = tmp_path / "some.py"
    path.write_text(
        "from agents.memory.strategies.sleep import Sleep\n"
        "if settings.strategy.name == 'sleep' or strategy == other: pass\n"
        "how = {'tree': 1}\n"
        "if strategy is not None: pass\n"
    )
    assert len(list(find_names(path))) == 4
