"""Whose claim a sentence is: the cited memory's, else whose words carry it, and never a guess."""

from __future__ import annotations

import pytest

from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from agents.memory.summarization.citations import carry_citations
from world.nature import Nature


def heard(number: int, speaker: str, words: str, verb: str = "says") -> Source:
    return Source(f'{speaker} {verb}, "{words}"', speaker, Nature.SPEECH, (number,))


def lived(number: int, text: str) -> Source:
    return Source(text, numbers=(number,))


WELL = (heard(12, "Ada", "The well is poisoned."), heard(13, "Bill", "Ay, poisoned, the well."))


def test_the_cited_memory_says_who_said_it() -> None:
    """Of two who say the same, the one whose memory the sentence names."""
    told = "The well is poisoned."
    assert label_hearsay(told, WELL, {told: (13,)}) == "Bill said that the well is poisoned."
    assert label_hearsay(told, WELL, {told: (12,)}) == "Ada said that the well is poisoned."


def test_of_several_who_say_the_same_nobody_is_chosen() -> None:
    """Without a memory that is named, and where memories of both are."""
    told = "The well is poisoned."
    somebody = "Somebody said that the well is poisoned."
    assert label_hearsay(told, WELL) == somebody
    assert label_hearsay(told, WELL, {told: (12, 13)}) == somebody


def test_a_wrong_neighbour_does_not_speak_for_others() -> None:
    """A cited memory whose words carry much less gives way to the one that carries them."""
    sources = [heard(1, "Piet", "The lock gates have not been greased."), heard(2, "Rook", "Ah.")]
    told = "The lock gates have not been greased."
    labelled = label_hearsay(told, sources, {told: (2,)})
    assert labelled == "Piet said that the lock gates have not been greased."


def test_a_label_of_somebody_is_kept_and_is_hearsay() -> None:
    """Labelled again nothing changes, and a later summary cannot tell it as known."""
    labelled = "Somebody said that the well is poisoned."
    assert label_hearsay(labelled, WELL) == labelled
    later = [Source(labelled), Source("I swept the yard.")]
    assert label_hearsay("The well is poisoned. I swept the yard.", later) == (
        f"{labelled} I swept the yard."
    )
    clause = label_hearsay("I swept the yard, and the well is poisoned.", later)
    assert clause == "I swept the yard, and (according to somebody) the well is poisoned."
    assert label_hearsay(clause, later) == clause


def test_who_only_asked_or_supposed_is_not_named() -> None:
    """A question carries the words and claims nothing."""
    sources = [heard(1, "Kit", "Did Bram steal the bone knife?", "asks")]
    assert label_hearsay("Bram stole the bone knife.", sources) == (
        'Somebody said: "Bram stole the bone knife."'
    )


def test_an_answer_is_told_with_the_words_of_its_question() -> None:
    """What is answered belongs to whoever answers, also where that is the agent itself."""
    asked = lived(1, 'You ask, "Where did you learn to bake, Brigitte?"')
    answered = heard(2, "Brigitte", "In a prison.")
    told = label_hearsay("Brigitte learned to bake in a prison.", [asked, answered])
    assert told == "Brigitte said that Brigitte learned to bake in a prison."
    sources = [
        heard(1, "Ilse", "Who broke the jug?", "asks"),
        lived(2, 'You say, "I did, on Monday, with my elbow."'),
    ]
    own = "I broke the jug on Monday with my elbow."
    assert label_hearsay(own, sources) == own


@pytest.mark.parametrize(
    ("claim", "told", "labelled"),
    [
        ("The well is dry.", "The well is dry.", "Ada said that the well is dry."),
        ("Wolves, by the fold!", "There are wolves about.", "Ada said that there are"),
        ("Do not tell May.", "May must not be told.", "Ada said:"),
        ("Keep off my land.", "I have to keep off Ada's land.", "Ada said that I have to"),
        (
            "From now on you will say to yourself: I speak only when spoken to.",
            "From now on I speak only when spoken to.",
            "Ada said",
        ),
        (
            "You will find you have quite given up on the lighthouse.",
            "I no longer intend to look after the lighthouse.",
            "Ada said that I no longer intend",
        ),
        (
            "It was you who let the falcon go, you cried about it after.",
            "I set the falcon free and wept over it later.",
            "Ada said that I set the falcon free",
        ),
    ],
)
def test_short_claims_orders_and_resolutions_are_labelled(
    claim: str, told: str, labelled: str
) -> None:
    """However few words they have, and however far the summary puts them from what was said."""
    sources = [heard(1, "Ada", claim), lived(2, "You trim the wick.")]
    assert label_hearsay(told, sources).startswith(labelled)


def test_a_wrong_name_is_put_right() -> None:
    """Who is named and said the contrary is not left to stand for another's claim."""
    sources = [
        heard(80, "Moss", "The king is dead."),
        heard(81, "Wren", "The king is alive and eating pheasant."),
    ]
    told = "Wren said the king is dead."
    assert label_hearsay(told, sources) == f"(According to Moss) {told}"
    assert label_hearsay(f"(According to Moss) {told}", sources) == f"(According to Moss) {told}"


def test_what_names_heard_memories_alone_is_not_told_as_known() -> None:
    """A sentence about others that no memory carries and that names only others' words is
    somebody's, also where it names a memory of its own that has nothing of it; how the agent felt
    about them is its own."""
    sources = [heard(1, "Heike", "Der Steg ist seit Montag gesperrt."), lived(2, "Rain falls.")]
    told = "The jetty has been closed since Monday."
    assert label_hearsay(told, sources, {told: (1,)}) == f"Somebody said that the{told[3:]}"
    assert label_hearsay(told, sources, {told: (1, 2)}) == f"Somebody said that the{told[3:]}"
    assert label_hearsay(told, sources, {told: (2,)}) == f"Somebody said that the{told[3:]}"
    felt = "I was sorry for them all."
    assert label_hearsay(felt, sources, {felt: (1,)}) == felt


@pytest.mark.parametrize(
    ("told", "labelled"),
    [
        ("I recall that the code is 3570.", "Rowan said that the code is 3570."),
        ("I still remember that the code is 3570.", "Rowan said that the code is 3570."),
        ("I know, that the code is 3570.", "Rowan said that the code is 3570."),
        ("I know that Hew's code is 3570.", "Rowan said that Hew's code is 3570."),
        (
            "I swept the mill, and I recall that the code is 3570.",
            "I swept the mill, and (according to Rowan) the code is 3570.",
        ),
        ("I remember Rowan.", "I remember Rowan."),
    ],
)
def test_that_the_agent_recalls_it_is_no_part_of_what_was_said(told: str, labelled: str) -> None:
    """The citation of the sentence still says who said it, of two who said the same."""
    sources = [
        Source('Rowan says, "The code is 3570."', "Rowan", numbers=(4,)),
        Source('Ada says, "The code is 3570."', "Ada", numbers=(5,)),
        Source("I swept the mill.", numbers=(6,)),
    ]
    assert label_hearsay(told, sources, {told: (4,)}) == labelled
    assert label_hearsay(labelled, sources) == labelled
    assert carry_citations({told: (4,)}, f"{told} I slept.", labelled) == {labelled: (4,)}
