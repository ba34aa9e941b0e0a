"""The door: deliveries, records and failures."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from tests.texts import shipped_texts
from tests.world.transcript import Play, trio
from world.boundaries import Event, Perception
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.names import NameRefused
from world.nature import Nature
from world.recorder import Recorder
from world.stores import MemoryStore
from world.text import clean_line
from world.world import World

TEXTS = shipped_texts()


def command(name: str, run: object, **more: object) -> Command:
    syntax = f"{name} [<words>]"
    return Command(name, run, syntax, "x", "query", nature=Nature.DEED, **more)  # type: ignore[arg-type]


def test_the_actor_perceives_one_result_with_line_command_and_reason() -> None:
    play = trio()
    play.perform("Moss", '"Hi all | I am lonely')
    [own] = play.heard("Moss")
    assert own == Perception(
        kind="result",
        text='You say, "Hi all"',
        place="The Hall",
        occupants=("Ann", "Bob"),
        actor="Moss",
        actor_kind="agent",
        own=True,
        line="say Hi all",
        command="say",
        reason="I am lonely",
        nature=Nature.SPEECH,
    )
    [seen] = play.heard("Bob")
    assert seen == Perception(
        kind="say",
        text='Moss says, "Hi all"',
        place="The Hall",
        actor="Moss",
        actor_kind="agent",
        nature=Nature.SPEECH,
    )


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("Bob, are you well?", {"Bob"}),
        ("is that Moss’s or bob's?", {"Bob", "Moss"}),
        ("bobbing mosses", set()),
        ("MOSS!", {"Moss"}),
        ("hello", set()),
    ],
)
def test_who_is_addressed(words: str, who: set[str]) -> None:
    play = trio()
    play.perform("Ann", f"say {words}")
    assert {name for name in ("Bob", "Moss") if play.last(name).addressed} == who


def test_the_only_other_one_present_is_addressed() -> None:
    play = Play()
    play.character("Ann")
    play.character("Moss", "agent")
    play.character("Far", place=play.pond)
    play.perform("Ann", "say Lovely weather")
    assert play.last("Moss").addressed


def test_whisper_tell_and_give_address_their_target() -> None:
    play = trio()
    play.thing("lamp", play.who("Ann"))
    for line in ("whisper Moss hi", "tell Moss hi", "give lamp to Moss"):
        play.perform("Ann", line)
        assert play.last("Moss").addressed
        assert not any(perception.addressed for perception in play.heard("Bob"))


def test_a_failing_command_changes_nothing_and_the_world_goes_on() -> None:
    def break_things(call: Invocation) -> None:
        call.tx.describe(call.room, "ruined")
        call.tx.create("thing", "debris", call.room)
        call.emit(Event("x", call.actor.id, call.room.id, others="Everything breaks."))
        call.world.notify(call.actor.id, "never sent")
        raise ZeroDivisionError("oops")

    play = Play([command("smash", break_things)])
    play.character("Ann")
    play.character("Bob")
    before = play.world.rows()
    outcome = play.perform("Ann", "smash")
    assert not outcome.ok
    assert play.world.rows() == before == play.store.rows()
    expected = "Something went wrong with smash, and nothing was changed. It has been noted."
    assert [(p.kind, p.text) for p in play.heard("Ann")] == [("fault", expected)]
    assert play.heard("Bob") == []
    [(error, where)] = play.errors
    assert (type(error), where) == (ZeroDivisionError, "smash by Ann failed")
    assert play.perform("Ann", "look").ok


def test_a_store_that_fails_undoes_the_command() -> None:
    play = trio()
    play.thing("lamp", play.hall)

    def broken(saved: object, removed: object) -> None:
        raise OSError("disk full")

    play.store.record = broken  # type: ignore[method-assign]
    assert not play.perform("Bob", "get lamp").ok
    assert [thing.name for thing in play.who("Bob").contents] == []
    assert play.heard("Ann") == []
    assert len(play.errors) == 1


def test_a_refusal_without_reasons_is_still_a_refusal() -> None:
    play = Play([command("refuse", lambda call: call.refuse())])
    play.character("Ann")
    assert not play.perform("Ann", "refuse").ok
    assert play.last("Ann").kind == "refusal"


def test_a_mind_that_fails_stops_no_other() -> None:
    class Broken(Recorder):
        def perceive(self, perception: Perception) -> None:
            raise ValueError("no ears")

    play = trio()
    play.world.attach(play.who("Bob").id, Broken())
    play.perform("Ann", "say hi")
    assert play.last("Moss").text == 'Ann says, "hi"'
    assert [where for _, where in play.errors] == ["Bob's mind failed to perceive: say"]


def test_perceptions_come_after_the_commit_and_in_order() -> None:
    """A mind that acts from within a perception is answered after everyone heard the first.

    Agents hear, and so remember, before any person can have read it.
    """
    play = trio()
    seen: list[str] = []

    class Parrot(Recorder):
        def perceive(self, perception: Perception) -> None:
            seen.append(f"Bob: {perception.text}")
            if perception.actor == "Ann":
                play.perform("Bob", "say again")

    class Listener(Recorder):
        def perceive(self, perception: Perception) -> None:
            seen.append(f"Moss: {perception.text}")

    play.world.attach(play.who("Bob").id, Parrot())
    play.world.attach(play.who("Moss").id, Listener("agent"))
    play.perform("Ann", "say one")
    assert seen == [
        'Moss: Ann says, "one"',
        'Bob: Ann says, "one"',
        'Moss: Bob says, "again"',
        'Bob: You say, "again"',
    ]


def test_the_door_is_shut_while_a_command_runs() -> None:
    play = Play()
    again = command("again", lambda call: play.world.perform(call.actor.id, "look"))
    play = Play([again])
    play.character("Ann")
    assert not play.perform("Ann", "again").ok
    assert isinstance(play.errors[0][0], RuntimeError)


def test_without_a_mind_one_is_not_present() -> None:
    play = trio()
    bob = play.who("Bob")
    mind = play.world.mind_of(bob.id)
    assert mind is not None
    assert not play.world.detach(bob.id, Recorder())
    assert play.world.detach(bob.id, mind)
    play("""
        Ann> look
        Ann: The Hall
            A long stone hall.
            Also here: Moss.
            Exits: garden.
        Ann> say anyone?
        Ann: You say, "anyone?"
        Moss: Ann says, "anyone?"
        Ann> look bob
        Ann: There is nothing called 'bob' here.
    """)
    assert play.perform("Bob", "say I talk in my sleep").ok
    assert not play.perform("Bob", "@dig The Cave").ok
    assert play.world.situation(play.who("Ann").id).occupants == ("Moss",)


def test_ambient_events_reach_people_only() -> None:
    play = trio()
    play.world.ambient(play.who("Bob").id, "Bob yawns.")
    [seen] = play.heard("Ann")
    assert (seen.text, seen.ambient, seen.kind) == ("Bob yawns.", True, "ambient")
    assert play.heard("Moss") == play.heard("Bob") == []


def test_notices_announcements_and_the_room_on_waking() -> None:
    play = trio()
    bob = play.who("Bob").id
    play.world.notify(bob, "Compaction is done.")
    play.world.announce(bob, "wake", "Bob wakes up.")
    play.world.show_room(bob)
    notice, room = play.heard("Bob")
    assert (notice.kind, notice.text, notice.own) == ("notice", "Compaction is done.", False)
    assert (room.kind, room.text.split("\n")[0]) == ("room", "The Hall")
    assert [p.text for p in play.heard("Moss")] == ["Bob wakes up."]


def test_a_notice_from_within_a_command_comes_after_its_result() -> None:
    def run(call: Invocation) -> None:
        call.world.notify(call.actor.id, "later")
        call.reply("now")

    play = Play([command("begin", run)])
    play.character("Ann")
    play.perform("Ann", "begin")
    assert [p.text for p in play.heard("Ann")] == ["now", "later"]


def test_changes_through_the_world_join_the_command() -> None:
    def run(call: Invocation) -> None:
        call.world.set_property(call.actor.id, "mood", "good")
        call.world.add_character("Twin")
        call.refuse("No.")

    play = Play([command("dream", run)])
    ann = play.character("Ann")
    play.perform("Ann", "dream")
    assert "mood" not in ann.properties
    assert play.world.find_character("Twin") is None


def test_a_command_that_is_not_public_cannot_be_noticed() -> None:
    def run(call: Invocation) -> None:
        call.emit(Event("x", call.actor.id, call.room.id, others="seen"))

    play = Play([command("hide", run, privacy=Privacy.SILENT)])
    play.character("Ann")
    play.character("Bob")
    assert not play.perform("Ann", "hide").ok
    assert play.heard("Bob") == []


def test_commands_for_people_are_refused_to_agents() -> None:
    row = command("vote", lambda call: call.reply("ok"), permission=Permission.PEOPLE)
    play = Play([row])
    play.character("Ann")
    play.character("Moss", "agent")
    assert play.perform("Ann", "vote").ok
    assert play.perform("Moss", "vote").text == "Only people may use vote."
    assert play.world.may(play.who("Ann").id, row)
    assert not play.world.may(play.who("Moss").id, row)


def test_characters_come_and_go() -> None:
    play = trio()
    play.thing("lamp", play.who("Bob"))
    with pytest.raises(NameRefused, match="The name 'BOB' is taken"):
        play.world.add_character("BOB")
    play.world.remove_character(play.who("Bob").id)
    assert play.world.find_character("Bob") is None
    assert [thing.name for thing in play.hall.contents] == ["Ann", "Moss", "lamp"]
    assert play.store.rows() == play.world.rows()
    with pytest.raises(LookupError):
        play.world.perform(10_000, "look")


def test_a_situation_is_what_is_at_hand() -> None:
    play = trio()
    play.thing("lamp", play.hall)
    play.thing("cup", play.who("Moss"))
    now = play.world.situation(play.who("Moss").id)
    assert (now.name, now.place, now.description) == ("Moss", "The Hall", "A long stone hall.")
    assert dict(now.exits) == {"garden": "The Garden"}
    assert (now.occupants, now.things, now.carrying) == (("Ann", "Bob"), ("lamp",), ("cup",))


def test_the_shortest_path_is_found_or_there_is_none() -> None:
    play = trio()
    moon = play.room("The Moon")
    way = play.world.shortest_path(play.hall, play.pond)
    assert way is not None
    assert [exit.name for exit in way] == ["garden", "pond"]
    assert play.world.shortest_path(play.hall, play.hall) == []
    assert play.world.shortest_path(play.hall, moon) is None


def test_a_mind_finds_ways_and_people_by_name() -> None:
    play = trio()
    play.room("The Moon")
    moss = play.who("Moss").id
    assert play.world.find_way(moss, "the pond") == ["garden", "pond"]
    assert play.world.find_way(moss, "The Hall") == []
    assert play.world.find_way(moss, "The Moon") is None
    assert play.world.find_way(moss, "nowhere") is None
    assert play.world.find_place("ann") == "The Hall"
    assert play.world.find_place("nobody") == ""
    play.world.add_character("Sleeper")
    assert play.world.find_place("Sleeper") == ""
    play.world.presence.mark(play.who("Ann").id, "link lost", lost=True)
    assert play.world.find_place("Ann") == ""


def test_everything_comes_back_after_a_restart() -> None:
    play = trio()
    for line in ("@dig The Cave = down, up", "@create silver key -> Tiny.", "down", "drop key"):
        assert play.perform("Ann", line).ok
    again = World(play.world.table, TEXTS, MemoryStore(), on_error=lambda *_: None)
    assert again.load(play.store.rows()) == []
    assert again.rows() == play.world.rows()
    cave = again.find_room("the cave")
    assert cave is not None
    assert [one.name for one in cave.contents] == ["Ann", "silver key"]


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(st.text() | st.text("countdsay \"|:'x", max_size=15))
def test_any_line_runs_at_most_one_command_and_is_answered_once(line: str) -> None:
    """Correction and completion included: one run, one answer, never an error."""
    runs: list[str] = []
    rows = [command(name, lambda call: runs.append(call.verb)) for name in ("count", "cousin")]
    play = Play(rows, texts=TEXTS)
    play.character("Ann", "agent")
    play.perform("Ann", line)
    answers = play.heard("Ann")
    assert len(runs) <= 1
    assert len(answers) == (1 if clean_line(line, 8000) else 0)
    assert play.errors == []


def test_a_corrected_command_runs_once() -> None:
    runs: list[str] = []
    play = Play([command("count", lambda call: runs.append(call.line))])
    play.character("Ann")
    play.perform("Ann", "conut to ten")
    assert runs == ["count to ten"]
    notice, result = play.heard("Ann")
    assert (notice.kind, notice.text) == ("notice", "[Auto-corrected 'conut' → 'count']")
    assert (result.line, result.command) == ("count to ten", "count")
