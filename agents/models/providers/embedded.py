"""A provider that runs a model in this process, with a slot for each agent."""

from __future__ import annotations

import importlib.util
import random
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from agents.boundaries import Completion, Model, ModelBadReply, ModelRejected, Provider
from agents.declaration import Value
from agents.models.providers.answers import estimate_tokens, read_count
from agents.models.providers.protocol import EndpointParams, ProviderResources, ProviderSettings
from late.late_dataclass import late_dataclass
from late.late_module import late_module

if TYPE_CHECKING:
    from agents.models.providers import engine, weight_cache, weights
    from agents.models.providers.engine import Engine
    from agents.models.providers.weight_cache import WeightCache
else:
    engine = late_module("agents.models.providers.engine")
    weight_cache = late_module("agents.models.providers.weight_cache")
    weights = late_module("agents.models.providers.weights")

#: Our token counter and the model's tokenizer differ, so a slot is this factor larger.
TOKENIZER_MARGIN = 1.25

#: Within a grammar: tokens less than 3 % as likely as the likeliest are left out, and a token
#: among the last 64 is a little less likely.  With less, a small model writes nonsense where the
#: grammar forbids its first choice; with 10 % it repeats itself.  llama.cpp's DRY sampler is not
#: used: it punishes an agent for repeating what it was told.
GUIDED = {"min_p": 0.03, "repeat_penalty": 1.05}

#: Without a grammar nothing is forbidden, so unlikely tokens can be left out earlier.
FREE = {"min_p": 0.05, "repeat_penalty": 1.0}

#: A model with fewer bytes invents things when it summarises much at once, or is asked a question.
SMALL_BYTES = 10**9


@late_dataclass(frozen=True, slots=True)
class EmbeddedSettings(ProviderSettings):
    """Settings of the provider ``embedded``; it has none of its own."""

    name: ClassVar[str] = "embedded"
    summary: ClassVar[str] = "weights that run inside the server"
    usual: ClassVar[Mapping[str, Value]] = {
        "model": "gemma-3-270m",
        "timeout": 120.0,
        "concurrency": 1,
        "context_tokens": 6144,
        "prompting": "scene",
    }
    has_slots: ClassVar[bool] = True
    reads_files: ClassVar[bool] = True

    def is_small(self, model: str) -> bool:
        """Return whether the model is a shipped one or a file under `SMALL_BYTES`."""
        path = Path(model)
        return not path.is_file() or path.stat().st_size < SMALL_BYTES

    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider. Raises `ModelRejected` if library or weights are missing."""
        return EmbeddedProvider(
            params.model,
            slots=resources.slots,
            context_tokens=params.context_tokens,
            cache=_open_cache(resources),
            rng=resources.rng,
            threaded=resources.threaded,
        )


def _open_cache(resources: ProviderResources) -> WeightCache:
    shared = weight_cache.find_shared_folder(resources.environment)
    own = resources.cache_dir
    return weight_cache.WeightCache([own] if shared is None else [shared, own], resources.log)


class Slots:
    """Assigns slots to owners; an owner keeps its slot until the least recently used is needed."""

    def __init__(self, count: int) -> None:
        self._free = list(range(count))
        self._owners: OrderedDict[str, int] = OrderedDict()

    def assign(self, owner: str) -> int:
        """Return the owner's slot; if none is free, take the least recently used one."""
        if owner not in self._owners:
            spare = self._free.pop(0) if self._free else self._owners.popitem(last=False)[1]
            self._owners[owner] = spare
        self._owners.move_to_end(owner)
        return self._owners[owner]


class EmbeddedProvider:
    """Runs llama.cpp in this process; the model loads at the first request.

    `model` is ``gemma-3-270m``, ``smollm2-135m`` or a GGUF file's path. `context_tokens` limits
    prompt and answer together, by our own token counter. What is left to chance comes from `rng`.
    Without `threaded` the loop waits while the model computes. Raises `ModelRejected` if the
    library, the package or the file is missing.
    """

    def __init__(
        self,
        model: str,
        *,
        slots: int,
        context_tokens: int,
        cache: WeightCache,
        rng: random.Random | None = None,
        threaded: bool = True,
    ) -> None:
        if importlib.util.find_spec("xllamacpp") is None:
            raise ModelRejected(
                "the embedded model needs the package xllamacpp; install it with"
                " `pip install xllamacpp`, or choose another provider in config/llm.yaml"
            )
        self._label = f"embedded {Path(model).name}"
        settings = engine.EngineSettings(
            slots=max(1, slots),
            slot_tokens=int(context_tokens * TOKENIZER_MARGIN),
            threaded=threaded,
        )
        self._rng = rng or random.Random()
        self._slots = Slots(settings.slots)
        self._engine = engine.Engine(self._label, weights.find_weights(model, cache), settings)

    @property
    def label(self) -> str:
        """The model's name."""
        return self._label

    def model_for(self, owner: str) -> Model:
        """Return the model for `owner`, with its own slot while there are enough."""
        slot = partial(self._slots.assign, owner)
        return EmbeddedModel(self._label, self._engine, slot, self._rng)

    async def load(self) -> None:
        """Load the model before the first request. Raises `ModelError`."""
        await self._engine.load()

    async def close(self) -> None:
        """Stop the requests in flight, within two seconds, and free the model."""
        await self._engine.close()


class EmbeddedModel:
    """Completes one owner's prompts with an engine."""

    def __init__(
        self, label: str, running: Engine, slot: Callable[[], int], rng: random.Random
    ) -> None:
        self._label = label
        self._engine = running
        self._slot = slot
        self._rng = rng

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
        request: dict[str, Any] = (FREE if grammar is None else GUIDED) | {
            "prompt": prompt,
            "cache_prompt": True,
            "stop": list(stop),
            "n_predict": max_tokens,
            "temperature": temperature,
            "id_slot": self._slot(),
            "seed": self._rng.getrandbits(31),
        }
        if grammar is not None:
            request["grammar"] = grammar
        return self._read_completion(prompt, await self._engine.run(request))

    def _read_completion(self, prompt: str, outcome: dict[str, Any]) -> Completion:
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
