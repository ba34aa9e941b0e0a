"""What was told later of the same stands in the very sentence that tells what was told before."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from agents.memory.core.facts import Fact
from agents.memory.journal.changing.amending import Amended, amend_text
from agents.memory.journal.changing.completing import complete_all
from agents.memory.journal.heuristics import list_candidates, list_rest
from agents.memory.journal.trust import CLAIM_TRUST
from agents.memory.language.normalize import strip_update
from agents.prose import split_sentences
from tests.agents.memory.journal.changing.same_thing.test_likely import TALK
from tests.agents.memory.journal.support import fact, heard

OLD = "Pru told me that she pays eleven shillings a month."
LATER = replace(
    fact(
        'Pru said: "I talked her down! Nine shillings a month, and a window."',
        9,
        source="heard",
        speaker="Pru",
    ),
    at=datetime(2026, 4, 30, tzinfo=UTC),
    beside=(1,),
)
NOW = (
    "Pru told me that she pays eleven shillings a month (later, 30 April 2026: Pru said: I talked"
    " her down, Nine shillings a month, and a window)."
)


def amend(text: str, *facts: Fact, cited: tuple[int, ...] = (1,)) -> Amended | None:
    return amend_text(text, {OLD: cited}, facts or (LATER,))


def test_it_stands_in_the_sentence_itself_so_that_nothing_parts_them() -> None:
    found = amend(f"I swept. {OLD} I slept.")
    assert found and found.text == f"I swept. {NOW} I slept."
    assert split_sentences(NOW) == [NOW]
    assert strip_update(NOW) == OLD


def test_the_sentence_rests_on_what_it_rested_on() -> None:
    """What was told later is no ground of it, and does not contradict it."""
    found = amend(OLD)
    assert found and found.cited[NOW] == (1,)


def test_to_amend_again_changes_nothing() -> None:
    assert amend_text(NOW, {NOW: (1,)}, [LATER]) is None


def test_the_newest_take_the_place_of_older_ones() -> None:
    newer = replace(
        LATER, text='Pru said: "She wants twelve again."', seqs=(20,),
        at=datetime(2026, 5, 2, tzinfo=UTC),
    )  # fmt: skip
    newest = replace(newer, text='Pru said: "I left the room."', seqs=(30,))
    found = amend_text(NOW, {NOW: (1,)}, [LATER, newest, newer])
    assert found and "twelve again; 2 May 2026: Pru said: I left the room" in found.text
    assert "talked her down" not in found.text


def test_a_quotation_keeps_its_marks() -> None:
    old = 'Pru said: "I pay eleven shillings."'
    found = amend_text(old, {old: (1,)}, [LATER])
    assert found and found.text.startswith('Pru said: "I pay eleven shillings" (later, 30 April')


def test_what_rests_on_other_memories_or_tells_the_later_one_itself_is_left_as_it_is() -> None:
    """Citations are found by words, so that to cite the later memory is not to tell it."""
    both = "Pru talked her down from eleven shillings to nine a month, with a window."
    assert amend(OLD, cited=(2,)) is None
    assert amend_text(both, {both: (1, 9)}, [LATER]) is None
    found = amend(OLD, cited=(1, 9))
    assert found and found.text == NOW


def test_words_of_little_trust_stand_beside_nothing() -> None:
    assert amend(OLD, replace(LATER, trust=CLAIM_TRUST)) is None


def test_a_memory_of_the_same_is_kept_beside_the_earlier_one_and_called_no_change() -> None:
    talk = [heard(n, who, f'{who} says, "{words}"') for n, (who, words) in enumerate(TALK, start=2)]
    first = heard(1, "Dirk", 'Dirk says, "Post comes weekly up here, if the mule is willing."')
    last = heard(60, "Dirk", 'Dirk says, "They built the wire road. We get post daily, imagine!"')
    memories = [first, *talk, last]
    facts = list_candidates(memories, "Moss")
    done = complete_all(facts, list_rest(memories, "Moss", facts), memories)
    found = next(each for each in done if each.seqs == (60,))
    assert (found.before, found.replaces, found.beside) == ("", (), (1,))
    assert "change" not in found.tags


def test_a_sentence_without_a_word_of_it_is_left_as_it_is() -> None:
    """A citation that was found by words may be wrong."""
    assert amend_text("Una laughs.", {"Una laughs.": (1,)}, [LATER]) is None
