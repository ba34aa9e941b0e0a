"""What somebody says after the agent is nothing that they have told of themselves."""

from __future__ import annotations

from agents.in_parts import finish_parts
from agents.mind.speech.remembered import Asked, recall_facts
from agents.mind.speech.statements.echoes import leave_out_echo, leave_out_echoes
from tests.agents.mind.speech.told import BOAT, NOW, hit

ASKED = Asked("Wren", "Ada", "Whose bees are they?")
OWN = "I give them straw, and the news. The bees see to the rest."


def test_words_of_the_agent_that_are_said_after_it_are_left_out() -> None:
    echo = hit(2, 'Ada says, "Straw and news, that is for bees."')
    found = finish_parts(recall_facts((BOAT, echo), ASKED, NOW))
    kept = leave_out_echoes(found, [OWN])
    assert {each.seq for each in found} == {1, 2}
    assert {each.seq for each in kept} == {1}
    assert leave_out_echoes(found, ["I keep straw."]) == found


def test_what_the_agent_said_of_the_asker_was_told_before() -> None:
    found = finish_parts(recall_facts((BOAT,), ASKED, NOW))
    assert leave_out_echoes(found, ["You lost a blue boat with a white sail, Ada."]) == found


def test_what_others_said_stays() -> None:
    found = finish_parts(recall_facts((hit(3, 'Moss says, "Straw and news."'),), ASKED, NOW))
    assert leave_out_echoes(found, [OWN]) == found


def test_an_answer_is_what_stands_behind_the_question_that_it_takes_up() -> None:
    asked = "What do you do with your hands, where you come from?"
    assert leave_out_echo("With my hands? I draw maps.", asked) == "I draw maps."
    assert leave_out_echo("With my hands?", asked) == "With my hands?"
    assert leave_out_echo("I draw maps.", asked) == "I draw maps."
    asks = "Why do you ask? I draw maps."
    assert leave_out_echo(asks, asked) == asks
