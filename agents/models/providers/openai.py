"""A provider for servers with the OpenAI interface: completions (raw prompts) or chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from agents.boundaries import Clock, Completion, Model, ModelBadReply, ModelRejected, Provider
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

#: The interface allows at most this many stop sequences.
STOPS = 4


@late_dataclass(frozen=True, slots=True)
class OpenAiSettings(ProviderSettings):
    """Settings of the provider ``openai``."""

    name: ClassVar[str] = "openai"
    summary: ClassVar[str] = "any server with the OpenAI interface: vLLM, llama.cpp, a service"
    needs: ClassVar[tuple[str, ...]] = ("url", "model")

    url: str = setting(
        "https://api.openai.com/v1",
        "Where the server is, up to and without /completions or /chat/completions.",
        shape="url",
    )
    api_key_env: str = setting(
        "", "The environment variable that holds the key; never the key itself.", shape="variable"
    )
    api: str = setting(COMPLETIONS, API_DOC, words=(COMPLETIONS, CHAT))

    @property
    def follows_instructions(self) -> bool:
        """Whether the chat interface is used: only such models have one."""
        return self.api == CHAT

    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider. Raises `ModelRejected` if the key's variable is not set."""
        return OpenAiProvider(
            self.url,
            params.model,
            clock=resources.clock,
            timeout=params.timeout,
            environment=resources.environment,
            api_key_env=self.api_key_env,
            chat=self.follows_instructions,
        )


class OpenAiProvider:
    """Sends ``POST {url}/v1/completions`` or ``/v1/chat/completions``; `url` may end in ``/v1``.

    The key is read from the environment variable `api_key_env`; an empty name means no key.
    Raises `ModelRejected` if the variable is named and not set.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        clock: Clock,
        timeout: float,
        environment: Mapping[str, str],
        api_key_env: str = "",
        chat: bool = False,
    ) -> None:
        # Imported here, because it loads an HTTP client (see `agents.models.providers.answers`).
        from agents.models.providers.json_http import JsonEndpoint  # noqa: PLC0415

        self._name = model
        self._chat = chat
        self._label = f"openai {model} at {url}"
        self._endpoint = JsonEndpoint(
            url.rstrip("/").removesuffix("/v1") + "/v1",
            self._label,
            clock=clock,
            timeout=timeout,
            headers=self._make_headers(environment, api_key_env),
        )

    @property
    def label(self) -> str:
        """The model and its address."""
        return self._label

    def model_for(self, owner: str) -> Model:
        """Return the one model; the server manages its cache."""
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
        body: dict[str, Any] = {
            "model": self._name,
            "max_tokens": max_tokens,
            "temperature": temperature,
        }
        if stop:
            body["stop"] = list(stop)[:STOPS]
        path, body_part = self._make_body(prompt)
        return self._read_completion(prompt, await self._endpoint.post(path, body | body_part))

    def _make_body(self, prompt: str) -> tuple[str, dict[str, Any]]:
        if self._chat:
            return "/chat/completions", {"messages": [{"role": "user", "content": prompt}]}
        return "/completions", {"prompt": prompt}

    def _read_completion(self, prompt: str, reply: dict[str, Any]) -> Completion:
        choice = self._read_choice(reply)
        text = self._read_text(choice, reply)
        usage = reply.get("usage")
        counts: dict[str, Any] = usage if isinstance(usage, dict) else {}
        details = counts.get("prompt_tokens_details")
        cached: dict[str, Any] = details if isinstance(details, dict) else {}
        return Completion(
            text,
            read_count(counts.get("prompt_tokens"), estimate_tokens(prompt)),
            read_count(counts.get("completion_tokens"), estimate_tokens(text)),
            "length" if choice.get("finish_reason") == "length" else "stop",
            read_count(cached.get("cached_tokens"), 0),
        )

    def _read_choice(self, reply: dict[str, Any]) -> dict[str, Any]:
        choices = reply.get("choices")
        if isinstance(choices, list) and choices and isinstance(choices[0], dict):
            return choices[0]
        said = excerpt_body(str(reply.get("error", reply)).encode())
        raise ModelBadReply(f"{self._label}: the reply has no `choices`: {said}")

    def _read_text(self, choice: dict[str, Any], reply: dict[str, Any]) -> str:
        message = choice.get("message")
        text = message.get("content") if isinstance(message, dict) else choice.get("text")
        if text is not None and not isinstance(text, str):
            raise ModelBadReply(f"{self._label}: the reply's text is not text: {str(text)[:80]}")
        if not text or not text.strip():
            raise ModelBadReply(f"{self._label}: the model said nothing")
        return text

    def _make_headers(self, environment: Mapping[str, str], variable: str) -> dict[str, str]:
        if not variable:
            return {}
        key = environment.get(variable, "").strip()
        if not key:
            raise ModelRejected(
                f"{self._label}: the environment variable {variable} holds no key;"
                f" set it, or remove api_key_env"
            )
        return {"Authorization": f"Bearer {key}"}

    async def close(self) -> None:
        """Close the connection."""
        await self._endpoint.close()


_provider: type[Provider] = OpenAiProvider
_model: type[Model] = OpenAiProvider
