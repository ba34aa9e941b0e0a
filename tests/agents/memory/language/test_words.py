"""Lists of English words stand in `language/words.py` alone, each once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from agents.memory.language import words
from agents.memory.language.patterns import DATE_WORDS
from tests.paths import ROOT

#: So many words of one list, and hardly another beside them, are that list written again.
MANY, SHARE = 5, 0.6

HOME = Path(words.__file__)
LISTS = {
    name: frozenset(value)
    for name, value in vars(words).items()
    if name.isupper() and isinstance(value, tuple) and all(isinstance(each, str) for each in value)
}

#: All listed words, and the fewest of them that a copy of some list has.
LISTED = frozenset().union(*LISTS.values())
FEWEST = min(MANY, *map(len, LISTS.values()))


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every text, and every series of texts as one, with its line; docstrings are no code."""
    nodes = list(ast.walk(tree))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value
        elif isinstance(node, ast.List | ast.Tuple | ast.Set):
            values = [each.value for each in node.elts if isinstance(each, ast.Constant)]
            yield node.lineno, " ".join(each for each in values if isinstance(each, str))


def copies(source: str) -> list[str]:
    """What of `source` is a list that `words` has."""
    there = set(re.findall(r"[a-z']+", source.casefold()))
    if not any(len(there & listed) >= min(MANY, len(listed)) for listed in LISTS.values()):
        return []  # no literal of it can have enough of one list
    return [
        f"line {line}: {name}"
        for line, text in literals(ast.parse(source))
        for found in [set(re.findall(r"[a-z']+", text.casefold()))]
        if len(found & LISTED) >= FEWEST
        for name, listed in LISTS.items()
        if _is_copy(found, listed)
    ]


def _is_copy(found: set[str], listed: frozenset[str]) -> bool:
    shared = found & listed
    return len(shared) >= min(MANY, len(listed)) and len(shared) >= SHARE * len(found)


def test_no_other_module_has_a_list_of_its_own() -> None:
    packages = ("agents", "benchmarks", "server")
    files = [file for each in packages for file in ROOT.glob(f"{each}/**/*.py")]
    assert len(files) > 200
    found = {
        str(each.relative_to(ROOT)): copied
        for each in files
        if each != HOME and (copied := copies(each.read_text("utf-8")))
    }
    assert found == {}


def test_a_copy_would_be_found() -> None:
    assert copies('DAYS = r"monday|tuesday|wednesday|thursday|friday"') == ["line 1: WEEKDAYS"]
    assert copies('x = ("two", "three", "four", "five", "six")')
    assert copies('"""Monday, Tuesday, Wednesday, Thursday, Friday."""') == []


def test_no_word_is_in_two_lists_of_one_kind() -> None:
    grammar = (
        *("ARTICLES", "FIRST_PERSON", "SECOND_PERSON", "THIRD_PERSON", "DEMONSTRATIVES"),
        *("QUESTION_WORDS", "SUBORDINATORS", "COORDINATORS", "AUXILIARIES", "NEGATIONS"),
        *("INDEFINITE", "QUANTIFIERS", "DEGREES", "ADVERBS", "TIMES", "NEAR_DAYS", "COURTESIES"),
        *("LIGHT_WORDS", "SAYING", "SAYING_HOW", "CONVERSING", "MONTHS", "WEEKDAYS", "SEASONS"),
    )
    twice = {
        (one, other): sorted(LISTS[one] & LISTS[other])
        for one, other in combinations(grammar, 2)
        if LISTS[one] & LISTS[other]
    }
    # "May" is a month, too.
    assert twice == {("AUXILIARIES", "MONTHS"): ["may"]}


@pytest.mark.parametrize(
    ("text", "is_date"),
    [
        ("We sail in June.", True),
        ("The fair is on the 3rd of May.", True),
        ("June 12 is the day.", True),
        ("It rains from April to August.", True),
        ("I met Bo in late August.", True),
        ("I gave June the key.", False),
        ("I gave June 12 eggs.", False),
        ("August said that April may come.", False),
        ("This may be so.", False),
        ("They march on.", False),
    ],
)
def test_a_month_is_told_from_a_person_of_its_name(text: str, is_date: bool) -> None:
    """By the words around it."""
    assert (DATE_WORDS.search(text) is not None) == is_date
