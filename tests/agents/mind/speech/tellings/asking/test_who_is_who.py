"""Who somebody is to the asker is told as they told it."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.asking.who_is_who import find_kin, find_name
from agents.mind.speech.told.telling_back import ToldLine, read_told


@pytest.mark.parametrize(
    ("question", "kin"),
    [
        ("Cobb, who is Fientje?", "your granddaughter"),
        ("and who was fientje again", "your granddaughter"),
        ("Who is Oswin?", ""),
        ("Who is it that knows Fientje best?", ""),
        ("Where is Fientje?", ""),
    ],
)
def test_who_somebody_is_is_their_kinship(question: str, kin: str) -> None:
    line = ToldLine("I whittle a horse for my granddaughter Fientje, she is six.", 1)
    assert find_kin(question, read_told([line], ("Bruno", "Cobb"))) == kin


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("The sister I mentioned, who was it, what do I call her?", "Concepta"),
        ("Thanks, love. My sister, what was she called?", "Concepta"),
        ("whats my sisters name", "Concepta"),
        ("What is my sister called again?", "Concepta"),
        ("can you say the name of my sister", "Concepta"),
        ("What is my brother called?", ""),  # of two it is not known which
        ("What is my sister's shop called?", ""),
        ("What was the shop called where my sister works?", ""),
        ("Who was it that my sister married?", ""),
        ("What did my sister call her cat?", ""),
        ("What is my aunt called?", ""),
    ],
)
def test_a_name_is_told_of_whom_it_is_asked(question: str, name: str) -> None:
    """Also where it was only said in passing, in a request or a question."""
    said = (
        "Would you remind me later on to ring my sister Concepta?",
        "My brother Tobias sails. My brother Enda does not.",
        "My aunt is ill.",
    )
    lines = [ToldLine(words, at) for at, words in enumerate(said)]
    assert find_name(question, read_told(lines, ("Breda", "Moss"))) == name


@pytest.mark.parametrize(
    ("line", "question", "name"),
    [
        ("I have two rooms, and Figaro, that's my parrot, has one.", "What is my parrot's name?",
         "Figaro"),
        ("We built a boat. She is a boat called the Grey Gull.", "what did I call my boat?", ""),
        ("We had a boat called Grey Gull for ten years.", "What was the name of my boat, Wren?",
         "Grey Gull"),
        ("my horse is called dandy and he bites", "whats my horse called", "Dandy"),
        ("My old mule, Clotilde, eats hats.", "how is my mule called again", "Clotilde"),
        ("Rufus is my dog. Our dog Bella died.", "What is my dog called?", ""),  # of two
        ("I have a horse.", "What is my horse called?", ""),
    ],
)  # fmt: skip
def test_the_name_of_a_thing_is_told_as_it_was_given(line: str, question: str, name: str) -> None:
    told = read_told([ToldLine(line, 1)], ("Breda", "Moss"))
    assert find_name(question, told) == name


def test_what_leads_up_to_a_statement_is_not_told_back() -> None:
    line = ToldLine("I must put one thing right: there were seventeen kids in that bus.", 1)
    (told,) = read_told([line], ("Gus", "Hester")).sentences
    assert told.words == "there were seventeen kids in that bus."
