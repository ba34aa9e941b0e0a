"""Puts exchanges that are written for just such words before lines for any words of their kind.

"I put my cup on your chart, forgive me" is an apology, and "There is no harm done" fits it; so it
does any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.kinds.line_kinds import Likely, sum_likely
from agents.mind.speech.kinds.names import COURTESIES, FAVOURS, OFFERS, TROUBLES

#: An exchange that answers so likely is written for just such words: of 34 lines of
#: `asked_tuned.yaml` above it, the first exchange was for what was meant in 30.
WRITTEN = 0.66

#: A line is so likely of a trouble that no exchange for something else answers it.
TROUBLED = 0.5

#: Of these kinds are vows, requests, offers, apologies, thanks, and what was done for one.
_BETWEEN_TWO = COURTESIES | FAVOURS | OFFERS | {"plan", "did"}
LIKELY = 0.4

#: What is put off or granted without a look at what it is fits so well at most.
PUT_OFF = 0.6

#: A joke, say, is met so well at most; who puts something right is met better.
FELT = 0.8

#: What fits better is no mere taking in, but a greeting that is given back.
TAKES_IN = 1.0

#: What is written behind a question for any answer fits so well where nothing weighs on them: only
#: what is nearly the words of an exchange fits better.
ANSWERED_SURELY = 0.965

#: What somebody shows that has one answer for all.
_SHOWN = tuple(f"{found_by.SHOWN}: {each}" for each in ("apology", "thanks", "plan", "remark"))
_FOR_ANY = (found_by.TAKEN_IN, found_by.FORM_OF_TOLD, found_by.NOTHING_KNOWN, *_SHOWN)


def prefer_written(found: Sequence[Candidate], likely: Likely) -> list[Candidate]:
    """Return `found` without what is for any line of a kind, if an exchange is for just this one.

    So it is for what is asked of somebody, offered, promised or done.  What weighs on the speaker
    is met all the same, where a line is as likely of a trouble.
    """
    if not any(map(is_written, found)):
        return [*found]
    if likely and sum_likely(likely, TROUBLES) < TROUBLED:
        found = [each for each in found if each.found != found_by.WEIGHS]
    between = sum_likely(likely, _BETWEEN_TWO) >= LIKELY
    return [each for each in found if not (between and _is_for_any(each))]


def prefer_behind(found: Sequence[Candidate], likely: Likely) -> list[Candidate]:
    """Return `found`, what is written behind the agent's own question before what is for a kind.

    What weighs on the speaker is met first, where a line is as likely of a trouble.
    """
    if not likely or sum_likely(likely, TROUBLES) >= TROUBLED:
        return [*found]
    return [
        replace(each, fit=max(each.fit, ANSWERED_SURELY))
        if each.found == found_by.BEHIND_ASKED
        else each
        for each in found
    ]


def is_written(each: Candidate) -> bool:
    """Return whether a candidate is from an exchange for just what was said, most likely."""
    return each.origin is Origin.VOICE and bool(each.near) and each.chance >= WRITTEN


def _is_for_any(each: Candidate) -> bool:
    if each.found == found_by.FAVOUR:
        return each.fit <= PUT_OFF
    if each.found == found_by.SHOWN:
        return each.fit <= FELT
    if each.fit > TAKES_IN:
        return False
    return each.found in _FOR_ANY or each.found.startswith(f"{found_by.OF_KIND}: ")
