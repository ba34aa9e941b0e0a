"""What the view People is answered: talk by partner and day, pages, journals."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from agents.memory.language.normalize import fold_name
from agents.memory.recall.hits import Hit
from agents.memory.recall.talks import TalkCount
from agents.mind.agent import Agent
from server.boundaries import Role
from server.chronicle.chronicle import Chronicle
from server.population import Population
from server.web.boundaries import NotAnswered
from server.web.routing import Data, Route, RouteCall
from server.web.views.people import page_files
from server.web.views.people.hearing import mark_page
from server.web.views.people.spoken import SpokenCount, SpokenPair
from server.web.views.people.spoken_keeper import SpokenKeeper
from world.world import World

MOST_DAYS = 366
"""Days of talk that are counted for one pair."""

LATEST = 12
"""So many memories of the talk of a pair are shown at first, and those of its newest day."""

MOST_LINES = 1000
"""Of the newest talk of a pair, so many memories are shown at most."""

MOST_NOTED = 24
"""Of so many pairs, those who talk most, it is told what the agent has noted."""

MOST_SPOKEN = 500
"""So many pairs of people are given, those who talk most."""

LONGEST_PART = 64
"""Characters of a name or a day in an address."""

T = TypeVar("T")


class PeopleRoutes:
    """Answers from the agents' recall indexes, the pages that they keep, and the chronicle."""

    def __init__(
        self,
        population: Population,
        world: World,
        chronicle: Chronicle,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._population, self._world, self._chronicle = population, world, chronicle
        self._spoken = SpokenKeeper(chronicle.folder, population.around.workers, spawn)

    @property
    def routes(self) -> Sequence[Route]:
        """What can be asked."""
        return (
            Route("/talk", self._list_talk, Role.PLAYER),
            Route("/spoken", self._list_spoken, Role.PLAYER),
            Route("/talk/{agent}", self._show_agent, Role.ADMINISTRATOR),
            Route("/talk/{agent}/{name}", self._show_pair, Role.ADMINISTRATOR),
            Route("/journal/{agent}/{day}", self._show_day, Role.ADMINISTRATOR),
        )

    # --- who talks with whom ----------------------------------------------------------------

    async def _list_talk(self, asked: RouteCall) -> Data:
        """Return every pair for an administrator, and for anybody else their own."""
        sees_all = asked.account.role.includes(Role.ADMINISTRATOR)
        partner = "" if sees_all else asked.account.name
        found: list[tuple[Agent, Data]] = []
        unread: list[str] = []
        minds = list(self._population.minds)
        for agent in minds:
            try:
                talks = await agent.recall.count_talks(partner)
            except sqlite3.Error:
                unread.append(agent.name)
            else:
                found += [(agent, each) for each in self._describe_pairs(agent, talks)]
        if sees_all:
            most = sorted(found, key=lambda each: -each[1]["talks"])[:MOST_NOTED]
            for agent in dict.fromkeys(agent for agent, _ in most):
                await self._add_noted(agent, [pair for one, pair in most if one is agent])
        pairs = [pair for _, pair in found]
        return {"agents": [each.name for each in minds], "pairs": pairs, "unread": unread}

    async def _add_noted(self, agent: Agent, pairs: Sequence[Data]) -> None:
        """Add to pairs what matters most of what the agent has noted of the others."""
        names = [each["with"] for each in pairs]
        folder = self._folder_of(agent)
        noted = await asyncio.to_thread(page_files.find_noted, folder, agent.name, names)
        for each in pairs:
            each["noted"], each["noted_from"], each["noted_on"] = noted[each["with"]]

    async def _list_spoken(self, asked: RouteCall) -> Data:
        """Return what people say to each other: every pair for an administrator, else one's own."""
        await self._chronicle.writer.flush()
        keeper = self._spoken
        await keeper.follow()
        if keeper.trouble:
            raise NotAnswered(503, keeper.trouble)
        sees_all, name = asked.account.role.includes(Role.ADMINISTRATOR), asked.account.name
        shown = [each for each in keeper.counts.items() if sees_all or name in each[0]]
        shown.sort(key=lambda each: (-each[1].lines, each[0]))
        return {
            "pairs": [_describe_spoken(*each) for each in shown[:MOST_SPOKEN]],
            "more": max(0, len(shown) - MOST_SPOKEN),
            "reading": keeper.is_behind,
            "read": keeper.read,
            "size": keeper.size,
        }

    async def _show_agent(self, asked: RouteCall) -> Data:
        agent = self._find_agent(asked)
        talks = await _read_index(agent.recall.count_talks())
        folder = self._folder_of(agent)
        pairs = self._describe_pairs(agent, talks)
        await self._add_noted(agent, pairs[:MOST_NOTED])
        return {
            "agent": agent.name,
            "pairs": pairs,
            "pages": await asyncio.to_thread(page_files.list_known, folder),
            "days": await asyncio.to_thread(page_files.list_days, folder),
        }

    async def _show_pair(self, asked: RouteCall) -> Data:
        agent, name = self._find_agent(asked), self._spell(_read_part(asked, "name"))
        other = self._population.minds.find_exactly(name)
        counts = await _read_index(agent.recall.count_talks(name))
        zone = asked.read_zone()
        days = await _read_index(agent.recall.list_talk_days(name, MOST_DAYS, zone))
        newest = days[-1].heard + days[-1].said if days else 0
        wanted = asked.read_query("lines", max(LATEST, newest), MOST_LINES)
        count, latest = agent.recall.find_talk(name, limit=max(1, wanted))
        names = await self._list_names(agent)
        return {
            "agent": agent.name,
            "with": name,
            "is_agent": other is not None,
            "pair": next(iter(self._describe_pairs(agent, counts)), None),
            "days": [{"day": e.day, "heard": e.heard, "said": e.said} for e in days],
            "other_talks": await self._count_own(other, agent) if other else None,
            "latest": [_describe_hit(each) for each in latest],
            "earlier": count - len(latest),
            "page": await self._read_person(agent, name, names),
            "other_page": await self._read_person(other, agent.name, names) if other else None,
        }

    async def _count_own(self, agent: Agent, other: Agent) -> int:
        """Return how many lines with `other` an agent remembers: that may differ from theirs."""
        counts = await _read_index(agent.recall.count_talks(other.name))
        return sum(each.talks for each in counts)

    async def _read_person(self, agent: Agent, name: str, names: Sequence[str]) -> Data | None:
        page = await self._read(page_files.read_person, agent, name)
        return mark_page(page, agent.name, names) if page else None

    async def _list_names(self, agent: Agent) -> list[str]:
        """Return all agents, and all with whom this one has talked."""
        talks = await _read_index(agent.recall.count_talks())
        partners = (self._spell(each.partner) for each in talks)
        return list(dict.fromkeys([*(each.name for each in self._population.minds), *partners]))

    def _describe_pairs(self, agent: Agent, talks: Sequence[TalkCount]) -> list[Data]:
        return [
            {
                "agent": agent.name,
                "with": self._spell(each.partner),
                "talks": each.talks,
                "first": _format(each.first),
                "last": _format(each.last),
                "noted": "",
                "noted_from": "",
                "noted_on": "",
            }
            for each in talks
            if each.partner != fold_name(agent.name)
        ]

    def _spell(self, name: str) -> str:
        """Return a name as its bearer writes it, if there is one."""
        body = self._world.find_character(name)
        return body.name if body is not None else name

    # --- pages ------------------------------------------------------------------------------

    async def _show_day(self, asked: RouteCall) -> Data:
        agent = self._find_agent(asked)
        page = await self._read(page_files.read_day, agent, _read_part(asked, "day"))
        if page is None:
            raise NotAnswered(404, f"{agent.name} has no journal of this day.")
        return mark_page(page, agent.name, await self._list_names(agent))

    async def _read(
        self, read: Callable[[Path, str], Data | None], agent: Agent, name: str
    ) -> Data | None:
        try:
            return await asyncio.to_thread(read, self._folder_of(agent), name)
        except page_files.PageUnread as error:
            raise NotAnswered(503, str(error)) from error

    def _find_agent(self, asked: RouteCall) -> Agent:
        agent = self._population.minds.find_exactly(_read_part(asked, "agent"))
        if agent is None:
            raise NotAnswered(404, "There is no such resident.")
        return agent

    def _folder_of(self, agent: Agent) -> Path:
        return self._population.path_of(agent).parent


def _read_part(asked: RouteCall, name: str) -> str:
    return asked.parts[name][:LONGEST_PART]


async def _read_index(asked: Awaitable[T]) -> T:
    try:
        return await asked
    except sqlite3.Error as error:
        raise NotAnswered(503, f"The recall index cannot be read: {error}") from error


def _describe_hit(hit: Hit) -> Data:
    return {"seq": hit.seq, "at": _format(hit.at), "text": hit.text}


def _describe_spoken(pair: SpokenPair, said: SpokenCount) -> Data:
    return {
        "one": pair[0],
        "other": pair[1],
        "lines": said.lines,
        "first": _format(said.first),
        "last": _format(said.last),
    }


def _format(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"
