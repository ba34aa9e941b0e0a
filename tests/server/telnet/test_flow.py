"""Input and output of one client: rates, slices, caps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from twisted.internet.task import Clock

from server.telnet.bucket import TokenBucket
from server.telnet.codec import Codec, TypedLine
from server.telnet.flow.turns import SLICE, Costs, Turns
from server.telnet.inflow import OUTPUT, PATIENCE, SLICE_BYTES, Inflow, Typed
from server.telnet.outflow import STUCK_SECONDS, Outflow
from tests.server.telnet.fakes import MemoryTransport


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(20, 100, clock.seconds)
    assert [bucket.take() for _ in range(101)] == [True] * 100 + [False]
    assert 0 < bucket.wait() <= 1 / 20
    clock.advance(1)
    assert [bucket.take() for _ in range(21)] == [True] * 20 + [False]
    assert not bucket.is_full()
    clock.advance(100)
    assert bucket.is_full()
    assert [bucket.take() for _ in range(101)].count(True) == 100


def test_a_bucket_without_limit_never_runs_dry() -> None:
    for rate, burst in ((0, 100), (20, 0)):
        bucket = TokenBucket(rate, burst, Clock().seconds)
        assert all(bucket.take() for _ in range(1000))
        assert bucket.wait() == 0
        assert bucket.is_full()


class Typist:
    """An inflow with its clock, and what it did. Each line delivered takes `seconds`."""

    def __init__(
        self, rate: float = 20, burst: int = 100, *, house: Typist | None = None, seconds: float = 0
    ) -> None:
        self.clock: Clock = house.clock if house else Clock()
        self.turns: Turns = house.turns if house else Turns(self.clock, self.clock.seconds)
        self.seconds = seconds
        self.delivered: list[str] = []
        self.decoded = 0
        self.warnings = 0
        self.shed: list[int] = []
        self.reading = True
        self.codec = Codec(8192)
        self.inflow = Inflow(
            self.clock,
            self.turns,
            TokenBucket(rate, burst, self.clock.seconds),
            decode=self.decode,
            deliver=self.deliver,
            on_flood=self.warn,
            on_shed=self.shed.append,
            set_reading=self.set_reading,
        )

    def decode(self, data: bytes) -> list[Typed]:
        self.decoded += len(data)
        return cast(list[Typed], self.codec.receive(data))

    def deliver(self, line: Typed) -> None:
        assert isinstance(line, TypedLine)
        self.delivered.append(line.text)
        self.clock.rightNow += self.seconds  # without making the calls that come due

    def warn(self) -> None:
        self.warnings += 1

    def set_reading(self, reading: bool) -> None:
        self.reading = reading

    def type(self, count: int, word: str = "") -> None:
        self.inflow.receive("".join(f"{word} {n}".strip() + "\n" for n in range(count)).encode())

    def turn(self, times: int = 1) -> None:
        """Make the calls that are due, as one turn of a reactor does: not those they add."""
        for _ in range(times):
            calls: Sequence[Any] = self.clock.getDelayedCalls()
            for call in calls:
                if call.getTime() <= self.clock.seconds():
                    self.clock.calls.remove(call)
                    call.called = 1
                    call.func(*call.args)


def test_one_line_is_delivered_at_once() -> None:
    typist = Typist()
    typist.type(1)
    assert typist.delivered == ["0"]
    assert typist.reading


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


def test_who_used_little_comes_before_all_who_used_much() -> None:
    """A hundred talk without end; one line of somebody quiet waits for one of theirs at most."""
    quiet = Typist()
    crowd = [Typist(0, 0, house=quiet, seconds=0.01) for _ in range(100)]
    for each in crowd:
        each.type(50, "say")
    quiet.turn(1000)
    counts = [len(each.delivered) for each in crowd]
    assert max(counts) - min(counts) <= SLICE
    quiet.type(1, "say")
    quiet.turn()
    assert quiet.delivered == ["say 0"]
    assert sum(len(each.delivered) for each in crowd) - sum(counts) <= 1


def test_who_used_a_little_more_than_a_busy_crowd_is_not_last_for_ever() -> None:
    """As long as the others go on, too, nobody else's line would come too late."""
    busy = Typist(0, 0, seconds=0.0015)
    crowd = [Typist(0, 0, house=busy, seconds=0.0015) for _ in range(50)]
    for _ in range(70):
        busy.type(1, "look")
        busy.turn()
    for _ in range(3000):
        for each in (busy, *crowd):
            if not each.inflow.waiting[0]:
                each.type(1, "look")
        busy.turn()
    assert busy.shed == []
    assert len(busy.delivered) - 70 > min(len(each.delivered) for each in crowd) / 2


def test_what_is_cheap_comes_first_whoever_has_used_more() -> None:
    """One who looks often is not put behind those whose every line costs ten times as much."""
    looker = Typist(0, 0, seconds=0.0005)
    crowd = [Typist(0, 0, house=looker, seconds=0.01) for _ in range(50)]
    for _ in range(300):
        looker.type(1, "look")
        looker.turn()
    for each in crowd:
        each.type(20, "say")
    looker.turn()
    done = len(looker.delivered)
    looker.type(1, "look")
    looker.turn()
    assert len(looker.delivered) == done + 1


def test_a_command_that_costs_much_is_done_once_in_a_turn() -> None:
    """So that four of them in one block do not keep the loop four times as long."""
    typist = Typist(0, 0, seconds=0.01)
    typist.type(1, "say")
    typist.turn()
    typist.type(10, "say")
    before = len(typist.delivered)
    typist.turn()
    assert len(typist.delivered) == before + 1


def test_lines_that_are_dropped_teach_nothing_about_their_cost() -> None:
    """Else the dear command of an overload would soon pass for a cheap one."""
    looker = Typist(0, 0, seconds=0.0005)
    crowd = [Typist(0, 0, house=looker, seconds=0.01) for _ in range(50)]
    for _ in range(5):
        for each in crowd:
            each.type(20, "say")
        looker.clock.rightNow += PATIENCE * 1.1
        looker.turn(50)
    assert sum(sum(each.shed) for each in crowd) > 1000
    for each in crowd:
        each.type(20, "say")
    looker.type(1, "look")
    looker.turn()
    assert looker.delivered == ["look 0"]


def test_one_slow_moment_does_not_make_a_command_dear() -> None:
    """A pause of the machine falls on any line; what follows is still served as cheap."""
    costs = Costs()
    for _ in range(20):
        costs.learn("look", 0.0005)
        costs.learn("say", 0.01)
    costs.learn("look", 0.5)
    assert costs.rate("look") == 0 < costs.rate("say")
    for _ in range(40):
        costs.learn("look", 0.01)
    assert costs.rate("look") == costs.rate("say")
    assert costs.rate("never met") == 0


def test_the_past_is_forgotten() -> None:
    """A flood of an hour ago does not put anybody behind who talks now."""
    once = Typist(0, 0, seconds=0.01)
    now = Typist(0, 0, house=once, seconds=0.01)
    once.type(500)
    once.clock.pump([0.01] * 600)
    assert len(once.delivered) == 500
    once.clock.advance(3600)
    now.type(20)
    once.type(1)
    once.clock.pump([0.01] * 3)
    assert len(once.delivered) == 501


def test_lines_that_come_too_late_are_dropped_and_counted() -> None:
    """Overload ends when people stop: what waited longer than a moment is not carried out."""
    first = Typist(0, 0, seconds=0.01)
    late = Typist(0, 0, house=first)
    first.type(1)
    late.type(1000)
    assert late.delivered == []
    first.clock.rightNow += PATIENCE * 1.1
    late.turn()
    assert late.delivered == []
    assert late.shed == [1000]
    assert late.reading
    late.type(1)
    late.turn()
    assert late.delivered == ["0"]


def test_a_wait_for_the_clients_own_rate_sheds_nothing() -> None:
    typist = Typist(0.1, 1)
    typist.type(3)
    typist.clock.pump([1] * 30)
    assert typist.delivered == ["0", "1", "2"]
    assert typist.shed == []


class Reader:
    """An outflow to a client that reads what `room` allows."""

    def __init__(self, room: int | None = None, limit: int = 1000) -> None:
        self.clock = Clock()
        self.transport = MemoryTransport(room)
        self.stuck = 0
        self.changes: list[bool] = []
        self.outflow = Outflow(
            self.transport,
            self.clock,
            limit,
            send_now=self.transport.writeSomeData,
            lost_notice=lambda count: f"[{count} lines lost]\r\n".encode(),
            on_change=lambda: self.changes.append(self.outflow.clogged),
            on_stuck=self.on_stuck,
        )

    def on_stuck(self) -> None:
        self.stuck += 1


LINE = b"x" * 98 + b"\r\n"


def test_output_goes_straight_to_a_client_that_reads() -> None:
    reader = Reader()
    for _ in range(50):
        reader.outflow.write(LINE)
    assert reader.transport.sent == LINE * 50
    assert not reader.outflow.clogged
    assert reader.changes == []


def test_what_the_socket_does_not_take_follows_in_order() -> None:
    reader = Reader(room=150)
    reader.outflow.write(LINE)
    reader.outflow.write(LINE)
    reader.outflow.write_control(b"\xff\xfb\x01")
    assert reader.outflow.clogged
    reader.transport.room = None
    reader.transport.flush()
    assert reader.transport.sent == LINE * 2 + b"\xff\xfb\x01"
    assert reader.changes == [True, False]
    reader.outflow.write(LINE)
    assert reader.transport.sent.endswith(b"\xff\xfb\x01" + LINE)


def test_a_client_that_never_reads_loses_lines_and_is_given_up() -> None:
    """Never more than the cap is held; after a while without reading it is stuck, once."""
    reader = Reader(room=0)
    for _ in range(500):
        reader.outflow.write(LINE)
    assert len(reader.transport.waiting) + sum(map(len, reader.outflow._queue)) == 1000
    assert reader.outflow.lost == 490
    reader.clock.advance(STUCK_SECONDS - 1)
    assert reader.stuck == 0
    reader.clock.advance(1)
    assert reader.stuck == 1


def test_a_client_that_reads_again_is_told_how_many_lines_it_lost() -> None:
    """The notice stands where the lines are missing, and later lines come after it."""
    reader = Reader(room=0)
    for _ in range(15):
        reader.outflow.write(LINE)
    reader.transport.room = None
    reader.transport.flush()
    reader.outflow.write(b"after\r\n")
    assert reader.transport.sent == LINE * 10 + b"[5 lines lost]\r\nafter\r\n"
    reader.clock.advance(STUCK_SECONDS * 2)
    assert reader.stuck == 0
    assert reader.changes == [True, False]


def test_one_text_larger_than_the_cap_reaches_a_client_that_reads() -> None:
    reader = Reader(limit=1000)
    reader.outflow.write(LINE * 50)
    assert reader.transport.sent == LINE * 50


def test_without_a_limit_nothing_is_dropped() -> None:
    reader = Reader(room=0, limit=0)
    for _ in range(500):
        reader.outflow.write(LINE)
    reader.transport.room = None
    reader.transport.flush()
    assert reader.transport.sent == LINE * 500


def test_a_slowly_reading_client_is_not_charged_for_what_it_has_read() -> None:
    """What was taken no longer counts against the cap."""
    reader = Reader(room=0)
    for _ in range(10):
        reader.outflow.write(LINE)
        reader.transport.room = 60
        reader.transport.flush()
    for _ in range(200):
        reader.transport.room = 500
        reader.transport.flush()
        reader.outflow.write(LINE)
    reader.transport.room = None
    reader.transport.flush()
    assert reader.transport.sent == LINE * 210


def test_after_the_end_nothing_is_written() -> None:
    reader = Reader(room=0)
    for _ in range(500):
        reader.outflow.write(LINE)
    reader.outflow.end()
    reader.outflow.write(LINE)
    assert reader.clock.getDelayedCalls() == []
