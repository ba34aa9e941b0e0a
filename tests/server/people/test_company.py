"""afk, ignore, last, channels, tell and mail: for the actor and for everyone else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.boundaries import Account, Role
from server.people.entries import Entries
from server.people.own.channels import MOST_LINES, Channels
from server.people.own.mail import MOST_LETTERS, MOST_UNREAD, Mailbox, MailboxFull
from server.people.own.visits import Visits
from server.people.store import PeopleStore
from tests.server.test_gate import Stay, Threshold
from world.recorder import Recorder


async def do(stay: Stay, line: str) -> str:
    """Type a line, and return what came of it once it is settled."""
    stay.wire.take()
    stay.on_line(line)
    for _ in range(5):
        await asyncio.sleep(0)
    return stay.wire.take()


async def test_who_is_away_is_seen_to_be_and_the_next_line_ends_it() -> None:
    """In `look`, in `who` and in the answer to a tell; the room sees both ends."""
    threshold = Threshold()
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    assert await do(bob, "afk making tea") == (
        "You are away: making tea. The next line that you type ends it."
    )
    assert ada.wire.take().split("\n")[-1] == "Bob is away: making tea."
    assert "Also here: Bob (away: making tea)." in await do(ada, "look")
    assert "Bob (person) - The Hall, away: making tea" in await do(ada, "who")
    assert (await do(ada, "tell bob hi")).split("\n") == [
        'You tell Bob, "hi"',
        "(Bob: away: making tea.)",
    ]
    await do(bob, "afk still at it")
    assert ada.wire.take() == "Bob is away: still at it."
    await do(bob, "look")
    assert ada.wire.take() == "Bob is back."
    await do(bob, "look")
    assert ada.wire.take() == ""


async def test_nothing_that_somebody_ignored_says_reaches_the_person() -> None:
    """Speech, gestures, whispers, channels; a tell and a letter are refused; deeds are seen."""
    threshold = Threshold()
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    assert await do(ada, "ignore") == "You ignore nobody. Like this: ignore Rowan"
    assert "You hear no words of Bob any more." in await do(ada, "ignore bob")
    for line in ("say one", "emote waves.", "whisper Ada two", "chat three"):
        assert await do(bob, line)
    assert ada.wire.take() == ""
    for line in ("tell ada four", "mail ada = five"):
        assert await do(bob, line) == "Ada does not take words from you."
    assert threshold.people.mailbox.letters("Ada") == []
    await do(bob, "afk")
    assert ada.wire.take() == "Bob is away."
    assert await do(ada, "chat last") == "Nobody has said anything on chat yet."
    assert await do(ada, "ignore") == "You ignore: Bob."
    assert await do(ada, "ignore bob") == "You hear Bob again."
    await do(bob, "say five")
    assert 'Bob says, "five"' in ada.wire.take()
    assert await do(ada, "ignore me") == "That would not be easy."


async def test_an_ignored_guests_name_is_free_again() -> None:
    """The next guest of that name is somebody else."""
    threshold = Threshold()
    ada, guest = threshold.arrive(Account("Ada")), threshold.arrive(Account("Guest1", Role.GUEST))
    await do(ada, "ignore guest1")
    guest.leave()
    assert await do(ada, "ignore") == "You ignore nobody. Like this: ignore Rowan"


async def test_channels_reach_those_who_listen_wherever_they_are() -> None:
    """Who turned it off hears nothing, speaks and listens again; agents only if they may."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada", Role.ADMINISTRATOR))
    bob, eve = threshold.arrive(Account("Bob")), threshold.arrive(Account("Eve"))
    far = threshold.world.create_room("The Pond")
    threshold.world.move(eve.body, far.id)
    minds = {name: Recorder("agent") for name in ("Moss", "Wren")}
    for name, mind in minds.items():
        threshold.world.attach(threshold.world.add_character(name).id, mind)
    threshold.overhearing.add(threshold.body("Wren").id)
    assert await do(bob, "chat off") == "You hear no more of chat."
    ada.wire.take(), eve.wire.take()
    assert await do(ada, 'chat "Hello."') == "[chat] You: Hello."
    assert (bob.wire.take(), eve.wire.take()) == ("", "[chat] Ada: Hello.")
    assert [seen.text for seen in minds["Wren"].take()] == ["[chat] Ada: Hello."]
    assert minds["Moss"].take() == []
    assert await do(bob, "chat who") == "On chat now: Ada, Eve, Wren."
    assert await do(bob, "chat") == ("You do not hear chat. To turn it on: chat on")
    await do(bob, "chat Here I am.")
    assert ada.wire.take() == "[chat] Bob: Here I am."
    assert "Bob" in await do(bob, "chat who")
    assert (await do(eve, "chat last")).split("\n") == [
        "00:00 Ada: Hello.",
        "00:00 Bob: Here I am.",
    ]


async def test_the_administrators_channel_is_theirs_alone() -> None:
    """Others neither hear nor speak on it."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada", Role.ADMINISTRATOR))
    bob = threshold.arrive(Account("Bob"))
    eve = threshold.arrive(Account("Eve", Role.ADMINISTRATOR))
    bob.wire.take(), eve.wire.take()
    assert await do(ada, "@admin Look at Bob.") == "[@admin] You: Look at Bob."
    assert (bob.wire.take(), eve.wire.take()) == ("", "[@admin] Ada: Look at Bob.")
    assert await do(bob, "@admin me too") == "Only administrators may use @admin."


async def test_words_for_somebody_asleep_are_kept_as_a_letter() -> None:
    """They are told of it when they come in, read it once as new, and throw it away."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    threshold.arrive(Account("Bob")).leave()
    assert await do(ada, "tell bob The boat is back.") == (
        "Bob is asleep. Your words are kept as a letter."
    )
    assert await do(ada, "mail bob = Come soon.") == "Your letter to Bob is on its way."
    bob = threshold.arrive(Account("Bob"))
    assert bob.wire.take().endswith("Unread letters: 2. 'mail read' shows the first.")
    assert "1. (new) Ada, 2026-01-01 00:00: The boat is back." in await do(bob, "mail")
    assert await do(bob, "mail read") == (
        "Letter 1 from Ada, 2026-01-01 00:00 UTC:\nThe boat is back."
    )
    assert "1. Ada, 2026-01-01" in await do(bob, "mail")
    assert "Come soon." in await do(bob, "mail 2")
    assert await do(bob, "mail read") == "You have read all your letters."
    assert await do(bob, "mail delete 1") == "Thrown away: 1."
    assert await do(bob, "mail 1") == "You have no letter 1."
    assert await do(bob, "mail delete all") == "Thrown away: 1."
    assert await do(bob, "mail") == "You have no letters."
    await do(ada, "mail bob = And now?")
    assert bob.wire.take() == "A letter from Ada: 'mail 1' shows it."


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("mail moss = hello", "Moss gets no letters: only people with an account do."),
        ("mail nobody = hello", "There is nobody called 'nobody'."),
        ("mail ada = hello", "You know that already."),
        ("mail bob =", "Write what? Like this: mail Rowan = The boat is back."),
        ("mail what is this", "Like this: mail [<number> | delete <number> | <someone> = <words>]"),
        ("mail delete 7", "You have no letter 7."),
        ("tell moss hello", "Moss is asleep and cannot hear you."),
    ],
)
async def test_what_cannot_be_sent_is_refused(line: str, answer: str) -> None:
    """Agents and guests get no letters; nothing is kept."""
    threshold = Threshold()
    threshold.world.add_character("Moss")
    threshold.arrive(Account("Bob")).leave()
    ada = threshold.arrive(Account("Ada"))
    assert await do(ada, line) == answer
    assert threshold.people.mailbox.letters("Bob") == []


async def test_a_guest_sends_no_letters() -> None:
    """A guest leaves no traces, in nobody's box."""
    threshold = Threshold()
    threshold.arrive(Account("Bob")).leave()
    guest = threshold.arrive(Account("Guest1", Role.GUEST))
    assert await do(guest, "tell bob hello") == "Bob is asleep and cannot hear you."
    assert await do(guest, "mail bob = hello") == (
        "Guests have no letters; make an account for that."
    )


def test_a_box_is_bounded_by_sender_and_in_all() -> None:
    """One who writes too much takes nobody else's place; read letters count for the box alone."""
    box = Mailbox(Entries(), Threshold().time)
    for _ in range(MOST_UNREAD):
        box.send("Bob", "Eve", "x")
    with pytest.raises(MailboxFull):
        box.send("Bob", "EVE", "x")
    box.send("Bob", "Ada", "y" * 100_000)
    assert len(box.letters("Bob")[-1].text) == 2000
    for number in range(MOST_LETTERS - MOST_UNREAD - 1):
        box.send("Bob", f"Person{number}", "x")
    with pytest.raises(MailboxFull):
        box.send("Bob", "Cara", "x")


def test_an_entry_that_is_no_letter_is_passed_over() -> None:
    """Whatever a hand or an old version wrote there."""
    entries = Entries()
    for name, value in (("1", "{"), ("2", "[]"), ("x", '{"from": "A"}'), ("3", '{"at": 5}')):
        entries.put("bob", "letter", name, value)
    assert Mailbox(entries, Threshold().time).letters("Bob") == []


async def test_last_says_when_somebody_was_here() -> None:
    """People with accounts alone, the latest first."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    threshold.arrive(Account("Bob")).leave()
    await threshold.time.advance(3 * 3600)
    threshold.arrive(Account("Guest1", Role.GUEST))
    assert await do(ada, "last bob") == "Bob - 2026-01-01 00:00 UTC, 3h ago"
    assert await do(ada, "last guest1") == "Guest1 - here now"
    listed = (await do(ada, "last")).split("\n")
    assert listed[0] == "Who was here last:" and sorted(listed[1:]) == [
        "Ada - here now",
        "Bob - 2026-01-01 00:00 UTC, 3h ago",
    ]
    threshold.people.entries.put("bob", "visit", "at", "yesterday")
    assert Visits(threshold.people.entries, threshold.time).persons() == ["ada"]


async def test_what_was_said_on_a_channel_outlives_the_server(tmp_path: Path) -> None:
    """The latest lines alone, each channel's for itself; a broken one is left out."""
    clock, path = VirtualClock(), tmp_path / "people.sqlite"
    store = await PeopleStore.open(path, clock, pytest.fail)
    channels = Channels(store, clock)
    for number in range(MOST_LINES + 5):
        channels.note("chat", "Ada", f"line {number}")
    channels.note("@admin", "Bea", "a secret")
    await store.close()
    store = await PeopleStore.open(path, clock, pytest.fail)
    channels = Channels(store, clock)
    said = [each.words for each in channels.said("chat")]
    assert said == [f"line {number}" for number in range(5, MOST_LINES + 5)]
    store.put("", "said on chat", str(MOST_LINES + 5), "no line")
    channels.note("chat", "Bob", "the last")
    said = [each.words for each in channels.said("chat")]
    assert (len(said), said[-1]) == (MOST_LINES, "the last")
    assert [each.speaker for each in channels.said("@admin")] == ["Bea"]
    await store.close()
