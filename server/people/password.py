"""Changing one's password: three questions whose answers are not shown, logged or kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from server.boundaries import Record, Refused
from server.session.boundaries import Desk, Dialogue, Sentences, Wire
from server.session.entry.throttle import Throttle
from world.names import key_of
from world.world import World

Change = Callable[[str, str], Awaitable[None]]
"""Changes the password from the first to the second. Raises `Refused`."""

_QUESTIONS = ("password.old", "password.new", "password.again")


#: The name of the dialogue.
PASSWORD = "password"


class PasswordChange:
    """One dialogue. `run` runs the check in the background."""

    name = PASSWORD

    def __init__(
        self,
        wire: Wire,
        texts: Sentences,
        change: Change,
        run: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._wire = wire
        self._texts = texts
        self._change = change
        self._run = run
        self._answers: list[str] = []

    def open(self) -> None:
        """Ask for the old password."""
        if not self._wire.hides_input:
            self._tell("password.shows")
        self._wire.hide_input()
        self._ask()

    def on_line(self, text: str) -> bool:
        """Take an answer; return whether another one is awaited. An empty one ends it."""
        self._answers.append(text)
        if self._wire.hides_input:  # nor does such a client show the Enter key
            self._wire.show("", "result")
        if text and len(self._answers) < len(_QUESTIONS):
            self._ask()
            return True
        self._wire.show_input()
        self._finish()
        return False

    def _finish(self) -> None:
        answers, self._answers = self._answers, []
        if not answers[-1]:
            self._tell("password.cancelled")
        elif answers[1] != answers[2]:
            self._tell("password.differs")
        else:
            self._wire.hold()
            self._run(self._settle(answers[0], answers[1]))

    async def _settle(self, old: str, new: str) -> None:
        try:
            await self._change(old, new)
            self._tell("password.changed")
        except Refused as refused:
            self._wire.show(str(refused), "refusal")
        except Exception:  # what failed is in the log of whoever runs this; never the words
            self._tell("password.failed")
            raise
        finally:
            self._wire.release()

    def _ask(self) -> None:
        question = self._texts.say(_QUESTIONS[len(self._answers)])
        self._wire.prompt(question.rstrip() + " ")

    def _tell(self, key: str) -> None:
        self._wire.show(self._texts.say(key), "notice")


class PasswordAccounts(Protocol):
    """The accounts, as a change of a password needs them."""

    async def change_password(self, name: str, old: str, new: str) -> None:
        """Give an account another password, if the old one is right.  Raises `Refused`."""
        ...


class PasswordDesk:
    """Begins the dialogue for people who are here; wrong tries slow down as at the door.

    `ask` begins a dialogue with the person in a character.
    """

    def __init__(
        self,
        world: World,
        accounts: PasswordAccounts,
        ask: Callable[[int, Callable[[Wire, Desk], Dialogue]], None],
        record: Record,
        seconds: Callable[[], float],
    ) -> None:
        self._world = world
        self._accounts = accounts
        self._ask = ask
        self._record = record
        self._throttle = Throttle(seconds)

    def begin(self, character: int) -> None:
        """Ask the person in a character for the old and the new password."""
        name = self._world.character(character).name

        async def change(old: str, new: str) -> None:
            await self._change(name, old, new)

        self._ask(
            character, lambda wire, desk: PasswordChange(wire, desk.texts, change, desk.spawn)
        )

    async def _change(self, name: str, old: str, new: str) -> None:
        keys = [f"password {key_of(name)}"]
        if self._throttle.wait(keys):
            raise Refused(self._world.texts.say("password.too-often"))
        self._throttle.begin(keys)
        try:
            await self._accounts.change_password(name, old, new)
        except Refused:
            self._record("password", name, result="refused")
            raise
        self._throttle.forget(keys[0])
        self._record("password", name, result="changed")
