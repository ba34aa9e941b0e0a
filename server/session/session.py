"""A person's mind: it shows perceptions and passes typed lines on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from agents.event_line import tell_event
from server.boundaries import Account, Gate
from server.session.boundaries import Desk, Dialogue, Wire, quote_for_log
from server.session.client_messages import (
    ClientMessage,
    describe_place,
    describe_speech,
    introduce,
)
from server.session.entry.repeated_secret import RepeatedSecret
from server.session.lost.cut_wire import CutWire
from server.session.lost.missed import Missed
from server.session.pager import Pager
from server.session.render import Kinds, kind_of
from server.storage.database import StorageError
from server.storage.held import HeldOutput, PendingChange
from server.upgrade.handover import HandedBody, HandedPerson
from world.boundaries import Mind, MindKind, Perception

#: The kind of what is shown to a crowd is found once.
_KINDS = Kinds()
_QUIT = frozenset({"quit", "@quit"})


class Session:
    """One person's visit to the world. Times are monotonic seconds."""

    kind: MindKind = "person"

    # A line is shown to a whole crowd: with slots fewer places in memory are read for each.
    __slots__ = (
        "__weakref__", "_character", "_desk", "_dialogue", "_gate", "_habits", "_held", "_holds",
        "_ignorers", "_missed", "_next_dialogue", "_over", "_pager", "_pages", "_shows_authors",
        "_wire", "account", "connected_at", "last_line_at", "secrets",
    )  # fmt: skip

    def __init__(self, wire: Wire, gate: Gate, account: Account, desk: Desk) -> None:
        self._wire: Wire = wire
        self._gate = gate
        self._desk = desk
        self._character: int | None = None
        self._over = False
        self._missed: Missed | None = None
        self._shows_authors = False
        self._pager = Pager(wire, desk.texts)
        self._dialogue: Dialogue | None = None
        self._next_dialogue: Dialogue | None = None
        self._held: HeldOutput[tuple[str, str, Sequence[ClientMessage]]] = HeldOutput(self._put)
        self._holds = False
        """Whether something may be held back."""
        self._habits = gate.habits(account)
        self._ignorers = self._habits.ignorers
        self.secrets = RepeatedSecret(desk.seconds)
        """What was typed as a password just now."""
        self._pages = False
        """Whether the pager shows texts, and not the wire."""
        self.account = account
        self.connected_at = desk.seconds()
        self.last_line_at = self.connected_at

    @property
    def address(self) -> str:
        """Where the person comes from."""
        return self._wire.address

    @property
    def character(self) -> int | None:
        """The character's id, once in the world and until gone from it."""
        return self._character

    def enter(self) -> None:
        """Enter the world. Raises `Refused` if the gate does."""
        self.prefer(self._habits.preferences())
        self._character = self._gate.enter(self.account, self)
        self.introduce()
        self._wire.ready()

    def hand_over(self) -> HandedPerson | None:
        """Return the person for the program to come, with what was held back shown; None: gone."""
        self._held.release()
        if self._character is None:
            return None
        now = self._desk.seconds()
        return HandedPerson(
            asdict(self.account),
            self._character,
            now - self.connected_at,
            now - self.last_line_at,
            self._gate.hand_over(self._character),
            self._hand_over_screen(),
        )

    def _hand_over_screen(self) -> dict[str, Any]:
        dialogue = self._dialogue or self._next_dialogue
        screen = {
            "pages": self._pager.hand_over(),
            "dialogue": dialogue.name if dialogue else "",
            "last": self._habits.last_line,
        }
        return {part: kept for part, kept in screen.items() if kept}

    def resume(self, person: HandedPerson) -> None:
        """Go on in the world where the program before this one stopped; nobody sees it.

        Raises `Refused` if there is no such body any more.
        """
        self._take_times(person)
        self._gate.resume(self.account, person, self)
        self._character = person.character
        self.prefer(self._habits.preferences())
        self._wire.ready()

    def go_on(self, screen: Mapping[str, Any]) -> None:
        """Show and ask again what the session of the program before had begun to, and know the last
        line that it took."""
        self._habits.last_line = screen.get("last", "")
        if "pages" in screen:
            self._pager.resume(screen["pages"])
        if "dialogue" in screen and self._character is not None:
            self.notify(self._desk.texts.say("upgrade.question-again"))
            self._gate.ask_again(self._character, screen["dialogue"])

    def hand_over_missed(self) -> Mapping[str, Any]:
        """Return what was perceived since the connection was lost, as plain data."""
        return self._missed.hand_over() if self._missed else {}

    def resume_lost(self, body: HandedBody) -> None:
        """Go on waiting, without a connection, for a person who has lost theirs.

        Raises `Refused` if there is no such body any more.
        """
        self._take_times(body.person)
        self._over = True
        self._gate.resume_lost(self.account, body, self)
        self._character = body.person.character
        self.prefer(self._habits.preferences())
        self._missed = Missed(body.missed)

    def _take_times(self, person: HandedPerson) -> None:
        self.connected_at -= person.connected_seconds
        self.last_line_at -= person.idle_seconds

    def prefer(self, values: Mapping[str, str]) -> None:
        """Show the world from now on as the person prefers."""
        self._wire.prefer(values)
        self._pager.prefer(values)
        self._pages = self._pager.on
        self._shows_authors = values.get("nospoof") == "on"

    def perceive(self, perception: Perception) -> None:
        """Show `perception`; do nothing once the session is over."""
        # Every line said passes here once for each hearer: what nobody asked for costs nothing, and
        # no object is touched that is not needed, as few of a crowd's are in the processor's cache.
        if not perception.text or (self._ignorers and self._habits.hides(perception)):
            return
        if self._missed is not None:
            self._miss(perception)
        elif not self._over:
            text = (self._shows_authors and perception.signed) or perception.text
            wire = self._wire
            kind = _KINDS.kind if _KINDS.perception is perception else _KINDS.find(perception)
            messages = self._messages(perception) if wire.takes_messages else ()
            if messages or (self._holds and self._held.waiting):
                self._held.add((text, kind, messages))
            else:
                (self._pager if self._pages else wire).show(text, kind)
            if perception.addressed:
                self._habits.notice(perception)

    def introduce(self) -> None:
        """Tell the client, if it asked, who the person is and where."""
        if self._character is not None and self._wire.takes_messages:
            place = self._gate.surroundings(self._character)
            self._send([*introduce(self.account), *describe_place(self.account, place)])

    def gmcp(self, package: str, data: Mapping[str, object]) -> None:
        """Send a message beside the text, if the client asked for its package."""
        if not self._over:
            self._wire.gmcp(package, data)

    def _messages(self, perception: Perception) -> Sequence[ClientMessage]:
        """Return what the client is told of a perception, as things are now."""
        if self._character is None:
            return []
        if perception.kind == "room":
            return [*describe_place(self.account, self._gate.surroundings(self._character))]
        return [*filter(None, [describe_speech(perception, self.account)])]

    def _send(self, messages: Iterable[ClientMessage]) -> None:
        for message in messages:
            self._wire.gmcp(message.package, message.data)

    def _miss(self, perception: Perception) -> None:
        """Keep what somebody did or said for the person's return."""
        if self._missed is not None and perception.actor and not perception.ambient:
            text = (self._shows_authors and perception.signed) or perception.text
            self._missed.add(text, kind_of(perception))

    def notify(self, text: str) -> None:
        """Show a line of the server's own."""
        if not self._over:
            self._show(text, "notice")

    def on_line(self, text: str) -> None:
        """Perform a typed line; ignore a blank one."""
        self.last_line_at = self._desk.seconds()
        if self._dialogue is not None:
            self.secrets.note(text)
            self._dialogue = self._dialogue if self._dialogue.on_line(text.strip()) else None
        elif self.secrets.is_repeated(text):
            self.notify(self._desk.texts.say("door.password-repeated"))
        elif not self._pager.takes(text.strip()):
            self._on_command(text)

    def ask(self, make: Callable[[Wire, Desk], Dialogue]) -> None:
        """Begin a dialogue once what was said before is shown; it takes the next lines."""
        self._next_dialogue = make(self._wire, self._desk)
        if self._held.is_empty:
            self._begin_dialogue()

    def _begin_dialogue(self) -> None:
        self._dialogue, self._next_dialogue = self._next_dialogue, None
        if self._dialogue is not None:
            self._dialogue.open()

    def _on_command(self, text: str) -> None:
        typed = text.strip()
        text = self._habits.read_line(typed)
        words = text.partition("|")[0].strip().casefold()
        if typed and not text:
            self.notify(self._desk.texts.say("again.nothing"))
        elif words in _QUIT:
            self.close(self._desk.texts.say("door.goodbye"))
        elif words and self._character is not None and not self._over:
            self.run(text)

    def run(self, line: str) -> None:
        """Perform a line for the person, who has not typed it now."""
        if self._character is not None and not self._over:
            self._perform(self._character, line)

    def close(self, reason: str = "") -> None:
        """Say `reason`, leave the world and hang up."""
        if self._missed is not None:
            self.leave()
        if not self._over:
            self._held.release()
            wire = self._wire
            self.leave()
            wire.close(reason)

    def lose(self) -> None:
        """Note that the connection is lost; the body may wait for the person."""
        character = self._character
        if character is None or self._over:
            return
        self._over = True
        self._missed = Missed()
        self._gate.lose(character, self)
        self._cut()

    def show_missed(self, older: Session) -> None:
        """Show what was perceived while nobody could read it."""
        missed, texts = older._missed, self._desk.texts
        if missed is None or not missed.texts():
            return
        self._show(texts.say("away.missed"), "notice")
        if missed.left_out:
            self._show(texts.say("away.left-out", count=str(missed.left_out)), "notice")
        for text, kind in missed.texts():
            self._show(text, kind)
        self._show(texts.say("away.over"), "notice")

    def leave(self) -> None:
        """Leave the world, once; the connection is closed or closing."""
        self._over = True
        self._missed = None
        character, self._character = self._character, None
        if character is not None:
            self._gate.leave(character, self)
        self._cut()

    def _cut(self) -> None:
        """Let go of the connection, which is freed when nobody holds it."""
        self._held.end()
        self._wire = CutWire(self._wire.address)
        self._pager = Pager(self._wire, self._desk.texts)
        self._pages = False

    def _perform(self, character: int, line: str) -> None:
        """Submit a line, and show its results only once they are stored."""
        change = self._held.begin()
        self._holds = True
        settling = None
        try:
            settling = self._gate.perform(character, line)
        except Exception as fault:  # a command's fault must not cost the person's connection
            name = quote_for_log(self.account.name)
            line = f"fault in a command of {name}: {quote_for_log(repr(fault))}"
            self._desk.log(tell_event("command.fault", line, "error", who=self.account.name))
            self.notify(self._desk.texts.say("door.trouble"))
        if settling is None:
            self._on_settled(change)
        else:
            self._desk.spawn(self._settle(settling, change))

    async def _settle(self, settling: Awaitable[None], change: PendingChange) -> None:
        try:
            await settling
        except StorageError as error:  # the store tries again; the person must not wait for it
            line = f"a change is not on disk yet: {quote_for_log(str(error))}"
            self._desk.log(tell_event("server.waits", line, "warning", who=self.account.name))
            self.notify(self._desk.texts.say("door.not-kept"))
        finally:
            self._on_settled(change)

    def _on_settled(self, change: PendingChange) -> None:
        held = self._held
        held.settle(change)
        if not held.waiting:
            self._holds = False
            if self._next_dialogue is not None:
                self._begin_dialogue()
            elif self._dialogue is None:
                self._wire.ready()

    def _show(self, text: str, kind: str, messages: Sequence[ClientMessage] = ()) -> None:
        self._held.add((text, kind, messages))

    def _put(self, shown: tuple[str, str, Sequence[ClientMessage]]) -> None:
        text, kind, messages = shown
        (self._pager if self._pages else self._wire).show(text, kind)
        self._send(messages)


_check: type[Mind] = Session
