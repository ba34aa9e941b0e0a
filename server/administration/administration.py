"""The parts that administrators' commands use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.boundaries import Clock
from agents.mind.commands.admin_row import LateReply
from agents.mind.minds import Minds
from agents.workers.protocol import Workers
from late.late_dataclass import late_dataclass
from server.accounts import StoredAccounts
from server.administration.audit import AuditLog
from server.administration.countdown import Countdown, CountedEnd
from server.administration.durations import name_duration
from server.administration.enforcement import Enforcement
from server.administration.orders import Orders
from server.administration.vitals import Vitals
from server.people.entries import Entries
from server.people.kept_acts import keep_acts
from world.names import key_of
from world.world import World

if TYPE_CHECKING:
    from agents.models.hub import ModelHub
    from server.gate import WorldGate
    from server.reload import Reloader


@late_dataclass(frozen=True, slots=True)
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
    reloader: Callable[[], Reloader]
    shut_down: Callable[[str], None]
    """Ends the server; is told by whose word."""
    countdown: Countdown
    orders: Orders
    enforcement: Enforcement
    vitals: Vitals
    workers: Callable[[], Workers]

    @property
    def minds(self) -> Minds:
        """The agents."""
        return self.reloader().population.minds

    @property
    def vault(self) -> Path:
        """The vault's folder."""
        return self.reloader().options.vault

    def close(self) -> None:
        """Measure and count no more."""
        self.vitals.close()
        self.countdown.cancel()

    def count_down(self, who: str, seconds: float, why: str = "") -> None:
        """End the server in so many seconds by somebody's word; everybody is told."""
        self.countdown.begin(self._make_end(who, why), seconds)

    def hand_over(self) -> dict[str, Any]:
        """Return the countdown that runs, for the program to come; empty: none does."""
        ending = self.countdown.ending
        if ending is None:
            return {}
        return {"who": ending.who, "why": ending.why, "left": self.countdown.left}

    def resume(self, kept: Mapping[str, Any]) -> None:
        """Go on with the countdown of the program before this one."""
        self.countdown.resume(self._make_end(kept["who"], kept["why"]), kept["left"])

    def _make_end(self, who: str, why: str) -> CountedEnd:
        return CountedEnd("shutdown.in", partial(self.shut_down, who), why, who)

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
    reloader: Callable[[], Reloader],
    shut_down: Callable[[str], None],
    *,
    entries: Entries,
    log: Callable[[str], None],
    workers: Callable[[], Workers],
) -> Administration:
    """Put the stored orders in force and begin to measure; `close` it at the end."""
    keep_acts(world, entries, log)
    orders = Orders(entries, clock, log)
    enforcement = Enforcement(orders, world.texts.say)
    accounts.find_bar = enforcement.find_bar
    world.rules.find_dwellers = lambda room: _list_dwellers(reloader().population.minds, room)
    world.rules.gag = partial(enforcement.find_gag, gate)
    vitals = Vitals(clock, lambda: gate.performing.count)
    vitals.start()
    countdown = Countdown(clock, partial(_tell_all, gate, world))
    return Administration(
        world, gate, accounts, audit, clock, late, hub, describe_storage,
        reloader, shut_down, countdown, orders, enforcement, vitals, workers,
    )  # fmt: skip


def _list_dwellers(minds: Minds, room: str) -> list[str]:
    """Return the names of the agents whose home the room of this name is."""
    return [agent.name for agent in minds if key_of(agent.profile.home) == key_of(room)]


def _tell_all(gate: WorldGate, world: World, ending: CountedEnd, left: float) -> None:
    """Tell everybody who is here what comes, and when."""
    why = world.texts.say("order.why", why=ending.why) if ending.why else ""
    text = world.texts.say(ending.key, left=name_duration(left), why=why).strip()
    for session in gate.sessions:
        if session.character is not None:
            world.notify(session.character, text)
