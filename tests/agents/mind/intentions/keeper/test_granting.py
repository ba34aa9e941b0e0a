"""A person asks an agent to do what it intends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.scene.composing import PRESENT
from agents.mind.speech.candidates import Candidate, Origin, SpeechMoment
from agents.mind.speech.judgement import rank_candidates
from tests.agents.mind.intentions.keeper.briefs import LAMP
from tests.agents.mind.intentions.support import DUSK, NOON, TimedStage
from world.boundaries import Perception
from world.nature import Nature

MARGIN = """
put somebody in the margin:
  when: {asked: put me in your book}
  steps:
    - {at: The Tower, do: "emote writes: {with}."}
"""


async def test_a_request_is_granted_and_the_answer_says_so(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP.replace("weight: 100\n  ", "").replace("  when: {phase: dusk}\n", ""))
    wren.intentions.intentions = (replace(wren.intentions.intentions[0], only_asked=True),)
    await stage.clock.advance(2)
    assert stage.course == []
    answer = await stage.ask(wren, "Wren, will you light the lamp?")
    assert 'Wren says, "Yes. It is lit at dusk, every night."' in answer
    assert stage.course == ["light the lamp: Ada asked for it"]
    await stage.clock.advance(30)
    assert stage.course[-1] == "light the lamp: done"
    assert "Yes, today at 18:0" in await stage.ask(wren, "Did you light the lamp, Wren?")
    assert "today at" not in await stage.ask(wren, "Have you ever lit the lamp, Wren?")
    assert "today at 18:0" in await stage.ask(wren, "Light the lamp!")
    assert stage.course[-1] == "light the lamp: done"
    await stage.close()


async def test_what_is_done_on_request_names_the_one_who_asked(tmp_path: Path) -> None:
    """Whoever else is there, by then or already."""
    stage = TimedStage(tmp_path, start=NOON)
    stage.agent("Abel", Pace(think_interval=0))
    wren = stage.wren(MARGIN)
    abel = stage.world.find_character("Abel")
    assert abel is not None
    stage.world.move(abel.id, stage.tower.id)
    await stage.ask(wren, "Wren, would you put me in your book tonight?")
    await stage.clock.advance(60)
    assert "emote writes: Ada." in [each.line for each in wren.memory.view.tail]
    assert stage.course[-1] == "put somebody in the margin: done"
    await stage.close()


async def test_what_agents_say_to_each_other_is_no_request(tmp_path: Path) -> None:
    """ "Eat the green end as well." sends nobody to supper."""
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP.replace("weight: 100\n  ", "").replace("  when: {phase: dusk}\n", ""))
    wren.intentions.intentions = (replace(wren.intentions.intentions[0], only_asked=True),)
    words, place = 'Moss says, "Light the lamp, Wren."', "The Hall"
    wren.perceive(
        Perception(
            "say", words, place, ("Moss",), "Moss", "agent", addressed=True, nature=Nature.SPEECH
        )
    )
    await stage.clock.advance(5)
    assert stage.course == []
    assert not any("It is lit at dusk" in each.text for each in wren.memory.view.tail)
    await stage.close()


@pytest.mark.parametrize(
    ("hours", "when"),
    [
        ("19-21", "from seven in the evening on"),
        ("9-11", "again tomorrow, from nine in the morning on"),
    ],
)
async def test_between_hours_is_said_as_one_says_it(tmp_path: Path, hours: str, when: str) -> None:
    """At ten at night somebody was told "from seven in the evening on"."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(LAMP.replace("{phase: dusk}", f"{{hour: {hours}}}"))
    await stage.clock.advance(2)
    answer = await stage.ask(wren, "Wren, light the lamp, please!")
    assert f'Wren says, "Not now. I do that {when}. It is lit' in answer
    await stage.close()


def test_the_present_goes_before_what_is_always_true() -> None:
    """A sentence of the persona with all the words of a request fits by more than 1."""
    always = Candidate("I light the lamp each evening.", Origin.VOICE, 1.3)
    now = Candidate("Not now. I do that at dusk.", Origin.INTENTION, PRESENT)
    moment = SpeechMoment("Wren", "Ada", "Will you light the lamp?")
    assert rank_candidates([always, now], moment)[0].candidate is now


async def test_at_the_wrong_time_the_answer_says_when(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(LAMP)
    await stage.clock.advance(2)
    answer = await stage.ask(wren, "Wren, light the lamp, please!")
    assert 'Wren says, "Not now. I do that at dusk. It is lit at dusk, every night."' in answer
    assert stage.course == []
    assert "Not yet. It is lit at dusk" in await stage.ask(wren, "Did you light the lamp?")
    await stage.close()


NAMED_MARGIN = """
put somebody in the margin:
  when: {asked: [put me in your book, write me down]}
  every: 2 hours
  because: "Everybody goes in the margin."
  steps:
    - {at: The Tower, do: "emote writes: {names}."}
"""


async def test_what_is_done_for_others_names_them_and_is_told_of_as_done_for_them(
    tmp_path: Path,
) -> None:
    """ "Write Ema and Zuzka in your book": she wrote the asker, and said that it was done."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(NAMED_MARGIN)
    await stage.ask(wren, "Wren, will you write down my girls, Ema and Zuzka?")
    await stage.clock.advance(60)
    assert "emote writes: Ema and Zuzka." in [each.line for each in wren.memory.view.tail]
    assert "Yes, today at" in await stage.ask(wren, "Did you write Zuzka down?")
    assert "Not yet." in await stage.ask(wren, "Did you write me down?")
    assert "Not yet." in await stage.ask(wren, "Did you write down Ema and Lenka?")
    # For whom it was not done it is done at once; for others its time has not come again.
    await stage.ask(wren, "Please write me and Lenka down!")
    await stage.clock.advance(60)
    assert "emote writes: Ada and Lenka." in [each.line for each in wren.memory.view.tail]
    assert "Yes, today at" in await stage.ask(wren, "Did you write down Ema and Lenka?")
    assert "today at" in await stage.ask(wren, "Please write Ema down!")
    assert stage.course[-1] == "put somebody in the margin: done"
    await stage.close()


async def test_who_asks_while_it_is_being_done_is_named_as_well(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(NAMED_MARGIN)
    await stage.ask(wren, "Wren, will you write me down?")
    stage.ada_does("say And write Ema down, please!")
    await stage.clock.advance(180)
    assert "emote writes: Ada and Ema." in [each.line for each in wren.memory.view.tail]
    await stage.close()
