"""One turn's thinking: fit the prompt, ask the model, clean the answer, ask again if need be.

What comes out is a `Decision`: one line that may go through the door.  Where no model can
be reached, or what it says is of no use, the deterministic brain decides, and the decision
says so.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field

from agents.boundaries import Completion, ModelError, TokenCounter
from agents.mind.model_client import GenerationParams, ModelClient
from agents.mind.prompt.prompt import Prompt
from agents.mind.reply.reply_parser import clean_reply
from agents.models.dispatcher import ModelRequest

#: How often a prompt that grew while it waited is fitted anew before the turn is given up.
FIT_TRIES = 3
#: Characters of a reply that are kept for the record: a model that runs on must not fill the disk.
REPLY_KEPT = 4000
#: What a repeat's second asking adds to the temperature: the same prompt needs a nudge.
TEMPERATURE_STEP = 0.2


class PromptTooLong(Exception):
    """Not even masking and compaction bring the prompt within the model's context."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the agent will do, and how that came about."""

    line: str
    prompt: Prompt
    prompt_tokens: int
    """As we count them; the provider's own count is in `completion`."""
    completion: Completion | None = None
    reply: str = ""
    """The model's words as they came, at most `REPLY_KEPT`; empty when the brain decided."""
    why_fallback: str = ""
    """Why the deterministic brain decided; empty when the model did."""


@dataclass(frozen=True, slots=True)
class Prompts:
    """Where a turn's prompt comes from; each call is of the present moment."""

    build: Callable[[], Prompt]
    grammar: Callable[[], str | None]
    ease: Callable[[int], Awaitable[bool]]
    """Do what a prompt of so many tokens makes urgent; False if nothing was gained. The turn goes
    on either way, as long as the prompt fits."""
    relieve: Callable[[int], Awaitable[bool]]
    """Make the memories smaller by about so many tokens; False if nothing was gained."""
    fallback: Callable[[], str]


@dataclass(slots=True)
class Thinking:
    """Thinks for one agent."""

    owner: str
    client: ModelClient
    params: GenerationParams
    prompts: Prompts
    tokens: TokenCounter
    repeat_limit: int
    allowed: Collection[str]
    """Commands beginning with ``@`` that the agent may use."""
    on_send: Callable[[Prompt, int], None]
    """Called when the prompt goes out: the turn begins to think."""
    on_again: Callable[[str], None]
    """Called when the model is asked once more, with the reason."""
    _sent: Prompt | None = field(default=None, init=False)
    _sent_tokens: int = field(default=0, init=False)

    async def decide(self, last_line: str) -> Decision | None:
        """Return the decision; None if the turn was called off while it waited.

        A prompt that cannot be made to fit is never sent: the brain decides.
        """
        why = ""
        for attempt in range(self.repeat_limit + 1):
            try:
                completion = await self._ask(attempt)
            except PromptTooLong as error:
                return await self._by_fallback(str(error))
            except ModelError as error:
                return await self._by_fallback(f"{type(error).__name__}: {error}")
            if completion is None:
                return None
            line = clean_reply(completion.text, allowed=self.allowed)
            why = _unusable(line, last_line)
            if line and not why:
                return self._by_model(line, completion)
            if attempt < self.repeat_limit:
                self.on_again(why)
        return await self._by_fallback(f"{why}, {self.repeat_limit + 1} times")

    def _by_model(self, line: str, completion: Completion) -> Decision:
        assert self._sent is not None
        reply = completion.text[:REPLY_KEPT]
        return Decision(line, self._sent, self._sent_tokens, completion, reply)

    async def _by_fallback(self, why: str) -> Decision:
        prompt = self._sent or self.prompts.build()
        return Decision(
            self.prompts.fallback(), prompt, self.tokens.count(prompt.text), why_fallback=why
        )

    async def _ask(self, attempt: int) -> Completion | None:
        for _ in range(FIT_TRIES):
            await self._fit()
            grown = False

            def build() -> ModelRequest | None:
                nonlocal grown
                prompt = self.prompts.build()
                count = self.tokens.count(prompt.text)
                if count > self.params.room:
                    grown = True
                    return None
                self._sent, self._sent_tokens = prompt, count
                self.on_send(prompt, count)
                return self._request(prompt, attempt)

            completion = await self.client.submit(self.owner, build)
            if not grown:
                return completion
        raise PromptTooLong("memories came in faster than they could be made to fit")

    def _request(self, prompt: Prompt, attempt: int) -> ModelRequest:
        return ModelRequest(
            prompt=prompt.text,
            stop=("\n", *self.params.stop),
            max_tokens=self.params.max_tokens,
            temperature=self.params.temperature + TEMPERATURE_STEP * attempt,
            grammar=self.prompts.grammar(),
        )

    async def _fit(self) -> None:
        count = self._count()
        if await self.prompts.ease(count):
            count = self._count()
        while (excess := count - self.params.room) > 0:
            if not await self.prompts.relieve(excess):
                raise PromptTooLong(
                    f"the prompt is {excess} tokens over the {self.params.room} that the model's "
                    f"context leaves it; raise context_tokens or shorten the profile"
                )
            count = self._count()

    def _count(self) -> int:
        return self.tokens.count(self.prompts.build().text)


def _unusable(line: str | None, last_line: str) -> str:
    if not line:
        return "the model's answer held no line"
    if line.casefold() == last_line.casefold():
        return f"the model repeated '{line}'"
    return ""
