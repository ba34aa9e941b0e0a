"""What a watcher reads: what anybody would see, what the agent thinks, and no machinery."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from agents.boundaries import WatchEvent, WatchKind
from agents.clock import VirtualClock
from agents.mind.watch import WatchHub
from server.watching.feed import WorldFeed
from server.watching.followers import Followers
from server.watching.messages import make_message
from server.watching.storyteller import Storyteller
from tests.server.chronicle.support import MORNING
from tests.texts import shipped_texts
from tests.world.transcript import Play, trio
from world.calendar import Calendar


@dataclass
class Seat:
    """A watcher in front of a play, on a clock of its own."""

    play: Play = field(default_factory=trio)
    prompts: bool = False
    many: bool = False
    at: str = ""
    """Where the watcher is."""
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = VirtualClock(MORNING)
        self.hub = WatchHub(print)
        feed = WorldFeed(self.play.world, self.hub, self.clock)
        self.play.world.on_events = feed.notice
        calendar = Calendar()
        self.teller = Storyteller(
            shipped_texts(),
            self.told.append,
            lambda: calendar.at(self.clock.now().timestamp()),
            lambda: self.prompts,
            lambda: self.at,
            self.play.world.find_place,
            self.many,
        )
        self.hub.toggle("all" if self.many else "Moss", 1, self.teller)

    def mind(self, kind: WatchKind, text: str, **about: object) -> None:
        self.hub(WatchEvent("Moss", self.clock.now(), kind, text, about))

    def take(self) -> list[str]:
        told, self.told[:] = [*self.told], []
        return told


def test_what_anybody_sees_beside_the_agent_is_told_with_place_and_hour() -> None:
    """Its own words, too, as others hear them; place and hour when they are news."""
    seat = Seat()
    seat.play.perform("Ann", "say Good morning")
    seat.play.perform("Moss", "say Oats.")
    assert seat.take() == [
        "-- The Hall, eight o'clock --", 'Ann says, "Good morning"', 'Moss says, "Oats."',
    ]  # fmt: skip
    seat.play.perform("Moss", "go garden")
    seat.play.perform("Ann", "say Gone?")
    assert seat.take() == [
        "Moss leaves for The Garden.",
        "-- The Garden, eight o'clock --",
    ]  # fmt: skip


def test_who_stands_beside_the_agent_is_not_told_what_they_see() -> None:
    """Thoughts are told wherever they are."""
    seat = Seat(at="The Hall")
    seat.play.perform("Moss", "say Oats.")
    seat.mind("thought", "Barley.")
    seat.play.perform("Moss", "go garden")
    seat.play.perform("Moss", "emote nods.")
    assert seat.take() == [
        "Moss thinks: Barley.", "-- The Garden, eight o'clock --", "Moss nods.",
    ]  # fmt: skip


async def test_the_hour_is_told_again_after_a_while() -> None:
    """In the same room, after half an hour of the world."""
    seat = Seat()
    seat.play.perform("Ann", "emote nods.")
    seat.take()
    await seat.clock.advance(timedelta(minutes=1).total_seconds())
    seat.play.perform("Ann", "emote nods.")
    assert seat.take() == ["Ann nods."]
    await seat.clock.advance(timedelta(minutes=1).total_seconds())
    seat.play.perform("Ann", "emote nods.")
    assert seat.take() == ["-- The Hall, a quarter to nine --", "Ann nods."]


def test_the_name_before_a_gesture_is_told_of_people_alone() -> None:
    """A person's gesture could pass for the world's own report; an agent's does not try to."""
    seat = Seat()
    for name in ("Moss", "Ann"):
        seat.play.perform(name, "emote drops the lamp.")
    assert seat.take()[1:] == ["Moss drops the lamp.", "[Ann] Ann drops the lamp."]


def test_private_words_are_told_as_the_agents_alone() -> None:
    """And those that only others hear are not told at all."""
    seat = Seat()
    seat.play.perform("Ann", "tell Moss Psst")
    seat.play.perform("Bob", "tell Ann Psst")
    assert seat.take()[1:] == ['Moss alone hears: Ann tells you, "Psst"']


def test_what_everybody_sees_is_not_told_again_as_the_agents_alone() -> None:
    """A gift is seen by the others and felt by the one who gets it."""
    seat = Seat()
    seat.play.thing("pear", seat.play.who("Ann"))
    seat.play.perform("Ann", "give pear to Moss")
    assert seat.take()[1:] == ["Ann gives the pear to Moss."]


def test_what_others_saw_is_not_told_again_from_the_line() -> None:
    """What the agent reads of its own deed is the same deed."""
    seat = Seat()
    seat.mind("command", "say Oats.")
    seat.play.perform("Moss", "say Oats.")
    seat.mind("result", 'You say, "Oats."', nature="speech")
    seat.mind("command", "think Quiet.")
    seat.mind("thought", 'You think, "Quiet."')
    seat.mind("result", "late")
    assert seat.take()[1:] == ['Moss says, "Oats."', "Moss thinks: Quiet."]


def test_the_room_of_a_thought_is_told_too() -> None:
    """Not where the watcher stands; and anew when the agent has left the watcher's room."""
    seat = Seat()
    seat.mind("thought", "Oats.")
    assert seat.take() == ["-- The Hall, eight o'clock --", "Moss thinks: Oats."]
    seat.at = "The Hall"
    seat.mind("thought", "Barley.")
    seat.at = "The Pond"
    seat.mind("thought", "Rye.")
    assert seat.take() == [
        "Moss thinks: Barley.", "-- The Hall, eight o'clock --", "Moss thinks: Rye.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("stir the pot: chosen", "Moss means to stir the pot."),
        ("stir the pot: Ada asked for it", "Moss means to stir the pot: Ada asked for it."),
        ("stir: Ada asked for it; later", "Moss means to stir later: Ada asked for it."),
        ("stir the pot: interrupted", "Moss means to stir the pot, but not now."),
        ("stir the pot: taken up again", "Moss means now to stir the pot."),
        ("stir the pot: dropped, too late", "Moss no longer means to stir the pot: too late."),
        ("put aside", "Moss: put aside"),
    ],
)
def test_what_becomes_of_an_intention_is_told_in_a_sentence(text: str, told: str) -> None:
    """And words that nobody foresaw are told as they are."""
    seat = Seat(at="The Hall")
    seat.mind("intention", text)
    assert seat.take() == [f"({told})"]


def test_that_an_intention_is_done_is_told_on_request() -> None:
    """Its deeds were seen, and a task that is ticked off is no story."""
    seat = Seat(at="The Hall")
    seat.mind("intention", "stir the pot: done")
    assert seat.take() == []
    seat.prompts = True
    seat.mind("intention", "stir the pot: done")
    assert seat.take() == ["(Moss meant to stir the pot, and has.)"]


def test_machinery_is_told_on_request() -> None:
    """Sizes of prompts, candidates, steps, the line as it was typed and the parts of a
    compaction, which is otherwise told in a sentence."""
    seat = Seat(at="The Hall")
    machinery: list[tuple[WatchKind, str]] = [
        ("turn", "thinks"), ("prompt", "300 tokens"), ("choice", "0.8"),
        ("intention", "stir the pot: step 1 of 3 is done"), ("memory", "x"),
        ("state", "stays quiet"), ("command", "emote nods."),
    ]  # fmt: skip
    for kind, text in machinery:
        seat.mind(kind, text)
    seat.mind("compaction", "Starting compaction", step="begins")
    seat.mind("compaction", "Compaction complete", step="complete")
    seat.mind("compaction", "Summaries forgotten")
    assert seat.take() == ["(Moss sums up older memories.)", "(Moss: Summaries forgotten)"]
    seat.prompts = True
    for kind, text in machinery:
        seat.mind(kind, text)
    seat.mind("compaction", "Starting compaction", step="begins")
    assert seat.take() == [
        "(Moss, turn: thinks)", "(Moss, prompt: 300 tokens)", "(Moss, choice: 0.8)",
        "(Moss, intention: stir the pot: step 1 of 3 is done)", "(Moss, state: stays quiet)",
        "(Moss, command: emote nods.)", "(Moss, compaction: Starting compaction)",
    ]  # fmt: skip


def test_who_watches_all_reads_everything_once_and_where() -> None:
    """Two agents in one room see the same thing."""
    play = trio()
    play.character("Wren", "agent")
    play.character("Cobb", "agent", play.pond)
    seat = Seat(play, many=True)
    play.perform("Ann", "emote nods.")
    play.perform("Cobb", "emote hums.")
    seat.mind("thought", "Oats.")
    assert seat.take() == [
        "[The Hall] Ann nods.", "[The Pond] Cobb hums.", "[The Hall] Moss thinks: Oats.",
    ]  # fmt: skip
    seat.hub.forget(1)
    play.perform("Ann", "emote nods.")
    assert seat.take() == [] and not seat.hub.is_watched


def test_who_watches_all_reads_of_a_move_once() -> None:
    """Whoever sees the one who goes, or the one who comes; not what the watcher sees, too."""
    seat = Seat(many=True)
    goes = "{} goes from the {} to the {}.".format
    seat.play.perform("Moss", "go garden")
    seat.play.perform("Bob", "go garden")
    seat.play.perform("Bob", "go pond")
    assert seat.take() == [
        goes("Moss", "Hall", "Garden"), goes("Bob", "Hall", "Garden"), goes("Bob", "Garden", "Pond")
    ]  # fmt: skip
    for seat.at in ("The Hall", "The Garden"):
        seat.play.perform("Moss", "go hall")
        seat.play.perform("Moss", "go garden")
    assert seat.take() == []


def test_programs_get_thoughts_memories_and_compactions_as_data() -> None:
    """What is for readers alone is no message."""
    event = WatchEvent("Moss", MORNING, "memory", "Rain.", {"seq": 7})
    message = make_message(event)
    assert message is not None and message.package == "Tarn.Memory"
    assert message.data == {
        "agent": "Moss", "at": "2026-11-22T08:20:00Z", "kind": "memory", "text": "Rain.", "seq": 7,
    }  # fmt: skip
    kinds: tuple[WatchKind, ...] = ("thought", "compaction", "scene")
    made = [make_message(WatchEvent("Moss", MORNING, kind, "x")) for kind in kinds]
    assert [each and each.package for each in made] == ["Tarn.Think", "Tarn.Compaction", None]


# --- following --------------------------------------------------------------------------


async def test_a_follower_goes_along_and_catches_up() -> None:
    """By the exits, seen by others, until it ends."""
    play = trio()
    clock = VirtualClock(MORNING)
    followers = Followers(play.world, clock)
    play.world.on_events = followers.notice
    ann, moss = play.who("Ann"), play.who("Moss")
    play.world.move(moss.id, play.pond.id)
    followers.follow(ann.id, moss.id)
    await clock.advance(0)
    assert ann.room is play.pond
    play.perform("Moss", "go garden")
    play.perform("Moss", "go hall")
    await clock.advance(0)
    assert ann.room is play.hall
    assert "Ann arrives from The Garden." in [each.text for each in play.heard("Bob")]
    followers.stop(ann.id)
    play.perform("Moss", "go garden")
    await clock.advance(0)
    assert ann.room is play.hall and followers.find_leader(ann.id) is None


async def test_two_who_follow_each_other_stand_still() -> None:
    """And a leader or a follower that is gone leaves nobody running."""
    play = trio()
    clock = VirtualClock(MORNING)
    followers = Followers(play.world, clock)
    play.world.on_events = followers.notice
    ann, bob = play.who("Ann"), play.who("Bob")
    followers.follow(ann.id, bob.id)
    followers.follow(bob.id, ann.id)
    await clock.advance(0)
    play.perform("Ann", "go garden")
    await clock.advance(1)
    assert (ann.room, bob.room) == (play.garden, play.garden)
    play.world.detach(bob.id, play.minds["Bob"])
    play.perform("Ann", "go hall")
    await clock.advance(1)
    assert bob.room is play.garden and followers.find_leader(bob.id) is None
    followers.forget(bob.id)
    assert followers.find_leader(ann.id) is None
