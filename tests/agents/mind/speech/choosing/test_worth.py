"""Of all that might be said, the reply is chosen that reads best there; some is decided by rule."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from agents.boundaries import ModelRejected
from agents.mind.speech.candidates import Candidate, Origin, SpeechMoment
from agents.mind.speech.choosing.reply_readings import (
    AT_ONCE,
    NO_REPLY_READINGS,
    ReplyReadings,
)
from agents.mind.speech.choosing.worth import MOST_READ, TIRED, rate_replies
from agents.mind.speech.judgement import rank_candidates
from agents.mind.speech.kinds import found_by

LINE = "I lost my hat in the wind."
MOMENT = SpeechMoment("Moss", "Ada", LINE, own=("It blows today.",))
ANYTHING = Candidate("Go on.", Origin.VOICE, 0.46, found=found_by.NOTHING_ANSWERS)
WRONG = Candidate("Hats are sold in the valley.", Origin.VOICE, 0.8, wording="a hat?", chance=0.5)
RIGHT = Candidate("It will hang in the reeds.", Origin.MANNERS, 0.1, found=f"{found_by.OF_KIND}: x")


class Rater:
    """Rates replies as it is told, and keeps what it was asked."""

    def __init__(self, rated: Mapping[str, float]) -> None:
        self.rated, self.asked = rated, list[tuple[str, str, Sequence[str]]]()

    async def read_replies(self, before: str, line: str, replies: Sequence[str]) -> list[float]:
        self.asked.append((before, line, replies))
        return [self.rated.get(each, -3.0) for each in replies]


class Refusing:
    """Has no model."""

    async def read_replies(self, before: str, line: str, replies: Sequence[str]) -> list[float]:
        raise ModelRejected("no model")


async def test_the_reply_is_said_that_reads_best_whatever_fits_by_rule() -> None:
    rater = Rater({RIGHT.words: 3.0})
    rated = await rate_replies([ANYTHING, WRONG, RIGHT], MOMENT, LINE, ReplyReadings(rater))
    best = rank_candidates(rated, MOMENT)[0]
    assert best.candidate.words == RIGHT.words and best.is_good
    assert "worth" in best.describe()
    (asked,) = rater.asked
    assert asked[:2] == ("It blows today.", LINE)
    assert {*asked[2]} == {ANYTHING.words, WRONG.words, RIGHT.words}


async def test_the_likeliest_are_read_each_once_and_only_what_may_be_said() -> None:
    many = [
        replace(WRONG, words=f"Number {n}.", chance=0.59 - n / 100) for n in range(2 * MOST_READ)
    ]
    said = replace(WRONG, words="It blows today.", fit=0.5)
    rater = Rater({})
    await rate_replies([*many, many[0], said], MOMENT, LINE, ReplyReadings(rater))
    (asked,) = rater.asked
    assert [*asked[2]] == [each.words for each in many[:MOST_READ]]


async def test_what_a_rule_is_sure_of_is_not_read() -> None:
    rater = Rater({})
    for sure in (
        Candidate("I am digging.", Origin.INTENTION, 2.0),
        Candidate("Later.", Origin.MEMORY, 1.35, found=found_by.NOT_BEFORE_OTHERS),
        Candidate("Not just now.", Origin.MANNERS, 0.7, found=found_by.FAVOUR),
        Candidate("It is six.", Origin.PLAIN, 0.8),
        Candidate("It was my aunt.", Origin.VOICE, 0.8, found=found_by.BEHIND_SAID),
        Candidate("Of oak.", Origin.VOICE, 0.8, found=f'{found_by.DETAIL} "oar": what'),
        replace(WRONG, chance=0.7),
        replace(WRONG, wording="Good evening."),
        replace(WRONG, wording="Good night!"),
    ):
        assert await rate_replies([sure, RIGHT], MOMENT, LINE, ReplyReadings(rater)) == []
    assert rater.asked == []


async def test_a_gesture_is_not_read_and_may_be_made() -> None:
    gesture = replace(WRONG, words="laughs", is_gesture=True, chance=0.59, fit=0.95)
    rater = Rater({ANYTHING.words: -3.0})
    rated = await rate_replies([ANYTHING, gesture], MOMENT, LINE, ReplyReadings(rater))
    assert rank_candidates(rated, MOMENT)[0].candidate.words == "laughs"
    assert rater.asked[0][2] == [ANYTHING.words]


async def test_without_a_model_rules_choose_and_the_log_says_so_once() -> None:
    log: list[str] = []
    readings = ReplyReadings(Refusing(), log.append)
    for each in (readings, readings, NO_REPLY_READINGS):
        assert await rate_replies([ANYTHING, WRONG], MOMENT, LINE, each) == []
    assert len(log) == 1 and "by rules alone" in log[0]


async def test_while_many_lines_are_read_rules_choose_for_others() -> None:
    read = asyncio.Event()

    class Slow(Rater):
        async def read_replies(self, before: str, line: str, replies: Sequence[str]) -> list[float]:
            await read.wait()
            return await super().read_replies(before, line, replies)

    readings = ReplyReadings(Slow({}))
    rating = [
        asyncio.ensure_future(rate_replies([ANYTHING], MOMENT, LINE, readings))
        for _ in range(AT_ONCE)
    ]
    await asyncio.sleep(0)
    assert await rate_replies([ANYTHING], MOMENT, LINE, readings) == []
    read.set()
    assert all(await asyncio.gather(*rating))
    assert await rate_replies([ANYTHING], MOMENT, LINE, readings)


async def test_what_others_told_answers_a_question_for_it_and_not_one_for_the_two() -> None:
    told = Candidate("Borg told me: 'I sell eggs at the ford.'", Origin.MEMORY, 0.7)
    rater = Rater({RIGHT.words: 3.0})
    readings = ReplyReadings(rater)
    for asked in (
        "Who sells eggs here?",
        "What do you know of the eggs?",
        "Tell me about the ford.",
    ):
        assert await rate_replies([told, RIGHT], MOMENT, asked, readings) == []
    assert await rate_replies([told, RIGHT], MOMENT, "Do you sell hens?", readings)
    assert await rate_replies([told, RIGHT], MOMENT, "She never sells them.", readings)


async def test_what_fits_anything_tires_who_has_just_heard_such_a_line() -> None:
    other = replace(ANYTHING, words="I am listening.")
    worths = []
    for own in ((ANYTHING.words, "It blows."), (ANYTHING.words, "It blows.", "From the west.")):
        rated = await rate_replies(
            [ANYTHING, other], replace(MOMENT, own=own), LINE, ReplyReadings(Rater({}))
        )
        worths.append({each.words: each.worth for each in rated}[other.words] or 0)
    assert worths[0] == pytest.approx(TIRED * worths[1])
