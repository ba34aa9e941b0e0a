"""Agents that fall asleep and wake: by themselves, by command, by being spoken to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from agents.memory.core.records import NewMemory
from agents.memory.settings import MemorySettings
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.commands.sleep import SleepVerbs
from agents.mind.sleep.sleeping import JOURNAL_SECONDS, REST_TRANSITIONS, WAKING_SECONDS, RestPhase
from agents.mind.turn.phases import Phase
from agents.state_machine import InvalidTransition
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import Scripted, assert_whole, fill, reconfigure, spans
from tests.agents.mind.support import Person, Stage
from world.nature import Nature

#: An agent that takes a turn only when it is spoken to.
STILL = Pace(think_interval=100_000, jitter=0)


class Bedroom(Stage):
    """A stage with the commands of sleep; Ada is no administrator, Bob looks on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        rows = SleepVerbs(self.minds).rows()
        self.world.table = type(self.world.table)([*self.world.table.rows, *rows])
        self.bob = self.world.add_character("Bob", self.hall.id)
        self.onlooker = Person()
        self.world.attach(self.bob.id, self.onlooker)

    def sleeper(
        self, name: str = "Moss", pace: Pace | None = None, **changed: object
    ) -> tuple[Agent, Scripted]:
        """An agent that remembers by `sleep`, and the model that summarises for it."""
        agent, model = self.agent(name, pace or STILL), Scripted()
        reconfigure(agent.memory, settings=_settings(**changed), summarizer=model)
        return agent, model

    def does(self, agent: Agent, line: str) -> str:
        return self.world.perform(agent.character, line).text

    def bob_does(self, line: str) -> str:
        return self.world.perform(self.bob.id, line).text

    def crown_ada(self) -> None:
        self.world.set_property(self.ada.id, "role", "administrator")


def _settings(**changed: Any) -> MemorySettings:
    return memory_settings(**({"strategy": "sleep", "citations": "off"} | changed))


def consolidate_by(agent: Agent, tidy: Callable[[], Awaitable[int]]) -> None:
    """Have `tidy` in the place of the journal's consolidation."""
    agent.memory.consolidate = tidy  # type: ignore[method-assign, assignment]


def state_of(agent: Agent) -> RestPhase:
    return agent.sleeper.state


# --- the states ---------------------------------------------------------------------------


def test_every_state_leads_back_to_being_awake() -> None:
    """From wherever sleep stands there is a way to the morning."""
    for state in RestPhase:
        reached, steps = {state}, 0
        while RestPhase.AWAKE not in reached and steps < len(RestPhase):
            reached, steps = {to for each in reached for to in REST_TRANSITIONS[each]}, steps + 1
        assert RestPhase.AWAKE in reached


async def test_nobody_falls_asleep_twice(tmp_path: Path) -> None:
    """The table has no such arrow; waking somebody who is awake is harmless."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    moss.sleeper.wake()
    moss.sleeper.fall_asleep()
    with pytest.raises(InvalidTransition, match="from falling asleep to falling asleep"):
        moss.sleeper.fall_asleep()
    await stage.close()


# --- by itself ----------------------------------------------------------------------------


async def test_a_whole_night(tmp_path: Path) -> None:
    """Quiet for 300 s it falls asleep, dreams, compacts, wakes after 600 s, and lives on."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    fill(moss.memory, 75)
    moss.start(within=100_000)
    await stage.clock.advance(299)
    assert state_of(moss) is RestPhase.AWAKE
    await stage.clock.advance(1)
    assert state_of(moss) is RestPhase.ASLEEP
    assert stage.person.texts == ["Moss falls asleep."]
    dream = moss.memory.view.tail[-1]
    assert (dream.source, dream.event, dream.command) == ("thought", "dream", "dream")
    assert dream.text.startswith("You drift, and old memories surface:\n2026-01-01: Fern hums")
    assert len(dream.text.splitlines()) == 6
    assert spans(moss.memory) == [(1, 56)]
    assert len(model.asked) == 1
    compacted = moss.memory.view.compacted
    assert compacted is not None
    assert compacted.trigger == "sleep"
    await stage.clock.advance(599)
    assert state_of(moss) is RestPhase.ASLEEP
    await stage.clock.advance(1)
    assert state_of(moss) is RestPhase.AWAKE
    assert stage.person.texts == ["Moss falls asleep.", "Moss wakes up."]
    states = [text for text in stage.watched_kinds("state") if "chain" not in text]
    assert states == [
        "falls asleep",
        "dreams of 5 old memories",
        "is asleep",
        "is waking",
        "wakes up",
    ]
    assert_whole(moss.memory)
    await stage.close()


async def test_its_own_idle_turns_do_not_keep_it_awake(tmp_path: Path) -> None:
    """It sleeps though it thinks every ten seconds, and takes no turn until it wakes."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=10, jitter=0))
    stage.model.will(*[f"think Bean row {number}." for number in range(200)])
    moss.start(within=1)
    await stage.clock.advance(301)
    assert not moss.sleeper.awake
    asked = len(stage.model.requests)
    assert asked >= 29
    await stage.clock.advance(590)
    assert len(stage.model.requests) == asked
    await stage.clock.advance(30)
    assert moss.sleeper.awake
    assert len(stage.model.requests) > asked
    await stage.close()


async def test_what_others_do_keeps_it_awake_but_their_sleep_does_not(tmp_path: Path) -> None:
    """A gesture every few minutes is enough; that somebody falls asleep is none."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    wren, _ = stage.sleeper("Wren", sleep_after=200.0)
    for agent in (moss, wren):
        agent.start(within=100_000)
    for _ in range(5):
        stage.ada_does(":hums.")
        await stage.clock.advance(150)
        assert moss.sleeper.awake
    await stage.clock.advance(60)
    assert "Wren falls asleep." in [each.text for each in moss.memory.view.tail]
    assert (moss.sleeper.awake, wren.sleeper.awake) == (True, False)
    await stage.clock.advance(91)
    assert not moss.sleeper.awake
    await stage.close()


async def test_who_remembers_otherwise_or_never_sleeps_stays_awake(tmp_path: Path) -> None:
    """Only the strategy `sleep` makes agents sleep by themselves, and 0 is never."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(strategy="waterfall")
    wren, _ = stage.sleeper("Wren", sleep_after=0.0)
    for agent in (moss, wren):
        agent.start(within=100_000)
    await stage.clock.advance(50_000)
    assert (moss.sleeper.awake, wren.sleeper.awake) == (True, True)
    await stage.close()


async def test_a_sleep_of_0_seconds_lasts_until_it_is_woken(tmp_path: Path) -> None:
    """Days, if need be."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(sleep_seconds=0.0)
    moss.start(within=100_000)
    await stage.clock.advance(90_000)
    assert state_of(moss) is RestPhase.ASLEEP
    assert stage.ada_does("wake Moss") == "You wake Moss."
    await stage.clock.advance(0)
    assert moss.sleeper.awake
    await stage.close()


async def test_it_does_not_fall_asleep_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    """While a slow model thinks it stays awake; it sleeps when that turn has ended."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=290, jitter=0))
    moss.start(within=290)
    await stage.clock.advance(400)
    assert (moss.phase, state_of(moss)) == (Phase.THINKING, RestPhase.AWAKE)
    stage.model.will("think So it goes.")
    await stage.clock.advance(0)
    assert (moss.phase, moss.sleeper.awake) == (Phase.IDLE, False)
    assert moss.memory.view.tail[0].line == "think So it goes."
    await stage.close()


async def test_a_night_behind_which_nothing_lies_has_no_dream(tmp_path: Path) -> None:
    """Nobody who only sleeps fills an archive with dreams."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=0))
    stage.ada_does("say The ice is thin.")
    moss.start(within=1)
    await stage.clock.advance(86_400)
    assert [each.event for each in moss.memory.view.tail] == ["say", "dream"]
    await stage.close()


# --- by command ---------------------------------------------------------------------------


async def test_an_agent_goes_to_sleep_by_its_own_command(tmp_path: Path) -> None:
    """Under any strategy; it remembers that it did, and the room sees it."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=10, jitter=0), strategy="waterfall")
    stage.model.will("sleep soundly", "say Good morning.")
    moss.start(within=1)
    await stage.clock.advance(1)
    assert state_of(moss) is RestPhase.ASLEEP
    assert moss.memory.view.tail[0].text == "~Moss> sleep soundly\nYou fall asleep."
    assert stage.person.texts == ["Moss pauses, deep in thought…", "Moss falls asleep."]
    await stage.clock.advance(599)
    assert len(stage.model.requests) == 1
    await stage.clock.advance(12)
    assert 'Moss says, "Good morning."' in stage.person.texts
    await stage.close()


async def test_who_may_send_whom_to_sleep(tmp_path: Path) -> None:
    """Administrators agents, agents themselves, people nobody, not even themselves."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.sleeper("Wren")
    assert "people rest when they leave" in stage.ada_does("sleep")
    assert stage.ada_does("sleep Moss") == "Only administrators send others to sleep."
    assert "Only administrators" in stage.does(moss, "sleep Wren")
    assert moss.sleeper.awake
    stage.crown_ada()
    assert "people rest when they leave" in stage.ada_does("sleep")
    assert 'no agent "Nobody"' in stage.ada_does("sleep Nobody")
    assert stage.ada_does("sleep Moss") == "You send Moss to sleep."
    assert stage.ada_does("sleep Moss") == "Moss is asleep already."
    assert stage.onlooker.texts == ["Moss falls asleep."]
    await stage.close()


async def test_waking_is_seen_from_every_side(tmp_path: Path) -> None:
    """By who wakes, who is woken, who looks on; and the agent answers once it is awake."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.does(moss, "sleep")
    await stage.clock.advance(5)
    stage.model.will("say I dreamt of bells.")
    assert stage.bob_does("wake up Moss") == "You wake Moss."
    assert stage.person.texts == ["Moss falls asleep.", "Bob wakes Moss.", "Moss wakes up."]
    assert moss.memory.view.tail[-1].text == "Bob wakes you."
    await stage.clock.advance(2)
    assert 'Moss says, "I dreamt of bells."' in stage.onlooker.texts
    assert stage.bob_does("wake Moss") == "Moss is awake."
    assert stage.bob_does("wake Ada") == "Ada is awake."
    assert stage.bob_does("wake").startswith("Which agent?")
    await stage.close()


async def test_only_administrators_wake_from_afar(tmp_path: Path) -> None:
    """In the sleeper's room nobody sees who it was; an agent that is asleep cannot wake itself."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    wren, _ = stage.sleeper("Wren")
    stage.does(moss, "sleep")
    stage.does(wren, "sleep")
    await stage.clock.advance(0)
    assert "Nobody wakes themselves" in stage.does(moss, "wake Moss")
    stage.ada_does("go garden")
    assert "wake" not in stage.ada_does("wake Moss")
    assert state_of(moss) is RestPhase.ASLEEP
    stage.crown_ada()
    assert stage.ada_does("wake Moss") == "You wake Moss."
    assert moss.sleeper.awake
    assert moss.memory.view.tail[-1].text == "Ada wakes you."
    assert "Moss wakes up." in stage.onlooker.texts
    assert not any("Ada wakes" in text for text in stage.onlooker.texts)
    assert stage.does(moss, "wake Wren") == "You wake Wren."
    assert wren.sleeper.awake
    await stage.close()


async def test_neither_command_is_reached_by_a_slip(tmp_path: Path) -> None:
    """A model that writes "speak" or "make" has not gone to sleep or woken anybody."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    for line in ("slep", "speak", "sleeps", "sl"):
        assert "asleep" not in stage.does(moss, line)
    assert moss.sleeper.awake
    await stage.close()


# --- while it sleeps ----------------------------------------------------------------------


async def test_asleep_it_perceives_and_remembers(tmp_path: Path) -> None:
    """What happens around it is there when it wakes; what is not said to it does not wake it."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.does(moss, "sleep")
    await stage.clock.advance(0)
    stage.ada_does(":tiptoes past.")
    await stage.clock.advance(100)
    assert state_of(moss) is RestPhase.ASLEEP
    assert moss.memory.view.tail[-1].text == "Ada tiptoes past."
    await stage.close()


async def test_being_spoken_to_wakes_it_and_it_answers(tmp_path: Path) -> None:
    """The answer comes after the reply delay, as by day."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.does(moss, "sleep")
    await stage.clock.advance(5)
    stage.model.will("say I was only resting my eyes.")
    stage.ada_does("say Moss, are you asleep?")
    await stage.clock.advance(1.4)
    assert stage.model.requests == []
    await stage.clock.advance(0.2)
    assert 'Moss says, "I was only resting my eyes."' in stage.person.texts
    assert "are you asleep?" in stage.model.requests[0].prompt
    await stage.close()


async def test_spoken_to_while_it_compacts_it_finishes_first(tmp_path: Path) -> None:
    """Waking waits for consolidation; nothing is lost, and who spoke is answered."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    stage.does(moss, "sleep")
    await stage.clock.advance(5)
    assert state_of(moss) is RestPhase.FALLING
    stage.ada_does("say Moss, come quickly!")
    stage.ada_does("say Moss?")
    await stage.clock.advance(20)
    assert state_of(moss) is RestPhase.WAKING
    assert stage.model.requests == []
    stage.model.will("say I am coming.")
    model.held.set()
    await stage.clock.advance(0)
    assert moss.sleeper.awake
    assert spans(moss.memory) == [(1, 57)]
    await stage.clock.advance(2)
    assert 'Moss says, "I am coming."' in stage.person.texts
    assert_whole(moss.memory)
    await stage.close()


async def test_a_model_that_hangs_does_not_keep_it_asleep(tmp_path: Path) -> None:
    """After a minute of waiting it wakes regardless; the compaction goes on and counts."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    stage.does(moss, "sleep")
    await stage.clock.advance(600)
    assert state_of(moss) is RestPhase.WAKING
    await stage.clock.advance(WAKING_SECONDS - 1)
    assert state_of(moss) is RestPhase.WAKING
    await stage.clock.advance(1)
    assert moss.sleeper.awake
    assert any("has not ended in 60 s" in line for line in stage.log)
    stage.model.will("say Good morning.")
    stage.ada_does("say Moss, good morning.")
    await stage.clock.advance(2)
    assert 'Moss says, "Good morning."' in stage.person.texts
    assert not moss.memory.view.summaries
    model.held.set()
    await stage.clock.advance(0)
    assert spans(moss.memory) == [(1, 57)]
    assert_whole(moss.memory)
    await stage.close()


async def test_it_sleeps_again_though_the_last_nights_compaction_still_runs(
    tmp_path: Path,
) -> None:
    """There is one compaction at a time, and no night is stuck behind another for good."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000, sleep_after=100.0, sleep_seconds=100.0)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    moss.start(within=100_000)
    await stage.clock.advance(100 + 100 + WAKING_SECONDS + 100)
    assert state_of(moss) is RestPhase.FALLING
    assert len(model.asked) == 1
    model.held.set()
    await stage.clock.advance(0)
    assert state_of(moss) is RestPhase.ASLEEP
    assert_whole(moss.memory)
    await stage.close()


# --- the night's work -----------------------------------------------------------------------


async def test_first_the_journal_then_the_dream_then_compaction(tmp_path: Path) -> None:
    """In this order: what is extracted is safe before anything is summarised."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    fill(moss.memory, 75)
    seen: list[tuple[int, int]] = []

    async def tidy() -> int:
        await asyncio.sleep(0)
        seen.append((moss.memory.last_seq, len(model.asked)))
        return 0

    consolidate_by(moss, tidy)
    moss.sleeper.fall_asleep()
    await stage.clock.advance(0)
    assert seen == [(75, 0)]
    assert (moss.memory.last_seq, len(model.asked)) == (76, 1)
    await stage.close()


async def test_a_journal_that_fails_or_hangs_costs_only_itself(tmp_path: Path) -> None:
    """Dream and compaction come all the same, and the log says what went wrong."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(context_tokens=1000, sleep_seconds=0.0)
    wren, _ = stage.sleeper("Wren", context_tokens=1000, sleep_seconds=0.0)

    async def fail() -> int:
        raise OSError("no space left")

    async def hang() -> int:
        await asyncio.Event().wait()
        return 0

    for agent, tidy in ((moss, fail), (wren, hang)):
        fill(agent.memory, 75)
        consolidate_by(agent, tidy)
        agent.sleeper.fall_asleep()
    await stage.clock.advance(0)
    assert (state_of(moss), state_of(wren)) == (RestPhase.ASLEEP, RestPhase.FALLING)
    await stage.clock.advance(JOURNAL_SECONDS)
    assert state_of(wren) is RestPhase.ASLEEP
    assert spans(moss.memory) == [(1, 57)]
    assert spans(wren.memory)[0][0] == 1
    failed = [line for line in stage.log if "failed in its sleep" in line]
    assert "Moss: consolidation failed in its sleep: OSError: no space left" in failed[0]
    assert "Wren: consolidation failed in its sleep: TimeoutError" in failed[1]
    await stage.close()


async def test_woken_while_the_journal_hangs_it_neither_dreams_nor_compacts(
    tmp_path: Path,
) -> None:
    """Awake again, nothing of the night goes on but a compaction that has begun."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(pace=Pace(think_interval=0), context_tokens=1000)
    fill(moss.memory, 75)
    release = asyncio.Event()

    async def hang() -> int:
        await release.wait()
        return 0

    consolidate_by(moss, hang)
    stage.does(moss, "sleep")
    await stage.clock.advance(1)
    stage.ada_does("wake Moss")
    await stage.clock.advance(WAKING_SECONDS)
    assert moss.sleeper.awake
    release.set()
    await stage.clock.advance(100)
    assert "dream" not in [each.event for each in moss.memory.view.tail]
    assert not model.asked
    await stage.close()


async def test_dreams_are_not_found_and_do_not_contain_dreams(tmp_path: Path) -> None:
    """A dream is no new experience: recall does not know it, the next dream leaves it out."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.ada_does("say The ice is thin.")
    for _ in range(4):
        moss.sleeper.fall_asleep()
        await stage.clock.advance(1)
        moss.sleeper.wake()
        moss.memory.record(
            NewMemory(
                "~Moss> think So.\nYou think.",
                source="thought",
                command="think",
                nature=Nature.THOUGHT,
            )
        )
    dreams = [each.text for each in moss.memory.view.tail if each.event == "dream"]
    assert len(dreams) == 4
    assert not any("You drift" in text[5:] for text in dreams)
    assert [hit.render_line() for hit in moss.search("drift old memories surface", 400)] == []
    await stage.close()


# --- with everything else --------------------------------------------------------------------


async def test_pause_and_sleep_do_not_fight(tmp_path: Path) -> None:
    """Paused, an agent neither falls asleep nor wakes by itself; resumed, it does what is due."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    moss.start(within=100_000)
    moss.pause()
    await stage.clock.advance(1000)
    assert moss.sleeper.awake
    moss.resume()
    assert moss.sleeper.awake
    stage.does(moss, "sleep")
    await stage.clock.advance(1)
    moss.pause()
    stage.ada_does("say Moss, wake up.")
    await stage.clock.advance(1000)
    assert state_of(moss) is RestPhase.ASLEEP
    moss.resume()
    stage.model.will("say I am up.")
    await stage.clock.advance(2)
    assert moss.sleeper.awake
    assert 'Moss says, "I am up."' in stage.person.texts
    await stage.close()


async def test_a_paused_agent_that_is_woken_takes_no_turn(tmp_path: Path) -> None:
    """Waking is not resuming."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=10, jitter=0))
    stage.does(moss, "sleep")
    await stage.clock.advance(0)
    moss.pause()
    stage.ada_does("wake Moss")
    await stage.clock.advance(100)
    assert moss.sleeper.awake
    assert stage.model.requests == []
    await stage.close()


async def test_a_turn_in_flight_is_dropped_and_who_waited_is_answered_later(
    tmp_path: Path,
) -> None:
    """Sent to sleep in the middle of a thought, an agent owes the answer until it wakes."""
    stage = Bedroom(tmp_path)
    stage.crown_ada()
    moss, _ = stage.sleeper()
    stage.ada_does("say Good evening, Moss.")
    await stage.clock.advance(2)
    assert moss.phase is Phase.THINKING
    stage.ada_does("sleep Moss")
    stage.model.will("say Too late.", "say Good evening, Ada.")
    await stage.clock.advance(599)
    assert 'Moss says, "Too late."' not in stage.person.texts
    await stage.clock.advance(3)
    assert 'Moss says, "Good evening, Ada."' in stage.person.texts
    await stage.close()


async def test_another_strategy_in_the_middle_of_the_night(tmp_path: Path) -> None:
    """The night ends as it began, no memory is lost, and by day the new strategy holds."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    moss.start(within=100_000)
    await stage.clock.advance(301)
    assert state_of(moss) is RestPhase.FALLING
    reconfigure(moss.memory, settings=_settings(strategy="waterfall"))
    moss.sleeper.consider()
    model.held.set()
    await stage.clock.advance(0)
    assert state_of(moss) is RestPhase.ASLEEP
    assert_whole(moss.memory)
    await stage.clock.advance(600)
    assert moss.sleeper.awake
    await stage.clock.advance(5000)
    assert moss.sleeper.awake
    reconfigure(moss.memory, settings=_settings(context_tokens=1000))
    moss.sleeper.consider()
    await stage.clock.advance(1)
    assert not moss.sleeper.awake
    await stage.close()


async def test_closing_in_the_middle_of_a_night_leaves_nothing_behind(tmp_path: Path) -> None:
    """No timer rings afterwards and no work goes on; what was remembered is on disk."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    stage.does(moss, "sleep")
    await stage.clock.advance(1)
    stage.ada_does("wake Moss")
    assert state_of(moss) is RestPhase.WAKING
    view = moss.memory.view
    await stage.close()
    await stage.clock.advance(10_000)
    assert state_of(moss) is RestPhase.WAKING
    again = Bedroom(tmp_path).agent(pace=STILL)
    assert again.sleeper.awake
    assert again.memory.view == view
    await again.memory.close()


async def test_a_prompt_above_the_emergency_threshold_is_eased_before_the_turn(
    tmp_path: Path,
) -> None:
    """The model is asked with a prompt below it, though the longer one would have fitted."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=10, jitter=0), context_tokens=1000)
    fill(moss.memory, 75)
    stage.model.will("think So it goes.")
    moss.start(within=1)
    await stage.clock.advance(1)
    assert len(stage.model.requests) == 1
    assert len(stage.model.requests[0].prompt) / 4 < 800
    compacted = moss.memory.view.compacted
    assert compacted is not None
    assert compacted.trigger == "emergency"
    assert any("compaction is forced before the turn" in line for line in stage.log)
    await stage.close()


async def test_a_hanging_summarizer_holds_an_emergency_turn_up_for_a_minute_at_most(
    tmp_path: Path,
) -> None:
    """The prompt still fits: the turn goes on, and the compaction as well."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(pace=Pace(think_interval=10, jitter=0), context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    stage.model.will("think So it goes.", "think And so on.")
    moss.start(within=1)
    await stage.clock.advance(59)
    assert stage.model.requests == []
    await stage.clock.advance(3)
    assert len(stage.model.requests) == 1
    await stage.clock.advance(10)
    assert len(stage.model.requests) == 2
    model.held.set()
    await stage.clock.advance(0)
    assert moss.memory.view.summaries
    assert_whole(moss.memory)
    await stage.close()


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_happens_nobody_acts_asleep_and_everybody_wakes(
    tmp_path: Path, seed: int
) -> None:
    """Random days: no turn begins asleep, no memory is lost, and the agent is never stuck."""
    rng, stage = random.Random(seed), Bedroom(tmp_path)
    stage.crown_ada()
    pace = Pace(think_interval=40, jitter=0)
    moss, summaries = stage.sleeper(pace=pace, context_tokens=1000, sleep_after=120.0)
    stage.model.will(*[f"think Bean row {number}." for number in range(500)])
    summaries.held = asyncio.Event()
    moss.start(within=1)
    lines = ("say Moss?", "wake Moss", "sleep Moss", ":hums.", "go garden", "go hall")
    for _ in range(60):
        match rng.randrange(8):
            case 0:
                moss.resume() if moss.paused else moss.pause()
            case 1:
                summaries.held.set() if rng.random() < 0.5 else summaries.held.clear()
            case 2:
                fill(moss.memory, rng.randrange(20))
            case _:
                stage.ada_does(rng.choice(lines))
        await stage.clock.advance(rng.choice((0, 1, 30, 200)))
        assert_whole(moss.memory)
    states = [each for each in stage.watched if each.kind in ("state", "turn", "command")]
    awake = True
    for each in states:
        awake = {"falls asleep": False, "wakes up": True}.get(each.text, awake)
        assert awake or each.kind == "state"
    summaries.held.set()
    if moss.paused:
        moss.resume()
    stage.ada_does("go hall")
    stage.ada_does("wake Moss")
    await stage.clock.advance(WAKING_SECONDS)
    assert moss.sleeper.awake
    assert stage.errors == []
    await stage.close()
