"""What a server holds does not grow by the people who have been there."""

from __future__ import annotations

import gc
from collections import Counter

from server.boundaries import Account, Role
from server.budgets.meter import _make_payer
from tests.server.test_gate import Threshold

VISITORS = 100

LINES = (
    "look", "say hello Ada", "tell Ada I am new", "emote waves", "alias k look", "ignore Ada",
    "unignore Ada", "drop nothing", "page Ada", "out of the door", "doing nothing",
)  # fmt: skip


def receive_visitors(threshold: Threshold, first: int) -> None:
    """Let guests come one after the other, each under a new name and address, and go again."""
    for number in range(first, first + VISITORS):
        guest = threshold.arrive(Account(f"Guest{number}", Role.GUEST))
        guest.wire.address = f"10.0.{number // 250}.{number % 250}"
        for line in LINES:
            guest.on_line(line)
        guest.close()
        threshold.clock.advance(60)
    threshold.freed.clear()
    threshold.gone.clear()


def count_objects() -> Counter[str]:
    """Return how many objects of the program's own classes there are, by the name of their class.

    Dictionaries, lists and sets count by how many things are in them.
    """
    _make_payer.cache_clear()  # it keeps 1,024
    gc.collect()
    found = Counter[str]()
    for each in gc.get_objects():
        kind = type(each)
        # Of a class that others have made, ``__module__`` may be anything.
        if str(kind.__module__).split(".")[0] in ("server", "world", "agents"):
            found[kind.__name__] += 1
        elif kind in (dict, list, set):
            found[kind.__name__] += len(each)
    return found


def test_visitors_who_have_gone_leave_nothing_without_a_bound() -> None:
    """A hundred guests more are not ten objects more, of any kind."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    receive_visitors(threshold, 0)
    ada.wire.take()
    before = count_objects()
    receive_visitors(threshold, VISITORS)
    ada.wire.take()
    more = count_objects() - before
    assert {name: count for name, count in more.items() if count > VISITORS / 10} == {}
