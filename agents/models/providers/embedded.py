"""The embedded model: weights that run in this process, with a slot for each agent."""

from __future__ import annotations

import importlib.util
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from agents.boundaries import Completion, Model, ModelBadReply, ModelRejected, Provider
from agents.declaration import Value
from agents.models.providers.answers import estimate_tokens, read_count
from agents.models.providers.engine import Engine, EngineSettings
from agents.models.providers.protocol import EndpointParams, ProviderResources, ProviderSettings
from agents.models.providers.weights import find_weights

#: Our counter and the model's own tokenizer differ; a slot has this much more than the prompt.
TOKENIZER_MARGIN = 1.25

#: llama.cpp's DRY sampler: carrying on a phrase of more than three tokens that stands in the
#: last so many tokens becomes the less likely the longer it is. It is what keeps a small model
#: from saying what was said already; docs/decisions/0001-shipped-weights.md has the figures.
PHRASES = {"dry_multiplier": 0.8, "dry_allowed_length": 3, "dry_penalty_last_n": 1024}

#: Tokens less than 3 % as likely as the likeliest are left out. Where the grammar forbids what
#: a small model was about to write, its further choices soon become letter salad; with 10 %
#: it says the same things again and again.
LIKELY = {"min_p": 0.03}

#: Weights of fewer bytes are too small to summarise much at once without inventing things.
SMALL_BYTES = 10**9


@dataclass(frozen=True, slots=True)
class EmbeddedSettings(ProviderSettings):
    """The row of this provider; it has no settings of its own."""

    name: ClassVar[str] = "embedded"
    summary: ClassVar[str] = "weights that run inside the server"
    usual: ClassVar[Mapping[str, Value]] = {
        "model": "gemma-3-270m",
        "timeout": 120.0,
        "concurrency": 1,
        "context_tokens": 4096,
    }
    has_slots: ClassVar[bool] = True

    def is_small(self, model: str) -> bool:
        """All models by name are small; a file goes by its size."""
        path = Path(model)
        return not path.is_file() or path.stat().st_size < SMALL_BYTES

    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider. Raises `ModelRejected` if library or weights are missing."""
        return EmbeddedProvider(
            params.model,
            slots=resources.slots,
            context_tokens=params.context_tokens,
            cache_dir=resources.cache_dir,
        )


class Slots:
    """Which owner has which slot: the same one as long as possible, else the least recent."""

    def __init__(self, count: int) -> None:
        self._free = list(range(count))
        self._owners: OrderedDict[str, int] = OrderedDict()

    def of(self, owner: str) -> int:
        """Return the owner's slot, taking another owner's if none is free."""
        if owner not in self._owners:
            spare = self._free.pop(0) if self._free else self._owners.popitem(last=False)[1]
            self._owners[owner] = spare
        self._owners.move_to_end(owner)
        return self._owners[owner]


class EmbeddedProvider:
    """llama.cpp in this process.

    `model` is ``gemma-3-270m``, ``smollm2-135m`` or a GGUF file's path; `context_tokens` is
    the longest prompt and answer together, as our own counter counts; `repeat_penalty` is on
    single tokens among the last 64, 1.0 for none. Raises `ModelRejected`
    if the library, the package or the file is missing. The model loads at the first request.
    """

    def __init__(
        self,
        model: str,
        *,
        slots: int,
        context_tokens: int,
        cache_dir: Path,
        repeat_penalty: float = 1.05,
    ) -> None:
        if importlib.util.find_spec("xllamacpp") is None:
            raise ModelRejected(
                "the embedded model needs the package xllamacpp; install it with"
                " `pip install xllamacpp`, or choose another provider in config/llm.yaml"
            )
        self._label = f"embedded {Path(model).name}"
        settings = EngineSettings(
            slots=max(1, slots),
            slot_tokens=int(context_tokens * TOKENIZER_MARGIN),
        )
        self._sampling = {"cache_prompt": True, "repeat_penalty": repeat_penalty} | PHRASES | LIKELY
        self._slots = Slots(settings.slots)
        self._engine = Engine(self._label, find_weights(model, cache_dir), settings)

    @property
    def label(self) -> str:
        """The model's name."""
        return self._label

    def model_for(self, owner: str) -> Model:
        """The model as `owner` uses it, with a slot of its own while there are enough."""
        return EmbeddedModel(
            self._label, self._engine, lambda: self._slots.of(owner), self._sampling
        )

    async def load(self) -> None:
        """Load the model before anybody asks it. Raises `ModelError`."""
        await self._engine.load()

    async def close(self) -> None:
        """Stop what is under way and free the model, within two seconds."""
        await self._engine.close()


class EmbeddedModel:
    """One owner's use of an engine."""

    def __init__(
        self, label: str, engine: Engine, slot: Callable[[], int], sampling: dict[str, Any]
    ) -> None:
        self._label = label
        self._engine = engine
        self._slot = slot
        self._sampling = sampling

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Continue `prompt` within `grammar`. Raises `ModelError`.

        `ModelRejected`: the prompt is longer than a slot, or the grammar is not GBNF.
        """
        request = self._sampling | {
            "prompt": prompt,
            "stop": list(stop),
            "n_predict": max_tokens,
            "temperature": temperature,
            "id_slot": self._slot(),
        }
        if grammar is not None:
            request["grammar"] = grammar
        return self._completion(prompt, await self._engine.run(request))

    def _completion(self, prompt: str, outcome: dict[str, Any]) -> Completion:
        text = outcome["text"]
        if not text.strip():
            raise ModelBadReply(f"{self._label}: the model said nothing")
        usage = outcome.get("usage", {})
        return Completion(
            text,
            read_count(usage.get("prompt_tokens"), estimate_tokens(prompt)),
            read_count(usage.get("completion_tokens"), estimate_tokens(text)),
            "length" if outcome["finish"] == "length" else "stop",
            read_count(usage.get("prompt_tokens_details", {}).get("cached_tokens"), 0),
        )


_provider: type[Provider] = EmbeddedProvider
_model: type[Model] = EmbeddedModel
