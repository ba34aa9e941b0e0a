"""Takes people out of the world whose accounts were removed from the shell."""

from __future__ import annotations

from collections.abc import Callable

from late.late_dataclass import late_dataclass
from server.accounts import StoredAccounts
from server.boundaries import Record
from server.gate import WorldGate
from server.people.notebooks import Notebooks
from server.people.people import ACCOUNT, People
from server.storage.database import StorageError
from server.storage.world import WorldStore
from world.world import World


@late_dataclass(frozen=True, slots=True)
class Removals:
    """Reads the list that ``tarn account remove`` writes.

    A name stays on the list until the world without the character is on disk: a kill in between
    repeats it at the next start.
    """

    accounts: StoredAccounts
    world: World
    gate: WorldGate
    people: People
    notebooks: Notebooks
    store: WorldStore
    record: Record
    log: Callable[[str], None]

    async def carry_out(self) -> None:
        """Take everybody on the list out of the world; what the disk refuses waits for the next."""
        try:
            await self._carry_out()
        except StorageError as error:
            self.log(f"[Accounts] a removal waits: {error}")

    async def _carry_out(self) -> None:
        for name in await self.accounts.removed():
            room = remove_person(self.gate, self.people, self.world, name)
            self.people.remove(name)
            self.notebooks.remove(name)
            await self.store.flush()
            await self.people.entries.flush()
            await self.accounts.forget_removed(name)
            self.record("account-removed", "the shell", whom=name, things_left_in=room)
            self.log(f"[Accounts] {name} is removed")


def remove_person(gate: WorldGate, people: People, world: World, name: str) -> str:
    """Take a person's character out of the world; return the room where its things are left.

    Somebody who is in it is told.  Empty: there was no such character.
    """
    body = world.find_character(name)
    if body is None or body.properties.get(ACCOUNT) != "person":
        return ""
    for session in (gate.find_session(body.id), dict(people.links).get(body.id)):
        if session is not None:
            session.close(world.texts.say("account.removed"))
    room = body.room.name
    world.remove_character(body.id)
    return room
