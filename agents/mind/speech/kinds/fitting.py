"""What may answer a line of such a kind: not every line that a rule finds for its words.

A rule goes by words, and words mislead it: "A number never kept anybody from drowning" is no
grief, and "I shall count the steps going down" no loneliness.  What is found for kinds that a line
hardly is of is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from agents.mind.speech.candidates import Candidate
from agents.mind.speech.kinds import found_by
from agents.mind.speech.kinds.line_kinds import Likely, sum_likely
from agents.mind.speech.kinds.names import (
    ANSWERS,
    COURTESIES,
    FAVOURS,
    FOLLOWING,
    NEWS,
    OFFERS,
    PLAY,
    QUESTIONS,
    TROUBLES,
)

_ASKING = QUESTIONS | FAVOURS | FOLLOWING
_TOLD = TROUBLES | NEWS | ANSWERS | PLAY | OFFERS

#: By what a candidate was found → the kinds of lines that such a one answers, and how likely the
#: line has to be of one of them.
_FOR: Mapping[str, tuple[Collection[str], float]] = {
    found_by.WEIGHS: (TROUBLES | {"vexed", "no", "correct", "advice"}, 0.3),
    found_by.ADVICE: (TROUBLES | {"vexed", "advice", "view"}, 0.3),
    found_by.ADVICE_ON_DEED: (TROUBLES | FAVOURS | {"view", "plan"}, 0.25),
    found_by.FAVOUR: (FAVOURS - {"advice"} | {"memory"}, 0.25),
    found_by.TAKEN_IN: (_TOLD | COURTESIES, 0.4),
    found_by.FORM_OF_TOLD: (_TOLD, 0.4),
    found_by.NOTHING_ANSWERS: (_TOLD | COURTESIES, 0.25),
    found_by.NOTHING_KNOWN: (_ASKING, 0.25),
    found_by.STORY_ASKED_FOR: (FAVOURS | FOLLOWING | {"you", "yes"}, 0.25),
    found_by.CHOSEN: (_ASKING, 0.3),
}

#: What somebody shows in words, by rule → the kinds of lines in which one shows that.
_SHOWING: Mapping[str, Collection[str]] = {
    "thanks": COURTESIES,
    "apology": COURTESIES | ANSWERS,
    "praise": COURTESIES | {"like", "yes", "tease"},
    "teasing": PLAY | {"doubt", "funny", "thought", "vexed", "no"},
    "insult": PLAY | {"vexed", "no", "doubt", "correct"},
    "anger": PLAY | TROUBLES | {"vexed", "no", "doubt", "correct"},
    "grief": TROUBLES | {"past", "kin", "story"},
    "fear": TROUBLES | {"excited", "dislike"},
    "weariness": TROUBLES | {"vexed", "did", "fact", "habit", "trade"},
    "joy": NEWS | {"fact", "yes"},
    "sympathy": COURTESIES | {"thought"},
    "correction": FOLLOWING | ANSWERS | {"memory", "vexed"},
    "disagreement": ANSWERS | PLAY | {"thought", "dislike"},
    "plan": {"plan", "promise", "excited", "parting"},
}

#: A line is likely enough of a kind in which one shows something.
_SHOWS = 0.2


def leave_out_unlike(found: Sequence[Candidate], likely: Likely) -> list[Candidate]:
    """Return `found` without what answers lines of kinds of which a line is hardly one.

    Where nobody knows its kinds, all stays.
    """
    return [each for each in found if not likely or answers_kinds(each, likely)]


def answers_kinds(candidate: Candidate, likely: Likely) -> bool:
    """Return whether a line that is likely of such kinds may be what a candidate answers."""
    found, _, name = candidate.found.partition(": ")
    none: tuple[Collection[str], float] = ((), 0.0)
    kinds, least = _FOR.get(found, none)
    if found == found_by.SHOWN:
        kinds, least = _SHOWING.get(name, ()), _SHOWS
    return not kinds or sum_likely(likely, kinds) >= least
