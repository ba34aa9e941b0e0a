"""Meetings, folded from memories."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from agents.memory.core.records import Experience
from agents.mind.manners.acquaintance import Acquaintance
from agents.mind.manners.company import APART, MEETINGS_KEPT, SLICE, Company
from tests.agents.mind.support import TEXTS
from world.nature import Nature

BEGAN = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Moments:
    """What Moss lives through, a memory at a time."""

    def __init__(self) -> None:
        self.memories: list[Experience] = []
        self.at = BEGAN

    def after(self, **time: float) -> Moments:
        self.at += timedelta(**time)
        return self

    def hears(self, speaker: str, words: str, *others: str) -> Moments:
        text = f'{speaker} says, "{words}"'
        return self._add(text, (speaker, *others), speaker=speaker, nature=Nature.SPEECH)

    def says(self, words: str, *present: str) -> Moments:
        text = f'~Moss> say {words}\nYou say, "{words}"'
        return self._add(text, present, line=f"say {words}", nature=Nature.SPEECH)

    def nods_to(self, name: str, *present: str) -> Moments:
        line = f"emote nods to {name}."
        return self._add(f"~Moss> {line}", present, line=line, nature=Nature.GESTURE)

    def sees(self, *present: str) -> Moments:
        return self._add("The wind turns.", present)

    def _add(self, text: str, present: tuple[str, ...], **labels: object) -> Moments:
        seq = len(self.memories) + 1
        source = "action" if "line" in labels else "observation"
        self.memories.append(
            Experience(seq, self.at, text, source, occupants=present, **labels)  # type: ignore[arg-type]
        )
        return self

    @property
    def company(self) -> Company:
        company = Company("Moss")
        company.note_all(self.memories)
        return company


def test_a_meeting_goes_on_while_nobody_leaves_and_after_a_short_absence() -> None:
    """However long the two are silent, they do not meet again."""
    life = Moments().says("Evening, Wren.", "Wren").after(hours=2).sees("Wren")
    life.after(minutes=1).sees().after(minutes=3).sees("Wren")
    meeting = life.company.find_meeting("Wren", life.at)
    assert (meeting.began, meeting.mine, meeting.has_begun) == (BEGAN, 1, True)


def test_two_who_were_apart_long_enough_meet_anew() -> None:
    life = Moments().says("Evening, Wren.", "Wren").after(minutes=1).sees()
    again = life.at + APART
    assert life.company.find_meeting("Wren", again - timedelta(seconds=1)).has_begun
    assert not life.company.find_meeting("Wren", again).has_begun
    life.at = again
    life.sees("Wren")
    assert not life.company.find_meeting("Wren", life.at).has_begun


def test_what_others_have_said_is_known_but_not_what_somebody_says_of_themselves() -> None:
    life = Moments().hears("Ada", "I lost my blue boat.", "Wren").after(minutes=1)
    asked = life.at
    life.hears("Wren", "Ada, has your blue boat turned up?", "Ada").after(minutes=1)
    company = life.company
    assert company.has_heard("your blue boat", "Ada", asked)
    assert not company.has_heard("your blue boat", "Ada", life.at)
    assert not company.has_heard("my blue boat", "Ada", BEGAN)


def test_words_belong_to_whom_they_name_or_to_the_talk_that_goes_on() -> None:
    life = Moments().says("Cobb, tell the one about the eel.", "Cobb", "Wren")
    life.after(seconds=2).hears("Cobb", "Eleven feet, friend!", "Wren")
    life.after(seconds=2).says("Nine, last time.", "Cobb", "Wren")
    life.after(seconds=2).hears("Wren", "Cobb, which one is it?", "Cobb")
    life.after(minutes=2).says("Slugs tonight.", "Cobb", "Wren")
    company = life.company
    cobb, wren = (company.find_meeting(name, life.at) for name in ("Cobb", "Wren"))
    assert (cobb.mine, cobb.theirs, cobb.last_theirs) == (2, 1, "Eleven feet, friend!")
    assert (wren.mine, wren.theirs) == (0, 0)


def test_what_was_said_is_known_by_its_hearers() -> None:
    life = Moments().says("Your mint wants shade.", "Cobb", "Wren")
    said = life.company.has_said
    assert said("your mint wants shade.", "Cobb", BEGAN)
    assert not said("Your mint wants shade.", "Hester", BEGAN)
    assert not said("Your mint wants shade.", "Wren", BEGAN + timedelta(seconds=1))


def test_who_asks_what_is_known_of_them_hears_what_they_told() -> None:
    life = Moments().hears("Ada", "I come from Leeds. I lost my hat.").hears("Bob", "I am a baker.")
    known = Acquaintance(life.company, TEXTS)
    said = "You come from Leeds. You lost your hat."
    answer = known.answer("What do you know about me?", "Ada", [])
    assert answer and said in answer.words and "Ada" in answer.words
    assert known.answer("What do you know about me?", "Cyd", []) is None
    assert known.answer("Do you know what I lost?", "Ada", None) is None


def test_what_a_list_of_this_meeting_had_is_not_told_again() -> None:
    life = Moments().hears("Ada", "I come from Leeds. I lost my hat.")
    own_life = ["You had a cat named Kernel", "You fear the stairs of towers"]
    own_life += ["You keep bees behind the church", "Your uncle Pete sold the tractor in June"]
    asked = "What do you know about me?", "Ada", own_life
    life.says("You had a cat named Kernel.", "Ada").after(minutes=1)
    first = Acquaintance(life.company, TEXTS).answer(*asked)
    assert first and all(each in first.words for each in ("Leeds", "Kernel", "towers"))
    assert "your hat" not in first.words, "five things at once"
    life.says(first.words, "Ada").after(minutes=1)
    again = Acquaintance(life.company, TEXTS).answer(*asked)
    assert again and "You lost your hat" in again.words and "Kernel" not in again.words
    life.says(f"{first.words} {again.words}", "Ada").after(minutes=1)
    no_more = Acquaintance(life.company, TEXTS).answer(*asked)
    assert no_more and not any(each in no_more.words for each in ("Leeds", "Kernel", "your hat"))
    life.after(minutes=1).hears("Ada", "I want to see the mill.")
    more = Acquaintance(life.company, TEXTS).answer(*asked)
    assert more and "You want to see the mill" in more.words and "Leeds" not in more.words
    life.after(seconds=1).sees().after(hours=2).sees("Ada")
    later = Acquaintance(life.company, TEXTS).answer(*asked)
    assert later and "Leeds" in later.words


def test_before_others_trade_and_home_are_told_and_nothing_of_unknown_hearers() -> None:
    life = Moments().hears("Ada", "I come from Leeds.")
    known = Acquaintance(life.company, TEXTS)
    answer = known.answer("What do you know about me?", "Ada", [], {"Bob"})
    assert answer and "Leeds" in answer.words
    life = Moments().hears("Ada", "I come from Leeds, but don't tell anybody.")
    known = Acquaintance(life.company, TEXTS)
    answers = [known.answer("What do you know about me?", "Ada", [], e) for e in ((), {"Bob"})]
    assert ["Leeds" in each.words for each in answers if each] == [True, False]
    life = Moments().hears("Ada", "I lost my hat.")
    known = Acquaintance(life.company, TEXTS)
    before = known.answer("What do you know about me?", "Ada", [], {"Bob"})
    said = TEXTS.say("speech.acquainted.discreet", name="Ada").split("\n")
    assert before and before.words in map(str.strip, said)


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("You are Ada, you made glass eyes", "You made glass eyes. "),
        ("You are Ada, seventy-three", ""),
        ("You are Ada, a maker of glass eyes", "You are a maker of glass eyes. "),
        ("You are Ada, on shift since yesterday", ""),
        ("You are Adam's brother and a baker", "You are Adam's brother and a baker. "),
    ],
)
def test_the_name_of_who_asks_is_nothing_that_they_told(clause: str, told: str) -> None:
    life = Moments().hears("Ada", "My name is Ada.")
    own_life = [clause, "You had a cat named Kernel"]
    answer = Acquaintance(life.company, TEXTS).answer("What do you know about me?", "Ada", own_life)
    assert answer and f". {told}You had a cat named Kernel." in answer.words


def test_what_is_no_english_when_turned_is_not_told_back() -> None:
    words = "Ola, I saw her at the grave. Divided by two, I promise. I am from a shop, not a ship."
    life = Moments().hears("Ada", f"{words} I lost my hat.")
    answer = Acquaintance(life.company, TEXTS).answer("What do you know about me?", "Ada", [])
    assert answer and "You lost your hat" in answer.words
    assert not any(each in answer.words for each in ("grave", "promise", "shop"))


def test_what_is_known_is_told_in_whole_clauses_and_towns_are_written_as_such() -> None:
    life = Moments().hears("Ada", "i come from leeds.")
    halves = [
        "Asking for a redundant friend",
        "Not spoken for six months",
        "You are a 'thin carrot'",
    ]
    answer = Acquaintance(life.company, TEXTS).answer(
        "What do you know about me?", "Ada", [*halves, "You had a cat named Kernel"]
    )
    assert answer and "You come from Leeds. You had a cat named Kernel." in answer.words
    assert not any(each in answer.words for each in halves)


def test_what_is_known_of_somebody_is_their_trade_then_their_life_and_each_thing_once() -> None:
    life = Moments().hears("Ada", "I lost my hat. I am a vet.")
    known = Acquaintance(life.company, TEXTS)
    own_life = ["you had to put eighty-four cows down this week", "you lost your hat"]
    answer = known.answer("Who am I to you?", "Ada", own_life)
    told = "You are a vet. You had to put eighty-four cows down this week. You lost your hat."
    assert answer and told in answer.words and answer.words.count("hat") == 1


def test_who_of_theirs_is_asked_for_by_name_is_known() -> None:
    life = (
        Moments().hears("Ada", "My daughter is called Ilse.").hears("Ada", "Tobias is my brother.")
    )
    known = Acquaintance(life.company, TEXTS)
    said = {"Do you know who Ilse is?": "Your daughter, Ada. You told me.",
            "Who is Tobias?": "Your brother, Ada. You told me."}  # fmt: skip
    for heard, words in said.items():
        answer = known.answer(heard, "Ada", None)
        assert answer and answer.words == words
    assert known.answer("Who is Ilse?", "Bob", None) is None
    assert known.answer("Who is Agnes?", "Ada", None) is None


def test_what_is_told_from_afar_was_said_to_its_hearer() -> None:
    life = Moments()
    line = "tell Ada The eel has a hat."
    life._add(f'~Moss> {line}\nYou tell Ada, "The eel has a hat."', ("Wren",),
              line=line, nature=Nature.DISTANT_SPEECH)  # fmt: skip
    assert life.company.has_said("The eel has a hat.", "Ada", BEGAN)
    assert not life.company.has_said("The eel has a hat.", "Wren", BEGAN)


async def test_many_memories_are_noted_in_slices_between_which_others_use_the_loop() -> None:
    """A start reads hundreds of memories of each agent, while people are greeted already."""
    life = Moments()
    for each in range(3 * SLICE):
        life.hears("Wren", f"Line {each}.").says(f"Answer {each}.", "Wren").after(minutes=1)
    company, noted = Company("Moss"), list[int]()
    noting = asyncio.ensure_future(company.note_in_slices(life.memories))
    while not noting.done():
        await asyncio.sleep(0)
        noted.append(len(company.said) + len(company.heard))
    gained = [after - before for before, after in pairwise(noted)]
    assert noting.result() is None
    assert max(gained) <= SLICE
    assert (company.said, company.heard) == (life.company.said, life.company.heard)
    assert company.meetings == life.company.meetings


def test_in_a_crowd_that_is_not_all_kept_a_gesture_to_somebody_is_noted() -> None:
    """Two hundred others are kept in mind, and a hall may hold more."""
    crowd = tuple(f"Guest{number}" for number in range(MEETINGS_KEPT + 50))
    life = Moments()
    for name in (crowd[0], crowd[-1]):
        life.nods_to(name, *crowd)
    assert len(life.company.meetings) == MEETINGS_KEPT


def test_of_a_crowd_only_the_names_that_words_have_are_kept_with_them() -> None:
    crowd = tuple(f"Guest{number}" for number in range(100))
    life = Moments().hears("Ada", "Guest7 has my hat.", *crowd)
    assert [each.present for each in life.company.list_told("Ada")] == [("Guest7",)]


def test_what_names_nobody_is_said_to_whose_words_the_agent_answers() -> None:
    """Of two who are there, it is not the one that it has spoken with before."""
    life = Moments().hears("Ada", "Good day, Moss.", "Bob").says("Good day, Ada.", "Ada", "Bob")
    life.hears("Bob", "I sleep badly.", "Ada")
    asked = "What is it that knocks?"
    answers = Moments()
    answers.says(asked, "Ada", "Bob")
    unturned, turned = life.company, life.company
    turned.turn_to("Bob", life.at)
    for company in (unturned, turned):
        company.note_all(answers.memories)
    assert turned.find_meeting("Bob", life.at).last_own == asked
    assert turned.find_meeting("Ada", life.at).last_own == "Good day, Ada."
    assert unturned.find_meeting("Bob", life.at).last_own == ""
