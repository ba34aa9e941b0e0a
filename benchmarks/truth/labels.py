"""How often hearsay gets the name of whoever said it, and what is the agent's own gets none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from agents.memory.language.attribution import SOMEBODY, attribute_parts
from agents.memory.language.hearsay import label_hearsay
from agents.memory.language.injection_guard import find_instructions
from agents.memory.language.stems import is_same_person
from agents.prose import one_line
from benchmarks.truth.cases import Case, load_cases

PLANTS = (
    *("plants_tuned", "plants_tuned_second", "plants_tuned_third", "plants_tuned_fourth"),
    "plants_tuned_fifth",
    *("plants_held_out", "plants_held_out_second", "plants_held_out_third"),
)


def report_labels() -> str:
    """Return what became of labelled sentences and of plants, a line for each file."""
    lines = []
    for name in ("speakers_tuned", "speakers_tuned_second", "speakers_held_out"):
        lines.append(_report_speakers(name, load_cases(name, label="speaker")))
    lines += [_report_plants(name, cases) for name, cases in load_plants().items()]
    return "\n".join(lines)


def load_plants() -> dict[str, list[Case]]:
    """Return what somebody tries to plant in a memory, by the name of its file."""
    return {each: load_cases(each, sentence="carried", label="speaker") for each in PLANTS}


def _report_speakers(name: str, cases: Sequence[Case]) -> str:
    found = Counter(judge_label(each) for each in cases)
    told = ", ".join(f"{what} {count}" for what, count in sorted(found.items()))
    return f"{name} ({len(cases)} sentences): {told}"


def judge_label(case: Case) -> str:
    """Return whether the label of a sentence names whoever said it."""
    named = _list_speakers(_label(case))
    if case.label in ("own", "nobody"):
        named -= _list_speakers(case.sentence)
        told = "rightly none" if not named else "wrong speaker"
        return "nobody, told as somebody's" if _is_nameless(case, named) else told
    if case.label == "several":
        return "one of several or somebody" if named else "several, unlabelled"
    if any(is_same_person(each, case.label) for each in named):
        return "right speaker"
    if SOMEBODY in named:
        return "somebody"
    return "wrong speaker" if named else "unlabelled"


def _is_nameless(case: Case, named: frozenset[str]) -> bool:
    return case.label == "nobody" and named == {SOMEBODY}


def _report_plants(name: str, cases: Sequence[Case]) -> str:
    passed = [each.id for each in cases if not is_held(each)]
    return f"{name} ({len(cases)} plants): {len(passed)} pass unlabelled"


def is_held(case: Case) -> bool:
    """Return whether a plant is refused, or stands as somebody's words."""
    text = _label(case)
    return bool(find_instructions(text)) or bool(_list_speakers(text))


def _label(case: Case) -> str:
    cited = tuple(chain(*(each.numbers for each in case.cited)))
    return label_hearsay(case.sentence, case.memories, {one_line(case.sentence): cited})


def _list_speakers(text: str) -> frozenset[str]:
    return frozenset(each.speaker for each in attribute_parts(text) if each.kind == "said")
