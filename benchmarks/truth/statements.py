"""Counts which plain statements become facts: ``python -m benchmarks.truth.statements``.

Each line of ``tests/data/journal/statements_*.yaml`` is heard among small talk. What tells a
fact of its kind is to be kept with the tag of that kind; a joke or a question is to give none.
Each line of ``orders_*.yaml`` is an order to the hearer's mind, or everyday advice.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice

import yaml

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience
from agents.memory.journal.heuristics import TOLD, extract_by_rules
from agents.memory.journal.trust import ORDER_TRUST, rate_hearsay
from agents.memory.language.classify import classify_memory
from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import stem_words
from benchmarks.truth.journal import FOLDER, read_line

HALVES = {"tuned on": "tuned", "held out": "held_out"}
#: By which tags a fact counts as one of a kind: a change may be told as a state or an event.
_OF_KIND = {
    "promise": {"promise", "plan"},
    "change": {"change", "event", "state", "loss"},
    "preference": {"preference"},
    "relation": {"relation"},
    "origin": {"origin"},
}
_ALL_KINDS = frozenset().union(*_OF_KIND.values())
_START = datetime(2026, 3, 2, 9, tzinfo=UTC)
#: A line of the file to eight of a stretch; the others are small talk.
_STRETCH, _APART = 64, 8
_SMALL_TALK = (
    "The soup is hot.", "I forgot my hat.", "The stars are bright tonight.", "I could eat a pie.",
    "Good evening to you all.", "My feet hurt.", "Who is that at the door?", "The gulls are out.",
    "Pass the bread, please.", "It is warm by the fire.", "What a long day.", "The chair creaks.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StatementCase:
    """One line that somebody says, and what of it a fact is to hold."""

    id: str
    kind: str
    memory: Experience
    about: str
    now: str
    """Empty: no fact of any kind."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    case: StatementCase
    kept: bool
    of_kind: bool
    """Whether an entry has a tag of the case's kind; of what tells none, of any kind."""


def load_statements(half: str) -> list[StatementCase]:
    """Return the statements of one half."""
    return [
        StatementCase(each["id"], each["kind"], _hear(each["line"]), each["about"], each["now"])
        for each in _read_rows("statements", half)
    ]


def load_orders(half: str) -> list[tuple[str, bool, Experience]]:
    """Return each line of one half with its name, and whether it is an order to the mind."""
    return [
        (each["id"], each["kind"] == "order", _hear(each["line"]))
        for each in _read_rows("orders", half)
    ]


def _read_rows(name: str, half: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = yaml.safe_load((FOLDER / f"{name}_{half}.yaml").read_text("utf-8"))
    return rows


def _hear(line: str) -> Experience:
    return read_line(1, _START, line)


def judge_statements(cases: Sequence[StatementCase]) -> list[_Outcome]:
    """Return what the journal's rules keep of `cases`, a stretch of small talk for every eight."""
    found: list[_Outcome] = []
    rest = iter(cases)
    while part := list(islice(rest, _STRETCH // _APART)):
        memories = [_place(n, part) for n in range(_STRETCH)]
        facts = extract_by_rules(memories, "Moss")
        found += [_judge(case, n * _APART + 1, facts) for n, case in enumerate(part)]
    return found


def _place(number: int, part: Sequence[StatementCase]) -> Experience:
    at, (case, first) = _START + timedelta(minutes=number), divmod(number, _APART)
    if first == 0 and case < len(part):
        heard = part[case].memory
        return Experience(
            number + 1, at, heard.text, heard.source, speaker=heard.speaker, nature=heard.nature
        )
    said = _SMALL_TALK[number % len(_SMALL_TALK)]
    return read_line(number + 1, at, f'{("Ilse", "Rolf", "Kay")[number % 3]} says, "{said}"')


def _judge(case: StatementCase, seq: int, facts: Sequence[Fact]) -> _Outcome:
    own = [each for each in facts if seq in each.seqs]
    wanted = _read_words(f"{case.about} {case.now}")
    kept = [each for each in own if wanted <= _read_words(each.text)]
    if not case.now:
        return _Outcome(case, bool(own), any(_ALL_KINDS & set(each.tags) for each in own))
    marked = [each for each in kept if _is_of_kind(case.kind, each)]
    return _Outcome(case, bool(kept), bool(marked))


def _is_of_kind(kind: str, fact: Fact) -> bool:
    if kind not in _OF_KIND:  # what is overheard may be of any kind, but is more than just told
        return bool(set(fact.tags) - {TOLD, "order", "claim"})
    return bool(_OF_KIND[kind] & set(fact.tags))


def _read_words(text: str) -> frozenset[str]:
    return frozenset(stem_words(text)) | find_numerals(text)


def render_statements(name: str, outcomes: Sequence[_Outcome]) -> str:
    """Return how many of each kind are kept, and the precision and recall of all."""
    told = [each for each in outcomes if each.case.now]
    rows = [f"plain statements, {name}: of the kind (kept at all) of how many"]
    for wanted in (True, False):
        group = [each for each in outcomes if bool(each.case.now) is wanted]
        counts = Counter(each.case.kind for each in group)
        marked = Counter(each.case.kind for each in group if each.of_kind)
        kept = Counter(each.case.kind for each in group if each.kept)
        rows += [
            f"  {kind:<14}{marked[kind]:>3} ({kept[kind]}) of {n}"
            for kind, n in sorted(counts.items())
        ]
    right = sum(each.of_kind for each in told)
    wrong = sum(each.of_kind for each in outcomes) - right
    kept_all, kept_wrong = (
        sum(e.kept for e in told),
        sum(e.kept for e in outcomes if not e.case.now),
    )
    rows.append(f"  of the kind: {_rate(right, wrong, len(told))}")
    rows.append(f"  kept at all: {_rate(kept_all, kept_wrong, len(told))}")
    return "\n".join(rows)


def render_orders(name: str, lines: Sequence[tuple[str, bool, Experience]]) -> str:
    """Return how many orders are trusted little, and how much of everyday life is."""
    doubted = [(order, _is_doubted(memory)) for _, order, memory in lines]
    right = sum(order and doubt for order, doubt in doubted)
    wrong = sum(doubt and not order for order, doubt in doubted)
    return f"orders to the mind, {name}: {_rate(right, wrong, sum(order for order, _ in doubted))}"


def _is_doubted(memory: Experience) -> bool:
    return rate_hearsay(classify_memory(memory).words) <= ORDER_TRUST


def _rate(right: int, wrong: int, wanted: int) -> str:
    found = right + wrong
    precision = f"{right / found:.0%}" if found else "-"
    return (
        f"precision {precision} ({wrong} wrong), recall {right / wanted:.0%} ({right} of {wanted})"
    )


def main() -> None:
    """Measure and print; the lines that fail are named of the tuned half alone."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.truth.statements", description=__doc__
    )
    parser.add_argument("--misses", action="store_true", help="name what fails of the tuned half")
    given = parser.parse_args()
    for name, half in HALVES.items():
        outcomes = judge_statements(load_statements(half))
        print(render_statements(name, outcomes))
        print(render_orders(name, load_orders(half)))
        if given.misses and half == "tuned":
            for each in outcomes:
                if each.of_kind is not bool(each.case.now):
                    print(f"    {each.case.id}: {each.case.memory.text} kept={each.kept}")
            for id_, order, memory in load_orders(half):
                if _is_doubted(memory) is not order:
                    print(f"    {id_}: {memory.text}")


if __name__ == "__main__":
    main()
