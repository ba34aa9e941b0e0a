"""The rows of all commands of administrators for people and the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.administration.account_verbs import AccountVerbs
from server.administration.administration import Administration
from server.administration.agent_verbs import AgentLifeVerbs
from server.administration.order_verbs import OrderVerbs
from server.administration.server_verbs import OverseerVerbs
from server.administration.shutdown_verbs import ShutdownVerbs
from world.commands.command import Command


def make_administration_rows(parts: Callable[[], Administration]) -> Sequence[Command]:
    """Return the rows, in the order of help."""
    return (
        *AccountVerbs(parts).rows(),
        *OrderVerbs(parts).rows(),
        *OverseerVerbs(parts).rows(),
        *AgentLifeVerbs(parts).rows(),
        *ShutdownVerbs(parts).rows(),
    )
