"""Offers are told from requests that look like them."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

import numpy
import pytest

from agents.boundaries import ModelRejected
from agents.mind.speech.kinds.line_kinds import OFFERS_SURELY, LineKinds
from agents.mind.speech.kinds.offers import OfferReader
from agents.mind.speech.kinds.vector_weights import VectorWeights, read_weight_rows
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder
from server.shipped.voice_vectors import OFFER_ROWS
from tests.agents.mind.speech.kinds.given import GivenTeller

MODEL = pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason="no sentence model")


class AbsentEmbedder(SentenceEmbedder):
    """Has no model."""

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Raise `ModelRejected`."""
        raise ModelRejected("it is not installed")


@MODEL
@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("Would you take a jar of my plum jam? I made too much.", True),
        ("i have a spare pair of mittens, u want em", True),
        ("Let me carry that can for you.", True),
        ("Would you row me to the other side?", False),
        ("Could I have a spoon, please?", False),
        ("I gave my plum jam to the neighbours.", False),
    ],
)
async def test_an_offer_is_no_request(line: str, offers: bool) -> None:
    likely = await OfferReader(SentenceEmbedder(), OFFER_ROWS).read(line)
    assert likely is not None and (likely >= OFFERS_SURELY) == offers


async def test_where_no_model_is_nobody_knows() -> None:
    assert await OfferReader(AbsentEmbedder(), OFFER_ROWS).read("Have a pear.") is None


async def test_what_surely_offers_is_of_no_other_kind() -> None:
    class Known:
        async def read(self, line: str) -> float | None:
            return {"a": 0.8, "b": 0.3}.get(line)

    told = {each: {"please": 0.9, "offer": 0.1} for each in "abc"}
    kinds = LineKinds(GivenTeller(told), print, Known())
    for each in "abc":
        await kinds.hear(each, "")
    assert kinds.find("a", "") == {"offer": 1.0}
    assert kinds.find("b", "") == kinds.find("c", "") == told["b"]


def test_a_file_with_other_rows_is_refused(tmp_path: Path) -> None:
    numpy.savez(tmp_path / "a.npz", rows=numpy.zeros((3, 384)))
    numpy.savez(tmp_path / "b.npz", other=numpy.zeros((2, 384)))
    for name in ("a", "b"):
        with pytest.raises(ValueError, match=f"{name}.npz has"):
            read_weight_rows(tmp_path / f"{name}.npz", 2)


def test_what_cannot_be_read_is_said_once(tmp_path: Path) -> None:
    said: list[str] = []
    wrong = tmp_path / "some.npz"
    wrong.write_bytes(b"no archive")
    weights = VectorWeights(wrong, 1, "rules tell", said.append)
    assert weights.weigh(numpy.ones(384)) == () == weights.weigh(numpy.ones(384))
    assert len(said) == 1 and "some.npz" in said[0] and "rules tell" in said[0]
