"""A line is written for the terminal as it is at that moment."""

from __future__ import annotations

from server.session.terminal import Colour, Terminal
from tests.server.telnet.house import Client, House

WIDE = "say " + "word " * 30


def resize(client: Client, width: int) -> None:
    client.send(b"\xff\xfb\x1f\xff\xfa\x1f\x00" + bytes([width]) + b"\x00\x18\xff\xf0")


def hear(speaker: Client, hearer: Client) -> list[bytes]:
    hearer.take()
    speaker.type(WIDE)
    return hearer.take().split(b"\r\n")[:-1]


def test_a_window_that_changes_changes_the_next_line() -> None:
    house = House()
    speaker, hearer = house.guest(), house.guest()
    assert len(hear(speaker, hearer)) == 3
    for width in (40, 120):
        resize(hearer, width)
        assert 0 < max(map(len, hear(speaker, hearer))) <= width
    assert len(hear(speaker, hearer)) == 2


def test_what_the_person_prefers_holds_from_the_next_line_on() -> None:
    house = House()
    speaker, hearer = house.guest(), house.guest()
    hearer.protocol.prefer({"screenreader": "on"})
    assert len(hear(speaker, hearer)) == 1
    hearer.protocol.prefer({"width": "40"})
    assert len(hear(speaker, hearer)) == 5


def test_terminals_that_look_alike_share_one_look() -> None:
    """Height and client do not matter; whatever is seen or heard of a text does."""
    assert Terminal(height=24, client="a").look is Terminal(height=50, client="b").look
    others = [
        Terminal(width=79), Terminal(colour=Colour.TRUE), Terminal(utf8=False),
        Terminal(links=True), Terminal(screen_reader=True),
    ]  # fmt: skip
    assert len({each.look for each in (Terminal(), *others)}) == 6
