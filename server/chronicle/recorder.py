"""Makes entries of the chronicle of what happens in the world."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.boundaries import Clock
from server.chronicle.entry import ChronicleEntry
from world.boundaries import Event
from world.model import Room, Thing
from world.nature import Nature
from world.presence import Gathering
from world.realm import Realm


class ChronicleRecorder:
    """Passes every public event on to `write` as an entry, while `is_on` says so.

    Public is what anybody who had stood in the room would have perceived: no whisper, no tell,
    nothing that only certain characters were shown.
    """

    def __init__(
        self,
        realm: Realm,
        clock: Clock,
        write: Callable[[ChronicleEntry], None],
        is_on: Callable[[], bool],
    ) -> None:
        self._realm = realm
        self._clock = clock
        self._write = write
        self._is_on = is_on
        self._attendance = Attendance(realm)

    def notice(self, events: Sequence[Event]) -> None:
        """Write down those of `events` that are public."""
        if self._is_on():
            for event in filter(is_public, events):
                self._note(event)

    def _note(self, event: Event) -> None:
        realm = self._realm
        room, actor = realm.thing(event.place), realm.thing(event.actor or 0)
        if not isinstance(room, Room):
            return
        people, agents = self._attendance.list_names(room, actor)
        kind = realm.kind_of(actor.id) if actor else None
        self._write(
            ChronicleEntry(
                at=self._clock.now(),
                time=realm.time(),
                room=room.name,
                kind=event.nature or Nature.DEED,
                text=event.others,
                event=event.kind,
                actor=actor.name if actor else "",
                actor_kind=kind,
                people=people,
                agents=agents,
            )
        )


class Attendance:
    """Lists the names of those before whom something happens; remembers the last room's."""

    def __init__(self, realm: Realm) -> None:
        self._realm = realm
        self._gathering: Gathering | None = None
        """The gathering that was listed last, with its names below."""
        self._names: tuple[tuple[str, ...], tuple[str, ...]] = (), ()
        self._known = frozenset[str]()
        """All of them: to look for one in a long list takes as long as to write the line."""

    def list_names(
        self, room: Room, actor: Thing | None
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of people and of agents in a room, with that of who acts there."""
        people, agents = self._list_present(self._realm.gathering(room))
        if actor is None or actor.name in self._known:
            return people, agents
        kind = self._realm.kind_of(actor.id)
        if kind == "person":
            people = (*people, actor.name)
        if kind == "agent":
            agents = (*agents, actor.name)
        return people, agents

    def _list_present(self, gathering: Gathering) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if gathering is not self._gathering:
            kinds = [(each.name, self._realm.kind_of(each.id)) for each in gathering.present]
            people = tuple(name for name, kind in kinds if kind == "person")
            agents = tuple(name for name, kind in kinds if kind == "agent")
            self._gathering, self._names = gathering, (people, agents)
            self._known = frozenset((*people, *agents))
        return self._names


def is_public(event: Event) -> bool:
    """Return whether anybody in the room would have perceived `event` and may know of it."""
    private = event.nature is not None and event.nature.is_private
    return bool(event.others) and not (event.ambient or event.only_told or private)
