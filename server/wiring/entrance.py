"""Builds and opens the place where people come in: gate, administration, telnet, ports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from agents.mind.commands.admin_row import LateReply
from server.administration.administration import Administration, administer
from server.administration.audit import RestrainedRecord
from server.gate import WorldGate
from server.reload import Reloader
from server.reports.game_listing import GameListing, Headcount
from server.session.absent import resume_absent
from server.telnet.carrying import adopt_visits
from server.telnet.factory import TelnetFactory
from server.tls.ports import OpenPorts, await_twisted
from server.upgrade.boundaries import CarriedOnce
from server.upkeep.removals import Removals
from server.upkeep.role_changes import RoleChanges
from server.wiring.foundation import Foundation
from server.wiring.known_people import KnownPeople
from server.wiring.world_parts import WorldParts

LOOK_SECONDS = 2.0
"""Between two looks at what the shell has changed in accounts."""


class Entrance:
    """Where people come in, and those who keep order there; nobody does before `open`.

    `shut_down` ends the server and is told by whose word.
    """

    def __init__(
        self,
        base: Foundation,
        parts: WorldParts,
        known: KnownPeople,
        reloader: Callable[[], Reloader],
        late: LateReply,
        shut_down: Callable[[str], None],
    ) -> None:
        self._base, self._parts, self._known = base, parts, known
        self._reloader = reloader
        self.ports = OpenPorts(base.reactor, base.roots.listening, base.roots.tls)
        self.gate = self._make_gate()
        self.administration = self._administer(late, shut_down)
        self.telnet = self._make_telnet()
        self._kept: dict[str, CarriedOnce] = {
            "budgets": base.budgets, "countdown": self.administration,
        }  # fmt: skip
        self.removals = Removals(
            known.accounts, parts.world, self.gate, known.own.people, known.notebooks,
            parts.store, base.audit.record, base.log,
        )  # fmt: skip
        self.role_changes = RoleChanges(known.accounts, self.gate, base.log)

    def open(self, stack: AsyncExitStack) -> None:
        """Accept and greet connections; nothing that they send is read before `admit`."""
        stack.callback(self.administration.close)
        own = self._known.own
        self.gate.carry_guests()
        self.gate.carried["walk"] = own.walks
        self._parts.story.open_gate(self.gate, own.people.preferences.get)
        stack.push_async_callback(self._close_telnet)
        stack.push_async_callback(self.ports.close)
        self.ports.open(self.telnet)

    async def admit(self) -> None:
        """Go on with the visits of the program before this one, and let people in.

        To call once everything is there that a line may ask for.
        """
        await self.removals.carry_out()
        if self._base.roots.left is not None:
            self._go_on()
            self._known.notebooks.sweep()
        self.telnet.admit()
        self._base.background.run(self._watch_accounts())

    async def _watch_accounts(self) -> None:
        """Take over what ``tarn account`` changes, until cancelled."""
        while True:
            await self._base.clock.sleep(LOOK_SECONDS)
            await self.removals.carry_out()
            await self.role_changes.carry_out()

    def _go_on(self) -> None:
        """Go on with what the program before this one has left."""
        left = self._base.roots.left
        if left is not None:
            for name, part in self._kept.items():
                if name in left.kept:
                    part.resume(left.kept[name])
            for body in left.bodies:
                resume_absent(body, self.gate, self.telnet.desk)
            adopt_visits(self._base.reactor, left.visits, self.telnet.resume)

    def hand_over_kept(self) -> Mapping[str, Any]:
        """Return what parts keep of all together, for the program to come."""
        kept = {name: part.hand_over() for name, part in self._kept.items()}
        return {name: data for name, data in kept.items() if data}

    async def _close_telnet(self) -> None:
        # First, so that nobody who goes is shown how all the others go.
        self.gate.put_all_to_sleep()
        goodbye = self._base.texts.say("shutdown.goodbye")
        await await_twisted(self.telnet.close_all(goodbye))

    def _make_gate(self) -> WorldGate:
        base, parts, known = self._base, self._parts, self._known
        return WorldGate(
            parts.world,
            base.minds,
            parts.store,
            known.own.people,
            known.notebooks,
            seconds=base.reactor.seconds,
            release_guest=known.notebooks.forget,
            left=parts.story.forget,
            budgets=base.budgets,
            entered=self._greet,
            record=base.audit.record,
            clock=base.clock,
        )

    def _greet(self, person: int) -> None:
        self._parts.alerts.greet(person)
        population = self._reloader().population
        population.quicken(person)
        population.welcome(person)

    def _administer(self, late: LateReply, shut_down: Callable[[str], None]) -> Administration:
        base, parts, known = self._base, self._parts, self._known
        return administer(
            parts.world, self.gate, known.accounts, base.audit, base.clock,
            late, lambda: base.models.hub,
            lambda: parts.store.health.last_error or parts.alerts.describe(),
            self._reloader, shut_down,
            entries=known.own.people.entries, log=base.log, workers=lambda: base.workers,
        )  # fmt: skip

    def _make_telnet(self) -> TelnetFactory:
        base, reactor = self._base, self._base.reactor
        factory = TelnetFactory(
            reactor, self.gate, self._known.accounts, base.texts,
            limits=base.roots.settings.server.limits, log=base.log,
            spawn=base.background.run,
            find_ban=self.administration.enforcement.find_ban,
            record=RestrainedRecord(base.audit.record, reactor.seconds),
            report=GameListing(
                lambda: base.settings().server.listing, self._count,
                base.clock.now(), self.ports.numbers,
            ).describe,
        )  # fmt: skip
        self.gate.performing.send_collected = factory.send_collected
        factory.admitting = False
        return factory

    def _count(self) -> Headcount:
        rooms = self._parts.world.rooms()
        return Headcount(self.gate.people, len(self._base.minds), len(rooms))
