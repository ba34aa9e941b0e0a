"""The queue in which lines of all connections are carried out."""

from __future__ import annotations

from server.telnet.flow.turns import SLICE, Costs
from server.telnet.inflow import PATIENCE
from tests.server.telnet.flow.typist import Typist


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


def test_what_was_cheap_when_it_lined_up_gives_way_once_it_is_dear() -> None:
    """When a crowd begins to talk, its lines do not keep a look waiting that comes after them."""
    looker = Typist(0, 0, seconds=0.0005)
    crowd = [Typist(0, 0, house=looker, seconds=0.0005) for _ in range(300)]
    for each in (looker, *crowd):
        each.type(4, "look")
        each.type(1, "say")
    looker.turn(1000)
    for each in crowd:
        each.seconds = 0.01
        each.type(1, "say")
    looker.turn(30)  # by now it is known what they cost
    looker.type(1, "look")
    looker.turn(2)
    assert looker.delivered[-2:] == ["say 0", "look 0"]
    assert sum(len(each.delivered) for each in crowd) < 300 * 5 + 300 / 2


def test_what_was_dear_when_it_lined_up_is_served_once_it_is_cheap() -> None:
    """The first looks at a room take long; who asked then does not wait until all others stop."""
    late = Typist(0, 0, seconds=0.0001)
    crowd = [Typist(0, 0, house=late, seconds=0.01) for _ in range(100)]
    crowd[0].type(1, "look")
    for each in (*crowd, late):
        each.type(1, "look")  # lined up as dear
        each.seconds = 0.0001
    for _ in range(10):
        late.turn()
        for each in crowd:
            if not each.inflow.waiting[0]:
                each.type(1, "look")
    assert late.delivered == ["look 0"]


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
