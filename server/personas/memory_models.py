"""What a language model does for an agent's memory: summaries, their second reading, facts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from agents.boundaries import Model
from agents.event_line import tell_event
from agents.memory.core.records import Experience
from agents.memory.journal.extractor import Extraction, extract_facts
from agents.memory.journal.journal import Extract
from agents.memory.parts import MemoryConfig
from agents.memory.settings import MemorySettings
from agents.memory.summarization.prompts import TEMPLATES
from agents.memory.summarization.second_reading.asking import SecondReader
from agents.memory.summarization.summarizer import ModelSummarizer
from agents.mind.agent_context import AgentContext
from agents.mind.minds import Minds
from agents.mind.profile import Profile
from agents.mind.voice.stock_lines import select_news
from agents.models.hub import SUMMARIES, ModelHub
from server.personas.written_lines import list_written_lines


def configure_memory(
    profile: Profile,
    settings: MemorySettings,
    hub: ModelHub,
    around: AgentContext,
    minds: Minds,
    lacking: tuple[str, ...],
) -> MemoryConfig:
    """Return the configuration of an agent's memory, with the models that its settings name.

    `lacking` is what the settings ask for and cannot have.  `minds` are those whose written lines
    are no news.
    """
    summarizer, reader = _make_writers(profile.name, settings.profile, hub, around)
    extract = _make_extract(profile.name, settings.profile, hub, around, minds)
    return MemoryConfig(settings, summarizer, extract, reader, profile.persona, lacking)


def _make_writers(
    name: str, profile_name: str, hub: ModelHub, around: AgentContext
) -> tuple[ModelSummarizer, SecondReader] | tuple[None, None]:
    """Return what writes an agent's summaries and what reads them again; None: rules write them."""
    texts, profile = around.texts, hub.profile(profile_name)
    # A small model cannot tell what matters: rules choose better what it would choose from.
    if profile.provider.by_rule or profile.provider.is_small(profile.model):
        return None, None
    # Summaries of all agents share one cache of an embedded model: several gain nothing,
    # and each costs memory.
    owner = SUMMARIES if profile.provider.has_slots else f"{name}'s summaries"
    ask = hub.dispatcher(profile_name).model
    summarizer = ModelSummarizer(
        ask(owner, name),
        profile=profile_name,
        model_name=profile.model,
        max_tokens=profile.max_tokens,
        temperature=profile.temperature,
        context_tokens=profile.context_tokens,
        tokens=around.tokens,
        instructed=profile.provider.follows_instructions,
        templates={key: texts.raw(key) for key in TEMPLATES},
        for_others=ask(owner, name, "facts"),
    )
    template = texts.raw("summary.reading")
    asked = ask(owner, name, "reading")
    return summarizer, SecondReader(asked, template, around.tokens, profile.context_tokens)


def _make_extract(
    name: str, profile_name: str, hub: ModelHub, around: AgentContext, minds: Minds
) -> Extract:
    profile = hub.profile(profile_name)

    async def extract(memories: Sequence[Experience], model: Model) -> Extraction:
        return await extract_facts(
            memories,
            name,
            model,
            template=around.texts.raw("journal.facts"),
            tokens=around.tokens,
            max_tokens=profile.max_tokens,
            temperature=profile.temperature,
            context_tokens=profile.context_tokens,
            report=lambda what: around.log(_warn_of_facts(name, what)),
            select=partial(select_news, written=list_written_lines(minds, around.texts)),
            workers=around.workers,
        )

    return extract


def _warn_of_facts(name: str, what: str) -> str:
    line = f"[Journal] {name}: {what}"
    return tell_event("journal.facts", line, "warning", agent=name, what=what)
