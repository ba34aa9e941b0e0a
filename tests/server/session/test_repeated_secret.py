"""What a client sends twice after a password is not shown, performed or remembered."""

from __future__ import annotations

import pytest
from twisted.internet.task import Clock

from server.session.entry.repeated_secret import RepeatedSecret
from tests.server.session.entrance import Entrance

TOLD = "That was your password once more; nobody has seen it."


def test_a_secret_is_known_until_other_lines_follow() -> None:
    """However long its copy takes; another line within a second may stand between."""
    clock = Clock()
    secrets = RepeatedSecret(clock.seconds)
    assert not secrets.is_repeated("hazel")
    secrets.note("hazel nut")
    clock.advance(30)
    assert secrets.is_repeated(" hazel nut ") and secrets.is_repeated("connect hazel nut")
    secrets.note("other")
    assert not secrets.is_repeated("look")
    assert secrets.is_repeated("hazel nut") and secrets.is_repeated("other")
    clock.advance(2)
    assert not secrets.is_repeated("look")
    assert not secrets.is_repeated("hazel nut")


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (("connect Rowan",), "hazel nut"),
        ((), "connect Rowan hazel nut"),
        ((), "co Rowan hazel nut"),
        (("create Ash", "hazel nut"), "hazel nut"),
    ],
)
async def test_a_password_that_is_sent_twice_is_not_a_command(
    before: tuple[str, ...], line: str
) -> None:
    entrance = Entrance(Rowan="hazel nut")
    visit = entrance.visit()
    for each in before:
        await visit.type(each)
    await visit.type(line)
    assert await visit.type(line) == TOLD
    assert entrance.gate.lines == []
    await visit.type("look")
    assert [typed for _, typed in entrance.gate.lines] == ["look"]
    assert "hazel" not in "".join(entrance.log)


def test_an_empty_answer_is_no_secret() -> None:
    """Else each command of one word would be a secret behind a word."""
    repeated = RepeatedSecret(lambda: 0.0)
    repeated.note("  ")
    assert not repeated.is_repeated("look") and not repeated.is_repeated("")
