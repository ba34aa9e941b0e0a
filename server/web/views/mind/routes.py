"""What the view Mind is answered: minds, their prompts and turns, and orders to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TypeVar

from agents.memory.inspect.prompt_replay import PastTurnUnknown
from agents.memory.log.codec import ArchiveRefused
from agents.mind.agent import Agent
from agents.mind.commands.life import AgentLife, NotNow
from late.late_dataclass import late_dataclass
from server.boundaries import Role
from server.web.api import read_body
from server.web.boundaries import NotAnswered, Reply
from server.web.routing import Data, Route, RouteCall
from server.web.sources import PageSources
from server.web.views.mind.bands import describe_bands, list_present_bands
from server.web.views.mind.minds import MindReport
from server.web.views.mind.past_turns import PastTurns, read_last_turn
from world.names import vault_path
from world.text import clean_line

MOST_TURNS = 100
"""Turns on one page of a list."""

MOST_WORDS = 1000
"""Characters of what is told an agent at once."""

T = TypeVar("T")


@late_dataclass(slots=True)
class _Archive:
    """The turns of one agent, and the turn in which threads use them."""

    turns: PastTurns
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class MindRoutes:
    """Answers about the agents of a running server, for administrators."""

    def __init__(self, sources: PageSources) -> None:
        self._sources = sources
        self._population = sources.reloader.population
        self._life = AgentLife(sources.world.texts)
        self._archives: dict[str, _Archive] = {}

    @property
    def routes(self) -> Sequence[Route]:
        """What can be asked."""
        orders = [
            Route(f"/minds/{{name}}/{order}", self._make_order(order), Role.ADMINISTRATOR, "POST")
            for order in self._life.orders
        ]
        return (
            Route("/minds", self._list_minds, Role.ADMINISTRATOR),
            Route("/minds/{name}", self._show_mind, Role.ADMINISTRATOR),
            Route("/minds/{name}/prompt", self._show_prompt, Role.ADMINISTRATOR),
            Route("/minds/{name}/turns", self._list_turns, Role.ADMINISTRATOR),
            Route("/minds/{name}/turns/{number}", self._show_turn, Role.ADMINISTRATOR),
            Route("/minds/{name}/turns/{number}/text", self._show_text, Role.ADMINISTRATOR),
            Route("/minds/{name}/tell", self._tell, Role.ADMINISTRATOR, "POST"),
            *orders,
        )

    # --- minds --------------------------------------------------------------------------

    async def _list_minds(self, asked: RouteCall) -> Data:
        report, minds = self._make_report(), list[Data]()
        agents = list(self._population.minds)
        last = await self._in_thread(lambda: [self._read_last_turn(each) for each in agents])
        for agent, turn in zip(agents, last, strict=True):
            minds.append({**await report.describe(agent), "last": turn})
            await asyncio.sleep(0)  # others may use the loop between two agents
        return {"minds": minds}

    async def _show_mind(self, asked: RouteCall) -> Data:
        agent = self._find_agent(asked)
        turns = await self._with_turns(agent, PastTurns.refresh)
        last = await self._in_thread(lambda: self._read_last_turn(agent))
        return {
            **await self._make_report().describe(agent),
            "last": last,
            "turns": turns,
            "here": self._find_own_character(asked) is not None,
        }

    def _make_report(self) -> MindReport:
        return MindReport(self._sources.world, self._sources.reloader.models.hub)

    def _read_last_turn(self, agent: Agent) -> Data | None:
        return read_last_turn(vault_path(self._sources.vault, "agents", agent.name, "archive"))

    # --- prompts ------------------------------------------------------------------------

    async def _show_prompt(self, asked: RouteCall) -> Data:
        agent = self._find_agent(asked)
        await agent.prepare_prompt()
        # Both at the same moment, or the memories could be others.
        prompt = agent.show_prompt()
        bands = list_present_bands(agent, prompt)
        count = self._population.around.tokens.count

        def describe(turns: PastTurns) -> Data:
            last = turns.refresh()
            return {
                "after": prompt.after,
                "room": agent.generation_params.room,
                "prompt": describe_bands(bands, count),
                "difference": turns.compare(last, prompt.text),
                "story": turns.tell_last(),
            }

        return await self._with_turns(agent, describe)

    async def _list_turns(self, asked: RouteCall) -> Data:
        agent, limit = self._find_agent(asked), asked.read_query("limit", 20, MOST_TURNS)
        at = asked.read_query("at", 0) if "at" in asked.call.query else None
        before = asked.read_query("before", 0)

        def read(turns: PastTurns) -> Data:
            count = turns.refresh()
            upto = before or count + 1
            if at is not None:
                upto = min(upto, turns.find_number(at) + 1)
            return {"count": count, "turns": turns.list_before(upto, limit)}

        return await self._with_turns(agent, read)

    async def _show_turn(self, asked: RouteCall) -> Data:
        number = asked.read_id("number")

        def describe(turns: PastTurns) -> Data:
            turns.refresh()
            return turns.describe(number)

        return await self._with_turns(self._find_agent(asked), describe)

    async def _show_text(self, asked: RouteCall) -> Reply:
        number = asked.read_id("number")

        def render(turns: PastTurns) -> str:
            turns.refresh()
            return turns.replay(number).prompt

        text = await self._with_turns(self._find_agent(asked), render)
        return Reply(200, text.encode("utf-8", "replace"), "text/plain; charset=utf-8")

    async def _with_turns(self, agent: Agent, work: Callable[[PastTurns], T]) -> T:
        """Return what `work` makes of an agent's turns, in a thread. Raises `NotAnswered`."""
        archive = self._archives.get(agent.name)
        if archive is None:
            folder = vault_path(self._sources.vault, "agents", agent.name, "archive")
            archive = _Archive(PastTurns(folder, self._population.around.tokens.count))
            self._archives[agent.name] = archive
        async with archive.lock:
            return await self._in_thread(lambda: work(archive.turns))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(work)
        except (PastTurnUnknown, ArchiveRefused) as error:
            raise NotAnswered(500, f"The archive cannot be read: {error}.") from error
        except OSError as error:
            raise NotAnswered(503, f"The archive cannot be read: {error.strerror}.") from error

    # --- orders -------------------------------------------------------------------------

    def _make_order(self, order: str) -> Callable[[RouteCall], Data]:
        carry_out = self._life.orders[order]

        def run(asked: RouteCall) -> Data:
            agent = self._find_agent(asked)
            line = f"@{order} {agent.name}"
            try:
                done = carry_out(agent)
            except NotNow as refused:
                self._record(asked, line, "refused")
                raise NotAnswered(409, str(refused)) from refused
            self._record(asked, line, "done")
            return {"done": done}

        return run

    def _record(self, asked: RouteCall, line: str, result: str) -> None:
        """Keep an order in the audit log, as one that is typed is."""
        name = asked.account.name
        self._sources.desk.record("act", name, line=line, result=result, through="page")

    def _tell(self, asked: RouteCall) -> Data:
        agent = self._find_agent(asked)
        words = read_body(asked.call).get("words")
        if not isinstance(words, str) or not (line := clean_line(words, MOST_WORDS + 1)):
            raise NotAnswered(400, 'Send {"words": …}.')
        if len(line) > MOST_WORDS:
            raise NotAnswered(400, f"Tell at most {MOST_WORDS} characters at once.")
        character = self._find_own_character(asked)
        if character is None:
            name = asked.account.name
            raise NotAnswered(409, f"Come into the world as {name} first, to talk to {agent.name}.")
        self._sources.gate.run(character, f"tell {agent.name} {line}")
        return {"done": f"You tell {agent.name}."}

    # --- who ----------------------------------------------------------------------------

    def _find_agent(self, asked: RouteCall) -> Agent:
        agent = self._population.minds.find_exactly(asked.parts["name"])
        if agent is None:
            raise NotAnswered(404, "There is no such mind.")
        return agent

    def _find_own_character(self, asked: RouteCall) -> int | None:
        """Return the character of whoever asks, if somebody is in it; else None."""
        sessions = self._sources.gate.sessions
        own = (each for each in sessions if each.account.name == asked.account.name)
        session = next(own, None)
        return session.character if session is not None else None
