"""Builds the world, its store and everything that listens to its events."""

from __future__ import annotations

from contextlib import AsyncExitStack

from late.late_dataclass import late_dataclass
from server.reload import adopt_rooms, report_vault
from server.storage.alerts import StorageAlerts
from server.storage.world import WorldStore
from server.watching.story import Story, open_story
from server.wiring.foundation import Foundation
from world.commands.table import CommandTable
from world.happenings.engine import HappeningEngine
from world.vault.rooms import RoomsRead
from world.world import World


@late_dataclass(frozen=True, slots=True)
class WorldParts:
    """The world, and what keeps, moves, tells and watches over it."""

    store: WorldStore
    world: World
    happenings: HappeningEngine
    story: Story
    alerts: StorageAlerts
    rooms: RoomsRead
    """The notes of rooms, which the world has adopted."""


async def open_world(base: Foundation, stack: AsyncExitStack) -> WorldParts:
    """Open the store and make the world of it, still without commands. Raises `StorageError`.

    What had to be repaired and what is wrong with notes and texts is logged.
    """
    path, threaded = base.machine / "world.sqlite", base.roots.threaded
    store = await WorldStore.open(path, base.clock, threaded=threaded)
    stack.push_async_callback(store.close)
    world = World(
        CommandTable(()),
        base.texts,
        store,
        on_error=base.report_fault,
        time=base.world_clock.tell,
    )
    happenings = HappeningEngine(world, lambda: base.world_clock.calendar)
    world.on_deed = happenings.notice
    story = open_story(
        world, base.vault, base.clock, lambda: base.settings().server, base.watching, base.log
    )
    stack.push_async_callback(story.chronicle.close)
    alerts = StorageAlerts(world, base.log)
    store.watch(alerts)
    story.chronicle.writer.watch = base.audit.watch = alerts
    stack.callback(base.audit.close)
    report_vault(base.log, "world", world.load(await store.load()))
    await story.chronicle.begin()
    report_vault(base.log, "texts", map(str, base.texts.errors))
    rooms = adopt_rooms(base.vault, world, base.log).rooms
    return WorldParts(store, world, happenings, story, alerts, rooms)
