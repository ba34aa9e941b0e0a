"""Two lines are read together as torch reads them; a file that does not fit is refused."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.boundaries import ModelRejected
from agents.models.embedding import pair_reader
from agents.models.embedding.pair_reader import PairReader, list_adapted
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder
from server.shipped.voice_vectors import READER_ADAPTER
from tests.agents.models.embedding.test_sentence import SIZE, make_model

numpy = pytest.importorskip("numpy")
pytest.importorskip("tokenizers")

CASES = Path(__file__).with_name("read_pairs.txt")


def make_adapter(folder: Path, digest: str, rank: int = 2) -> Path:
    """Write random adapters for the small model, and return their file."""
    rng = numpy.random.default_rng(4)
    arrays = {"types": rng.normal(size=(2, SIZE)), "base": numpy.array(0.3)}
    arrays |= {name: rng.normal(size=SIZE) for name in ("first", "shared", "apart")}
    for name in list_adapted(2):
        rows = 2 * SIZE if "intermediate" in name else SIZE
        columns = 2 * SIZE if name.endswith("1.output.dense") else SIZE
        columns = 2 * SIZE if name.endswith("0.output.dense") else columns
        arrays[f"{name}.down"] = rng.normal(size=(rank, columns))
        arrays[f"{name}.up"] = rng.normal(size=(rows, rank))
    path = folder / "adapter.npz"
    short = {name: numpy.asarray(each).astype("f4") for name, each in arrays.items()}
    numpy.savez(path, weights=numpy.array(digest), **short)
    return path


def open_reader(folder: Path) -> SentenceEmbedder:
    digest = make_model(folder)
    return SentenceEmbedder(folder, digest, make_adapter(folder, digest))


async def test_a_pair_has_one_score_in_any_company(tmp_path: Path) -> None:
    """Neither the other wordings of the batch nor the padding change it; the order of two does."""
    reader = open_reader(tmp_path)
    known = ["a boat came in", "the lamp", "in the boat came a lamp"]
    together = await reader.read_pairs("the boat", known)
    alone = [(await reader.read_pairs("the boat", [each]))[0] for each in known]
    assert together == pytest.approx(alone, abs=1e-4)
    assert len({round(each, 4) for each in together}) == len(known)
    (turned,) = await reader.read_pairs("the lamp", ["the boat"])
    assert turned != pytest.approx(together[1], abs=1e-3)


async def test_no_more_is_read_than_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a long line its beginning counts, and the token that ends it."""
    monkeypatch.setattr(pair_reader, "MOST_HEARD", 5)
    monkeypatch.setattr(pair_reader, "MOST_KNOWN", 4)
    reader = open_reader(tmp_path)
    long, longer = ("the boat came in a lamp" + " boat" * more + " in" for more in (1, 9))
    assert await reader.read_pairs(long, [longer]) == await reader.read_pairs(longer, [long])
    assert await reader.read_pairs("the in", [long]) != await reader.read_pairs(long, [long])


async def test_the_loop_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The adapters are loaded and the pairs read in a thread."""
    threads: list[threading.Thread] = []

    def note(work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            threads.append(threading.current_thread())
            return work(*given)

        return run

    where = "agents.models.embedding.sentence.read_adapter"
    monkeypatch.setattr(where, note(pair_reader.read_adapter))
    monkeypatch.setattr(PairReader, "rate", note(PairReader.rate))
    await open_reader(tmp_path).read_pairs("the boat", ["the lamp"])
    assert len(threads) == 2
    assert threading.main_thread() not in threads


def spoil(adapter: Path, fault: str) -> Path | None:
    if fault == "none":
        return None
    if fault == "no file":
        adapter.unlink()
    elif fault == "text":
        adapter.write_text("no adapter", "utf-8")
    elif fault == "shape":
        with numpy.load(adapter) as file:
            arrays = dict(file)
        numpy.savez(adapter, **{**arrays, "first": arrays["first"][1:]})
    return adapter


@pytest.mark.parametrize("fault", ["none", "weights", "shape", "no file", "text"])
async def test_an_adapter_that_does_not_fit_is_refused(tmp_path: Path, fault: str) -> None:
    """Vectors are made all the same."""
    digest = make_model(tmp_path)
    adapter = make_adapter(tmp_path, "0" * 64 if fault == "weights" else digest)
    embedder = SentenceEmbedder(tmp_path, digest, spoil(adapter, fault))
    with pytest.raises(ModelRejected, match="cannot read pairs"):
        await embedder.read_pairs("the boat", ["the lamp"])
    assert len(await embedder.embed(["the boat"])) == 1


@pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason="the model is not installed")
async def test_the_shipped_reader_reads_as_torch_does() -> None:
    """`tools/answer_reader.py` wrote down what torch made of these pairs."""
    reader = SentenceEmbedder(adapter=READER_ADAPTER)
    lines = CASES.read_text("utf-8").splitlines()[1:]
    assert len(lines) >= 20
    for line in lines:
        heard, known, score = line.split(" | ")
        assert await reader.read_pairs(heard, [known]) == pytest.approx([float(score)], abs=1e-3)
