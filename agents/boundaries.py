"""The plain data and the Protocols of the minds; no logic of its own.

Time, randomness, models, token counting and disk all come in through these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from world.boundaries import Outcome, Situation

# --- time ---------------------------------------------------------------------------


class Timer(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Do not make the call; harmless when it was already made."""
        ...


class Clock(Protocol):
    """Time as a parameter: the system's, or a virtual one for tests and simulations."""

    def now(self) -> datetime:
        """The time of day, always aware and in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds on a clock that never goes backwards."""
        ...

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` once, `seconds` from now."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return `seconds` from now."""
        ...


# --- models -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's whole answer. Token counts are the provider's, or counted if it gives none."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    finish: Literal["stop", "length"]
    cached_tokens: int = 0
    """How many of the prompt's tokens came from the provider's prefix cache, if it says."""


class ModelError(Exception):
    """A model gave no usable answer. The message says which, why and what to do."""


class ModelUnavailable(ModelError):
    """Not reachable, or broken on its side (refused, closed half-way, 5xx): try again later."""


class ModelTimeout(ModelUnavailable):
    """No complete answer within the profile's time-out."""


class ModelRateLimited(ModelUnavailable):
    """The provider asks for patience (429). `retry_after` is in seconds, or None."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        """Keep how long the provider asks to wait."""
        super().__init__(message)
        self.retry_after = retry_after


class ModelRejected(ModelError):
    """The request itself was refused (4xx, unknown model, no key): a retry cannot help."""


class ModelBadReply(ModelUnavailable):
    """The answer was not what the protocol promises (not JSON, no text, empty)."""


class ModelOverBudget(ModelError):
    """The profile's `daily_tokens` are used up; they are free again at 00:00 UTC."""


class Model(Protocol):
    """One language model, as its user sees it."""

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
    """An endpoint that runs a model for several owners (agents), each with its own cache."""

    @property
    def label(self) -> str:
        """What and where, for people: ``ollama gemma3:1b at http://127.0.0.1:11434``."""
        ...

    def model_for(self, owner: str) -> Model:
        """The model as `owner` uses it (an agent's name; its summaries have another)."""
        ...

    async def close(self) -> None:
        """Let go of connections, threads and memory."""
        ...


class TokenCounter(Protocol):
    """Counts tokens."""

    @property
    def name(self) -> str:
        """How it counts: ``tiktoken cl100k_base`` or ``heuristic (4 characters)``."""
        ...

    def count(self, text: str) -> int:
        """Tokens in `text`; 0 for the empty text."""
        ...


# --- watching -----------------------------------------------------------------------

WatchKind = Literal[
    "turn", "prompt", "thought", "command", "result", "compaction", "error", "state"
]


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """One thing that happened in an agent's mind, as a watcher sees it."""

    agent: str
    at: datetime
    kind: WatchKind
    text: str


class Watcher(Protocol):
    """Sees every `WatchEvent`; must return at once and never raises."""

    def __call__(self, event: WatchEvent, /) -> None:
        """Take in `event`."""
        ...


# --- the body -------------------------------------------------------------------------


class Body(Protocol):
    """The world as a mind reaches it: the one door, and a look at what is at hand."""

    def perform(self, character_id: int, line: str) -> Outcome:
        """Submit one line; what comes of it arrives as perceptions before this returns."""
        ...

    def situation(self, character_id: int) -> Situation:
        """Where the character is and what is at hand."""
        ...

    def ambient(self, character_id: int, text: str) -> None:
        """Let the people present see `text`; nobody remembers it."""
        ...
