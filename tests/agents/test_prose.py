"""What a model writes before its summary is left out; the summary is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.prose import find_sentence_places, is_heading, split_sentences, tidy_reply

TOLD = "I met Fern. Ada: a friend, I think."


@pytest.mark.parametrize(
    "before",
    [
        "# Summary\n",
        "## Recent Summary of My Day\n\n",
        "# Memories\n## Summary\n",
        "**Summary**\n",
        "**Summary:**\n\n",
        "**Summary**:\n",
        "__Short-Term Summary__\n",
        "Summary:\n",
        "Combined Summary:\n> ",
        "> Summary:\n",
        "SUMMARY: ",
        "Summary: ",
        "**Summary:** ",
        "**Combined Summary**: ",
        "# Summary\nSummary: ",
        "# Summary\r\n",
    ],
)
def test_headings_before_a_summary_are_left_out(before: str) -> None:
    """However they are marked; the text itself stays to the letter."""
    assert tidy_reply(before + TOLD) == TOLD


@pytest.mark.parametrize(
    "text",
    [
        TOLD,
        "I said to Ada:\nGood morning.",
        "I met Fern.\n# Later\nI slept.",
        "**Ada** gave me a lamp.",
        "In summary: I met Fern.",
        "Here is the summary:\nI met Fern.",
        "I wrote a summary: it was short.",
        "#1234 is a number that I remember.",
    ],
)
def test_nothing_else_is_left_out(text: str) -> None:
    """Headings within a text, and replies to the reader, are left for validation to refuse."""
    assert tidy_reply(text) == text


def test_a_reply_of_headings_alone_is_empty() -> None:
    """Validation refuses it then; a long run of them is no trouble."""
    assert tidy_reply("# Summary") == ""
    assert tidy_reply("Summary:\n" * 5000) == ""


def test_sections_keep_their_own_headings() -> None:
    """A title above them goes."""
    wanted = ("User Goal", "Confirmed Facts")
    for first in ("User Goal:", "## User Goal", "**User Goal**:", "1. **User Goal**"):
        text = f"{first}\nI tend beans.\nConfirmed Facts:\n- Ada has a lamp"
        assert tidy_reply(f"# Working Memory\n\n{text}", sections=wanted) == text
        assert tidy_reply(text, sections=wanted) == text


@pytest.mark.parametrize(
    "line", ["", ":", "say Ada:", "look", "**look**", "*waves*", "#fern", "Ada"]
)
def test_a_command_is_no_heading(line: str) -> None:
    """What an agent may well enter is never taken for one."""
    assert not is_heading(line)


@given(st.text(alphabet='ab .!?"”\n\t', max_size=60))
def test_sentences_are_found_where_they_stand(text: str) -> None:
    """What stands at its place is the sentence, with the white space of the text."""
    found = [" ".join(text[start:end].split()) for start, end in find_sentence_places(text)]
    assert found == split_sentences(text)


def test_a_long_text_is_split_anew_for_everybody() -> None:
    """Its sentences are kept in memory, and whoever asks gets a list of their own."""
    text = " ".join(f"This is what happened on day {n}, and more." for n in range(40))
    first = split_sentences(text)
    first.clear()
    assert len(split_sentences(text)) == 40


@pytest.mark.parametrize(
    "sentence",
    [
        "My deputy, Mr. Fenwick, is to follow me.",
        "I heard mrs. Hale say that Dr. Ames lives in St. Ives.",
        "I met Prof. Lund (i.e. his brother) at 5 p.m. yesterday.",
        "I wrote tools, e.g. Nails, in No. 7 of the books.",
    ],
)
def test_a_sentence_does_not_end_behind_an_abbreviation(sentence: str) -> None:
    assert split_sentences(f"It rains. {sentence} I slept.") == ["It rains.", sentence, "I slept."]


def test_what_only_looks_like_an_abbreviation_ends_a_sentence() -> None:
    sentences = [
        "Did he go? No.",
        "I saw it at 5 p.m.",
        "Then I slept, as you can see from the alms.",
    ]
    said = " ".join(sentences)
    assert split_sentences(said) == ["Did he go?", "No.", *sentences[1:]]
