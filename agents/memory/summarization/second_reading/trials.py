"""How a reader is tried: with sentences of which it is known whether their memories tell them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from agents.memory.checking.cues import CONDITIONED, DOUBT, THINKING
from agents.memory.checking.naming.names import NAMED_DAYS
from agents.memory.language.evidence import Source
from agents.memory.language.patterns import CUE
from agents.memory.language.words import (
    ADVERBS,
    AUXILIARIES,
    BEING,
    DEGREES,
    DENYING,
    STOP_WORDS,
    TIMES,
    any_of,
)
from agents.memory.summarization.second_reading.readings import (
    Answer,
    GroundedSentence,
    show_line,
)
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: So many sentences that are known come with a request at most.
MOST_TRIALS = 4

_FIGURE = late_pattern(r"(?<![\d.:#])\d{1,6}(?![\d.:])")
#: A "not" that can be left out: what is left is English and says the contrary.
_NOT = late_pattern(
    rf"\b(?P<verb>{any_of(AUXILIARIES, ('wo', 'ca'))})"
    r"(?: not\b|n['’]t\b|not\b)(?! only| just)|\bnever (?=\w+(?:ed|s)\b)",
    re.IGNORECASE,
)
_BEFORE_NOT = any_of(tuple({*BEING}.difference(("be", "been", "being"))), ("will", "can", "must"))
#: Where a "not" can be put in, at the beginning of a plain statement.
_PLAIN = late_pattern(
    rf"(?P<before>(?:^|[\"“.!] ?)(?:\w[\w'’-]* ){{1,4}}?{_BEFORE_NOT})"
    r"(?= \w[^,;:?]*[.!\"”]|$)"
)
#: Where a "never" can: behind who did it, where a verb follows.
_DID = late_pattern(r"(?:^You|(?:[\"“]|(?<=[.!]) )(?:I|We|He|She|They)) (?P<verb>\w+) (?=\w)")
_NO_VERBS = STOP_WORDS.union(ADVERBS, THINKING, TIMES, DEGREES)
_DENIES = late_pattern(rf"\b{any_of(DENYING, ('nothing', 'hardly'))}\b|n['’]t\b")
_ASKS = late_pattern(r"\?")
#: With these a statement and its contrary may both be true: "perhaps he will", "some are".
_OPEN = any_of(tuple(DOUBT | CONDITIONED), ("some", "sometimes", "often", "most", "or"))
_UNSURE = late_pattern(rf"\?|\b{_OPEN}\b", re.IGNORECASE)
_DOUBTING = r"\b(?:I doubt|I am not sure|I['’]m not sure)(?: that| whether| if)? (?=\w)"
_MAY_BE = r"(?<![Yy]ou )\bmight(?= \w)|\bmay(?= (?:be|go|come|sell|leave|stay|have|take)\b)"
#: What makes a statement unsure, and what stands in its place where it is told as a fact.
_HEDGES: tuple[tuple[re.Pattern[str], str], ...] = (
    (late_pattern(_DOUBTING), ""),
    (late_pattern(r"\b(?:[Pp]erhaps|[Mm]aybe|[Pp]ossibly),? (?=\w)"), ""),
    (late_pattern(r"\bis thinking of (?=\w+ing\b)"), "has finished "),
    (late_pattern(_MAY_BE), "will"),
)
#: What two people do of which each has another part.
_GIVING = r"(?:lent|lends|owes|owed|gave|gives|sold|sells|paid|pays|sent|taught)"
_ROLES = late_pattern(
    rf"\b(?P<one>[A-Z][\w'’-]+) (?P<between>{_GIVING} (?:[a-z]\w* ){{0,5}}?)(?P<other>[A-Z]\w+)"
)

_BEGINNING = late_pattern(r"(?:^|[.!?\"“] ?)$")
#: Where the agent's own line stands before what came of it: both tell the same.
_OWN_LINE = late_pattern(rf"^{CUE} ")

_Spoil: TypeAlias = Callable[[str], str]
"""Returns a memory made false; nothing if that cannot be done."""


@late_dataclass(frozen=True, slots=True)
class Trial:
    """A sentence of which the answer is known: it shows whether a model reads at all."""

    reading: GroundedSentence
    right: Answer
    of_sense: bool = False
    """Whether figures and names are the memory's: who compares only these takes it for true."""


def make_trials(readings: Iterable[GroundedSentence]) -> list[Trial]:
    """Return a sentence that its ground bears out, and those that it does not that can be made.

    The first is the ground itself.  The others are a ground with another number, or the words of
    one speaker told as another's; a ground with a "not" too many or too few; and a guess told as a
    fact, or with two people in each other's place.
    """
    grounds = list(dict.fromkeys(each for one in readings for each in one.grounds))
    if not grounds:
        return []
    told = (
        _choose_first(grounds, [_spoil_figure]) or _tell_as_another_s(grounds),
        _choose_first(grounds, [_leave_out_not, _put_in_not, _put_in_never]),
        _choose_first(grounds, [_tell_as_fact, _exchange_people]),
    )
    true = Trial(GroundedSentence(show_line(grounds[0].text), (grounds[0],)), "yes")
    false = (Trial(each, "no", at > 0) for at, each in enumerate(told) if each)
    return [true, *false]


def _choose_first(grounds: Sequence[Source], ways: Sequence[_Spoil]) -> GroundedSentence | None:
    told = [each for each in grounds if not _OWN_LINE.match(each.text)]
    spoilt = ((spoil(show_line(each.text)), each) for spoil in ways for each in told)
    return next((GroundedSentence(text, (each,)) for text, each in spoilt if text), None)


def _tell_as_another_s(grounds: Sequence[Source]) -> GroundedSentence | None:
    return next(filter(None, (_spoil_speaker(each, grounds) for each in grounds)), None)


def _spoil_figure(text: str) -> str:
    found = _FIGURE.search(text)
    if found is None:
        return ""
    return f"{text[: found.start()]}{int(found[0]) * 3 + 4}{text[found.end() :]}"


def _spoil_speaker(ground: Source, grounds: Iterable[Source]) -> GroundedSentence | None:
    """Return the words of a ground as another's who speaks in `grounds`, but not in them."""
    text, speaker = show_line(ground.text), ground.speaker
    if not speaker or not text.startswith(f"{speaker} "):
        return None
    others = (each.speaker for each in grounds if each.speaker and each.speaker != speaker)
    other = next((each for each in others if not _names(text, each)), None)
    return GroundedSentence(f"{other}{text[len(speaker) :]}", (ground,)) if other else None


def _leave_out_not(text: str) -> str:
    """Return what a memory says without its only "not"."""
    found = _NOT.search(text)
    if found is None or _UNSURE.search(text) or len(_DENIES.findall(text)) > 1:
        return ""
    verb = found["verb"] or ""
    verb = {"wo": "will", "ca": "can"}.get(verb.casefold(), verb)
    return f"{text[: found.start()]}{verb}{text[found.end() :]}"


def _put_in_not(text: str) -> str:
    """Return what a memory says with a "not", if it is plain and has none."""
    found = _PLAIN.search(text) if _is_sure_and_so(text) else None
    return f"{text[: found.end()]} not{text[found.end() :]}" if found else ""


def _put_in_never(text: str) -> str:
    """Return what a memory says that somebody did as never done."""
    found = _DID.search(text) if _is_sure_and_so(text) else None
    if found is None or found["verb"].casefold() in _NO_VERBS:
        return ""
    return f"{text[: found.start('verb')]}never {text[found.start('verb') :]}"


def _is_sure_and_so(text: str) -> bool:
    return not (_UNSURE.search(text) or _DENIES.search(text))


def _tell_as_fact(text: str) -> str:
    """Return what a memory only supposes as what is so."""
    for hedge, instead in () if _ASKS.search(text) else _HEDGES:
        if found := hedge.search(text):
            behind = text[found.end() :]
            begins = not instead and _BEGINNING.search(text[: found.start()])
            first = behind[:1].upper() if begins else behind[:1]
            return f"{text[: found.start()]}{instead}{first}{behind[1:]}"
    return ""


def _exchange_people(text: str) -> str:
    """Return what a memory says with who gave in the place of who was given to."""
    for found in () if _ASKS.search(text) else _ROLES.finditer(text):
        both = (found["one"], found["other"])
        if all(each.casefold() not in STOP_WORDS | NAMED_DAYS for each in both):
            exchanged = f"{both[1]} {found['between']}{both[0]}"
            return f"{text[: found.start()]}{exchanged}{text[found.end() :]}"
    return ""


def _names(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None
