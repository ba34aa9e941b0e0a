"""The client's side of telnet: what is shown, what is hidden, what is answered."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.play.playing import find_fingerprint, name_terminal
from server.play.telnet_client import TelnetClient, clean_output

NAMES = ("TARN-PLAY", "TRUECOLOR", "MTTS 269")


def client() -> TelnetClient:
    return TelnetClient(NAMES, lambda: (100, 30))


SESSION = (
    b"\xff\xfd\x18\xff\xfd\x1f\xff\xfb\x2a\xff\xfa\x18\x01\xff\xf0\xff\xfb\x01"
    b"\x1b[31mGr\xc3\xbc\xc3\x9fe\x1b[0m\r\n\xff\xf9\xff\xfc\x01"
    b"\xff\xfa\x2a\x01;UTF-8\xff\xf0\xff\xfd\xc9\xff\xfb\x56caf\xc3\xa9\xff\xff\r\n"
)
ANSWERS = (
    b"\xff\xfb\x18"  # WILL TTYPE
    b"\xff\xfb\x1f\xff\xfa\x1f\x00\x64\x00\x1e\xff\xf0"  # WILL NAWS, 100 x 30
    b"\xff\xfd\x2a"  # DO CHARSET
    b"\xff\xfa\x18\x00TARN-PLAY\xff\xf0"
    b"\xff\xfd\x01\xff\xfe\x01"  # DO and DONT ECHO
    b"\xff\xfa\x2a\x02UTF-8\xff\xf0"
    b"\xff\xfc\xc9\xff\xfe\x56"  # no GMCP, no MCCP2
)
SHOWN = "\x1b[31mGrüße\x1b[0m\ncafé\ufffd\n"


def test_a_whole_session_is_answered_and_shown() -> None:
    """UTF-8, colour, size and names are agreed; what the client cannot do is refused."""
    received = client().receive(SESSION)
    assert (received.text, received.reply) == (SHOWN, ANSWERS)


@given(st.lists(st.integers(0, len(SESSION)), max_size=12))
def test_however_the_bytes_are_cut_the_result_is_the_same(cuts: list[int]) -> None:
    points = [0, *sorted(cuts), len(SESSION)]
    telnet = client()
    parts = [telnet.receive(SESSION[a:b]) for a, b in itertools.pairwise(points)]
    assert "".join(each.text for each in parts) == SHOWN
    assert b"".join(each.reply for each in parts) == ANSWERS


@given(st.binary(max_size=400))
def test_no_bytes_of_a_server_steer_the_terminal_or_break_the_client(data: bytes) -> None:
    """Colours alone come through; typed text never becomes a command."""
    telnet = client()
    text = telnet.receive(data).text
    assert re.sub(r"\x1b\[[0-9;:]*m", "", text).translate(dict.fromkeys(map(ord, "\n\t"))) == (
        "".join(c for c in re.sub(r"\x1b\[[0-9;:]*m", "", text) if c not in "\n\t" and c >= " ")
    )
    assert telnet.send("ÿ") == "ÿ\r\n".encode()


def test_a_request_is_answered_once_and_echo_hides_the_input() -> None:
    """Otherwise two polite sides would answer each other for ever."""
    telnet = client()
    assert telnet.receive(b"\xff\xfb\x01").reply == b"\xff\xfd\x01" and telnet.hides_input
    assert telnet.receive(b"\xff\xfb\x01").reply == b""
    assert telnet.receive(b"\xff\xfc\x01").reply == b"\xff\xfe\x01" and not telnet.hides_input
    assert telnet.receive(b"\xff\xfc\x01\xff\xfe\x63").reply == b""
    assert telnet.receive(b"\xff\xfd\x06\xff\xfd\x06").reply == b"\xff\xfb\x06" * 2


def test_names_come_one_by_one_and_the_last_again() -> None:
    """So a server knows that it has heard all of them (MTTS)."""
    telnet = client()
    asked = [telnet.receive(b"\xff\xfa\x18\x01\xff\xf0").reply[4:-2].decode() for _ in range(4)]
    assert asked == [*NAMES, "MTTS 269"]


def test_the_size_is_told_only_to_who_wants_it() -> None:
    telnet = client()
    assert telnet.resize() == b""
    telnet.receive(b"\xff\xfd\x1f")
    assert telnet.resize() == b"\xff\xfa\x1f\x00\x64\x00\x1e\xff\xf0"


@pytest.mark.parametrize(
    ("environment", "names"),
    [
        ({"TERM": "xterm-256color"}, ("TARN-PLAY", "256COLOR", "MTTS 13")),
        ({"COLORTERM": "truecolor"}, ("TARN-PLAY", "TRUECOLOR", "MTTS 269")),
        ({"WT_SESSION": "x"}, ("TARN-PLAY", "TRUECOLOR", "MTTS 269")),
        ({"TERM": "vt100"}, ("TARN-PLAY", "ANSI", "MTTS 5")),
        ({"TERM": "xterm", "NO_COLOR": "1"}, ("TARN-PLAY", "DUMB", "MTTS 4")),
    ],
)
def test_the_server_learns_what_the_terminal_can_do(
    environment: dict[str, str], names: tuple[str, ...]
) -> None:
    assert name_terminal(environment) == names


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("\x1b]0;title\x07x", "x"),
        ("\x1b[2J\x1b[1;1Hx\x1b[1m", "x\x1b[1m"),
        ("a\x08\x9bb\rc\x00", "abc"),
        ("\x1b[5nx\x1bc", "x"),
    ],
)
def test_titles_and_cursor_movements_are_dropped(text: str, clean: str) -> None:
    assert clean_output(text) == clean


def test_a_fingerprint_reads_as_other_programs_write_it() -> None:
    assert find_fingerprint(b"abc").startswith("BA:78:16:BF:8F:01:CF:EA")
