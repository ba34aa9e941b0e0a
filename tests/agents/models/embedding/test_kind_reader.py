"""Kinds of lines are told from both lines; a file that does not fit is refused."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from agents.boundaries import ModelRejected
from agents.mind.voice.question_kinds import SAID
from agents.models.embedding import kind_reader
from agents.models.embedding.pair_reader import list_adapted
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder
from server.shipped.voice_vectors import KIND_ADAPTER
from tests.agents.models.embedding.test_sentence import SIZE, make_model

numpy = pytest.importorskip("numpy")
pytest.importorskip("tokenizers")

NAMES = ("joy", "fear", "thanks")


def make_kinds(folder: Path, digest: str, rank: int = 2, count: int = len(NAMES)) -> Path:
    """Write random adapters for the small model, and return their file."""
    rng = numpy.random.default_rng(4)
    arrays: dict[str, Any] = {"types": rng.normal(size=(2, SIZE)), "base": rng.normal(size=3)}
    arrays |= {f"of {each}": rng.normal(size=(count, SIZE)) for each in ("first", "line", "before")}
    for name in list_adapted(2):
        rows = 2 * SIZE if "intermediate" in name else SIZE
        wide = name.endswith(("0.output.dense", "1.output.dense"))
        arrays[f"{name}.down"] = rng.normal(size=(rank, 2 * SIZE if wide else SIZE))
        arrays[f"{name}.up"] = rng.normal(size=(rows, rank))
    path = folder / "kinds.npz"
    short = {name: numpy.asarray(each).astype("f4") for name, each in arrays.items()}
    numpy.savez(path, weights=numpy.array(digest), names=numpy.array(NAMES), **short)
    return path


async def test_a_line_is_of_one_kind_or_another_by_what_was_said_before(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    teller = SentenceEmbedder(tmp_path, digest, kinds=make_kinds(tmp_path, digest))
    told = await teller.read_kinds("the boat", "a boat")
    assert tuple(told) == NAMES
    assert sum(told.values()) == pytest.approx(1)
    behind = await teller.read_kinds("the boat", "a lamp came in")
    assert behind["joy"] != pytest.approx(told["joy"], abs=1e-4)
    assert await teller.read_kinds("the boat", "a lamp came in") == behind


async def test_what_was_said_last_before_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what was said before, the end is read: there one asks."""
    monkeypatch.setattr(kind_reader, "MOST_BEFORE", 3)
    digest = make_model(tmp_path)
    teller = SentenceEmbedder(tmp_path, digest, kinds=make_kinds(tmp_path, digest))
    end = "boat boat boat boat boat"
    known = await teller.read_kinds("the", f"boat {end}")
    assert await teller.read_kinds("the", f"boat lamp {end}") == known
    assert await teller.read_kinds("the", f"boat {end} lamp") != known


async def test_a_file_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    for kinds in (None, make_kinds(tmp_path, "other"), make_kinds(tmp_path, digest, count=2)):
        with pytest.raises(ModelRejected, match="cannot tell kinds"):
            await SentenceEmbedder(tmp_path, digest, kinds=kinds).read_kinds("the boat", "a boat")


@pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason=f"{PACKAGE} is not installed")
async def test_the_shipped_file_tells_plain_lines() -> None:
    """One of each sort, in words that stand in nothing that it has learnt from."""
    teller = SentenceEmbedder(kinds=KIND_ADAPTER)
    lines = {
        ("Thanks ever so much, that was a great help.", ""): "thanks",
        ("Bye then, see you next week!", "Do come again."): "parting",
        ("My grandad passed away on Sunday.", ""): "death",
        ("Why?", "I never go across."): "why",
        ("Nine", "How many hens have you?"): "fact",
        ("Are you actually an AI?", ""): "machine",
        ("May I sit here for a bit?", ""): "may",
    }
    for (line, before), kind in lines.items():
        told = await teller.read_kinds(line, before)
        assert sorted(told) == sorted(SAID)
        assert max(told, key=told.__getitem__) == kind, (line, told)
