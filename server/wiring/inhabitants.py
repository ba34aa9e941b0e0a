"""Builds the agents' population."""

from __future__ import annotations

from collections.abc import Callable

from agents.mind.agent_context import AgentContext
from agents.mind.manners.tidings import NewsDesk
from server.gate import WorldGate
from server.people.notebooks import Notebooks
from server.personas.keeper import keep_personas
from server.population import Population
from server.wiring.foundation import Foundation
from server.wiring.world_parts import WorldParts


def make_population(
    base: Foundation, parts: WorldParts, notebooks: Notebooks, gate: Callable[[], WorldGate]
) -> Population:
    """Return the population, still without agents; the gate is made after it."""
    return Population(
        base.vault,
        parts.world,
        base.minds,
        _make_context(base, parts, gate),
        lambda: base.models.hub,
        base.settings,
        base.rng,
        keep_personas(base.vault, base.clock, parts.world, base.audit.record, base.log),
        embedder=base.roots.settings.llm.embedding.make(base.models.trial_resources),
        storage=parts.alerts,
        make_notebook=notebooks.make,
        forget_trouble=parts.alerts.forget,
        has_people=lambda: gate().people > 0,
    )


def _make_context(
    base: Foundation, parts: WorldParts, gate: Callable[[], WorldGate]
) -> AgentContext:
    world = parts.world
    usable = world.table.for_mind("agent")
    return AgentContext(
        body=world,
        texts=base.texts,
        commands=usable,
        allowed=[row.name for row in usable if row.name[0] == "@"],
        tokens=base.tokens,
        clock=base.clock,
        watch=base.watching,
        log=base.log,
        model_client=base.models.model_client,
        generation_params=base.models.generation_params,
        announce=world.announce,
        hour=world.tell_phase,
        meanings=base.meanings,
        sentences=base.sentences,
        asking=base.asking,
        kinds=base.kinds,
        replies=base.replies,
        checks=base.checks,
        workers=base.workers,
        alone=lambda: gate().alone_seconds,
        may_wake=lambda person: gate().may_wake(person),
        news=NewsDesk(lambda: world.rules.list_news()),  # noqa: PLW0108 - it may be set later
    )
