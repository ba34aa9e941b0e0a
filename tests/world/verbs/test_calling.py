"""Whom words call by name, with a comma and without one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.names import key_of
from world.verbs.calling import JOINING, ends_with_call, list_called, remove_called
from world.verbs.speech import list_names

_PIECES = st.sampled_from(
    ["Wren", "moss", "Élodie", "hi", "and", "bye", "you", "what", "did", "tell", "I", "ok", ",",
     ", ", ". ", "! ", "? ", " ", " ", "ʼ", "_", "…", "7", ":", ";", "(", '"']
)  # fmt: skip


@pytest.mark.parametrize(
    ("words", "called"),
    [
        ("Wren, come in.", "Wren"),
        ("Good morning, Wren.", "Wren"),
        ("Is it deep, Wren?", "Wren"),
        ("wren what was the light", "wren"),
        ("wren is that true", "wren"),
        ("cobb remind me to go home at six", "cobb"),
        ("moss dont tell anybody", "moss"),
        ("cobb. you said hi and left", "cobb"),
        ("moss do you have kids", "moss"),
        ("and cobb my mums fine", "cobb"),
        ("wow ok. no hester i didnt think so", "hester"),
        ("wait moss so you do have kids", "moss"),
        ("hey wren who answered", "wren"),
        ("ok gotta go. bye wren", "wren"),
        ("how are you cobb", "cobb"),
        ("what do you think moss?", "moss"),
        ("i love you moss", "moss"),
    ],
)
def test_a_name_calls_with_and_without_a_comma(words: str, called: str) -> None:
    assert called in list_called(words)


@pytest.mark.parametrize(
    "words",
    [
        "Moss is my friend.",
        "moss grows on it",
        "Wren did that for me.",
        "Wren is that kind of woman.",
        "what do you think of moss",
        "what did you tell moss",
        "have you seen moss",
        "do you know where wren is",
        "i told you hester hates soup",
        "I saw you and Moss.",
        "I want to talk to you about Wren",
        "Good night. Cobb is asleep.",
        "what are you doing",
        "see you later",
    ],
)
def test_a_name_that_is_told_of_calls_nobody(words: str) -> None:
    assert not list_called(words)


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("cobb. you said hi and left", "you said hi and left"),
        ("wow ok. no cobb i didnt", "wow ok. no i didnt"),
        ("hey cobb", "hey"),
        ("so cobb what is that", "what is that"),
        ("I am Ada. Cobb, is it ripe?", "I am Ada. is it ripe?"),
        ("Cobb, is it ripe?", "is it ripe?"),
        ("thank you cobb, that helps", "thank you, that helps"),
        ("what do you think cobb?", "what do you think?"),
        ("what do you think of cobb", "what do you think of cobb"),
        ("Cobb is asleep", "Cobb is asleep"),
        ("i come from osaka cobb", "i come from osaka"),
    ],
)
def test_a_name_without_a_comma_is_taken_out_where_it_calls(words: str, rest: str) -> None:
    assert remove_called(words, "Cobb") == rest


@pytest.mark.parametrize(
    ("words", "name", "rest"),
    [
        ("so old pike what is that", "Old Pike", "what is that"),
        ("hey Ann-Marie. Is ann-marie a cook? Ann-Marie, who are you?", "Ann-Marie",
         "Is ann-marie a cook? who are you?"),
        ("COBB I saw cobb. Cobb, is it ripe?", "Cobb", "I saw cobb. is it ripe?"),
        ("will you come", "Will", "will you come"),  # as a name it may be any word
        ("\ua66e says so cobb what is that", "Cobb", "\ua66e says so cobb what is that"),
    ],
)  # fmt: skip
def test_any_name_is_taken_out_and_the_others_stay_as_they_are_spelled(
    words: str, name: str, rest: str
) -> None:
    assert remove_called(words, name) == rest


@pytest.mark.parametrize(
    ("words", "calls"),
    [
        ("i come from osaka cobb", True),
        ("who made that boat cobb?", True),
        ("my dog is called biscuit cobb", True),
        ("a boat came in empty. whose is that cobb", True),
        ("i never saw that cobb", False),
        ("i have never met cobb", False),
        ("i like wren and cobb", False),
        ("where is old cobb", False),
        ("hello cobb", False),
    ],
)
def test_a_known_name_at_the_end_calls_where_it_is_no_part_of_the_sentence(
    words: str, calls: bool
) -> None:
    """Few words are read as before: "hello cobb" calls by its greeting."""
    assert ends_with_call(words, "Cobb") is calls


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_nobody_is_called_whose_name_no_word_is(words: str) -> None:
    """So where no word is anybody's name, nobody need be looked for among those called."""
    assert JOINING.isdisjoint(words)
    assert list_names(words).issuperset(map(key_of, list_called(words)))


def test_behind_an_apostrophe_a_name_may_begin_within_a_word() -> None:
    called = frozenset(map(key_of, list_called("and'wren, come")))
    assert called - list_names("and'wren, come")
