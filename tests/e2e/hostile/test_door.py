"""Strangers at the real server's door: silent ones, browsers, guessers, names that deceive."""

from __future__ import annotations

import pytest

from tests.e2e.harness import Client, Server
from tests.e2e.hostile.attacks import Attacker

pytestmark = pytest.mark.usefixtures("a_look_at_both")


def test_a_web_browser(server: Server) -> None:
    with Attacker(server.port, "127.0.2.5") as attacker:
        attacker.send(b"GET / HTTP/1.1\r\nHost: tarn\r\n\r\n")
        assert b"not a web page" in attacker.rest()


def test_two_hundred_silent_connections_and_the_places_that_are_kept(
    server: Server, neighbour: Client
) -> None:
    """An address has its share; when all places are taken, administrators still find one."""
    silent = [Attacker(server.port, "127.0.3.1") for _ in range(200)]
    told = [each.rest() for each in silent[20:]]
    assert all(b"already 20 connections" in words for words in told)
    others = [Attacker(server.port, f"127.0.3.{2 + number // 5}") for number in range(15)]
    kept = Attacker(server.port, "127.0.3.9")
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
            with Attacker(server.port, f"127.0.4.{number}") as guesser:
                guesser.send(b"connect Rowan wrong\r\n" * 3)
                assert b"wrong 3 times" in guesser.rest()
    with Attacker(server.port, "127.0.4.99") as owner:
        owner.send(b"connect Rowan correct horse\r\nquit\r\n")
        assert b"Welcome, Rowan." in owner.rest()


def test_guests_and_new_accounts_of_one_address_are_counted(server: Server) -> None:
    guests = [Attacker(server.port, "127.0.5.1") for _ in range(4)]
    for guest in guests[:3]:
        guest.send(b"guest\r\n")
    seen = b""
    while b"already 3 guests from your address" not in seen:
        with Attacker(server.port, "127.0.5.1") as late:
            late.send(b"guest\r\nquit\r\n")
            seen = late.rest()
    for guest in guests:
        guest.socket.close()
    for name in ("Ash", "Elm", "Fir", "Yew"):
        with Attacker(server.port, "127.0.5.2") as maker:
            maker.send(f"create {name} password\r\nquit\r\n".encode())
            assert f"Welcome, {name}".encode() in maker.rest()
    with Attacker(server.port, "127.0.5.2") as maker:
        maker.send(b"create Oak password\r\nquit\r\n")
        assert b"made many accounts of late" in maker.rest()


NAMES = ("here", "me", "all", "Moss", "Ad\u043cin", "admin ", "x" * 300, "{0}", "../x")


def test_names_that_would_deceive_are_refused(server: Server) -> None:
    """Each is refused with a reason, and nobody of that name comes in."""
    for number, name in enumerate(NAMES):
        with Attacker(server.port, f"127.0.5.{10 + number}") as maker:
            line = f'create "{name}" password' if name.endswith(" ") else f"create {name} password"
            maker.send(f"{line}\r\nquit\r\n".encode())
            assert b"Welcome, " not in maker.rest(), name


def test_no_password_is_shown_or_logged(server: Server) -> None:
    """Neither a right one nor a wrong one, on the line or asked for."""
    with Attacker(server.port, "127.0.5.30") as person:
        person.send(b"connect Fern open sesame\r\nconnect Fern\r\n")
        person.until(b"\xff\xfb\x01")
        person.send(b"open sesame\r\nquit\r\n")
        seen = person.rest()
    assert b"\xff\xfc\x01" in seen
    assert b"sesame" not in seen and "sesame" not in server.errors()


def test_a_password_that_a_client_sends_twice_is_no_command(server: Server) -> None:
    """Neither at the door nor behind `@password`; nothing of it is shown, logged or repeated."""
    first, other = b"birch bark\r\n", b"cedar cone\r\n"
    with Attacker(server.port, "127.0.5.31") as person:
        person.send(b"create Larch\r\n")
        person.until(b"\xff\xfb\x01")
        person.send(first * 4 + b"!\r\n@password\r\n")
        seen = person.until(b"password now: ")
        person.send(first + other * 4 + b"look\r\nquit\r\n")
        seen += person.rest()
    assert seen.count(b"password once more") == 4
    assert b"Your password is changed" in seen and b"Exits: " in seen.rpartition(b"once more")[2]
    for secret in (b"birch", b"cedar"):
        assert secret not in seen and secret.decode() not in server.errors()
