"""A page of a journal taken apart: what is so, what was so, and what people wrote."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from agents.memory.core.facts import SYNTHESIS, Fact
from agents.memory.journal.page_edits import PageParts
from agents.memory.journal.pages import render_fact_line
from server.web.views.people.page_text import (
    MOST_LINES,
    describe_line,
    describe_page,
)

DAY = datetime(2026, 11, 22, tzinfo=UTC)
FACT = Fact(
    'Ada said: "Rope costs 2 pence · or less."', 7, "heuristic", "heard", 0.5, (3, 4), DAY,
    speaker="Ada", people=("Ada",), tags=("trade",),
)  # fmt: skip


def test_a_line_is_what_was_rendered() -> None:
    """Text, source, memories and day come back; trust, tags and who weighed it are left out."""
    line = f"{render_fact_line(FACT, DAY)} · [2026-11-22](../journal/2026-11-22.md)"
    told = describe_line(line)
    assert told["text"] == FACT.text
    assert (told["importance"], told["origin"]) == (7, "heard from Ada")
    assert (told["memories"], told["day"]) == ([3, 4], "2026-11-22")
    assert (told["over"], told["about"]) == (True, ["until 22 November 2026"])
    assert not describe_line(render_fact_line(FACT))["over"]


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({}, "told"),
        ({"source": "recalled"}, "told"),
        ({"source": "recalled", "speaker": ""}, "known"),
        ({"source": "own", "speaker": "", "tags": ("promise", "private")}, "lived"),
        ({"source": "own", "speaker": "", "tags": ("failure", "decision")}, "lived"),
        ({"source": "own", "speaker": "", "tags": ()}, "lived"),
        ({"source": "own", "speaker": "", "tags": ("number", "thought")}, "known"),
        ({"source": "own", "speaker": "", "tags": ("gift",)}, "known"),
        ({"source": "own", "speaker": "", "tags": (SYNTHESIS,)}, "known"),
        ({"source": "seen", "speaker": "", "tags": ("change",)}, "lived"),
        ({"source": "seen", "speaker": "", "tags": ("gift",)}, "known"),
        ({"source": "seen", "speaker": "", "scored": "model"}, "known"),
        ({"source": "own", "speaker": "", "scored": "model", "tags": ("failure",)}, "known"),
    ],
)
def test_a_kind_follows_from_what_stands_behind_a_fact(changed: dict[str, Any], kind: str) -> None:
    """From its source, its tags and who wrote it, whatever its words are."""
    assert describe_line(render_fact_line(replace(FACT, **changed), DAY))["kind"] == kind
    assert describe_line("- … and 3 more in the journal")["kind"] == ""


def test_sections_have_their_lines_and_people_their_words() -> None:
    page = describe_page(
        PageParts(
            "My own note.\n", "\n# Ada\n\n## What I know\n\n- (5) One · own · trust 1 · #1\n"
            "- … and 3 more in the journal\n\n## What Ada told me\n\nNothing.\n", "\nbelow\n",
        )
    )  # fmt: skip
    assert (page["above"], page["below"], page["more"]) == ("My own note.", "below", 0)
    assert [(each["title"], len(each["lines"])) for each in page["sections"]] == [
        ("What I know", 2), ("What Ada told me", 1),
    ]  # fmt: skip
    one, more = page["sections"][0]["lines"]
    assert (one["text"], one["memories"]) == ("One", [1])
    assert (more["text"], more["memories"]) == ("… and 3 more in the journal", [])


def test_what_was_noted_again_stands_once() -> None:
    """Where it stood first, with all its memories; what is so no more stays apart."""
    again = replace(FACT, seqs=(9,), importance=8)
    other = replace(FACT, text="I owe Ada four pence.", seqs=(5,), importance=6, source="own")
    facts = (FACT, other, again, replace(FACT, seqs=(4, 12)))
    lines = [*map(render_fact_line, facts), render_fact_line(replace(FACT, seqs=(1,)), DAY)]
    page = describe_page(PageParts("", "\n".join(lines), ""))
    (section,) = page["sections"]
    assert [(line["text"], line["times"], line["memories"]) for line in section["lines"]] == [
        (FACT.text, 3, [3, 4, 9, 12]), ("I owe Ada four pence.", 1, [5]), (FACT.text, 1, [1]),
    ]  # fmt: skip
    assert [line["over"] for line in section["lines"]] == [False, False, True]
    assert section["lines"][0]["importance"] == 8


def test_a_long_page_is_cut_and_says_so() -> None:
    lines = "\n".join(f"- ({5}) Fact {n} · own · trust 1 · #{n}" for n in range(MOST_LINES + 7))
    page = describe_page(PageParts("", lines, ""))
    assert sum(len(each["lines"]) for each in page["sections"]) == MOST_LINES
    assert page["more"] == 7
