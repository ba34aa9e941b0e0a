"""The port for TLS is guarded as the plain one is: shares, floods, bans, silence, handshakes."""

from __future__ import annotations

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.hostile.attacks import JUNK, Attacker, look, pour
from tests.server.tls.test_transport import begin_handshake

pytestmark = pytest.mark.usefixtures("a_look_at_both")


def test_an_address_has_one_share_of_both_ports(server: Server, neighbour: Client) -> None:
    """Whoever comes beyond it reads why, on either port."""
    plain = [Attacker(server.port, "127.0.7.1") for _ in range(10)]
    secure = [Attacker(server.tls_port, "127.0.7.1", tls=True) for _ in range(10)]
    for port, tls in ((server.port, False), (server.tls_port, True)):
        with Attacker(port, "127.0.7.1", tls=tls) as late:
            assert b"already 20 connections" in late.rest()
    for each in (*plain, *secure):
        each.socket.close()


def test_a_flood_over_tls_is_cut_off(server: Server, neighbour: Client) -> None:
    """The same bytes are metered, and the address waits on both ports."""
    data = JUNK["options nobody has"] * (100_000 // len(JUNK["options nobody has"]))
    assert pour(server, neighbour, data, 300, "127.0.7.2", tls=True) < 300
    server.logged('dropped "127.0.7.2": floods telnet commands or control characters')
    for port, tls in ((server.port, False), (server.tls_port, True)):
        with Attacker(port, "127.0.7.2", tls=tls) as again:
            assert b"Please wait a few" in again.rest()


def test_silent_connections_that_never_begin_tls_take_no_places(
    server: Server, neighbour: Client
) -> None:
    """Beyond its share an address holds but a few descriptors, which it is given to read why."""
    silent = [Attacker(server.tls_port, "127.0.7.3") for _ in range(200)]
    until(lambda: sum(map(_is_closed, silent[20:])) >= 160, "all but a few are closed")
    look(neighbour)
    for each in silent:
        each.socket.close()


def test_a_flood_before_the_handshake_is_cut_off(server: Server, neighbour: Client) -> None:
    """What is no TLS ends the connection at once, also in the middle of a handshake."""
    half = begin_handshake()[:100]
    for first in (b"", half):
        for kind in JUNK.values():
            with Attacker(server.tls_port, "127.0.7.5") as attacker:
                attacker.send(first)
                sent = 0
                while attacker.send(kind * (100_000 // len(kind))):
                    look(neighbour)
                    sent += 1
                    assert sent < 100


def test_half_a_handshake_holds_up_nobody(server: Server, neighbour: Client) -> None:
    """Others of the address come in beside them; the rest may come late, byte by byte."""
    half = begin_handshake()[:100]
    waiting = [Attacker(server.tls_port, "127.0.7.6") for _ in range(15)]
    for each in waiting:
        each.send(half)
        look(neighbour)
    with Attacker(server.tls_port, "127.0.7.6", tls=True) as person:
        person.send(b"guest\r\nquit\r\n")
        assert b"Goodbye" in person.rest()
    for each in waiting:
        each.socket.close()


def _is_closed(attacker: Attacker) -> bool:
    attacker.socket.setblocking(False)
    try:
        return not attacker.socket.recv(1)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def test_a_ban_holds_on_both_ports(server: Server, neighbour: Client) -> None:
    with Attacker(server.port, "127.0.7.99") as owner:
        owner.send(b"connect Rowan correct horse\r\n@ban 127.0.7.4\r\nquit\r\n")
        assert b"127.0.7.4" in owner.rest()
    for port, tls in ((server.port, False), (server.tls_port, True)):
        with Attacker(port, "127.0.7.4", tls=tls) as banned:
            assert b"connect <name>" not in banned.rest()
