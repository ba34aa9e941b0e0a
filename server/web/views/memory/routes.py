"""What the view Memory is answered: a life in numbers, in buckets, in summaries and in memories."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any, ParamSpec, TypeVar

from agents.memory.core.records import Span
from agents.memory.log.codec import format_moment
from agents.memory.recall.explaining import Explained
from agents.memory.recall.index import RecallIndex
from agents.workers.protocol import WorkGivenUp
from server.boundaries import Role
from server.web.boundaries import NotAnswered
from server.web.routing import Data, Route, RouteCall, read_number
from server.web.sources import PageSources
from server.web.views.memory.life.amounts import measure_standing
from server.web.views.memory.life.listing import (
    count_all,
    list_compactions,
    list_edits,
    list_important_facts,
    list_masks,
)
from server.web.views.memory.life.traces import trace_memory
from server.web.views.memory.life.window import MOST_BUCKETS, count_density, list_lanes
from server.web.views.memory.lives import Lives, ObservedLife
from server.web.views.memory.memories import present_memory
from server.web.views.memory.sentences import (
    count_verdicts,
    find_summary,
    find_written,
    list_places_in_use,
    open_sentences,
    read_summary,
)

P = ParamSpec("P")
T = TypeVar("T")

MOST_ROWS = 200
"""Of a list, at a time."""

USUAL_ROWS = 50

SOURCES = ("own", "seen", "heard", "recalled", "human")
"""Where facts come from."""

MEANING_SECONDS = 2.0
"""A search waits so long for the meaning of its words, then goes by the words alone."""

MOST_WORDS = 400
"""Characters of a question to recall."""


class MemoryRoutes:
    """Answers for administrators alone: a memory holds private talk."""

    def __init__(self, sources: PageSources) -> None:
        self._lives = Lives(sources)
        self._workers = sources.reloader.population.around.workers

    @property
    def routes(self) -> Sequence[Route]:
        """What can be asked."""
        one = "/memory/{name}"
        return tuple(
            Route(path, answer, Role.ADMINISTRATOR)
            for path, answer in (
                ("/memory", self._list_lives),
                (one, self._show_life),
                (f"{one}/density", self._show_density),
                (f"{one}/memories", self._list_memories),
                (f"{one}/memories/{{number}}", self._show_memory),
                (f"{one}/summaries", self._list_summaries),
                (f"{one}/summaries/{{summary}}", self._show_summary),
                (f"{one}/checks", self._count_checks),
                (f"{one}/compactions", self._list_compactions),
                (f"{one}/facts", self._list_facts),
                (f"{one}/edits", self._list_edits),
                (f"{one}/masks", self._list_masks),
                (f"{one}/search", self._search),
            )
        )

    def _list_lives(self, asked: RouteCall) -> Data:
        agents = self._lives.list_agents()
        return {"lives": [{"name": a.name, "memories": a.memory.last_seq} for a in agents]}

    async def _find(self, asked: RouteCall) -> ObservedLife:
        return await self._lives.find(asked.parts["name"])

    async def _show_life(self, asked: RouteCall) -> Data:
        life = await self._find(asked)
        memory = life.agent.memory
        first = await life.read((1, 1), 1)
        at = memory.view.last_at
        status = await life.agent.assess_memory()
        standing = await life.look(measure_standing)
        return {
            "name": life.agent.name,
            "memories": memory.last_seq,
            "prompting": life.agent.generation_params.prompting,
            "strategy": memory.settings.strategy.name,
            "compacts": memory.settings.strategy.compacts,
            "stands": memory.settings.strategy.stands,
            "first_at": format_moment(first[0].at) if first else None,
            "last_at": format_moment(at) if at else None,
            "summed_up": memory.view.covered,
            "reading": life.keeper.is_behind,
            "trouble": life.keeper.trouble,
            "prompt_tokens": status.prompt.tokens,
            "amounts": standing,
            **await life.look(count_all),
        }

    # --- the strip ------------------------------------------------------------------------

    async def _show_density(self, asked: RouteCall) -> Data:
        life = await self._find(asked)
        span = _read_span(asked, life)
        buckets = max(1, asked.read_query("buckets", 400, MOST_BUCKETS))
        # The width goes by what was asked, so that buckets are alike up to the end of the life.
        wanted = read_number(asked.call.query.get("to") or str(span[1]), "to")
        width = max(-(-(wanted - span[0] + 1) // buckets), 1)
        zone = asked.read_zone()
        return await life.look(partial(count_density, span=span, width=width, zone=zone))

    async def _list_summaries(self, asked: RouteCall) -> Data:
        life = await self._find(asked)
        span = _read_span(asked, life)
        lanes = await life.look(partial(list_lanes, span=span))
        return {"first": span[0], "last": span[1], "lanes": lanes}

    # --- memories -------------------------------------------------------------------------

    async def _list_memories(self, asked: RouteCall) -> Data:
        life = await self._find(asked)
        span, count = _read_span(asked, life), _read_count(asked)
        found = await life.read(span, count)
        last = found[-1].seq if found else span[1]
        return {
            "memories": [present_memory(each) for each in found],
            "next": last + 1 if last < span[1] else None,
        }

    async def _show_memory(self, asked: RouteCall) -> Data:
        life, seq = await self._find(asked), asked.read_id("number")
        found = await life.read((seq, seq), 1) if seq else []
        if not found:
            raise NotAnswered(404, f"{life.agent.name} has no memory {seq}.")
        trace = await life.look(partial(trace_memory, seq=seq))
        in_prompt = seq > life.agent.memory.view.covered
        return {"memory": present_memory(found[0], whole=True), "verbatim": in_prompt, **trace}

    async def _show_summary(self, asked: RouteCall) -> Data:
        life, id = await self._find(asked), asked.parts["summary"]
        place = await life.look(partial(find_summary, id=id))
        if place is None:
            raise NotAnswered(404, f"{life.agent.name} never had a summary {id[:60]!r}.")
        summary = await self._carry_out(read_summary, life.archive, place)
        if summary is None:
            raise NotAnswered(503, f"The line of {id} cannot be read in the archive.")
        written = await life.look(partial(find_written, summary=summary))
        sentences = await self._carry_out(open_sentences, life.archive, summary, written)
        return {**place.about, "replaces": list(summary.replaces), "sentences": sentences}

    async def _count_checks(self, asked: RouteCall) -> Data:
        life = await self._find(asked)
        standing = await life.look(list_places_in_use)
        return {"checks": await self._carry_out(count_verdicts, life.archive, standing)}

    async def _carry_out(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a worker makes of an archive. Raises `NotAnswered`."""
        try:
            return await self._workers.run(work, *args, **kwargs)
        except (OSError, WorkGivenUp) as error:
            raise NotAnswered(503, f"The archive cannot be read now: {error}") from error

    # --- lists ----------------------------------------------------------------------------

    async def _list_compactions(self, asked: RouteCall) -> Data:
        life = await self._find(asked)
        upto, count = asked.read_query("upto", 0), _read_count(asked)
        return await life.look(partial(list_compactions, upto=upto, count=count))

    async def _list_edits(self, asked: RouteCall) -> Data:
        life = await self._find(asked)
        upto, count = asked.read_query("upto", 0), _read_count(asked)
        return await life.look(partial(list_edits, upto=upto, count=count))

    async def _list_masks(self, asked: RouteCall) -> Data:
        life = await self._find(asked)
        before, count = asked.read_query("before", 0), _read_count(asked)
        return await life.look(partial(list_masks, before=before, count=count))

    async def _list_facts(self, asked: RouteCall) -> Data:
        life, source = await self._find(asked), asked.call.query.get("source", "")
        if source and source not in SOURCES:
            allowed = ", ".join(SOURCES)
            raise NotAnswered(400, f"source: {source[:40]!r} is none of {allowed}.")
        skip, count = asked.read_query("skip", 0), _read_count(asked)
        return await life.look(partial(list_important_facts, source=source, skip=skip, count=count))

    async def _search(self, asked: RouteCall) -> Data:
        life, words = await self._find(asked), asked.call.query.get("q", "")
        if len(words) > MOST_WORDS:
            raise NotAnswered(400, f"q: {len(words)} characters; at most {MOST_WORDS} are allowed.")
        await _prepare(life.agent.recall, words)
        found = life.agent.recall.explain(words, limit=_read_count(asked))
        return {
            "hits": [_describe_hit(each) for each in found],
            "remarks": list(life.agent.recall.describe_problems()),
        }


def _read_span(asked: RouteCall, life: ObservedLife) -> Span:
    """Return the memories that a call asks for, from ``from`` to ``to``. Raises `NotAnswered`."""
    newest = max(1, life.agent.memory.last_seq)
    query = asked.call.query
    first = read_number(query.get("from") or "1", "from")
    last = read_number(query.get("to") or str(newest), "to")
    if first > last or first > newest:
        raise NotAnswered(
            400, f"from {first} to {last}: there are memories 1 to {newest} of {life.agent.name}."
        )
    return max(1, first), min(last, newest)


def _read_count(asked: RouteCall) -> int:
    return max(1, asked.read_query("count", USUAL_ROWS, MOST_ROWS))


async def _prepare(recall: RecallIndex, words: str) -> None:
    """Have the meaning of a question at hand, if it can be had soon."""
    with suppress(TimeoutError):
        await asyncio.wait_for(recall.prepare(words), MEANING_SECONDS)


def _describe_hit(found: Explained) -> dict[str, Any]:
    hit = asdict(found.hit)
    return {
        **hit,
        "at": format_moment(found.hit.at),
        "words": found.words,
        "meaning": found.meaning,
        "neighbours": found.neighbours,
        "circumstances": [
            {"name": name, "share": share} for name, share in found.circumstances.items()
        ],
        "matched": list(found.matched),
    }
