"""Whose connection is lost: the body waits, is seen to wait, and goes on or falls asleep."""

from __future__ import annotations

from server.boundaries import Account, Role
from server.session.lost.missed import LONGEST_MISSED, MOST_MISSED, Missed
from tests.server.test_gate import Threshold
from world.recorder import Recorder


def test_the_same_body_goes_on_and_reads_what_was_said() -> None:
    """The room sees both; nobody else's business and no own line is retold."""
    threshold = Threshold()
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    ada.wire.take()
    bob.lose()
    assert ada.wire.take() == "Bob stops in the middle of a movement: the link is lost."
    ada.on_line("say Where did you go?")
    ada.on_line("look")
    assert "Also here: Bob (link lost)." in ada.wire.take()
    ada.on_line("who")
    assert "Bob (person) - The Hall, link lost" in ada.wire.take()
    assert [each.mark for each in threshold.gate.visitors()] == ["", "link lost"]
    threshold.clock.advance(299)
    again = threshold.arrive(Account("Bob"))
    assert again.character == threshold.body("Bob").id
    assert again.wire.take().split("\n")[-3:] == [
        "While your link was lost:",
        'Ada says, "Where did you go?"',
        "(You are here again.)",
    ]
    assert ada.wire.take() == "Bob is back."
    ada.on_line("look")
    assert "Also here: Bob." in ada.wire.take()
    threshold.clock.advance(1000)
    assert ada.wire.take() == ""
    again.on_line("look")
    assert again.wire.take()


def test_nothing_missed_is_no_news() -> None:
    """Who comes back to a silent room sees the room alone."""
    threshold = Threshold()
    threshold.arrive(Account("Bob")).lose()
    assert threshold.arrive(Account("Bob")).wire.take() == "The Hall\nA long stone hall.\n" + (
        "There is no way out that you can see."
    )


def test_who_does_not_come_back_in_time_is_gone() -> None:
    """As by quitting: asleep, and heard of no more."""
    threshold = Threshold()
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    bob.lose()
    ada.wire.take()
    threshold.clock.advance(300)
    assert ada.wire.take() == "Bob is gone."
    assert threshold.world.mind_of(threshold.body("Bob").id) is None
    assert threshold.gone == [threshold.body("Bob").id]
    assert [each.name for each in threshold.gate.visitors()] == ["Ada"]
    assert "While" not in threshold.arrive(Account("Bob")).wire.take()


def test_a_guest_cannot_come_back_and_is_gone_at_once() -> None:
    """A guest's name belongs to the visit."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    guest = threshold.arrive(Account("Guest1", Role.GUEST))
    ada.wire.take()
    guest.lose()
    assert ada.wire.take() == "Guest1 is gone."
    assert threshold.freed == ["Guest1"]


def test_a_server_that_stops_waits_for_nobody() -> None:
    """Everybody leaves, also who is awaited; agents see it, those who leave are spared it."""
    threshold = Threshold()
    moss, mind = threshold.world.add_character("Moss"), Recorder("agent")
    threshold.world.attach(moss.id, mind)
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    guest = threshold.arrive(Account("Guest1", Role.GUEST))
    bob.lose()
    ada.wire.take()
    mind.take()
    threshold.gate.put_all_to_sleep()
    gone = sorted(each.text for each in mind.take())
    assert gone == ["Ada is gone.", "Bob is gone.", "Guest1 is gone."]
    assert ada.wire.take() == ""
    ada.lose()
    guest.lose()
    assert threshold.gate.visitors() == []
    assert threshold.freed == ["Guest1"]
    assert threshold.clock.getDelayedCalls() == []


def test_a_lost_one_is_no_company_and_people_are_alone_without_them() -> None:
    """An agent does not speak to somebody who cannot answer; its life goes slowly again."""
    threshold = Threshold()
    moss = threshold.world.add_character("Moss")
    threshold.world.attach(moss.id, Recorder("agent"))
    bob = threshold.arrive(Account("Bob"))
    assert threshold.world.situation(moss.id).occupants == ("Bob",)
    threshold.clock.advance(10)
    bob.lose()
    threshold.clock.advance(10)
    assert threshold.world.situation(moss.id).occupants == ()
    assert threshold.gate.alone_seconds == 10


def test_a_lost_session_that_is_closed_leaves() -> None:
    """An administrator can put it out; a second time nothing happens."""
    threshold = Threshold()
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    bob.lose()
    bob.lose()
    bob.close("out")
    bob.close("out")
    assert ada.wire.take().count("Bob is gone.") == 1


def test_what_is_missed_is_bounded() -> None:
    """The latest is kept, the rest counted."""
    missed = Missed()
    for number in range(MOST_MISSED + 5):
        missed.add(f"{number}" + "x" * 2000, "speech")
    kept = missed.texts()
    assert missed.left_out == 5
    assert kept[0][0].startswith("5x") and len(kept) == MOST_MISSED
    assert all(len(text) == LONGEST_MISSED + 1 for text, _ in kept)
