"""Hostile input at the real server over real sockets: one server, a neighbour who looks, the lot.

The neighbour's looks are counted, not timed: they are answered while the attack goes on.
Memory is the server's resident memory, which must not grow with what is sent.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import Client, Server, write
from tests.e2e.worlds import make_world
from tests.limits import HANG_SECONDS
from tests.paths import ROOT

LIMITS = (
    "limits: {connections_per_address: 20, connections: 30, guests_per_address: 3,"
    " accounts_per_hour: 4, linkdead_seconds: 0}\n"
)
MEGABYTE = 1_000_000
ROOM_FOR_BUFFERS = 40 * MEGABYTE
"""What may come and go with caches and buffers; each attack sends more or as much."""

#: Rows of the table that are no matter of sockets, and the tests that hold them.
HELD_ELSEWHERE = {
    "markup, colour codes, MXP, links in user or model text": (
        "tests/server/session/test_render.py::test_only_the_kind_decides_and_text_is_never_markup"
    ),
    "nobody can forge another's line": "tests/e2e/test_people.py::test_nobody_can_forge_another",
    "one byte per 0.5 s": (
        "tests/server/telnet/test_protocol.py::test_the_login_time_is_limited_whatever_is_typed"
    ),
    "a client that never reads": (
        "tests/server/telnet/test_sockets.py::test_a_client_that_never_reads_costs_a_bounded_amount"
    ),
    "wrong password 8 times": (
        "tests/server/session/test_door.py"
        "::test_eight_wrong_passwords_throttle_the_address_for_any_account"
    ),
    "names": "tests/world/test_names.py::test_other_names_are_refused_each_with_its_reason",
    "password": (
        "tests/server/session/test_door.py::test_no_password_is_logged_and_names_are_escaped"
    ),
    "model output with ESC, newlines, @shutdown, quit, a forged Bob says, 1 MB": (
        "tests/agents/mind/reply/test_reply_parser.py"
        "::test_any_text_becomes_one_harmless_line_or_none"
    ),
    "model: time-out, 429, 500, closed half-way, not JSON, empty": (
        "tests/agents/models/providers/test_http_providers.py::test_failures"
    ),
    "two agents answering each other for ever": (
        "tests/agents/mind/test_rate_limits.py"
        "::test_two_agents_answering_each_other_for_ever_are_capped"
    ),
}


@pytest.mark.parametrize("row", HELD_ELSEWHERE)
def test_each_row_of_the_table_that_is_held_elsewhere_has_its_test(row: str) -> None:
    path, _, name = HELD_ELSEWHERE[row].partition("::")
    text = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"^(?:async )?def {name}\(", text, re.MULTILINE), row


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    world = make_world(tmp_path_factory.mktemp("hostile"))
    write(world.config / "server.yaml", LIMITS)
    with world.server() as running:
        yield running
        assert running.stop() == 0
        assert "Traceback" not in running.errors() and "fault" not in running.errors()
        assert "not clean" not in running.errors()


@pytest.fixture(scope="module")
def neighbour(server: Server) -> Client:
    """Fern stands in the Hall through all of it; Rowan, the administrator, is away."""
    server.client().create("Rowan").ask("quit", r"Goodbye\.")
    return server.client().create("Fern")


class Attacker:
    """A raw socket that sends and does not care."""

    def __init__(self, server: Server, source: str) -> None:
        """`source` is one of this machine's own addresses, so that each attack has another."""
        self.socket = socket.create_connection(
            ("127.0.0.1", server.port), timeout=HANG_SECONDS, source_address=(source, 0)
        )
        self.socket.settimeout(HANG_SECONDS)

    def send(self, data: bytes) -> bool:
        """Send; return whether the server still listened."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def rest(self) -> bytes:
        """Return all that comes until the server hangs up."""
        seen = b""
        try:
            while data := self.socket.recv(65536):
                seen += data
        except ConnectionResetError:
            pass
        return seen

    def __enter__(self) -> Attacker:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()


def resident(server: Server) -> int:
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def look(neighbour: Client) -> None:
    neighbour.ask("look", r"Exits: .*\n")


JUNK = {
    "options nobody has": b"\xff\xfd\x63\xff\xfe\x63",
    "NUL": b"\x00",
    "backspace": b"\x08",
    "commands": b"\xff\xf1",
    "window sizes": b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0",
}


def pour(server: Server, neighbour: Client, data: bytes, pieces: int, source: str) -> int:
    """Send `data` so often, a look of the neighbour between; return after how many it was cut."""
    with Attacker(server, source) as attacker:
        for sent in range(pieces):
            if not attacker.send(data):
                return sent
            look(neighbour)
    return pieces


@pytest.mark.parametrize("kind", JUNK)
def test_a_flood_of_what_is_not_text_is_cut_off(
    server: Server, neighbour: Client, kind: str
) -> None:
    """Before any login: the neighbour is answered after each piece, memory stays, one log line."""
    before, data = resident(server), JUNK[kind] * (100_000 // len(JUNK[kind]))
    source = f"127.0.1.{1 + list(JUNK).index(kind)}"
    assert pour(server, neighbour, data, 300, source) < 300
    server.logged(f'dropped "{source}": floods telnet commands or control characters')
    assert resident(server) - before < ROOM_FOR_BUFFERS
    # That address waits a while; nobody else is concerned.
    with Attacker(server, source) as again:
        assert b"Please wait a few" in again.rest()
    look(neighbour)


def test_twenty_megabytes_without_a_newline(server: Server, neighbour: Client) -> None:
    """One message, the rest is thrown away, memory stays, the neighbour is answered."""
    before = resident(server)
    with Attacker(server, "127.0.2.1") as attacker:
        for _ in range(20):
            assert attacker.send(b"x" * MEGABYTE)
            look(neighbour)
        assert attacker.send(b"\r\nquit\r\n")
        seen = attacker.rest()
    assert seen.count(b"longer than 8192 bytes") == 1
    assert b"Goodbye" in seen
    assert resident(server) - before < ROOM_FOR_BUFFERS


def test_an_endless_subnegotiation(server: Server, neighbour: Client) -> None:
    before = resident(server)
    assert pour(server, neighbour, b"\xff\xfa\x1f" + b"x" * MEGABYTE, 20, "127.0.2.2") < 20
    server.logged('dropped "127.0.2.2": ')
    assert resident(server) - before < ROOM_FOR_BUFFERS


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (b"x\x1b[2J", "x[2J"),
        (b"x\x1b]0;t\x07y", "x]0;ty"),
        (b"x\xc2\x9b2J", "x2J"),
        (b"x\x0b\x00y", "xy"),
        ("a\u202eb\u2028c".encode(), "ab c"),
        (b"caf\xe9 \xff\xff", "caf\ufffd \ufffd"),
    ],
)
def test_what_could_move_a_cursor_reaches_nobody(
    server: Server, neighbour: Client, said: bytes, heard: str
) -> None:
    """Control characters and bidi controls are removed, invalid UTF-8 is replaced."""
    with Attacker(server, "127.0.2.3") as attacker:
        attacker.send(b"guest\r\nsay " + said + b"\r\nquit\r\n")
        attacker.rest()
    assert f'says, "{heard}"' in neighbour.expect(r'Guest\d+ says, "[^\n]*"\n')


def test_five_thousand_commands_in_one_write(server: Server, neighbour: Client) -> None:
    """One warning; the neighbour's looks are answered before they are all done."""
    with Attacker(server, "127.0.2.4") as attacker:
        attacker.send(b"guest\r\n" + b"look\r\n" * 5000)
        for _ in range(20):
            look(neighbour)
        seen = b""
        while b"faster than this world" not in seen:
            seen += attacker.socket.recv(65536)
    look(neighbour)


def test_a_web_browser(server: Server) -> None:
    with Attacker(server, "127.0.2.5") as attacker:
        attacker.send(b"GET / HTTP/1.1\r\nHost: tarn\r\n\r\n")
        assert b"not a web page" in attacker.rest()


def test_two_hundred_silent_connections_and_the_places_that_are_kept(
    server: Server, neighbour: Client
) -> None:
    """An address has its share; when all places are taken, administrators still find one."""
    silent = [Attacker(server, "127.0.3.1") for _ in range(200)]
    told = [each.rest() for each in silent[20:]]
    assert all(b"already 20 connections" in words for words in told)
    others = [Attacker(server, f"127.0.3.{2 + number // 5}") for number in range(15)]
    kept = Attacker(server, "127.0.3.9")
    kept.send(b"guest\r\nconnect Rowan correct horse\r\nquit\r\n")
    seen = kept.rest()
    assert b"one that is kept for administrators" in seen
    assert seen.count(b"kept for administrators") == 2
    assert b"Welcome, Rowan." in seen
    for each in (*silent, *others, kept):
        each.socket.close()


def test_guessing_does_not_lock_the_owner_out(server: Server, neighbour: Client) -> None:
    """From a dozen addresses, until each is throttled: the owner comes in from another."""
    for number in range(4):
        for _ in range(3):
            with Attacker(server, f"127.0.4.{number}") as guesser:
                guesser.send(b"connect Rowan wrong\r\n" * 3)
                assert b"wrong 3 times" in guesser.rest()
    with Attacker(server, "127.0.4.99") as owner:
        owner.send(b"connect Rowan correct horse\r\nquit\r\n")
        assert b"Welcome, Rowan." in owner.rest()


def test_guests_and_new_accounts_of_one_address_are_counted(server: Server) -> None:
    guests = [Attacker(server, "127.0.5.1") for _ in range(4)]
    for guest in guests[:3]:
        guest.send(b"guest\r\n")
    seen = b""
    while b"already 3 guests from your address" not in seen:
        with Attacker(server, "127.0.5.1") as late:
            late.send(b"guest\r\nquit\r\n")
            seen = late.rest()
    for guest in guests:
        guest.socket.close()
    with Attacker(server, "127.0.5.2") as maker:
        names = ("Ash", "Elm", "Fir", "Yew")
        for name in names:
            maker.send(f"create {name} password\r\nquit\r\n".encode())
            assert f"Welcome, {name}".encode() in maker.rest()
            maker.socket.close()
            maker.__init__(server, "127.0.5.2")  # type: ignore[misc]  # comes again
        maker.send(b"create Oak password\r\nquit\r\n")
        assert b"made many accounts of late" in maker.rest()


def test_control_characters_in_what_a_client_calls_itself(server: Server) -> None:
    """A name and a terminal's type with line ends are escaped in the log: one event, one line."""
    with Attacker(server, "127.0.6.1") as attacker:
        attacker.send(b"\xff\xfb\x18\xff\xfa\x18\x00evil\r\nforged line\x1b[2J\xff\xf0")
        attacker.send(b"connect A\x1b[2Jb secret\r\nguest\r\nquit\r\n")
        attacker.rest()
    assert "\x1b" not in server.errors()
    assert "\nforged" not in server.errors()
    assert "secret" not in server.errors()


def test_deep_and_large_messages_of_options(server: Server, neighbour: Client) -> None:
    with Attacker(server, "127.0.6.2") as attacker:
        deep = b"Core.Hello " + b'{"a":' + b"[" * 2000 + b"]" * 2000 + b"}"
        attacker.send(b"\xff\xfd\xc9\xff\xfa\xc9" + deep[:4000] + b"\xff\xf0quit\r\n")
        assert b"Goodbye" in attacker.rest()
    large = b"\xff\xfd\xc9\xff\xfa\xc9" + b"x" * MEGABYTE
    assert pour(server, neighbour, large, 20, "127.0.6.3") < 20
