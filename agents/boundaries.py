"""The data types and Protocols of the agents, without logic.

Time, models, token counting and the world reach the agents through these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import Literal, Protocol

from late.late_dataclass import late_dataclass
from world.boundaries import Outcome, Situation

# --- time ---------------------------------------------------------------------------


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call; do nothing if it was already made."""
        ...


class Clock(Protocol):
    """Tells the time and schedules calls: the system's clock or a virtual one."""

    def now(self) -> datetime:
        """Return the date and time, aware and in UTC."""
        ...

    def monotonic(self) -> float:
        """Return the seconds on a clock that never goes backwards."""
        ...

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` once, `seconds` from now."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return `seconds` from now."""
        ...


# --- models -------------------------------------------------------------------------


@late_dataclass(frozen=True, slots=True)
class Completion:
    """A model's whole answer. Token counts are the provider's, or estimates if it gives none."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    finish: Literal["stop", "length"]
    cached_tokens: int = 0
    """The prompt tokens that came from the provider's prefix cache; 0 if it does not say."""


class ModelError(Exception):
    """A model gave no usable answer. The message says which model, why, and what to do."""


class ModelUnavailable(ModelError):
    """The model is not reachable or its server failed (refused, cut off, 5xx): try again later."""


class ModelTimeout(ModelUnavailable):
    """No complete answer came within the profile's timeout."""


class ModelRateLimited(ModelUnavailable):
    """The provider limits the rate (429). `retry_after` is in seconds, or None."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        """Store the message and the wait that the provider asks for."""
        super().__init__(message)
        self.retry_after = retry_after


class ModelRejected(ModelError):
    """The provider refused the request (4xx, unknown model, no key): a retry cannot help."""


class ModelBadReply(ModelUnavailable):
    """The answer does not follow the protocol (not JSON, no text, empty)."""


class ModelOverBudget(ModelError):
    """The profile's limits for a day, or for one agent, are used up for now."""


class Model(Protocol):
    """Completes prompts with one language model."""

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Continue `prompt`. `grammar` is GBNF; a provider without grammars ignores it.

        Raises `ModelError`; an error is never returned as text.
        """
        ...


class Provider(Protocol):
    """Runs a model for several owners (agents)."""

    @property
    def label(self) -> str:
        """The model and its address, for people: ``ollama gemma3:1b at http://127.0.0.1:11434``."""
        ...

    def model_for(self, owner: str) -> Model:
        """Return the model for `owner`, an agent's name or ``summaries``."""
        ...

    async def close(self) -> None:
        """Close connections, stop threads and free memory."""
        ...


class TokenCounter(Protocol):
    """Counts tokens."""

    @property
    def name(self) -> str:
        """The method of counting: ``tiktoken cl100k_base`` or ``heuristic (4 characters)``."""
        ...

    def count(self, text: str) -> int:
        """Return the number of tokens in `text`; 0 for the empty text."""
        ...


# --- watching -----------------------------------------------------------------------

WatchKind = Literal[
    "turn",
    "prompt",
    "thought",
    "choice",
    "intention",
    "command",
    "result",
    "compaction",
    "error",
    "state",
    "memory",
    "scene",
    "hears",
]


@late_dataclass(frozen=True, slots=True)
class WatchEvent:
    """An event in an agent's mind, for watchers."""

    agent: str
    at: datetime
    kind: WatchKind
    """``scene`` is what anybody sees beside the agent, ``hears`` what it alone is told, and
    ``memory`` what it has recorded."""
    text: str
    about: Mapping[str, object] = field(default_factory=dict)
    """What programs want to know besides: ``place``, ``seq`` …"""


class Watcher(Protocol):
    """Receives every `WatchEvent`. It must return at once and must not raise."""

    def __call__(self, event: WatchEvent, /) -> None:
        """Handle `event`."""
        ...


# --- storage --------------------------------------------------------------------------


StorageKind = Literal[
    "archive",
    "files",
    "world",
    "row",
    "people",
    "accounts",
    "lines",
    "notes",
    "intentions",
    "tokens",
]
"""What cannot be written: an agent's log, the files made from it, the world's database, a row of
it, what people keep, the accounts, a file of lines (chronicle, audit log), private notes, what
agents are about, the tokens used today."""


@late_dataclass(frozen=True, slots=True)
class StorageTrouble:
    """Something cannot be written now, or can be again."""

    kind: StorageKind
    owner: str
    """The name of the agent, file or row; for people to read."""
    reason: str
    """The system's words, such as ``No space left on device``; empty: it can be written again."""
    what: str = ""
    """A sentence without its full stop: which file cannot be written, and why."""
    saved: int = 0
    """At the end: experiences that waited and were written."""
    lost: int = 0
    """At the end: experiences or lines that were lost meanwhile."""


class StorageWatcher(Protocol):
    """Receives every `StorageTrouble`. It must return at once and must not raise."""

    def __call__(self, trouble: StorageTrouble, /) -> None:
        """Handle `trouble`."""
        ...


def ignore_trouble(trouble: StorageTrouble, /) -> None:
    """Do nothing with `trouble`."""


# --- the body -------------------------------------------------------------------------


class Body(Protocol):
    """The world as a mind uses it: it submits lines and asks for the situation."""

    def perform(self, character_id: int, line: str) -> Outcome:
        """Submit one line; its perceptions are delivered before this returns."""
        ...

    def situation(self, character_id: int) -> Situation:
        """Return where the character is and what is within reach."""
        ...

    def ambient(self, character_id: int, text: str) -> None:
        """Show `text` to the people present; no agent remembers it."""
        ...

    def find_way(self, character_id: int, place: str) -> Sequence[str] | None:
        """Return the exits to take to the room `place`; empty: it is there, None: no way."""
        ...

    def describe_rooms(self) -> Mapping[str, str]:
        """Return the description of each room, by its name."""
        ...

    def find_place(self, name: str) -> str:
        """Return the name of the room where the character `name` is awake; empty: nowhere."""
        ...

    def show_doing(self, character_id: int, doing: str, *, at_rest: bool = False) -> None:
        """Tell everybody who asks what the character is doing; empty: nothing in particular.

        What it does `at_rest` stands beside its name for all who look.
        """
        ...
