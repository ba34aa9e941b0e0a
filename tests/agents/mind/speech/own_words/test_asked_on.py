"""Who asks on about an agent's own words never hears the same again, nor that it was not said."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import Exchanged, TalkHistory
from agents.mind.speech.own_words.asked_on import AskedOn, find_asked_on
from agents.mind.speech.own_words.no_more import OwnWords
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.support import TEXTS

NAMES = ("Moss", "Cobb", "Wren", "Hester", "Ada")
BEES = "Cobb, the bees have been told."
TEETH = "She counted my teeth once while I was laughing."


def find(heard: str, *said: str, asked: tuple[str, ...] = ()) -> AskedOn | None:
    last = Exchanged(asked[0] if asked else "Hm.", said[-1])
    return find_asked_on(heard, TalkHistory(said, (), last, asked, said), NAMES)


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("What have the bees been told?", BEES),
        ("How many did she find?", TEETH),
        ("Did your father find the other end of the cable?", "My father handed me one end of the"
         " cable and went to look for the other."),
        ("Grey wool at the grating? Whose is it?", "There was grey wool at the grating again."),
        ("Who is the fifth bowl for?", "We put out five bowls for four."),
        ("where did the heron stand?", "The heron has been here."),
    ],
)  # fmt: skip
def test_a_question_about_its_own_words_is_known(heard: str, said: str) -> None:
    found = find(heard, said)
    assert found and found.said == said


@pytest.mark.parametrize(
    ("heard", "said", "asked"),
    [
        ("How deep is the water in spring and who has measured it?", BEES, ()),
        ("What do you remember of me?", BEES, ()),
        ("And your bees, do they sleep?", "They are quiet now.", ("I keep bees, too.",)),
        ("What did she say to you?", "It is late.", ("My sister was here.",)),
        ("What do you think of Cobb?", BEES, ()),
        ("I like bees.", BEES, ()),
    ],
)
def test_other_questions_are_none_about_its_words(
    heard: str, said: str, asked: tuple[str, ...]
) -> None:
    assert find(heard, said, asked=asked) is None


def test_one_of_whom_they_only_asked_is_still_the_one_of_whom_it_spoke() -> None:
    said = "A man asked for a fast tree, and it took his roof."
    found = find("How old was he?", said, asked=("And did he ever come back?",))
    assert found and found.said == said


def test_a_line_before_the_last_may_be_asked_about() -> None:
    found = find("What have the bees been told?", BEES, "It will be dry until supper.")
    assert found and found.said == BEES


def test_the_same_is_not_said_again_and_nothing_is_quoted() -> None:
    """What stays has the words of both, or answers surely."""
    on = find("What have the bees been told?", BEES)
    assert on is not None
    label = Candidate("Three hives of straw.", Origin.VOICE, 0.9, found='its knowledge, of "bees"')
    told = Candidate("You have told me nothing of bees.", Origin.MEMORY, 0.95)
    same = Candidate("The bees have been told.", Origin.VOICE, 0.9, wording="bees told")
    fits = Candidate("That you are here.", Origin.VOICE, 0.6, wording="What are bees told?",
                     chance=0.5)  # fmt: skip
    sure = Candidate("Births and deaths.", Origin.VOICE, 0.7, wording="What is the news?",
                     chance=0.8)  # fmt: skip
    assert on.keep_answering([label, told, same, fits, sure]) == [fits, sure]


VOICE = parse_voice(
    Path("voice.md"),
    """## Knowledge

### ...

- nomore: That is as deep as it goes.
- nomore: There is no more under that.
""",
).voice
OWN = OwnWords(VoiceIndex(VOICE), TEXTS)


def test_where_nothing_answers_it_says_plainly_that_it_knows_no_more() -> None:
    """Each time in other words; a voice that has none says it in those of the texts."""
    on = find("How many did she find?", TEETH)
    assert on is not None
    untold = Candidate("You have given me no number.", Origin.MEMORY, 0.95)
    [first] = OWN.complete([untold], on, "Ada")
    again = find("How many did she find?", first.words, TEETH)
    [second] = OWN.complete([], again, "Ada")
    both = {"That is as deep as it goes.", "There is no more under that."}
    assert {first.words, second.words} == both
    [plain] = OwnWords(VoiceIndex(parse_voice(Path("voice.md"), "").voice), TEXTS).complete(
        [], on, "Ada"
    )
    assert "Ada" in plain.words
    assert OWN.complete([untold], None, "Ada") == [untold]
