"""One turn's thinking: fit the prompt, ask the model, clean the reply, ask again if necessary.

The result is a `Decision`: one line that may go through the door.  If no model can be
reached, or no reply is usable, the fallback policy decides, and the decision says so.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import field, replace

from agents.boundaries import Completion, ModelError, ModelTimeout, TokenCounter
from agents.mind.model_client import GenerationParams, ModelClient
from agents.mind.prompt.prompt import Prompt
from agents.mind.reply.reply_parser import NO_LINE, ReadReply, clean_reply
from agents.mind.speech.candidates import Origin, RuleLine, Unused
from agents.models.dispatcher import ModelRequest
from agents.models.failures import name_kind
from late.late_dataclass import late_dataclass

#: A prompt that grows while it waits is shortened again this often at most.
FIT_TRIES = 3
#: The record keeps this many characters of a reply: an endless one must not fill the disk.
REPLY_KEPT = 4000
#: Each further attempt adds this to the temperature: the same prompt would get the same reply.
TEMPERATURE_STEP = 0.2


class PromptTooLong(Exception):
    """The prompt is longer than the model's context, even after masking and compaction."""


@late_dataclass(frozen=True, slots=True)
class Decision:
    """The line that the agent will submit, and where it comes from."""

    line: str
    prompt: Prompt
    prompt_tokens: int
    """The count of our token counter; the provider's count is in `completion`."""
    completion: Completion | None = None
    reply: str = ""
    """The model's reply, cut to `REPLY_KEPT` characters; empty if the fallback decided."""
    why_fallback: str = ""
    """Why the fallback decided; empty if the model did, or if nothing but rules should."""
    chosen: str = ""
    """How the line was chosen among others; empty if there were none."""
    refused: str = ""
    """Why the reply is of no use; then there is no line."""
    by: Origin = Origin.MODEL
    unused: Unused | None = None
    """Why the model did not decide though it was asked; None: it did, or it was not asked."""


@late_dataclass(frozen=True, slots=True)
class Prompts:
    """The functions that make and shorten a turn's prompt; each uses the present moment."""

    build: Callable[[], Prompt]
    grammar: Callable[[], str | None]
    ease: Callable[[int], Awaitable[bool]]
    """Compact if a prompt of this many tokens makes it urgent; return whether memories shrank.
    The turn goes on either way, as long as the prompt fits."""
    relieve: Callable[[int], Awaitable[bool]]
    """Shrink the memories by about this many tokens; return whether they shrank."""
    measure: Callable[[], int]
    """Count the tokens of the prompt and of what it leaves out."""
    leave_out: Callable[[], bool]
    """Leave out the oldest memories until the prompt fits; return whether it does."""
    show_all: Callable[[], bool]
    """Leave out nothing any more; return whether that changes anything."""
    fallback: Callable[[], Awaitable[RuleLine]]
    """Return the line that is given by rule."""


@late_dataclass(slots=True)
class Thinking:
    """Finds the line of one turn."""

    owner: str
    client: ModelClient
    params: GenerationParams
    prompts: Prompts
    tokens: TokenCounter
    repeat_limit: int
    allowed: Collection[str]
    """The commands beginning with ``@`` that the agent may use."""
    on_send: Callable[[Prompt, int], None]
    """Called when the prompt is sent, with its tokens."""
    on_refused: Callable[[Decision], None]
    """Called with each reply that is of no use, before anything follows from it."""
    on_again: Callable[[str], None]
    """Called when the model is asked again, with the reason."""
    read_chat: Callable[[Completion], ReadReply] | None = None
    """Reads what a model that follows instructions replies; None: it continues a transcript."""
    _sent: Prompt | None = field(default=None, init=False)
    _sent_tokens: int = field(default=0, init=False)
    _one_line: bool = field(default=True, init=False)
    """Whether the model stops at the end of a line; not after one that was empty or a heading."""

    async def decide(self, last_line: str) -> Decision | None:
        """Return the decision; None if the turn was called off while it waited.

        A prompt that does not fit is never sent: the fallback decides.
        """
        if self.params.by_rule:
            return await self._decide_by_fallback("")
        why = ""
        for attempt in range(self.repeat_limit + 1):
            try:
                completion = await self._ask_model(attempt)
            except PromptTooLong as error:
                return await self._decide_by_fallback(str(error))
            except ModelError as error:
                return await self._decide_by_fallback(name_failure(error), find_unused(error))
            if completion is None:
                return None
            read = self._read_reply(completion)
            why = read.fault or _find_repeat(read.line, last_line)
            if not why:
                return self._decide_by_model(read.line, completion)
            self.on_refused(replace(self._decide_by_model("", completion), refused=why))
            self._one_line = bool(read.line)
            if attempt < self.repeat_limit:
                self.on_again(why)
        why = f"{why}, {self.repeat_limit + 1} times"
        return await self._decide_by_fallback(why, Unused.REFUSED)

    def _read_reply(self, completion: Completion) -> ReadReply:
        if self.read_chat is not None:
            return self.read_chat(completion)
        line = clean_reply(completion.text, allowed=self.allowed)
        return ReadReply(line) if line else ReadReply(fault=NO_LINE)

    def _decide_by_model(self, line: str, completion: Completion) -> Decision:
        assert self._sent is not None
        reply = completion.text[:REPLY_KEPT]
        return Decision(line, self._sent, self._sent_tokens, completion, reply)

    async def _decide_by_fallback(self, why: str, unused: Unused | None = None) -> Decision:
        prompt = self._sent or self.prompts.build()
        found, tokens = await self.prompts.fallback(), self.tokens.count(prompt.text)
        return Decision(found.line, prompt, tokens, why_fallback=why, by=found.by, unused=unused)

    async def _ask_model(self, attempt: int) -> Completion | None:
        for left in reversed(range(FIT_TRIES)):
            await self._fit_prompt()
            grown = False

            def build(last: bool = not left) -> ModelRequest | None:
                nonlocal grown
                if last:
                    self.prompts.leave_out()
                prompt = self.prompts.build()
                count = self.tokens.count(prompt.text)
                if count > self.params.room:
                    grown = True
                    return None
                self._sent, self._sent_tokens = prompt, count
                self.on_send(prompt, count)
                return self._make_request(prompt, attempt)

            completion = await self.client.submit(self.owner, build)
            if not grown:
                return completion
        raise PromptTooLong("memories came in faster than they could be made to fit")

    def _make_request(self, prompt: Prompt, attempt: int) -> ModelRequest:
        # A chat model may begin with an empty line or think aloud; it ends by itself.
        one_line = self._one_line and self.read_chat is None
        return ModelRequest(
            prompt=prompt.text,
            stop=(*(("\n",) if one_line else ()), *self.params.stop),
            max_tokens=self.params.max_tokens,
            temperature=self.params.temperature + TEMPERATURE_STEP * attempt,
            grammar=self.prompts.grammar(),
        )

    async def _fit_prompt(self) -> None:
        await self.prompts.ease(self.prompts.measure())
        while True:
            excess = self.prompts.measure() - self.params.room
            if excess <= 0:
                if not self.prompts.show_all():
                    return
            elif not await self.prompts.relieve(excess):
                if self.prompts.leave_out():
                    return
                raise PromptTooLong(
                    f"the prompt is too long for the {self.params.room} tokens that the model's"
                    f" context leaves it, even without memories; raise context_tokens or shorten"
                    f" the profile"
                )


def name_failure(error: ModelError) -> str:
    """Return what failed, for the log and for watchers."""
    return f"{name_kind(type(error).__name__)}: {error}"


def find_unused(error: ModelError) -> Unused:
    """Return why a model that failed was of no use to a turn."""
    return Unused.LATE if isinstance(error, ModelTimeout) else Unused.UNAVAILABLE


def _find_repeat(line: str, last_line: str) -> str:
    """Return that `line` is the last one again; empty if it is another."""
    if line.casefold() == last_line.casefold():
        return f"the model repeated '{line}'"
    return ""
