"""The invocation: the means by which a running command reads, acts and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NoReturn, Protocol

from world import matching, scene
from world.boundaries import Event, MindKind, Role
from world.costs.cost import CostKind
from world.model import Character, Room, Thing
from world.nature import Nature
from world.realm import Realm
from world.text import clean_text
from world.transaction import Transaction
from world.vault.prepositions import describe_being_in
from world.vault.texts import Texts

SPEECH_LIMIT = 1000
"""The longest utterance, in characters."""

DESCRIPTION_LIMIT = 4000
"""The longest description, in characters."""


class Refusal(Exception):
    """A command cannot be done. `reasons` are whole sentences for the actor alone."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


class RunningCommand(Protocol):
    """The parts of its own row that a running command may read."""

    @property
    def name(self) -> str:
        """The canonical name."""
        ...

    @property
    def syntax(self) -> str:
        """As the user types it."""
        ...

    @property
    def nature(self) -> Nature:
        """What it is to those who perceive it."""
        ...

    @property
    def is_public(self) -> bool:
        """Whether others may perceive its events."""
        ...

    @property
    def undoable(self) -> bool:
        """Whether ``@undo`` takes it back."""
        ...


class Request(Protocol):
    """The line that a command runs for, read by the parser."""

    @property
    def command(self) -> RunningCommand:
        """The command it names."""
        ...

    @property
    def args(self) -> str:
        """What follows the verb, without the private reason."""
        ...

    @property
    def reason(self) -> str:
        """The private reason after ``|``; empty if none was given."""
        ...

    @property
    def verb(self) -> str:
        """The first word as it was typed."""
        ...

    @property
    def line(self) -> str:
        """The line as it runs, after completion and correction, without the reason."""
        ...


class Invocation:
    """One run of one command: who, what, and the means to act, answer and refuse.

    Changes go through `tx`; they, the replies and the events take effect together when the
    command returns, or not at all when it raises.
    """

    def __init__(self, world: Realm, actor: Character, request: Request, tx: Transaction) -> None:
        self.world = world
        self.actor = actor
        self.tx = tx
        self.request = request
        self.command = request.command
        """The command's row."""
        self.args = request.args
        """What follows the verb, without the private reason."""
        self.replies: list[str] = []
        self.events: list[Event] = []
        self.seen_room = False
        self.reply_kind = "result"
        """What the replies are: ``result``, or ``ways`` out of the room, a line each."""
        self.answers_later = False
        """Whether what came of it is told later, and may then be refused."""
        self.afterwards: list[Callable[[], None]] = []
        """Called in this order once the command cannot be undone any more."""

    @property
    def reason(self) -> str:
        """The private reason after ``|``; empty if none was given."""
        return self.request.reason

    @property
    def verb(self) -> str:
        """The first word as it was typed."""
        return self.request.verb

    @property
    def line(self) -> str:
        """The line as it runs, after completion and correction, without the reason."""
        return self.request.line

    @property
    def texts(self) -> Texts:
        """The sentences in force."""
        return self.world.texts

    @property
    def room(self) -> Room:
        """Where the actor is now."""
        return self.actor.room

    @property
    def kind(self) -> MindKind | None:
        """Whether a person or an agent acts; None for a character without a mind."""
        return self.world.kind_of(self.actor.id)

    @property
    def role(self) -> Role:
        """The role of whoever acts; an agent has a player's."""
        return self.world.role_of(self.actor)

    @property
    def administrator(self) -> bool:
        """Whether an administrator acts. An agent never is one."""
        return self.role is Role.ADMINISTRATOR

    # --- answering --------------------------------------------------------------------

    def reply(self, text: str) -> None:
        """Add a reply for the actor; all replies of a command arrive as one perception."""
        self.replies.append(text)

    def say_text(self, key: str, /, **values: object) -> str:
        """Return the sentence `key` with `values` in their places."""
        return self.world.texts.say(key, **values)

    def reply_text(self, key: str, /, **values: object) -> None:
        """Tell the actor the sentence `key`."""
        self.reply(self.say_text(key, **values))

    def show_room(self) -> None:
        """Show the actor its room as it is now; this comes before all other replies."""
        self.replies.insert(0, self.world.describe_room(self.actor))
        self.seen_room = True

    def emit(self, event: Event) -> None:
        """Add an event that others perceive once the command is done.

        The actor perceives replies and its events' `own` texts, never an `others` text.
        Raises `RuntimeError` in a command that is not public: nobody may notice it.
        """
        if not self.command.is_public:
            raise RuntimeError(f"{self.command.name} is not public: no events")
        nature = event.nature or self.command.nature
        gesture = nature is Nature.GESTURE and event.actor == self.actor.id
        signed = event.signed or (self._sign(event.others) if gesture else "")
        if (nature, signed) != (event.nature, event.signed):
            event = replace(event, nature=nature, signed=signed)
        self.events.append(event)
        if event.own and event.actor == self.actor.id:
            self.replies.append(event.own)

    def _sign(self, text: str) -> str:
        """Return a gesture of the actor's with its author in front."""
        return text and self.say_text("emote.marked", actor=self.actor.name, text=text)

    def refuse(self, *reasons: str) -> NoReturn:
        """Stop the command: nothing changes, and only the actor learns why."""
        raise Refusal(*reasons)

    def refuse_text(self, key: str, /, **values: object) -> NoReturn:
        """Stop the command with the sentence `key` as the reason."""
        raise Refusal(self.say_text(key, **values))

    def spend(self, costs: Mapping[CostKind, float]) -> None:
        """Charge the actor with costs, or refuse with the reason why it cannot have them."""
        why = self.world.spend(self.actor.id, costs) if costs else None
        if why is not None:
            self.refuse(why)

    # --- reading the arguments --------------------------------------------------------

    def need(self, text: str, key: str) -> str:
        """Return `text`, or refuse with the sentence `key` if it is empty."""
        if not text:
            self.refuse_text(key)
        return text

    def clean_argument(self, text: str, limit: int) -> str:
        """Return `text` cleaned, or refuse if it is longer than `limit` characters."""
        if len(text) > limit:
            self.refuse_text("refuse.too-long", length=len(text), limit=limit)
        return clean_text(text, limit)

    def nearby(self) -> list[Thing]:
        """Return what the actor can see: what it carries, things here, and characters present."""
        here = [thing for thing in self.room.contents if self._visible(thing)]
        return [*scene.things_in(self.actor), *here]

    def _visible(self, thing: Thing) -> bool:
        return not isinstance(thing, Character) or self.world.is_present(thing)

    def match(self, text: str, among: Iterable[Thing] | None = None) -> Thing:
        """Return the one thing that `text` means, or refuse and name the candidates.

        ``me`` is the actor and ``here`` the room; otherwise one of `among`, or of what is
        nearby. A builder reaches anything at all by ``#id``.
        """
        if among is None and matching.means_oneself(text):
            return self.actor
        if among is None and matching.plain(text) in ("here", "room"):
            return self.room
        found = self.matches(text, self.nearby() if among is None else among)
        return self.only(text, found)

    def matches(self, text: str, among: Iterable[Thing]) -> list[Thing]:
        """Return all of `among` that `text` may mean; for builders anything by ``#id``."""
        found = matching.matches(text, among)
        number = matching.id_in(text)
        if not found and number is not None and self.role.includes(Role.BUILDER):
            thing = self.world.thing(number)
            return [thing] if thing else []
        return found

    def only(self, text: str, found: list[Thing]) -> Thing:
        """Return the only one of `found`; refuse if there is none or more than one."""
        if not found:
            self.refuse_text("refuse.no-such-thing", name=text)
        if len(found) > 1:
            names = ", ".join(matching.labels(text, found))
            self.refuse_text("refuse.which-one", name=text, names=names)
        return found[0]

    def match_present(self, text: str) -> Character:
        """Return the other character in the room that `text` means, or refuse."""
        others = [one for one in self.world.present_in(self.room) if one is not self.actor]
        found = self.matches(text, others)
        if not found:
            if matching.means_oneself(text) or self.matches(text, [self.actor]):
                self.refuse_text("refuse.yourself")
            self._refuse_absent(text)
        return self._character(text, found)

    def _refuse_absent(self, text: str) -> NoReturn:
        """Refuse because nobody here is called `text`; a person learns where somebody else is."""
        absent = self.world.find_character(text) if self.kind == "person" else None
        if absent is None or absent is self.actor:
            self.refuse_text("refuse.not-here", name=text)
        if not self.world.is_present(absent):
            self.refuse_text("say.asleep", name=absent.name)
        where = describe_being_in(absent.room)
        self.refuse_text("say.elsewhere", name=absent.name, where=where)

    def match_character(self, text: str) -> Character:
        """Return the character anywhere, awake or asleep, that `text` means, or refuse."""
        everyone = self.world.characters()
        me = matching.means_oneself(text)
        found = [self.actor] if me else self.matches(text, everyone)
        if not found:
            self.refuse_text("refuse.no-such-character", name=text)
        return self._character(text, list(found))

    def _character(self, text: str, found: list[Thing]) -> Character:
        only = self.only(text, found)
        if not isinstance(only, Character):
            self.refuse_text("refuse.no-such-character", name=text)
        return only

    def match_room(self, text: str) -> Room:
        """Return the room anywhere that `text` means, or refuse."""
        here = matching.plain(text) in ("here", "room")
        found = [self.room] if here else self.matches(text, self.world.rooms())
        if not found:
            self.refuse_text("refuse.no-such-room", name=text)
        only = self.only(text, list(found))
        if not isinstance(only, Room):
            self.refuse_text("refuse.no-such-room", name=text)
        return only
