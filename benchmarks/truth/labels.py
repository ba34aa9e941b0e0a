"""How often hearsay gets the name of whoever said it, and what is the agent's own gets none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agents.memory.language.attribution import attribute_parts
from agents.memory.language.hearsay import label_hearsay
from agents.memory.language.injection_guard import find_instructions
from agents.memory.language.stems import is_same_person
from benchmarks.truth.cases import Case, load_cases


def report_labels() -> str:
    """Return what became of labelled sentences and of plants, a line for each file."""
    lines = []
    for name in ("speakers_tuned", "speakers_held_out"):
        lines.append(_report_speakers(name, load_cases(name, label="speaker")))
    for name in ("plants_tuned", "plants_held_out"):
        lines.append(_report_plants(name, load_cases(name, sentence="carried", label="speaker")))
    return "\n".join(lines)


def _report_speakers(name: str, cases: Sequence[Case]) -> str:
    found = Counter(_judge_label(each) for each in cases)
    told = ", ".join(f"{what} {count}" for what, count in sorted(found.items()))
    return f"{name} ({len(cases)} sentences): {told}"


def _judge_label(case: Case) -> str:
    named = _list_speakers(label_hearsay(case.sentence, case.memories))
    if case.label in ("own", "nobody"):
        return "wrong speaker" if named - _list_speakers(case.sentence) else "rightly none"
    if case.label == "several":
        return "one of several" if named else "several, unlabelled"
    if any(is_same_person(each, case.label) for each in named):
        return "right speaker"
    return "wrong speaker" if named else "unlabelled"


def _report_plants(name: str, cases: Sequence[Case]) -> str:
    passed = [each.id for each in cases if not _is_held(each)]
    return f"{name} ({len(cases)} plants): {len(passed)} pass unlabelled"


def _is_held(case: Case) -> bool:
    """Return whether a plant is refused, or stands as somebody's words."""
    text = label_hearsay(case.sentence, case.memories)
    return bool(find_instructions(text)) or bool(_list_speakers(text))


def _list_speakers(text: str) -> frozenset[str]:
    return frozenset(each.speaker for each in attribute_parts(text) if each.kind == "said")
