"""Builds the world, its store and everything that listens to its events."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack

from late.late_dataclass import late_dataclass
from server.storage.alerts import StorageAlerts
from server.storage.world import WorldStore
from server.watching.story import Story, open_story
from server.wiring.foundation import Foundation
from world.commands.command import Command
from world.commands.table import CommandTable
from world.happenings.engine import HappeningEngine
from world.world import World


@late_dataclass(frozen=True, slots=True)
class WorldParts:
    """The world, and what keeps, moves, tells and watches over it."""

    store: WorldStore
    world: World
    happenings: HappeningEngine
    story: Story
    alerts: StorageAlerts
    repairs: Sequence[str]
    """A line for each thing that had to be repaired when the world was read."""


async def open_world(
    base: Foundation, commands: Sequence[Command], stack: AsyncExitStack
) -> WorldParts:
    """Open the store and make the world of it. Raises `StorageError`."""
    store = await WorldStore.open(base.machine / "world.sqlite", base.clock)
    stack.push_async_callback(store.close)
    world = World(
        CommandTable(commands),
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
    alerts = StorageAlerts(world)
    store.watch(alerts)
    story.chronicle.writer.watch = base.audit.watch = alerts
    base.spending.watch = base.history.watch = alerts
    stack.callback(base.audit.close)
    repairs = world.load(await store.load())
    return WorldParts(store, world, happenings, story, alerts, repairs)
