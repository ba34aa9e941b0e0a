"""What one more hearer of a line costs, counted in calls: lines for a crowd are the dearest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.counting.calls import count_events
from tests.server.telnet.house import Client, House

MOST_CALLS = 2
"""Show and write: what was rendered last is at hand, and all `send`s at the end are one call."""


def count_calls(act: Callable[[], None]) -> int:
    """Return how many of the server's functions `act` calls."""
    return count_events(
        act,
        lambda frame, event, _: (
            event == "call" and frame.f_globals["__name__"].startswith("server.")
        ),
    )


def show_to(clients: Sequence[Client]) -> int:
    """Return how many calls it takes to show them all a line, sent at its end."""
    outbox = clients[0].protocol._parts.outbox

    def show() -> None:
        outbox.open()
        for client in clients:
            client.protocol.show('Ann says, "hello"', "speech")
        outbox.close()

    show()
    for client in clients:
        client.take()
    return count_calls(show)


def test_one_more_hearer_costs_few_calls() -> None:
    house = House()
    clients = [house.guest(address=f"192.0.2.{number}") for number in range(12)]
    few, many = show_to(clients[:2]), show_to(clients)
    assert [each.take() for each in clients] == [b'Ann says, "hello"\r\n'] * 12
    assert (many - few) / 10 <= MOST_CALLS
