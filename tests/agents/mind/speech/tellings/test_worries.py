"""What weighs on somebody is known by its words, and so is who asks for advice or hope."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.worries import asks_advice, asks_for_hope, find_worry


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Nobody would miss me if I stayed in the tarn.", "despair"),
        ("I cannot go on like this.", "despair"),
        ("I have nobody left.", "despair"),
        ("My uncle Piers has been missing since Friday.", "missing"),
        ("My sister has stopped eating.", "ill"),
        ("My son went to sea, and there has been no letter for a year.", "missing"),
        ("She should have been home a week ago.", "missing"),
        ("Nobody knows where he is.", "missing"),
        ("I have heard nothing from my sister since autumn.", "missing"),
        ("My son has a bad cough.", "ill"),
        ("Our daughter is very ill.", "ill"),
        ("My mother can no longer walk.", "ill"),
        ("My left knee is swollen.", "ailing"),
        ("I am going blind.", "ailing"),
        ("The smoke makes me wheeze.", "ailing"),
        ("There is a lump on my shoulder.", "ailing"),
        ("The doctor says I must give up the mine.", "ailing"),
        ("Our house burned down in spring.", "ruin"),
        ("Somebody stole my cart.", "ruin"),
        ("I owe the miller sixty crowns.", "debt"),
        ("We nearly drowned in the ford.", "peril"),
        ("My brother will not speak to me.", "quarrel"),
        ("I have not slept for a week.", "sleepless"),
        ("I am worried about the harvest.", "dread"),
    ],
)
def test_what_weighs_on_somebody(words: str, kind: str) -> None:
    found = find_worry(words)
    assert found is not None and found.name == kind


@pytest.mark.parametrize(
    "words",
    [
        "He is forty and was never ill before.",
        "I have come home for supper.",
        "My sister keeps bees in Leeds.",
        "The tarn is deep and the lamp is lit.",
        "I owe you an apology.",
        "She has not read the book.",
        "My hands are cold.",
        "I carry it all on my back.",
        "The doctor told a good story.",
        "I have nobody to cook for.",
        "I make 940 rolls every night, and I know when one is missing.",
        "My partner cut his hungry.",
        "Ollie comes next week, and I do not know what to do with him.",
    ],
)
def test_what_weighs_on_nobody(words: str) -> None:
    assert find_worry(words) is None


@pytest.mark.parametrize(
    ("heard", "advice", "hope"),
    [
        ("What would you do in my place?", True, False),
        ("Should I go and look for her?", True, False),
        ("Where would you look first?", True, False),
        ("What if it was your daughter? What would you do?", True, False),
        ("Do you think she is still alive?", False, True),
        ("Will he get better?", False, True),
        ("What do you do all day?", False, False),
        ("Do you think that the lamp is old?", False, False),
        ("What would you do here in winter?", False, False),
    ],
)
def test_who_asks_what_to_do_and_whether_it_ends_well(heard: str, advice: bool, hope: bool) -> None:
    assert (asks_advice(heard), asks_for_hope(heard)) == (advice, hope)


def test_what_can_one_do_is_no_question_for_advice_behind_a_but() -> None:
    assert asks_advice("What can I do?")
    assert not asks_advice("It's not fair, but what can you do")
