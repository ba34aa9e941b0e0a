"""Needs the shipped weights and the library; without them each test says what is missing."""

from __future__ import annotations

import asyncio
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from agents.boundaries import ModelRejected, ModelUnavailable
from agents.mind.reply.grammar import write_command_grammar
from agents.models.providers.embedded import EmbeddedProvider, Slots
from agents.models.providers.engine import EngineSettings, start_server
from agents.models.providers.weight_cache import WeightCache
from agents.models.providers.weights import GEMMA, GEMMA_MODULE, find_weights
from tests.agents.models.gbnf import matcher
from tests.limits import HANG_SECONDS
from tests.vocabulary import AGENTS_VOCABULARY
from world.boundaries import Situation

MISSING = [name for name in ("xllamacpp", GEMMA_MODULE) if importlib.util.find_spec(name) is None]
needs_model = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

STORY = "Moss waters the roses by the old wall, and Fern asks what the blue flowers are called. "

HERE = Situation(
    "Moss", "The Garden", "Roses.", {"hall": "The Hall"}, ('Fern "Quick"',), ("bench",), ("knife",)
)

ABRUPT = """
import asyncio, sys
from pathlib import Path
from agents.models.providers.embedded import EmbeddedProvider
from agents.models.providers.weight_cache import WeightCache
async def main():
    cache = WeightCache([Path(".")])
    model = EmbeddedProvider(sys.argv[1], slots=1, context_tokens=512, cache=cache)
    await model.load()
    asyncio.ensure_future(
        model.model_for("Moss").complete("Once", stop=(), max_tokens=500, temperature=1.0)
    )
    await asyncio.sleep(0.3)
asyncio.run(main())
print("left")
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("models")
    yield folder
    shutil.rmtree(folder)  # a quarter of a gigabyte that pytest would keep


def provider(cache: Path, slots: int = 2) -> EmbeddedProvider:
    return EmbeddedProvider(GEMMA, slots=slots, context_tokens=512, cache=WeightCache([cache]))


@needs_model
async def test_a_mind_can_think_with_it(cache: Path) -> None:
    """One model serves two owners from their own caches, within a grammar, off the loop."""
    embedded = provider(cache)
    moss, fern = embedded.model_for("Moss"), embedded.model_for("Fern")
    rules = write_command_grammar(HERE, AGENTS_VOCABULARY)
    prompt = STORY * 6 + "\n~Moss>"
    # At no temperature the answer is always the same: another one may be cut off within a line.
    first = await moss.complete(prompt, stop=["\n"], max_tokens=48, temperature=0.0, grammar=rules)
    assert matcher(rules).fullmatch(first.text + "\n")
    assert first.prompt_tokens > 100
    assert first.cached_tokens == 0
    await fern.complete("~Fern>", stop=["\n"], max_tokens=9, temperature=0.8, grammar=rules)
    again = await moss.complete(prompt, stop=["\n"], max_tokens=48, temperature=0.8, grammar=rules)
    assert again.cached_tokens > 100

    with pytest.raises(ModelRejected, match="exceeds the available context size"):
        await moss.complete(STORY * 99, stop=(), max_tokens=4, temperature=0.8)
    with pytest.raises(ModelRejected, match="grammar"):
        await moss.complete("Hi", stop=(), max_tokens=4, temperature=0.8, grammar="root ::= no")

    slow = asyncio.ensure_future(
        moss.complete("Once upon a time", stop=(), max_tokens=400, temperature=1.0)
    )
    await asyncio.sleep(0)
    slow.cancel()
    after = await moss.complete("Hello", stop=(), max_tokens=2, temperature=0.8, grammar=rules)
    assert after.completion_tokens <= 2

    broken = asyncio.ensure_future(
        moss.complete("Once upon a time", stop=(), max_tokens=400, temperature=1.0)
    )
    await asyncio.sleep(0)
    await embedded.close()
    with pytest.raises(ModelUnavailable):
        await broken
    with pytest.raises(ModelUnavailable, match="closed"):
        await moss.complete("Hello", stop=(), max_tokens=2, temperature=0.8)


@needs_model
async def test_leaving_without_closing_is_no_crash(cache: Path) -> None:
    """A process that ends in the middle of a completion ends cleanly."""
    path = find_weights(GEMMA, WeightCache([cache]))()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ABRUPT, str(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    output, errors = await process.communicate()
    assert (process.returncode, output) == (0, b"left\n"), errors


@needs_model
async def test_nobody_else_can_ask_the_model(cache: Path) -> None:
    """The HTTP port that the library opens tells no prompt and answers no request without a key."""
    server = start_server(
        find_weights(GEMMA, WeightCache([cache]))(), EngineSettings(slots=1, slot_tokens=256)
    )
    async with httpx.AsyncClient(base_url=server.listening_address, timeout=HANG_SECONDS) as client:
        for path in ("/slots", "/props", "/metrics", "/v1/models", "/"):
            assert (await client.get(path)).status_code in (401, 404), path
        asked = await client.post("/v1/completions", json={"prompt": "Hi", "max_tokens": 1})
    assert asked.status_code == 401


@needs_model
async def test_a_broken_file_is_an_unavailable_model(tmp_path: Path) -> None:
    """What only loading can tell is a ModelError at the first request."""
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF" + b"\0" * 100)
    embedded = EmbeddedProvider(
        str(path), slots=1, context_tokens=512, cache=WeightCache([tmp_path])
    )
    assert embedded.label == "embedded broken.gguf"
    with pytest.raises(ModelUnavailable, match=r"embedded broken\.gguf: RuntimeError"):
        await embedded.model_for("Moss").complete("Hi", stop=(), max_tokens=2, temperature=0.8)
    with pytest.raises(ModelUnavailable):
        await embedded.load()
    await embedded.close()


def test_a_missing_library_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the library the message says what to install."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelRejected, match="`pip install xllamacpp`"):
        provider(tmp_path)


def test_owners_keep_their_slots() -> None:
    """An owner keeps its slot; when there are too few, the one unused for longest gives way."""
    slots = Slots(2)
    assert [slots.assign(owner) for owner in ("Moss", "Fern", "Moss")] == [0, 1, 0]
    assert slots.assign("Sedge") == 1
    assert slots.assign("Moss") == 0
    assert slots.assign("Fern") == 1
