"""Builds the accounts and what people keep."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial

from agents.boundaries import StorageWatcher
from late.late_dataclass import late_dataclass
from server.accounts import HASHING_THREADS, StoredAccounts
from server.boundaries import Role
from server.people.notebooks import Notebooks
from server.people.opening import LateTiming, PeopleParts, join_people, open_people
from server.people.store import PeopleStore
from server.wiring.foundation import Foundation
from world.names import check_name
from world.trust.looks import check_unmistakable
from world.world import World


@late_dataclass(frozen=True, slots=True)
class KnownPeople:
    """Who has an account, and what people keep."""

    accounts: StoredAccounts
    entries: PeopleStore
    own: PeopleParts
    notebooks: Notebooks


async def open_known_people(
    base: Foundation, world: World, alerts: StorageWatcher, stack: AsyncExitStack
) -> KnownPeople:
    """Open the accounts and the entries of people, and join them to `world`.

    `alerts` is told what cannot be written.  Raises `StorageError`.
    """
    accounts = await _open_accounts(base, world)
    accounts.watch(alerts)
    stack.push_async_callback(accounts.close)
    entries = await open_people(base.machine, base.clock, base.log, threaded=base.roots.threaded)
    entries.watch(alerts)
    stack.push_async_callback(entries.close)
    limits = base.roots.settings.server.limits
    own = join_people(entries, world, base.clock, LateTiming(lambda: base.reactor), limits)
    own.allow_passwords(accounts, base.audit.record)
    notebooks = Notebooks(base.vault, base.machine, world, base.clock)
    notebooks.watch = alerts
    stack.push_async_callback(notebooks.writer.flush)
    return KnownPeople(accounts, entries, own, notebooks)


async def _open_accounts(base: Foundation, world: World) -> StoredAccounts:
    allowed = base.roots.settings.server.accounts
    return await StoredAccounts.open(
        base.machine / "accounts.sqlite",
        check=partial(_check_person, world),
        say=base.texts.say,
        clock=base.clock,
        guests=allowed.guests,
        creation=allowed.creation,
        new_role=Role(allowed.new_role),
        threads=HASHING_THREADS if base.roots.threaded else 0,
        lived_in=any(base.vault.glob("agents/*/archive/*.jsonl")),
    )


def _check_person(world: World, name: str) -> str:
    taken = [character.name for character in world.characters()]
    name = check_name(name, taken=taken, commands=world.table.words())
    return check_unmistakable(name, taken)
