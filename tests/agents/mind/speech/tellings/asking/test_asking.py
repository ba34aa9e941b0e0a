"""Who asks for what they told is read by what was learnt from visits, and so is what answers."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
import pytest

from agents.mind.manners.tales import read_tale
from agents.mind.manners.told_matters import TOLD_JUST_SO, TOLD_NEARLY, ToldMatters
from agents.mind.speech.candidates import Candidate
from agents.mind.speech.kinds import found_by
from agents.mind.speech.told.acts import SpokenActs
from agents.mind.speech.told.asking.matters import AskedMatters
from agents.mind.speech.told.asking.nearest import find_nearest
from agents.mind.speech.told.asking.reader import NO_ASKING, AskingReader
from agents.mind.speech.told.telling_back import ToldLine, read_told
from agents.mind.voice.sentence_likeness import NoSentenceMeanings
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder
from server.shipped.voice_vectors import ASKING_ROWS
from tests.agents.mind.manners.test_company import Moments
from tests.agents.mind.support import TEXTS


def find_tale_kind(sentence: str) -> str:
    """Return what rules find in a statement."""
    tale = read_tale(sentence, "", datetime(2026, 5, 1, tzinfo=UTC))
    return tale.kind if tale else ""


MODEL = pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason="no sentence model")

ONE = (
    "so what is it that my goat swallowed",
    "Which town was I born in, do you still know?",
    "and the name of my aunt?",
)
ALL = ("Well, what do you know of me by now?", "sum me up then, old man")
NOTHING = (
    "My goat swallowed a thimble.",
    "What do you put into the soup?",
    "Please don't tell my aunt that I was here.",
    "Do you remember your own father?",
    "What shall I say to my aunt, if she comes?",
)
TOLD = (
    "I keep two goats. One of them swallowed my silver thimble on Friday.",
    "My aunt Perpetua plays the organ in Ghent.",
    "I was born in Ostend, above a fish shop.",
    "Nothing makes me as tired as stairs.",
)


class RealMeanings(NoSentenceMeanings):
    """Compares by the vectors of the sentence model, made when they are asked for."""

    def __init__(self) -> None:
        self._embedder = SentenceEmbedder()
        self._rows: dict[str, Any] = {}

    async def hear(self, parts: Sequence[str]) -> None:
        """Make the vectors of `parts`."""
        made = await self._embedder.embed(parts)
        self._rows |= {
            each: numpy.frombuffer(row, "<f4") for each, row in zip(parts, made, strict=True)
        }

    def find_vector(self, heard: str) -> Any:
        """Return the vector of what was heard."""
        return self._rows.get(heard)

    def compare(self, heard: str, lines: tuple[str, ...]) -> Sequence[float]:
        """Return the cosines, where all lines were heard."""
        return self.compare_each(heard, lines) if all(each in self._rows for each in lines) else ()

    def compare_each(self, heard: str, lines: Sequence[str]) -> Sequence[float]:
        """Return the cosines."""
        return [float(self._rows[each] @ self._rows[heard]) for each in lines]


async def ask(
    line: str,
    told: Sequence[str] = TOLD,
    *,
    heard_by: Sequence[str] = (),
    before: str = "",
    own: str = "",
) -> Candidate | None:
    """Return what an agent answers Ada of what she told, by the shipped weights.

    `heard_by` heard it too; `before` are those who are there when she asks; the agent said `own`
    last.
    """
    life, sentences = Moments(), RealMeanings()
    for words in told:
        life.hears("Ada", words, *heard_by)
    if own:
        life.says(own, "Ada")
    reader = AskingReader(ASKING_ROWS)
    matters = ToldMatters(life.company, TEXTS, sentences, SpokenActs(TEXTS, sentences), reader)
    present = ["Ada", *filter(None, [before])]
    await matters.listen(line, "Ada", present)
    return matters.answer(line, "Ada", present)


@MODEL
async def test_lines_are_read_for_what_they_ask() -> None:
    reader, sentences = AskingReader(ASKING_ROWS), RealMeanings()
    await sentences.hear([*ONE, *ALL, *NOTHING])
    read = {each: reader.read(each, sentences.find_vector(each)) for each in (*ONE, *ALL, *NOTHING)}
    for each in ONE:
        assert (found := read[each]) and found.one > 0.5, each
    for each in ALL:
        assert (found := read[each]) and found.all > 0.5, each
    for each in NOTHING:
        assert (found := read[each]) and found.any < 0.3, each


@MODEL
@pytest.mark.parametrize(
    ("line", "word", "fit"),
    [
        ("what was it that my animal ate?", "thimble", TOLD_NEARLY),
        ("Which town was I born in, do you still know?", "Ostend", TOLD_JUST_SO),
        ("What instrument does my aunt play?", "organ", TOLD_JUST_SO),
    ],
)
async def test_what_was_told_answers_in_whatever_words_it_is_asked_for(
    line: str, word: str, fit: float
) -> None:
    """What is only likely is told with a doubt."""
    found = await ask(line)
    assert found and word in found.words
    assert found.fit >= fit


@MODEL
async def test_what_was_not_told_is_not_answered_with_what_was() -> None:
    found = await ask("What is the name of my dog?", TOLD[3:])
    assert found and "stairs" not in found.words


@MODEL
async def test_who_asks_for_nothing_of_theirs_hears_nothing_of_it() -> None:
    assert [await ask(each) for each in NOTHING] == [None] * len(NOTHING)


@MODEL
async def test_who_asks_of_the_hearers_kin_hears_nothing_of_their_own() -> None:
    told = ("My husband Len died in March. He was a quiet man.", *TOLD)
    assert await ask("Your father. I'm sorry too. What sort of man was he?", told) is None
    own = await ask("What sort of man was my husband?", told)
    assert own and "quiet" in own.words


@MODEL
async def test_what_takes_up_the_agents_own_words_is_no_question_for_what_was_told() -> None:
    asked, own = "What was the name of the mill?", "I was born in a mill."
    for line, said in ((asked, ""), (f"{asked[:-1]}, do you remember?", own)):
        untold = await ask(line, own=said)
        assert untold and untold.found == "nothing told of that"
    assert await ask(asked, own=own) is None


@MODEL
async def test_of_what_is_to_come_nobody_has_told() -> None:
    told = ("I was offered a post on an island, one midwife for three.", *TOLD)
    assert await ask("What will I miss most, living on an island, do you think?", told) is None


@MODEL
async def test_a_trade_that_was_told_goes_before_what_is_near_to_it() -> None:
    lines = ("I am a lorry driver.", "I want to work less and earn my bread by doing nothing.")
    told = read_told([ToldLine(each, at) for at, each in enumerate(lines)], ("Ada", "Moss"))
    sentences, asked = RealMeanings(), "And what do I do for a living?"
    reader = AskingReader(ASKING_ROWS)
    matters = AskedMatters(TEXTS, sentences, SpokenActs(TEXTS), find_tale_kind, reader)
    await sentences.hear(matters.lines)
    await matters.listen(asked)
    await matters.hear(asked, told)
    found = matters.answer(asked, told)
    assert found and found.clauses == ["You are a lorry driver"]


@MODEL
async def test_what_leads_up_to_an_answer_is_not_told_back() -> None:
    told = ("I'm sorry. I have a terrier called Biscuit, deaf as a post.", *TOLD)
    found = await ask("What's my dog called?", told)
    assert found and "Biscuit" in found.words and "sorry" not in found.words


@MODEL
async def test_what_cannot_be_turned_is_quoted() -> None:
    told = ("My uncle used to say, you never own a goat.", *TOLD)
    found = await ask("What did my uncle always say?", told)
    assert found and "'My uncle used to say, you never own a goat'" in found.words


@MODEL
async def test_before_others_what_weighs_is_told_if_they_have_heard_it() -> None:
    asked, told = "What did my brother die of?", ("My brother died of a fever in March.", *TOLD)
    alone = await ask(asked, told)
    with_heard = await ask(asked, told, heard_by=["Bob"], before="Bob")
    with_stranger = await ask(asked, told, before="Bob")
    assert alone and "fever" in alone.words and with_heard and "fever" in with_heard.words
    assert with_stranger and with_stranger.found == found_by.NOT_BEFORE_OTHERS
    open_ = await ask("What did my goat swallow?", told, before="Bob")
    assert open_ and "thimble" in open_.words


@MODEL
async def test_of_what_nobody_told_nothing_is_likely() -> None:
    sentences = RealMeanings()
    told = read_told([ToldLine(TOLD[3], 1)], ("Ada", "Moss"))
    await sentences.hear([*ONE, *(each.words for each in told.sentences)])
    found = find_nearest(ONE[1], told, sentences)
    assert found and found.likely < 0.12


def test_without_weights_nobody_reads(tmp_path: Path) -> None:
    said: list[str] = []
    wrong = tmp_path / "asking.npz"
    wrong.write_bytes(b"no archive")
    vector = numpy.ones(384, "f4")
    assert NO_ASKING.read("who am i", vector) is None
    assert AskingReader(ASKING_ROWS).read("who am i", None) is None
    reader = AskingReader(wrong, said.append)
    assert reader.read("who am i", vector) is None and reader.read("who am i", vector) is None
    assert len(said) == 1 and "asking.npz" in said[0]
