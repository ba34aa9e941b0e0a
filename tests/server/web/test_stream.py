"""The numbered records of the page: who is shown what, what is kept, and what goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta

import pytest

from agents.clock import VirtualClock
from server.chronicle.narrative.readers import ChronicleReader
from server.web import stream
from server.web.stream import Onlooker, PageStream, StreamRecord, show_record
from tests.world.transcript import Play, trio

GUEST, WATCHER = Onlooker(), Onlooker(None, watches_minds=True)


@pytest.fixture
def play() -> Play:
    return trio()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def made(play: Play, clock: VirtualClock) -> PageStream:
    """The stream of that world, which notices whatever happens there."""
    begun = PageStream(play.world, clock)
    play.world.on_events = begun.notice
    return begun


def read_texts(records: Sequence[StreamRecord] | None, onlooker: Onlooker) -> list[str]:
    assert records is not None
    shown = [show_record(each, onlooker) for each in records]
    return [json.loads(each)["text"] for each in shown if each is not None]


def test_public_talk_is_for_everybody_and_a_tell_for_those_two(
    play: Play, made: PageStream
) -> None:
    """Who watches minds is shown what an agent hears, and not what two people say."""
    play.perform("Ann", "say Hello")
    play.perform("Ann", "tell Bob Psst")
    play.perform("Ann", "tell Moss Sleep well")
    records = made.list_after(0)
    assert read_texts(records, GUEST) == ['Ann says, "Hello"']
    ann = read_texts(records, Onlooker(play.who("Ann").id))
    assert len(ann) == 3 and "Psst" in ann[1] and "Sleep well" in ann[2]
    bob = read_texts(records, Onlooker(play.who("Bob").id))
    assert len(bob) == 2 and bob[1].endswith('tells you, "Psst"')
    watcher = read_texts(records, WATCHER)
    assert len(watcher) == 2 and "Sleep well" in watcher[1]


def test_who_watches_minds_reads_to_whom_words_were_said(play: Play, made: PageStream) -> None:
    """Also behind an upgrade, and where the version before this one handed over less."""
    play.perform("Ann", "tell Moss Sleep well")
    play.perform("Ann", "whisper Moss And dream")
    expected = ['Ann tells Moss, "Sleep well"', 'Ann whispers to Moss, "And dream"']
    left = json.loads(json.dumps(made.hand_over()))
    after = PageStream(play.world, VirtualClock(), left)
    for each in (made, after):
        assert read_texts(each.list_after(0), WATCHER) == expected
    for record in left["records"]:
        record["seen"].pop()
    older = PageStream(play.world, VirtualClock(), left)
    assert len(read_texts(older.list_after(0), WATCHER)) == 2


def test_what_was_said_before_people_is_the_past_for_who_comes_later(
    play: Play, made: PageStream, clock: VirtualClock
) -> None:
    """Talk is public while it is spoken; later it is read by who was there, as by @narrative."""
    play.perform("Ann", "say Before you came")
    since = made.seq
    play.perform("Ann", "say While you look")

    def read(name: str, *, administrator: bool = False) -> list[str]:
        reader = ChronicleReader(name, administrator)
        return read_texts(made.list_after(0), Onlooker(None, reader=reader, since=since))

    later = ['Ann says, "While you look"']
    both = ['Ann says, "Before you came"', *later]
    assert read("") == read("Eve") == later
    assert read("Ann") == read("Bob") == read("Eve", administrator=True) == both
    after = PageStream(play.world, clock, json.loads(json.dumps(made.hand_over())))
    late = Onlooker(None, reader=ChronicleReader("Eve"), since=after.seq)
    assert read_texts(after.list_after(0), late) == []


def test_listeners_are_told_of_new_records_until_they_leave(play: Play, made: PageStream) -> None:
    told: list[int] = []

    def listen() -> None:
        told.append(made.seq)

    made.watch(listen)
    play.perform("Ann", "say One")
    play.perform("Ann", "look")
    assert told == [1] and made.is_watched
    made.leave(listen)
    play.perform("Ann", "say Two")
    assert told == [1] and made.seq == 2 and not made.is_watched


async def test_who_is_where_is_looked_at_a_moment_after_events(
    play: Play, made: PageStream, clock: VirtualClock
) -> None:
    """Once for all that happened meanwhile; who has gone is named."""
    ann, bob = play.who("Ann").id, play.who("Bob").id
    play.perform("Ann", "go garden")
    play.world.detach(bob, play.minds["Bob"])
    play.perform("Ann", "say Bye")
    before = made.seq
    await clock.advance(stream.SETTLE_SECONDS)
    records = made.list_after(before)
    assert records is not None
    (moved,) = (each.data for each in records)
    assert moved["type"] == "presence" and moved["gone"] == [bob]
    assert [(each["id"], each["room"]) for each in moved["people"]] == [(ann, play.garden.id)]


def test_old_records_are_forgotten_by_number_and_by_length(
    made: PageStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that asks for what is forgotten, or is not there yet, gets nothing to go on with."""
    monkeypatch.setattr(stream, "MOST_RECORDS", 3)
    for number in range(5):
        made.announce({"type": "x", "text": str(number)})
    assert made.list_after(1) is None and made.list_after(6) is None
    assert [each.seq for each in made.list_after(2) or ()] == [3, 4, 5]
    assert made.list_after(5) == []
    made.announce({"type": "x", "text": "y" * (stream.MOST_CHARACTERS - 1)})
    assert [each.seq for each in made.list_kept()] == [6]


def test_an_upgrade_goes_on_with_name_numbers_and_private_words(
    play: Play, made: PageStream
) -> None:
    for line in ("say Hello", "tell Bob Psst", "tell Moss Sleep well"):
        play.perform("Ann", line)
    left = json.loads(json.dumps(made.hand_over()))
    other = PageStream(play.world, VirtualClock(), left)
    assert (other.name, other.seq) == (made.name, made.seq)
    people = [Onlooker(play.who(name).id) for name in ("Ann", "Bob", "Moss")]
    for onlooker in (GUEST, WATCHER, *people):
        assert read_texts(other.list_after(0), onlooker) == read_texts(made.list_after(0), onlooker)
    other.announce({"type": "x"})
    assert [each.seq for each in other.list_after(made.seq) or ()] == [made.seq + 1]


async def test_what_the_program_before_has_no_record_of_is_known_by_its_time(
    play: Play, made: PageStream, clock: VirtualClock
) -> None:
    """What was before its records, and what came after it; of forgotten ones the first counts."""
    begun = clock.now()
    await clock.advance(5)
    play.perform("Ann", "say Hello")
    left = json.loads(json.dumps(made.hand_over()))
    ended = clock.now()
    await clock.advance(5)
    other = PageStream(play.world, clock, left)
    assert other.covers(begun) and not other.covers(begun - timedelta(seconds=1))
    assert other.is_later(ended) and not other.covers(ended) and not other.is_later(begun)
    assert not made.covers(begun) and not made.is_later(ended), "there was no program before it"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "MOST_RECORDS", 1)
        play.perform("Bob", "say Later")
        cut = PageStream(play.world, clock, json.loads(json.dumps(made.hand_over())))
    assert not cut.covers(begun)
