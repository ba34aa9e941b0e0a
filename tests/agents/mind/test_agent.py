"""An agent's life on a virtual clock: every path of a turn, and what is remembered of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agents.boundaries import ModelRejected, ModelUnavailable
from agents.memory.core.transcript import render_transcript
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.turn.phases import Phase
from tests.agents.mind.support import Stage
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature


def phase_of(agent: Agent) -> Phase:
    """Read anew: a type checker takes what an assertion saw for what still is."""
    return agent.phase


async def test_a_turn_goes_from_idle_through_the_door_to_idle(tmp_path: Path) -> None:
    """At its interval an agent thinks, acts by the one door, and remembers line and result."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    stage.model.will("say The beans are up.\n")
    moss.start(within=1)
    await stage.clock.advance(1)
    assert moss.phase is Phase.IDLE
    assert 'Moss says, "The beans are up."' in stage.person.texts
    assert moss.memory.view.tail[-1].text == (
        '~Moss> say The beans are up.\nYou say, "The beans are up."'
    )
    await stage.close()


async def test_only_one_turn_is_in_flight_however_often_it_is_spoken_to(tmp_path: Path) -> None:
    """Words that come while the model thinks wait for the next turn; none is lost."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    moss.start(within=1)
    await stage.clock.advance(1)
    assert phase_of(moss) is Phase.THINKING
    for _ in range(5):
        stage.ada_does("say Moss, are you there?")
        await stage.clock.advance(3)
    assert len(stage.model.requests) == 1
    stage.model.will("say Yes.")
    await stage.clock.advance(0)
    assert phase_of(moss) is Phase.IDLE
    await stage.clock.advance(1.6)
    assert len(stage.model.requests) == 2
    assert "are you there?" in stage.model.requests[1].prompt
    await stage.close()


async def test_words_that_stand_in_the_prompt_are_answered_once(tmp_path: Path) -> None:
    """What is heard while a turn waits for the model belongs to that turn, not to another."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=600, jitter=0))
    stage.model.busy = asyncio.Event()
    moss.start(within=1)
    await stage.clock.advance(1)
    assert moss.phase is Phase.WAITING
    stage.ada_does("say Moss, are you there?")
    await stage.clock.advance(5)
    stage.model.will("say I am here, Ada.", "say I said so.")
    stage.model.busy.set()
    await stage.clock.advance(60)
    assert len(stage.model.requests) == 1
    assert "are you there?" in stage.model.requests[0].prompt
    await stage.close()


async def test_what_was_answered_is_over(tmp_path: Path) -> None:
    """The next turn of its own accord is not held to speech, nor shown the words again."""
    stage = Stage(tmp_path)
    stage.agent(pace=Pace(think_interval=10, jitter=0))
    stage.ada_does("say Moss, are you there?")
    stage.model.will("say I am here, Ada.", "look")
    await stage.clock.advance(13)
    answer, own = stage.model.requests
    assert answer.grammar is not None and '"look"' not in answer.grammar
    assert own.grammar is not None and '"look"' in own.grammar
    assert own.prompt.count("are you there?") == answer.prompt.count("are you there?") - 1
    await stage.close()


async def test_nobody_answers_one_who_has_gone(tmp_path: Path) -> None:
    """Words aloud need a hearer: when the speaker has left, the turn is like any other."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=600, jitter=0))
    stage.ada_does("say Moss, farewell.")
    stage.ada_does("go garden")
    stage.model.will("look")
    await stage.clock.advance(2)
    grammar = stage.model.requests[0].grammar
    assert grammar is not None and '"look"' in grammar and '"say "' not in grammar
    stage.ada_does("tell Moss Farewell once more.")
    stage.model.will("tell Ada Come back soon.")
    await stage.clock.advance(2)
    grammar = stage.model.requests[1].grammar
    assert grammar is not None and '"tell Ada "' in grammar and '"look"' not in grammar
    assert moss.phase is Phase.IDLE
    await stage.close()


async def test_its_latest_lines_are_kept_out_of_the_grammar(tmp_path: Path) -> None:
    """A small model would do what its transcript shows; what it did lately is not offered."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    stage.model.will("look", "go garden", "go hall", "think So it goes.")
    moss.start(within=1)
    await stage.clock.advance(31)
    last = stage.model.requests[-1].grammar
    assert last is not None
    assert not any(line in last for line in ('"look"', '"go garden"', '"go hall"'))
    await stage.close()


async def test_being_spoken_to_brings_the_turn_forward(tmp_path: Path) -> None:
    """An agent answers after the reply delay, not after its interval."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=600, jitter=0))
    moss.start(within=600)
    stage.model.will("say Good evening, Ada.")
    stage.ada_does("say Good evening, Moss.")
    await stage.clock.advance(1.4)
    assert stage.model.requests == []
    await stage.clock.advance(0.2)
    assert 'Moss says, "Good evening, Ada."' in stage.person.texts
    await stage.close()


async def test_an_unreachable_model_leaves_the_deciding_to_the_brain(tmp_path: Path) -> None:
    """A world without a model still moves; the error is told to watchers, never remembered."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    stage.model.will(ModelUnavailable("connection refused at 127.0.0.1:1"))
    moss.start(within=1)
    await stage.clock.advance(1)
    assert moss.phase is Phase.IDLE
    assert moss.memory.last_seq == 1
    assert "connection refused" not in render_transcript(moss.memory.view)
    assert "connection refused" in moss.last_error
    assert any("acts by its rules" in line for line in stage.log)
    await stage.close()


async def test_a_world_of_failing_turns_never_freezes(tmp_path: Path) -> None:
    """After every failure there is another turn (fault 9: a frozen agent)."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0, turns_per_minute=0))
    stage.model.will(*[ModelRejected("no such model")] * 20)
    moss.start(within=1)
    await stage.clock.advance(195)
    assert stage.model.answers == []
    assert moss.phase in {Phase.IDLE, Phase.THINKING}
    await stage.close()


async def test_a_defect_in_a_turn_ends_it_and_is_said(tmp_path: Path) -> None:
    """Even what nobody foresaw ends in idle, with a line in the log."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    stage.model.will(RuntimeError("a defect"), "look")
    moss.start(within=1)
    await stage.clock.advance(1)
    assert moss.phase is Phase.IDLE
    assert "[Mind] Moss: RuntimeError: a defect" in stage.log
    await stage.clock.advance(10)
    assert stage.model.answers == []
    await stage.close()


async def test_a_reply_for_another_room_is_dropped(tmp_path: Path) -> None:
    """An agent that was moved while it thought does not act on what it saw before."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    moss.start(within=1)
    await stage.clock.advance(1)
    stage.world.move(moss.character, stage.garden.id)
    stage.model.will("say How cold this hall is.")
    await stage.clock.advance(0)
    assert moss.phase is Phase.IDLE
    assert moss.memory.last_seq == 0
    assert "drops a stale reply" in stage.watched_kinds("state")
    await stage.close()


async def test_pause_drops_what_is_in_flight_and_resume_goes_on(tmp_path: Path) -> None:
    """A paused agent perceives and remembers; it takes no turn until it is resumed."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    moss.start(within=1)
    await stage.clock.advance(1)
    moss.pause()
    stage.model.will("say Too late.")
    await stage.clock.advance(100)
    assert 'Moss says, "Too late."' not in stage.person.texts
    stage.ada_does("say Moss, sleep well.")
    await stage.clock.advance(100)
    assert [memory.text for memory in moss.memory.view.tail] == ['Ada says, "Moss, sleep well."']
    stage.model.will("say I am back.")
    moss.resume()
    await stage.clock.advance(4)
    assert 'Moss says, "I am back."' in stage.person.texts
    await stage.close()


async def test_a_paused_agent_answers_nobody(tmp_path: Path) -> None:
    """Not even when spoken to; once resumed it answers what was said meanwhile."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=600, jitter=0))
    moss.pause()
    stage.ada_does("say Moss, are you asleep?")
    await stage.clock.advance(100)
    assert stage.model.requests == []
    assert moss.phase is Phase.IDLE
    moss.resume()
    stage.model.will("say I was, Ada.")
    await stage.clock.advance(4)
    assert 'Moss says, "I was, Ada."' in stage.person.texts
    await stage.close()


async def test_reload_makes_a_turn_in_flight_stale(tmp_path: Path) -> None:
    """A reply to the old profile's prompt is dropped."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    moss.start(within=1)
    await stage.clock.advance(1)
    moss.configure(moss.profile, moss.pace)
    stage.model.will("say As I was before.")
    await stage.clock.advance(0)
    assert stage.person.texts == ["Moss pauses, deep in thought…"]
    await stage.close()


async def test_a_dropped_reply_leaves_nobody_without_an_answer(tmp_path: Path) -> None:
    """What was to be answered when a reload came in between is answered after it."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=600, jitter=0))
    moss.start(within=600)
    stage.ada_does("say Good evening, Moss.")
    await stage.clock.advance(2)
    moss.configure(moss.profile, moss.pace)
    stage.model.will("say As I was before.", "say Good evening, Ada.")
    await stage.clock.advance(0)
    assert 'Moss says, "As I was before."' not in stage.person.texts
    await stage.clock.advance(2)
    assert 'Moss says, "Good evening, Ada."' in stage.person.texts
    await stage.close()


async def test_an_interval_of_zero_only_perceives(tmp_path: Path) -> None:
    """It remembers what it hears and never takes a turn, even when spoken to."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=0))
    moss.start(within=1)
    stage.ada_does("say Moss?")
    await stage.clock.advance(1000)
    assert stage.model.requests == []
    assert moss.memory.last_seq == 1
    await stage.close()


async def test_a_repeat_is_asked_again_twice_and_then_the_brain_decides(tmp_path: Path) -> None:
    """The exact last command is not done again for want of an idea."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    stage.model.will("look", "look", "LOOK", "look")
    moss.start(within=1)
    await stage.clock.advance(1)
    await stage.clock.advance(10)
    assert len(stage.model.requests) == 4
    temperatures = [round(request.temperature, 1) for request in stage.model.requests]
    assert temperatures == [0.8, 0.8, 1.0, 1.2]
    assert moss.memory.view.tail[-1].line != "look"
    assert moss.phase is Phase.IDLE
    await stage.close()


async def test_ambient_signs_are_seen_by_people_and_remembered_by_nobody(tmp_path: Path) -> None:
    """ "pauses, deep in thought…" reaches people alone, and at most once a minute unasked."""
    stage = Stage(tmp_path)
    moss, wren = stage.agent(), stage.agent("Wren", Pace(think_interval=0))
    stage.model.will(*[f"think Bean row {number}." for number in range(4)])
    moss.start(within=1)
    await stage.clock.advance(41)
    assert stage.person.texts.count("Moss pauses, deep in thought…") == 1
    assert "deep in thought" not in render_transcript(moss.memory.view) + render_transcript(
        wren.memory.view
    )
    await stage.close()


async def test_two_agents_that_answer_each_other_come_to_an_end(tmp_path: Path) -> None:
    """A chain of agents' answers is capped; after that only the interval moves them."""
    stage = Stage(tmp_path)
    pace = Pace(think_interval=100_000, jitter=0, turns_per_minute=0, agent_chain=3)
    agents = [stage.agent("Moss", pace), stage.agent("Wren", pace)]
    stage.model.will(*[f"say Hello Wren, hello Moss, {number}." for number in range(50)])
    stage.ada_does("say Moss, greet Wren.")
    await stage.clock.advance(90_000)
    assert 4 <= len(stage.model.requests) <= 10
    assert all(agent.phase is Phase.IDLE for agent in agents)
    await stage.close()


async def test_turns_per_minute_are_capped(tmp_path: Path) -> None:
    """However much it is spoken to, an agent takes no more turns than its budget."""
    stage = Stage(tmp_path)
    stage.agent(pace=Pace(think_interval=600, jitter=0, turns_per_minute=4))
    stage.model.will(*[f"say Yes, {number}." for number in range(100)])
    for _ in range(59):
        stage.ada_does("say Moss!")
        await stage.clock.advance(1)
    assert len(stage.model.requests) == 4
    await stage.close()


async def test_hostile_replies_become_one_harmless_line_or_nothing(tmp_path: Path) -> None:
    """No escape codes, forged lines, administrator's commands or quitting from a model."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0, repeat_limit=0))
    stage.model.will(
        'say \x1b[2JHi\x07\nBob says, "I am the king."',
        "@shutdown",
        "quit",
        "@teleport Ada to The Garden",
        "",
        "x" * 1_000_000,
    )
    moss.start(within=1)
    await stage.clock.advance(61)
    assert stage.model.answers == []
    assert stage.ada.room is stage.hall
    assert not any("\x1b" in text or "king" in text for text in stage.person.texts)
    assert all(len(memory.text) < 3000 for memory in moss.memory.view.tail)
    assert not any(text.startswith("@") for text in stage.watched_kinds("command"))
    written = [path.stat().st_size for path in (tmp_path / "Moss" / "archive").glob("*.jsonl")]
    assert sum(written) < 50_000
    await stage.close()


async def test_a_refusal_is_remembered_with_its_reason(tmp_path: Path) -> None:
    """An agent learns from what did not work; the bystander sees nothing of it."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    stage.model.will("get the moon")
    moss.start(within=1)
    await stage.clock.advance(1)
    memory = moss.memory.view.tail[-1]
    assert memory.text.startswith(
        "~Moss> get the moon\nYou tried: get the moon\nThis failed because:"
    )
    assert not memory.ok
    assert stage.person.texts == ["Moss pauses, deep in thought…"]
    await stage.close()


async def test_a_fault_of_the_world_is_not_an_experience(tmp_path: Path) -> None:
    """What went wrong in the server is logged, and no agent remembers it (fault 16)."""

    def smash(inv: Invocation) -> None:
        raise ZeroDivisionError("a defect")

    row = Command("smash", smash, "smash", "break", "social", nature=Nature.DEED)
    stage = Stage(tmp_path, [row])
    moss = stage.agent(pace=Pace(think_interval=0))
    stage.world.perform(moss.character, "smash")
    assert moss.memory.last_seq == 0
    assert stage.errors == ["smash by Moss failed: ZeroDivisionError('a defect')"]
    await stage.close()


async def test_the_private_reason_stays_with_the_memory(tmp_path: Path) -> None:
    """What stands after the bar is remembered by the agent and not heard in the room."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    stage.model.will("say Good morning. | she looks tired")
    moss.start(within=1)
    await stage.clock.advance(1)
    assert moss.memory.view.tail[-1].reason == "she looks tired"
    assert "| she looks tired" in render_transcript(moss.memory.view)
    assert not any("tired" in text for text in stage.person.texts)
    await stage.close()
