"""What the four say to one another: every opening is answered, and every talk comes to an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import permutations
from random import Random

import pytest

from agents.mind.intentions.asking.requests import find_heard
from agents.mind.manners.company import Company
from agents.mind.manners.manners import MOST_LINES
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.profile import Profile, read_profiles
from tests.agents.mind.support import TEXTS
from tests.paths import VAULT
from tests.vault.test_starter_voices import index
from tests.vault.test_starter_world import AGENTS
from tests.vocabulary import AGENTS_VOCABULARY
from world.boundaries import Situation
from world.vault.markdown import read_note

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@cache
def profiles_that_ship() -> Sequence[Profile]:
    """They are read once, as nothing of them can be changed."""
    return read_profiles(VAULT / "agents")[0]


@cache
def answer(name: str, partner: str, words: str) -> str:
    """What `name` says to these words of `partner`, each time; empty: nothing is meant for them."""
    situation = Situation(name, "The Landing", "", {}, (partner,), (), ())
    here = Encounter(situation, index(name), "noon", NOW, 0.0)
    lines = SocialLines(Company(name), TEXTS, AGENTS_VOCABULARY, Random(1))
    found = lines.find_meant(words, partner, here)
    return found.text if found else ""


def list_openers(name: str, partner: str) -> list[str]:
    return [
        each.line.text
        for each in index(name).voice.remarks
        if any((c.kind, c.value) == ("with", partner) for c in each.conditions)
    ]


def play(name: str, partner: str, opener: str) -> Iterator[str]:
    said, speaker, hearer = opener, name, partner
    while said:
        yield said
        speaker, hearer = hearer, speaker
        said = answer(speaker, hearer, said)


@pytest.mark.parametrize(("name", "partner"), list(permutations(AGENTS, 2)))
def test_an_opening_is_answered_and_the_talk_ends(name: str, partner: str) -> None:
    """Each of the two has at least four openings for the other, and none leads in a circle."""
    openers = list_openers(name, partner)
    assert len(openers) >= 4
    for opener in openers:
        talk = []
        for line in play(name, partner, opener):
            talk.append(line)
            assert len(talk) <= MOST_LINES, talk
        assert len(talk) >= 2, opener
        assert not talk[-1].endswith("?"), talk


@pytest.mark.parametrize("name", AGENTS)
def test_each_has_ten_openings_and_words_of_its_own_to_greet_and_part(name: str) -> None:
    others = [each for each in AGENTS if each != name]
    assert sum(len(list_openers(name, other)) for other in others) >= 10
    remarks = index(name).voice.remarks
    for about in ("greeting", "parting"):
        found = [r for r in remarks if any((c.kind, c.value) == ("about", about)
                 for c in r.conditions)]  # fmt: skip
        assert len(found) >= 3


def list_step_words() -> Iterator[tuple[str, str, str]]:
    """Yield who says what to whom while it follows its intentions."""
    profiles = profiles_that_ship()
    for profile in profiles:
        for step in (step for each in profile.intentions for step in each.steps):
            for line in step.lines:
                words = line.removeprefix("say ")
                others = step.partners if "{with}" in words else AGENTS
                for other in set(others) & set(AGENTS) - {profile.name}:
                    said = words.replace("{with}", other)
                    if words != line and other in said:
                        yield profile.name, other, said


def test_what_one_says_to_another_in_the_course_of_its_day_is_answered() -> None:
    """An agent that walks over to say something does not talk to a wall."""
    spoken = list(list_step_words())
    assert len(spoken) > 30
    assert [each for each in spoken if not is_answered(each[1], each[0], each[2])] == []


def is_answered(name: str, partner: str, words: str) -> bool:
    """Whether `name` has an answer to these words, or something to do because of them."""
    profiles = profiles_that_ship()
    asked = find_heard(words, next(each.intentions for each in profiles if each.name == name))
    return bool(answer(name, partner, words)) or (asked is not None and asked.because != "")


def test_what_one_asks_of_another_is_brought() -> None:
    """Whatever is a reason for an agent is said by another, or happens; and its last step answers
    whoever said it, or leaves something done."""
    profiles = profiles_that_ship()
    notes = (VAULT / "world" / "happenings").glob("[!_]*.md")
    told = [str(read_note(each).metadata.get("news", "")) for each in notes]
    told += [clause for each in profiles for one in each.intentions for clause in one.news]
    told += [words for _, _, words in list_step_words()]
    for profile in profiles:
        for each in (one for one in profile.intentions if one.heard):
            assert any(find_heard(words, [each]) for words in told), each.name
            assert each.steps[-1].partners, each.name
