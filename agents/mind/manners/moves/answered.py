"""Taking in the answer to the agent's own question: by what it asked, and a yes or a no."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from agents.memory.language.salience import KIN
from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.words import (
    ADVERBS,
    COORDINATORS,
    DEMONSTRATIVES,
    FIRST_PERSON,
    QUANTIFIERS,
    THIRD_PERSON,
    any_of,
)
from agents.mind.manners.asking.known_kinds import OPEN, asks_for
from agents.mind.manners.asking.moulds import Mould, Moulds
from agents.mind.manners.company import Meeting
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.manners.tales import read_answer, read_tale
from agents.mind.speech.statements.echoes import leave_out_echo
from agents.mind.speech.statements.feelings import find_feeling
from agents.mind.speech.statements.remarks import find_remark_kind
from agents.mind.speech.told.worries import find_worry
from agents.mind.voice.asking import is_question, is_yes_or_no
from agents.mind.voice.courtesies import asks, is_farewell, is_greeting, wants_answer
from agents.mind.voice.voice import VoiceLine
from agents.prose import split_sentences
from late.late_pattern import late_pattern

_KEY = "manners.answered"
#: What is said to whatever is answered, by the line that asked.
_TO_LINES = "manners.answered.lines"
_YES = late_pattern(
    r"^\W*(?:yes|yeah|yep|aye|indeed|of course|certainly|they are|(?:s?he|it) (?:is|does|has)"
    r"|I (?:am|do|have|did)\b(?! not)|very much|always)\b",
    re.IGNORECASE,
)
_NO = late_pattern(
    r"^\W*(?:no|nay|nope|never|nobody|no one|not|none|hardly|I (?:am not|do not|don['’]t|have not"
    r"|did not|didn['’]t))\b",
    re.IGNORECASE,
)
#: That is a reproach, thanks, or a bidding, and no answer.
_OF_HEARER = late_pattern(
    r"(?:^|[.!?;:] )\W*(?:(?:and|but|so|then|well|no|yes|oh|now|thanks|I think)\W+)*"
    r"(?:you(?:r|rs|rself)?|please|do not|don['’]t|let|thank)\b"
    r"|\b(?:I|we)(?:['’]\w+)? (?:\w+ ){0,2}you\b",
    re.IGNORECASE,
)
#: So it begins; "You'd split them up" may answer.
_TO_HEARER = late_pattern(
    r"\W*(?:(?:and|but|so|then|well|no|yes|oh|now|thanks|I think)\W+)*"
    r"(?:you(?:['’]re| are| do not| don['’]t)|please|do not|don['’]t|let|thank"
    r"|repeat|tell|show|guess|listen|look|(?:much )?obliged|bless|cheers|sorry)\b",
    re.IGNORECASE,
)
#: What says beside an answer that it was given before, or asked for.
_BESIDE = late_pattern(
    r",? ?\b(?:as )?I (?:have |had |already |just )?(?:told|said to) you"
    r"(?: (?:so|that|already))?\b,?"
    r"|,? ?\b(?:since you ask(?:ed)?|you know|you see|mind you|thank you(?: for asking)?)\b,?",
    re.IGNORECASE,
)
#: So few words answer whatever was asked; so many still are a yes or a no.
SHORT, PLAIN = 4, 8

#: How near is a line to a question behind which nothing is written for any answer: that counts not.
NOT_WRITTEN = -1.0

#: How much nearness in meaning, words in common, and a yes or no tell of an answer (a regression on
#: 160 answers of a visitor and twice as many lines of others; decision 0177), and from which sum on
#: a line is one: of the answers 85 % are above the first and 66 % above the second, of the others
#: 45 and 15 %.
NEAR, SHARED, PLAINLY = 3.9, 1.8, 0.6
LIKELY, LIKELY_ALONG = 0.5, 0.9

#: What so remarks is of the answer that it has heard.
_OF_ANSWER = ("disagreement", "report", "remark")

#: How the keys begin of lines by which an agent asks of its own accord.
_ALONG = ("manners.asks", "manners.recalled")

#: The keys of questions for what is not known of somebody at all.
_ASKS = "manners.asks."
#: The kinds of such questions that a worry does not answer; of these, "errand" may be one.
OPEN_KINDS = ("trade", "origin", "errand", "journey", "wish", "search")
_BEGINS = late_pattern(r"^\W*(?:to|from|because|for|an?|as an?|nothing|only)\b", re.IGNORECASE)
#: "I miss his jokes" is a short statement, and no trade.
_STATES = late_pattern(
    rf"^\W*(?:{any_of(COORDINATORS, THIRD_PERSON, DEMONSTRATIVES, QUANTIFIERS, ADVERBS)}"
    r"|I['’](?:ll|d)|I (?!am|was|work|come|came|live|grew|walked|want|had)\w+)\b",
    re.IGNORECASE,
)
#: Why one came, in whatever words.
_REASON = late_pattern(
    r"\bbecause\b|\bI (?:just |only |simply )?(?:came|walked|wanted|needed|left|ran|heard|had to"
    r"|could(?: not|n['’]t)|thought|felt|followed|got)\b",
    re.IGNORECASE,
)
_OF_SOMEBODY = late_pattern(rf"\b(?:{KIN})\b|\b(?:s?he|him|his|hers?)(?:['’]\w+)?\b", re.IGNORECASE)
_KIN = late_pattern(rf"\b(?:my|our|an?) (?:\w+ )?(?:{KIN})\b", re.IGNORECASE)
_THIRD = late_pattern(rf"\b{any_of(THIRD_PERSON)}\b", re.IGNORECASE)
_OF_SPEAKER = late_pattern(
    rf"\b{any_of(FIRST_PERSON)}\b|^\W*(?:to|because|from|by|for|since)\b", re.IGNORECASE
)


def find_mould(question: str, moulds: Moulds) -> Mould | None:
    """Return the mould of the agent's own words, or one by what they ask for; None: of no kind.

    Its own voice may ask for a trade in any words, and moulds are forgotten by a restart.
    """
    asked = (Mould(f"{_ASKS}{kind}", question) for kind, _ in OPEN if asks_for(question, {kind}))
    return moulds.find(question) or next(asked, None)


def find_asked(words: str, asked: Sequence[str], moulds: Moulds, at: datetime) -> str:
    """Return which of the agent's latest questions `words` answer, the latest last; empty: none.

    It is the one to which they are of the right kind, else the latest.
    """
    latest = next(reversed(asked), "")
    if is_yes_or_no(latest) and (_YES.match(words) or _NO.match(words)):
        return latest
    for question in reversed(asked):
        if read_answer(question, words, "", at):
            return question
        mould, tale = find_mould(question, moulds), read_tale(words, "", at)
        if mould and tale and mould.key == f"{_ASKS}{tale.kind}":
            return question
    return latest


def find_last_question(said: str) -> str:
    """Return the last sentence of the agent's words that asks something; empty: none does."""
    return next(filter(is_question, reversed(split_sentences(said))), "")


def is_answer_to_own(
    words: str, meeting: Meeting, mould: Mould | None = None, near: float | None = NOT_WRITTEN
) -> bool:
    """Return whether `words` of the partner answer what the agent has just asked.

    A statement that shares nothing with the question, and tells something else, does not.  Where
    something is written behind the question for any answer, it is told by how `near` both are in
    meaning, 0 to 1; None: that is not known.
    """
    if not wants_answer(meeting.last_own):
        return False
    bare = _BESIDE.sub("", leave_out_echo(words, meeting.last_own))
    if asks(bare) or is_farewell(bare):
        return False
    if near == NOT_WRITTEN:
        return not _OF_HEARER.search(bare) and _is_of_it(words, meeting, mould)
    if is_greeting(bare) or _TO_HEARER.match(bare) or find_feeling(bare) == "thanks":
        return False
    along = mould is not None and mould.key.startswith(_ALONG)
    return near is None or _is_likely(bare, meeting.last_own, near, along=along)


def _is_likely(words: str, asked: str, near: float, *, along: bool) -> bool:
    """Return whether words likely answer a question to which they are so near; a question that was
    only asked `along` with an answer to something else is more often passed over."""
    if along and find_remark_kind(words) in _OF_ANSWER:
        return False
    if len(find_words(words)) <= SHORT:
        return True
    shares = set(stem_words(words)) & set(stem_words(find_last_question(asked)))
    plainly = _YES.match(words) or _NO.match(words)
    weight = NEAR * near + (SHARED if shares else 0.0) + (PLAINLY if plainly else 0.0)
    return weight >= (LIKELY_ALONG if along else LIKELY)


def _is_of_it(words: str, meeting: Meeting, mould: Mould | None) -> bool:
    """Return whether a statement may be about what a question asks."""
    asked = meeting.last_own
    own = " ".join(filter(is_question, split_sentences(asked))) or asked
    gist = mould.gist if mould else ""
    count = len(find_words(words))
    plainly = count <= PLAIN and (_YES.match(words) or _NO.match(words))
    asks_open = mould is not None and mould.kind in OPEN_KINDS and mould.key.startswith(_ASKS)
    tells_else = asks_open and _STATES.match(words) and not _answers_open(words, meeting)
    if (count <= SHORT and not tells_else) or (plainly and is_yes_or_no(own)):
        return True
    shares = set(stem_words(words)) & set(stem_words(f"{own} {gist}"))
    if shares or (_OF_SOMEBODY.search(asked) and _OF_SOMEBODY.search(words)):
        return True
    if find_worry(words) or find_remark_kind(words) in _OF_ANSWER:
        return False
    if mould and mould.kind in ("trade", "origin", "errand") and mould.key.startswith(_ASKS):
        gives_reason = mould.kind == "errand" and _REASON.search(words) is not None
        return gives_reason or _answers_open(words, meeting)
    kin = _KIN.search(words)
    if mould and mould.kind in ("kin", "woe"):
        return bool(_THIRD.search(words)) and not kin
    return not kin and (not mould or bool(_OF_SPEAKER.search(words)))


def _answers_open(words: str, meeting: Meeting) -> bool:
    """Return whether words tell a trade, a home or an errand."""
    tale = read_tale(words, meeting.partner, meeting.seen)
    told = tale is not None and tale.kind in OPEN_KINDS
    return told or _BEGINS.match(words) is not None


def take_in_answer(
    words: str, meeting: Meeting, lines: SocialLines, here: Encounter, lately: Sequence[str] = ()
) -> VoiceLine:
    """Return what the agent says to an answer, fitting what it has asked: what is written behind
    its last words, else what fits the one of its questions of `lately` that is answered."""
    behind = list_behind(meeting.last_own, meeting.partner, lines, here)
    if said := lines.choose_among(behind, meeting.partner, here):
        return said
    asked = find_asked(words, lately, lines.moulds, here.now) or meeting.last_own
    mould = find_mould(asked, lines.moulds) or Mould("", "")
    texts = set(lines.texts.keys())
    key = next((each for each in _list_keys(words, asked, mould) if each in texts), _KEY)
    if key == _KEY:
        return lines.choose_own("answered", key, meeting.partner, here)
    return lines.choose_text(key, meeting.partner, here, gist=mould.gist)


def list_behind(
    asked: str, partner: str, lines: SocialLines, here: Encounter
) -> tuple[VoiceLine, ...]:
    """Return what is written behind the agent's own question for whatever is answered to it: in its
    voice, or in the text for lines that all agents ask by."""
    if own := here.voice.sources.list_for_any_answer(asked):
        return own
    mould = lines.moulds.find(asked)
    return tuple(lines.list_behind(_TO_LINES, mould, partner)) if mould else ()


def _list_keys(words: str, asked: str, mould: Mould) -> Iterator[str]:
    """Yield the keys of the texts that fit, the most fitting first."""
    said = "yes" if _YES.match(words) else "no" if _NO.match(words) else ""
    closed = said and is_yes_or_no(asked)
    if mould.key:
        yield from [f"{_KEY}.{mould.kind}.{said}"] if closed else []
        yield f"{_KEY}.{mould.kind}"
    yield from [f"{_KEY}.{said}"] if closed else []
