"""An agent's pace, and the parts that all agents of a world share."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field

from agents.boundaries import Body, Clock, TokenCounter, Watcher, WatchEvent, WatchKind
from agents.event_line import tell_event
from agents.meaning import NO_MEANINGS, Meanings
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.mind.intentions.seclusion import Seclusion
from agents.mind.manners.calls import Calls
from agents.mind.manners.floor import Floor
from agents.mind.manners.tidings import NewsDesk
from agents.mind.manners.welcome import Welcome
from agents.mind.model_client import GenerationParams, ModelClient
from agents.mind.speech.choosing.reply_readings import NO_REPLY_READINGS, ReplyReadings
from agents.mind.speech.kinds.line_kinds import NO_LINE_KINDS, LineKinds
from agents.mind.speech.told.asking.reader import NO_ASKING, AskingReader
from agents.mind.voice.sentence_likeness import NO_SENTENCE_MEANINGS, SentenceMeanings
from agents.workers.protocol import NoWorkers, Workers
from late.late_dataclass import late_dataclass
from world.commands.command import Command
from world.nature import Nature
from world.vault.texts import Texts

#: Beyond so many steps every bound is reached, and a power would grow without end.
_MOST_STEPS = 60.0


@late_dataclass(frozen=True, slots=True)
class Pace:
    """Says how often an agent takes turns. Intervals are in seconds."""

    think_interval: float = 12.0
    """The time between turns that nobody asked for; 0: the agent only perceives."""
    jitter: float = 0.2
    """Each interval is longer or shorter by up to this share."""
    reply_delay: float = 1.5
    """The time from an address to the turn that answers it."""
    turns_per_minute: int = 12
    agent_chain: int = 6
    """How often agents may wake an agent in a row before something else must happen."""
    repeat_limit: int = 2
    """How often the model is asked again when its reply is unusable or repeats the last line."""
    notes_in_prompt: int = 3
    memory_megabytes_per_hour: float = 40.0
    """How much the agent remembers of what others do; beyond it that passes by. 0: all."""
    quiet_after: float = 0.0
    """The time without a person connected after which all this takes `quiet_factor` times as
    long, and again after as long; 0: never."""
    quiet_factor: float = 4.0
    quiet_interval: float = 600.0
    """The longest time between turns that being alone leads to."""

    def find_slowness(self, alone: float) -> float:
        """Return how many times longer times are after `alone` seconds without a person."""
        if not self.quiet_after or not self.think_interval or alone < self.quiet_after:
            return 1.0
        bound = max(1.0, self.quiet_interval / self.think_interval)
        steps = min(_MOST_STEPS, alone // self.quiet_after)
        return min(bound, math.pow(self.quiet_factor, steps))


@late_dataclass(frozen=True, slots=True)
class AgentContext:
    """Holds the parts that all agents of a world share."""

    body: Body
    texts: Texts
    commands: Sequence[Command]
    """The commands that agents may use; a prompt lists those that are `offered`."""
    allowed: Collection[str]
    """Names of the commands beginning with ``@`` that agents may use."""
    tokens: TokenCounter
    clock: Clock
    watch: Watcher
    log: Callable[[str], None]
    model_client: Callable[[str], ModelClient]
    """Return the dispatcher of the model profile of this name."""
    generation_params: Callable[[str], GenerationParams]
    """Return the present sampling parameters of the model profile of this name."""
    announce: Callable[[int, str, str, Nature], None] = lambda character, kind, text, nature: None
    """Let the others in a character's room perceive an event: id, kind, text, nature."""
    hour: Callable[[], str] = lambda: ""
    """Return the phase of the world's day; empty: it is not known."""
    meanings: Meanings = NO_MEANINGS
    """Compares texts by meaning, where that is possible."""
    sentences: SentenceMeanings = NO_SENTENCE_MEANINGS
    """Compares what is said with the lines of voices by meaning, where that is possible."""
    asking: AskingReader = NO_ASKING
    """Tells whether somebody asks for what they have told, where that is possible."""
    kinds: LineKinds = NO_LINE_KINDS
    """Tells of which kind lines are that somebody says, where that is possible."""
    replies: ReplyReadings = NO_REPLY_READINGS
    """Reads what an agent might say to a person, where that is possible."""
    checks: SentenceChecks = NO_CHECKS
    """Checks the sentences of summaries that a model has written, where that is possible."""
    may_wake: Callable[[str], bool] = lambda person: True
    """Charge a person, by name, with an agent's answer; False: the person has had too many."""
    floor: Floor = field(default_factory=Floor)
    """Whose turn it is to speak in each room."""
    news: NewsDesk = field(default_factory=NewsDesk)
    """The words for what agents tell one another of."""
    seclusion: Seclusion = field(default_factory=Seclusion)
    """Which agents are to be left alone."""
    welcome: Welcome = field(default_factory=Welcome)
    """Who is new here, and which agent is to meet them."""
    calls: Calls = field(default_factory=Calls)
    """Who has been alone for long, and is called on."""
    workers: Workers = field(default_factory=NoWorkers)
    """Carries out what computes for long."""
    alone: Callable[[], float] = lambda: 0.0
    """Return for how many seconds no person has been connected; 0: somebody is."""

    def tell_watchers(
        self, agent: str, kind: WatchKind, text: str, about: Mapping[str, object] | None = None
    ) -> None:
        """Tell the watchers of `agent` what happens in its mind."""
        self.watch(WatchEvent(agent, self.clock.now(), kind, text, about or {}))

    def log_event(
        self, event: str, agent: str, what: str, level: str = "warning", **fields: object
    ) -> None:
        """Log what happened in the mind of `agent`, as an event named ``mind.…``."""
        line = f"[Mind] {agent}: {what}"
        self.log(tell_event(f"mind.{event}", line, level, agent=agent, **fields))
