"""The codec alone: bytes in, events out, however they are cut."""

from __future__ import annotations

import itertools
import tracemalloc

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from server.telnet.codec import (
    EVENT_COST,
    REPEATS,
    SUBNEGOTIATION_BYTES,
    AreYouThere,
    Codec,
    Event,
    LineTooLong,
    Negotiation,
    Subnegotiation,
    SubnegotiationTooLong,
    TypedLine,
)
from tests.examples import choose_count

CAP = 64


def events(data: bytes, cap: int = CAP) -> list[Event]:
    return Codec(cap).receive(data)


def one_by_one(data: bytes, cap: int = CAP) -> list[Event]:
    codec = Codec(cap)
    return list(itertools.chain.from_iterable(codec.receive(bytes([b])) for b in data))


def lines(data: bytes) -> list[str]:
    return [event.text for event in events(data) if isinstance(event, TypedLine)]


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r\x00", b"\r"])
def test_every_line_ending_ends_one_line(end: bytes) -> None:
    """CRLF, LF, CR NUL and bare CR each end exactly one line, whole or byte by byte."""
    data = b"look" + end + b"say hi" + end
    assert events(data) == one_by_one(data) == [TypedLine("look"), TypedLine("say hi")]


def test_a_bare_cr_ends_the_line_at_once() -> None:
    """A client that sends a bare CR gets its line carried out without sending anything more."""
    assert events(b"look\r") == [TypedLine("look")]


@pytest.mark.parametrize("rest", [b"\n", b"\x00"])
def test_a_line_ending_split_across_packets_is_one(rest: bytes) -> None:
    """CR in one packet and its LF or NUL in the next are one line ending, not two."""
    codec = Codec(CAP)
    assert codec.receive(b"look\r") == [TypedLine("look")]
    assert codec.receive(rest + b"say hi\r\n") == [TypedLine("say hi")]


def test_blank_lines_count() -> None:
    """Two line endings in a row are a blank line, in every style."""
    for end in (b"\r\n", b"\n", b"\r\x00", b"\r"):
        assert lines(b"a" + end + end + b"b" + end) == ["a", "", "b"]


def test_a_lf_after_a_line_ended_by_lf_is_not_swallowed() -> None:
    """Only a LF that follows a CR belongs to it."""
    assert lines(b"\r\n\n") == ["", ""]


def test_interrupt_drops_the_typed_line() -> None:
    """^C of inetutils' telnet (IAC IP IAC DO TM) drops what was typed and asks for a mark."""
    assert events(b"say oops\xff\xf4\xff\xfd\x06look\r\n") == [
        Negotiation(0xFD, 6),
        TypedLine("look"),
    ]


TIMING = b"\xff\xfd\x06"


@pytest.mark.parametrize(
    ("sent", "typed"),
    [
        (b"say \xc3\xff\xf3" + TIMING + b"bung\r\n", "say Übung"),
        (b"say \xc3\xff\xf4" + TIMING + b"o\r\n", "say Ão"),
        (b"say \xc3\xff\xf5" + TIMING + b"le\r\n", "say Ïle"),
        (b"say \xe6\xff\xf3" + TIMING + b"\xac\r\n", "say 本"),
        (b"say \xe2\x80\xff\xf3" + TIMING + b"so\xe2\x80\x9d\r\n", "say \u201cso\u201d"),
        (b"say \xc3\xbc\xff\xf3" + TIMING + b"look\r\n", "look"),
        (b"say \xc3\x08\xff\xf3look\r\n", "look"),
    ],
)
def test_a_letter_that_gnu_telnet_takes_for_a_key_is_put_right(sent: bytes, typed: str) -> None:
    """In the middle of a character BREAK is a byte of it; after a whole one it drops the line."""
    assert TypedLine(typed) in events(sent)
    assert events(sent) == one_by_one(sent)


def test_are_you_there_is_an_event_and_does_not_disturb_the_line() -> None:
    assert events(b"lo\xff\xf6ok\r\n") == [AreYouThere(), TypedLine("look")]


@pytest.mark.parametrize("junk", [b"\xff\xf1", b"\xff\xf2", b"\xff\xf9", b"\xff\xf5", b"\xff\x00"])
def test_commands_without_meaning_here_are_ignored(junk: bytes) -> None:
    """NOP, DM, GA, AO and ncat's FF 00 leave the line as it is."""
    assert events(b"lo" + junk + b"ok\r\n") == [TypedLine("look")]


@pytest.mark.parametrize(
    "bad", [b"\xff\x00", b"\xff\xf0", b"\xff\xee", b"\xff\xec", b"\xff\xfa\xff\xf0"]
)
def test_what_kills_twisteds_own_telnet_is_harmless(bad: bytes) -> None:
    """Stray commands and an empty subnegotiation do nothing, and what follows is read."""
    assert events(bad + b"look\n") == one_by_one(bad + b"look\n") == [TypedLine("look")]


def test_a_doubled_iac_is_a_byte_of_text() -> None:
    """IAC IAC is one byte 255, which no UTF-8 has: it becomes a replacement character."""
    assert events(b"a\xff\xffb\n") == [TypedLine("a�b")]


def test_subnegotiations_are_unescaped() -> None:
    """A doubled 255 in a window size is one byte."""
    assert events(b"\xff\xfa\x1f\x00\xff\xff\x00\x1e\xff\xf0") == [
        Subnegotiation(0x1F, b"\x00\xff\x00\x1e")
    ]


def test_a_255_that_was_not_doubled_is_taken_as_meant() -> None:
    """A client that forgets to double a width of 255 neither loses nor leaks a byte."""
    assert events(b"\xff\xfa\x1f\x00\xff\x00\x50\xff\xf0look\n") == [
        Subnegotiation(0x1F, b"\x00\xff\x00\x50"),
        TypedLine("look"),
    ]


def test_a_subnegotiation_given_up_half_way_is_dropped() -> None:
    """A command inside a subnegotiation ends it; the command counts."""
    assert events(b"\xff\xfa\x18\x00xt\xff\xfd\x01look\n") == [
        Negotiation(0xFD, 1),
        TypedLine("look"),
    ]


def test_an_endless_subnegotiation_is_cut_off_and_memory_stays_flat() -> None:
    """Twenty megabytes of subnegotiation: one event at 4 KB, and nothing is kept."""
    codec = Codec(CAP)
    seen = codec.receive(b"\xff\xfa\x1f" + b"x" * SUBNEGOTIATION_BYTES)
    assert seen == []
    tracemalloc.start()
    chunk = b"x" * 65536
    seen = [event for _ in range(320) for event in codec.receive(chunk)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seen == [SubnegotiationTooLong(0x1F)]
    assert peak < 300_000
    assert codec.receive(b"\xff\xf0look\n") == []


def test_a_line_without_end_is_cut_off_once_and_memory_stays_flat() -> None:
    """Twenty megabytes without a newline: one event; the line after it is read as usual."""
    codec = Codec(8192)
    chunk = b"x" * 65536
    tracemalloc.start()
    seen = [event for _ in range(320) for event in codec.receive(chunk)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seen == [LineTooLong()]
    assert peak < 300_000
    assert codec.receive(b"tail of it\r\nlook\r\n") == [TypedLine("look")]


def test_a_line_of_exactly_the_cap_is_read() -> None:
    """The cap is in bytes of line, without its ending; one byte more is too long."""
    assert events(b"x" * CAP + b"\n") == [TypedLine("x" * CAP)]
    assert events(b"x" * (CAP + 1) + b"\nlook\n") == [LineTooLong(), TypedLine("look")]


def test_a_cap_of_zero_is_none() -> None:
    assert events(b"x" * 100_000 + b"\n", cap=0) == [TypedLine("x" * 100_000)]


def test_backspace_delete_and_kill_edit_the_line() -> None:
    """08 and 7F take back a whole character, ^U the whole line, also past the beginning."""
    assert lines(b"secreX\x7ft\r\n") == ["secret"]
    assert lines(b"\x08\x08loek\x08\x08ok\r\n") == ["look"]
    assert lines("sé\x7fay\n".encode()) == ["say"]
    assert lines("你好\x7f\n".encode()) == ["你"]
    assert lines(b"say oops\x15look\n") == ["look"]
    assert lines(b"ab\xff\xf7c\n") == ["ac"]
    assert lines(b"ab\xff\xf8c\n") == ["c"]


def test_utf8_split_across_packets_is_whole() -> None:
    data = "say é你😀\r\n".encode()
    assert one_by_one(data) == [TypedLine("say é你😀")]


def test_invalid_utf8_is_replaced_and_never_vanishes() -> None:
    assert lines(b"say caf\xe9 \xff\xff\xc3\n") == ["say caf� ��"]


def test_control_characters_do_not_come_through() -> None:
    """C0, C1 and DEL are gone; a tab is a space; the printable rest stays, literally."""
    assert lines(b"say x\x1b[2J\x1b]0;t\x07\tz\n") == ["say x[2J]0;t z"]
    assert lines(b"say \xc2\x9b2J\x0b\x00\n") == ["say 2J"]


def test_a_request_about_an_option_nobody_has_is_passed_on_a_few_times() -> None:
    """Then it is dropped, however it is cut; requests about options in use always count."""
    data = b"\xff\xfd\x63\xff\xfb\x1f\xff\xfe\x63" * 100
    for pieces in ([data], [data[at : at + 1] for at in range(len(data))]):
        codec = Codec(CAP, handled=[0x1F])
        seen = [event for piece in pieces for event in codec.receive(piece)]
        assert seen.count(Negotiation(0xFD, 0x63)) == REPEATS
        assert seen.count(Negotiation(0xFE, 0x63)) == REPEATS
        assert seen.count(Negotiation(0xFB, 0x1F)) == 100
        assert codec.receive(b"\xff\xfa\x63xyz\xff\xf0look\n") == [TypedLine("look")]


def test_only_what_is_not_text_costs() -> None:
    """Text is free; of the rest each byte counts, and each run and each event a little more."""
    codec = Codec(CAP)
    codec.receive("say Ü\r\nlook\r\x00".encode() + b"\xff\xff\n")
    assert codec.take_cost() == 0
    codec.receive(b"\x00" * 1000)
    assert codec.take_cost() == 1000
    codec.receive(b"\x08" * 1000)
    assert 1000 <= codec.take_cost() <= 1010
    codec.receive(b"\xff\xf1" * 1000)
    assert 2000 <= codec.take_cost() <= 2010
    codec.receive(b"\xff\xfa\x1f" + b"x" * 1000 + b"\xff\xf0")
    assert 1000 <= codec.take_cost() <= 1100
    codec.receive(b"\xff\xfb\x1f")
    assert EVENT_COST < codec.take_cost() < EVENT_COST * 2
    assert codec.take_cost() == 0


alphabet = st.sampled_from(
    [
        *(bytes([byte]) for byte in b"\r\n\x00\xff\xfa\xf0\xfd\xf6\xf4\x1f\x7f\x08\x15a\xc3\x1b"),
        *(b"look", "é".encode(), b"x" * 40),
        *(b"\xff\xfd\x63", b"\xff\xfe\x1f", b"\xff\xf7", b"\xff\xf8", b"\xff\xff", b"\x08\x7f"),
    ]
)
streams = st.one_of(st.binary(max_size=300), st.lists(alphabet, max_size=60).map(b"".join))


@settings(max_examples=choose_count(160, 400), deadline=None)
@given(streams, st.lists(st.integers(1, 9), max_size=40), st.sampled_from([(), (0x1F,)]))
@example(b"\xff\xfa\x1f" + b"x" * 4097 + b"\xff\xf0", [], (0x1F,))
def test_any_bytes_in_any_pieces_yield_the_same_events(
    data: bytes, cuts: list[int], handled: tuple[int, ...]
) -> None:
    """No bytes whatever raise, and how they are cut into packets makes no difference."""
    assert one_by_one(data) == events(data)
    whole = Codec(CAP, handled).receive(data)
    codec, position = Codec(CAP, handled), 0
    pieces: list[Event] = []
    for cut in cuts:
        pieces += codec.receive(data[position : position + cut])
        position += cut
    assert pieces + codec.receive(data[position:]) == whole


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(st.lists(st.text(max_size=12), max_size=8), st.sampled_from(["\r\n", "\n", "\r\0", "\r"]))
def test_printable_lines_come_through_as_they_are(typed: list[str], end: str) -> None:
    """What a person can see is what is read, whatever ends the lines."""
    typed = [text for text in typed if text.isprintable()]
    assert lines("".join(text + end for text in typed).encode()) == typed
