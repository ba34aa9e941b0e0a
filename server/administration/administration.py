"""The parts that administrators' commands use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from agents.boundaries import Clock
from agents.mind.commands.admin_row import LateReply
from agents.models.hub import ModelHub
from server.accounts import StoredAccounts
from server.administration.audit import AuditLog
from server.administration.enforcement import Enforcement
from server.administration.orders import Orders
from server.administration.vitals import Vitals
from server.gate import WorldGate
from server.people.entries import Entries
from world.world import World


@dataclass(frozen=True, slots=True)
class Administration:
    """What administrators' commands use of a running server."""

    world: World
    gate: WorldGate
    accounts: StoredAccounts
    audit: AuditLog
    clock: Clock
    late: LateReply
    hub: Callable[[], ModelHub]
    describe_storage: Callable[[], str]
    """Returns what cannot be written; empty: all can."""
    orders: Orders
    enforcement: Enforcement
    vitals: Vitals

    def defer(self, call: Callable[[], None]) -> None:
        """Make `call` once the command that runs now has ended."""
        self.clock.call_later(0.0, call)

    def count_model_calls(self) -> tuple[int, int]:
        """Return how many calls of models were answered, and how many failed."""
        tallies = [status.tally for status in self.hub().status().values()]
        failed = sum(sum(each.failed.values()) for each in tallies)
        return sum(each.completed for each in tallies), failed


def administer(
    world: World,
    gate: WorldGate,
    accounts: StoredAccounts,
    audit: AuditLog,
    clock: Clock,
    late: LateReply,
    hub: Callable[[], ModelHub],
    describe_storage: Callable[[], str],
    *,
    entries: Entries,
    log: Callable[[str], None],
) -> Administration:
    """Put the stored orders in force and begin to measure; close `vitals` at the end."""
    orders = Orders(entries, clock, log)
    enforcement = Enforcement(orders, world.texts.say)
    accounts.find_bar = enforcement.find_bar
    world.rules.gag = partial(enforcement.find_gag, gate)
    vitals = Vitals(clock, lambda: gate.performed)
    vitals.start()
    return Administration(
        world, gate, accounts, audit, clock, late, hub, describe_storage,
        orders, enforcement, vitals,
    )  # fmt: skip
