"""What comes while a question waits for its answer stands above it, on lines of its own."""

from __future__ import annotations

from typing import Any

import pytest

from server.people.password import PasswordChange
from tests.server.session.fakes import Tasks
from tests.server.telnet.house import House
from tests.texts import shipped_texts

TELNET = b"\xff\xfb\x1f"
"""A client's first words of telnet: it hides what is typed, and prompts end in a go-ahead."""
ASKED = b"Your password now: "


def ask_for_password(house: House, changed: list[str]) -> Tasks:
    tasks = Tasks()

    async def change(old: str, new: str) -> None:
        changed.append(new)

    session: Any = list(house.gate.minds.values())[-1]
    session.ask(lambda wire, desk: PasswordChange(wire, shipped_texts(), change, tasks.spawn))
    return tasks


@pytest.fixture
def house() -> House:
    return House()


async def test_others_lines_stand_above_a_question_that_is_asked_again(house: House) -> None:
    """Several at once are followed by one; what was typed is shown nowhere, and then it ends."""
    other, client = house.guest(), house.guest()
    changed: list[str] = []
    tasks = ask_for_password(house, changed)
    assert client.take().endswith(ASKED)
    client.protocol.dataReceived(b"hor")
    other.send(b"say One\r\n")
    assert client.take() == b'\r\nGuest1 says, "One"\r\n' + ASKED
    other.send(b"say Two\r\nsay Three\r\n")
    two, three, asked = client.take().removeprefix(b"\r\n").split(b"\r\n")
    assert b"Two" in two and b"Three" in three and asked == ASKED
    client.send(b"se\r\nnew\r\nnew\r\n")
    await tasks.done()
    assert changed == ["new"]
    assert b"horse" not in client.take()
    other.send(b"say Four\r\n")
    assert client.take() == b'Guest1 says, "Four"\r\n'


def test_an_answer_that_comes_with_a_line_ends_the_question(house: House) -> None:
    """Before it is asked again: no prompt follows for somebody who wants none."""
    other, client = house.guest(), house.guest()
    ask_for_password(house, [])
    client.take()
    other.protocol.dataReceived(b"say One\r\n")
    client.send(b"\r\n")
    other.send(b"say Two\r\n")
    assert client.take().endswith(b'Guest1 says, "Two"\r\n')


def test_the_question_of_the_door_is_asked_again_too(house: House) -> None:
    client = house.connect()
    client.send(TELNET)
    client.type("connect Rowan")
    client.take()
    client.send(b"\xff\xf6")
    assert client.take() == b"\r\n[Yes, we are here.]\r\nPassword: \xff\xf9"
