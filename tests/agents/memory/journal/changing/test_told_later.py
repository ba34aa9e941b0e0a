"""What a visitor told earlier that may be of the same, where nothing says that it changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience
from agents.memory.journal.changing.completing import complete_all
from agents.memory.journal.changing.history import render_told_later
from agents.memory.journal.changing.present import find_told_later
from agents.memory.journal.heuristics import choose_best, list_candidates, list_rest
from tests.agents.memory.journal.changing.test_completing import said


def draw(*memories: Experience, residents: tuple[str, ...] = ()) -> dict[int, Fact]:
    """The facts that a journal keeps of `memories`, by their memory."""
    facts = list_candidates(memories, "Moss")
    rest = list_rest(memories, "Moss", facts)
    done = complete_all(facts, rest, memories, residents=residents).choose()
    return {each.seqs[0]: each for each in choose_best(done, len(memories))}


def tell(before: str, now: str, residents: tuple[str, ...] = ()) -> Fact | None:
    """The fact of the later of two statements of Pru's; None if there is none."""
    return draw(said(0, 1, "Pru", before), said(18, 2, "Pru", now), residents=residents).get(2)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("She takes eleven shillings a month off me.", "I talked her down! Nine a month."),
        ("I sit by the fountain, under the awning.", "Awnings are for swells. Sun on my face."),
        ("I bake rye only, wheat is for swells.", "White wheat loaf, I've joined the swells."),
    ],
)
def test_a_word_in_common_brings_what_a_visitor_told(before: str, now: str) -> None:
    """It is called no change: nothing is told as before, and nothing replaced."""
    later = tell(before, now)
    assert later is not None
    assert (later.akin, later.before, later.replaces) == ((1,), "", ())


def test_what_is_kept_for_that_alone_is_tagged_as_no_change() -> None:
    later = tell("The tall mast is of larch.", "They stepped a mast of some other wood.")
    assert later is not None and later.akin and "change" not in later.tags


def test_what_is_told_again_or_of_something_else_brings_nothing() -> None:
    again = tell("Size nine, and wide at the toe.", "Size nine and wide at the toe, I said.")
    other = tell("Size nine, and wide at the toe.", "The geese flew over at noon, I counted them.")
    assert not any(each and each.akin for each in (again, other))


def test_those_who_live_here_bring_nothing() -> None:
    """They talk all day, and their remarks have words in common by chance."""
    told = "I bake rye only, wheat is for swells.", "White wheat loaf, I've joined the swells."
    home = tell(*told, residents=("pru",))
    assert tell(*told) is not None and (home is None or not home.akin)


def test_words_that_much_else_has_bring_nothing() -> None:
    talk = [said(0, n, f"Guest{n}", f"That swell number {n} had wheat.") for n in range(3, 12)]
    old = said(0, 1, "Pru", "I bake rye only, wheat is for swells.")
    new = said(18, 20, "Pru", "White wheat loaf, I've joined the swells.")
    found = draw(old, *talk, new).get(20)
    assert found is None or not found.akin


# --- in a prompt --------------------------------------------------------------------


RYE = "I bake rye only, wheat is for swells."
WHEAT = "White wheat loaf, I've joined the swells."


def test_beside_what_a_summary_tells_comes_what_was_told_later() -> None:
    """Only where a sentence that is shown rests on the earlier memory."""
    later = tell(RYE, WHEAT)
    assert later is not None
    assert find_told_later([later], [(1, 7)], RYE) == [later]
    assert find_told_later([later], [(7,)], RYE) == []
    assert render_told_later(later).startswith("Pru, ") and WHEAT in render_told_later(later)


def test_what_the_prompt_tells_already_is_not_told_twice() -> None:
    later = tell(RYE, WHEAT)
    assert later is not None
    assert find_told_later([later], [(1,)], f'{RYE}\nPru says, "{WHEAT}"') == []


def test_of_several_the_newest_stands_beside_it() -> None:
    told = [said(18, 2, "Pru", WHEAT), said(27, 3, "Pru", "Two wheat buns, for two swells.")]
    found = draw(said(0, 1, "Pru", RYE), *told)
    near = [each for each in found.values() if 1 in each.akin]
    assert find_told_later(near, [(1,)], RYE) == [max(near, key=lambda each: each.seqs)]


def test_words_of_little_trust_stand_beside_nothing() -> None:
    """An order reaches no prompt so."""
    later = tell(RYE, WHEAT)
    assert later is not None
    assert find_told_later([replace(later, trust=0.1)], [(1,)], RYE) == []
