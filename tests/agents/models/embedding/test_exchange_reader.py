"""A line, a wording and its answer are read together as torch reads them; no other file is."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.boundaries import ModelRejected
from agents.models.embedding import exchange_reader
from agents.models.embedding.exchange_reader import ExchangeReader
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder
from server.shipped.voice_vectors import EXCHANGE_READER
from tests.agents.models.embedding.parts_files import fill_shapes, list_part_shapes
from tests.agents.models.embedding.test_sentence import make_model

numpy = pytest.importorskip("numpy")
pytest.importorskip("tokenizers")

CASES = Path(__file__).with_name("rated_exchanges.txt")

#: Of each text the first and last word stand for the tokens that a model puts around it.
BOAT, LAMP = ("in the boat in", "in a lamp came in"), ("in the lamp in", "in a boat came in")


def make_file(folder: Path, digest: str) -> Path:
    """Write random numbers for the small model, and return their file."""
    arrays = fill_shapes(numpy, list_part_shapes((0, 1), ("wording", "answer")))
    path = folder / "exchanges.npz"
    numpy.savez(path, weights=numpy.array(digest), **arrays)
    return path


def open_reader(folder: Path) -> SentenceEmbedder:
    digest = make_model(folder)
    return SentenceEmbedder(folder, digest, make_file(folder, digest))


async def test_an_exchange_has_one_score_in_any_company(tmp_path: Path) -> None:
    """Neither the other exchanges of the batch nor the padding change it; each part does."""
    reader = open_reader(tmp_path)
    exchanges = [BOAT, LAMP, (BOAT[0], LAMP[1]), ("in the boat came a lamp in", BOAT[1])]
    together = await reader.read_exchanges("the boat came", exchanges)
    alone = [(await reader.read_exchanges("the boat came", [each]))[0] for each in exchanges]
    assert together == pytest.approx(alone, abs=1e-3)
    assert len({round(each, 3) for each in together}) == len(exchanges)
    (turned,) = await reader.read_exchanges("the lamp came", [BOAT])
    assert turned != pytest.approx(together[0], abs=1e-2)


async def test_no_more_is_read_than_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each long text its beginning counts, and the token that ends it."""
    for name, most in (("MOST_LINE", 5), ("MOST_WORDING", 4), ("MOST_ANSWER", 4)):
        monkeypatch.setattr(exchange_reader, name, most)
    reader = open_reader(tmp_path)
    long, longer = ("the boat came in a lamp" + " boat" * more + " in" for more in (1, 9))
    rated = await reader.read_exchanges(long, [(long, long), (longer, long), (long, longer)])
    assert rated == pytest.approx([rated[0]] * 3, abs=1e-3)
    assert await reader.read_exchanges(longer, [(long, long)]) == pytest.approx(rated[:1], abs=1e-3)
    (shorter,) = await reader.read_exchanges("the in", [(long, long)])
    assert shorter != pytest.approx(rated[0], abs=1e-3)


async def test_the_loop_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is loaded and the exchanges are read in a thread."""
    threads: list[threading.Thread] = []

    def note(work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            threads.append(threading.current_thread())
            return work(*given)

        return run

    where = "agents.models.embedding.sentence.read_exchange_file"
    monkeypatch.setattr(where, note(exchange_reader.read_exchange_file))
    monkeypatch.setattr(ExchangeReader, "rate", note(ExchangeReader.rate))
    await open_reader(tmp_path).read_exchanges("the boat", [LAMP])
    assert len(threads) == 2
    assert threading.main_thread() not in threads


def spoil(file: Path, fault: str) -> Path | None:
    if fault == "none":
        return None
    if fault == "no file":
        file.unlink()
    elif fault == "text":
        file.write_text("nothing was learnt", "utf-8")
    elif fault == "shape":
        with numpy.load(file) as held:
            arrays = dict(held)
        numpy.savez(file, **{**arrays, "first": arrays["first"][1:]})
    return file


@pytest.mark.parametrize("fault", ["none", "weights", "shape", "no file", "text"])
async def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, fault: str) -> None:
    """Vectors are made all the same."""
    digest = make_model(tmp_path)
    file = make_file(tmp_path, "0" * 64 if fault == "weights" else digest)
    embedder = SentenceEmbedder(tmp_path, digest, spoil(file, fault))
    with pytest.raises(ModelRejected, match="cannot rate exchanges"):
        await embedder.read_exchanges("the boat", [LAMP])
    assert len(await embedder.embed(["the boat"])) == 1


@pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason="the model is not installed")
async def test_the_shipped_reader_reads_as_torch_does() -> None:
    """`tools/exchanges/reader.py` wrote down what torch made of these exchanges."""
    reader = SentenceEmbedder(exchanges=EXCHANGE_READER)
    lines = CASES.read_text("utf-8").splitlines()[1:]
    assert len(lines) >= 20
    for line in lines:
        heard, wording, answer, score = line.split(" | ")
        (rated,) = await reader.read_exchanges(heard, [(wording, answer)])
        assert rated == pytest.approx(float(score), abs=5e-3)
