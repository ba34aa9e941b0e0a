"""What a speaker has told, sentence by sentence, each with whom it is about, as it is so now.

What they put right counts as they put it right last.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace

from agents.memory.core.records import Experience
from agents.memory.journal.trust import is_planted
from agents.memory.language.injection_guard import is_order
from agents.memory.language.salience import KIN
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    FIRST_PERSON,
    PREPOSITIONS,
    QUESTION_WORDS,
    STOP_WORDS,
    any_of,
)
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.speech.messages import find_message
from agents.mind.speech.questions import wants_to_know
from agents.mind.speech.statements.corrections import RightedWords, read_correction
from agents.mind.speech.statements.feelings import is_correction
from agents.mind.speech.statements.righted_values import find_new_value
from agents.mind.speech.told.people import Circle, Relative
from agents.mind.speech.told.reminders import read_reminder
from agents.mind.speech.told.values import NUMERAL
from agents.mind.speech.turning import turn_clause
from agents.mind.voice.asking import remove_address
from agents.mind.voice.courtesies import is_farewell, is_greeting
from agents.mind.voice.plain_talk import write_out
from agents.prose import capitalise, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: Lines of which `read_ahead` reads so many without a pause; a new one takes some 0.2 ms.
READ_AT_ONCE = 16

_UNIT = late_pattern(rf"^{NUMERAL} (?P<unit>[\w'’-]+)$", re.IGNORECASE)
_BARE = late_pattern(rf"^{NUMERAL}$", re.IGNORECASE)
_NOT_OLD = late_pattern(
    r"^\W*(?:(?:no|oh|sorry|wait|well|and|but)\W+)*(?:it|that|this|he|she|they)"
    r"(?:['’]s| is| was| were) not [^.,;:!?]+[,;:] (?:but )?"
    r"|,? (?:and )?not [^.,;:!?]+",
    re.IGNORECASE,
)
#: What is put right without what was wrong was told within so many sentences.
_LATELY = 6
#: "I said nine days, but that was wrong, "; `old` is what was wrong.
_OLD_SAID = (
    r"^\W*(?:[^.,;:!?]{{1,24}}[:,]\W+){{0,2}}?(?:(?:wait|sorry|no|oh),? )*I (?:said|told you)\b"
    r"[^.,;:!?]*?(?<!\w){old}(?!\w)(?:[^.,;:!?]*[.,;:!?]+\s*|$)"
    r"(?:(?:but |and )?(?:I (?:got it|was|had it)|(?:that|it) (?:is|was)) (?:wrong|mistaken)"
    r"[.,;:!]*\s*)?(?:but )?"
)
#: "Her name is mira", as it is typed in haste.
_CALLED = late_pattern(
    rf"(?P<is>\bname(?:['’]?s| is| was) |\b(?:{KIN}|dog|cat|horse|baby) (?:called|named)"
    r" |\b(?:he|she|it)(?: is| was|['’]s) (?:called|named) )"
    r"(?P<name>(?-i:[a-z])\w+)(?=\W*$|[.,;!?]| (?:and|but|who|which)\b)",
    re.IGNORECASE,
)
#: Whom somebody calls, without a comma: "No Hester I did not".
_CALLED_BY = late_pattern(
    r"^\W*(?:(?i:no|yes|and|but|so|ok|okay|oh|well|hey|hi|wow)\W+)*(?P<name>[A-Z]\w+),? "
    r"(?=(?:I|my|we|our|it|she|he|you|they|the|that|this)\b)"
)
#: What is told of oneself in two clauses: "I have a cat and I study memory."
_OF_ONESELF = late_pattern(r"I\b")
_STOP, _OF_BOTH = late_pattern(r";\s+"), late_pattern(r";\s+|(?<=\w),? and (?=I\b(?! am I\b))")
#: Where a sentence of so many words goes on with a clause of its own; shorter pieces tell nothing.
_LONG, _FEWEST = 20, 4
#: What has fewer words tells no name or number besides.
_FEWEST_NAMING = 3
_WHO = r"(?:I|my|we|our|he|she|they|it|his|her)\b"
_MARK = r"(?:[,;:]| -+| –)"
#: "Nobody but she" is one clause.
_CLAUSE = late_pattern(
    rf"{_MARK}? (?:(?:and|but|so) )?(?=because\b)|{_MARK} (?={_WHO})"
    rf"|(?<!body)(?<!one){_MARK}? (?:and|but|so|or) (?={_WHO}|{any_of(QUESTION_WORDS)}\b[^?]*\?)",
    re.IGNORECASE,
)
#: "All right: my kettle is gone", "I'll say it plain: my father is ill."
_PREAMBLE = late_pattern(
    r"^[^:,.!?]{1,28}:\s+"
    r"(?=(?:[\w'’]+ ){0,3}?(?:I|my|we|our|he|his|she|her|they|their|it|there)\b)",
    re.IGNORECASE,
)
#: What one bids others tells nothing of oneself: "Please write in the ledger: …", "Say all of it."
_BIDS = late_pattern(
    r"^\W*(?:(?:and|but|so|well|then|please|now|just)\W+)*(?:say|tell|give me|let me|let us|show"
    r"|write|look|listen|ask|forgive|excuse|guess|wait|read (?:me|it)|bring me|take care"
    r"|come (?:and|with)|go (?:and|on)|remember|imagine)\b",
    re.IGNORECASE,
)
#: "You said you only came for a week" tells of the hearer.
_OF_HEARER = late_pattern(
    r"^\W*(?:(?:and|but|so|well|oh)\W+)*you (?:said|told|say|only|mentioned|came|were saying)\b"
    r"(?![^.;]*\b(?:I|my|me)\b)",
    re.IGNORECASE,
)
#: "Beans in which row now" asks, without a mark and from within.
_ASKS_WITHIN = late_pattern(
    rf"^\W*(?:\w+ ){{0,3}}(?:{any_of(PREPOSITIONS)}) (?:which|what|whom|whose)\b[^,;]*$",
    re.IGNORECASE,
)
#: "Asking for a friend" only goes on with what was asked.
_GOES_ON = late_pattern(
    r"^\W*(?:(?:just|only)\W+)?(?:asking|speaking|talking|judging|kidding|joking|wondering)\b", re.I
)
_OF_SPEAKER = late_pattern(rf"\b(?:{any_of(FIRST_PERSON)}|I['’]\w+)\b", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class ToldSentence:
    """One sentence that a speaker stated."""

    words: str
    about: tuple[int, ...]
    """Indexes into `Told.circle.found` of the people whom the sentence is about. It is empty if the
    sentence is about the speaker or a thing."""
    seq: int


@late_dataclass(slots=True)
class Told:
    """All that one speaker has told, oldest first."""

    circle: Circle
    sentences: list[ToldSentence]
    asides: list[ToldSentence] = field(default_factory=list[ToldSentence])
    """What was said besides and is not told back as it stands: questions, favours, half sentences.
    Words of it may answer."""

    def list_about(self, somebody: Relative) -> list[ToldSentence]:
        """Return what was told of somebody, the latest first."""
        at = _find_place(self.circle.found, somebody)
        return [each for each in reversed(self.sentences) if at in each.about]

    def list_of_speaker(self) -> list[ToldSentence]:
        """Return what the speaker told of themselves and their things, the latest first."""
        return [
            each
            for each in reversed(self.sentences)
            if not each.about or _OF_SPEAKER.search(each.words)
        ]


@late_dataclass(frozen=True, slots=True)
class ToldLine:
    """Words that the speaker said; of those who were there, `present` may hold only those whom the
    words name."""

    words: str
    seq: int
    present: tuple[str, ...] = ()
    hearers: tuple[str, ...] = ()
    """All who were there and heard them."""


def list_told_lines(
    memories: Iterable[Experience], speaker: str, *, overheard: bool = False
) -> Iterator[ToldLine]:
    """Yield what `speaker` said; `overheard`: private words count for nothing."""
    for each in memories:
        spoken = each.speaker == speaker and each.nature.is_speech and has_words(each.text)
        if spoken and not (overheard and each.nature.is_private):
            said = extract_speech(each.text)
            yield ToldLine(said, each.seq, each.occupants, each.occupants)


def read_told(lines: Iterable[ToldLine], strangers: Collection[str]) -> Told:
    """Return what one speaker has told in `lines`, oldest first.

    `strangers` are the speaker, the hearer, and others by whose names nobody of theirs is meant.
    """
    told = Told(Circle(), [])
    nobody = set(strangers)
    for line in lines:
        nobody |= set(line.present)
        words = drop_called(write_out(line.words, nobody), nobody)
        if find_message(words)[0]:
            continue
        correction = read_correction(words)
        if correction.new and correction.old:
            told.sentences = list(_put_right_all(told.sentences, correction))
        elif value := find_new_value(words):
            _put_right_latest(told.sentences, *value)
        elif is_correction(words) and told.sentences:
            told.sentences.pop()  # it was taken back: memory tells it with the words that did
        for sentence in _split_pieces(words):
            named = told.circle.read(sentence, nobody)
            if not _tells(sentence):
                if _may_name(sentence):
                    told.asides.append(ToldSentence(sentence, (), line.seq))
                continue
            bare = _leave_out_old(sentence, correction.old) if correction.old else sentence
            if not any(map(str.isalnum, bare)):
                continue
            about = tuple(_find_place(told.circle.found, each) for each in named)
            told.sentences.append(ToldSentence(bare, about, line.seq))
    return told


def _leave_out_old(sentence: str, old: str) -> str:
    """Return a sentence that puts something right without what was wrong."""
    said = re.sub(_OLD_SAID.format(old=re.escape(old)), "", sentence, flags=re.IGNORECASE)
    return capitalise(_NOT_OLD.sub("", said))


async def read_ahead(lines: Iterable[ToldLine], strangers: Collection[str]) -> None:
    """Find out what `read_told` needs to know of each line, and keep it; between some of those that
    are new, others may use the event loop."""
    nobody = set(strangers)
    for at, line in enumerate(lines):
        if at % READ_AT_ONCE == 0:
            await asyncio.sleep(0)
        nobody |= set(line.present)
        words = drop_called(write_out(line.words, nobody), nobody)
        read_correction(words)
        is_correction(words)
        for each in _split_pieces(words):
            _tells(each)
    await asyncio.sleep(0)


def drop_called(words: str, present: Iterable[str]) -> str:
    """Return words without whom of those `present` they call: ``Wren, I lost a boat.``"""
    folded = words.casefold()
    for name in present:
        if name.casefold() in folded:  # a crowd has hundreds of names, and words call one
            sentences = split_sentences(words) or [words]
            words = " ".join(remove_address(each, name) for each in sentences)
            called = _CALLED_BY.match(words)
            words = words[called.end() :] if called and called["name"] == name else words
    return words


def tell_back(sentence: str, about: Relative | None = None) -> str:
    """Return a statement as it is said to its speaker, without a mark at its end.

    ``He is forty.`` is ``Peder is forty``; empty if it may mean others, or is too long.
    """
    return turn_clause(sentence, about.in_full if about else "")


def _write_name(found: re.Match[str]) -> str:
    return found[0] if found["name"] in STOP_WORDS else found["is"] + found["name"].capitalize()


@cache_short_texts(512)  # a person's lines are read again at each of their next ones
def _split_pieces(words: str) -> tuple[str, ...]:
    return tuple(
        _PREAMBLE.sub("", clause)
        for sentence in split_sentences(_CALLED.sub(_write_name, words))
        for piece in (_OF_BOTH if _OF_ONESELF.match(sentence) else _STOP).split(sentence)
        for clause in _split_clauses(piece)
    )


def _split_clauses(sentence: str) -> Iterator[str]:
    """Yield the clauses of a long sentence: who rambles tells something before they ask."""
    if len(sentence.split()) < _LONG:
        yield sentence
        return
    begin = 0
    for found in _CLAUSE.finditer(sentence):
        clause = sentence[begin : found.start()]
        if len(clause.split()) >= _FEWEST and len(sentence[found.end() :].split()) >= _FEWEST:
            yield clause
            begin = found.end()
    yield sentence[begin:]


@cache_short_texts(1024)
def _tells(sentence: str) -> bool:
    """Return whether a sentence tells anything: it asks, bids and greets nobody."""
    if wants_to_know(sentence) or is_order(sentence) or is_planted(sentence):
        return False
    if is_greeting(sentence) or is_farewell(sentence) or _BIDS.search(sentence):
        return False
    if read_reminder(sentence):
        return False
    return not (
        _GOES_ON.match(sentence) or _OF_HEARER.match(sentence) or _ASKS_WITHIN.match(sentence)
    )


@cache_short_texts(1024)
def _may_name(sentence: str) -> bool:
    """Return whether words of what tells nothing by itself may answer something."""
    long = len(sentence.split()) >= _FEWEST_NAMING
    return long and not (is_planted(sentence) or is_greeting(sentence) or is_farewell(sentence))


def _put_right_all(
    sentences: Sequence[ToldSentence], correction: RightedWords
) -> Iterator[ToldSentence]:
    """Yield sentences as they are put right; a bare number stands for the last one alone."""
    wrong = [each for each in sentences if correction.replaces(each.words)]
    meant = wrong[-1:] if _BARE.match(correction.old) else wrong
    for each in sentences:
        yield _put_right(each, correction) if each in meant else each


def _put_right_latest(sentences: list[ToldSentence], kind: re.Pattern[str], new: str) -> None:
    """Put a new value in the place of the last of its kind, if that was told of late."""
    for at in range(len(sentences) - 1, max(-1, len(sentences) - 1 - _LATELY), -1):
        if found := kind.search(sentences[at].words):
            sentences[at] = _put_right(sentences[at], RightedWords("", found[0], new))
            return


def _put_right(sentence: ToldSentence, correction: RightedWords) -> ToldSentence:
    """Return a sentence with the new words in the place of the old: eleven days for nine days."""
    new, unit = correction.new, _UNIT.match(correction.old)
    if unit and _BARE.match(new):
        new = f"{new} {unit['unit']}"
    old = re.escape(correction.old)
    words = re.sub(rf"(?<!\w){old}(?!\w)", new, sentence.words, flags=re.IGNORECASE)
    return replace(sentence, words=words)


def _find_place(found: Sequence[Relative], somebody: Relative) -> int:
    return next((at for at, each in enumerate(found) if each is somebody), -1)
