"""Who is awake, and what each mind perceives: prepared now, delivered after the commit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from world.boundaries import Event, Mind, MindKind, Perception
from world.model import Character, Thing
from world.nature import Nature
from world.registry import Registry

View = tuple[Character, Mind, Perception]
"""A mind with one perception for it."""


class Presence:
    """Which mind animates which character, and the delivery of perceptions, in order.

    What is sent while a hold is on waits until it is released, so that nobody perceives a
    change that may yet be undone.
    """

    def __init__(self, registry: Registry, on_error: Callable[[BaseException, str], None]) -> None:
        self._registry = registry
        self._on_error = on_error
        self._minds: dict[int, Mind] = {}
        self._outbox: deque[View] = deque()
        self._held: list[View] | None = None
        self.aside: list[Event] = []
        """Events beside those of the command that holds; they count if it succeeds."""
        self._delivering = False
        self._marks: dict[int, str] = {}
        self._lost: set[int] = set()

    def attach(self, character: int, mind: Mind) -> None:
        """Let `mind` animate the character, in place of any other."""
        self._minds[character] = mind
        self.mark(character, "")

    def detach(self, character: int, mind: Mind) -> bool:
        """Detach `mind` from the character; False if another mind animates it by now."""
        if self._minds.get(character) is not mind:
            return False
        del self._minds[character]
        self.mark(character, "")
        return True

    def mark(self, character: int, mark: str, *, lost: bool = False) -> None:
        """Show a word beside the character's name, until its mind changes; empty: none.

        A `lost` one perceives, but its mind cannot act: it is no company.
        """
        self._marks[character] = mark
        if not mark:
            del self._marks[character]
        (self._lost.add if lost else self._lost.discard)(character)

    def mark_of(self, character: int) -> str:
        """Return the word beside the character's name; empty: none."""
        return self._marks.get(character, "")

    def is_lost(self, character: int) -> bool:
        """Return whether the character's mind perceives but cannot act."""
        return character in self._lost

    def mind_of(self, character: int) -> Mind | None:
        """Return the mind in the character, or None."""
        return self._minds.get(character)

    def kind_of(self, character: int) -> MindKind | None:
        """Return what kind of mind is in the character, if any."""
        mind = self._minds.get(character)
        return mind.kind if mind else None

    def present(self, place: Thing | None) -> list[Character]:
        """Return the characters in `place` that have a mind, in the order they came."""
        minds = self._minds
        contents = place.contents if place else ()
        return [one for one in contents if isinstance(one, Character) and one.id in minds]

    # --- views --------------------------------------------------------------------

    def views(self, events: Iterable[Event], performer: int | None = None) -> list[View]:
        """Return what every mind but the performer's perceives of `events`, as the world now is."""
        crowd = Crowd(self)
        return [view for event in events for view in self._views_of(event, performer, crowd)]

    def _views_of(self, event: Event, performer: int | None, crowd: Crowd) -> Iterator[View]:
        actor = self._registry.get(event.actor)
        name, kind = (actor.name, self.kind_of(actor.id)) if actor else (None, None)
        for hearer in self._hearers(event):
            mind = self._minds.get(hearer.id)
            text = viewpoint(event, hearer.id)
            unheard = hearer.id == performer or not text
            if mind is None or unheard or (event.ambient and mind.kind == "agent"):
                continue
            # Only an agent remembers who was there; in a crowd the list is long.
            place, others = crowd.around(hearer) if mind.kind == "agent" else (hearer.room.name, ())
            yield (
                hearer,
                mind,
                Perception(
                    kind=event.kind,
                    text=text,
                    place=place,
                    occupants=others,
                    actor=name,
                    actor_kind=kind,
                    addressed=hearer.id in event.addressed,
                    ambient=event.ambient,
                    nature=event.nature or Nature.DEED,
                ),
            )

    def _hearers(self, event: Event) -> list[Character]:
        """Return the characters in the event's place, and those elsewhere that it names."""
        near = [] if event.only_told else self.present(self._registry.get(event.place))
        here = {hearer.id for hearer in near}
        wanted = [id for id in event.told if id not in here]
        if event.only_told and event.actor is not None and event.actor not in event.told:
            wanted.append(event.actor)
        told = (self._registry.get(id) for id in wanted)
        return near + [one for one in told if isinstance(one, Character)]

    def around(self, character: Character) -> tuple[str, tuple[str, ...]]:
        """Return the name of the character's room, and the company in it by name."""
        return Crowd(self).around(character)

    # --- delivery -----------------------------------------------------------------

    def hold(self) -> None:
        """Hold back all that is sent from now on."""
        self._held, self.aside = [], []

    @property
    def is_holding(self) -> bool:
        """Whether what is sent waits: a command runs, which may yet fail."""
        return self._held is not None

    def release(self) -> list[View]:
        """End the hold; return what was kept back."""
        held, self._held = self._held or [], None
        return held

    def send(self, views: Iterable[View]) -> None:
        """Deliver the perceptions in order; a mind that fails does not stop the others.

        Agents come first: what a person reads of a line, an agent has already on disk.
        """
        views = sorted(views, key=_people_last)
        if self._held is not None:
            self._held.extend(views)
            return
        self._outbox.extend(views)
        if not self._delivering:
            self._drain()

    def _drain(self) -> None:
        self._delivering = True
        try:
            while self._outbox:
                self._deliver(*self._outbox.popleft())
        finally:
            self._delivering = False

    def _deliver(self, hearer: Character, mind: Mind, perception: Perception) -> None:
        try:
            mind.perceive(perception)
        except Exception as error:
            self._on_error(error, f"{hearer.name}'s mind failed to perceive: {perception.kind}")


def _people_last(view: View) -> bool:
    return view[1].kind != "agent"


def viewpoint(event: Event, hearer: int) -> str:
    """Return what the character `hearer` perceives of `event`; empty: nothing."""
    if hearer == event.actor:
        return event.own
    told = event.told.get(hearer)
    if told is not None:
        return told
    return "" if event.only_told else event.others


@dataclass(frozen=True, slots=True)
class _Room:
    """The sorted names of those present in one room, and each one's place among them."""

    name: str
    names: tuple[str, ...]
    index: dict[str, int]


class Crowd:
    """Who is where at one moment; each room is counted once."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._rooms: dict[int, _Room] = {}

    def around(self, character: Character) -> tuple[str, tuple[str, ...]]:
        """Return the name of the character's room, and the others present in it by name."""
        place = character.room
        room = self._rooms.get(place.id) or self._count(place)
        at = room.index.get(character.name)
        if at is None:
            return room.name, room.names
        return room.name, room.names[:at] + room.names[at + 1 :]

    def _count(self, place: Thing) -> _Room:
        awake = self._presence.present(place)
        company = (one for one in awake if not self._presence.is_lost(one.id))
        present = sorted(company, key=lambda one: one.key)
        names = tuple(one.name for one in present)
        room = _Room(place.name, names, {name: at for at, name in enumerate(names)})
        self._rooms[place.id] = room
        return room
