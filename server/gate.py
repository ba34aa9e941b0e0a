"""The gate between the door and the world: people's characters wake, act and fall asleep."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from agents.boundaries import Clock
from agents.clock import SystemClock
from agents.mind.minds import Minds
from server.boundaries import (
    Account,
    Gate,
    Habits,
    Record,
    Refused,
    Surroundings,
    Visitor,
    ignore_record,
)
from server.budgets.budgets import Budgets
from server.budgets.meter import Payer, make_agent_payer, make_payer
from server.budgets.performing import PaidPerforming
from server.people.carried_guests import CarriedGuests
from server.people.carried_marks import CarriedMarks
from server.people.kept import KeptTogether
from server.people.notebooks import Notebooks
from server.people.password import PASSWORD
from server.people.people import ACCOUNT, People
from server.people.visitors import VisitorList
from server.session.boundaries import Desk, Dialogue, Wire
from server.session.session import Session
from server.storage.world import WorldStore
from server.upgrade.boundaries import Carried
from server.upgrade.handover import HandedBody, HandedPerson
from world.boundaries import Mind
from world.model import Character
from world.nature import Nature
from world.realm import ROLE
from world.world import World

#: The property by which earlier versions marked an administrator.
_OLD_RANK = "administrator"

#: The kind of event and its nature for each sentence about coming and going.
_EVENTS = {
    "gate.arrives": ("arrive", Nature.MOVEMENT),
    "gate.leaves": ("leave", Nature.MOVEMENT),
    "gate.lost": ("lost", Nature.REST),
    "gate.back": ("back", Nature.REST),
}


class WorldGate:
    """The one `Gate`. `seconds` is the clock of the sessions.

    `entered` and `left` are called with the character of everybody who comes in and goes;
    `record` takes what builders and administrators do.
    """

    def __init__(
        self,
        world: World,
        minds: Minds,
        store: WorldStore,
        people: People,
        notebooks: Notebooks,
        *,
        seconds: Callable[[], float],
        release_guest: Callable[[str], None],
        left: Callable[[int], None],
        budgets: Budgets,
        entered: Callable[[int], None] = lambda character: None,
        record: Record = ignore_record,
        clock: Clock | None = None,
    ) -> None:
        self._world, self._minds, self._people, self._notebooks = world, minds, people, notebooks
        self._kept = KeptTogether((store, people.entries, notebooks.writer), clock or SystemClock())
        people.preferences.changed, people.run, people.ask = self.prefer, self.run, self.ask
        self._seconds, self._release_guest = seconds, release_guest
        self._left, self._entered = left, entered
        self._sessions: dict[int, Session] = {}
        self.performing = PaidPerforming(world, budgets, self._find_payer, record)
        self.carried: dict[str, Carried] = {"mark": CarriedMarks(world.presence)}
        """Parts that keep something in memory for each person, which an upgrade carries over."""
        self._born = self._alone_since = seconds()
        self.last_alone = 0.0
        """For how many seconds nobody was here before the first of the people now here came."""

    def carry_guests(self) -> None:
        """Carry guests over at an upgrade."""
        entries, world = self._people.entries, self._world
        self.carried["guest"] = CarriedGuests(entries, lambda id: world.character(id).name)

    async def prepare(self, account: Account) -> None:
        """Read what the account's person keeps; see `server.boundaries.Gate`."""
        await self._notebooks.prepare(account)

    def habits(self, account: Account) -> Habits:
        """Return what the account's person has set; see `server.boundaries.Gate`."""
        self._people.welcome(account)
        return self._people.habits(account)

    def prefer(self, person: str, values: Mapping[str, str]) -> None:
        """Show the world as a person, if they are here, prefers it by now."""
        body = self._world.find_character(person)
        session = self._sessions.get(body.id) if body else None
        if session is not None:
            session.prefer(values)

    def enter(self, account: Account, mind: Mind) -> int:
        """Wake or make the account's character; see `server.boundaries.Gate`."""
        session = cast(Session, mind)
        body = self._body(account)
        # Before the new mind is attached: the old session must not put the body to sleep.
        older, lost = self._sessions.pop(body.id, None), self._people.links.take(body.id)
        self._world.attach(body.id, mind)
        if not self._sessions and older is None:
            self.last_alone = self.alone_seconds
        self._sessions[body.id] = session
        if older is not None:
            older.close(self._world.texts.say("gate.taken-over"))
        elif lost is not None:
            self._announce(body, "gate.back")
        else:
            self._announce(body, "gate.arrives")
        self._world.show_room(body.id)
        if lost is not None:
            session.show_missed(lost)
        self._tell_mail(session)
        self._entered(body.id)
        return body.id

    def hand_over(self, character: int) -> Mapping[str, Any]:
        """Return what the server's parts keep for a person; see `server.boundaries.Gate`."""
        # Its body is not to be put to sleep with the others.
        self._sessions.pop(character, None)
        kept = {name: part.hand_over(character) for name, part in self.carried.items()}
        return {name: data for name, data in kept.items() if data}

    def resume(self, account: Account, person: HandedPerson, mind: Mind) -> None:
        """Put a mind into its body of before; see `server.boundaries.Gate`."""
        body = self._find_body(account, person)
        self._sessions[body.id] = cast(Session, mind)
        self._go_on(person, mind)

    def _find_body(self, account: Account, person: HandedPerson) -> Character:
        body = self._world.thing(person.character)
        if not isinstance(body, Character) or body.name != account.name:
            raise Refused(self._world.texts.say("upgrade.no-body", name=account.name))
        return body

    def _go_on(self, person: HandedPerson, mind: Mind) -> None:
        self._world.attach(person.character, mind)
        for name, data in person.more.items():
            if name in self.carried:
                self.carried[name].resume(person.character, data)

    def ask_again(self, character: int, dialogue: str) -> None:
        """Begin a dialogue anew; see `server.boundaries.Gate`."""
        if dialogue == PASSWORD:
            self._people.ask_password(character)

    def hand_over_bodies(self) -> list[HandedBody]:
        """Return the bodies that wait for their people, for the program to come."""
        bodies, links = [], self._people.links
        for character, session in links:
            left = links.find_end(character) - self._seconds()
            missed = session.hand_over_missed()
            person = session.hand_over()
            links.take(character)
            if person is not None:
                bodies.append(HandedBody(person, max(0.0, left), missed))
        return bodies

    def resume_lost(self, account: Account, body: HandedBody, mind: Mind) -> None:
        """Let a body wait for its person; see `server.boundaries.Gate`."""
        self._find_body(account, body.person)
        session = cast(Session, mind)
        self._go_on(body.person, mind)
        self._wait(body.person.character, session, body.left_seconds)

    def _wait(self, character: int, session: Session, left: float | None = None) -> None:
        self._people.links.hold(character, session, session.leave, left)
        mark = self._world.texts.say("gate.link-lost")
        self._world.presence.mark(character, mark, lost=True)

    def lose(self, character: int, mind: Mind) -> None:
        """Keep the body of a person without connection; see `server.boundaries.Gate`."""
        session = self._sessions.get(character)
        if session is None or session is not mind:
            return
        if not self._people.links.awaits(session):
            session.leave()
            return
        del self._sessions[character]
        self._alone_since = self._seconds()
        self._announce(self._world.character(character), "gate.lost")
        self._wait(character, session)

    def leave(self, character: int, mind: Mind) -> None:
        """Put the character to sleep, unless another session animates it by now."""
        session = self._take_out(character, mind)
        if session is not None:
            self._part(character, session)

    def put_all_to_sleep(self) -> None:
        """Part all sessions from the world, at a stop; none of them perceives the others go.

        With everybody in one room, each going shown to all others would take seconds.
        """
        links = self._people.links
        links.stop()
        sessions = {**self._sessions, **dict(links)}
        for character, session in sessions.items():
            self._take_out(character, session)
            self._world.detach(character, session)
        for character, session in sessions.items():
            self._world.attach(character, session)
            self._part(character, session)

    def _part(self, character: int, session: Session) -> None:
        body = self._world.character(character)
        self._announce(body, "gate.leaves")
        self._world.detach(character, session)
        self._left(character)
        self._people.dismiss(session.account)
        self._notebooks.close(session.account)
        if body.properties.get(ACCOUNT) == "guest":
            self._world.remove_character(character)
            self._release_guest(body.name)
            self.performing.forget(session.account, session.address)

    def _take_out(self, character: int, mind: Mind) -> Session | None:
        """Return the session `mind` after taking it off the lists; None if it is on none."""
        here = self._sessions.get(character)
        if here is not None and here is mind:
            del self._sessions[character]
            self._alone_since = self._seconds()
            return here
        lost = dict(self._people.links).get(character)
        return self._people.links.take(character) if lost is mind else None

    def _announce(self, body: Character, key: str) -> None:
        """Tell the room that somebody comes, goes or is lost."""
        kind, nature = _EVENTS[key]
        self._world.announce(body.id, kind, self._world.texts.say(key, name=body.name), nature)

    def perform(self, character: int, line: str) -> Awaitable[None] | None:
        """Submit one line; see `server.boundaries.Gate`."""
        before = self._kept.recorded
        self.performing.perform(character, line)
        return self._kept.settle(before)

    def surroundings(self, character: int) -> Surroundings:
        """Return the room where the character is; see `server.boundaries.Gate`."""
        room = self._world.character(character).room
        exits = {each.name: each.destination.id for each in room.exits.values()}
        return Surroundings(room.id, room.name, exits)

    def gmcp(self, character: int, package: str, data: Mapping[str, object]) -> None:
        """Send a GMCP message to a person who is here and whose client asked for the package."""
        session = self._sessions.get(character)
        if session is not None:
            session.gmcp(package, data)

    def _tell_mail(self, session: Session) -> None:
        """Tell somebody who comes in of letters that they have not read."""
        unread = self._people.mailbox.count_unread(session.account.name)
        if unread:
            session.notify(self._world.texts.say("mail.waiting", count=unread))

    def run(self, character: int, line: str) -> None:
        """Perform a line for a person who is here, as if typed."""
        session = self._sessions.get(character)
        if session is not None:
            session.run(line)

    def ask(self, character: int, make: Callable[[Wire, Desk], Dialogue]) -> None:
        """Begin a dialogue with a person who is here."""
        session = self._sessions.get(character)
        if session is not None:
            session.ask(make)

    def assign(self, account: Account) -> None:
        """Put an account's new role in force for its character, and for who is in it."""
        body = self._world.find_character(account.name)
        if body is None or body.properties.get(ACCOUNT) != "person":
            return
        self._set_rank(body, account)
        session = self._sessions.get(body.id) or dict(self._people.links).get(body.id)
        if session is not None:
            session.account = account
            self._world.notify(body.id, self._world.texts.say("role.told", role=account.role))

    def find_session(self, character: int) -> Session | None:
        """Return the session of a person who is here."""
        return self._sessions.get(character)

    @property
    def accounts(self) -> Sequence[Account]:
        """The accounts of everybody who is here, or whose body waits for them."""
        return [
            each.account for each in (*self._sessions.values(), *dict(self._people.links).values())
        ]

    @property
    def sessions(self) -> Sequence[Session]:
        """The sessions of everybody who is here."""
        return tuple(self._sessions.values())

    def visitors(self) -> Sequence[Visitor]:
        """Return the visitors: people first, then agents, each by name."""
        here = [*self._sessions.items(), *self._people.links]
        visitors = VisitorList(self._world, self._minds, here, self._seconds(), self._born)
        return visitors.list()

    @property
    def people(self) -> int:
        """The number of people here."""
        return len(self._sessions)

    @property
    def agents(self) -> int:
        """The number of agents here."""
        return len(self._minds)

    @property
    def alone_seconds(self) -> float:
        """For how many seconds nobody has been here; 0 while somebody is."""
        return 0.0 if self._sessions else self._seconds() - self._alone_since

    def may_wake(self, person: str) -> bool:
        """Charge a person with an agent's answer; if it is too many, tell them: False."""
        return self.performing.may_wake(person)

    def _find_payer(self, character: int) -> Payer | None:
        session = self._sessions.get(character)
        if session is not None:
            return make_payer(session.account, session.address)
        agent = self._minds.of_character(character)
        return None if agent is None else make_agent_payer(agent.name)

    def _body(self, account: Account) -> Character:
        body = self._world.find_character(account.name)
        kind = "guest" if account.guest else "person"
        if body is None:
            body = self._world.add_character(account.name, properties={ACCOUNT: kind})
        elif body.properties.get(ACCOUNT) != kind:
            raise Refused(self._world.texts.say("gate.not-a-person", name=account.name))
        self._set_rank(body, account)
        return body

    def _set_rank(self, body: Character, account: Account) -> None:
        if body.properties.get(ROLE) != account.role:
            self._world.set_property(body.id, ROLE, account.role.value)
        if _OLD_RANK in body.properties:
            self._world.set_property(body.id, _OLD_RANK, None)


_check: type[Gate] = WorldGate
