"""A provider for an Ollama server. It sends raw prompts, so base models work too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from agents.boundaries import Clock, Completion, Model, ModelBadReply, Provider
from agents.declaration import setting
from agents.models.providers.answers import estimate_tokens, excerpt_body, read_count
from agents.models.providers.protocol import EndpointParams, ProviderResources, ProviderSettings
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class OllamaSettings(ProviderSettings):
    """Settings of the provider ``ollama``."""

    name: ClassVar[str] = "ollama"
    summary: ClassVar[str] = "an Ollama server, raw prompts, so that base models work too"
    needs: ClassVar[tuple[str, ...]] = ("model",)

    url: str = setting("http://127.0.0.1:11434", "Where the server is.", shape="url")

    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider."""
        return OllamaProvider(
            self.url,
            params.model,
            clock=resources.clock,
            timeout=params.timeout,
            context_tokens=params.context_tokens,
        )


class OllamaProvider:
    """Sends ``POST {url}/api/generate`` with ``raw: true``.

    Ollama's slots cannot be chosen, so all owners share one model. `context_tokens`
    becomes ``num_ctx``; `timeout` is in seconds.
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
    ) -> None:
        # Imported here, because it loads an HTTP client (see `agents.models.providers.answers`).
        from agents.models.providers.json_http import JsonEndpoint  # noqa: PLC0415

        self._name = model
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
        reply = await self._endpoint.post(
            "/api/generate",
            {
                "model": self._name,
                "prompt": prompt,
                "raw": True,
                "stream": False,
                "options": self._options | choices,
            },
        )
        return self._read_completion(prompt, reply)

    def _read_completion(self, prompt: str, reply: dict[str, Any]) -> Completion:
        text = reply.get("response")
        if not isinstance(text, str):
            said = excerpt_body(str(reply.get("error", reply)).encode())
            raise ModelBadReply(f"{self._label}: the reply has no `response`: {said}")
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


_provider: type[Provider] = OllamaProvider
_model: type[Model] = OllamaProvider
