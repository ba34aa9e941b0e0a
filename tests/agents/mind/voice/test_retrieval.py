"""Finding the exchange that is nearest to what was said, and the remarks that fit."""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from agents.meaning import Meanings, NoMeanings, WordMeanings
from agents.mind.voice.conditions import VoiceMoment
from agents.mind.voice.known_lines import KnownLines
from agents.mind.voice.likeness import list_parts
from agents.mind.voice.retrieval import KEPT_RATINGS, NEAR_ENOUGH, SLICE_LINES, VoiceIndex
from agents.mind.voice.sentence_likeness import NoSentenceMeanings
from agents.mind.voice.voice_file import parse_voice, read_voice
from agents.word_vectors import load_word_vectors
from tests.paths import VAULT

SMALL = """
## Exchanges
### Manner
> How are you?

Well.
### Way
> How far is it to the Mill?

Thirty steps.

> Where is the Garden?

Behind the Hall.
### Name
> Who are you?

Wren.
### Others
> What do you think of Cobb?

Loud.

> What do you think of Moss?

Quiet.
### Bread
> I brought you bread.

Thank you.
### Fear, at The Hall
> Are you afraid?

Not here.
### Fear
> Are you afraid?

Of fog.

## Remarks
- Always.
### at The Hall
- Here.
### at The Hall, at dusk
- Here and now.
### when alone
- Alone.
"""
HALL = VoiceMoment("The Hall", ("Ada",), "dusk")
FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def index() -> VoiceIndex:
    return VoiceIndex(parse_voice(Path("voice.md"), SMALL).voice, "Wren")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("how are you", "Well."),
        ("Wren, how are you today?", "Well."),
        ("Hello, how are you?", "Well."),
        ("how far to the mill?", "Thirty steps."),
        ("who are you?", "Wren."),
        ("what's your opinion of Moss, what do you think?", "Quiet."),
        ("Have some bread!", "Thank you."),
        ("are you scared?", "Not here."),
    ],
)
def test_the_nearest_exchange_answers(index: VoiceIndex, said: str, answer: str) -> None:
    """Small words tell questions apart; inflections and words of one meaning do not."""
    assert index.rank_exchanges(said)[0].exchange.answers[0].text == answer


def test_another_name_or_another_subject_is_not_near(index: VoiceIndex) -> None:
    """A question about Hester is not answered with what is thought of Cobb."""
    for said in ("What do you think of Hester?", "Where is the Boathouse?", "The sky is green."):
        near = index.rank_exchanges(said)
        exact = index.rank_exchanges("What do you think of Cobb?")[0].score
        assert not near or near[0].score < exact
    wrong = index.rank_exchanges("What do you think of Cobb?")[1]
    assert wrong.exchange.answers[0].text == "Quiet." and wrong.score < NEAR_ENOUGH * 1.2


def test_the_same_words_are_as_near_as_can_be(index: VoiceIndex) -> None:
    """A score of 1 means the same words; the order is the same each time."""
    first = index.rank_exchanges("Who are you?")
    assert first[0].score == pytest.approx(1) and first[0].heard == "Who are you?"
    assert first == index.rank_exchanges("Who are you?")


def test_an_exchange_of_this_place_goes_first_and_one_of_another_is_left_out(
    index: VoiceIndex,
) -> None:
    """With a moment, conditions count."""
    here = index.rank_exchanges("Are you afraid?", HALL)
    assert [each.exchange.answers[0].text for each in here[:2]] == ["Not here.", "Of fog."]
    there = index.rank_exchanges("Are you afraid?", VoiceMoment("The Mill"))
    assert there[0].exchange.answers[0].text == "Of fog."
    assert "Not here." not in [each.exchange.answers[0].text for each in there]


def test_remarks_that_fit_come_most_closely_fitting_first(index: VoiceIndex) -> None:
    """Those whose conditions do not hold are left out."""
    fitting = [each.remark.line.text for each in index.list_fitting_remarks(HALL)]
    assert fitting == ["Here and now.", "Here.", "Always."]
    alone = [each.remark.line.text for each in index.list_fitting_remarks(VoiceMoment("X"))]
    assert alone == ["Alone.", "Always."]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("I brought you bread, and my horse is outside.", "Thank you."),
        ("It has been a long way and I brought you bread.", "Thank you."),
        ("I brought you bread. How far is it to the Mill?", "Thirty steps."),
    ],
)
def test_a_part_of_what_was_said_finds_its_exchange(
    index: VoiceIndex, said: str, answer: str
) -> None:
    """A longer line holds several things; what it asks goes before what it states."""
    near = index.rank_exchanges(said)[0]
    assert near.exchange.answers[0].text == answer and near.score >= NEAR_ENOUGH


def test_all_lines_together_are_rated_as_each_alone(index: VoiceIndex) -> None:
    """What is shared by lines is found out once, and changes no likeness."""
    weights, lines = index._known.weights, index._known.lines
    for said in ("How are you?", "Wren, what do you think of Moss?", "I brought bread.", "Hm."):
        alone = [KnownLines([each], weights).rate(said, [0.5], 0.4)[0] for each in lines]
        near = [0.5] * len(lines)
        assert index._known.rate(said, near, 0.4) == pytest.approx(alone)
        assert len(set(alone)) > 1


def test_a_prepared_voice_answers_as_one_that_is_not(index: VoiceIndex) -> None:
    prepared = VoiceIndex(index.voice, "Wren")
    prepared.prepare()
    assert prepared.rank_exchanges("how far?") == index.rank_exchanges("how far?")


async def test_what_was_compared_in_slices_is_not_compared_again(
    index: VoiceIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits in a turn for thousands of lines that were compared before it."""
    said = [
        "How far is it?",
        "What do you think of Moss?",
        "I brought bread.",
        "Who are you, then?",
    ]
    found = [VoiceIndex(index.voice, "Wren").rank_exchanges(each) for each in said]
    for each in said:
        await index.compare_in_slices(f"Wren, {each}")

    def fail(*_: object) -> list[float]:
        raise AssertionError("compared again")

    monkeypatch.setattr(index, "_compare", fail)
    assert [index.rank_exchanges(each) for each in said] == found
    with pytest.raises(AssertionError, match="compared again"):
        index.rank_exchanges("Something new.")


class LearnsLate(NoSentenceMeanings):
    """Knows what is said from a moment on, and finds it near to every line."""

    knows = False

    def compare(self, heard: str, lines: tuple[str, ...]) -> list[float]:
        return [0.9] * len(lines) if self.knows else []

    def find_vector(self, heard: str) -> object:
        return "its vector" if self.knows else None


def test_what_is_learnt_while_a_line_is_compared_counts_from_then_on(index: VoiceIndex) -> None:
    sentences, said = LearnsLate(), "How are things?"
    late = VoiceIndex(index.voice, "Wren", sentences=sentences)
    comparing = late._rate_in_parts(said)
    next(comparing)
    sentences.knows = True
    deque(comparing, maxlen=0)
    assert all(each.meant for each in late.rank_exchanges(said))


def test_of_how_many_lines_a_rating_is_kept(index: VoiceIndex) -> None:
    for number in range(3 * KEPT_RATINGS):
        index.rank_exchanges(f"How far is it to the {number} Mill?")
    assert len(index._rated) == KEPT_RATINGS


def test_a_line_that_is_learned_leaves_no_objects_of_its_own() -> None:
    """A voice has thousands of lines, and each agent's is learned when somebody speaks to it."""
    voice = read_starter_voice("Moss").voice
    read_starter_voice("Moss").prepare()  # fills what all voices share
    index = VoiceIndex(voice, "Moss")
    gc.collect()
    before = len(gc.get_objects())
    index.prepare()
    gc.collect()
    # Each stem has an array of places, and there are fewer stems than lines.
    assert len(gc.get_objects()) - before < len(index.lines) > 2000


def test_a_line_that_is_being_learned_keeps_no_pairs_of_words() -> None:
    """All words of a voice are kept until its last line is read: pairs too would be 7 MB more."""
    voice = read_starter_voice("Moss").voice
    read_starter_voice("Moss").prepare()  # fills what all voices share
    index = VoiceIndex(voice, "Moss")
    learning = index._learn()
    gc.collect()
    before = len(gc.get_objects())
    deque(islice(learning, 2000), maxlen=0)
    gc.collect()
    # An object for each line; a set of pairs would be a second one.
    assert 1000 < len(gc.get_objects()) - before < 1.5 * 2000


def test_nothing_is_near_in_an_empty_voice() -> None:
    """An agent without a voice has no answers of its own."""
    empty = VoiceIndex(parse_voice(Path("voice.md"), "").voice)
    empty.prepare()
    assert empty.rank_exchanges("Hello.") == [] and empty.list_fitting_remarks(HALL) == []


def questions(file: str) -> list[tuple[str, set[str], str]]:
    """The agent, the topics of sensible answers, and what a stranger types."""
    lines = (FOLDER / file).read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return [(agent, {each.strip() for each in topics.split(",")}, said)
            for agent, topics, said in rows]  # fmt: skip


def load_word_meanings() -> Meanings:
    return WordMeanings(load_word_vectors())


@cache
def read_meanings(load: Callable[[], Meanings]) -> Meanings:
    return load()


@cache
def read_starter_voice(agent: str) -> VoiceIndex:
    """A voice of the starter world; it is read and learned once, for all questions."""
    return VoiceIndex(read_voice(VAULT / "agents" / agent / "voice.md").voice, agent)


@cache
def give_meanings(agent: str, load: Callable[[], Meanings]) -> VoiceIndex:
    """The same voice with meanings: what is learned of it is of its words alone."""
    plain = read_starter_voice(agent)
    index = VoiceIndex(plain.voice, agent, read_meanings(load))
    index._learnt = plain._known
    return index


# Their topics are headings of voices a fifth as large: a newer heading may be as sensible.
@pytest.mark.parametrize(
    ("file", "right", "spoken"), [("held_out.txt", 0.9, 0.9), ("held_out_later.txt", 0.75, 0.76)]
)
@pytest.mark.parametrize("load", [NoMeanings, load_word_meanings])
def test_strangers_questions_find_the_topic_in_the_starter_worlds_voices(
    file: str, right: float, spoken: float, load: Callable[[], Meanings]
) -> None:
    """Most nearest answers are on the topic; of those that would be said, even more."""
    asked = questions(file)
    indexes = {agent: give_meanings(agent, load) for agent in {agent for agent, _, _ in asked}}
    found = [(next(iter(indexes[agent].rank_exchanges(said)), None), topics)
             for agent, topics, said in asked]  # fmt: skip
    fits = [near is not None and near.exchange.topic in topics for near, topics in found]
    said = [fit for fit, (near, _) in zip(fits, found, strict=True)
            if near and near.score >= NEAR_ENOUGH]  # fmt: skip
    assert sum(fits) / len(fits) >= right
    assert sum(said) / len(said) >= spoken and len(said) >= 0.85 * len(fits)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("What should I do?", ["What should I do?"]),
        ("My cough gets worse. What should I do?", ["My cough gets worse. What should I do?"]),
        (
            "My cough gets worse. Where is the doctor?",
            ["My cough gets worse. Where is the doctor?", "Where is the doctor?"],
        ),
    ],
)
def test_a_question_that_leans_on_what_was_said_before_is_not_taken_alone(
    line: str, parts: list[str]
) -> None:
    assert list_parts(line) == parts


async def test_a_voice_is_read_a_few_lines_at_a_time() -> None:
    """Others use the loop meanwhile; then a question finds what it finds otherwise."""
    text = "## Exchanges\n" + "".join(
        f"### T{n}\n> Where is lamp {n}?\n\nHere.\n" for n in range(50)
    )
    voice = parse_voice(Path("voice.md"), text).voice
    index, others = VoiceIndex(voice), list[int]()

    async def go_on() -> None:
        while True:
            others.append(1)
            await asyncio.sleep(0)

    beside = asyncio.ensure_future(go_on())
    await index.prepare_in_slices()
    beside.cancel()
    assert len(others) >= 2 * 50 // SLICE_LINES > 0
    count = len(others)
    await index.prepare_in_slices()  # it is done: no more turns of the loop
    assert len(others) == count
    near, plain = (each.rank_exchanges("Where is lamp 7?") for each in (index, VoiceIndex(voice)))
    assert near == plain and near[0].heard == "Where is lamp 7?"
