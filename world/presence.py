"""Who is awake, and what each mind perceives: prepared now, delivered after the commit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Set

from late.late_dataclass import late_dataclass
from world.boundaries import Event, Mind, MindKind, Perception
from world.model import Character, Thing
from world.nature import Nature
from world.registry import Registry

View = tuple[Character, Mind, Perception]
"""A mind with one perception for it."""


@late_dataclass(frozen=True, slots=True)
class Audience:
    """People of one room who perceive the same; their bodies need not be looked at one by one."""

    gathering: Gathering
    minds: tuple[Mind, ...]
    """In the order they came."""
    perception: Perception

    def views(self) -> list[View]:
        """Return the same as a view for each of them."""
        heard = set(map(id, self.minds))
        people = self.gathering.people
        return [(one, mind, self.perception) for one, mind in people if id(mind) in heard]


Shown = View | Audience
"""A perception for one mind, or for many."""


@late_dataclass(frozen=True, slots=True)
class Gathering:
    """Those who are awake in one room; the same object until something changes in the world."""

    present: tuple[Character, ...]
    """All of them, in the order they came."""
    by_name: tuple[Character, ...]
    """All of them, by name."""
    by_key: Mapping[str, Character]
    """Each of them by the key of its name, as `world.names.key_of` makes it."""
    names: tuple[str, ...]
    """The names of those who can act, by name."""
    index: Mapping[str, int]
    """The place of each among `names`."""
    marked: bool
    """Whether a word stands beside the name of any of them, or one of them cannot act."""
    people: tuple[tuple[Character, Mind], ...]
    """Those whom a person animates, each with the mind, in the order they came."""
    minds: tuple[Mind, ...]
    """The minds of `people` alone."""
    places: Mapping[int, int]
    """The place of each of `people` by the character's id."""
    agents: tuple[tuple[Character, Mind], ...]
    """Those whom an agent animates, likewise."""

    def find_minds(self, left_out: Iterable[int | None]) -> tuple[Mind, ...]:
        """Return `minds` without those of some characters, by their ids."""
        minds, places = self.minds, self.places
        found = [places[each] for each in left_out if each is not None and each in places]
        for at in sorted(found, reverse=True):
            minds = minds[:at] + minds[at + 1 :]
        return minds

    def without(self, name: str) -> tuple[str, ...]:
        """Return `names` without one of them, if it is among them."""
        at = self.index.get(name)
        return self.names if at is None else self.names[:at] + self.names[at + 1 :]


class Presence:
    """Which mind animates which character, and the delivery of perceptions, in order.

    What is sent while a hold is on waits until it is released, so that nobody perceives a
    change that may yet be undone.
    """

    def __init__(self, registry: Registry, on_error: Callable[[BaseException, str], None]) -> None:
        self._registry = registry
        self._on_error = on_error
        self._minds: dict[int, Mind] = {}
        self._outbox: deque[Shown] = deque()
        self._held: list[Shown] | None = None
        self.aside: list[Event] = []
        """Events beside those of the command that holds; they count if it succeeds."""
        self._delivering = False
        self._marks: dict[int, str] = {}
        self._lost: set[int] = set()
        self._gatherings: dict[int, Gathering] = {}
        self._changes = 0
        self._counted_at = 0

    def attach(self, character: int, mind: Mind) -> None:
        """Let `mind` animate the character, in place of any other."""
        self._changes += 1
        self._minds[character] = mind
        self.mark(character, "")

    def detach(self, character: int, mind: Mind) -> bool:
        """Detach `mind` from the character; False if another mind animates it by now."""
        if self._minds.get(character) is not mind:
            return False
        self._changes += 1
        del self._minds[character]
        self.mark(character, "")
        return True

    def mark(self, character: int, mark: str, *, lost: bool = False) -> None:
        """Show a word beside the character's name, until its mind changes; empty: none.

        A `lost` one perceives, but its mind cannot act: it is no company.
        """
        if mark == self._marks.get(character, "") and lost == self.is_lost(character):
            return
        self._changes += 1
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
        return [*self.gathering(place).present] if place else []

    @property
    def changes(self) -> int:
        """Grows with every change of things, and of who is awake: what was found out at the same
        number holds."""
        return self._registry.changes + self._changes

    def gathering(self, place: Thing) -> Gathering:
        """Return who is awake in `place`."""
        changes = self.changes
        if changes != self._counted_at:
            self._gatherings.clear()
            self._counted_at = changes
        found = self._gatherings.get(place.id)
        if found is None:
            found = self._gatherings[place.id] = self._count(place)
        return found

    def _count(self, place: Thing) -> Gathering:
        minds = self._minds
        here = [one for one in place.contents if isinstance(one, Character) and one.id in minds]
        by_name = sorted(here, key=lambda one: one.key)
        by_key = {one.key: one for one in by_name}
        names = tuple(one.name for one in by_name if one.id not in self._lost)
        index = {name: at for at, name in enumerate(names)}
        marked = any(one.id in self._marks or one.id in self._lost for one in here)
        paired = [(one, minds[one.id]) for one in here]
        people = tuple(pair for pair in paired if pair[1].kind == "person")
        agents = tuple(pair for pair in paired if pair[1].kind == "agent")
        bodies = tuple(here), tuple(by_name), by_key, names, index, marked
        places = {one.id: at for at, (one, _) in enumerate(people)}
        return Gathering(*bodies, people, tuple(mind for _, mind in people), places, agents)

    # --- views --------------------------------------------------------------------

    def views(self, events: Iterable[Event], performer: int | None = None) -> list[Shown]:
        """Return what every mind but the performer's perceives of `events`, as the world now is."""
        views: list[Shown] = []
        for event in events:
            views += self._views_of(event, performer)
        return views

    def _views_of(self, event: Event, performer: int | None) -> list[Shown]:
        # In a crowd nearly everybody perceives the same: that is made once, and for nobody alone.
        special = {*event.told, *event.addressed, event.actor, performer}
        views = [] if event.only_told else self._usual_views(event, special)
        special -= {None, performer} if event.own else {None, performer, event.actor}
        return [*views, *self._special_views(event, special)] if special else views

    def _usual_views(self, event: Event, special: Set[int | None]) -> list[Shown]:
        """Return what those in the event's place perceive who are not `special`."""
        place = self._registry.get(event.place)
        if place is None or not event.others:
            return []
        gathering, views = self.gathering(place), list[Shown]()
        for hearer, mind in gathering.agents if not event.ambient else ():
            if hearer.id not in special:
                views.append((hearer, mind, self._perceive(event, hearer, event.others)))
        one_of_them = next((one for one, _ in gathering.people if one.id not in special), None)
        if one_of_them is not None:
            seen = self._perceive(event, one_of_them, event.others)
            views.append(Audience(gathering, gathering.find_minds(special), seen))
        return views

    def _special_views(self, event: Event, special: Set[int | None]) -> list[View]:
        """Return what the `special` characters perceive, wherever they are."""
        views: list[View] = []
        for hearer in self._hearers(event):
            mind = self._minds.get(hearer.id) if hearer.id in special else None
            text = viewpoint(event, hearer.id)
            if mind is not None and text and not (event.ambient and mind.kind == "agent"):
                views.append((hearer, mind, self._perceive(event, hearer, text)))
        return views

    def _perceive(self, event: Event, hearer: Character, text: str) -> Perception:
        actor = self._registry.get(event.actor)
        # Only an agent remembers who was there; in a crowd the list is long.
        remembers = self.kind_of(hearer.id) == "agent"
        return Perception(
            kind=event.kind,
            text=text,
            place=hearer.room.name,
            occupants=self.around(hearer)[1] if remembers else (),
            actor=actor.name if actor else None,
            actor_kind=self.kind_of(actor.id) if actor else None,
            addressed=hearer.id in event.addressed,
            ambient=event.ambient,
            nature=event.nature or Nature.DEED,
            signed=event.signed if text == event.others else "",
        )

    def _hearers(self, event: Event) -> Sequence[Character]:
        """Return the characters in the event's place, and those elsewhere that it names."""
        place = self._registry.get(event.place)
        near = () if event.only_told or place is None else self.gathering(place).present
        if not event.told and not event.only_told:
            return near
        here = {hearer.id for hearer in near}
        wanted = [id for id in event.told if id not in here]
        if event.only_told and event.actor is not None and event.actor not in event.told:
            wanted.append(event.actor)
        told = (self._registry.get(id) for id in wanted)
        return [*near, *(one for one in told if isinstance(one, Character))]

    def around(self, character: Character) -> tuple[str, tuple[str, ...]]:
        """Return the name of the character's room, and the company in it by name."""
        room = character.room
        return room.name, self.gathering(room).without(character.name)

    # --- delivery -----------------------------------------------------------------

    def hold(self) -> None:
        """Hold back all that is sent from now on."""
        self._held, self.aside = [], []

    @property
    def is_holding(self) -> bool:
        """Whether what is sent waits: a command runs, which may yet fail."""
        return self._held is not None

    def release(self) -> list[Shown]:
        """End the hold; return what was kept back."""
        held, self._held = self._held or [], None
        return held

    def send(self, views: Sequence[Shown]) -> None:
        """Deliver the perceptions in order; a mind that fails does not stop the others.

        Agents come first: what a person reads of a line, an agent has already on disk.
        """
        agents = [
            each for each in views if not isinstance(each, Audience) and each[1].kind == "agent"
        ]
        if agents:
            views = [*agents, *(view for view in views if not _is_agents(view))]
        if self._held is not None:
            self._held.extend(views)
            return
        if self._delivering:  # what a mind says to what it perceives comes in its turn
            self._outbox.extend(views)
            return
        self._delivering = True
        try:
            self._deliver(views)
            while self._outbox:
                self._deliver([self._outbox.popleft()])
        finally:
            self._delivering = False

    def _deliver(self, views: Sequence[Shown]) -> None:
        for view in views:
            if isinstance(view, Audience):
                self._show(view.minds, view.perception, view)
            else:
                self._show((view[1],), view[2], view)

    def _show(self, minds: Sequence[Mind], perception: Perception, view: Shown) -> None:
        for mind in minds:
            try:
                mind.perceive(perception)
            except Exception as error:
                self._report(error, mind, view)

    def _report(self, error: Exception, mind: Mind, view: Shown) -> None:
        views = view.views() if isinstance(view, Audience) else [view]
        name, kind = next((one.name, seen.kind) for one, its, seen in views if its is mind)
        self._on_error(error, f"{name}'s mind failed to perceive: {kind}")


def _is_agents(view: Shown) -> bool:
    return not isinstance(view, Audience) and view[1].kind == "agent"


def viewpoint(event: Event, hearer: int) -> str:
    """Return what the character `hearer` perceives of `event`; empty: nothing."""
    if hearer == event.actor:
        return event.own
    told = event.told.get(hearer)
    if told is not None:
        return told
    return "" if event.only_told else event.others
