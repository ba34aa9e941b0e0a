"""What is private is known by where it comes from, whatever its words are."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agents.memory.core.facts import Fact
from agents.memory.core.records import (
    WITHOUT_MEMORIES,
    Experience,
    JournalEntry,
    JournalNote,
    Summary,
    Turn,
)
from agents.memory.core.view import View
from server.training.privacy import PrivateOrigins
from world.nature import Nature

AT = datetime(2026, 1, 1, tzinfo=UTC)
TURN = Turn("It is noon.")
WHISPER = Experience(5, AT, 'Ada whispers, "Go."', "observation", nature=Nature.PRIVATE_SPEECH)
FACT = Fact("Ada wants Moss gone.", 5, "heuristic", "heard", 0.5, (5,), AT)


def tail(*seqs: int) -> View:
    return View(tail=tuple(replace(WHISPER, seq=seq, nature=Nature.SPEECH) for seq in seqs))


def summary(first: int, last: int) -> View:
    made = Summary("r1", "recent", "It was quiet.", (first, last), "llm", AT)
    return View(summaries=(made,))


@pytest.fixture
def origins() -> PrivateOrigins:
    made = PrivateOrigins()
    made.note(WHISPER)
    return made


def test_a_private_memory_is_known_by_its_nature(origins: PrivateOrigins) -> None:
    """Even if its words are too short to be looked for, or an old memory's text is masked."""
    assert origins.is_shown(TURN, tail(4, 5, 6), "")
    assert not origins.is_shown(TURN, tail(6, 7), "Go.")


def test_a_summary_is_private_if_it_covers_a_private_memory(origins: PrivateOrigins) -> None:
    """It may say it in any words."""
    assert origins.is_shown(TURN, summary(1, 5), "")
    assert not origins.is_shown(TURN, summary(1, 4), "")


def test_what_a_prompt_does_not_show_does_not_count(origins: PrivateOrigins) -> None:
    """A scene shows no memories, and a prompt may leave out the oldest."""
    assert not origins.is_shown(replace(TURN, form=WITHOUT_MEMORIES), tail(5), "")
    left_out = replace(TURN, left_out_from=1, left_out_to=5)
    assert not origins.is_shown(left_out, tail(4, 5, 6), "")


@pytest.mark.parametrize("note", [False, True])
def test_a_fact_that_rests_on_a_private_memory_is_private(
    origins: PrivateOrigins, note: bool
) -> None:
    """Its sentence is in no prompt, extracted or noted; one that rests on others may be."""
    other = replace(FACT, text="Ada has a blue boat.", seqs=(6,))
    for fact in (FACT, other):
        origins.note(
            JournalNote(9, AT, (1, 8), fact, "compaction")
            if note
            else JournalEntry(9, AT, (1, 8), (fact,), "heuristic")
        )
    scene = replace(TURN, form=WITHOUT_MEMORIES)
    assert origins.is_shown(scene, View(), "You know: Ada wants Moss gone.")
    assert not origins.is_shown(scene, View(), "You know: Ada has a blue boat.")


def test_long_words_are_known_by_their_beginning() -> None:
    """A prompt may show them shortened."""
    origins = PrivateOrigins()
    text = 'Ada tells you, "The key is under the third stone, left of the lower gate."'
    origins.note(replace(WHISPER, text=text, nature=Nature.DISTANT_SPEECH))
    assert origins.is_quoted("Ada told you: The key is under the third stone, left of …")
    assert not origins.is_quoted("The key is lost.")


@pytest.mark.parametrize(("in_private_turn", "private"), [(True, True), (False, False)])
def test_what_an_agent_writes_for_itself_is_as_private_as_its_turn(
    in_private_turn: bool, private: bool
) -> None:
    """What it says aloud is not: it may act on what it was told."""
    origins = PrivateOrigins()
    wrote = Experience(
        7, AT, "~Moss> note gate: left\nYou note it.", "action",
        line="note gate: left", nature=Nature.NOTE,
    )  # fmt: skip
    origins.note(wrote, in_private_turn=in_private_turn)
    origins.note(replace(wrote, seq=8, nature=Nature.SPEECH), in_private_turn=in_private_turn)
    assert origins.is_shown(TURN, tail(7), "") is private
    assert not origins.is_shown(TURN, tail(8), "")
    assert origins.is_quoted("Your notes say: gate: left") is private
    assert not origins.is_quoted("You note it.")
