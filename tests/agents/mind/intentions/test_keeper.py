"""Intentions are chosen, followed step by step, interrupted, finished and dropped."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.fallback.roaming import SEEN_BEFORE
from agents.mind.intentions import keeper as keeper_module
from agents.mind.intentions.keeper import ROOMS_KEPT_FOR
from agents.mind.scene.composing import PRESENT
from agents.mind.speech.candidates import Candidate, Origin, SpeechMoment
from agents.mind.speech.judgement import rank_candidates
from tests.agents.mind.intentions.support import DUSK, NOON, TimedStage, intention_rows, lines_of
from world.boundaries import Perception
from world.nature import Nature

LAMP = """
light the lamp:
  when: {phase: dusk}
  asked: light the lamp
  every: 1 day
  weight: 100
  limit: 3 hours
  because: It is lit at dusk, every night.
  doing: lighting the lamp
  steps:
    - {at: The Tower, do: emote lights the lamp.}
    - think Lit at {clock}, in the {phase}.
"""


@pytest.fixture(autouse=True)
def no_quiet_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every turn be a step, so that no test hangs on a random number."""
    monkeypatch.setattr(keeper_module, "QUIET_LIFE", 0.0)


BEANS = """
count the beans:
  because: Somebody has to.
  steps:
    - {at: The Garden, do: emote counts beans.}
    - {do: ["think Forty.", "think Forty-one."]}
"""


@pytest.fixture(autouse=True)
def no_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps follow each other; the quiet life between them has its own test."""
    monkeypatch.setattr(keeper_module, "QUIET_LIFE", 0.8)


async def test_an_agent_walks_there_and_does_one_step_a_turn(tmp_path: Path) -> None:
    """Exit by exit, then each line, with the world's hour in it; the end is remembered."""
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP)
    await stage.clock.advance(25)
    assert lines_of(wren)[:3] == ["go garden", "go up", "emote lights the lamp."]
    assert re.fullmatch(r"think Lit at 18:0\d, in the dusk\.", lines_of(wren)[3])
    assert stage.course == [
        "light the lamp: chosen",
        "light the lamp: step 1 of 2 is done",
        "light the lamp: step 2 of 2 is done",
        "light the lamp: done",
    ]
    [end] = [each for each in wren.memory.view.tail if each.event == "intention"]
    assert end.text == "You have done what you meant to: light the lamp."
    assert (end.source, end.place) == ("thought", "The Tower")
    await stage.close()


async def test_on_the_way_turns_come_sooner(tmp_path: Path) -> None:
    """A third of the interval while it walks, and the whole of it otherwise; at least 2 s."""
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP, interval=12)
    await stage.clock.advance(4 + 4 + 0.1)
    assert lines_of(wren) == ["go garden", "go up", "emote lights the lamp."]
    await stage.clock.advance(11.8)
    assert len(lines_of(wren)) == 3
    await stage.clock.advance(0.2)
    assert len(lines_of(wren)) == 4
    stage = TimedStage(tmp_path / "quick", start=DUSK)
    quick = stage.wren(LAMP, interval=3)
    await stage.clock.advance(1.9)
    assert lines_of(quick) == ["go garden"]
    await stage.close()


async def test_an_hour_decides_and_a_day_must_pass(tmp_path: Path) -> None:
    """The lamp is lit at each dusk and at no other time, however early or late in it."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(LAMP, interval=40)
    await stage.clock.advance(14 * 60)
    assert stage.course == []
    await stage.clock.advance(3 * 60)
    assert stage.course[-1] == "light the lamp: done"
    await stage.clock.advance(3 * 3600)
    assert stage.course.count("light the lamp: done") == 4
    assert lines_of(wren)
    await stage.close()


async def test_what_is_urgent_interrupts_and_the_rest_is_taken_up_again(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK - 15)
    wait = (
        "wait:\n  steps:\n    - {at: The Garden, do: emote sits.}\n    - {until: {phase: night}}\n"
    )
    wren = stage.wren(f"{LAMP}{wait}")
    await stage.clock.advance(120)
    assert stage.course == [
        "wait: chosen",
        "wait: step 1 of 2 is done",
        "wait: interrupted",
        "light the lamp: chosen",
        "light the lamp: step 1 of 2 is done",
        "light the lamp: step 2 of 2 is done",
        "light the lamp: done",
        "wait: taken up again",
    ]
    await stage.clock.advance(8 * 60)
    assert stage.course[-2:] == ["wait: done", "wait: done"] or "wait: done" in stage.course
    assert wren.intentions.state.interrupted == ()
    await stage.close()


async def test_who_speaks_is_answered_before_the_next_step(tmp_path: Path) -> None:
    """The intention is put down for the answer and goes on with the turn after it."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren("sit:\n  steps: [emote sits down., emote gets up., emote sits again.]")
    await stage.clock.advance(1)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(2)
    first, answer = lines_of(wren)
    assert first == "emote sits down."
    assert "Ada" in answer and answer not in ("emote gets up.", "emote sits again.")
    await stage.clock.advance(21)
    assert lines_of(wren)[2:] == ["emote gets up.", "emote sits again."]
    await stage.close()


async def test_a_deed_that_is_refused_is_tried_three_times_then_dropped(tmp_path: Path) -> None:
    """Watchers and the agent itself learn why, in the world's own words."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren("read:\n  every: 2 hours\n  steps: [get silver moon]")
    await stage.clock.advance(40)
    assert lines_of(wren)[:3] == ["get silver moon"] * 3
    assert stage.course[0] == "read: chosen"
    assert stage.course[1].startswith("read: dropped, ") and "silver moon" in stage.course[1]
    [end] = [each for each in wren.memory.view.tail if each.event == "intention"]
    assert end.text.startswith("You gave up what you meant to do: read.")
    assert not any(line.startswith("get") for line in lines_of(wren)[3:])
    await stage.close()


async def test_without_a_way_or_anybody_to_find_it_is_dropped(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    stage.world.create_room("The Moon")
    wren = stage.wren(
        "fly:\n  every: 1 day\n  steps: [{at: The Moon, do: look}]\n"
        "meet:\n  every: 1 day\n  steps: [{with: [Nobody, Noone], do: say Hello.}]"
    )
    await stage.clock.advance(120)
    ends = {each for each in stage.course if "dropped" in each}
    assert ends == {
        "fly: dropped, There is no way to The Moon.",
        "meet: dropped, Nobody is nowhere to be found.",
    }
    assert all(not each.is_done for each in wren.intentions.state.endings.values())
    await stage.close()


async def test_the_limit_ends_what_does_not(tmp_path: Path) -> None:
    """An hour of the world is 150 s here."""
    stage = TimedStage(tmp_path, start=NOON)
    stage.wren("wait:\n  limit: 1 hour\n  every: 1 day\n  steps: [{until: {with: Cobb}}]")
    await stage.clock.advance(140)
    assert stage.course == ["wait: chosen"]
    await stage.clock.advance(30)
    assert stage.course == ["wait: chosen", "wait: dropped, It took too long."]
    await stage.close()


async def test_a_step_waits_until_or_for_a_while(tmp_path: Path) -> None:
    """``until`` ends with what happens, ``for`` with the time; both pass on to the next step."""
    stage = TimedStage(tmp_path, start=NOON)
    wait = "wait:\n  every: 1 day\n  steps: [{until: {seen: copper light}}, emote writes it down.]"
    wren = stage.wren(wait)
    await stage.clock.advance(60)
    assert "emote writes it down." not in lines_of(wren)
    assert not any(line.startswith("go ") for line in lines_of(wren))
    stage.visit(wren)
    stage.ada_does("say I saw a copper light!")
    await stage.clock.advance(30)
    assert "emote writes it down." not in lines_of(wren)
    stage.world.announce(stage.ada.id, "light", "A light opens over there, the colour of copper.")
    await stage.clock.advance(12)
    assert "emote writes it down." in lines_of(wren)[-2:]
    await stage.close()
    stage = TimedStage(tmp_path / "for", start=NOON)
    brief = "wait:\n  every: 1 day\n  steps: [{until: {phase: dawn}, for: 1 hour}, emote yawns.]"
    wren = stage.wren(brief)
    await stage.clock.advance(140)
    assert "emote yawns." not in lines_of(wren)
    await stage.clock.advance(30)
    assert "emote yawns." in lines_of(wren)
    await stage.close()


async def test_a_step_that_does_not_apply_is_passed_over(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(
        "go about:\n  every: 1 day\n  steps:\n    - {phase: night, do: emote sleeps.}\n"
        "    - {has: lamp oil, do: drop lamp oil}\n    - {seen: not copper, do: emote shrugs.}"
    )
    await stage.clock.advance(2)
    assert lines_of(wren) == ["emote shrugs."]
    assert stage.course[-1] == "go about: done"
    await stage.close()


async def test_a_step_is_done_where_the_one_before_was(tmp_path: Path) -> None:
    """Whoever was led away comes back for it; what lies at a place is looked for there."""
    stage = TimedStage(tmp_path, start=NOON)
    go = "go about:\n  every: 1 day\n  steps:\n    - {at: The Tower, do: emote arrives.}\n"
    wren = stage.wren(f"{go}    - {{here: tin cup, do: get tin cup}}\n    - emote is content.")
    with stage.world.changes() as tx:
        tx.create("thing", "tin cup", stage.tower)
    await stage.clock.advance(8)
    stage.world.move(wren.character, stage.hall.id)
    await stage.clock.advance(40)
    assert lines_of(wren)[:7] == [
        "go garden", "go up", "emote arrives.", "go garden", "go up", "get tin cup",
        "emote is content.",
    ]  # fmt: skip
    await stage.close()


async def test_who_is_still_does_nothing_until_it_is_spoken_to(tmp_path: Path) -> None:
    """As one who sleeps: no look, no gesture, no remark; but an answer."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren("rest:\n  steps: [emote lies down., {until: {hour: 20-6}, still: true}]")
    await stage.clock.advance(240)
    assert lines_of(wren) == ["emote lies down."]
    assert "Wren" in await stage.ask(wren, "Are you asleep, Wren?")
    assert len(lines_of(wren)) == 2
    await stage.close()


async def test_a_step_goes_after_the_first_who_can_be_reached(tmp_path: Path) -> None:
    """Somebody who moves on is followed; the line has the name of whom it found."""
    stage = TimedStage(tmp_path, start=NOON)
    moss = stage.agent("Moss", Pace(think_interval=0))
    stage.world.move(moss.character, stage.garden.id)
    wren = stage.wren("tell:\n  steps: [{with: [Hester, Moss], do: 'say It came, {with}.'}]")
    await stage.clock.advance(1)
    assert lines_of(wren) == ["go garden"]
    stage.world.move(moss.character, stage.tower.id)
    await stage.clock.advance(20)
    assert lines_of(wren)[:2] == ["go garden", "go up"]
    assert "say It came, Moss." in lines_of(wren)
    await stage.close()


async def test_of_several_lines_the_last_used_is_not_said_again(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    await stage.clock.advance(3600)
    said = [line for line in lines_of(wren) if line.startswith("think Forty")]
    assert len(said) > 5
    assert all(one != other for one, other in itertools.pairwise(said))
    await stage.close()


async def test_the_quiet_life_goes_on_between_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sometimes a look or a gesture instead of a step, and never a walk away."""
    monkeypatch.setattr(keeper_module, "QUIET_LIFE", 0.8)
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    await stage.clock.advance(600)
    there = lines_of(wren)[lines_of(wren).index("go garden") + 1 :]
    counted = there.index("emote counts beans.")
    assert counted > 2
    assert not any(line.startswith("go ") for line in there[:counted])
    await stage.close()


async def test_between_errands_an_agent_goes_home_and_stays(tmp_path: Path) -> None:
    """With intentions it walks for them, home, or after company; it does not drift."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(
        "climb:\n  every: 1 day\n  steps: [{at: The Tower, do: emote looks out.}]",
        more="home: The Hall\n",
    )
    await stage.clock.advance(3000)
    went = [line for line in lines_of(wren) if line.startswith("go ")]
    assert went == ["go garden", "go up", "go down", "go hall"]
    assert stage.world.character(wren.character).room is stage.hall
    await stage.close()


async def test_rooms_are_remembered_for_hours_and_draw_less(tmp_path: Path) -> None:
    """Without intentions an agent seeks what it has seen least: no lap for hours on end."""
    stage = TimedStage(tmp_path, start=NOON)
    moss = stage.agent("Moss", Pace(think_interval=10, jitter=0))
    moss.start(within=0)
    for room in (stage.tower, stage.hall, stage.tower):
        stage.world.move(moss.character, room.id)
        moss.intentions.settle(choose=True)
    stage.world.move(moss.character, stage.garden.id)
    ways = moss.intentions.find_roaming("", ()).ways
    assert ways == {"hall": 1.0, "up": SEEN_BEFORE}
    await stage.clock.advance(3600)
    assert moss.intentions.count_visits("The Tower") < 30
    minutes = [minute for minute, _ in moss.intentions.state.rooms]
    assert minutes[-1] - minutes[0] <= ROOMS_KEPT_FOR
    await stage.close()


# --- asked for and asked about ----------------------------------------------------------


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
    assert "today at 18:0" in await stage.ask(wren, "Light the lamp!")
    assert stage.course[-1] == "light the lamp: done"
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


async def test_between_hours_is_said_as_one_says_it(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(LAMP.replace("{phase: dusk}", "{hour: 19-21}"))
    await stage.clock.advance(2)
    answer = await stage.ask(wren, "Wren, light the lamp, please!")
    assert "Wren says, \"Not now; between 19 and 21 o'clock. It is lit" in answer
    await stage.close()


def test_the_present_goes_before_what_is_always_true() -> None:
    """A sentence of the persona with all the words of a request fits by more than 1."""
    always = Candidate("I light the lamp each evening.", Origin.VOICE, 1.3)
    now = Candidate("Not now; at dusk.", Origin.INTENTION, PRESENT)
    moment = SpeechMoment("Wren", "Ada", "Will you light the lamp?")
    assert rank_candidates([always, now], moment)[0].candidate is now


async def test_at_the_wrong_time_the_answer_says_when(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(LAMP)
    await stage.clock.advance(2)
    answer = await stage.ask(wren, "Wren, light the lamp, please!")
    assert 'Wren says, "Not now; at dusk. It is lit at dusk, every night."' in answer
    assert stage.course == []
    assert "Not yet. It is lit at dusk" in await stage.ask(wren, "Did you light the lamp?")
    await stage.close()


async def test_asked_what_it_is_doing_an_agent_tells(tmp_path: Path) -> None:
    """On the way, at it, and with nothing to do; with a small model too, which is not asked."""
    stage = TimedStage(tmp_path, start=DUSK)
    stage.generation_params = replace(stage.generation_params, by_rule=False, prompting="scene")
    wren = stage.wren(LAMP, interval=60)
    wren.intentions.settle(choose=True)
    answer = await stage.ask(wren, "Where are you going, Wren?")
    assert "I am on my way to the Tower: lighting the lamp. It is lit at dusk" in answer
    wren.intentions.put_down()
    wren.intentions.intentions = ()
    assert "Nothing that could not wait" in await stage.ask(wren, "What are you doing?")
    await stage.close()


async def test_nobody_is_left_in_the_middle_of_a_talk(tmp_path: Path) -> None:
    """The agent stays a while for what a person may say next, and says once that it goes."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(24)
    assert not any(line.startswith("go ") for line in lines_of(wren))
    await stage.clock.advance(36)
    went = lines_of(wren).index("go garden")
    assert lines_of(wren)[went - 1] == "say I have to go, Ada. Somebody has to."
    assert sum("have to go" in line for line in lines_of(wren)) == 1
    await stage.close()


async def test_what_is_urgent_goes_at_once_but_not_without_a_word(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP, interval=6)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(16)
    said = [line for line in lines_of(wren) if "have to go" in line]
    assert said == ["say I have to go, Ada. It is lit at dusk, every night."]
    assert "go garden" in lines_of(wren)
    await stage.close()


async def test_a_secret_is_kept(tmp_path: Path) -> None:
    """Others learn what the profile says, and nothing of whether it was done."""
    stage = TimedStage(tmp_path, start=NOON)
    secret = LAMP.replace("when: {phase: dusk}", "secret: true").replace(
        "doing: lighting the lamp", "doing: taking the air"
    )
    wren = stage.wren(secret)
    await stage.clock.advance(1)
    assert "Wren (agent) - The Garden, taking the air" in stage.ada_does("who")
    await stage.clock.advance(30)
    answer = await stage.ask(wren, "Did you light the lamp?")
    assert "Wren says" in answer
    assert "today" not in answer and "done" not in answer and "meant" not in answer
    await stage.close()


# --- shown ------------------------------------------------------------------------------


async def test_everybody_sees_in_who_what_an_agent_is_doing(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK)
    stage.wren(LAMP)
    await stage.clock.advance(1)
    assert "Wren (agent) - The Garden, lighting the lamp\n" in stage.ada_does("who") + "\n"
    await stage.clock.advance(60)
    assert "Wren (agent) - The Tower\n" in stage.ada_does("who") + "\n"
    await stage.close()


# --- with a model that is shown everything ------------------------------------------------


async def test_a_large_model_sees_chooses_and_ends_its_intentions(tmp_path: Path) -> None:
    """The fitting ones are listed; a step counts as done by whatever line did it."""
    stage = TimedStage(tmp_path, start=NOON, rows=())
    stage.world.table = type(stage.world.table)([*stage.world.table.rows, *intention_rows(stage)])
    stage.generation_params = replace(stage.generation_params, by_rule=False)
    stage.wren(BEANS)
    stage.model.will("intend count the beans", "go garden", "emote counts the beans twice.")
    await stage.clock.advance(2)
    assert "You could decide on something (intend <words>): count the beans" in (
        stage.model.requests[0].prompt
    )
    await stage.clock.advance(30)
    assert stage.course == [
        "count the beans: intended",
        "count the beans: step 1 of 2 is done",
    ]
    prompts = [each.prompt for each in stage.model.requests]
    assert "You mean to: count the beans. Somebody has to." in prompts[1]
    assert "Next for that: go garden (on the way to The Garden)" in prompts[1]
    assert "Next for that: emote counts beans." in prompts[2]
    grammars = [str(each.grammar) for each in stage.model.requests]
    assert '"intend count the beans"' in grammars[0] and '"done"' not in grammars[0]
    assert '"done"' in grammars[1] and '"intend count the beans"' not in grammars[1]
    stage.model.will("done", "intend find out who answers the lamp")
    await stage.clock.advance(30)
    assert stage.course[-2:] == [
        "count the beans: done",
        "find out who answers the lamp: intended",
    ]
    stage.model.will("intend nothing")
    await stage.clock.advance(30)
    later = [each.prompt for each in stage.model.requests[len(prompts) :]]
    assert any("You mean to: find out who answers the lamp." in each for each in later)
    assert stage.course[-1] == "find out who answers the lamp: dropped, You put it down."
    await stage.close()


async def test_a_large_model_is_not_asked_whether_the_urgent_waits(tmp_path: Path) -> None:
    """From weight 100 on a rule takes it up; without an answer of the model a rule does it."""
    stage = TimedStage(tmp_path, start=DUSK)
    stage.generation_params = replace(stage.generation_params, by_rule=False)
    wren = stage.wren(LAMP)
    stage.model.will("look", RuntimeError("no model"))
    await stage.clock.advance(2)
    assert stage.course == ["light the lamp: chosen"]
    assert "You mean to: light the lamp." in stage.model.requests[0].prompt
    assert wren.intentions.plan.exit == "garden"
    await stage.close()


async def test_people_have_no_intentions_to_say(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path)
    stage.world.table = type(stage.world.table)([*stage.world.table.rows, *intention_rows(stage)])
    assert stage.ada_does("intend rest") == (
        "Only agents use intend: they say to themselves what they mean to do."
    )
    assert "intend" not in stage.ada_does("help")
    await stage.close()
