"""Sentences are checked beside their memories; no other file is read."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from agents.boundaries import ModelRejected
from agents.models.embedding import sentence_checks
from agents.models.embedding.sentence import (
    CHECKED_AT_ONCE,
    PACKAGE,
    PAIRS_AT_ONCE,
    SentenceEmbedder,
)
from server.shipped.voice_vectors import SENTENCE_CHECKS
from tests.agents.models.embedding.parts_files import fill_shapes, list_part_shapes
from tests.agents.models.embedding.test_sentence import SIZE, make_model

numpy = pytest.importorskip("numpy")
pytest.importorskip("tokenizers")

CASES = Path(__file__).with_name("sentence_checks.txt")
LATER_CASES = CASES.with_name("later_lines.txt")
#: Torch has computed with the same numbers, in another order of adding up.
CLOSE = 0.002
OF_WORDS = (
    *("wrong", "borne first", "borne shared", "borne apart"),
    *("later", "later first", "later shared", "later apart"),
)
INSTALLED = pytest.mark.skipif(
    importlib.util.find_spec(PACKAGE) is None, reason=f"{PACKAGE} is not installed"
)


def make_file(folder: Path, digest: str, **other: Any) -> Path:
    """Write random numbers for the small model, with `other` in place of some."""
    path = folder / "checks.npz"
    shapes = list_part_shapes((0, 1), ("before", "line"))
    shapes |= dict.fromkeys(OF_WORDS, (SIZE,)) | {"borne": (), "later base": ()}
    made = {name: each * numpy.float32(0.2) for name, each in fill_shapes(numpy, shapes).items()}
    made |= {name: fill_shapes(numpy, shapes)[name] for name in shapes if name.endswith(".change")}
    numpy.savez(path, weights=numpy.array(digest), **{**made, **other})
    return path


async def test_each_sentence_is_checked_in_any_company(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    reader = SentenceEmbedder(tmp_path, digest, checks=make_file(tmp_path, digest))
    # Of each the first and last word stand for the tokens that a model puts around a text.
    rows = [
        ("in a boat came in", ["in the lamp in"]),
        ("in the lamp in", ["in a boat in", "in the boat came a lamp in", "in came in"]),
        ("in a in", []),
    ] * (CHECKED_AT_ONCE // 2)
    together = await reader.check_sentences(rows)
    for row, found in zip(rows, together, strict=True):
        (alone,) = await reader.check_sentences([row])
        assert found == pytest.approx(alone, abs=1e-4)
        assert 0 < found.borne_out < 1 and 0 < found.contradicted < 1
        assert found.borne_out + found.contradicted < 1
    assert len({round(each.contradicted, 4) for each in together}) == 3
    assert await reader.check_sentences([]) == []


async def test_memories_are_read_in_their_order(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    reader = SentenceEmbedder(tmp_path, digest, checks=make_file(tmp_path, digest))
    told = ["in a boat in", "in the lamp in"]
    one, other = await reader.check_sentences([("in came in", told), ("in came in", told[::-1])])
    assert one != pytest.approx(other, abs=1e-4)


async def test_each_note_is_read_beside_its_line_in_any_company(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    reader = SentenceEmbedder(tmp_path, digest, checks=make_file(tmp_path, digest))
    pairs = [
        ("in a boat came in", "in the lamp in"),
        ("in a in", "in the boat came a lamp in the boat in"),
        ("in the lamp in", "in a boat came in"),
    ] * (PAIRS_AT_ONCE // 2)
    together = await reader.rate_later(pairs)
    for pair, found in zip(pairs, together, strict=True):
        (alone,) = await reader.rate_later([pair])
        assert found == pytest.approx(alone, abs=1e-4) and 0 < found < 1
    assert len({round(each, 4) for each in together}) == 3, "note and line are not the same"
    assert await reader.rate_later([]) == []


async def test_a_file_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    digest = make_model(tmp_path)
    for given, other in (("other", {}), (digest, {"wrong": numpy.zeros((3, SIZE), "f4")})):
        reader = SentenceEmbedder(tmp_path, digest, checks=make_file(tmp_path, given, **other))
        with pytest.raises(ModelRejected, match="cannot check sentences"):
            await reader.check_sentences([("the", ["in"])])
    with pytest.raises(ModelRejected, match=r"cannot check sentences \(it has no file for it\)"):
        await SentenceEmbedder(tmp_path, digest).check_sentences([("the", ["in"])])
    with pytest.raises(ModelRejected, match=r"cannot check sentences \(it has no file for it\)"):
        await SentenceEmbedder(tmp_path, digest).rate_later([("the", "in")])


async def test_no_more_is_read_than_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a long sentence and memory their beginnings count, of earlier memories their end."""
    for name, most in (("MOST_SENTENCE", 2), ("MOST_EARLIER", 2), ("MOST_LAST", 3)):
        monkeypatch.setattr(sentence_checks, name, most)
    digest = make_model(tmp_path)
    reader = SentenceEmbedder(tmp_path, digest, checks=make_file(tmp_path, digest))
    short, longer, other = await reader.check_sentences(
        [
            ("in a boat in", ["in the lamp in", "in a came the in"]),
            ("in a boat lamp in", ["in a boat in", "in the lamp in", "in a came the boat in"]),
            ("in a boat in", ["in lamp lamp in", "in a came the in"]),
        ]
    )
    assert longer == pytest.approx(short, abs=1e-5)
    assert other != pytest.approx(short, abs=1e-4)


@INSTALLED
async def test_the_shipped_checks_read_as_what_has_learnt_them() -> None:
    """Torch made the numbers."""
    rows = [json.loads(row) for row in CASES.read_text("utf-8").splitlines()]
    assert len(rows) > 10
    checks = SentenceEmbedder(checks=SENTENCE_CHECKS)
    found = await checks.check_sentences([(sentence, told) for sentence, told, _ in rows])
    for (sentence, _, chances), each in zip(rows, found, strict=True):
        assert tuple(each) == pytest.approx(chances[:2], abs=CLOSE), sentence


@INSTALLED
async def test_the_shipped_checks_rate_later_lines_as_what_has_learnt_them() -> None:
    """Torch made the numbers."""
    rows = [json.loads(row) for row in LATER_CASES.read_text("utf-8").splitlines()]
    assert len(rows) > 10
    found = await SentenceEmbedder(checks=SENTENCE_CHECKS).rate_later([(e, n) for e, n, _ in rows])
    assert found == pytest.approx([chance for _, _, chance in rows], abs=CLOSE)


@INSTALLED
async def test_the_shipped_checks_know_what_is_out_of_date() -> None:
    """In words that stand in nothing that they have learnt from."""
    tenor, ferry = "Ludmila: I sing with the tenors.", "Old Casimir rows the ferry over the Ister."
    ill = "Brunhilde: My mother is ill."
    over = [
        (tenor, "Ludmila: They have put me among the basses."),
        ("Old Casimir rows the ferry.", "Brunhilde: Casimir's niece has the oars."),
        (ill, "Brunhilde: We buried mother on Monday."),
        ("The gate of the vineyard is shut.", "The vineyard gate stands open."),
        ("Casimir: I am a bus driver.", "Casimir: I have retired."),
    ]
    still = [
        (tenor, "Ludmila: I taught my brother to sing the tenor as well."),
        (tenor, "Brunhilde: I sing with the altos myself."),
        (ferry, "Casimir asks two coppers a head, and three at night."),
        (ill, "Brunhilde: Mother likes her soup salted."),
    ]
    found = await SentenceEmbedder(checks=SENTENCE_CHECKS).rate_later([*over, *still])
    assert min(found[: len(over)]) > 0.5 > max(found[len(over) :]), found


@INSTALLED
async def test_the_shipped_checks_know_what_rules_do_not() -> None:
    """In words that stand in nothing that they have learnt from."""
    reader = SentenceEmbedder(checks=SENTENCE_CHECKS)
    lent = ['Casimir says, "Ludmila borrowed my ladder and I never saw it again."']
    boat = ['Brunhilde says, "Perhaps we will sell the boat before the ice comes."']
    goat = [
        'Brunhilde tells you, "My cousin gave me the goat because her meadow was flooded."',
    ]
    false = [
        ("Casimir borrowed a ladder from Ludmila.", lent),
        ("Ludmila brought the ladder back.", lent),
        ("Brunhilde has sold the boat.", boat),
        ("Brunhilde gave her cousin the goat.", goat),
        ("Brunhilde was given the goat because her own meadow was flooded.", goat),
    ]
    true = [
        ("The ladder has not come back to Casimir.", lent),
        ("Brunhilde has a goat that was her cousin's.", goat),
        ("Brunhilde's cousin could not keep the goat, as her meadow was under water.", goat),
    ]
    found = await reader.check_sentences([*false, *true])
    for (sentence, _), each in zip(false, found, strict=False):
        assert each.contradicted > max(0.4, each.borne_out), sentence
    for (sentence, _), each in zip(true, found[len(false) :], strict=True):
        assert each.borne_out > 0.5, sentence
