"""What was said to an agent, what it only overheard, and whom a note is about."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from agents.memory.core.facts import Fact
from agents.memory.journal.page_edits import PageParts
from agents.memory.journal.pages import render_fact_line
from server.web.views.people.hearing import choose_noted, list_hearers, mark_page
from server.web.views.people.page_text import describe_page

DAY = datetime(2026, 11, 22, tzinfo=UTC)
NAMES = ("Ada", "Cobb", "Hester", "Ines", "Moss", "Wren")
FACT = Fact(
    'Ada said: "Rope costs 2 pence."', 7, "heuristic", "heard", 0.5, (3,), DAY, speaker="Ada",
)  # fmt: skip
OF_HERSELF = replace(FACT, text='Ada said: "I sell rope."')
OVERHEARD = replace(FACT, text='Ada said: "One thing, Hester: I mend it."', importance=9)
BY_ANOTHER = replace(FACT, text='Wren said: "Ada is kind."', importance=8, speaker="Wren")
OWN_GIFT = replace(FACT, text="I gave rope to Ada.", source="own", speaker="", tags=("gift",))


def make_page(*lines: str) -> dict[str, Any]:
    text = "\n".join(lines)
    return mark_page({"name": "Ada", **describe_page(PageParts("", text, ""))}, "Moss", NAMES)


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ('Ada tells you, "Wren, I mean, is late."', []),
        ('Ada whispers to you, "Wren?"', []),
        ('Ada says, "Good day."', []),
        ('Ada says, "Moss, come here."', []),
        ('Ada says, "Not the middle again, Hester."', ["Hester"]),
        ('Ada says, "There, Wren! Hester says so."', ["Wren"]),
        ('Ada says, "Moss, and you, Wren, come here."', []),
        ('Ada says, "My sister Ines sells rope."', []),
        ('You say, "Good day, Wren."', []),
        ("Ada leaves for The Garden.", []),
    ],
)
def test_words_go_to_whom_they_call(text: str, to: list[str]) -> None:
    """And those that call nobody, or that are told to one alone, are for whoever hears them."""
    assert list_hearers(text, "Moss", NAMES) == to


def test_a_line_of_a_page_says_to_whom_and_about_whom_it_is() -> None:
    rope = replace(FACT, text='Ada said: "My sister Ines sells rope, Moss."')
    (section,) = make_page(*map(render_fact_line, (FACT, OVERHEARD, rope)))["sections"]
    assert [(line["to"], line["mentions"]) for line in section["lines"]] == [
        ([], []), (["Hester"], []), ([], ["Ines"]),
    ]  # fmt: skip


def test_what_matters_most_is_so_now() -> None:
    """Not what was so before, and no line that is not a fact."""
    over = render_fact_line(replace(OF_HERSELF, text="Ada was here.", importance=10), DAY)
    lines = [over, render_fact_line(OF_HERSELF), "- Ada, and 3 more in the journal"]
    assert choose_noted(make_page(*lines))[:2] == (OF_HERSELF.text, "")
    assert choose_noted(make_page("Nothing.", over)) == ("", "", "")


def test_what_one_told_goes_before_what_was_overheard_or_told_by_another() -> None:
    """And it is said which of them it is."""
    lines = [*map(render_fact_line, (OF_HERSELF, OVERHEARD, BY_ANOTHER))]
    assert choose_noted(make_page(*lines))[:2] == (OF_HERSELF.text, "")
    assert choose_noted(make_page(*lines[1:]))[:2] == (OVERHEARD.text, "overheard")
    assert choose_noted(make_page(lines[2]))[:2] == (BY_ANOTHER.text, "Wren")


def test_a_note_has_its_day() -> None:
    """So that nobody takes it for what was said when two of them talked last."""
    line = f"{render_fact_line(OF_HERSELF)} · [2026-11-24](../journal/2026-11-24.md)"
    assert choose_noted(make_page(line))[2] == "2026-11-24"


@pytest.mark.parametrize(
    ("fact", "chosen"),
    [
        (FACT, False),
        (replace(FACT, text='Ada said: "My boat leaks."'), True),
        (replace(FACT, text='Ada said: "It is beside the mill, in the mist."'), False),
        (replace(FACT, text="Ada told that she mends clocks.", scored="model"), True),
        (replace(BY_ANOTHER, text='Wren said: "It is late, Ada."'), False),
        (replace(BY_ANOTHER, text='Wren said: "It is late."'), False),
        (OWN_GIFT, True),
        (
            replace(OWN_GIFT, text="I saw this: Ada is gone.", source="seen", tags=("change",)),
            False,
        ),
        (replace(OWN_GIFT, text='I thought: "Ada is kind."', tags=("thought",)), True),
        (replace(OWN_GIFT, text='I thought: "It rains."', tags=("thought",)), False),
    ],
)
def test_a_note_is_about_whom_its_page_is_of(fact: Fact, chosen: bool) -> None:
    """What that one told of itself, and what else names it: no words about something else, none
    that only call it, and nothing that the owner only saw or did."""
    assert choose_noted(make_page(render_fact_line(fact)))[:2] == (fact.text if chosen else "", "")
