"""Who asks about an agent's last words hears what is behind them, or that they are taken back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from agents.mind.speech.candidates import Candidate
from agents.mind.speech.history import Exchanged, TalkHistory
from agents.mind.speech.taken_up import TakenUp
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.sentence_likeness import NoSentenceMeanings
from agents.mind.voice.voice_file import parse_voice


class Meant(NoSentenceMeanings):
    """Knows how near some lines are to each other."""

    NEAR: ClassVar = {
        ("How was it phrased?", "What question was it?"): 0.7,
        ("A hard question, then.", "What question was it?"): 0.9,
        ("Sorry to hear it.", "I am sorry."): 0.7,
        ("What is for supper?", "What question was it?"): 0.3,
    }

    def compare_each(self, heard: str, lines: Sequence[str]) -> Sequence[float]:
        return [self.NEAR.get((heard, each), 0.0) for each in lines]


VOICE = parse_voice(
    Path("voice.md"),
    """## Exchanges

### Regrets

> What do you regret?

One question, in a dry summer, that I answered too late.

>> What question was it?

Whether I would come.

>> Who asked you?

The carter's sister.

>> I am sorry.

So was she.

> Why is Moss so quiet?

I have been using his share.

## Asked back

- Mind the fourth rung

>> What happened to it?
>> why the fourth

It is shorter than it was.

## Knowledge

### ...

- is: Neither is ruled out.
- crooked: That came out crooked. I was answering "{asked}".
- crooked: Wrong slip. That was for "{asked}".
- misheard: I misheard you. What did you mean?
""",
).voice
REGRET = "One question, in a dry summer, that I answered too late."
SHARE = "I have been using his share."


def find(heard: str, *own: str, before: str = "Were you at sea?") -> list[Candidate]:
    last = Exchanged(before, own[-1]) if own else None
    index = VoiceIndex(VOICE, sentences=Meant())
    return list(TakenUp(index).answer(heard, TalkHistory(own, (), last, (before,))))


def take_up(heard: str, *own: str, before: str = "Were you at sea?") -> list[str]:
    return [each.words for each in find(heard, *own, before=before)]


def test_what_an_answer_leads_to_is_found_behind_it_alone() -> None:
    assert take_up("What question did you answer too late?", REGRET) == ["Whether I would come."]
    assert take_up("But who was it?", REGRET) == ["The carter's sister."]
    assert take_up("Who asked you?", REGRET, "Whether I would come.") == ["The carter's sister."]
    assert take_up("What question was it?") == take_up("Who asked you?", SHARE) == []
    assert all("Who asked you?" not in each.heard for each in VOICE.exchanges)


def test_what_is_behind_an_answer_is_found_by_its_meaning() -> None:
    assert take_up("How was it phrased?", REGRET) == ["Whether I would come."]
    assert take_up("What is for supper?", REGRET) == []


def test_a_statement_is_answered_by_what_is_for_statements_alone() -> None:
    assert take_up("Sorry to hear it.", REGRET) == ["So was she."]
    assert take_up("A hard question, then.", REGRET) == []


def test_what_it_said_unasked_is_taken_up_too() -> None:
    """As long as it is in the air, and to whomever it was said; what is private is not."""
    index = VoiceIndex(VOICE, sentences=Meant())

    def ask(heard: str, *aloud: str) -> list[str]:
        talk = TalkHistory((), (), None, (), aloud)
        return [each.words for each in TakenUp(index).answer(heard, talk)]

    said = "Mind the fourth rung, Ada."
    assert ask("What happened to it?", said) == ["It is shorter than it was."]
    assert ask("the fourth? why the fourth", said) == ["It is shorter than it was."]
    assert ask("What happened to it?") == ask("Who asked you?", said) == []


def test_a_line_that_is_quoted_is_taken_up_though_others_came_after_it() -> None:
    """What it means is what its first question by "what" asks."""
    later = ("Yes.", "No.", "Perhaps.")
    said = "You said, a dry summer and a question that you answered too late."
    assert take_up(f"{said} Who asked you?", REGRET, *later) == ["The carter's sister."]
    assert take_up(f"{said} What do you mean?", REGRET, *later) == ["Whether I would come."]
    assert take_up("What do you mean?", REGRET) == ["Whether I would come."]
    assert take_up("Who asked you?", REGRET, *later) == []


def test_the_same_words_go_before_what_the_voice_has_for_them_anywhere() -> None:
    (same,), (near,) = find("Who asked you?", REGRET), find("How was it phrased?", REGRET)
    assert same.fit > 1 > near.fit
    (before,) = find("Who asked you?", REGRET, SHARE)
    assert before.fit < 1


def test_a_sentence_of_an_answer_leads_on_as_the_answer_does() -> None:
    """An agent often says one sentence of an answer, where it tells what it knows of a thing."""
    voice = parse_voice(
        Path("voice.md"),
        "## Exchanges\n\n### Dog\n\n> Have you a dog?\n\nBosun. He steered better than my father.\n"
        "\n>> How did he die?\n\nOld, on the slip.\n",
    ).voice
    said = "He steered better than my father."
    talk = TalkHistory((said,), (), Exchanged("Tell me about the dog.", said), ())
    found = TakenUp(VoiceIndex(voice)).answer("How did he die?", talk)
    assert [each.words for each in found] == ["Old, on the slip."]


def test_a_line_behind_an_answer_is_not_said_twice() -> None:
    said = (REGRET, "Whether I would come.", REGRET)
    assert "Whether I would come." not in take_up("What question was it?", *said)


def test_what_nothing_is_behind_is_taken_back_in_other_words_each_time() -> None:
    first = 'That came out crooked. I was answering "Why is Moss so quiet?".'
    assert take_up("Share of what?", SHARE) == take_up("What share?", SHARE) == [first]
    (second,) = take_up("Share of what?", first, SHARE)
    assert second.startswith("Wrong slip.")
    assert take_up("Share of what?", first, second, SHARE) == []


def test_a_line_for_anything_was_misheard() -> None:
    assert take_up("Neither of what?", "Neither is ruled out.") == [
        "I misheard you. What did you mean?"
    ]


@pytest.mark.parametrize("heard", ["How are you?", "Where is the Mill?", "A share, then."])
def test_what_is_not_about_the_last_words_is_left_alone(heard: str) -> None:
    assert take_up(heard, SHARE) == take_up(heard, REGRET) == []


def test_a_line_behind_no_answer_is_refused() -> None:
    reading = parse_voice(Path("voice.md"), "## Exchanges\n\n### A\n\n>> Who?\n\nShe.\n")
    assert not reading.voice.exchanges and "behind no answer" in str(reading.errors[0])


def test_what_was_said_unasked_and_cannot_be_followed_was_misheard() -> None:
    """No question stands before it that it could have answered."""
    said = take_up("The rung for whom?", "Mind the fourth rung.")
    assert said == ["I misheard you. What did you mean?"]


def test_behind_an_earlier_line_only_what_is_meant_so_is_found() -> None:
    class Nearly(Meant):
        NEAR: ClassVar = {("How was it phrased?", "What question was it?"): 0.6}

    index = VoiceIndex(VOICE, sentences=Nearly())

    def ask(*own: str) -> list[str]:
        talk = TalkHistory(own, (), Exchanged("Hm?", own[-1]), ("Hm?",))
        return [each.words for each in TakenUp(index).answer("How was it phrased?", talk)]

    assert ask(REGRET) == ["Whether I would come."]
    assert "Whether I would come." not in ask(REGRET, "The road is dry.")


def test_a_question_of_what_its_asker_has_just_told_is_not_of_the_answer() -> None:
    told = "My brother lost his sight two winters ago."
    assert take_up("Who asked you?", REGRET) == ["The carter's sister."]
    assert take_up(f"{told} Who asked you?", REGRET) == []
    assert take_up(f"{told} Who asked you late?", REGRET) == ["The carter's sister."]
