"""`write_out` puts what was typed in haste, or with great courtesy, into plain words."""

from __future__ import annotations

import pytest

from agents.mind.voice.plain_talk import write_out


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("i can smell soup who made it", "I can smell soup. Who made it?"),
        (
            "theres a lady down there writing numbers in a book whats she doing that for",
            "there is a lady down there writing numbers in a book. What is she doing that for?",
        ),
        (
            "theres hammering or somthing from the mill, is someone living in that",
            "there is hammering or something from the mill. Is someone living in that?",
        ),
        ("whats my cats name", "what is my cat's name?"),
        ("anyone else up at this hour here", "is anyone else up at this hour here?"),
        ("how long you been at this", "how long have you been at this?"),
        ("got kids", "have you got kids?"),
        ("you got a dog", "have you got a dog?"),
        ("you got a point", "you got a point"),
        ("you married", "are you married?"),
        ("who are you then. like actually", "who are you then?"),
        ("and you never went to look", "and you never went to look?"),
        ("dont you think so", "don't you think so?"),
        ("ok so what do you actually do", "What do you do?"),
        ("To be honest, who lives there?", "Who lives there?"),
        ("To tell you the truth, I am a baker.", "I am a baker."),
        ("to be honest", "to be honest"),
        ("thx, logging off", "thanks, goodbye"),
        ("lol im tired", "I am tired"),
        ("whatcha doing", "what are you doing?"),
        ("another one please", "tell me another one"),
        ("how would you tell him?", "how would you tell him?"),
        ("ill come back", "I'll come back"),
        ("my dog is ill at home", "my dog is ill at home"),
        ("my mums coming", "my mum is coming"),
        ("my sisters wedding", "my sisters wedding"),
        ("You ever been down there?", "Have you ever been down there?"),
        ("And you, Cobb: ever in a storm?", "And you, Cobb: have you ever been in a storm?"),
        ("Hester, ever count the stairs?", "Hester, do you ever count the stairs?"),
        ("Did you ever see it?", "Did you ever see it?"),
        ("Once met a bishop on that road.", "I once met a bishop on that road."),
        ("Once a year we meet.", "Once a year we meet."),
        ("The Grey Gull, she was called.", "She was called The Grey Gull."),
        ("The best of it, it was late.", "The best of it, it was late."),
        ("its late and her names rosa", "its late and her name is rosa"),
        (
            "I built doors for a theatre for twenty years; doors that go nowhere, which is a joke,"
            " and so, Hester, what do you build?",
            "I built doors for a theatre for twenty years; doors that go nowhere, which is a joke,"
            " and so, Hester. What do you build?",
        ),
        (
            "Do you know, as you asked me so kindly about my mother and her bees, where is she?",
            "Do you know, as you asked me so kindly about my mother and her bees, where is she?",
        ),
        ("I am a baker, and what are you?", "I am a baker, and what are you?"),
    ],
)
def test_haste(typed: str, plain: str) -> None:
    assert write_out(typed) == plain


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        (
            "Would you be so good as to tell me something of the lake itself?",
            "Tell me something of the lake itself.",
        ),
        ("May I ask what brings a person to live in a mill?",
         "What brings a person to live in a mill?"),
        ("May I ask whom I have the pleasure of speaking to?", "Who are you?"),
        ("Honestly, what do you think of Cobb, if I may ask?", "What do you think of Cobb?"),
        ("Who am I addressing?", "Who are you?"),
        ("Could you please explain it to me?", "Explain it to me."),
    ],
)  # fmt: skip
def test_courtesy(typed: str, plain: str) -> None:
    assert write_out(typed) == plain


@pytest.mark.parametrize(
    "line",
    [
        "I know who made it.",
        "Tell me what you do.",
        "i know who made it",
        "the man who is on the bench",
        "Well.",
        "Who are you?",
        "I have a sister, and she sells rope.",
        "Would you hold the rope for me?",
        "It was what was on the wall.",
    ],
)
def test_plain_words_stay(line: str) -> None:
    assert write_out(line) == line.replace("i know", "I know")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("do you know wren", "do you know Wren?"),
        ("Tell moss's hen", "Tell Moss's hen"),
        ("is there any moss here?", "is there any moss here?"),
        ("the moss is green", "the moss is green"),
        ("My friend Ada knows wren.", "My friend Ada knows wren."),
    ],
    ids=[
        "a name",
        "a name behind the first word",
        "a thing that is counted",
        "a thing",
        "capitals",
    ],
)
def test_names_typed_small_are_written_with_a_capital(typed: str, plain: str) -> None:
    """But for what stands behind an article, and where capitals are set at all."""
    assert write_out(typed, ("Wren", "Moss")) == plain
