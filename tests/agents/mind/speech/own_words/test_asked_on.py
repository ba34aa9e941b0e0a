"""Who asks on about an agent's own words never hears the same again, nor that it was not said."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import Exchanged, TalkHistory
from agents.mind.speech.own_words.asked_aspects import find_asked_aspect
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


def test_what_others_told_is_asked_about_as_what_memory_has() -> None:
    """After "Who hit whom?" the next question for the same got "I could not say yes or no"."""
    told = "Agda told me just now: 'Ferris hit Vashti at the fair.'"
    assert find("Did Vashti hit Ferris?", told) is None
    assert find("Did Vashti hit Ferris?", "Ferris hit Vashti at the fair.") is not None


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


def test_what_somebody_told_may_be_asked_on_where_it_was_passed_on() -> None:
    """Bo's words may answer, as the agent has just spoken of Bo; what others told may not."""
    on = find("What did the lantern look like?", "Bo told me: 'I lost my lantern.'")
    assert on is not None
    of_bo = Candidate("Bo said today: 'It is green, with a dent.'", Origin.MEMORY, 0.9)
    of_another = Candidate("Una said today: 'Lanterns are dear.'", Origin.MEMORY, 0.9)
    untold = Candidate("Nobody told me of that.", Origin.MEMORY, 0.9)
    assert on.keep_answering([of_bo, of_another, untold]) == [of_bo]


VOICE = parse_voice(
    Path("voice.md"),
    """## Asked on

### rope, cable

- felt: Like shaking hands.
- who: Three of us.
- after: It held.
- There are four strands.

### ...

- felt: Like weather. And for you?
- who: Fewer than five. Whom would you take?
- turn: Now you. What is your trade?
""",
).voice
OWN = OwnWords(VoiceIndex(VOICE), TEXTS)
ROPE = "The rope parted once."


def go_on(heard: str, *said: str) -> list[str]:
    talk = TalkHistory(said, (), Exchanged("Hm.", said[-1]), (), said)
    on = find_asked_on(heard, talk, NAMES)
    assert on is not None, heard
    return [each.words for each in OWN.complete([], on, "Ada", talk)]


@pytest.mark.parametrize(
    ("heard", "first"),
    [
        ("What was it like?", "Like shaking hands."),
        ("Were you scared?", "Like shaking hands."),
        ("Who was with you?", "Three of us."),
        ("And then?", "It held."),
        ("What did you do about it?", "It held."),
        ("Tell me more.", "There are four strands."),
    ],
)
def test_who_asks_on_hears_a_detail_of_the_subject(heard: str, first: str) -> None:
    assert go_on(heard, ROPE)[0] == first


def test_the_subject_stays_for_the_lines_after_it_and_no_detail_comes_twice() -> None:
    assert go_on("Who was there?", ROPE, "Like shaking hands.")[0] == "Three of us."
    assert (
        go_on("What was that like?", ROPE, "Like shaking hands.")[0] == "Like weather. And for you?"
    )


def test_of_what_has_no_details_it_asks_back_and_then_turns_the_talk() -> None:
    """It turns the talk only behind an answer."""
    said = "It was a Tuesday."
    assert go_on("Who was there?", said)[0] == "Fewer than five. Whom would you take?"
    again = "Fewer than five. Whom would you take?"
    assert go_on("What was that like?", said, again)[0] == "Like weather. And for you?"
    twice = (said, again, "Like weather. And for you?")
    assert go_on("And then?", *twice) == [
        "That is all I have to say of it, Ada. Now you. What is your trade?"
    ]


def test_who_is_sad_is_not_asked_for_something_else() -> None:
    talk = TalkHistory((TEETH,), (), Exchanged("Hm.", TEETH), ("My dog died.",), (TEETH,))
    on = find_asked_on("Tell me more.", talk, NAMES)
    assert on is not None
    said = OWN.complete([], on, "Ada", talk)
    assert said[-1].words == "That is all I have to say of it, Ada."


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Which number?", "Because of one number. It is a foot too high."),
        ("why three", "There are three leaves, every evening."),
    ],
)
def test_a_question_for_a_detail_hears_nothing_that_fits_any_subject(heard: str, said: str) -> None:
    """Neither a smell of apples, nor what it asks back: it does not know just that."""
    assert go_on(heard, said) == []


@pytest.mark.parametrize(
    ("heard", "said", "asked"),
    [
        ("so what would you cook for my mum", "What is your mum like, Ada?", ("My mum is here.",)),
        ("what should she sing at the wedding", "Weddings are long.", ("Hm.", "A wedding in May.")),
        ("whose boots are those", "The soup is on the fire.", ()),
        ("who is in that far window", "I light the lamp every evening.", ()),
        ("what time is it on that clock", "I light the lamp every evening.", ()),
    ],
)
def test_what_names_another_thing_or_the_askers_is_not_about_its_words(
    heard: str, said: str, asked: tuple[str, ...]
) -> None:
    assert find(heard, said, asked=asked) is None


def test_who_asks_for_him_does_not_hear_of_a_thing() -> None:
    """A rope is nobody's "him", nor what is said of it an answer."""
    assert "It held." not in go_on("And what became of him?", ROPE)
    assert go_on("What did he say?", "My father cut the rope.")[0] == "It held."


def test_a_voice_without_such_lines_says_that_it_knows_no_more() -> None:
    on = find("How many did she find?", TEETH)
    assert on is not None
    untold = Candidate("You have given me no number.", Origin.MEMORY, 0.95)
    talk = TalkHistory((TEETH,), (), Exchanged("Hm.", TEETH), (), (TEETH,))
    bare = OwnWords(VoiceIndex(parse_voice(Path("voice.md"), "").voice), TEXTS)
    [plain] = bare.complete([untold], on, "Ada", talk)
    assert "Ada" in plain.words
    assert bare.complete([untold], None, "Ada", talk) == [untold]


@pytest.mark.parametrize(
    "heard",
    ["Should I get another one?", "Who are you?", "Where do you live?", "What do you do here?",
     "Is my brother with you?", "Is that true?", "Do you ever get lonely?",
     "Who taught you to do this work?"],
)  # fmt: skip
def test_what_is_of_the_asker_or_of_something_else_is_not_asked_on(heard: str) -> None:
    assert find(heard, ROPE) is None


@pytest.mark.parametrize(
    ("question", "aspect"),
    [
        ("What was it like?", "felt"),
        ("Were you scared?", "felt"),
        ("What was she like?", "alike"),
        ("Do you miss her?", "miss"),
        ("And then?", "after"),
        ("What did he say?", "after"),
        ("Which one was the worst?", "most"),
        ("Did anyone knock back?", "who"),
        ("How long did that take?", "when"),
        ("How come?", "why"),
        ("Tell me more.", "more"),
        ("Did it ever break?", "ever"),
    ],
)
def test_what_is_asked_for_is_of_few_kinds(question: str, aspect: str) -> None:
    assert find_asked_aspect(question) == aspect
