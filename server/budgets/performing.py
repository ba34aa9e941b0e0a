"""Performs the lines of people's characters: they pay for them, and what only some may do is
recorded."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from server.boundaries import Account, Record, Role
from server.budgets.budgets import Budgets
from server.budgets.meter import Meter, Payer, make_payer
from world.costs.cost import CostKind
from world.model import Character
from world.nature import Nature
from world.world import World


class PaidPerforming:
    """`find_payer` returns who pays for a character; `record` takes what builders and
    administrators do."""

    def __init__(
        self,
        world: World,
        budgets: Budgets,
        find_payer: Callable[[int], Payer | None],
        record: Record,
        cpu: Callable[[], float] = time.thread_time,
    ) -> None:
        """`cpu` returns the seconds of the processor that this thread has used."""
        self._world, self._budgets, self._record = world, budgets, record
        self._meter = Meter(budgets, find_payer, cpu)
        self.send_collected: Callable[[], None] = lambda: None
        """Sends what others see of a line at the end of it: its author pays for that, too."""
        world.spend = self._meter.spend
        self.count = 0
        """How many lines people have submitted."""

    def perform(self, character: int, line: str) -> None:
        """Perform a line, or tell the character why it cannot pay for one now."""
        self.count += 1
        refusal = self._meter.run(character, partial(self._act_and_send, character, line))
        if refusal is not None:
            self._world.notify(character, refusal, "refusal")

    def may_wake(self, person: str) -> bool:
        """Charge a person with an agent's answer; if it is too many, tell them: False."""
        body = self._world.find_character(person)
        why = self._meter.spend(body.id, {CostKind.ANSWERS: 1}) if body else None
        if body is not None and why is not None:
            self._world.notify(body.id, why)
        return why is None

    def forget(self, guest: Account, address: str) -> None:
        """Forget what a guest has used up, whose name is never given again.

        What the guest's address has used up stays.
        """
        self._budgets.forget(make_payer(guest, address).account)

    def _act_and_send(self, character: int, line: str) -> None:
        try:
            self._act(character, line)
        finally:
            self.send_collected()

    def _act(self, character: int, line: str) -> None:
        """Perform a line, which ends being away, and record it if only some may do so."""
        presence = self._world.presence
        if not presence.mark_of(character):
            self._perform(character, line)
            return
        presence.mark(character, "")
        self._perform(character, line)
        body = self._world.thing(character)
        if isinstance(body, Character) and not presence.mark_of(body.id):
            back = self._world.texts.say("gate.back", name=body.name)
            self._world.announce(body.id, "back", back, Nature.REST)

    def _perform(self, character: int, line: str) -> None:
        outcome = self._world.perform(character, line)
        row = self._world.table.get(outcome.command)
        if row is None or not row.is_privileged:
            return
        body = self._world.thing(character)
        if not isinstance(body, Character):
            return
        if self._world.role_of(body).includes(Role.BUILDER):  # others are only refused
            accepted = "begun" if outcome.is_begun else "done"
            result = accepted if outcome.ok else "refused"
            self._record("act", body.name, line=line, result=result)
