"""Makes entries of the chronicle of what happens in the world."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.boundaries import Clock
from server.chronicle.entry import ChronicleEntry
from world.boundaries import Event
from world.model import Room
from world.nature import Nature
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
        present = {each.name: realm.kind_of(each.id) for each in realm.present_in(room)}
        kind = realm.kind_of(actor.id) if actor else None
        if actor is not None:
            present[actor.name] = kind
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
                people=tuple(name for name, each in present.items() if each == "person"),
                agents=tuple(name for name, each in present.items() if each == "agent"),
            )
        )


def is_public(event: Event) -> bool:
    """Return whether anybody in the room would have perceived `event` and may know of it."""
    private = event.nature is not None and event.nature.is_private
    return bool(event.others) and not (event.ambient or event.only_told or private)
