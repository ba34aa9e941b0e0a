"""Hostile answers to the options of telnet, at the real server over real sockets."""

from __future__ import annotations

import pytest

from tests.e2e.harness import Client, Server
from tests.e2e.hostile.attacks import MEGABYTE, Attacker, pour

pytestmark = pytest.mark.usefixtures("a_look_at_both")


def test_control_characters_in_what_a_client_calls_itself(server: Server) -> None:
    """Whatever it says of itself with line ends is escaped in the log: one event, one line."""
    with Attacker(server.port, "127.0.6.1") as attacker:
        attacker.send(b"\xff\xfb\x18\xff\xfa\x18\x00evil\r\nforged line\x1b[2J\xff\xf0")
        attacker.send(b"\xff\xfb\x27\xff\xfa\x27\x00\x00USER\x01evil\r\nforged user\x1b[2J\xff\xf0")
        hello = b'Core.Hello {"client": "evil\\r\\nforged client\\u001b[2J", "version": "1"}'
        attacker.send(b"\xff\xfd\xc9\xff\xfa\xc9" + hello + b"\xff\xf0")
        attacker.send(b"connect A\x1b[2Jb secret\r\nguest\r\nquit\r\n")
        attacker.rest()
    assert "\x1b" not in server.errors()
    assert "\nforged" not in server.errors()
    assert "secret" not in server.errors()


def test_deep_and_large_messages_of_options(server: Server, neighbour: Client) -> None:
    with Attacker(server.port, "127.0.6.2") as attacker:
        deep = b"Core.Hello " + b'{"a":' + b"[" * 2000 + b"]" * 2000 + b"}"
        attacker.send(b"\xff\xfd\xc9\xff\xfa\xc9" + deep[:4000] + b"\xff\xf0quit\r\n")
        assert b"Goodbye" in attacker.rest()
    large = b"\xff\xfd\xc9\xff\xfa\xc9" + b"x" * MEGABYTE
    assert pour(server, neighbour, large, 20, "127.0.6.3") < 20
