"""Input of one client: slices, the rate, and what waits."""

from __future__ import annotations

from server.telnet.flow.turns import SLICE
from server.telnet.inflow import OUTPUT, SLICE_BYTES, Typed
from tests.server.telnet.flow.typist import Typist


def test_one_line_is_delivered_at_once() -> None:
    typist = Typist()
    typist.type(1)
    assert typist.delivered == ["0"]
    assert typist.reading


def test_nothing_of_a_delivered_line_is_kept() -> None:
    """It may have been a password."""
    typist = Typist()
    typist.type(2, "correct-horse")
    typist.turn()
    assert typist.delivered == ["correct-horse 0", "correct-horse 1"]
    kept = [getattr(typist.inflow, name) for name in type(typist.inflow).__slots__]
    assert "correct-horse" not in repr(kept)


def test_many_lines_are_delivered_a_slice_a_turn_and_reading_waits() -> None:
    """Others come in between the slices; nothing more is read until the backlog is gone."""
    typist = Typist()
    typist.type(SLICE * 2 + 1)
    assert len(typist.delivered) == SLICE
    assert not typist.reading
    typist.turn()
    assert len(typist.delivered) == SLICE * 2
    typist.turn()
    assert typist.delivered == [str(n) for n in range(SLICE * 2 + 1)]
    assert typist.reading


def test_a_pasted_block_of_twenty_lines_is_not_punished() -> None:
    """All twenty are carried out without any time passing and without a warning."""
    typist = Typist()
    typist.type(20)
    typist.turn(20)
    assert len(typist.delivered) == 20
    assert typist.warnings == 0


def test_five_thousand_lines_are_held_to_the_rate_with_one_warning() -> None:
    """The burst at once, then twenty a second, all in order, warned once; none is lost."""
    typist = Typist()
    typist.type(5000)
    typist.turn(200)
    assert len(typist.delivered) == 100
    assert typist.decoded == SLICE_BYTES
    assert not typist.reading
    typist.clock.pump([0.05] * 20 * 10)
    assert abs(len(typist.delivered) - 300) <= 2
    typist.clock.pump([0.05] * 20 * 236)
    assert typist.delivered == [str(n) for n in range(5000)]
    assert typist.warnings == 1
    assert typist.reading


def test_a_new_flood_after_a_calm_is_warned_of_again() -> None:
    typist = Typist()
    for floods in (1, 2):
        typist.type(130)
        typist.clock.pump([0.05] * 60)
        assert typist.warnings == floods
        typist.clock.advance(60)


def test_held_lines_wait_and_are_delivered_in_order() -> None:
    """Lines that arrive during a hold are neither delivered nor lost."""
    typist = Typist()
    typist.inflow.hold("a")
    typist.inflow.hold("b")
    typist.type(2)
    typist.inflow.release("a")
    typist.turn()
    assert typist.delivered == []
    typist.inflow.release("b")
    typist.turn()
    assert typist.delivered == ["0", "1"]
    assert typist.reading


def test_a_hold_taken_while_delivering_stops_the_slice() -> None:
    """After the line that starts a password check, the next one waits."""
    typist = Typist()

    def deliver(line: Typed) -> None:
        typist.deliver(line)
        typist.inflow.hold("check")

    typist.inflow._deliver = deliver
    typist.type(3)
    assert typist.delivered == ["0"]
    typist.inflow.release("check")
    typist.turn()
    assert typist.delivered == ["0", "1"]


def test_after_the_end_nothing_is_delivered() -> None:
    typist = Typist()
    typist.type(50)
    typist.inflow.end()
    typist.turn(20)
    assert len(typist.delivered) == SLICE
    assert typist.clock.getDelayedCalls() == []


def test_what_is_read_is_decoded_a_slice_a_turn_and_reading_waits() -> None:
    """A large read of bytes that are no lines does not keep the loop; its rest stays bytes."""
    typist = Typist()
    typist.inflow.receive(b"\x00" * SLICE_BYTES * (SLICE + 2))
    assert typist.decoded == SLICE_BYTES
    assert not typist.reading
    typist.turn()
    assert typist.decoded == SLICE_BYTES * (SLICE + 1)
    typist.turn()
    assert typist.decoded == SLICE_BYTES * (SLICE + 2)
    assert typist.reading


def test_for_a_single_line_that_waits_reading_goes_on_until_more_comes() -> None:
    """To stop reading and begin again costs as much as a line; a client that sends on is held."""
    house = Typist(0, 0, seconds=0.01)
    house.type(1)
    typist = Typist(0, 0, house=house)
    typist.type(1)
    assert typist.delivered == [] and typist.reading
    typist.type(1)
    assert not typist.reading
    typist.turn(2)
    assert typist.delivered == ["0", "0"] and typist.reading


def test_while_the_client_does_not_read_nothing_is_decoded() -> None:
    """Answers to telnet commands would pile up; lines that wait for a password do not stop them."""
    typist = Typist()
    typist.inflow.hold(OUTPUT)
    typist.inflow.receive(b"\xff\xf1")
    assert typist.decoded == 0
    typist.inflow.release(OUTPUT)
    typist.turn()
    assert typist.decoded == 2
    typist.inflow.hold("dialogue")
    typist.inflow.receive(b"\xff\xf1")
    assert typist.decoded == 4
