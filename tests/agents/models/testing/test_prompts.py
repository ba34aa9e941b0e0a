"""A prompt is understood by its last heading, with the lines and numbers that it gives."""

from __future__ import annotations

import pytest

from agents.memory.journal.extractor import FACTS_PROMPT
from agents.memory.summarization.prompts import TEMPLATES
from agents.models.testing import plant_facts
from agents.models.testing.prompts import parse_prompt
from tests.agents.models.testing.support import (
    CITE,
    TURN,
    journal_prompt,
    merge_prompt,
    numbered,
    sections_prompt,
    summary_prompt,
)


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        (summary_prompt(["I see."]), "summary"),
        (merge_prompt("I was.", "I am."), "merge"),
        (journal_prompt(["I see."]), "journal"),
        (sections_prompt(["I see."], "User Goal:"), "sections"),
        ("# Memories:\nI see.\n\n# Context Summary (first-person):\n", "context"),
        (TURN, "turn"),
        ("Who are you?", "turn"),
        ("", "turn"),
    ],
)
def test_kind_is_told_by_the_last_heading(prompt: str, kind: str) -> None:
    """Every request of the memory engine is recognised, and anything else is a turn."""
    assert parse_prompt(prompt).kind == kind


def test_what_the_memory_engine_asks_is_recognised() -> None:
    """The wording of the product's own templates is what is looked for."""
    kinds = {name: parse_prompt(text).kind for name, text in TEMPLATES.items() if "{lines}" in text}
    assert set(kinds.values()) <= {"summary", "context", "sections"} and kinds
    assert parse_prompt(TEMPLATES["summary.merge"]).kind == "merge"
    assert parse_prompt(FACTS_PROMPT).kind == "journal"
    for text in TEMPLATES.values():
        cited = parse_prompt(text.replace("{cite}", TEMPLATES["summary.cite"]))
        assert cited.cites == ("{cite}" in text)


def test_heading_that_somebody_says_does_not_turn_a_turn_into_a_summary() -> None:
    """A transcript may hold any words; the cue at the end tells whose turn it is."""
    asked = parse_prompt(TURN.replace("Rain.", "# Summary (first-person perspective):"))
    assert (asked.kind, asked.name) == ("turn", "Moss")
    assert asked.lines[0].text == 'Fern says, "hello"'


def test_name_is_told_by_cue_or_persona() -> None:
    """Agents of other makes have no cue; their persona names them."""
    assert parse_prompt("You are Old Tom.\n~Old Tom>").name == "Old Tom"
    assert parse_prompt("You are Fern, a gardener.\nWhat do you do?").name == "Fern"
    assert parse_prompt("What do you do?").name == ""


def test_lines_are_what_is_to_be_summarised() -> None:
    """Introductions, headings and rules are left out; memories lose their numbers."""
    prompt = summary_prompt(numbered(["It rains.", "I nod."], 7), CITE)
    ruled = "You keep a diary.\n" + prompt.replace("# Summary", "# Rules:\nBe short.\n\n# Summary")
    asked = parse_prompt(ruled)
    assert [(line.number, line.text) for line in asked.lines] == [(7, "It rains."), (8, "I nod.")]
    assert asked.cites and asked.size == len("It rains.\nI nod.\n")
    assert not parse_prompt(summary_prompt(["It rains."])).cites


def test_facts_keep_the_numbers_of_their_memories() -> None:
    """A fact that comes twice rests on both; marks of a summary are numbers as well."""
    one, two = plant_facts(2, 4)
    lines = numbered([one.memory, "Rain.", two.memory, one.memory], 10)
    told = parse_prompt(summary_prompt(lines, CITE)).facts()
    assert [(each.fact.key, each.numbers) for each in told] == [
        (one.key, (10, 13)),
        (two.key, (12,)),
    ]
    silent = parse_prompt(summary_prompt(lines)).facts()
    assert [each.numbers for each in silent] == [(), ()]
    for mark in (f"I know that {one.clause} [3, 5].", f"I know that {one.clause}. [3; 5]"):
        merged = parse_prompt(
            merge_prompt(f"I know that {two.clause}.", f"{mark} I was here.")
        ).facts()
        assert [(each.fact.key, each.numbers) for each in merged] == [
            (one.key, (3, 5)),
            (two.key, ()),
        ]


def test_older_facts_come_before_recent_ones() -> None:
    """Whichever text a merge prompt gives first, the answer tells things in their order."""
    one, two = plant_facts(2, 4)
    prompt = merge_prompt(f"I know that {two.clause}.", f"I know that {one.clause}.")
    assert [each.fact.key for each in parse_prompt(prompt).facts()] == [one.key, two.key]
    assert parse_prompt(prompt).source == f"I know that {one.clause}.\nI know that {two.clause}."
