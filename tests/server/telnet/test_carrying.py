"""A connection's state, carried to another program, goes on as if nothing had happened."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from server.session.terminal import Colour
from server.telnet.codec import Codec, LineTooLong, Negotiation, Subnegotiation
from server.telnet.codes import TelnetCommand, TelnetOption, subnegotiation
from server.telnet.negotiator import Negotiator
from tests.server.telnet.house import House

PIECES = st.sampled_from(
    [b"say h\xc3\xa9", b"\r\n", b"\xff\xff", b"\xff\xfd\x63", b"\xff\xfa\x1f\x00\x64\x00\x1e",
     b"\xff\xf0", b"\xff", b"\xfa", b"x" * 40, b"\x7f", b"\xff\xf6", b"\xff\xfa\x1f\xff\xff"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map(b"".join), st.integers(0, 200))
def test_a_new_codec_reads_on_where_the_old_one_stopped(data: bytes, at: int) -> None:
    """Wherever the bytes are cut; a CR at the cut counts as a line's end of its own."""
    cut = min(at, len(data))
    while data[cut - 1 : cut] == b"\r":
        cut -= 1
    whole = Codec(64).receive(data)
    old, new = Codec(64), Codec(64)
    before = old.receive(data[:cut])
    after = new.receive(old.pending() + data[cut:])
    if LineTooLong() in before and LineTooLong() in after:
        after.remove(LineTooLong())  # told again, so that the rest of the line is dropped
    assert before + after == whole


def test_what_was_agreed_stays_agreed() -> None:
    """The terminal, GMCP's packages and every option's standing; no option is asked for again."""
    old = Negotiator()
    old.opening()
    for verb, option in (
        (TelnetCommand.WILL, TelnetOption.WINDOW_SIZE),
        (TelnetCommand.WILL, TelnetOption.TERMINAL_TYPE),
        (TelnetCommand.DO, TelnetOption.GMCP),
        (TelnetCommand.DO, TelnetOption.MCCP2),
        (TelnetCommand.DO, TelnetOption.END_OF_RECORD),
    ):
        old.negotiate(Negotiation(verb, option))
    old.subnegotiate(Subnegotiation(TelnetOption.WINDOW_SIZE, b"\x00\x64\x00\x1e"))
    old.subnegotiate(Subnegotiation(TelnetOption.TERMINAL_TYPE, b"\x00XTERM-256COLOR"))
    old.subnegotiate(Subnegotiation(TelnetOption.GMCP, b'Core.Supports.Set ["Room 1"]'))
    assert old.end_compression() == bytes([255, 252, 86])
    new = Negotiator()
    new.restore(old.dump())
    assert (new.terminal.width, new.terminal.colour) == (100, Colour.PALETTE)
    assert new.terminal == old.terminal
    assert new.prompt_end == b"\xff\xef"
    assert new.message("Room.Info", {}) == subnegotiation(TelnetOption.GMCP, b"Room.Info {}")
    assert not new.compressed
    assert new.negotiate(Negotiation(TelnetCommand.WILL, TelnetOption.WINDOW_SIZE)) == b""
    assert new.offer_compression() == bytes([255, 251, 86])


def test_who_is_asked_to_come_again_is_read_until_it_has_hung_up() -> None:
    """Unread, the end of an encrypted connection is not seen, and the upgrade waits for it."""
    house = House()
    encrypted = house.connect()
    encrypted.protocol._parts = replace(encrypted.protocol._parts, uncarried="upgrade.encrypted")
    house.factory.pause_all()
    assert not encrypted.transport.reading
    house.factory.hand_over_all()
    assert encrypted.transport.closing and encrypted.transport.reading
    encrypted.send(b"say too late\r\n")
    assert b"too late" not in encrypted.take()
