"""The words that answer a question are found in what was told; no other file is read."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from agents.boundaries import ModelRejected
from agents.models.embedding import answer_words
from agents.models.embedding.answer_words import (
    AnswerWordsReader,
    LineBehind,
    TokensOfLine,
    read_answer_words_file,
)
from agents.models.embedding.parts_reader import widen
from agents.models.embedding.sentence import PACKAGE, WEIGHTS_SHA256, SentenceEmbedder
from agents.tensors import map_tensors
from server.shipped.voice_vectors import ANSWER_WORDS
from tests.agents.models.embedding.parts_files import fill_shapes, list_part_shapes
from tests.agents.models.embedding.test_sentence import SIZE, WORDS, make_model

numpy = pytest.importorskip("numpy")
tokenizers = pytest.importorskip("tokenizers")

CASES = Path(__file__).with_name("answer_words.txt")
#: Torch has computed with the same numbers, in another order of adding up.
CLOSE = 0.005
#: The layers of the installed model, and the heads of each.
LAYERS, HEADS = 6, 12
IN = [LineBehind("", "in")]
INSTALLED = pytest.mark.skipif(
    importlib.util.find_spec(PACKAGE) is None, reason=f"{PACKAGE} is not installed"
)


def make_arrays() -> dict[str, Any]:
    """Return random numbers for the small model."""
    shapes = list_part_shapes((0, 1), ("before", "line"))
    return fill_shapes(numpy, shapes | {"span": (2, SIZE), "null": (1,)})


def make_file(folder: Path, digest: str, **other: Any) -> Path:
    """Write random numbers for the small model, with `other` in place of some."""
    path = folder / "answers.npz"
    numpy.savez(path, weights=numpy.array(digest), **{**make_arrays(), **other})
    return path


async def test_each_line_has_its_words_in_any_company(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    reader = SentenceEmbedder(tmp_path, digest, answers=make_file(tmp_path, digest))
    # Of each the first and last word stand for the tokens that a model puts around a text.
    told = ["in a boat came in the lamp in", "in the lamp in", "in the boat came a lamp in"]
    lines = [LineBehind(before, line) for before, line in zip(("in in", *told), told, strict=False)]
    together = await reader.read_answers("the boat", lines)
    for line, found in zip(lines, together, strict=True):
        (alone,) = await reader.read_answers("the boat", [line])
        assert alone.words == found.words and alone.surely == pytest.approx(found.surely, abs=1e-4)
        assert found.words in line.line and 0 < found.surely <= 1
    assert 0 < sum(each.likely for each in together) < 1


async def test_a_file_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    for given, other in (("other", {}), (digest, {"span": numpy.zeros((3, SIZE), "f4")})):
        reader = SentenceEmbedder(tmp_path, digest, answers=make_file(tmp_path, given, **other))
        with pytest.raises(ModelRejected, match="cannot find answers"):
            await reader.read_answers("the", IN)
    with pytest.raises(ModelRejected, match=r"cannot find answers \(it has no file for it\)"):
        await SentenceEmbedder(tmp_path, digest).read_answers("the", IN)


async def test_no_more_is_read_than_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a long question and a long line their beginnings count, of what was before its end."""
    for name, most in (("MOST_QUESTION", 3), ("MOST_BEFORE", 2), ("MOST_LINE", 4)):
        monkeypatch.setattr(answer_words, name, most)
    digest = make_model(tmp_path)
    reader = SentenceEmbedder(tmp_path, digest, answers=make_file(tmp_path, digest))
    line, long_line = "in a boat came lamp in", "in a boat came lamp a in"
    short = await reader.read_answers("in a the boat in", [LineBehind("in the came in", line)])
    behind = LineBehind("in a lamp the came in", long_line)
    longer = await reader.read_answers("in a the boat lamp in", [behind])
    other = await reader.read_answers("in a the boat in", [LineBehind("in came in", line)])
    assert other[0].likely != pytest.approx(short[0].likely, rel=1e-3)
    assert longer[0].likely == pytest.approx(short[0].likely, abs=1e-4)
    assert longer[0].words == short[0].words and longer[0].words in "a boat came lamp"
    assert await reader.read_answers("the boat", []) == []


def list_tokens(text: str, pieces: list[str]) -> TokensOfLine:
    """Return a text whose tokens are these pieces, between two that are no part of it."""
    places, begin = [(0, 0)], 0
    for each in pieces:
        begin = text.index(each, begin)
        places.append((begin, begin + len(each)))
        begin += len(each)
    numbers = [at % len(WORDS) for at in range(len(pieces) + 2)]
    return TokensOfLine(text, [0, 0], numbers, [*places, (0, 0)])


def test_words_are_whole_and_of_one_sentence(tmp_path: Path) -> None:
    """Wherever a reader sees the edges of an answer."""
    weights = map_tensors(tmp_path / "model.safetensors", make_model(tmp_path))
    made = widen(make_arrays())
    rng = numpy.random.default_rng(1)
    line = list_tokens(
        "He is Biscuit. I fed him", ["He", "is", "Bis", "cuit", ".", "I", "fed", "him"]
    )
    found = set()
    for _ in range(40):
        made["span"] = rng.normal(size=(2, SIZE)).astype("f4") * 40
        (answer,) = AnswerWordsReader(weights, made, 2, 2).find([0, 1, 2, 0], [line])
        found.add(answer.words)
    allowed = {"He", "is", "He is", "Biscuit", "is Biscuit", "He is Biscuit"}
    allowed |= {"I", "fed", "him", "I fed", "fed him", "I fed him"}
    assert found <= allowed and len(found) > 2


@INSTALLED
def test_the_shipped_reader_reads_as_what_has_learnt_it() -> None:
    """Torch made the numbers: a logit for the line, and both logits of each token together."""
    spec = importlib.util.find_spec(PACKAGE)
    assert spec and spec.origin
    folder = Path(spec.origin).parent / "model"
    weights = map_tensors(folder / "model.safetensors", WEIGHTS_SHA256)
    made = read_answer_words_file(ANSWER_WORDS, WEIGHTS_SHA256, weights, LAYERS)
    reader = AnswerWordsReader(weights, made, LAYERS, HEADS)
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    rows = [json.loads(row) for row in CASES.read_text("utf-8").splitlines()]
    assert len(rows) > 10
    for *texts, logit, edges in rows:
        question, before, told = (each.ids for each in tokenizer.encode_batch(texts))
        (rated,), (found,) = reader.read(question, [(before, told)])
        assert float(rated) == pytest.approx(logit, abs=CLOSE), texts
        assert found.sum(axis=-1).tolist() == pytest.approx(edges, abs=CLOSE), texts


@INSTALLED
async def test_the_shipped_reader_finds_the_words_that_answer() -> None:
    """In words that stand in nothing that it has learnt from."""
    embedder = SentenceEmbedder(answers=ANSWER_WORDS)
    lines = [
        "My ferret is called Monsoon, and he bites.",
        "I repair accordions in Castelfidardo.",
        "my sister moved to Tromso in march",
        "I can't sleep because of the neighbour's rooster.",
        "He belongs to the baker.",
    ]
    behind = [LineBehind(before, line) for before, line in zip(("", *lines), lines, strict=False)]
    asked = {
        "whats my ferret called": "Monsoon",
        "Where did my sister go?": "Tromso",
        "What do I repair?": "accordions",
        "Why do I lie awake?": "rooster",
        "Whose rooster is it?": "baker",
    }
    for question, word in asked.items():
        found = await embedder.read_answers(question, behind)
        best = max(found, key=lambda each: each.likely)
        assert word in best.words and len(best.words.split()) <= 5, question
