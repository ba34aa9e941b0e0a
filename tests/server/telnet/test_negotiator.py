"""Options: what is offered, what is learnt, and that everything else is refused once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.session.terminal import Colour, Terminal
from server.telnet.codec import Codec, Negotiation, Subnegotiation
from server.telnet.negotiator import Negotiator
from tests.examples import choose_count

SEND_TYPE = b"\xff\xfa\x18\x01\xff\xf0"
SEND_NAMES = b"\xff\xfa\x27\x01\x00CHARSET\x00CLIENT_NAME\x00CLIENT_VERSION\x00MTTS\xff\xf0"
OFFER_UTF8 = b"\xff\xfa\x2a\x01;UTF-8\xff\xf0"


def feed(negotiator: Negotiator, data: bytes) -> bytes:
    """Give it bytes as they arrive; return what it answers."""
    out = b""
    for event in Codec(8192).receive(data):
        if isinstance(event, Negotiation):
            out += negotiator.negotiate(event)
        elif isinstance(event, Subnegotiation):
            out += negotiator.subnegotiate(event)
    return out


@pytest.fixture
def telnet() -> Negotiator:
    negotiator = Negotiator()
    negotiator.opening()
    return negotiator


def size(width: int, height: int = 24) -> bytes:
    body = width.to_bytes(2, "big") + height.to_bytes(2, "big")
    return b"\xff\xfa\x1f" + body.replace(b"\xff", b"\xff\xff") + b"\xff\xf0"


def name(text: str) -> bytes:
    return b"\xff\xfa\x18\x00" + text.encode() + b"\xff\xf0"


def test_only_what_is_implemented_is_offered() -> None:
    """DO TTYPE, NAWS, NEW-ENVIRON, WILL CHARSET, EOR, MSSP, GMCP, MXP, MCCP2, and nothing else.

    No SGA, BINARY, LINEMODE or MCCP3.
    """
    asked, offered = [24, 31, 39], [42, 25, 70, 201, 91, 86]
    requests = [(0xFD, option) for option in asked] + [(0xFB, option) for option in offered]
    assert Negotiator().opening() == b"".join(bytes([0xFF, *each]) for each in requests)


@pytest.mark.parametrize("option", [0, 5, 34, 69, 85, 87, 90, 93, 102, 255])
def test_what_is_not_implemented_is_refused_once(telnet: Negotiator, option: int) -> None:
    """DO and WILL of any other option get one refusal each, however often they come."""
    wish = bytes([0xFF, 0xFD, option]) * 3 + bytes([0xFF, 0xFB, option]) * 3
    assert feed(telnet, wish) == bytes([0xFF, 0xFC, option, 0xFF, 0xFE, option])


def test_a_timing_mark_is_refused_every_time(telnet: Negotiator) -> None:
    """DO TM gets WONT TM at each ^C: the client shows nothing until it comes."""
    assert feed(telnet, b"\xff\xfd\x06" * 2) == b"\xff\xfc\x06" * 2
    assert feed(telnet, b"\xff\xfb\x06\xff\xfe\x06") == b""


def test_putty_speaking_first_is_answered_without_loops(telnet: Negotiator) -> None:
    """plink's opening: what we asked for and SGA on its side are agreed, the rest is refused."""
    opening = (
        b"\xff\xfb\x1f\xff\xfb\x20\xff\xfb\x18\xff\xfb\x27\xff\xfd\x01\xff\xfb\x03\xff\xfd\x03"
    )
    assert feed(telnet, opening) == (
        b"\xff\xfe\x20" + SEND_TYPE + SEND_NAMES + b"\xff\xfc\x01\xff\xfd\x03\xff\xfc\x03"
    )
    assert telnet.hide_input() == b"\xff\xfb\x01"


def test_hidden_input_is_echo_alone(telnet: Negotiator) -> None:
    """WILL ECHO alone, then WONT ECHO, also when nothing is ever answered, and again later."""
    for _ in range(3):
        assert telnet.hide_input() == b"\xff\xfb\x01"
        assert telnet.show_input() == b"\xff\xfc\x01"
    assert telnet.show_input() == b""


@pytest.mark.parametrize(
    ("told", "taken"),
    [(100, 100), (255, 250), (0, 80), (65535, 250), (1, 20), (20, 20), (250, 250)],
)
def test_the_width_is_clamped(telnet: Negotiator, told: int, taken: int) -> None:
    """20 to 250 columns; 0 means the default; 255 comes doubled."""
    feed(telnet, b"\xff\xfb\x1f" + size(told))
    assert telnet.terminal.width == taken


def test_a_resize_counts_at_any_time(telnet: Negotiator) -> None:
    feed(telnet, b"\xff\xfb\x1f" + size(100))
    feed(telnet, size(132, 50))
    assert (telnet.terminal.width, telnet.terminal.height) == (132, 50)


def test_broken_sizes_change_nothing(telnet: Negotiator) -> None:
    """Bodies of no, one or five bytes leave the size as it was; so does a size never agreed to."""
    assert feed(telnet, size(100)) == b""
    feed(telnet, b"\xff\xfb\x1f")
    for body in (b"", b"\x00", b"\x00\x64\x00\x1e\x00"):
        feed(telnet, b"\xff\xfa\x1f" + body + b"\xff\xf0")
    assert telnet.terminal == Terminal()


def cycle(telnet: Negotiator, names: list[str]) -> int:
    """Answer SEND with one name after the other; return how often it asked."""
    asked, reply = 0, feed(telnet, b"\xff\xfb\x18")
    for text in names:
        assert reply in (SEND_TYPE, b"")
        if not reply:
            break
        asked += 1
        reply = feed(telnet, name(text))
    return asked


@pytest.mark.parametrize(
    ("names", "rounds", "expected"),
    [
        (["TINTIN++", "xterm", "MTTS 271", "MTTS 271"], 3, Terminal(colour=Colour.TRUE)),
        (
            ["TINYFUGUE", "ANSI-ATTR", "ANSI", "UNKNOWN"],
            4,
            Terminal(colour=Colour.ANSI, utf8=False),
        ),
        (["KBtin", "hardcopy", "unknown", "KBtin-2.1"], 3, Terminal(colour=Colour.ANSI)),
        (["XTERM", "XTERM", "XTERM"], 2, Terminal(colour=Colour.ANSI)),
        (["xterm-256color"] * 3, 2, Terminal(colour=Colour.PALETTE)),
        (["Mudlet", "ANSI-TRUECOLOR", "MTTS 2349"], 3, Terminal(colour=Colour.TRUE)),
        (["dumb", "dumb"], 2, Terminal()),
        ([f"made-up-{n}" for n in range(9)], 5, Terminal()),
        (["x", "MTTS 69"], 2, Terminal(colour=Colour.NONE, screen_reader=True)),
        (["x", "MTTS 9"], 2, Terminal(colour=Colour.PALETTE, utf8=False)),
        (["xterm", "MTTS banana"], 2, Terminal(colour=Colour.ANSI)),
        (["xterm", "MTTS 99999999999999999999"], 2, Terminal(colour=Colour.ANSI)),
    ],
)
def test_terminal_types_of_real_clients(
    telnet: Negotiator, names: list[str], rounds: int, expected: Terminal
) -> None:
    """The cycle stops on a repeat, MTTS or UNKNOWN, after five rounds at most."""
    assert cycle(telnet, names) == rounds
    terminal = telnet.terminal
    assert (terminal.colour, terminal.utf8, terminal.screen_reader) == (
        expected.colour,
        expected.utf8,
        expected.screen_reader,
    )
    assert terminal.client == names[0]


def test_unasked_terminal_types_are_ignored(telnet: Negotiator) -> None:
    """A name that nobody asked for neither counts nor asks for more."""
    assert feed(telnet, name("xterm")) == b""
    feed(telnet, b"\xff\xfb\x18" + name("a") + name("a"))
    assert feed(telnet, name("xterm-256color")) == b""
    assert telnet.terminal.colour is Colour.NONE


def test_the_request_for_a_terminal_type_is_exact(telnet: Negotiator) -> None:
    """Mudlet answers exactly FF FA 18 01 FF F0."""
    assert feed(telnet, b"\xff\xfb\x18") == SEND_TYPE


@pytest.mark.parametrize(("answer", "utf8"), [(b"\x02UTF-8", True), (b"\x03", False)])
def test_charset_is_offered_and_its_answer_taken(
    telnet: Negotiator, answer: bytes, utf8: bool
) -> None:
    assert feed(telnet, b"\xff\xfd\x2a") == OFFER_UTF8
    assert feed(telnet, b"\xff\xfa\x2a" + answer + b"\xff\xf0") == b""
    assert telnet.terminal.utf8 is utf8


def test_charset_unanswered_or_refused_leaves_utf8(telnet: Negotiator) -> None:
    """inetutils says DONT, TinTin++ nothing; both show UTF-8."""
    assert feed(telnet, b"\xff\xfe\x2a") == b""
    assert telnet.terminal.utf8


def test_a_client_that_offers_charsets_itself_is_answered(telnet: Negotiator) -> None:
    """UTF-8 among the offered is accepted, anything else rejected; during ours, rejected."""
    assert feed(telnet, b"\xff\xfe\x2a\xff\xfb\x2a") == b"\xff\xfd\x2a"
    assert (
        feed(telnet, b"\xff\xfa\x2a\x01;LATIN1;utf-8\xff\xf0") == b"\xff\xfa\x2a\x02UTF-8\xff\xf0"
    )
    assert feed(telnet, b"\xff\xfa\x2a\x01 LATIN1\xff\xf0") == b"\xff\xfa\x2a\x03\xff\xf0"
    assert feed(telnet, b"\xff\xfa\x2a\x01\xff\xf0") == b"\xff\xfa\x2a\x03\xff\xf0"
    assert feed(telnet, b"\xff\xfd\x2a") == b"\xff\xfb\x2a" + OFFER_UTF8
    assert feed(telnet, b"\xff\xfa\x2a\x01;UTF-8\xff\xf0") == b"\xff\xfa\x2a\x03\xff\xf0"


def test_agreeing_to_anything_shows_a_telnet_client(telnet: Negotiator) -> None:
    """A client that only refuses (ncat -t) will not hide input either."""
    feed(telnet, b"\xff\xfc\x18\xff\xfc\x1f\xff\xfe\x2a")
    assert not telnet.agreeable
    feed(telnet, b"\xff\xfb\x1f")
    assert telnet.agreeable


pieces = st.one_of(
    st.tuples(st.sampled_from([0xFB, 0xFC, 0xFD, 0xFE]), st.integers(0, 255)).map(
        lambda wish: bytes([0xFF, *wish])
    ),
    st.tuples(st.sampled_from([24, 31, 39, 42, 1, 70, 86, 91, 201]), st.binary(max_size=12)).map(
        lambda sub: bytes([0xFF, 0xFA, sub[0]]) + sub[1].replace(b"\xff", b"\xff\xff") + b"\xff\xf0"
    ),
)


@settings(max_examples=choose_count(120, 300), deadline=None)
@given(st.lists(pieces, max_size=30))
def test_whatever_a_client_negotiates_the_terminal_stays_usable(stream: list[bytes]) -> None:
    """No negotiation raises, floods back, or leaves a width that nothing can be laid out in."""
    negotiator = Negotiator()
    data = negotiator.opening() + b"".join(stream)
    answer = feed(negotiator, data)
    assert len(answer) <= 50 * (len(stream) + 4)
    assert 20 <= negotiator.terminal.width <= 250
