"""What cannot be guessed again survives a model that combines texts carelessly."""

from __future__ import annotations

import pytest

from agents.memory.summarization.restoring import restore_sentences
from agents.prose import split_sentences

TALK = [
    f"I sat with {name} by the fire and we talked about the {what}."
    for name in ("Fern", "Ada")
    for what in ("weather", "roses", "ferry", "bread")
]
OLD = " ".join(TALK[:4])
NEW = " ".join(TALK[4:])
TOLD = "I sat with Fern and Ada by the fire, and we talked about all sorts of things."


@pytest.mark.parametrize(
    "lost",
    [
        "The key of the Mill hangs on hook 853.",
        "Maud is the widow of Odo the tanner.",
        "I promised Wren that I would carry her letter to the abbot.",
    ],
)
def test_what_was_dropped_is_put_back_word_for_word(lost: str) -> None:
    """A number, a name, a promise; not every sentence of talk, and nothing a second time."""
    text = restore_sentences(TOLD, [f"{OLD} {lost}", NEW], 500)
    assert text == f"{TOLD} {lost}"
    assert restore_sentences(text, [f"{OLD} {lost}", NEW], 500) == text


def test_what_is_told_in_other_words_is_not_put_back() -> None:
    """Its name and its number stand in one sentence."""
    told = f"{TOLD} On hook 853 I find the key of the Mill."
    assert restore_sentences(told, [OLD, f"{NEW} The key of the Mill hangs on hook 853."], 500) == (
        told
    )


def test_a_number_of_something_else_is_no_retelling() -> None:
    """Whose number it is counts as well."""
    told = f"{TOLD} I counted 853 gulls."
    lost = "The key of the Mill hangs on hook 853."
    assert lost in restore_sentences(told, [OLD, f"{NEW} {lost}"], 500)


def test_talk_makes_room_for_it() -> None:
    """The limit holds; the text's first sentence stays."""
    told = " ".join([TOLD, *TALK[:3]])
    lost = ["The key of the Mill hangs on hook 853.", "Maud is the widow of Odo the tanner."]
    text = restore_sentences(told, [OLD, " ".join([*TALK[4:], *lost])], 200)
    assert len(text) <= 200
    assert split_sentences(text)[0] == TOLD
    assert all(each in text for each in lost)
