"""The realm: all things, rooms and characters, and the minds in them, without the door.

`world.world.World` adds the door.  Commands get the realm, so that none of them can go
through the door again while it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from late.late_dataclass import late_dataclass
from world import paths, scene
from world.boundaries import (
    CommandList,
    Event,
    Mind,
    MindKind,
    OuterRules,
    Perception,
    Role,
    Situation,
    Store,
    ThingRow,
)
from world.calendar import WorldTime
from world.costs.cost import CostKind
from world.model import Character, Exit, Room, Thing
from world.names import NameRefused
from world.nature import Nature
from world.presence import Gathering, Presence
from world.registry import PLAIN_ROOM, Registry
from world.transaction import Transaction
from world.undo.history import BuildingHistory
from world.vault import note_sync
from world.vault.note_parts import Replaced
from world.vault.rooms import RoomNote
from world.vault.texts import Texts

ROLE = "role"
"""The property with the role of a person's character, a `Role`; none: a player."""

_ROLES: Mapping[str, Role] = {role.value: role for role in Role}


@late_dataclass(slots=True)
class OwnRules:
    """What people have for themselves, as far as commands ask for it; by default nothing."""

    refuses_words: Callable[[Character, Character], bool] = lambda hearer, speaker: False
    """Whether a hearer wants no words of a speaker."""
    keep_words: Callable[[Character, Character, str], str] = lambda who, whom, words: ""
    """Keeps words for somebody asleep; returns what their author is told, empty: not kept."""
    set_out: Callable[[Character, Room], None] = lambda walker, goal: None
    """Called when a person has taken the first of several steps to a room."""


class Realm:
    """Things, rooms and characters, the minds in them, and every change to them."""

    def __init__(
        self,
        table: CommandList,
        texts: Texts,
        store: Store,
        *,
        on_error: Callable[[BaseException, str], None],
        time: Callable[[], WorldTime | None] = lambda: None,
    ) -> None:
        self.table = table
        self.texts = texts
        self.registry = Registry()
        self.presence = Presence(self.registry, on_error)
        self._room_texts = scene.RoomTexts(self.presence, texts)
        self._situations = scene.Situations(self.presence)
        self.on_error = on_error
        self.time = time
        self.on_deed: Callable[[str, Thing], None] = lambda deed, thing: None
        """Called with the name of a deed and its thing, after somebody did it."""
        self.spend: Callable[[int, Mapping[CostKind, float]], str | None] = lambda who, costs: None
        """Charges a character with costs; returns why it cannot have them, and charges nothing."""
        self.rules = OuterRules()
        self.on_events: Callable[[Sequence[Event]], None] = lambda events: None
        """Called with what happened, once it cannot be undone."""
        self.own = OwnRules()
        self.building = BuildingHistory()
        self._store = store
        self._doings: dict[int, str] = {}
        self._open: Transaction | None = None

    # --- who is awake ---------------------------------------------------------------

    def attach(self, character_id: int, mind: Mind) -> None:
        """Let `mind` animate the character, in place of any other; nobody is told."""
        self.presence.attach(self.character(character_id).id, mind)

    def detach(self, character_id: int, mind: Mind) -> bool:
        """Put the character to sleep; False if another mind animates it by now."""
        return self.presence.detach(character_id, mind)

    def mind_of(self, character_id: int) -> Mind | None:
        """Return the mind in the character, or None while it is asleep."""
        return self.presence.mind_of(character_id)

    def kind_of(self, character_id: int) -> MindKind | None:
        """Return whether a person or an agent is in the character, or None."""
        return self.presence.kind_of(character_id)

    def role_of(self, character: Character) -> Role:
        """Return the role of the character's mind; whoever is not a person has a player's."""
        if self.presence.kind_of(character.id) != "person":
            return Role.PLAYER
        # A word that is no role was written into the database by somebody.
        return _ROLES.get(character.properties.get(ROLE, ""), Role.PLAYER)

    def is_present(self, character: Character) -> bool:
        """Return whether the character has a mind."""
        return self.presence.mind_of(character.id) is not None

    def present_in(self, room: Room) -> list[Character]:
        """Return the characters in `room` that have a mind, in the order they came."""
        return self.presence.present(room)

    def gathering(self, room: Room) -> Gathering:
        """Return who is awake in `room`; the same object until something changes in the world."""
        return self.presence.gathering(room)

    # --- looking things up ------------------------------------------------------------

    def thing(self, id: int) -> Thing | None:
        """Return the thing, room or character with this id, or None."""
        return self.registry.get(id)

    def character(self, id: int) -> Character:
        """Return the character with this id. Raises `LookupError`."""
        found = self.registry.get(id)
        if not isinstance(found, Character):
            raise LookupError(f"there is no character #{id}")
        return found

    def characters(self) -> list[Character]:
        """Return every character, asleep or not, by name."""
        return self.registry.characters()

    def rooms(self) -> list[Room]:
        """Return every room, by name."""
        return self.registry.rooms()

    def find_character(self, name: str) -> Character | None:
        """Return the character of exactly this name, whatever the case, or None."""
        return self.registry.character(name)

    def is_any_name(self, keys: Iterable[str]) -> bool:
        """Return whether any of some keys of names, see `world.names.key_of`, is a character's."""
        return self.registry.has_character(keys)

    def find_room(self, name: str) -> Room | None:
        """Return the room of exactly this name, whatever the case, or None."""
        return self.registry.room(name)

    @property
    def start_room(self) -> Room:
        """Where newcomers arrive. A world without any room gets a plain one."""
        rooms = self.rooms()
        if not rooms:
            return self.create_room(PLAIN_ROOM)
        return min(rooms, key=note_sync.start_order)

    def shortest_path(self, start: Room, goal: Room) -> list[Exit] | None:
        """Return the exits to take, empty if there, None if there is no way."""
        return paths.shortest_path(start, goal)

    def find_way(self, character_id: int, place: str) -> list[str] | None:
        """Return the names of the exits to take to the room `place`; empty if there, None: no way.

        Raises `LookupError` for an unknown character.
        """
        start, goal = self.character(character_id).room, self.find_room(place)
        steps = None if goal is None else self.shortest_path(start, goal)
        return None if steps is None else [step.name for step in steps]

    def describe_rooms(self) -> dict[str, str]:
        """Return the description of each room, by its name."""
        return {each.name: each.description for each in self.rooms()}

    def find_place(self, name: str) -> str:
        """Return the name of the room where the character `name` is awake; empty: nowhere.

        One whose link is lost is no company, and is not to be found.
        """
        found = self.find_character(name)
        if found is None or not self.is_present(found) or self.presence.is_lost(found.id):
            return ""
        return found.room.name

    def show_doing(self, character_id: int, doing: str, *, at_rest: bool = False) -> None:
        """Tell everybody who asks what a character is doing; empty: nothing in particular.

        What it does `at_rest` stands beside its name for all who look.
        """
        self._doings[self.character(character_id).id] = doing
        self.presence.mark(character_id, doing if at_rest else "")

    def find_doing(self, character: Character) -> str:
        """Return what a character is doing, as far as its mind told; empty: nothing."""
        if not self.is_present(character):
            return ""
        return self.presence.mark_of(character.id) or self._doings.get(character.id, "")

    def situation(self, character_id: int) -> Situation:
        """Return where the character is and what is at hand. Raises `LookupError`."""
        return self._situations.find(self.character(character_id), self.time())

    def describe_room(self, viewer: Character) -> str:
        """Return the viewer's room as it sees it now; the first line is the room's name."""
        return self._room_texts.describe(viewer, self.time())

    def tell_phase(self) -> str:
        """Return the phase of the world's day; empty: the world keeps no time."""
        time = self.time()
        return time.phase if time else ""

    # --- changing things --------------------------------------------------------------

    @contextmanager
    def changes(self) -> Iterator[Transaction]:
        """Open a transaction: recorded at the end of the block, undone if it raises.

        Inside a command, or inside another such block, it joins those changes.
        """
        if self._open is not None:
            yield self._open
            return
        tx = self._open = Transaction(self.registry)
        try:
            yield tx
            self.commit(tx)
        except BaseException:
            tx.undo()
            raise
        finally:
            self._open = None

    def commit(self, tx: Transaction) -> None:
        """Hand a transaction's changes to the store, if there are any."""
        saved, removed = tx.rows()
        if saved or removed:
            self._store.record(saved, removed)

    @property
    def unkept(self) -> str:
        """Why no change of the world can be kept now; empty: all can."""
        return self._store.refuses

    def create_room(self, name: str, description: str = "") -> Room:
        """Make a room; exits that waited for one of this name are opened."""
        with self.changes() as tx:
            room = tx.create("room", name, description=description)
            note_sync.open_waiting_exits(self.registry, tx)
        assert isinstance(room, Room)
        return room

    def add_character(
        self,
        name: str,
        place_id: int | None = None,
        description: str = "",
        properties: Mapping[str, str] | None = None,
    ) -> Character:
        """Make a character, asleep, in the start room if no room is given.

        Raises `NameRefused` if another character has the name. The caller checks whether a
        name is allowed at all (`check_name`), because guests and agents differ.
        """
        if self.find_character(name):
            raise NameRefused(f"The name '{name}' is taken.")
        with self.changes() as tx:
            place = self.registry.get(place_id)
            room = place if isinstance(place, Room) else self.start_room
            made = tx.create("character", name, room, description=description)
            for key, value in (properties or {}).items():
                tx.set_property(made, key, value)
        assert isinstance(made, Character)
        return made

    def remove_character(self, character_id: int) -> None:
        """Remove a character from the world; what it carried is left in its room."""
        character = self.character(character_id)
        with self.changes() as tx:
            tx.remove(character)
        mind = self.presence.mind_of(character_id)
        if mind is not None:
            self.presence.detach(character_id, mind)

    def set_description(self, id: int, description: str) -> None:
        """Describe a thing, room or character. Raises `LookupError`."""
        with self.changes() as tx:
            tx.describe(self._get(id), description)

    def set_property(self, id: int, key: str, value: str | None) -> None:
        """Set a property of a thing; None removes it. Raises `LookupError`."""
        with self.changes() as tx:
            tx.set_property(self._get(id), key, value)

    def move(self, id: int, place_id: int) -> None:
        """Put a thing or character elsewhere, unseen. Raises `LookupError`, `ChangeRefused`."""
        with self.changes() as tx:
            tx.move(self._get(id), self._get(place_id))

    def _get(self, id: int) -> Thing:
        found = self.registry.get(id)
        if found is None:
            raise LookupError(f"there is no thing #{id}")
        return found

    def load(self, rows: Iterable[ThingRow]) -> list[str]:
        """Take in a store's rows, before anything else. Return a line for each repair."""
        return self.registry.load(rows)

    def rows(self) -> list[ThingRow]:
        """Return everything there is as rows, by id."""
        return [thing.row() for thing in self.registry]

    def adopt(
        self, notes: Sequence[RoomNote], tell: Callable[[Replaced], None] = lambda replaced: None
    ) -> list[str]:
        """Take over the room notes that changed since last time. Return what to report.

        `tell` is told what was made in play and is now as in its note.
        """
        with self.changes() as tx:
            report = note_sync.adopt(self.registry, tx, notes, tell)
            if not self.registry.rooms():
                tx.create("room", PLAIN_ROOM)
        return report

    def list_ignored(self, notes: Sequence[RoomNote]) -> list[RoomNote]:
        """Return the notes that are not taken over, because their room was destroyed in play."""
        return [*note_sync.find_ignored(self.registry, notes)]

    def list_new(self, notes: Sequence[RoomNote]) -> list[RoomNote]:
        """Return the notes whose rooms `adopt` would make."""
        return [note for note in notes if not note_sync.is_known(self.registry, note)]

    # --- telling minds ----------------------------------------------------------------

    def notify(
        self, character_id: int, text: str, kind: str = "notice", nature: Nature = Nature.DEED
    ) -> None:
        """Send a character's mind, if it has one, a notice outside of any command."""
        mind = self.presence.mind_of(character_id)
        if mind is not None:
            character = self.character(character_id)
            place, others = self.presence.around(character)
            seen = Perception(kind, text, place, others, nature=nature)
            self.presence.send([(character, mind, seen)])

    def tell_administrators(self, text: str, kind: str = "fault") -> None:
        """Send every administrator who is present a notice."""
        for each in self.list_administrators():
            self.notify(each.id, text, kind)

    def list_administrators(self) -> list[Character]:
        """Return the characters of all administrators who are present."""
        present = (each for each in self.characters() if self.mind_of(each.id) is not None)
        return [each for each in present if self.role_of(each) is Role.ADMINISTRATOR]

    def show_room(self, character_id: int) -> None:
        """Let a character's mind perceive its room, as on waking: kind ``room``."""
        text = self.describe_room(self.character(character_id))
        self.notify(character_id, text, "room", Nature.SIGHT)

    def emit(self, event: Event) -> None:
        """Deliver `event` to everyone it concerns, outside of any command."""
        if self.presence.is_holding:
            self.presence.aside.append(event)
        else:
            self.report([event])
        self.presence.send(self.presence.views([event]))

    def report(self, events: Sequence[Event]) -> None:
        """Pass on what has happened to whatever writes it down or follows it."""
        if not events:
            return
        try:
            self.on_events(events)
        except Exception as error:
            self.on_error(error, "what follows events failed")

    def announce(
        self, character_id: int, kind: str, text: str, nature: Nature = Nature.DEED
    ) -> None:
        """Deliver to the others in a character's room that it did something."""
        room = self.character(character_id).room
        self.emit(Event(kind, character_id, room.id, others=text, nature=nature))

    def ambient(self, character_id: int, text: str) -> None:
        """Show the people in a character's room something that nobody remembers."""
        room = self.character(character_id).room
        self.emit(Event("ambient", character_id, room.id, others=text, ambient=True))
