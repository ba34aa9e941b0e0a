"""The list of who is here, for ``who`` and for all who count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from server.boundaries import Account, Role, Visitor
from server.session.session import Session
from world.world import World


@late_dataclass(frozen=True, slots=True)
class VisitorList:
    """People and agents at one moment; times are of the sessions' clock."""

    world: World
    minds: Minds
    sessions: Sequence[tuple[int, Session]]
    """Each session with its character, those without a connection too."""
    now: float
    born: float
    """When the agents awoke."""

    def list(self) -> Sequence[Visitor]:
        """Return the visitors: people first, then agents, each by name."""
        return [*self._list_people(), *self._list_agents()]

    def _list_people(self) -> Iterator[Visitor]:
        for id, session in sorted(self.sessions, key=lambda item: item[1].account.name.casefold()):
            body = self.world.character(id)
            yield Visitor(
                body.name,
                _name_kind(session.account),
                body.room.name,
                self.now - session.connected_at,
                self.now - session.last_line_at,
                self.world.presence.mark_of(id),
            )

    def _list_agents(self) -> Iterator[Visitor]:
        alive = self.now - self.born
        for agent in self.minds:
            body = self.world.character(agent.character)
            yield Visitor(agent.name, "agent", body.room.name, alive, 0.0)


def _name_kind(account: Account) -> str:
    return "person" if account.role is Role.PLAYER else account.role.value
