"""A late pattern is a pattern in all that one does with it, compiled once and not before."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

import agents
import config
import server
import world
from late import late_pattern
from late.late_pattern import compile_waiting


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The patterns that were compiled since the test began."""
    found: list[str] = []
    real = re.compile

    def note(pattern: str, flags: int = 0) -> re.Pattern[str]:
        found.append(pattern)
        return real(pattern, flags)

    monkeypatch.setattr(re, "compile", note)
    monkeypatch.setattr(late_pattern, "_waiting", type(late_pattern._waiting)())
    return found


def test_it_is_compiled_at_its_first_use_and_never_again(compiled: list[str]) -> None:
    word = late_pattern.late_pattern(r"b\w+", re.IGNORECASE)
    assert word.pattern == r"b\w+"
    assert compiled == []
    assert word.findall("a Bee, a boat") == ["Bee", "boat"]
    assert word.sub("x", "a Bee") == "a x"
    compile_waiting()
    assert compiled == [r"b\w+"]
    assert word.flags == re.compile(r"b\w+", re.IGNORECASE).flags


def test_what_nobody_used_is_compiled_when_there_is_time(compiled: list[str]) -> None:
    first, second = late_pattern.late_pattern("a"), late_pattern.late_pattern("b")
    compile_waiting()
    assert compiled == ["a", "b"]
    assert first.match("a")
    assert second.match("b")
    assert compiled == ["a", "b"]


def test_it_may_rest_after_each(compiled: list[str]) -> None:
    late_pattern.late_pattern("a")
    late_pattern.late_pattern("b")
    done_at_rests: list[int] = []
    compile_waiting(lambda: done_at_rests.append(len(compiled)))
    assert done_at_rests == [1, 2]


def test_a_wrong_pattern_is_told_when_it_is_compiled(compiled: list[str]) -> None:
    late_pattern.late_pattern("(")
    with pytest.raises(re.error, match="missing"):
        compile_waiting()


def test_every_late_pattern_of_the_tree_can_be_compiled() -> None:
    for package in (agents, config, server, world):
        for each in walk_packages(package.__path__, f"{package.__name__}."):
            if ".plugins" not in each.name and not each.name.endswith("__main__"):
                import_module(each.name)
    compile_waiting()
    assert not late_pattern._waiting
