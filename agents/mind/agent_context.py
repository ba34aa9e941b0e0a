"""What an agent is given: its pace, and what it shares with every agent of its world."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from agents.boundaries import Body, Clock, TokenCounter, Watcher
from agents.mind.model_client import GenerationParams, ModelClient
from world.commands.command import Command
from world.nature import Nature
from world.vault.texts import Texts


@dataclass(frozen=True, slots=True)
class Pace:
    """When an agent takes turns. Intervals are in seconds."""

    think_interval: float = 12.0
    """Between its own turns; 0: it only perceives."""
    jitter: float = 0.2
    """Each interval is longer or shorter by up to this share."""
    reply_delay: float = 1.5
    """From being spoken to until it begins to think."""
    turns_per_minute: int = 12
    agent_chain: int = 6
    """How many turns agents may answer one another before something else must happen."""
    repeat_limit: int = 2
    """How often an exact repeat of the last command is asked for again."""
    notes_in_prompt: int = 3


@dataclass(frozen=True, slots=True)
class AgentContext:
    """What every agent of a world shares."""

    body: Body
    texts: Texts
    commands: Sequence[Command]
    """The commands that agents may use; those that are `offered` stand in a prompt."""
    allowed: Collection[str]
    """Names of the commands beginning with ``@`` that agents may use."""
    tokens: TokenCounter
    clock: Clock
    watch: Watcher
    log: Callable[[str], None]
    model_client: Callable[[str], ModelClient]
    """A model profile's name → its dispatcher."""
    generation_params: Callable[[str], GenerationParams]
    """A model profile's name → how it is asked now."""
    announce: Callable[[int, str, str, Nature], None] = lambda character, kind, text, nature: None
    """Let the others in a character's room perceive what it did: id, kind of event, text,
    nature."""
