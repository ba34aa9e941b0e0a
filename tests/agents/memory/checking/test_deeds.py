"""Who did what to whom: a deed of a sentence is held against the same deed of a memory."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agents.memory.checking.aligning.deeds import ToldDeed, list_deeds
from agents.memory.checking.claims import find_negative
from agents.memory.checking.naming.names import find_names
from agents.memory.checking.reading import SELF, read_source, read_statement
from agents.memory.checking.verdict import Verdict, judge_sentence
from agents.memory.language.evidence import Source
from agents.memory.language.meanings.opposites import are_opposites
from agents.memory.language.meanings.phrases import find_phrase
from agents.memory.language.stems import stem_word

RED_HEN = 'Bo says, "The red hen lays every day, the white one hardly ever."'


def judge(sentence: str, *memories: str) -> Verdict:
    sources = [Source(each, _find_speaker(each)) for each in memories]
    return judge_sentence(sentence, sources)


def _find_speaker(memory: str) -> str:
    return memory.partition(" ")[0] if " says" in memory and not memory.startswith("You") else ""


def read(text: str) -> Sequence[ToldDeed]:
    names = find_names([text], ["Ada", "Bo"])
    return list_deeds(read_statement(text, names))


@pytest.mark.parametrize(
    ("text", "doer", "thing", "to"),
    [
        ("Ada gave Bo a copper pot.", "ada", "pot", "bo"),
        ("Bo got a copper pot from Ada.", "ada", "pot", "bo"),
        ("A copper pot was given to Bo by Ada.", "ada", "pot", "bo"),
        ("Bo borrowed the axe from Ada.", "ada", "axe", "bo"),
        ("Ada was asked by Bo.", "bo", "ada", ""),
        ("The dog of the smith bit my goose.", "dog", "goos", ""),
        ("Ada asked Bo to lend the axe.", "bo", "axe", ""),
        ("Ada promised Bo to lend the axe.", "ada", "axe", ""),
        ("I opened the gate and shut the barn.", SELF, "barn", ""),
    ],
)
def test_the_last_deed_is_read_with_its_parts(text: str, doer: str, thing: str, to: str) -> None:
    deed = read(text)[-1]
    assert (deed.doer, deed.thing, deed.to) == (doer, thing, to)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Ada sold the cow.", False),
        ("Ada did not sell the cow.", True),
        ("Ada denies having sold the cow.", True),
        ("Ada forgot to sell the cow.", True),
        ("Ada would have sold the cow.", True),
        ("Nobody sold the cow.", True),
        ("Ada never refused to sell the cow.", False),
    ],
)
def test_a_deed_is_denied_in_many_ways(text: str, *, denied: bool) -> None:
    assert [each.denied for each in read(text) if each.thing == "cow"][-1] is denied


def test_what_is_bidden_or_asked_of_somebody_has_no_doer_of_its_own() -> None:
    told = read_source('Ada says, "Lift the bulbs."', "Ada", frozenset({"ada"}), 0)
    assert list_deeds(told[0])[0].doer == ""


@pytest.mark.parametrize(
    ("sentence", "memory"),
    [
        ("Bo's goose bit my dog.", 'Bo says, "Your dog bit my goose."'),
        ("Ada heard from Bo that the road is shut.", 'Bo says, "Ada told me the road is shut."'),
        ("Bo lost the cow.", 'Bo says, "Without you I would have lost the cow."'),
        ("Bo keeps bees.", 'Bo says, "I used to keep bees."'),
        ("Bo still owes Ada money.", 'Bo says, "I have paid Ada back every penny."'),
        ("Bo still has the grey mare.", 'Bo says, "I gave the grey mare to Ada."'),
        ("Bo brought 31 eggs home.", 'Bo says, "I took 31 eggs to market, brought 5 home."'),
        ("Bo is fond of turnips.", 'Bo says, "I can\'t bear turnips."'),
        ("Bo owns a red cart.", 'Bo says, "That red cart is my uncle\'s."'),
        ("Bo's mother lives with him.", 'Bo says, "My wife\'s mother lives with us."'),
        ("The monks built the bridge.", 'Bo says, "Soldiers built the bridge, monks blessed it."'),
        ("Most of the guests stayed.", 'Bo says, "Few of the guests stayed."'),
        ("Only one of Bo's knees aches.", 'Bo says, "Both my knees ache."'),
        (
            "Bo hid silver under the pear tree.",
            'Bo says, "I hid silver under an oak tree."',
        ),
        ("Ada told me to sleep in the loft.", 'Ada says to Bo, "Sleep in the loft."'),
        ("Bo asked me to wait by the mill.", 'You say to Bo, "Wait by the mill."'),
        ("Bo has some bread left.", 'Bo says, "All the bread is gone."'),
        ("Bo lent Ada his cup, Ada lent him her pot.", 'Bo says, "Ada lent me her cup."'),
        ("Bo came to the stall.", 'Bo says, "I didnt come to the stall."'),
    ],
)
def test_a_deed_that_differs_contradicts(sentence: str, memory: str) -> None:
    assert judge(sentence, memory).judgement == "contradicts"


@pytest.mark.parametrize(
    ("sentence", "memory"),
    [
        ("My dog bit Bo's goose.", 'Bo says, "Your dog bit my goose."'),
        ("Ada got a copper pot from Bo.", "Bo gives a copper pot to Ada."),
        ("Bo denies having taken the ladder.", 'Bo says, "I did not take the ladder."'),
        ("Bo is without bread.", 'Bo says, "We ran out of bread, there is none."'),
        ("Bo did not lock up.", 'Bo says, "I forgot to lock up."'),
        ("On Tuesdays there is no ferry.", 'Bo says, "The ferry runs every day but Tuesday."'),
        ("It is four miles off.", 'Bo says, "It is two miles to the ford and two more."'),
        ("Bo gave up his plan for a boat.", 'Bo says, "I wanted a boat, but I gave it up."'),
        ("Bo wants to be paid before he works.", 'Bo says, "Unless you pay, I do not work."'),
        ("Bo owns the blue boat.", 'Bo says, "The red boat is Ada\'s, mine is the blue one."'),
        ("Bo used to keep bees.", 'Bo says, "I used to keep bees."'),
        ("Most of the guests stayed.", 'Bo says, "A few of the guests left early."'),
        ("Bo hid silver under a tree.", 'Bo says, "I hid silver under an oak tree."'),
        ("Ada told Bo to sleep in the loft.", 'Ada says to Bo, "Sleep in the loft."'),
        ("Bo earns his bread hauling sacks.", 'Bo says, "I carry sacks for my bread."'),
        (
            "The small tin costs 8, the large 9.",
            'Bo says, "Eight for the small, 9 the big tin."',
        ),
        ("We sail at dawn.", 'Bo says, "We sail at dawn."'),
        ("Ada sold Bo a mare.", 'Bo says, "I bought the mare from Ada."'),
        ("Ada saved Bo from drowning.", 'Bo says, "I\'d have drowned if Ada had not come."'),
        ("Bo forbade me to touch the cake.", 'Bo says, "The cake is for Ada, don\'t touch it."'),
        (
            "On Saturdays Bo closes earlier.",
            'Bo says, "We close at 6, but on Saturdays at 4."',
        ),
        ("One of Bo's three sons is not at sea.", 'Bo says, "Two of my three sons are at sea."'),
        ("Bo lends me his saw but keeps his axe.", 'Bo says, "You can have the saw, not the axe."'),
        ("Bo goes tomorrow and stays away.", 'Bo says, "I leave tomorrow and do not come back."'),
        (
            "A new boat costs more than mending.",
            'Bo says, "Mending is cheaper than a new boat."',
        ),
        ("Bo's white hen rarely lays, the red one daily.", RED_HEN),
        ("Bo advised me against lending.", 'Bo says, "Do not lend him money."'),
        ("Bo regrets having sold the horse.", 'Bo says, "I wish I had never sold the horse."'),
        ("Bo calls Ada the best weaver.", 'Bo says, "There is no better weaver than Ada."'),
        ("Bo will pay me after the harvest.", 'Bo says, "I can\'t pay you until the harvest."'),
        ("Bo broke it without intending to.", 'Bo says, "I did not mean to break it."'),
        ("The smith mended the gate.", 'Bo says, "Ada mended the gate."'),
        ("Bo is thinking of leaving.", 'Bo says, "I have half a mind to leave."'),
    ],
)
def test_the_same_deed_in_other_words_does_not(sentence: str, memory: str) -> None:
    assert judge(sentence, memory).judgement != "contradicts"


def test_who_is_not_the_one_that_says_it_is_not_denied_by_it() -> None:
    told = ('Ada says, "The pond is deep."', 'Bo says, "It is not, I waded through the pond."')
    assert (
        judge("Bo has waded through the pond and calls it shallow.", *told).judgement
        != "contradicts"
    )


def test_who_speaks_may_have_no_name_of_their_own() -> None:
    told = ('Ada says, "There is a ghost in the mill."', 'The miller says, "There is no ghost."')
    assert judge("A ghost is in the mill.", *told).judgement == "contradicts"


def test_a_number_or_day_that_no_memory_has_is_not_borne_out() -> None:
    assert judge("Ada sold the cow.", "Ada sells the cow.").judgement == "supports"
    assert judge("Ada sold the cow on Monday.", "Ada sells the cow.").judgement == "cannot tell"
    told = 'Bo says, "It is 2 miles to the ford and 3 more to the mill."'
    assert judge("To the mill by the ford it is 5 miles.", told).judgement == "supports"


def test_opposites_have_two_sides() -> None:
    shut, close, unlock = stem_word("shut"), stem_word("closed"), stem_word("unlock")
    assert are_opposites(shut, unlock)
    assert are_opposites("unhappi", "happi")
    assert not are_opposites(shut, close)


def test_a_phrase_keeps_its_tense() -> None:
    found = find_phrase(["he", "ran", "out", "of", "oats"], 1)
    assert found is not None
    assert (found.word, found.length) == ("lacked", 3)
    assert find_phrase(["he", "ran", "home"], 1) is None


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("The keys hang in two places, no, three places.", [3.0]),
        ("In two places, no three, no, four.", [4.0]),
        ("I have two keys, no lock, three doors.", [2.0, 3.0]),
        ("I have two keys and no three doors.", [2.0, 3.0]),
    ],
)
def test_a_number_that_is_put_right_at_once_is_not_told(text: str, numbers: list[float]) -> None:
    """Only behind a mark and "no", and at once."""
    words = read_statement(text, ()).words
    assert [each.number for each in words if each.number is not None] == numbers


def test_what_a_statement_denies_is_found_once() -> None:
    """Each of its deeds and several rules ask for it."""
    statement = read_statement("Ada refused to sell the boat, and she didn't row it.", {"ada"})
    assert find_negative(statement) is find_negative(statement)
    assert find_negative(statement) == {"refus", "not"}


def test_a_word_is_read_once_in_whatever_sentence_it_stands() -> None:
    """Nothing of it depends on the words beside it, but for numbers, months and names."""
    first = read_statement("The old zither hummed.", ()).words
    second = read_statement("Ada sold the zither.", {"ada"}).words
    assert first[2].text == second[3].text == "zither"
    assert first[2] is second[3]
