"""A late module is the module that it stands for, loaded when something of it is first used."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from late.late_module import late_module
from tests.test_house import PACKAGES, modules


@pytest.fixture
def lantern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module that nobody has imported."""
    (tmp_path / "lantern_of_a_test.py").write_text("LIGHT = ['on']\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "lantern_of_a_test"
    sys.modules.pop("lantern_of_a_test", None)


def test_it_is_loaded_at_its_first_use(lantern: str) -> None:
    stand_in = late_module(lantern)
    assert repr(stand_in) == "late_module('lantern_of_a_test')"
    assert lantern not in sys.modules
    assert stand_in.LIGHT is sys.modules[lantern].LIGHT
    with pytest.raises(AttributeError, match="WICK"):
        _ = stand_in.WICK


def test_what_is_wrong_with_it_is_raised_at_its_first_use() -> None:
    stand_in = late_module("late.no_such_module")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        _ = stand_in.anything


def list_stand_ins(tree: ast.Module) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the name and the module of each late module, and what is imported for types there."""
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            typed = [
                f"{each.module}.{name.name} as {name.asname or name.name}"
                for each in node.body
                if isinstance(each, ast.ImportFrom)
                for name in each.names
            ]
            for each in node.orelse:
                if isinstance(each, ast.Assign) and isinstance(each.value, ast.Call):
                    name, given = ast.unparse(each.targets[0]), each.value.args[0]
                    yield name, ast.literal_eval(given), typed


def test_each_late_module_is_the_one_that_types_are_checked_by() -> None:
    found = [
        (path, f"{module} as {name}", typed)
        for path, tree in modules(*PACKAGES)
        for name, module, typed in list_stand_ins(tree)
    ]
    assert len(found) > 5
    assert [each for each in found if each[1] not in each[2]] == []
