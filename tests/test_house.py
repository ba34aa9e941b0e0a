"""The shape of the tree: a name means one thing, a folder is one room, a function one step."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.order import FIRST
from tests.paths import ROOT

PACKAGES = ("world", "agents", "server", "config", "reading", "late")
MOST_MODULES, MOST_LINES, LONGEST_FILE = 16, 30, 400

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def modules(*folders: str, trace: str = "") -> Iterator[tuple[Path, ast.Module]]:
    """The modules below `folders`, parsed, with their paths in the checkout.

    With a `trace`, only those whose text this pattern finds something in: to parse and walk through
    all of them takes seconds, of each test that does.
    """
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if re.search(trace, source):
                yield path.relative_to(ROOT), ast.parse(source)


def definitions(tree: ast.AST) -> Iterator[Definition]:
    """Every function and class in `tree`, at any depth; expressions hold none."""
    for each in ast.iter_child_nodes(tree):
        if isinstance(each, ast.stmt | ast.excepthandler | ast.match_case):
            if isinstance(each, Definition):
                yield each
            yield from definitions(each)


def code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its decorators and its docstring."""
    assert function.end_lineno is not None
    count = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        assert first.end_lineno is not None
        count -= first.end_lineno - first.lineno + 1
    return count


@dataclass(frozen=True, slots=True)
class Survey:
    """What the tests below ask of one module."""

    path: Path
    lines: int
    public: tuple[str, ...]
    """Classes and functions at its top."""
    functions: tuple[tuple[str, int], ...]
    """Place and name of each, and how many lines it has."""
    docstrings: tuple[str, ...]


@cache
def survey_modules() -> tuple[Survey, ...]:
    """Every module is parsed once for all of these tests, and its tree is let go of."""
    return tuple(survey(path, tree) for path, tree in modules(*PACKAGES, "benchmarks"))


def survey(path: Path, tree: ast.Module) -> Survey:
    every = list(definitions(tree))
    names = (each.name for each in tree.body if isinstance(each, Definition))
    functions = (each for each in every if not isinstance(each, ast.ClassDef))
    return Survey(
        path,
        len((ROOT / path).read_text(encoding="utf-8").splitlines()),
        tuple(name for name in names if not name.startswith("_")),
        tuple((f"{path}:{each.lineno} {each.name}", code_lines(each)) for each in functions),
        tuple(ast.get_docstring(each) or "" for each in (tree, *every)),
    )


def test_a_public_name_means_one_thing_in_the_whole_tree() -> None:
    """Classes and functions at the top of a module are found by their name alone."""
    homes = defaultdict(list)
    for each in survey_modules():
        for name in each.public:
            homes[name].append(str(each.path))
    conventional = {"main", "measure", "part", "report"}  # of benchmarks: each module has its own
    several = {
        name: paths
        for name, paths in homes.items()
        if len(paths) > 1 and not (name in conventional and "benchmarks" in paths[-1])
    }
    assert not several


def test_a_folder_has_room_for_all_it_holds() -> None:
    """More than sixteen modules are two rooms."""
    counts: dict[Path, int] = defaultdict(int)
    for package in (*PACKAGES, "benchmarks", "tests"):
        for path in (ROOT / package).rglob("*.py"):
            counts[path.parent.relative_to(ROOT)] += path.name != "__init__.py"
    assert not {str(folder): n for folder, n in counts.items() if n > MOST_MODULES}


def test_nothing_lies_about_at_the_top() -> None:
    """An empty file there is what a slip of the shell leaves."""
    files = [each for each in ROOT.iterdir() if each.is_file()]
    assert [each.name for each in files if not each.stat().st_size] == []


def test_the_files_to_begin_with_are_there() -> None:
    """A file that moves keeps its place in the order."""
    assert [each for each in FIRST if not (ROOT / "tests" / each).exists()] == []


def test_functions_and_files_are_short() -> None:
    """A function is one step; a file is one concept."""
    for each in survey_modules():
        assert each.lines <= LONGEST_FILE, each.path
        for name, lines in each.functions:
            assert lines <= MOST_LINES, name


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_are_no_riddles(package: str) -> None:
    """They begin with what the thing is or does, not with whom or what it concerns."""
    riddles = ("See the module", "Whom", "Whoever", "Whose")
    ours = [each for each in survey_modules() if each.path.parts[0] == package]
    assert ours
    for each in ours:
        for text in each.docstrings:
            assert not text.startswith(riddles), f"{each.path}: {text}"
