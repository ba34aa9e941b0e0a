"""Messages of a WebSocket as telnet, and telnet's bytes as messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.telnet.codec import Codec, Subnegotiation, TypedLine
from server.telnet.codes import TelnetCommand, TelnetOption, escape, negotiation, subnegotiation
from server.web.views.play.subprotocols import (
    GMCP,
    LONGEST_TEXT,
    TELNET,
    TERMINAL,
    TooLong,
    choose_subprotocol,
    make_subprotocol,
    take_apart,
)

WILL_ECHO = negotiation(TelnetCommand.WILL, TelnetOption.ECHO)


def test_the_first_that_is_known_is_chosen() -> None:
    assert choose_subprotocol(["json.mudstandards.org", TERMINAL, TELNET]) == TERMINAL
    assert choose_subprotocol([]) is None
    assert choose_subprotocol(["telnet"]) is None


def test_telnet_goes_through_as_it_is() -> None:
    telnet = make_subprotocol(TELNET)
    assert telnet.decode(b"\xff\xfdlook", whole=False) == b"\xff\xfdlook"
    assert list(telnet.encode(WILL_ECHO + b"Hello")) == [WILL_ECHO + b"Hello"]


@pytest.mark.parametrize("name", [GMCP, TERMINAL])
def test_a_message_is_a_line(name: str) -> None:
    """Whether it has an ending of its own, comes in pieces or as a command of telnet."""
    lines = make_subprotocol(name)
    sent = (
        lines.begin() + lines.decode(b"say ", whole=False) + lines.decode(b"one", whole=True)
        + lines.decode(b"say two\n", whole=True) + lines.decode(b"say \xc3\xbf\xff\xf4", whole=True)
    )  # fmt: skip
    typed = [each.text for each in Codec(0).receive(sent) if isinstance(each, TypedLine)]
    assert typed[:2] == ["say one", "say two"]
    assert typed[2].startswith("say ÿ") and len(typed) == 3


def test_lines_have_no_trace_of_telnet() -> None:
    lines = make_subprotocol(TERMINAL)
    sent = WILL_ECHO + b"\x1b[7z\x1b[1mThe Hall\x1b[0m\r\n" + escape(b"\xff") + b"\xff\xf9"
    assert list(lines.encode(sent)) == [b"\x1b[1mThe Hall\x1b[0m\r\n\xff"]
    assert list(lines.encode(WILL_ECHO)) == []


def test_gmcp_goes_beside_the_lines() -> None:
    gmcp = make_subprotocol(GMCP)
    told = subnegotiation(TelnetOption.GMCP, 'Room.Info {"name": "ÿ"}'.encode())
    assert list(gmcp.encode(b"one\r\n" + told + b"two\r\n")) == [
        b"one\r\ntwo\r\n", 'Room.Info {"name": "ÿ"}',
    ]  # fmt: skip
    sent = gmcp.decode("Core.", whole=False) + gmcp.decode("Ping", whole=True)
    assert Codec(0).receive(sent) == [Subnegotiation(TelnetOption.GMCP, b"Core.Ping")]


def test_a_message_of_gmcp_has_an_end() -> None:
    gmcp = make_subprotocol(GMCP)
    with pytest.raises(TooLong):
        for _ in range(LONGEST_TEXT):
            gmcp.decode("xx", whole=False)


@given(st.lists(st.binary(max_size=20), max_size=6))
def test_text_comes_through_whatever_commands_stand_between(parts: list[bytes]) -> None:
    sent = WILL_ECHO.join(escape(each) for each in parts)
    text, messages = take_apart(sent)
    assert (text, messages) == (b"".join(parts), []) or b"\x1b[" in text + b"".join(parts)
