"""What an agent goes on with when somebody asks on: a detail of the subject, or a turn to them.

The subjects and their lines stand in `voice.md`, under ``## Asked on``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.memory.language.salience import KIN
from agents.memory.language.stems import find_words, stem_word
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.kinds import found_by
from agents.mind.speech.own_words.details import name_detail
from agents.mind.voice.voice import Subject, Voice
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: What answers just what is asked of the subject; a detail where that is asked for in general.
DETAIL_FIT, GENERAL_FIT = 0.86, 0.82

#: A detail behind a question of no known kind, which may ask for another one.
VAGUE_FIT = 0.64

#: What the voice has for a bare question of any subject.
ANY_FIT = 0.62

#: That one does not know that of a detail, which is named again.
NAMED_FIT = 0.65

_HOLE = "{it}"

#: After so many lines of one subject the agent turns the talk to whom it talks with.
LONG_ENOUGH = 5

#: What was said among so many of its latest lines is not said again.
LATELY = 40

#: How much a name counts that stands in the question, in the line asked about, in what it answered.
IN_QUESTION, IN_LINE, IN_BEFORE = 3, 2, 1

#: How much it counts that the line is one of the subject's own, and how much there has to be. A
#: line of more words that only has a subject's name in it is another story.
HAS_LINE, NAMED, NAMED_IN_STORY, STORY = 4, 2, 3, 20

#: What is asked on may be of what was spoken of so many lines before.
EARLIER = 3

#: "Why not?" asks for the reason of a denial, which may be of anything.
_WHY_NOT = late_pattern(r"^\W*(?:(?:and|but|so|oh)\W+)*why not\b", re.IGNORECASE)

#: Who asks for "him" does not ask for a tree: somebody has to be spoken of.
_PERSON = late_pattern(r"\b(?:s?he|him|his|hers?)\b", re.IGNORECASE)
_SOMEBODY = late_pattern(
    rf"\b(?:s?he|him|his|hers?|{KIN}|\w*man|\w*woman|boy|girl|friend|keeper|clerk|miller)\b"
    r"|(?<=[a-z,;] )(?-i:[A-Z])\w+",
    re.IGNORECASE,
)

_SUPERLATIVES = late_pattern(r"\b(?:best|worst|favou?rite)\b", re.IGNORECASE)

#: What else answers where the subject has nothing under the aspect itself.
_ALSO = {
    "more": ("what", "felt", "after"),
    "after": ("what",),
    "alike": ("what",),
}


@late_dataclass(frozen=True, slots=True)
class Depths:
    """Goes on with what one voice has spoken of."""

    voice: Voice

    def go_on(
        self,
        aspect: str,
        question: str,
        said: str,
        topic: str,
        talk: TalkHistory,
        telling: frozenset[str] = frozenset(),
        bare: bool = True,
    ) -> Iterator[Candidate]:
        """Yield what to say to one who asks for an `aspect` of what was `said`, best first.

        `topic` is the heading that the line stands under; `telling` are the stems that the question
        has of it. Who asks about a detail is not told something else of the subject, and only who
        asks nothing but "Why?" or "And then?", which is `bare`, hears what fits any subject.
        """
        lately = talk.own[-LATELY:]
        of_nobody = _PERSON.search(question) and not _SOMEBODY.search(said)
        passes = _WHY_NOT.match(question) or of_nobody
        subject = None if passes else self._find_subject(question, said, topic, talk)
        if subject and _count_said(subject, lately) < LONG_ENOUGH:
            for at, each in enumerate((aspect, *_ALSO.get(aspect, ()))):
                fit = VAGUE_FIT if aspect == "what" else GENERAL_FIT if at else DETAIL_FIT
                found = f'{found_by.DETAIL} "{subject.names[0]}": {each}'
                lines = _keep_superlative(subject.find(each), question)
                # How it felt is asked of the whole, whatever word stands for it.
                kept = lines if each == "felt" else _keep_detail(lines, telling, subject)
                yield from _say(kept, lately, fit, found)
        yield from self._name_again(aspect, question, said, telling, lately)
        if bare and not telling:
            yield from self._say_anything(aspect, lately)

    def find_turn(self, talk: TalkHistory) -> str:
        """Return how the agent turns the talk to whom it talks with, behind what it has to say;
        empty: the voice has no line for that which it has not said lately."""
        lately = talk.own[-LATELY:]
        lines = self._list_any("turn")
        return next((e for e in lines if not any(e in own for own in lately)), "")

    def _say_anything(self, aspect: str, lately: Sequence[str]) -> Iterator[Candidate]:
        """Yield lines for the aspect of any subject; none behind two such lines."""
        general = self._list_all()
        again = sum(any(line in own for line in general) for own in lately[-3:]) > 1
        lines = self._list_any(aspect) or self._list_any("what")
        if not again and aspect != "more":
            yield from _say(lines, lately, ANY_FIT, f"{found_by.ASKED_ON}: {aspect}")

    def _name_again(
        self,
        aspect: str,
        question: str,
        said: str,
        telling: frozenset[str],
        lately: Sequence[str],
    ) -> Iterator[Candidate]:
        """Yield that one does not know that of a detail, which is named again."""
        if not (detail := name_detail(said, telling, question)):
            return
        lines = [*self._list_any(aspect, named=True), *self._list_any("what", named=True)]
        for each in lines[:2]:
            if not any(each.replace(_HOLE, "") in own for own in lately):
                words = each.replace(_HOLE, f"{detail[:1].upper()}{detail[1:]}")
                yield Candidate(words, Origin.VOICE, NAMED_FIT, found=f"its voice, of {detail}")

    def _list_any(self, aspect: str, *, named: bool = False) -> list[str]:
        """Return the lines for an aspect of any subject; `named`: those that name a detail."""
        general = (each for each in self.voice.depths if not each.names)
        lines = (line for each in general for line in each.find(aspect))
        return [each for each in lines if (_HOLE in each) is named]

    def _list_all(self) -> list[str]:
        general = (each for each in self.voice.depths if not each.names)
        return [line.text for each in general for line in each.known if _HOLE not in line.text]

    def _find_subject(
        self, question: str, said: str, topic: str, talk: TalkHistory
    ) -> Subject | None:
        """Return the subject that is spoken of: by the question and the line, else by the lines
        before it."""
        found = self._rate_subjects(question, said, topic, talk)
        if found or not self._tells_nothing(said):
            return found
        earlier = (
            self._rate_subjects("", each, "", talk) for each in talk.own[: -EARLIER - 1 : -1]
        )
        return next(filter(None, earlier), None)

    def _tells_nothing(self, said: str) -> bool:
        """Return whether a line is one for any subject, so that it is about what was said before:
        of what is a subject by itself nobody is told the reason of another one."""
        general = (line.text for each in self.voice.depths if not each.names for line in each.known)
        return any(each.removeprefix(_HOLE) in said for each in general)

    def _rate_subjects(
        self, question: str, said: str, topic: str, talk: TalkHistory
    ) -> Subject | None:
        """Return the subject that has the line, else the one that is named most."""
        named = [each for each in self.voice.depths if each.names]
        own = next((e for e in named if any(line.text in said for line in e.known)), None)
        before = talk.last.heard if talk.last and talk.last.answer == said else ""
        asked, line, heard = map(_stem_all, (question, said, before))
        rated = [
            (
                IN_QUESTION * _count_named(each, asked)
                + IN_LINE * _count_named(each, line)
                + IN_BEFORE * _count_named(each, heard)
                + IN_BEFORE * (topic.casefold() in each.names)
                + HAS_LINE * (each is own),
                each,
            )
            for each in named
        ]
        most = max((one for one, _ in rated), default=0)
        least = NAMED if len(find_words(said)) <= STORY else NAMED_IN_STORY
        return next((each for one, each in rated if one == most), None) if most >= least else None


def _keep_superlative(lines: Sequence[str], question: str) -> list[str]:
    """Return `lines` without those for the best where the worst is asked for."""
    asked = set(map(str.lower, _SUPERLATIVES.findall(question)))
    return [
        each
        for each in lines
        if not asked or not (has := set(_SUPERLATIVES.findall(each.lower()))) or asked & has
    ]


def _keep_detail(lines: Sequence[str], telling: frozenset[str], subject: Subject) -> Sequence[str]:
    """Return those of `lines` that have a detail which is asked about; all where it is the subject
    itself, or none is."""
    particular = telling - frozenset().union(*map(_stem_all, subject.names))
    if not particular:
        return lines
    return [each for each in lines if particular & _stem_all(each)]


def _say(
    lines: Sequence[str], lately: Sequence[str], fit: float, found: str
) -> Iterator[Candidate]:
    for line in lines:
        if not any(line in own for own in lately):
            yield Candidate(line, Origin.VOICE, fit, found=found)


def _count_said(subject: Subject, lately: Sequence[str]) -> int:
    return sum(any(each.text in own for own in lately) for each in subject.known)


def _count_named(subject: Subject, stems: frozenset[str]) -> int:
    """Return of how many words the longest name of a subject is that is among `stems`."""
    names = (_stem_all(each) for each in subject.names)
    return max((len(each) for each in names if each and each <= stems), default=0)


def _stem_all(words: str) -> frozenset[str]:
    return frozenset(map(stem_word, find_words(words.replace("'s", "").replace("’s", ""))))
