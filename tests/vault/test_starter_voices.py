"""The four voices that ship: enough of them, true to the rooms, and no secret given away."""

from __future__ import annotations

import re
from functools import cache

import pytest

from agents.mind.voice.retrieval import NEAR_ENOUGH, VoiceIndex
from agents.mind.voice.voice import VoiceLine
from agents.mind.voice.voice_file import VoiceReading, read_voice
from tests.paths import VAULT
from tests.vault.test_starter_world import AGENTS, ROOMS


@cache
def read(name: str) -> VoiceReading:
    """A voice that ships; it is read once, as nothing of it can be changed."""
    return read_voice(VAULT / "agents" / name / "voice.md", lambda room: room in ROOMS)


@cache
def index(name: str) -> VoiceIndex:
    """What finds answers in a voice; what is the same for all questions is found out once."""
    return VoiceIndex(read(name).voice, name)


def spoken_by(name: str) -> list[VoiceLine]:
    voice = read(name).voice
    behind = [led for each in voice.unasked for led in each.leads_to]
    found = (*voice.exchanges, *voice.otherwise, *behind)
    answers = [line for each in found for line in each.answers]
    return answers + [remark.line for remark in voice.remarks]


@pytest.mark.parametrize("name", AGENTS)
def test_a_voice_is_read_without_a_complaint_and_says_enough(name: str) -> None:
    """Sixty exchanges, twenty-five remarks, and something for whatever else is said."""
    reading = read(name)
    assert reading.errors == ()
    voice = reading.voice
    assert len(voice.exchanges) >= 60 and len(voice.remarks) >= 25
    assert voice.find_otherwise(question=True) and voice.find_otherwise(question=False)
    assert sum(len(each.heard) > 1 for each in voice.exchanges) > 50


@pytest.mark.parametrize("name", AGENTS)
def test_lines_are_short_plain_and_not_said_twice(name: str) -> None:
    """Most have fewer than twenty-two words, but for stories; none is another agent's."""
    said = [line.text for line in spoken_by(name)]
    others = {line.text for other in AGENTS if other != name for line in spoken_by(other)}
    assert len(set(said)) == len(said) and not set(said) & others
    stories = [text for text in said if len(text.split()) > 32]
    assert all(text.isascii() for text in said)
    assert len(stories) <= 0.03 * len(said) and all(len(text.split()) <= 70 for text in stories)
    assert sum(len(text.split()) < 22 for text in said) >= 0.6 * len(said)


@pytest.mark.parametrize("name", AGENTS)
def test_what_is_asked_back_is_behind_what_it_does_say_unasked(name: str) -> None:
    """Each such line is a remark, news, what it says in its day, or an answer; and none has two
    headings."""
    voice = read(name).voice
    profile = (VAULT / "agents" / name / "profile.md").read_text("utf-8")
    unasked = [each.line.text for each in voice.remarks]
    unasked += [line.text for each in voice.otherwise for line in each.answers]
    said = "\n".join([*unasked, profile, *voice.list_answers()])
    lines = [line.text for each in voice.unasked for line in each.answers]
    assert len(lines) >= 10 and [each for each in lines if each not in said] == []
    assert len(lines) == len(set(lines)) and min(map(len, lines)) >= 9


@pytest.mark.parametrize("name", AGENTS)
def test_a_wording_stands_under_one_exchange(name: str) -> None:
    """Two exchanges with the same words would be a matter of luck, unless each has its moment."""
    exchanges = read(name).voice.exchanges
    heard = [(line.casefold(), str(each.conditions)) for each in exchanges for line in each.heard]
    assert sorted(heard) == sorted(set(heard))


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Moss", r"\b(dish|copper|mirror|answer the lamp|uncover\w*|hood)\b"),
        ("Cobb", r"\b(hidden|hid|behind the (water|fall)|we hid|staple|wool)\b"),
    ],
)
def test_a_secret_is_kept(name: str, kept: str) -> None:
    """Moss does not speak of the dish, nor Cobb of where the bell hangs."""
    assert [line.text for line in spoken_by(name) if re.search(kept, line.text, re.I)] == []


@pytest.mark.parametrize(
    ("pattern", "right"),
    [
        (r"(\d+) feet (?:at the deepest|, taken)|^(\d+) feet", {"161"}),
        (r"(\d[\d,]+) yards", {"1,140"}),
        (
            r"(?i)\b(\d+|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|a dozen) benches",
            {"Eleven", "eleven"},
        ),
        (r"(\w+)(?: iron)? rings, three boats|\b(?!are|iron)(\w+) rings at", {"Nine"}),
        (r"(hundred|\d+) pulls", {"hundred"}),
        (r"(\w+) (?:turns|times) a minute", {"Eleven", "eleven"}),
        (r"(\S+) soundings so far", {"612"}),
        (r"(?i)\b(\d+|(?:thirty|forty|fifty)[-\w]*) prisms", {"Forty-eight", "forty-eight"}),
    ],
)
def test_numbers_are_the_same_everywhere(pattern: str, right: set[str]) -> None:
    """Whoever is asked, the tarn is as deep and the far window as far away."""
    texts = [line.text for name in AGENTS for line in spoken_by(name)]
    found = [next(filter(None, m.groups())) for text in texts for m in re.finditer(pattern, text)]
    assert found and set(found) <= right


PLAIN_FACTS = """
Wren | Lamp House | Is this where you live?
Wren | pencil | Is that a pencil hanging there?
Wren | ledger | What do you do every evening?
Wren | [Ss]teps | What things do you like to count?
Wren | Hester | Who helps you with your numbers?
Wren | beans | Why does Moss always talk about beans?
Wren | slate | Where do you go to see the weather?
Moss | [Ss]eed | Why so many seed packets?
Moss | Hall | Do you live in the Hall, Moss?
Moss | apple | What's your greatest wish?
Moss | [Ss]oil | Why is there soil on your hands?
Moss | soup | What do you bring to Hester?
Moss | half | Are Cobb's stories true?
Moss | what grows | What would you like to ask me?
Hester | loft of the Mill | Do you live in this mill?
Hester | surveyor | what's your profession?
Hester | other valley | where are you from?
Hester | [Pp]ages | Why do you want torn pages?
Hester | [Tt]omorrow | When will you leave?
Hester | jacket | I like your jacket
Hester | Moss | who brings you food?
Cobb | Boathouse | Is this your house?
Cobb | ferry | what do you do for a living?
Cobb | oar | what are you carving there?
Cobb | Moss | who's your best friend?
Cobb | beard | how did your beard get so white?
Cobb | [Rr]ope | what happened to your palms?
Cobb | bottom of the tarn | where's the bell?
"""


@pytest.mark.parametrize("row", PLAIN_FACTS.strip().splitlines())
def test_plain_questions_about_a_profile_are_answered_with_the_fact(row: str) -> None:
    """A stranger learns what the profile says; wit comes beside the fact, not in its place."""
    name, fact, question = row.split(" | ")
    nearest = index(name).rank_exchanges(question)[0]
    assert nearest.score >= NEAR_ENOUGH
    assert all(re.search(fact, line.text) for line in nearest.exchange.answers)
