"""The words that answer a question are found in what was told; no other file is read."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from agents.boundaries import ModelRejected
from agents.models.embedding import aligned_net, sentence
from agents.models.embedding.aligned_net import AlignedNet, read_aligned_file
from agents.models.embedding.answer_words import AnswerWordsReader, TokensOfLine
from agents.models.embedding.sentence import PACKAGE, WEIGHTS_SHA256, SentenceEmbedder
from server.shipped.voice_vectors import ANSWER_WORDS
from tests.agents.models.embedding.test_sentence import SIZE, make_model

numpy = pytest.importorskip("numpy")
pytest.importorskip("tokenizers")

CASES = Path(__file__).with_name("answer_words.txt")
#: Torch has computed with the same numbers, in another order of adding up.
CLOSE = 0.05
WIDE = 8
INSTALLED = pytest.mark.skipif(
    importlib.util.find_spec(PACKAGE) is None, reason=f"{PACKAGE} is not installed"
)


def make_file(folder: Path, digest: str, wide: int = WIDE, states: int = 3 * SIZE) -> Path:
    """Write a random net for the small model, of which the states of all layers are read."""
    rng = numpy.random.default_rng(5)
    linear = dict.fromkeys(("proj", "q", "k"), (wide, states))
    linear |= {"cmp": (wide, 4 * wide + 3), "cmq": (wide, 3 * wide), "pool": (1, wide)}
    linear |= {"out.0": (wide, 4 * wide), "out.3": (1, wide), "span": (2, wide)}
    shapes: dict[str, tuple[int, ...]] = {"scale": (4,), "null": (1,)}
    for name in ("tr", "tr2"):
        linear |= {f"{name}.linear1": (2 * wide, wide), f"{name}.linear2": (wide, 2 * wide)}
        linear[f"{name}.self_attn.out_proj"] = (wide, wide)
        shapes |= {f"{name}.norm{n}.{part}": (wide,) for n in (1, 2) for part in ("weight", "bias")}
        shapes[f"{name}.self_attn.in_proj_weight"] = (3 * wide, wide)
        shapes[f"{name}.self_attn.in_proj_bias"] = (3 * wide,)
    for name, (rows, columns) in linear.items():
        shapes |= {f"{name}.weight": (rows, columns), f"{name}.bias": (rows,)}
    arrays = {name: rng.normal(size=shape).astype("f4") for name, shape in shapes.items()}
    path = folder / "answers.npz"
    numpy.savez(path, weights=numpy.array(digest), **arrays)
    return path


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small model has two layers."""
    for module in (aligned_net, sentence):
        monkeypatch.setattr(module, "LAYERS", (0, 1, 2))


@pytest.mark.usefixtures("small")
async def test_each_line_has_its_words_in_any_company(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    reader = SentenceEmbedder(tmp_path, digest, answers=make_file(tmp_path, digest))
    lines = ["a boat came in the lamp", "the lamp", "in the boat came a lamp"]
    together = await reader.read_answers("the boat", lines)
    for line, found in zip(lines, together, strict=True):
        (alone,) = await reader.read_answers("the boat", [line])
        assert alone.words == found.words and alone.surely == pytest.approx(found.surely, abs=1e-4)
        assert found.words in line and 0 < found.surely <= 1
    assert 0 < sum(each.likely for each in together) < 1


@pytest.mark.usefixtures("small")
async def test_a_file_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    for file in (make_file(tmp_path, "other"), make_file(tmp_path, digest, states=SIZE)):
        reader = SentenceEmbedder(tmp_path, digest, answers=file)
        with pytest.raises(ModelRejected, match="cannot find answers"):
            await reader.read_answers("the", ["in"])
    with pytest.raises(ModelRejected, match=r"cannot find answers \(it has no file for it\)"):
        await SentenceEmbedder(tmp_path, digest).read_answers("the", ["in"])


def make_tokens(text: str, pieces: list[str]) -> TokensOfLine:
    """Return a text whose tokens are these pieces, between two that are no part of it."""
    places, begin = [(0, 0)], 0
    for each in pieces:
        begin = text.index(each, begin)
        places.append((begin, begin + len(each)))
        begin += len(each)
    rng = numpy.random.default_rng(len(text))
    return TokensOfLine(text, rng.normal(size=(len(pieces) + 2, 3 * SIZE)), [*places, (0, 0)])


@pytest.mark.usefixtures("small")
def test_words_are_whole_and_of_one_sentence(tmp_path: Path) -> None:
    """Wherever a net sees the edges of an answer."""
    made = dict(numpy.load(make_file(tmp_path, "any")))
    rng = numpy.random.default_rng(1)
    line = make_tokens(
        "He is Biscuit. I fed him", ["He", "is", "Bis", "cuit", ".", "I", "fed", "him"]
    )
    found = set()
    for _ in range(40):
        made["span.weight"] = rng.normal(size=(2, WIDE)) * 40
        (answer,) = AnswerWordsReader(made).find(rng.normal(size=(4, 3 * SIZE)), [line])
        found.add(answer.words)
    allowed = {"He", "is", "He is", "Biscuit", "is Biscuit", "He is Biscuit"}
    allowed |= {"I", "fed", "him", "I fed", "fed him", "I fed him"}
    assert found <= allowed and len(found) > 2


@INSTALLED
async def test_the_shipped_net_reads_as_what_has_learnt_it() -> None:
    """Torch made the numbers: a logit for the line, and both logits of each token together."""
    embedder = SentenceEmbedder()
    rows = [json.loads(row) for row in CASES.read_text("utf-8").splitlines()]
    assert len(rows) > 10
    await embedder.embed(["a"])
    net = AlignedNet(load_shipped(embedder))
    for asked, line, logit, edges in rows:
        question, told = await embedder.read_tokens([asked, line], aligned_net.LAYERS)
        logits, states = net.read(told.states, question.states)
        assert float(logits[0]) == pytest.approx(logit, abs=CLOSE), asked
        sums = net.apply_head("span", states).sum(axis=-1).tolist()
        assert sums == pytest.approx(edges, abs=4 * CLOSE), asked


def load_shipped(embedder: SentenceEmbedder) -> dict[str, Any]:
    heads = {"out.3": 1, "span": 2}
    return read_aligned_file(ANSWER_WORDS, WEIGHTS_SHA256, embedder.weights, heads, ("null",))


@INSTALLED
async def test_the_shipped_net_finds_the_words_that_answer() -> None:
    """In words that stand in nothing that it has learnt from."""
    embedder = SentenceEmbedder(answers=ANSWER_WORDS)
    lines = [
        "My ferret is called Monsoon, and he bites.",
        "I repair accordions in Castelfidardo.",
        "my sister moved to Tromso in march",
        "I can't sleep because of the neighbour's rooster.",
    ]
    asked = {
        "whats my ferret called": "Monsoon",
        "Where did my sister go?": "Tromso",
        "What do I repair?": "accordions",
        "Why do I lie awake?": "rooster",
    }
    for question, word in asked.items():
        found = await embedder.read_answers(question, lines)
        best = max(found, key=lambda each: each.likely)
        assert word in best.words and len(best.words.split()) <= 5, question
