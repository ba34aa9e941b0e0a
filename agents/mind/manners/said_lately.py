"""What an agent and others near it have said aloud of late, told again to a visitor who asks.

It is found by words and, with a sentence model, by meaning, and is told with to whom it was said
and when, never as a transcript.  What has no words of its own ("Once. Due west.") is found by what
was asked before it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.memory.language.stems import is_denial, stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import DIGITS, NUMBERS, ORDINALS, THIRD_PERSON, any_of
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.fallback.wordings import choose_wording
from agents.mind.speech.candidates import EXACT, Candidate, Origin
from agents.mind.speech.days import WHEN, describe_day
from agents.mind.speech.questions import (
    admits_ignorance,
    find_favour,
    is_of_hearer,
    is_of_the_kind,
    wants_to_know,
)
from agents.mind.speech.remembered import is_about_the_two
from agents.mind.speech.told.worries import asks_advice
from agents.mind.speech.turning import turn_to_others
from agents.mind.voice.asking import find_question_word, is_question, is_yes_or_no, remove_address
from agents.mind.voice.courtesies import is_farewell, is_greeting
from agents.mind.voice.likeness import list_parts
from agents.prose import end_sentence, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts
from world.verbs.calling import find_called

#: So many of the latest lines, none older than this, are searched.
KEPT, OLDEST = 240, timedelta(hours=6)
#: Words belong to the question before them if they come within this time.
ANSWERED = timedelta(seconds=45)

#: One word alone tells what was meant only within this time.
LATELY = timedelta(minutes=20)

#: What has two of the words asked for, or means the same, goes before a near line of the voice;
#: what is near in meaning, or has the one word asked for, goes before a line for anything.
SURE, LIKELY = 0.88, 0.5

#: The part of the words asked for that it has; how near in meaning it is, or the question before.
COVERED, NEAR, NEAR_QUESTION, SAME = 0.6, 0.62, 0.7, 0.75

#: More characters are not told again at once.
LONGEST = 160

_SAYS_AGAIN = late_pattern(
    r"\byou (?:told|said)\b|\b(?:told (?:me|you)|said so|so I (?:said|told)|I (?:told|asked) \w+)\b"
    r"|^as I said",
    re.IGNORECASE,
)
#: What a question is not about, whatever else it names.
_TELLS_LITTLE = frozenset(
    stem_words(
        "story tale true mean think say said tell told know remember recall happen hear heard ask"
        " asked look looking thing word tonight today now just yesterday evening really sure"
        " believe see saw seen like please good right want"
    )
)
#: A number is the same of quite other things.
_NUMBERS = frozenset(stem_words(" ".join((*DIGITS, *NUMBERS, *ORDINALS))))
#: Not "How can you tell?" nor "Will you tell him?"
_ASKS_SAID = late_pattern(
    r"\bdid you (?:\w+ )?(?:say|tell)\b|\byou(?:['’]ve| have| had)? (?:\w+ )?(?:said|told)\b", re.I
)
#: What one says who was woken; it is no part of what one told.
_WAKES = late_pattern(
    r"\bI was asleep\b|^(?:hm|what|one moment|who is there|oh, it is you\b[^.?!]*)[.?!]+$",
    re.IGNORECASE,
)
#: What is said of its hearer is for nobody else.
_OF_HEARER = late_pattern(r"\byou(?:r|rs|rself)?\b", re.IGNORECASE)
#: One who leaves says for what; that is no news, and answers nothing later.
_TAKES_LEAVE = late_pattern(
    r"\bI (?:should|must|ought to|had better|have to) (?:be (?:\w+ing|off|away|on my way)|go)\b"
    r"|\bI am on my way to\b",
    re.IGNORECASE,
)
_QUOTES = late_pattern(rf"(?P<teller>[A-Z]\w+) told me {WHEN}: '(?P<words>.*)'$")
#: "What did Moss say?"
_ASKS_OF = late_pattern(
    r"\bwhat (?:did|has|was it that) (?P<who>[A-Z]\w+) (?:just |have to )?(?:say|said|tell|told)\b"
)
_ORDERS = late_pattern(r"^(?:ask|tell|come|go|give|look|listen|sit|mind|take|wait|do not)\b", re.I)


@late_dataclass(frozen=True, slots=True)
class SaidLine:
    """Words that were said aloud in the agent's hearing, or by it."""

    at: datetime
    words: str
    speaker: str
    """Empty: the agent itself."""
    hearers: tuple[str, ...]
    called: str = ""
    """The hearer whom the words address by name; empty: nobody."""
    before: str = ""
    """The question that the words answer; empty: none is known."""
    answers: str = ""
    """The one who spoke just before, whom this line answers; empty: nobody."""

    @property
    def statement(self) -> str:
        """Return the statement in the line, without the name that it addresses."""
        return _find_statement(self.words, self.called)

    def find_stems(self, asker: str) -> frozenset[str]:
        """Return what the line is about, with the question that it answers, unless `asker` did
        ask it: who asks for something else of the same has had that answer."""
        return _stem(self.words if self.answers == asker else f"{self.words} {self.before}")


@late_dataclass(slots=True)
class SaidLately:
    """Keeps the latest lines of one agent and of those whom it hears."""

    lines: deque[SaidLine] = field(default_factory=lambda: deque(maxlen=KEPT))

    def note(self, memory: Experience) -> None:
        """Take note of words said aloud, by the agent itself or by somebody else."""
        if not has_words(memory.text):
            return
        words = extract_speech(memory.text)
        if is_greeting(words) or is_farewell(words) or _SAYS_AGAIN.search(words):
            return
        if _TAKES_LEAVE.search(words):
            return
        speaker = "" if memory.line else memory.speaker
        last = self.lines[-1] if self.lines else None
        answers = last is not None and last.speaker != speaker and memory.at - last.at <= ANSWERED
        called = next(iter(find_called(words, memory.occupants)), "")
        line = SaidLine(memory.at, words, speaker, memory.occupants, called)
        if answers and last:
            before = last.words if is_question(last.words) else ""
            line = replace(line, before=before, answers=last.speaker)
        self.lines.append(line)

    def list_since(self, since: datetime) -> list[SaidLine]:
        """Return the lines since then, the latest first."""
        return [each for each in reversed(self.lines) if each.at >= since]


#: Not "it": that is what was spoken of.
_OF_SOMEBODY = late_pattern(
    rf"\b(?:{any_of(tuple(each for each in THIRD_PERSON if each[0] in 'hs'))})\b", re.IGNORECASE
)


@late_dataclass(frozen=True, slots=True)
class SaidAnswers:
    """Answers for one agent from what was said."""

    lately: SaidLately
    texts: Texts
    me: str
    is_agent: Callable[[str], bool]
    compare: Callable[[str, Sequence[str]], Sequence[float]] = lambda heard, lines: ()
    """Return how near in meaning lines are to words; nothing where that is not known."""
    find_pronoun: Callable[[str], str] = lambda name: ""
    """Return ``he`` or ``she``; empty: not known."""
    own: bool = True
    """Whether what the agent said itself may be told again."""

    def list_lines(self, now: datetime) -> list[str]:
        """Return what may be compared by meaning, the oldest first."""
        lines = self._list_own_and_agents(now, "")
        return [each for line in lines[::-1] for each in (line.before, line.statement) if each]

    def complete(
        self, heard: str, asker: str, now: datetime, found: Sequence[Candidate]
    ) -> list[Candidate]:
        """Return `found` with what was said of what `asker` asks for.

        It goes before an answer that says that one does not know, and before one that denies it.
        """
        said = self.answer(heard, asker, now)
        found = [each for each in found if not self._is_quoted(each, retold=said is None)]
        if said is None:
            return found
        best = max(found, key=lambda each: each.fit, default=None)
        if best is None or best.fit < said.fit or best.fit >= EXACT:
            return [said, *found]
        against = is_denial(best.words) and (said.fit >= SURE or is_yes_or_no(heard))
        if admits_ignorance(best.words) or against:
            said = replace(said, fit=best.fit + 0.01)
        return [said, *found]

    def _is_quoted(self, candidate: Candidate, *, retold: bool) -> bool:
        """Return whether an answer quotes an agent word for word; `retold`: only words that tell
        again what was said."""
        quoted = _QUOTES.match(candidate.words) if candidate.origin is Origin.MEMORY else None
        if quoted is None or not self.is_agent(quoted["teller"]):
            return False
        return not retold or _SAYS_AGAIN.search(quoted["words"]) is not None

    def answer(self, heard: str, asker: str, now: datetime) -> Candidate | None:
        """Return what was said of what a question asks for; None: nothing."""
        bare = remove_address(heard, self.me)
        question = " ".join(filter(_asks_anew, split_sentences(bare)))
        if not question or find_favour(question) or asks_advice(question):
            return None
        if is_about_the_two(question) and not _ASKS_SAID.search(question):
            return None
        # "Do you write to him?": of whom, what was said to another does not tell.
        of_somebody = _OF_SOMEBODY.search(question) and not _ASKS_SAID.search(question)
        if of_somebody or find_question_word(question) == "why":
            return None
        found = self._find(question, heard, asker, now)
        if found is None:
            return None
        line, fit = found
        # What it said to others is what it thinks: unasked, nobody has to hear when it said so.
        plain = not (line.speaker or line.called == asker or _ASKS_SAID.search(question))
        words = line.statement if plain else self._tell(line, asker, now, question)
        if not words or not is_of_the_kind(f"{line.words} {line.before}", question):
            return None
        return Candidate(words, Origin.MEMORY, fit, found=f"what was said {line.at:%H:%M:%S}")

    def _find(
        self, question: str, heard: str, asker: str, now: datetime
    ) -> tuple[SaidLine, float] | None:
        # What they have heard is no answer: who asks on wants something else, or more.
        lines = self._list_own_and_agents(now, "" if _ASKS_SAID.search(question) else asker)
        if not _ASKS_SAID.search(question):
            # Its answer to a visitor is found again as it was then, if it answers this as well.
            lines = [e for e in lines if e.speaker or not e.answers or self.is_agent(e.answers)]
        if asked := _ASKS_OF.search(question):
            by_name = (e for e in lines if e.speaker == asked["who"])
            if not _stem(_ASKS_OF.sub("", question)) - _stem(asker):
                return next(((each, SURE) for each in by_name), None)
        names = _find_names(lines, question)
        named = {each for each in names if mentions_name(question, each)}
        about = _stem(question) - _stem(" ".join((*names, self.me, asker))) - _NUMBERS
        rated = [
            (max(self._rate(each, about, asker, now), near), each)
            for each, near in zip(lines, self._compare(question, heard, lines, asker), strict=True)
        ]
        if not _ASKS_SAID.search(question):
            # What others said among themselves is told unasked only if it surely answers.
            mine = {"", *named}
            rated = [each for each in rated if each[0] >= 1 or each[1].speaker in mine]
        return _choose(rated, named)

    def _list_own_and_agents(self, now: datetime, but: str) -> list[SaidLine]:
        """Return what the agent and other agents said that states something, the latest first;
        without what the agent said to `but`. What visitors told is told by their names elsewhere.
        """
        return [
            each
            for each in self.lately.list_since(now - OLDEST)
            if (self.is_agent(each.speaker) if each.speaker else self.own)
            if each.statement and not admits_ignorance(each.words) and not _was_told(each, but)
            if each.speaker or not _OF_HEARER.search(each.statement)
        ]

    @staticmethod
    def _rate(line: SaidLine, about: frozenset[str], asker: str, now: datetime) -> float:
        """Return from 0 to 2 how well the words of a line fit; 1: surely."""
        shared = len(about & line.find_stems(asker))
        cover = shared / len(about) if about else 0.0
        if cover < COVERED or not shared:
            return 0.0
        if shared > 1 and line.answers != asker:
            return 1 + cover
        return LIKELY + 0.1 if cover == 1 and now - line.at <= LATELY else 0.0

    def _compare(
        self, question: str, heard: str, lines: Sequence[SaidLine], asker: str
    ) -> list[float]:
        """Return for each line how well its meaning fits, as `_rate` does its words.

        What was told before a question is no part of it, where the two can be told apart.
        """
        parts = list_parts(remove_address(heard, self.me))
        part = question if question in parts else next(iter(parts), "")
        told = self.compare(part, [each.statement for each in lines])
        asked = self.compare(part, [each.before for each in lines])
        if not told or not asked:
            return [0.0] * len(lines)
        rated = []
        for line, own, before in zip(lines, told, asked, strict=True):
            near = max(own, before)
            is_near = line.answers != asker and (own >= NEAR or before >= NEAR_QUESTION)
            rated.append((near + (1 if near >= SAME else 0)) if is_near else 0.0)
        return rated

    # --- telling it -------------------------------------------------------------------

    def _tell(self, line: SaidLine, asker: str, now: datetime, question: str) -> str:
        when, to = describe_day(line.at, now), line.called
        words = line.statement
        key = "speech.said" if not line.speaker else "speech.heard"
        if line.speaker:
            words = turn_to_others(words, line.speaker, self.find_pronoun(line.speaker))
            if not words and is_of_hearer(question):
                return ""
            key = key if words else "speech.heard.ask"
        elif to == asker:
            key = "speech.said.to-you"
        elif not to:
            key = "speech.said.to-all"
        values = {"words": words, "to": to, "teller": line.speaker, "when": when, "name": asker}
        return choose_wording(self.texts, key, line.at.second, values)


def _choose(
    rated: Sequence[tuple[float, SaidLine]], named: Container[str]
) -> tuple[SaidLine, float] | None:
    """Return the likeliest: of somebody whom the question names; of equals its own, the latest."""
    best = max(
        rated,
        key=lambda each: (
            each[0] >= LIKELY and each[1].speaker in named,
            each[0],
            not each[1].speaker,
            each[1].at,
        ),
        default=None,
    )
    if best is None or best[0] < LIKELY:
        return None
    return best[1], SURE if best[0] >= 1 else LIKELY


def _asks_anew(sentence: str) -> bool:
    """Return whether a sentence asks, and does not only say after the other: ``News?``"""
    return wants_to_know(sentence) and (
        len(sentence.split()) > 1 or bool(find_question_word(sentence))
    )


def _was_told(line: SaidLine, hearer: str) -> bool:
    """Return whether the agent itself has said a line to `hearer`."""
    to_them = hearer in (line.called, line.answers) or line.hearers == (hearer,)
    return bool(hearer) and not line.speaker and to_them


def _find_names(lines: Sequence[SaidLine], question: str) -> set[str]:
    """Return who is named in a question of those who spoke or heard."""
    heard_by = {each for line in lines for each in (line.speaker, line.called, *line.hearers)}
    return {each for each in heard_by if each and each in question}  # of a crowd a few


@cache_short_texts(1024)
def _stem(words: str) -> frozenset[str]:
    return frozenset(stem_words(words)) - _TELLS_LITTLE


@cache_short_texts(512)
def _find_statement(words: str, called: str) -> str:
    """Return what words state, without questions, biddings and whom they call."""
    bare = remove_address(words, called)
    if called:
        bare = re.sub(rf",\s*{re.escape(called)}(?=[,.!?;:])", "", bare)
    told = (
        each
        for each in split_sentences(bare)
        if not wants_to_know(each) and not is_greeting(each) and not _ORDERS.match(each)
        if not _WAKES.search(each)
    )
    said = ""
    for each in told:
        if len(said) + len(each) >= LONGEST:
            break
        said = f"{said} {each}".strip()
    return end_sentence(f"{said[:1].upper()}{said[1:]}") if said else ""


def find_pronoun(name: str, lore: Sequence[str]) -> str:
    """Return ``he`` or ``she`` as texts speak of somebody; empty: they do not agree."""
    about = [each for each in lore if name in each]
    count = dict.fromkeys(("he", "she"), 0)
    for text in about:
        behind = text.partition(name)[2].lower()
        for word in _list_pronouns(behind):
            count[word] += 1
    he, she = count["he"], count["she"]
    return "he" if he > 2 * she else "she" if she > 2 * he else ""


def _list_pronouns(text: str) -> Iterator[str]:
    for found in re.findall(r"\b(he|his|she|her)\b", text)[:1]:
        yield "he" if found in ("he", "his") else "she"
