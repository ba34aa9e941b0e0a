"""Where one can sit is told by what is written of the room, or of the nearest that has a seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.mind.speech.knowledge.seats import Seats
from tests.agents.mind.support import TEXTS
from world.boundaries import Situation

HALL = "A long hall, cold in June. Eleven benches face a hearth. Coats hang by the door."
READING = "Low, and warm. One table stands at the window, and its chair has worn the boards."
ROOMS = {"The Hall": HALL, "The Loft": "Dust, and shirts.", "The Reading Room": READING}
WAYS = {"The Hall": ["down", "west"], "The Loft": [], "The Reading Room": ["bridge"]}
LOFT = Situation("Moss", "The Loft", ROOMS["The Loft"], {}, ("Ada",), (), ())


def ask(heard: str, here: Situation = LOFT) -> str:
    found = Seats(TEXTS, "Moss", "Ada", here, lambda: ROOMS, WAYS.get).answer(heard)
    return found.words if found else ""


@pytest.mark.parametrize(
    "heard",
    [
        "Where can I sit without being in the way?",
        "somewhere I can sit and read? exam book in the bag",
        "Is there somewhere I may sit and write a letter?",
        "Is there a chair by a window where I could knit for an hour?",
        "Which bench may I have?",
    ],
)
def test_a_seat_in_the_room_is_told_in_its_words(heard: str) -> None:
    assert "Eleven benches face a hearth." in ask(heard, replace(LOFT, description=HALL))


def test_else_it_is_the_nearest_room_that_has_one() -> None:
    said = ask("Where could I read?")
    assert "the Reading Room" in said and "'bridge'" in said and "chair" in said


def test_who_is_cold_is_shown_a_fire() -> None:
    said = ask("Is there anywhere I can get warm?")
    assert "the Reading Room" in said and "warm" in said


@pytest.mark.parametrize(
    "heard",
    ["Where do you sit?", "Where did you read that?", "I sit by the window.", "May I sit down?",
     "Is there a bell under the water?", "Where can I write to you?"],
)  # fmt: skip
def test_other_questions_ask_for_no_seat(heard: str) -> None:
    assert ask(heard) == ""
