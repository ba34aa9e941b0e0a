"""A reply is rated behind a line and what was said before it; no other file is read."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from agents.boundaries import ModelRejected
from agents.models.embedding import reply_reader, sentence
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder
from server.shipped.voice_vectors import KIND_ADAPTER, REPLY_READER
from tests.agents.models.embedding.parts_files import fill_shapes, list_part_shapes
from tests.agents.models.embedding.test_kind_reader import NAMES, make_kinds
from tests.agents.models.embedding.test_sentence import SIZE, make_model

numpy = pytest.importorskip("numpy")
pytest.importorskip("tokenizers")

CASES = Path(__file__).with_name("read_replies.txt")
#: The nets' cases were computed on vectors of 16 bits, the layers' in torch's order of adding up.
CLOSE = 0.2

WIDE, NETS = 3, 2


@pytest.fixture(autouse=True)
def _learnt_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small model has two layers, of which the last has learnt."""
    monkeypatch.setattr(reply_reader, "LEARNT_LAYERS", (1,))


def make_reader(folder: Path, digest: str, parts: int = 3) -> dict[str, Path]:
    """Write random arrays for the small model, and return the files that it needs."""
    shapes = list_part_shapes((1,), ("line", "before"), parts)
    inner = {"pl": (WIDE, 2 * SIZE + len(NAMES)), "pr": (WIDE, SIZE)}
    inner |= {"m1": (WIDE, 4 * WIDE + 2 * SIZE), "m2": (1, WIDE)}
    for name, (rows, columns) in inner.items():
        shapes |= {f"net.{name}.weight": (NETS, rows, columns), f"net.{name}.bias": (NETS, rows)}
    arrays = fill_shapes(numpy, shapes)
    path = folder / "replies.npz"
    numpy.savez(path, weights=numpy.array(digest), kinds=numpy.array(NAMES), **arrays)
    return {"kinds": make_kinds(folder, digest), "replies": path}


async def test_replies_are_rated_alike_in_any_company(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    rater = SentenceEmbedder(tmp_path, digest, **make_reader(tmp_path, digest))
    replies = ["a boat came in the lamp", "the lamp", "in"]
    together = await rater.read_replies("a boat", "the lamp came", replies)
    for reply, rated in zip(replies, together, strict=True):
        (alone,) = await rater.read_replies("a boat", "the lamp came", [reply])
        assert alone == pytest.approx(rated, abs=1e-3)
    assert len({round(each or 0, 3) for each in together}) == len(replies)


async def test_what_was_said_before_counts(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    rater = SentenceEmbedder(tmp_path, digest, **make_reader(tmp_path, digest))
    (boat,) = await rater.read_replies("a boat in", "the lamp came", ["in the boat"])
    (lamp,) = await rater.read_replies("a lamp in", "the lamp came", ["in the boat"])
    assert boat is not None and lamp != pytest.approx(boat, abs=1e-3)


async def test_of_many_replies_the_likeliest_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentence, "MOST_READ", 2)
    monkeypatch.setattr(sentence, "KEPT", 3)
    digest = make_model(tmp_path)
    rater = SentenceEmbedder(tmp_path, digest, **make_reader(tmp_path, digest))
    replies = ["a boat", "the lamp", "in", "came", "the boat came in"]
    for _ in range(2):  # once more when most vectors are forgotten
        rated = await rater.read_replies("a lamp", "the boat", replies)
        assert sum(each is not None for each in rated) == 2


async def test_a_file_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    for other, parts in (("other", 3), (digest, 2)):
        file = make_reader(tmp_path, other, parts)["replies"]
        kinds = make_kinds(tmp_path, digest)
        rater = SentenceEmbedder(tmp_path, digest, kinds=kinds, replies=file)
        with pytest.raises(ModelRejected, match="cannot rate replies"):
            await rater.read_replies("", "the", ["in"])
    with pytest.raises(ModelRejected, match=r"cannot rate replies \(it has no file for it\)"):
        await SentenceEmbedder(tmp_path, digest, kinds=kinds).read_replies("", "the", ["in"])


@pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason=f"{PACKAGE} is not installed")
async def test_the_shipped_file_rates_as_what_has_learnt_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Torch made the numbers, with the same weights; a log of odds is that of both together."""
    monkeypatch.setattr(reply_reader, "LEARNT_LAYERS", (3, 4, 5))
    rater = SentenceEmbedder(kinds=KIND_ADAPTER, replies=REPLY_READER)
    rows = [row for row in CASES.read_text("utf-8").splitlines() if not row.startswith("#")]
    assert len(rows) > 20
    for row in rows:
        before, line, reply, read, weighed = row.split(" | ")
        (found,) = await rater.read_replies(before, line, [reply])
        assert found == pytest.approx(float(read) + float(weighed), abs=CLOSE), row


@pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason=f"{PACKAGE} is not installed")
async def test_the_shipped_file_tells_sense_from_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """In words that stand in nothing that it has learnt from."""
    monkeypatch.setattr(reply_reader, "LEARNT_LAYERS", (3, 4, 5))
    rater = SentenceEmbedder(kinds=KIND_ADAPTER, replies=REPLY_READER)
    moments = {
        ("", "My hamster died this morning."): (
            "I am sorry. Had you had it for long?",
            "I live in the mill.",
        ),
        ("Have you come far?", "Three days on foot, from Torlund."): (
            "Three days! Then sit down first.",
            "I do not know whether I like it.",
        ),
        ("", "Could you lend me a needle?"): (
            "I have one somewhere. Wait.",
            "That must have been a long winter.",
        ),
    }
    for (before, line), replies in moments.items():
        sense, none = await rater.read_replies(before, line, replies)
        assert sense is not None and none is not None and sense > none, line
