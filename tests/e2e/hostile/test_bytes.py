"""Hostile bytes at the real server over real sockets: floods, endless lines, control characters.

The neighbour's looks are counted, not timed: they are answered while the attack goes on.
"""

from __future__ import annotations

import pytest

from tests.e2e.harness import Client, Server
from tests.e2e.hostile.attacks import JUNK, MEGABYTE, Attacker, look, pour
from world.text import MARKS_PER_BASE

pytestmark = pytest.mark.usefixtures("a_look_at_both")


@pytest.mark.parametrize("kind", JUNK)
def test_a_flood_of_what_is_not_text_is_cut_off(
    server: Server, neighbour: Client, kind: str
) -> None:
    """Before any login: the neighbour is answered after each piece, memory stays, one log line."""
    data = JUNK[kind] * (100_000 // len(JUNK[kind]))
    source = f"127.0.1.{1 + list(JUNK).index(kind)}"
    assert pour(server, neighbour, data, 300, source) < 300
    server.logged(f'dropped "{source}": floods telnet commands or control characters')
    # That address waits a while; nobody else is concerned.
    with Attacker(server.port, source) as again:
        assert b"Please wait a few" in again.rest()


def test_twenty_megabytes_without_a_newline(server: Server, neighbour: Client) -> None:
    """One message, the rest is thrown away, memory stays, the neighbour is answered."""
    with Attacker(server.port, "127.0.2.1") as attacker:
        for _ in range(20):
            assert attacker.send(b"x" * MEGABYTE)
            look(neighbour)
        assert attacker.send(b"\r\nquit\r\n")
        seen = attacker.rest()
    assert seen.count(b"longer than 8192 bytes") == 1
    assert b"Goodbye" in seen


def test_an_endless_subnegotiation(server: Server, neighbour: Client) -> None:
    assert pour(server, neighbour, b"\xff\xfa\x1f" + b"x" * MEGABYTE, 20, "127.0.2.2") < 20
    server.logged('dropped "127.0.2.2": ')


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (b"x\x1b[2J", "x[2J"),
        (b"x\x1b]0;t\x07y", "x]0;ty"),
        (b"x\xc2\x9b2J", "x2J"),
        (b"x\x0b\x00y", "xy"),
        ("a\u202eb\u2028c".encode(), "ab c"),
        (b"caf\xe9 \xff\xff", "caf\ufffd \ufffd"),
        (b"xyz\x08\x7f!", "x!"),
        (("a" + "\u0301" * 200).encode(), "a" + "\u0301" * MARKS_PER_BASE),
    ],
)
def test_what_could_move_a_cursor_reaches_nobody(
    server: Server, neighbour: Client, said: bytes, heard: str
) -> None:
    """Control characters and bidi controls are removed, invalid UTF-8 is replaced.

    A backspace edits the line; of marks above a letter a few stay.
    """
    with Attacker(server.port, "127.0.2.3") as attacker:
        attacker.send(b"guest\r\nsay " + said + b"\r\nquit\r\n")
        attacker.rest()
    assert f'says, "{heard}"' in neighbour.expect(r'Guest\d+ says, "[^\n]*"\n')


def test_five_thousand_commands_in_one_write(server: Server, neighbour: Client) -> None:
    """One warning; the neighbour's looks are answered before they are all done."""
    with Attacker(server.port, "127.0.2.4") as attacker:
        attacker.send(b"guest\r\n" + b"look\r\n" * 5000)
        for _ in range(20):
            look(neighbour)
        attacker.until(b"faster than this world")


def test_a_pasted_block_is_not_punished(server: Server) -> None:
    """Twenty lines in one write are all performed, without a warning."""
    with Attacker(server.port, "127.0.2.6") as attacker:
        lines = b"".join(b"say pasted line %d\r\n" % number for number in range(20))
        attacker.send(b"guest\r\n" + lines + b"quit\r\n")
        seen = attacker.rest()
    assert seen.count(b'You say, "pasted line ') == 20
    assert b"faster than this world" not in seen
