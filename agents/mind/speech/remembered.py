"""What the agent remembers of what it is asked, as sentences that say where they come from.

The words of others are quoted, so that they stay theirs: `You told me on Tuesday: "…"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from agents.in_parts import InParts
from agents.meaning import NO_MEANINGS, Meanings
from agents.memory.language.patterns import SPEECH_TAGS
from agents.memory.language.stems import find_words, remove_name, stem_words
from agents.memory.language.words import FIRST_PERSON, any_of
from agents.memory.recall.hits import Hit
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.days import WHEN, describe_day
from agents.mind.speech.parties.asker import tells_of_oneself
from agents.mind.speech.phrasing import phrase
from agents.mind.speech.questions import (
    asks_colour,
    asks_leave_of_others,
    asks_of_a_matter,
    asks_of_needs,
    asks_of_the_past,
    asks_what_could_be,
    asks_what_may_be,
    find_favour,
    is_of_the_kind,
    keep_questions,
    names_colour,
    only_echoes,
    wants_to_know,
)
from agents.mind.speech.remembering.choosing import asks_for_judgement, choose_words
from agents.mind.speech.remembering.covering import (
    LEAST_SHARED,
    cover,
    find_least_shared,
    has_somebody,
    is_of_just_that,
)
from agents.mind.speech.turning import drop_address
from agents.mind.voice.asking import is_yes_or_no, remove_address
from agents.mind.voice.courtesies import is_greeting
from agents.mind.voice.likeness import list_parts
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: A memory answers if it has this part of what the question is about.
COVERED = 0.5

#: Where meanings are known, a question is also answered by a memory that is so near to it: by what
#: the asker said or did in a question about the asker, and by what anybody else said.  What others
#: did is near to any question that names them.
NEAR_OWN, NEAR_OTHER, NEVER = 0.2, 0.5, 2.0

#: The fit of such a memory: the first, and so much more for its nearness.
NEAR_FIT, NEAR_RISE = 0.28, 0.6

#: The fit of what the asker said of themselves, to a question for just that.
TOLD_FIT = 0.75

#: What others said fits no better: the voice's own answer to just that goes first.
OTHERS_FIT = 0.7

_SAID = late_pattern(
    rf"(?P<speaker>[^\n\"“>]{{1,60}}?) {SPEECH_TAGS}(?P<private>(?: to)? you)?, \"(?P<words>.*)\"$",
    re.S,
)
#: The sentences that this module makes.
_RETOLD = late_pattern(rf"\btold me {WHEN}|^I saw it ")
#: What an agent passes on, as `manners.passed-on` says it.
_PASSED_ON = late_pattern(rf"\b(?P<teller>[A-Z]\w+) told me {WHEN}: '(?P<words>.+)'$")
_SINGLE_QUOTES = late_pattern(r"(?<!\w)['‘’]|['‘’](?!\w)")
_OWN_LINE = late_pattern(r"~[^\n>]{1,60}>")
#: What one asks for oneself without asking about oneself: "What can I do here?"
_FOR_ONESELF = late_pattern(
    r"\b(?:can|could|should|may|must|might|shall) (?:I|we)\b"
    r"|\bhow do (?:I|we) (?:get|go|find|reach|make|use|come)\b",
    re.IGNORECASE,
)
#: Words that have the asker in them and are not about the asker: "Tell me where …", "come with me".
_TO_ONESELF = late_pattern(
    r"\b(?:tell|show|give|bring|help|teach|lend|let|excuse|forgive|take|follow|join|with|to|for)"
    r" (?:me|us)\b",
    re.IGNORECASE,
)
#: What nobody remembers: "Tell me a joke."
_BIDS_PERFORM = late_pattern(
    r"\b(?:tell|sing|give|show|teach|play)(?: me| us)? (?:an?|another|one|some\w*) ", re.IGNORECASE
)
#: What one asks the hearer about the hearer; what others know or said is asked otherwise.
_OF_THE_HEARER = late_pattern(
    r"\b(?:are|do|did|were|have|will|would|can|could) you\b"
    r"(?! (?:know|hear|heard|see|saw|seen|remember|recall|find|found|meet|met))|\byour\b"
    r"|\bwhat (?:brought|brings|made|makes|kept|keeps|led) you\b|\byours\b"
    r"|\bdo you know (?:anything|something|much|a thing) (?:about|of) (?!me\b|my\b)",
    re.IGNORECASE,
)
#: Who was called is nothing of what was told: "Hester, I have tuned sixty organs."
_CALLS_ANOTHER = late_pattern(r"^[A-Z][\w'’-]+, (?=(?:I|my|we|our)\b)")
#: Nobody has told what one asks so of oneself: "Am I the first here?"
_OF_ONES_STATE = late_pattern(
    r"(?:^|[.!?] )\W*(?:(?:and|but|so)\W+)?(?:am|should|must|may) I\b", re.IGNORECASE
)
_TOLD_BY_ASKER = late_pattern(
    r"\b(?:did|do|have|was) I\b|\b(?:who|where|what|how old) am I\b"
    r"|\bI (?:told|said|promised|lost|come|came|live|like|fear|do)\b"
    r"|\b(?:know|remember|recall|forgotten|about) my\b",
    re.IGNORECASE,
)
#: "How do I cross the lake?" and "Do I have to sign?" ask for what nobody has told yet.
_ASKS_WAY = late_pattern(
    r"\bdo (?:I|we) (?:(?:have|need) to|owe)\b|\bdid I (?:do|get|make)\b[^?]*\bwrong\b"
    r"|\bhow (?:do|can|could|should|would|might|may|must) (?:I|we)\b"
    r"|\b(?:where|when) (?:can|could|should|would|might|may|must) (?:I|we)\b",
    re.IGNORECASE,
)
#: Questions that a deed of the asker's answers; what they lost or fear they have told.
_OF_DEEDS = late_pattern(
    r"\b(?:g[ia]ve|given|br[io]ng|brought|take|took|dropped?|left|make|made|bro?ke|broken"
    r"|show(?:ed)?)\b|\bdid I (?!lose|say|tell|promise|come|fear)",
    re.IGNORECASE,
)
#: What one says of the hearer tells nothing of oneself.
_OF_YOU = late_pattern(r"^\W*(?:(?:and|but|so)\W+)?you(?:['’]\w+|r)?\b", re.IGNORECASE)
_OF_THE_TWO = late_pattern(rf"\b(?:{any_of(FIRST_PERSON)}|told|remember|said)\b", re.IGNORECASE)
_ASKS_WHO = late_pattern(r"\bwhom?\b", re.IGNORECASE)
#: How well that fits which has every word of a question.
ALL_OF_IT = 1.0
#: Words of a question that no answer repeats.
_ASKING = "tell told remember say said name called know question answer hear matter wrong anywhere"


@late_dataclass(frozen=True, slots=True)
class Asked:
    """Words to answer, with who hears them and who says them."""

    me: str
    partner: str
    heard: str
    overheard: bool = False
    """Whether others than the partner hear the answer."""
    line: str = ""
    """The whole line as it was said, where `heard` is another wording of it."""
    from_agent: bool = False
    """Whether another agent says them, in words that voices foresee."""
    anew: bool = False
    """Whether `heard` is a question that they put before, and was answered beside the point."""


@late_dataclass(frozen=True, slots=True)
class Remembered:
    """One memory that has to do with what was said."""

    sentence: str
    """What the agent may say of it, with its source."""
    fact: str
    """The same as a line of a prompt: `Ada said on Tuesday: "…"`."""
    bare: str
    """The words or the deed alone."""
    seq: int
    fit: float
    """How well it fits the question, 0 to 1."""
    answers: bool
    """Whether it answers the question, and is not only about the same."""
    near_enough: float
    """From this nearness in meaning on it answers in any case."""
    first_hand: bool = False
    """Whether the asker said or did it."""
    source: str = ""
    """Of a sentence of a summary, where it stands and what it rests on; empty: a single memory."""
    spare: bool = False
    """Whether it answers only where nothing else does."""
    may_say_yes: bool = False
    """Whether it may answer yes or no: the asker told it, or somebody else just that."""


def recall_facts(
    hits: Iterable[Hit], asked: Asked, now: datetime, meanings: Meanings = NO_MEANINGS
) -> InParts[list[Remembered]]:
    """Return what `hits` have to say about the words heard, the best first, none twice."""
    found: dict[str, Remembered] = {}
    about = find_topic_stems(asked)
    for hit in hits:
        for each in _make_remembered(hit, about, asked, now):
            found.setdefault(each.fact.casefold(), each)
        yield
    rated = rate_meaning(list(found.values()), asked, meanings)
    return sorted(rated, key=lambda each: (-each.fit, not each.first_hand, -each.seq))


def rate_meaning(
    found: Sequence[Remembered], asked: Asked, meanings: Meanings
) -> Iterator[Remembered]:
    """Yield `found` in order, those that are near to the question in meaning with a better fit."""
    question = remove_address(asked.heard, asked.me)
    parts = [list_parts(each.bare) if each.near_enough < NEVER else [] for each in found]
    # All at once: to embed one text after the other takes several times as long.
    near = iter(meanings.compare(question, [part for each in parts for part in each]))
    for each, own in zip(found, parts, strict=True):
        meant = max(islice(near, len(own)), default=0.0)
        if meant >= each.near_enough:
            fit = max(each.fit, NEAR_FIT + NEAR_RISE * meant)
            yield replace(each, fit=min(fit, 1.0), answers=True)
        else:
            yield each


def make_memory_candidates(facts: Sequence[Remembered], heard: str) -> list[Candidate]:
    """Return answers from memory; none unless the words heard are a question."""
    asked = keep_questions(heard)
    if not wants_to_know(asked) or _BIDS_PERFORM.search(asked):
        return []
    of_leave = asks_leave_of_others(asked)
    if asks_of_a_matter(asked) or not (of_leave or _may_be_told_of(asked)):
        return []
    if only_echoes(heard) or asks_of_needs(asked):
        return []
    if (of_leave or asks_what_may_be(asked)) and not _TOLD_BY_ASKER.search(asked):
        facts = [each for each in facts if each.may_say_yes and not each.first_hand]
    known = [each for each in facts if each.answers and each.sentence]
    of_the_two = _OF_THE_TWO.search(_TO_ONESELF.sub("", asked)) or asks_of_the_past(asked)
    if asks_what_could_be(asked) or not of_the_two:  # "Anything you want to ask me?"
        told = _ASKS_WHO.search(asked) is not None  # "Who hit whom?" is of just what they told
        known = [e for e in known if not e.first_hand or (told and e.fit >= ALL_OF_IT
                                                          and has_somebody(e.bare))]  # fmt: skip
    if is_yes_or_no(asked) and not is_about_the_two(asked):  # of the like is neither yes nor no
        known = [e for e in known if e.may_say_yes or not _RETOLD.search(e.sentence)]
    if _is_of_hearer(asked):  # what others said is no answer to that
        known = [each for each in known if each.source]
    if asks_colour(asked):  # what else was told of the same is no colour
        known = [each for each in known if names_colour(each.bare)]
    best = ([each for each in known if not each.spare] or known)[:2]
    found = ((each, each.source or f"memory #{each.seq}") for each in best)
    return [Candidate(each.sentence, Origin.MEMORY, each.fit, found=by) for each, by in found]


def _may_be_told_of(asked: str) -> bool:
    return not find_favour(asked) and _OF_ONES_STATE.search(asked) is None


def is_about_the_two(heard: str) -> bool:
    """Return whether a question is about the asker or what was said, not about the agent."""
    asked = keep_questions(heard)
    if not wants_to_know(asked) or _FOR_ONESELF.search(asked) or _is_of_hearer(asked):
        return False
    return bool(_OF_THE_TWO.search(_TO_ONESELF.sub("", asked)))


def asks_what_was_told(heard: str) -> bool:
    """Return whether a question asks for something that the asker has told, or has not."""
    asked = keep_questions(heard)
    of_what_is_to_be = _ASKS_WAY.search(asked) or asks_of_needs(asked)
    if asks_for_judgement(heard, asked):
        return False
    if find_favour(asked) in ("keep", "gift", "company"):
        return False  # "Could you keep it until I come back from the lake?" asks for no memory.
    return not of_what_is_to_be and is_about_the_two(asked) and bool(_TOLD_BY_ASKER.search(asked))


def is_retold(words: str) -> bool:
    """Return whether words tell what somebody told their speaker, or what that one saw."""
    return _RETOLD.search(words) is not None


def _is_of_hearer(asked: str) -> bool:
    """Return whether a question is about the hearer, and not about what the asker told or did."""
    return bool(_OF_THE_HEARER.search(asked)) and not _TOLD_BY_ASKER.search(asked)


def find_topic_stems(asked: Asked) -> frozenset[str]:
    """Return what the questions among the words heard are about, or else all of them."""
    stems = stem_words(keep_questions(asked.heard))
    for name in (asked.me, asked.partner):
        stems = remove_name(stems, name)
    return frozenset(stems).difference(stem_words(_ASKING))


def _make_remembered(
    hit: Hit, about: frozenset[str], asked: Asked, now: datetime
) -> Iterator[Remembered]:
    said = _match_speech(hit)
    words = _keep_statements(said["words"]) if said else hit.text.strip()
    if not _may_be_told(hit, said, words, asked):
        return
    speaker, passed_on = (said["speaker"], _PASSED_ON.search(words)) if said else ("", None)
    teller = passed_on["teller"] if passed_on else speaker
    own = teller == asked.partner or (not said and words.startswith(f"{asked.partner} "))
    bare = drop_address(_open_quotes(words) if said else words, asked.me)
    quoted = choose_words(_CALLS_ANOTHER.sub("", bare), about, asked.heard, own and bool(said))
    fit = cover(about, f"{speaker} {_CALLS_ANOTHER.sub('', words)}")
    ours, told = own and is_about_the_two(asked.heard), own and tells_of_oneself(words, asked.heard)
    fits, shared = _is_asked_for(asked, words, ours=ours, said=bool(said)), round(fit * len(about))
    sentence, fact = phrase(speaker, passed_on or quoted, describe_day(hit.at, now), own=own)
    by = teller if not own or _ASKS_WHO.search(asked.heard) else ""
    least = 1 if ours else find_least_shared(about, by, asked.heard, bare)
    yield Remembered(
        sentence=sentence,
        fact=fact,
        bare=quoted.removeprefix(f"{asked.partner} "),
        seq=hit.seq,
        fit=max(fit, TOLD_FIT) if told else min(fit, 1.0 if own or not said else OTHERS_FIT),
        answers=told or (fits and fit >= COVERED and shared >= least),
        near_enough=_find_nearness(asked, shared, ours=ours, said=bool(said)) if fits else NEVER,
        first_hand=own,
        spare=least == shared == 1 and not ours,
        may_say_yes=own or is_of_just_that(fit, shared, teller, asked.heard),
    )


def _is_asked_for(asked: Asked, words: str, *, ours: bool, said: bool) -> bool:
    """Return whether a question may be answered by what was said, or done, in `words`."""
    if ours:
        return said or bool(_OF_DEEDS.search(asked.heard))
    return is_of_the_kind(words, asked.heard)


def _find_nearness(asked: Asked, shared: int, *, ours: bool, said: bool) -> float:
    """Return from which nearness on a memory answers that has too small a part of the words.

    What others said has to share more than the name of what is asked about, by which they may have
    been spoken to.
    """
    if ours:
        return NEAR_OWN
    of_hearer = _OF_THE_HEARER.search(asked.heard) and not _OF_THE_TWO.search(asked.heard)
    return NEAR_OTHER if said and shared >= LEAST_SHARED and not of_hearer else NEVER


def _keep_statements(words: str) -> str:
    """Return `words` without questions and greetings; as they are if that leaves nothing."""
    sentences = split_sentences(words)
    told = [each for each in sentences if not wants_to_know(each) and not _only_greets(each)]
    return " ".join(told) if 0 < len(told) < len(sentences) else words


def _only_greets(words: str) -> bool:
    """Return whether `words` greet and tell nothing: "Hello, I come from Bergen." tells."""
    return is_greeting(words) and not re.search(rf"\b{any_of(FIRST_PERSON)}\b", words, re.I)


def _open_quotes(words: str) -> str:
    """Return `words` without quotation marks, so that they cannot end the quotation they are in.

    Apostrophes within words stay.
    """
    return _SINGLE_QUOTES.sub("", words)


def _match_speech(hit: Hit) -> re.Match[str] | None:
    """Match what somebody says in a memory: only words that its speaker is known to have said.

    A gesture may read like anybody's speech.
    """
    said = _SAID.fullmatch(hit.text.strip())
    return said if said and said["speaker"] == hit.speaker else None


def _may_be_told(hit: Hit, said: re.Match[str] | None, words: str, asked: Asked) -> bool:
    """Return whether a memory states something that the asker may hear.

    The line that is answered states nothing new, whatever stands in it beside its question.
    """
    own = _OWN_LINE.match(hit.text) or (said is not None and said["speaker"] == asked.me)
    if said and find_words(said["words"]) == find_words(asked.line or asked.heard):
        return False
    told = split_sentences(drop_address(words, asked.me))
    if said and said["speaker"] == asked.partner and all(map(_OF_YOU.match, told)):
        return False
    states = "\n" not in words and _tells(words, asked)
    return states and not own and not _is_secret(hit, said, asked)


def _is_secret(hit: Hit, said: re.Match[str] | None, asked: Asked) -> bool:
    """Return whether the answer could give private words to somebody who was not told them.

    Quoted words in a form that is not known, of a text of the vault or cut short, may be private.
    """
    if said is None:
        return '"' in hit.text
    return bool(said["private"]) and (said["speaker"] != asked.partner or asked.overheard)


def _tells(words: str, asked: Asked) -> bool:
    """Return whether `words` state something; a question or a greeting does not.

    Nor does what somebody else remembers: it would be told as that one's own words.  What an agent
    passes on names its source, and may be told with both names.
    """
    told = drop_address(words, asked.me)
    if wants_to_know(told) or _only_greets(told):
        return False
    return not _RETOLD.search(words) or bool(_PASSED_ON.search(words))
