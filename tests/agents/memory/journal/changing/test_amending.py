"""A summary tells what is so now, wherever it told what was so before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.memory.core.view import cut_excerpt
from agents.memory.journal.changing.amending.amending import amend_text
from agents.prose import split_sentences
from tests.agents.memory.journal.changing.test_corrections import FIVE, SEVEN, SIX
from tests.agents.memory.journal.support import fact

OLD = "The last ferry goes at seven, Hake said."
NOW = (
    'Hake said: "The last ferry goes at five" (since 10 January 2026; before: The last ferry goes'
    " at seven)."
)


def amend(text: str, *facts: object, cited: dict[str, tuple[int, ...]] | None = None) -> str:
    found = amend_text(text, cited or {}, [SEVEN, *facts])  # type: ignore[list-item]
    return found.text if found else text


def test_one_sentence_tells_what_is_so_since_when_and_what_was_before() -> None:
    assert amend(f"I swept. {OLD} I slept.", FIVE) == f"I swept. {NOW} I slept."
    assert split_sentences(NOW) == [NOW]


def test_it_rests_on_both_memories() -> None:
    found = amend_text(OLD, {OLD: (1,)}, [SEVEN, FIVE])
    assert found and found.cited[NOW] == (1, 2)


def test_what_was_put_right_stays_until_it_changes_again() -> None:
    assert amend(NOW, FIVE) == NOW
    again = amend(NOW, FIVE, SIX)
    assert again.startswith('Hake said: "The last ferry goes at six now" (since 21 January 2026')


def test_a_sentence_of_newer_memories_is_left_as_it_is() -> None:
    """It may tell of seven because it is seven once more."""
    assert amend(OLD, FIVE, cited={OLD: (3,)}) == OLD


def test_what_a_long_sentence_tells_beside_it_is_kept() -> None:
    long = "The last ferry goes at seven, and Wren showed me her garden, her bees and her geese."
    assert amend(long, FIVE).startswith(f'{long} Hake said: "The last ferry goes at five" (since')


def test_what_follows_long_sentences_is_told_once() -> None:
    long = "Wren, the miller's wife and Ada say that the last ferry goes at seven."
    told = amend(f"{long} I slept. {long.replace('Ada', 'Cobb')}", FIVE)
    assert told.count("goes at five") == 1


LONG = "Wren, the miller's wife and Ada say that the last ferry goes at seven."


def test_what_follows_a_long_sentence_is_told_once_however_often_it_is_looked_at() -> None:
    """Each compaction looks at the texts again."""
    told = amend(LONG, FIVE)
    assert told.count("goes at five") == 1
    assert amend(told, FIVE) == told
    assert amend_text(f"I swept. {told}", {}, [SEVEN, FIVE], ((9, len(told) + 9),)) is None


def test_a_change_that_stands_already_takes_the_place_of_the_old_sentence() -> None:
    """Two texts that were amended each by itself are merged; the one with what was before stays."""
    short = 'Hake said: "The last ferry goes at five" (since 10 January 2026).'
    assert amend(f"{short} I slept. {OLD}", FIVE) == f"I slept. {NOW}"
    assert amend(f"{NOW} I slept. {OLD}", FIVE) == f"{NOW} I slept."


def test_what_the_change_tells_is_not_told_again_without_its_day() -> None:
    same = 'I heard Hake say: "Now then! The last ferry goes at five".'
    found = amend_text(f"{OLD} {same}", {OLD: (1,), same: (7,)}, [SEVEN, FIVE])
    assert found and found.text == NOW
    assert found.cited[NOW] == (1, 2, 7)


@pytest.mark.parametrize(
    "other",
    [
        'I heard Hake say: "The last ferry goes at five, and the first at six".',
        'I heard Tern say: "The last ferry goes at five".',
        "The last ferry never goes at five.",
    ],
)
def test_what_tells_more_or_is_told_by_another_stays(other: str) -> None:
    assert amend(f"{OLD} {other}", FIVE) == f"{NOW} {other}"


def test_two_speakers_stand_in_one_sentence() -> None:
    other = replace(
        fact('Tern said: "The last ferry goes at five."', 2, source="heard", speaker="Tern"),
        value="The last ferry goes at five",
        before="Hake said: The last ferry goes at seven.",
    )
    told = amend(OLD, other)
    assert 'Tern said: "The last ferry goes at five"' in told
    assert "but: Hake said: The last ferry goes at seven" in told


def test_lines_of_sections_stay_lines() -> None:
    text = f"Confirmed Facts:\n{OLD}\nI live by the mill.\nOpen Issues:\nnone"
    assert amend(text, FIVE) == text.replace(OLD, NOW)


def test_an_excerpt_shows_the_same_sentences() -> None:
    """Where a prompt shows parts of a text, these parts begin and end where they did."""
    text = f"I swept the long hall. {OLD} I slept until noon. The bees swarmed."
    parts = ((0, 22), (23, 23 + len(OLD)), (text.index("The bees"), len(text)))
    found = amend_text(text, {}, [SEVEN, FIVE], parts)
    assert found
    assert cut_excerpt(found.text, found.excerpt) == (
        f"I swept the long hall. {NOW} The bees swarmed."
    )


def test_at_the_end_of_a_shown_part_a_change_is_told_once() -> None:
    """However often the text is looked at, though what follows the part is not shown."""
    text = f"I swept the long hall. {LONG} I slept until noon. The bees swarmed."
    end = text.index(" I slept")
    found = amend_text(text, {}, [SEVEN, FIVE], ((0, end),))
    for _ in range(9):
        assert found
        told = found
        assert told.text.count("goes at five") == 1
        found = amend_text(told.text, told.cited, [SEVEN, FIVE], ((0, end),))
        assert found is None
        found = told


def test_what_an_earlier_version_told_again_and_again_is_told_once() -> None:
    """Its parts end where they did; one that told nothing else is gone."""
    again = NOW.replace("; before: The last ferry goes at seven", "")
    text = f"I swept the long hall. {LONG} {again} {again} I slept. {again} The bees swarmed."
    at, bees = text.index("I slept. ") + len("I slept. "), text.index("The bees")
    found = amend_text(text, {}, [SEVEN, FIVE], ((0, 22), (at, bees - 1), (bees, len(text))))
    assert found and found.text.count("goes at five") == 1
    assert cut_excerpt(found.text, found.excerpt) == "I swept the long hall. The bees swarmed."


def test_without_a_change_there_is_nothing_to_do() -> None:
    assert amend_text(OLD, {}, [SEVEN]) is None
    assert amend_text("I swept. I slept.", {}, [SEVEN, FIVE]) is None
