"""Requests, and questions about what an agent does and did."""

from __future__ import annotations

import pytest

from agents.mind.intentions.asking.requests import (
    asks_what_one_did,
    asks_what_one_does,
    find_asked_about,
    find_day_asked,
    find_requested,
)
from agents.mind.intentions.intention import Intention

LAMP = Intention("light the lamp", asked=("light the lamp",))
HALL = Intention("supper", asked=("come to the hall", "have supper", "eat with me"))
KNOWN = (LAMP, HALL)


@pytest.mark.parametrize(
    ("heard", "wanted"),
    [
        ("Wren, will you light the lamp?", LAMP),
        ("Light the lamp, Wren.", LAMP),
        ("Please light that lamp!", LAMP),
        ("It is dark. Could you light the lamp now?", LAMP),
        ("Now then, Wren, light the great lamp.", LAMP),
        ("You should light your lamp.", LAMP),
        ("Come to the Hall, Wren.", HALL),
        ("Let's have supper.", HALL),
        ("Won't you come to the Hall with me?", HALL),
        ("You should come to our Hall.", HALL),
        ("Eat with us tonight!", HALL),
        ("Go and eat off that plate.", None),
        ("It is bread, eat it.", None),
        ("When do you light the lamp?", None),
        ("Did you light the lamp?", None),
        ("Who lights the lamp?", None),
        ("The lamp is lit.", None),
        ("I saw you light the lamp.", None),
        ("Is the Hall far?", None),
        ("Would you ever leave the Hall?", None),
        ("Honestly, would you give up the lamp?", None),
        ("Will you light the fire?", None),
        ("", None),
    ],
)
def test_a_request_is_told_from_a_question_and_a_remark(
    heard: str, wanted: Intention | None
) -> None:
    assert find_requested(heard, "Wren", KNOWN) is wanted


@pytest.mark.parametrize(
    ("heard", "wanted"),
    [
        ("Did you light the lamp?", LAMP),
        ("Have you lit the lamp yet, Wren?", LAMP),
        ("Wren, did you have supper?", HALL),
        ("Have you a story for supper?", None),
        ("Did Cobb light the lamp?", None),
        ("Will you light the lamp?", None),
        ("Did you light the fire?", None),
    ],
)
def test_a_question_after_a_deed_is_understood(heard: str, wanted: Intention | None) -> None:
    assert find_asked_about(heard, "Wren", KNOWN) is wanted


@pytest.mark.parametrize(
    ("heard", "asks"),
    [
        ("What are you doing?", True),
        ("What are you about, Wren?", True),
        ("what're you up to", True),
        ("Where are you going?", True),
        ("Hello! Where are you off to?", True),
        ("Are you busy?", True),
        ("are you heading somewhere?", True),
        ("Were you just going out? I can come back.", True),
        ("Are you waiting for somebody?", True),
        ("Are you going to tell her?", False),
        ("What are you afraid of?", False),
        ("What do you do all day?", False),
        ("What is Cobb doing?", False),
        ("Where are you from?", False),
        ("Where are you going tomorrow?", False),
    ],
)
def test_a_question_after_the_present_is_understood(heard: str, asks: bool) -> None:
    assert asks_what_one_does(heard) is asks


@pytest.mark.parametrize(
    ("heard", "day"),
    [
        ("What did you do today?", 0),
        ("what have you been up to this morning", 0),
        ("What did you do yesterday?", 1),
        ("What do you remember about yesterday?", 1),
        ("What will you do today?", None),
        ("What did you do today with the rope?", None),
    ],
)
def test_which_day_is_asked_for(heard: str, day: int | None) -> None:
    assert find_day_asked(heard) == day


@pytest.mark.parametrize(
    ("heard", "asks"),
    [
        ("What were you doing before I came in?", True),
        ("What did I interrupt? You looked busy.", True),
        ("What have you been up to?", True),
        ("What were you doing when the wall broke?", False),
        ("What are you doing?", False),
        ("Am I disturbing you?", False),
    ],
)
def test_what_it_did_just_before_is_asked_for(heard: str, asks: bool) -> None:
    assert asks_what_one_did(heard) is asks
