"""What a world has, as far as notes of happenings may speak of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from late.late_dataclass import late_dataclass
from world.model import Character, Room, Thing
from world.names import key_of
from world.realm import Realm
from world.use.deeds import state_of, usage_of
from world.vault.note_sync import list_made


@late_dataclass(frozen=True, slots=True)
class Lore:
    """The names that a note may use."""

    has_room: Callable[[str], bool]
    states: Mapping[str, Collection[str] | None]
    """The key of each thing that there is or was → the states that it may have; None: it is gone,
    and nobody knows."""
    deeds: Sequence[str]
    """The names of what can be done with things."""


def gather_lore(realm: Realm, deeds: Sequence[str]) -> Lore:
    """Return what `realm` has; things that its notes had once are known too."""
    gone = dict.fromkeys(key for room in realm.rooms() for key in list_made(room))
    states: dict[str, set[str]] = {}
    for thing in realm.registry:
        if not isinstance(thing, Room | Character):
            for name in (thing.name, *thing.aliases):
                states.setdefault(key_of(name), set()).update(_list_states(thing))
    return Lore(lambda name: realm.find_room(name) is not None, {**gone, **states}, deeds)


def _list_states(thing: Thing) -> Collection[str]:
    return {*usage_of(thing).states, state_of(thing)} - {""}
