"""Nothing is compiled while modules are imported: a start of the server would wait for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.test_house import PACKAGES, modules


def find_early(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield each class that `dataclass` decorates, unless in order, and each pattern that is
    compiled outside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for each in map(ast.unparse, node.decorator_list):
                if each.startswith("dataclass") and "order=True" not in each:
                    yield node
    waiting: list[ast.AST] = [tree]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile":
                yield node
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                waiting.append(node)


def test_nothing_is_compiled_while_modules_are_imported() -> None:
    packages = [each for each in PACKAGES if each != "late"]
    found = [
        f"{path}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)[:60]}"
        for path, tree in modules(*packages, trace=r"@dataclass|re\.compile")
        for node in find_early(tree)
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "@dataclass(frozen=True)\nclass Pot: pass",
        "_WORD = re.compile('w')",
        "class Pot:\n    word = re.compile('w')",
    ],
)
def test_what_is_compiled_early_is_found(source: str) -> None:
    assert list(find_early(ast.parse(source)))
