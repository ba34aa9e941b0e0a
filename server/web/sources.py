"""What the page is made of: the running parts of the server that its views look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from agents.boundaries import Clock
from config.server import ConnectionLimits
from late.late_dataclass import late_dataclass
from server.accounts import StoredAccounts
from server.budgets.budgets import Budgets
from server.gate import WorldGate
from server.happening.world_clock import WorldClock
from server.reload import Reloader
from server.session.boundaries import Desk
from server.session.entry.password_check import PasswordCheck
from server.telnet.factory import TelnetFactory
from server.usage.request_history import RequestHistory
from server.watching.story import Story
from server.web.missed import MissedEvents
from server.web.serving.metrics_token import MetricsToken
from world.world import World


@late_dataclass(frozen=True, slots=True)
class PageSources:
    """Everything that is given to the page; a view takes of it what it needs."""

    reactor: Any
    """Twisted's; its interfaces are for run time only."""
    clock: Clock
    limits: ConnectionLimits
    vault: Path
    world: World
    world_clock: WorldClock
    story: Story
    reloader: Reloader
    """Settings in force, the agents (`population`), their models, and reading files again."""
    gate: WorldGate
    """Who is in the world, and the way in which people's lines go."""
    budgets: Budgets
    """What people may use up, whichever way they come."""
    accounts: StoredAccounts
    passwords: PasswordCheck
    desk: Desk
    telnet: TelnetFactory
    """Makes the visits of people who come in through the page."""
    find_ban: Callable[[str], str]
    """Why nobody may come from an address; empty: they may."""
    describe_trouble: Callable[[], str]
    """What cannot be written to the disk; empty: everything can."""
    history: RequestHistory
    """What the models were asked, by hour and day."""
    metrics_token: MetricsToken
    carried: Mapping[str, Any]
    """What the page of the program before this one has left; empty: nothing."""
    missed: MissedEvents
    """What has happened since the start, if that is wanted: the page is loaded later."""
    public: bool
    """Whether the page answers to other names than this machine's own."""
