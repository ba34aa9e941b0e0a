"""The chronicle has what anybody in the room could perceive, and nothing else."""

from __future__ import annotations

from agents.clock import VirtualClock
from server.chronicle.entry import ChronicleEntry
from server.chronicle.recorder import ChronicleRecorder
from tests.server.chronicle.support import MORNING
from tests.world.transcript import Play, trio
from world.boundaries import Event
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature


def record(play: Play) -> list[ChronicleEntry]:
    """The entries that come of what happens from now on."""
    entries: list[ChronicleEntry] = []
    recorder = ChronicleRecorder(play.world, VirtualClock(MORNING), entries.append, lambda: True)
    play.world.on_events = recorder.notice
    return entries


def test_speech_is_written_with_place_people_and_nature() -> None:
    """Ann and Bob are people, Moss is an agent."""
    play = trio()
    entries = record(play)
    play.perform("Ann", "say Good morning")
    [entry] = entries
    assert entry == ChronicleEntry(
        at=MORNING,
        time=None,
        room="The Hall",
        kind=Nature.SPEECH,
        text='Ann says, "Good morning"',
        event="say",
        actor="Ann",
        actor_kind="person",
        people=("Ann", "Bob"),
        agents=("Moss",),
    )


def test_private_words_are_never_in_it() -> None:
    """Neither what is whispered, nor that it is, nor what is told, asked, thought or refused."""
    play = trio()
    entries = record(play)
    for line in (
        "whisper Bob secret",
        "tell Moss secret",
        "look",
        "inventory",
        "say",
        "no such command",
    ):
        play.perform("Ann", line)
    play.perform("Moss", "think secret")
    play.perform("Ann", "emote nods. | secret")
    assert [each.text for each in entries] == ["Ann nods."]


def test_going_is_seen_from_both_rooms() -> None:
    """Whoever goes belongs to both, whether or not anybody sees it."""
    play = trio()
    entries = record(play)
    play.perform("Moss", "go garden")
    assert [(each.room, each.event, each.actor, each.agents) for each in entries] == [
        ("The Hall", "leave", "Moss", ("Moss",)),
        (play.garden.name, "arrive", "Moss", ("Moss",)),
    ]


def test_what_nobody_does_has_no_actor() -> None:
    """A happening is told like a deed."""
    play = trio()
    entries = record(play)
    play.world.emit(Event("happening", None, play.hall.id, "It rains.", nature=Nature.HAPPENING))
    play.world.ambient(play.who("Moss").id, "Moss pauses.")
    assert [(each.text, each.actor, each.actor_kind) for each in entries] == [
        ("It rains.", "", None)
    ]


def test_a_command_that_fails_has_not_happened() -> None:
    """Neither its own events nor those that came while it ran are written."""
    play = trio()
    entries = record(play)

    def fail(call: Invocation) -> None:
        play.world.emit(Event("x", None, play.hall.id, "Aside.", nature=Nature.DEED))
        call.emit(Event("x", call.actor.id, play.hall.id, "Own."))
        if call.args:
            call.refuse("No.")

    play = Play([Command("try", fail, "try", "x", "query", nature=Nature.DEED)])
    play.character("Ann")
    entries = record(play)
    play.perform("Ann", "try it")
    assert entries == []
    play.perform("Ann", "try")
    assert [each.text for each in entries] == ["Own.", "Aside."]


def test_switched_off_nothing_is_written() -> None:
    """The setting holds from the next event on."""
    play = trio()
    entries: list[ChronicleEntry] = []
    is_on = [False]
    recorder = ChronicleRecorder(
        play.world, VirtualClock(MORNING), entries.append, lambda: is_on[0]
    )
    play.world.on_events = recorder.notice
    play.perform("Ann", "say One")
    is_on[0] = True
    play.perform("Ann", "say Two")
    assert [each.text for each in entries] == ['Ann says, "Two"']
