"""What somebody tells of themselves is known by the form of its sentence, and taken up so."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.speech.told.forms import (
    ANSWER_FORMS,
    TOLD_FORMS,
    ToldOf,
    read_answer_form,
    read_told_form,
)
from agents.mind.voice.plain_talk import write_out
from agents.mind.voice.question_kinds import TOLD
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice, read_voice
from tests.agents.mind.manners.test_going_on import HALL_TALK, stage_of
from tests.agents.mind.speech.tellings.given_kinds import GivenKinds
from tests.agents.mind.speech.tellings.test_caring import hear
from tests.agents.mind.support import Stage
from tests.paths import VAULT

SAID = [
    ("my mum thinks I should be a lawyer", ToldOf("expected", who="your mum")),
    ("My boss says I'm too slow.", ToldOf("reported", who="your boss")),
    ("I think I'm in love with my flatmate", ToldOf("love")),
    ("I'm meant to be revising", ToldOf("avoided")),
    ("I have to finish a report by friday", ToldOf("duty")),
    ("i can't stand mondays", ToldOf("dislike", "mondays")),
    ("I love my garden.", ToldOf("liked", "your garden")),
    ("Lily is nine and she wants to be a vet", ToldOf("hoped", "a vet", "she")),
    ("i've always wanted to see the sea", ToldOf("dream")),
    ("My son turned seven on saturday", ToldOf("young", who="your son")),
    ("She's 81.", ToldOf("aged", who="she")),
    ("missed my bus this morning", ToldOf("mishap")),
    ("just bought my first car", ToldOf("bought", "your first car")),
    ("I'm learning Spanish", ToldOf("learning")),
    ("I used to play football", ToldOf("stopped")),
    ("never been on a plane", ToldOf("never")),
    ("I fixed a boiler for an old lady today", ToldOf("made", "a boiler")),
    ("We went to Spain in June", ToldOf("went")),
    ("it's raining back home", ToldOf("weather")),
    ("I'm bored", ToldOf("bored")),
    ("just having a look around", ToldOf("browsing")),
    ("my dog's called Biscuit", ToldOf("pet", who="Biscuit")),
    ("our boiler packed up again", ToldOf("broken", "your boiler")),
    ("my kids are driving me mad", ToldOf("vexed")),
    ("i don't know what to do with my life", ToldOf("unsure")),
    ("it reminds me of my grandad's shed", ToldOf("reminded")),
    ("I don't believe him", ToldOf("doubted")),
    ("I'm rubbish at maths", ToldOf("clumsy")),
    ("I'm good at chess", ToldOf("skilled")),
    ("We've got three cats and a dog", ToldOf("number", "three cats")),
    ("I've been reading a book about whales", ToldOf("read")),
    ("It was lovely.", ToldOf("enjoyed")),
    ("we had a party, it was chaos", ToldOf("endured")),
    ("me too", ToldOf("same")),
    ("sorry, i lied", ToldOf("lied")),
    ("My wife would laugh at that", ToldOf("supposed", who="your wife")),
    ("At my school nobody says anything", ToldOf("elsewhere")),
    ("every sunday I call my mum", ToldOf("routine")),
    ("it's complicated", ToldOf("complicated")),
    ("not much really", ToldOf("nothing")),
    ("I'm on my lunch break", ToldOf("whereabouts")),
    ("I had pasta for tea", ToldOf("ate")),
    ("I'm so excited about saturday", ToldOf("excited")),
    ("i'm thinking of getting a dog", ToldOf("considered")),
    ("my favourite season is autumn", ToldOf("favourite")),
    ("long day, i stood all of it", ToldOf("busy")),
    ("He was a lovely man", ToldOf("fond", who="he")),
    ("my brother is a dentist", ToldOf("calling", "a dentist", "your brother")),
    ("I'm studying law", ToldOf("studied")),
    ("My brother lives in Leeds", ToldOf("away", who="your brother")),
    ("i work from home mostly", ToldOf("worked")),
    ("I did that for forty years", ToldOf("years")),
    ("I met my neighbour on the stairs", ToldOf("met")),
    ("i'm nineteen", ToldOf("ofage")),
    ("my boss just laughed", ToldOf("theirs", who="your boss")),
    ("im making a game about a lighthouse", ToldOf("making", "a game about a lighthouse")),
    ("i came cause of a forum thread", ToldOf("errand")),
    ("i've got a tomato plant on my desk", ToldOf("owned", "a tomato plant")),
]

MORE = [
    ("we had a lab this morning and broke a flask", "mishap"),
    ("i signed up for a climbing class", "learning"),
    ("today i spent six hours on a bug", "busy"),
    ("got a staffy called Bruno", "pet"),
    ("In October we're going to Portugal", "excited"),
    ("i write billing software", "worked"),
    ("my mum makes cheese", "calling"),
]
ANSWERED = [
    ("about two years", ToldOf("span", "two years")),
    ("since I was a kid", ToldOf("span", "since you were a kid")),
    ("fifty quid", ToldOf("count", "fifty quid")),
    ("with my dad", ToldOf("whom", who="your dad")),
    ("because it's boring", ToldOf("reason")),
    ("at my nan's house", ToldOf("place")),
    ("dunno tbh", ToldOf("unknown")),
    ("not really", ToldOf("partly")),
]


@pytest.mark.parametrize(("said", "told"), SAID)
def test_a_sentence_is_of_its_form_with_what_it_names(said: str, told: ToldOf) -> None:
    """However hastily it was typed; whom and what it names is turned to the speaker."""
    assert read_told_form(write_out(said, ())) == told


@pytest.mark.parametrize(("said", "form"), MORE)
def test_a_form_is_said_in_several_ways(said: str, form: str) -> None:
    told = read_told_form(write_out(said, ()))
    assert told and told.form == form


def test_each_form_is_tried_here_and_may_stand_in_a_voice() -> None:
    """A form without a name in `question_kinds.TOLD` could have no line."""
    assert {told.form for _, told in (*SAID, *ANSWERED)} == set(TOLD)
    assert {each.name for each in (*TOLD_FORMS, *ANSWER_FORMS)} | {"aged"} == set(TOLD)


@pytest.mark.parametrize(("said", "told"), ANSWERED)
def test_what_answers_a_question_is_of_a_form_by_its_words_alone(said: str, told: ToldOf) -> None:
    """And tells nothing where nothing was asked."""
    assert read_answer_form(said) == told
    assert read_told_form(said) is None
    for other in ("yes", "the blue one", "It was fine", "Cobb told me"):
        assert read_answer_form(other) is None


@pytest.mark.parametrize(
    "said",
    [
        "Do you love my garden?",
        "I like you.",
        "Good night, I love my bed",
        "I never said that.",
        "At noon the boat comes.",
        "I have a sister.",
        "Moss is nine feet tall and a liar.",
        "my car is a wreck",
        "He is fed while I'm at work",
        "I've got a trial shift Thursday",
        "I have a fever tonight",
    ],
)
def test_other_words_are_of_no_form(said: str) -> None:
    """A question and a farewell, what is of the hearer, and what only begins like one."""
    assert read_told_form(write_out(said, ())) is None


def test_of_several_sentences_the_last_that_has_a_form_counts() -> None:
    told = read_told_form("I hate chemistry. My mum says I should try. The stone is wet.")
    assert told == ToldOf("expected", who="your mum")


def test_a_line_whose_hole_nothing_fills_is_not_said() -> None:
    told = ToldOf("liked", "your garden")
    assert told.fill("{thing} again?") == "Your garden again?"
    assert told.fill("Ha! {thing}. You and {thing}!") == "Ha! Your garden. You and your garden!"
    assert not told.fill("And {who}?")


@pytest.mark.parametrize("agent", ["Wren", "Moss", "Cobb", "Hester"])
def test_the_four_have_lines_for_each_form_whatever_it_names(agent: str) -> None:
    """Two at least that need nothing but what each sentence of the form names."""
    voice = read_voice(VAULT / "agents" / agent / "voice.md").voice
    tried = [told for _, told in (*SAID, *ANSWERED)]
    for told in dict.fromkeys(each.form for each in tried):
        of_form = [each for each in tried if each.form == told]
        lines = list(voice.list_for(f"told {told}"))
        assert len(lines) >= 2, told
        for each in of_form:
            assert len([*filter(None, map(each.fill, lines))]) >= 2, (told, each)


VOICE = f"""{HALL_TALK}
## Knowledge

### ...

- told dislike: What do you hold against {{thing}}?
- told dislike: Since when, you and {{thing}}?
- told broken: Kick it.
- told span: {{thing}}? So long!
- advice: Write it down.
- worry ruin: Take my bed.
"""
MORNINGS = "I hate mornings."
BOILER, SHIP = "Our boiler packed up.", "Our boiler packed up and all has burned."


def stage_with_voice(folder: Path) -> Stage:
    stage, _ = stage_of(folder)
    stage.sentences = GivenKinds(
        {BOILER: {"ruin": 0.45}, SHIP: {"ruin": 0.6}, MORNINGS: {"despair": 0.6}}
    )
    wren = stage.agent("Wren", Pace(think_interval=60, jitter=0))
    wren.voice = VoiceIndex(parse_voice(folder / "voice.md", VOICE).voice, "Wren")
    wren.start(within=50)
    return stage


async def test_what_is_told_is_taken_up_each_time_with_another_line(tmp_path: Path) -> None:
    """Also of another thing: the same question twice is a mould."""
    stage = stage_with_voice(tmp_path)
    first = await hear(stage, "Wren, I hate chemistry.")
    second = await hear(stage, "Wren, I can't stand mondays.")
    lines = ["What do you hold against {}?", "Since when, you and {}?"]
    assert {first.replace("chemistry", "{}"), second.replace("mondays", "{}")} == set(lines)
    await stage.close()


async def test_a_short_answer_is_taken_in_for_what_it_is(tmp_path: Path) -> None:
    """Where the agent has asked; the same words tell nothing else."""
    stage = stage_with_voice(tmp_path)
    assert "So long" not in await hear(stage, "Wren, two years.")
    await hear(stage, "Wren, I hate chemistry.")
    assert await hear(stage, "Wren, about two years.") == "Two years? So long!"
    await stage.close()


async def test_what_has_a_form_is_a_worry_only_if_it_is_near_to_one(tmp_path: Path) -> None:
    stage = stage_with_voice(tmp_path)
    assert await hear(stage, f"Wren, {BOILER}") == "Kick it."
    assert (await hear(stage, f"Wren, {SHIP}")).startswith("Take my bed.")
    await stage.close()


async def test_a_taste_is_no_worry_however_near_it_is_to_one(tmp_path: Path) -> None:
    """What one hates of one's life is no matter of taste."""
    stage = stage_with_voice(tmp_path)
    assert "mornings" in await hear(stage, f"Wren, {MORNINGS}")
    assert read_told_form("I hate my life.") is None
    await stage.close()


async def test_advice_is_given_on_what_is_no_worry(tmp_path: Path) -> None:
    """To who has told something; a question that names its matter is of that."""
    stage = stage_with_voice(tmp_path)
    await hear(stage, "Wren, I hate chemistry.")
    assert await hear(stage, "Wren, what should I do with the lamp?") != "Write it down."
    assert await hear(stage, "Wren, what should I do about my boss?") != "Write it down."
    assert await hear(stage, "Wren, what do you think I should do?") == "Write it down."
    await stage.close()


async def test_advice_is_given_on_whom_the_asker_spoke_of(tmp_path: Path) -> None:
    stage = stage_with_voice(tmp_path)
    await hear(stage, "Wren, my boss thinks that I should work on Sundays.")
    assert await hear(stage, "Wren, what should I do about my boss?") == "Write it down."
    await stage.close()
