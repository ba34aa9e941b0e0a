"""A provider for an Ollama server: raw prompts, so that base models work too, or chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from agents.boundaries import Clock, Completion, Model, ModelBadReply, ModelError, Provider
from agents.declaration import setting
from agents.models.providers.answers import estimate_tokens, excerpt_body, read_count
from agents.models.providers.protocol import (
    API_DOC,
    CHAT,
    COMPLETIONS,
    EndpointParams,
    ProviderResources,
    ProviderSettings,
)
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_GENERATE, _CHAT, _SHOW = "/api/generate", "/api/chat", "/api/show"

#: The template of a model that has none for chats.
_BARE = late_pattern(r"\s*(?:\{\{-?\s*\.Prompt\s*-?\}\})?\s*")

#: Where the template of a chat model may come from besides, as `template_source` tells.
_CHAT_SOURCES = ("renderer_parser", "renderer", "harmony", "gguf_chat_template")


@late_dataclass(frozen=True, slots=True)
class OllamaSettings(ProviderSettings):
    """Settings of the provider ``ollama``."""

    name: ClassVar[str] = "ollama"
    summary: ClassVar[str] = "an Ollama server, raw prompts or chat"
    needs: ClassVar[tuple[str, ...]] = ("model",)

    url: str = setting("http://127.0.0.1:11434", "Where the server is.", shape="url")
    api: str = setting(COMPLETIONS, API_DOC, words=(COMPLETIONS, CHAT))

    @property
    def follows_instructions(self) -> bool:
        """Whether the chat interface is used, which applies the model's own template."""
        return self.api == CHAT

    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider."""
        return OllamaProvider(
            self.url,
            params.model,
            clock=resources.clock,
            timeout=params.timeout,
            context_tokens=params.context_tokens,
            chat=self.follows_instructions,
        )


@late_dataclass(frozen=True, slots=True)
class OllamaAbilities:
    """What a model of an Ollama server can do."""

    chats: bool = False
    """Whether it has a template for chats; a base model has none."""
    thinking: tuple[object, ...] = ()
    """What its ``think`` may be set to; empty: it does not think aloud."""

    @property
    def least_thinking(self) -> object:
        """The value of ``think`` for the shortest thoughts; None: it is not sent."""
        if False in self.thinking:
            return False
        return self.thinking[0] if self.thinking else None


class OllamaProvider:
    """Sends ``POST {url}/api/generate`` with ``raw: true``, or ``/api/chat`` with `chat`.

    A chat model is asked not to think aloud, where it can.  Ollama's slots cannot be chosen, so
    all owners share one model. `context_tokens` becomes ``num_ctx``; `timeout` is in seconds.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        clock: Clock,
        timeout: float,
        context_tokens: int,
        repeat_penalty: float = 1.1,
        chat: bool = False,
    ) -> None:
        # Imported here, because it loads an HTTP client (see `agents.models.providers.answers`).
        from agents.models.providers.json_http import JsonEndpoint  # noqa: PLC0415

        self._name = model
        self._chat = chat
        self._abilities: OllamaAbilities | None = None
        self._label = f"ollama {model} at {url}"
        self._options = {"num_ctx": context_tokens, "repeat_penalty": repeat_penalty}
        self._endpoint = JsonEndpoint(
            url.rstrip("/"), self._label, clock=clock, timeout=timeout, headers={}
        )

    @property
    def label(self) -> str:
        """The model and its address."""
        return self._label

    def model_for(self, owner: str) -> Model:
        """Return the one model; Ollama manages its prefix cache."""
        return self

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Continue `prompt`; `grammar` is ignored. Raises `ModelError`."""
        choices = {"temperature": temperature, "num_predict": max_tokens, "stop": list(stop)}
        body = {"model": self._name, "stream": False, "options": self._options | choices}
        if not self._chat:
            raw = {"prompt": prompt, "raw": True}
            return self._read_completion(prompt, await self._endpoint.post(_GENERATE, body | raw))
        messages = {"messages": [{"role": "user", "content": prompt}]}
        think = (await self.find_abilities()).least_thinking
        asked = messages if think is None else messages | {"think": think}
        return self._read_completion(prompt, await self._endpoint.post(_CHAT, body | asked))

    async def find_abilities(self) -> OllamaAbilities:
        """Return what the model can do, asked of the server once; none if it does not say."""
        if self._abilities is None:
            try:
                told = await self._endpoint.post(_SHOW, {"model": self._name})
            except ModelError:
                return OllamaAbilities()
            self._abilities = _read_abilities(told)
        return self._abilities

    def _read_completion(self, prompt: str, reply: dict[str, Any]) -> Completion:
        text = _find_text(reply)
        if text is None:
            said = excerpt_body(str(reply.get("error", reply)).encode())
            wanted = "message" if self._chat else "response"
            raise ModelBadReply(f"{self._label}: the reply has no `{wanted}`: {said}")
        if not text.strip():
            raise ModelBadReply(f"{self._label}: the model said nothing")
        return Completion(
            text,
            read_count(reply.get("prompt_eval_count"), estimate_tokens(prompt)),
            read_count(reply.get("eval_count"), estimate_tokens(text)),
            "length" if reply.get("done_reason") == "length" else "stop",
        )

    async def close(self) -> None:
        """Close the connection."""
        await self._endpoint.close()


def _find_text(reply: Mapping[str, Any]) -> str | None:
    message = reply.get("message")
    text = message.get("content") if isinstance(message, dict) else reply.get("response")
    return text if isinstance(text, str) else None


def _read_abilities(told: Mapping[str, Any]) -> OllamaAbilities:
    """Return what ``/api/show`` tells of a model.

    Source: https://docs.ollama.com/api-reference/show-model-details.  Older servers name the
    ability to think without the values that it takes.
    """
    template, source = told.get("template"), told.get("template_source")
    chats = isinstance(template, str) and _BARE.fullmatch(template) is None
    able, thinking = told.get("capabilities"), told.get("thinking")
    values = thinking.get("values") if isinstance(thinking, dict) else None
    if not isinstance(values, list):
        values = [False] if isinstance(able, list) and "thinking" in able else []
    return OllamaAbilities(chats or source in _CHAT_SOURCES, tuple(values))


_provider: type[Provider] = OllamaProvider
_model: type[Model] = OllamaProvider
