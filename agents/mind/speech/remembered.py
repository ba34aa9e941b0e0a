"""What the agent remembers of what it is asked, as sentences that say where they come from.

The words of others are quoted, so that they stay theirs: `You told me on Tuesday: "…"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from agents.meaning import NO_MEANINGS, Meanings
from agents.memory.language.patterns import SPEECH_TAGS
from agents.memory.language.stems import find_words, remove_name, stem_words
from agents.memory.language.words import FIRST_PERSON, any_of
from agents.memory.recall.hits import Hit
from agents.mind.speech.asker import tells_of_oneself
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.courtesies import is_greeting
from agents.mind.speech.questions import is_of_the_kind, wants_to_know
from agents.mind.voice.likeness import list_parts, remove_address
from agents.prose import split_sentences, to_first_person

#: A memory answers if it has this part of what the question is about.
COVERED = 0.5

#: It must share so many words with the question, unless the asker asks for their own words: one
#: is often chance.
LEAST_SHARED = 2

#: Where meanings are known, a question is also answered by a memory that is so near to it: by what
#: the asker said or did in a question about the asker, and by what anybody else said.  What others
#: did is near to any question that names them.
NEAR_OWN, NEAR_OTHER, NEVER = 0.2, 0.5, 2.0

#: The fit of such a memory: the first, and so much more for its nearness.
NEAR_FIT, NEAR_RISE = 0.28, 0.6

#: The fit of what the asker said of themselves, to a question for just that.
TOLD_FIT = 0.75

#: A quotation in an answer has at most this many characters.
QUOTED = 200

_SAID = re.compile(
    rf"(?P<speaker>[^\n\"“>]{{1,60}}?) {SPEECH_TAGS}(?P<private>(?: to)? you)?, \"(?P<words>.*)\"$",
    re.S,
)
#: The sentences that this module makes.
_RETOLD = re.compile(r"\btold me (?:just now|today|yesterday|on )|^I saw it ")
#: What an agent passes on, as `manners.passed-on` says it.
_PASSED_ON = re.compile(
    r"\b(?P<teller>[A-Z]\w+) told me (?:just now|today|yesterday|on [^:]{3,20}): '(?P<words>.+)'$"
)
_SINGLE_QUOTES = re.compile(r"(?<!\w)['‘’]|['‘’](?!\w)")
_OWN_LINE = re.compile(r"~[^\n>]{1,60}>")
#: What one asks for oneself without asking about oneself: "What can I do here?"
_FOR_ONESELF = re.compile(
    r"\b(?:can|could|should|may|must|might|shall) (?:I|we)\b"
    r"|\bhow do (?:I|we) (?:get|go|find|reach|make|use|come)\b",
    re.IGNORECASE,
)
#: What one asks the hearer about the hearer; what others know or said is asked otherwise.
_OF_THE_HEARER = re.compile(
    r"\b(?:are|do|did|were|have|will|would|can|could) you\b"
    r"(?! (?:know|hear|heard|see|saw|seen|remember|recall|find|found|meet|met))|\byour\b",
    re.IGNORECASE,
)
_TOLD_BY_ASKER = re.compile(
    r"\b(?:did|do|have|am|was) I\b|\bI (?:told|said|promised|lost|come|came|live|like|fear|do)\b"
    r"|\b(?:know|remember|recall|forgotten|about) my\b",
    re.IGNORECASE,
)
#: Questions that a deed of the asker's answers; what they lost or fear they have told.
_OF_DEEDS = re.compile(
    r"\b(?:g[ia]ve|given|br[io]ng|brought|take|took|dropped?|left|make|made|bro?ke|broken"
    r"|show(?:ed)?)\b|\bdid I (?!lose|say|tell|promise|come|fear)",
    re.IGNORECASE,
)
_GIVES_ME = re.compile(r"^(?P<who>.{1,60}?) gives you (?P<what>[^\n]+?)\.$")
_OF_THE_TWO = re.compile(rf"\b(?:{any_of(FIRST_PERSON)}|told|remember|said)\b", re.IGNORECASE)
#: Words of a question that no answer repeats.
_ASKING = "tell told remember say said name called know question answer"


@dataclass(frozen=True, slots=True)
class Asked:
    """Words to answer, with who hears them and who says them."""

    me: str
    partner: str
    heard: str
    overheard: bool = False
    """Whether others than the partner hear the answer."""


@dataclass(frozen=True, slots=True)
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


def recall_facts(
    hits: Iterable[Hit], asked: Asked, now: datetime, meanings: Meanings = NO_MEANINGS
) -> list[Remembered]:
    """Return what `hits` have to say about the words heard, the best first, none twice."""
    found: dict[str, Remembered] = {}
    about = _find_topic_stems(asked)
    for hit in hits:
        for each in _make_remembered(hit, about, asked, now):
            found.setdefault(each.fact.casefold(), each)
    rated = _rate_meaning(list(found.values()), asked, meanings)
    return sorted(rated, key=lambda each: (-each.fit, not each.first_hand, -each.seq))


def _rate_meaning(
    found: Sequence[Remembered], asked: Asked, meanings: Meanings
) -> Iterator[Remembered]:
    """Yield `found`, those that are near to the question in meaning with a better fit."""
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
    if not wants_to_know(heard):
        return []
    known = [each for each in facts if each.answers]
    return [
        Candidate(each.sentence, Origin.MEMORY, each.fit, found=f"memory #{each.seq}")
        for each in known[:2]
    ]


def is_about_the_two(heard: str) -> bool:
    """Return whether a question is about the asker or what was said, not about the agent."""
    if not wants_to_know(heard) or _FOR_ONESELF.search(heard):
        return False
    return bool(_OF_THE_TWO.search(heard))


def asks_what_was_told(heard: str) -> bool:
    """Return whether a question asks for something that the asker has told, or has not."""
    asks = is_about_the_two(heard) and not _OF_THE_HEARER.search(heard)
    return asks and bool(_TOLD_BY_ASKER.search(heard))


def describe_day(at: datetime, now: datetime) -> str:
    """Return when something was, as one says it: ``just now``, ``today``, ``on Tuesday``.

    Days are real ones, of this machine's time zone: people ask in theirs, not in the world's.
    """
    at, now = at.astimezone(), now.astimezone()
    if now - at < timedelta(minutes=10):
        return "just now"
    days = (now.date() - at.date()).days
    if days < 1:
        return "today"
    if days == 1:
        return "yesterday"
    if days < 7:
        return f"on {at:%A}"
    return f"on {at.day} {at:%B}" if at.year == now.year else f"on {at.day} {at:%B %Y}"


def _find_topic_stems(asked: Asked) -> frozenset[str]:
    """Return what the questions among the words heard are about, or else all of them."""
    sentences = split_sentences(asked.heard)
    questions = [each for each in sentences if wants_to_know(each)] or sentences
    stems = stem_words(" ".join(questions))
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
    speaker = said["speaker"] if said else ""
    passed_on = _PASSED_ON.search(words) if said else None
    own = (passed_on["teller"] if passed_on else speaker) == asked.partner or (
        said is None and words.startswith(f"{asked.partner} ")
    )
    told_words = _open_quotes(words) if said else words
    quoted = _shorten(_drop_address(told_words, asked.me), about)
    fit = _cover(about, f"{speaker} {words}")
    ours = own and is_about_the_two(asked.heard)
    told = own and tells_of_oneself(words, asked.heard)
    fits = _is_asked_for(asked, words, ours=ours, said=bool(said))
    shared, when = round(fit * len(about)), describe_day(hit.at, now)
    sentence, fact = _phrase(speaker, passed_on or quoted, when, own=own)
    yield Remembered(
        sentence=sentence,
        fact=fact,
        bare=quoted.removeprefix(f"{asked.partner} "),
        seq=hit.seq,
        fit=max(fit, TOLD_FIT) if told else fit,
        answers=told or (fits and fit >= COVERED and shared >= (1 if ours else LEAST_SHARED)),
        near_enough=_find_nearness(asked, about, ours=ours, said=bool(said)) if fits else NEVER,
        first_hand=own,
    )


def _is_asked_for(asked: Asked, words: str, *, ours: bool, said: bool) -> bool:
    """Return whether a question may be answered by what was said, or done, in `words`."""
    if ours:
        return said or bool(_OF_DEEDS.search(asked.heard))
    return is_of_the_kind(words, asked.heard)


def _find_nearness(asked: Asked, about: frozenset[str], *, ours: bool, said: bool) -> float:
    """Return from which nearness on a memory answers that shares too few words."""
    if ours:
        return NEAR_OWN
    of_hearer = _OF_THE_HEARER.search(asked.heard) and not _OF_THE_TWO.search(asked.heard)
    return NEAR_OTHER if said and about and not of_hearer else NEVER


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


def _phrase(speaker: str, quoted: str | re.Match[str], when: str, *, own: bool) -> tuple[str, str]:
    """Return what the agent may say of it and the line of a prompt; no `speaker`: it was seen."""
    if isinstance(quoted, re.Match):
        return _phrase_passed_on(quoted, speaker, when, own=own)
    if not speaker:
        if isinstance(quoted, str) and quoted.startswith("You "):  # a deed of the agent's own
            return f"{to_first_person(quoted)} That was {when}.", f"{quoted} ({when})"
        if isinstance(quoted, str) and (gift := _GIVES_ME.match(quoted)):
            who = "You" if own else gift["who"]
            return f"{who} gave me {gift['what']}. That was {when}.", f"{quoted} ({when})"
        return f"I saw it {when}: {quoted}", f"{quoted} ({when})"
    told = f"{'You' if own else speaker} told me {when}: '{quoted}'"
    return told, f"{speaker} said {when}: '{quoted}'"


def _phrase_passed_on(
    found: re.Match[str], speaker: str, when: str, *, own: bool
) -> tuple[str, str]:
    """Return the same of what `speaker` had from somebody else."""
    teller, words = found["teller"], found["words"]
    whose = "what you had said" if own else f"what {teller} had said"
    return (
        f"{speaker} told me {when} {whose}: '{words}'",
        f"{speaker} had it from {teller}: '{words}'",
    )


def _may_be_told(hit: Hit, said: re.Match[str] | None, words: str, asked: Asked) -> bool:
    """Return whether a memory states something that the asker may hear."""
    own = _OWN_LINE.match(hit.text) or (said is not None and said["speaker"] == asked.me)
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
    """Return whether `words` state something; a question, or what was just said, does not.

    Nor does what somebody else remembers: it would be told as that one's own words.  What an agent
    passes on names its source, and may be told with both names.
    """
    told = _drop_address(words, asked.me)
    if wants_to_know(told) or _only_greets(told) or find_words(words) == find_words(asked.heard):
        return False
    return not _RETOLD.search(words) or bool(_PASSED_ON.search(words))


def _drop_address(words: str, name: str) -> str:
    """Return `words` without the agent's name at their beginning: ``Wren, I lost a boat.``"""
    bare = re.sub(rf"^{re.escape(name)}\s*[,:!]\s*", "", words, flags=re.IGNORECASE)
    return bare[:1].upper() + bare[1:]


def _cover(about: frozenset[str], text: str) -> float:
    return len(about & set(stem_words(text))) / len(about) if about else 0.0


def _shorten(words: str, about: frozenset[str]) -> str:
    """Return the sentences of `words` that are about it, if the whole is long."""
    if len(words) <= QUOTED:
        return words
    best = max(split_sentences(words) or [words], key=lambda each: _cover(about, each))
    return best if len(best) <= QUOTED else best[:QUOTED].rsplit(" ", 1)[0] + " …"
