"""What each option says and learns, byte by byte, on a negotiator alone."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.session.terminal import Colour
from server.telnet.codec import Codec, Negotiation, Subnegotiation
from server.telnet.codes import END_OF_RECORD, GO_AHEAD, TelnetOption, subnegotiation
from server.telnet.negotiator import Negotiator
from server.telnet.options.gmcp import LONGEST_TEXT, MOST_PACKAGES, encode_message, wants

DO, DONT, WILL = b"\xff\xfd", b"\xff\xfe", b"\xff\xfb"
REPORT = {"NAME": "Tarn\x01\x02\r\n\t", "PLAYERS": "3"}


class Wired:
    """A negotiator and the codec in front of it."""

    def __init__(self) -> None:
        self.telnet = Negotiator(report=lambda: REPORT)
        self.telnet.opening()
        self.codec = Codec(8192)

    def hear(self, data: bytes) -> bytes:
        out = b""
        for event in self.codec.receive(data):
            if isinstance(event, Negotiation):
                out += self.telnet.negotiate(event)
            elif isinstance(event, Subnegotiation):
                out += self.telnet.subnegotiate(event)
        return out

    def gmcp(self, text: str) -> bytes:
        return self.hear(subnegotiation(TelnetOption.GMCP, text.encode()))


@pytest.fixture
def wired() -> Wired:
    return Wired()


def test_prompts_end_as_was_agreed(wired: Wired) -> None:
    """FF F9 for whoever speaks telnet, FF EF where EOR is on, and back; nothing for others."""
    assert wired.telnet.prompt_end == b""
    wired.hear(WILL + b"\x1f")
    assert wired.telnet.prompt_end == GO_AHEAD == b"\xff\xf9"
    assert wired.hear(DO + b"\x19") == b""
    assert wired.telnet.prompt_end == END_OF_RECORD == b"\xff\xef"
    wired.telnet.prefer({"prompt": "off"})
    assert wired.telnet.prompt_end == b""
    wired.telnet.prefer({"prompt": "auto"})
    assert wired.hear(DONT + b"\x19") == b"\xff\xfc\x19"
    assert wired.telnet.prompt_end == GO_AHEAD


def test_the_status_is_told_once_it_is_asked_for(wired: Wired) -> None:
    """MSSP: variables and values, without what would break the frame or the plain lines."""
    told = b"\xff\xfa\x46\x01NAME\x02Tarn\x01PLAYERS\x023\xff\xf0"
    assert wired.hear(DO + b"\x46") == told
    assert wired.telnet.plain_status() == (
        b"\r\nMSSP-REPLY-START\r\nNAME\tTarn\r\nPLAYERS\t3\r\nMSSP-REPLY-END\r\n"
    )


def variables(*pairs: tuple[str, str], kind: int = 0) -> bytes:
    body = b"".join(b"\x00" + name.encode() + b"\x01" + value.encode() for name, value in pairs)
    return subnegotiation(TelnetOption.NEW_ENVIRON, bytes([kind]) + body)


def test_named_variables_are_asked_for_and_taken(wired: Wired) -> None:
    """CHARSET, CLIENT_NAME with its version, MTTS; a change (INFO) counts too."""
    sent = wired.hear(WILL + b"\x27")
    assert sent == b"\xff\xfa\x27\x01\x00CHARSET\x00CLIENT_NAME\x00CLIENT_VERSION\x00MTTS\xff\xf0"
    wired.hear(variables(("CLIENT_NAME", "Mudlet"), ("CLIENT_VERSION", "4.19"), ("MTTS", "2349")))
    terminal = wired.telnet.terminal
    assert (terminal.client, terminal.colour, terminal.utf8) == ("Mudlet 4.19", Colour.TRUE, True)
    wired.hear(variables(("CHARSET", "ASCII"), kind=2))
    assert not wired.telnet.terminal.utf8


def test_who_the_user_is_is_not_kept(wired: Wired) -> None:
    """USER (PuTTY tells it) leaves no trace, whatever name it follows."""
    wired.hear(WILL + b"\x27" + variables(("USER", "rowan")))
    wired.hear(subnegotiation(39, b"\x00\x03USER\x01rowan\x00CLIENT_NAME"))
    assert "rowan" not in repr(wired.telnet.terminal)


def test_escaped_codes_and_long_values_are_text(wired: Wired) -> None:
    body = b"\x00\x00CLIENT_NAME\x01a\x02\x01b" + b"x" * 200
    wired.hear(WILL + b"\x27" + subnegotiation(39, body))
    assert wired.telnet.terminal.client == "a\x01b" + "x" * 77


def test_translation_tables_are_refused_and_ascii_is_taken(wired: Wired) -> None:
    """CHARSET in the other direction: a request with [TTABLE], a table, and ASCII alone."""
    wired.hear(DONT + b"\x2a" + WILL + b"\x2a")
    assert wired.hear(subnegotiation(42, b"\x01[TTABLE]\x01;LATIN1;UTF-8")) == subnegotiation(
        42, b"\x02UTF-8"
    )
    assert wired.hear(subnegotiation(42, b"\x04\x01;")) == subnegotiation(42, b"\x05")
    assert wired.hear(subnegotiation(42, b"\x01;US-ASCII")) == subnegotiation(42, b"\x02US-ASCII")
    assert not wired.telnet.terminal.utf8


def test_mxp_begins_with_locked_lines(wired: Wired) -> None:
    """Nothing that anybody writes is markup from the first byte on."""
    assert wired.hear(DO + b"\x5b") == b"\xff\xfa\x5b\xff\xf0\x1b[7z"
    assert wired.telnet.terminal.links
    wired.telnet.prefer({"links": "off"})
    assert not wired.telnet.terminal.links
    wired.telnet.prefer({"links": "auto"})
    wired.hear(DONT + b"\x5b")
    wired.telnet.prefer({"links": "on"})
    assert not wired.telnet.terminal.links


def test_compression_begins_and_ends_at_the_clients_wish(wired: Wired) -> None:
    assert wired.hear(DO + b"\x56") == b"\xff\xfa\x56\xff\xf0"
    assert wired.telnet.compressed
    assert wired.hear(DONT + b"\x56") == b"\xff\xfc\x56"
    assert not wired.telnet.compressed


# --- GMCP -----------------------------------------------------------------------------


def test_packages_are_sent_to_those_who_asked_for_them(wired: Wired) -> None:
    """Set, Add and Remove; a package covers what is part of it; Core needs no asking."""
    assert wired.telnet.message("Room.Info", {}) == b""
    wired.hear(DO + b"\xc9")
    wired.gmcp('Core.Supports.Set ["Char 1", "room 1"]')
    assert wired.telnet.message("Room.Info", {"num": 3}) == (
        b'\xff\xfa\xc9Room.Info {"num": 3}\xff\xf0'
    )
    assert wired.telnet.message("Tarn.Think", {}) == b""
    wired.gmcp('core.supports.add ["Tarn 1"]')
    wired.gmcp('Core.Supports.Remove ["Room"]')
    assert wired.telnet.message("Tarn.Think", {})
    assert wired.telnet.message("Room.Info", {}) == b""
    assert wired.telnet.message("Core.Goodbye", "Until then.")
    wired.hear(DONT + b"\xc9")
    assert wired.telnet.message("Core.Goodbye", "Until then.") == b""


def test_a_part_of_a_package_can_be_asked_for_alone() -> None:
    assert wants(frozenset({"comm.channel"}), "Comm.Channel.Text")
    assert not wants(frozenset({"comm.channel.text"}), "Comm.Channel.List")
    assert not wants(frozenset({"com"}), "Comm.Channel.Text")


def test_a_ping_is_answered_and_a_hello_names_the_client(wired: Wired) -> None:
    wired.hear(DO + b"\xc9")
    assert wired.gmcp("Core.Ping 120") == b"\xff\xfa\xc9Core.Ping\xff\xf0"
    assert wired.gmcp('Core.Hello {"client": "Mudlet", "version": "4.19"}') == b""
    assert wired.telnet.terminal.client == "Mudlet 4.19"


@pytest.mark.parametrize(
    "text",
    [
        'Core.Supports.Set {"a":' + "[" * 500,
        "Core.Supports.Set " + "[" * 4000,
        "Core.Supports.Set " + "9" * 4000,
        "Core.Supports.Set",
        "Core.Supports.Set [1, null, {}]",
        "Core.Supports.Set [",
        "Core.Hello 5",
        'Core.Hello {"client": {}}',
        "Room.Info",
        "",
        " ",
        "\x00",
    ],
)
def test_what_is_no_message_changes_nothing(wired: Wired, text: str) -> None:
    """Deep, broken and senseless JSON is dropped: no error, no answer, no package."""
    wired.hear(DO + b"\xc9")
    assert wired.gmcp(text) == b""
    assert not wired.telnet.takes_messages


def test_a_client_cannot_ask_for_endless_packages(wired: Wired) -> None:
    wired.hear(DO + b"\xc9")
    for group in range(40):
        names = [f"x{group}.{number}" for number in range(10)]
        wired.gmcp(f"Core.Supports.Add {json.dumps(names)}")
    assert not wired.telnet.message("X39.1", {})
    assert wired.telnet.message("X0.1", {})
    assert MOST_PACKAGES < 400


def test_long_texts_are_cut_and_255_is_doubled() -> None:
    """A message has a bound; the frame is never broken by what is in it."""
    message = encode_message("Tarn.Think", {"text": "x" * (LONGEST_TEXT + 5), "list": ["ÿ"]})
    assert len(message) < LONGEST_TEXT + 100
    body = message[3:-2].decode().partition(" ")[2]
    assert json.loads(body)["text"].endswith("x…")


@given(st.lists(st.binary(max_size=60), max_size=8), st.sampled_from([39, 42, 70, 86, 91, 201]))
def test_no_body_of_any_option_raises(bodies: list[bytes], option: int) -> None:
    """Whatever a client says of an option, on either side, the terminal stays usable."""
    wired = Wired()
    wired.hear(DO + bytes([option]) + WILL + bytes([option]))
    for body in bodies:
        wired.hear(subnegotiation(option, body))
    assert 20 <= wired.telnet.terminal.width <= 250


def test_everything_holds_at_one_byte_per_packet() -> None:
    """The same answers, however the bytes are cut."""
    stream = b"".join(
        [
            *(DO + bytes([each]) for each in (25, 70, 86, 91, 201)),
            WILL + b"\x27" + variables(("MTTS", "271")),
            subnegotiation(201, b'Core.Supports.Set ["Room 1"]'),
            subnegotiation(201, b"Core.Ping"),
        ]
    )
    at_once, in_bytes = Wired(), Wired()
    hear: Callable[[int], bytes] = lambda byte: in_bytes.hear(bytes([byte]))  # noqa: E731
    assert at_once.hear(stream) == b"".join(map(hear, stream))
    assert at_once.telnet.terminal == in_bytes.telnet.terminal
    assert in_bytes.telnet.message("Room.Info", {})
