"""That one does not know is an answer, and a question back is none."""

from __future__ import annotations

from pathlib import Path

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.own_words.depth import turn_from_refusing
from agents.mind.voice.voice_file import parse_voice

READING = parse_voice(
    Path("voice.md"),
    """## Exchanges

> ...?

I cannot say.

That is not in my book.

## Asked on

### ...

- turn: And you, what do you count?
""",
)
KNOWN = [Candidate("I cannot say.", Origin.VOICE, 0.4, found="its voice")]


def answer(*own: str) -> str:
    return turn_from_refusing(READING.voice, KNOWN, TalkHistory(own, (), None))[0].words


def test_the_talk_is_turned_only_by_one_who_has_refused_again_and_again() -> None:
    assert not READING.errors
    assert answer() == answer("That is not in my book.") == "I cannot say."
    assert answer("That is not in my book.", "I cannot say.") == "And you, what do you count?"
