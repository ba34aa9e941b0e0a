"""Reading ``vault/agents/<Name>/voice.md``: how an agent speaks.

::

    ## Exchanges

    ### Greetings

    > Hello.
    > Good evening.

    Evening. Mind the third step.

    ## Remarks

    ### at The Landing, at dusk

    - Three boats out, three boats in.
    - *counts the iron rings.*

    ## Knowledge

    ### great lamp, lens

    - made: A man on the coast ground it, one winter for each prism.
    - for, how: It throws what the wick has as far as the other shore.
    - Forty-eight prisms, and one of them is green.

Knowledge is what the agent says of a subject: its names, and for each kind of question a line; a
line without a mark says what it is.  A subject called ``...`` is all that has no heading.
A quoted line is said to the agent; each paragraph or list item below it is an answer.  A line after
``>>`` is said behind the answers above it, and means something only there.  Under ``## Asked back``
such lines stand behind what the agent says unasked, its remarks and news, each again as a list
item, or the part of it that tells.  ``>> …`` is whatever answers a question with which the words
above it end::

    - Prism thirty-one throws a green thread

    >> Why is it green?

    There is a bubble in it.

What stands behind an agent's own words may fill a second file of the same form,
``follow_ups.md``.

``## Asked on`` has subjects like Knowledge. Their lines are for whoever asks on about what the
agent has said of the subject: how it felt, who was there, what came of it.

A wrong entry is left out with an error, and the rest counts.  docs/decisions has a page on the
form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from pathlib import Path

from agents.mind.voice.conditions import WrongCondition, parse_heading
from agents.mind.voice.question_kinds import ASPECTS
from agents.mind.voice.voice import (
    ANY_QUESTION,
    ANYTHING,
    NO_VOICE,
    Condition,
    KnownLine,
    Remark,
    Subject,
    Voice,
    VoiceExchange,
    VoiceLine,
)
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.text import clean_line
from world.vault.markdown import NoteError, blank_comments, parse_note, read_note

VOICE = "voice.md"
VOICE_FOLLOW_UPS = "follow_ups.md"
"""More of a voice, in a file beside it: what is said behind the agent's own words."""
HEARD_LENGTH = 200
"""The longest line said to an agent, in characters."""
SPOKEN_LENGTH = 300
"""The longest answer or remark, in characters."""

SECTIONS = ("Exchanges", "Remarks", "Asked back", "Knowledge", "Asked on")

_HEADING = late_pattern(r"(#{1,6})\s+(.*)")
_ITEM = late_pattern(r"[-*+]\s+(.*)")
_GESTURE = late_pattern(r"\*([^*]+)\*|_([^_]+)_")
#: With these a list item or a line that is heard begins; twice, it would be said aloud.
_SIGNS = ("- ", "> ", ">> ", "# ")
_ASPECTS = late_pattern(
    r"((?:(?:worry |advice |told |said )?[a-z]+)(?:, (?:worry |advice |told |said )?[a-z]+)*): (.*)"
)
_WORD = late_pattern(r"\w")
_ANYTHING = late_pattern(r"(?:…|\.\.\.)\s*(\?)?")

HasRoom = Callable[[str], bool]


@late_dataclass(frozen=True, slots=True)
class VoiceReading:
    """A voice as far as it could be read, and an error for each entry that is left out."""

    voice: Voice
    errors: tuple[NoteError, ...] = ()
    whole: bool = True
    """Whether its files could be read at all."""


def read_voice(path: Path, has_room: HasRoom = lambda _: True) -> VoiceReading:
    """Read the voice at `path`, and what stands in `VOICE_FOLLOW_UPS` beside it.

    A missing file is an empty voice. `has_room` knows the rooms.
    """
    first, more = (_read_one(each, has_room) for each in (path, path.with_name(VOICE_FOLLOW_UPS)))
    return VoiceReading(
        first.voice.join(more.voice), (*first.errors, *more.errors), first.whole and more.whole
    )


def _read_one(path: Path, has_room: HasRoom) -> VoiceReading:
    if not path.exists():
        return VoiceReading(NO_VOICE)
    try:
        note = read_note(path)
    except NoteError as error:
        return VoiceReading(NO_VOICE, (error,), whole=False)
    return _Reader(path, has_room).read(note.body, note.body_line)


def parse_voice(path: Path, text: str, has_room: HasRoom = lambda _: True) -> VoiceReading:
    """Read a voice from its text; `path` is for messages."""
    note = parse_note(path, text)
    return _Reader(path, has_room).read(note.body, note.body_line)


@late_dataclass(slots=True)
class _Block:
    """A paragraph, list item or quoted line, with the line that it begins on."""

    line: int
    text: str
    is_heard: bool = False
    leads_on: bool = False
    """Whether it is said behind the answers above it."""
    is_item: bool = False


@late_dataclass(slots=True)
class _Reader:
    """Reads the lines one by one and collects entries and errors."""

    path: Path
    has_room: HasRoom
    errors: list[NoteError] = field(default_factory=list)
    exchanges: list[VoiceExchange] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    unasked: list[VoiceExchange] = field(default_factory=list)
    subjects: list[Subject] = field(default_factory=list)
    depths: list[Subject] = field(default_factory=list)
    section: str = ""
    topic: str = ""
    conditions: tuple[Condition, ...] | None = ()
    """What the heading asks for; None under a heading that cannot be read."""

    def read(self, body: str, first: int) -> VoiceReading:
        blocks: list[_Block] = []
        for at, raw in enumerate(blank_comments(body).split("\n"), first):
            line = raw.strip()
            if heading := _HEADING.fullmatch(line):
                self._end_blocks(blocks)
                self._enter(at, len(heading[1]), heading[2].rstrip("#").rstrip())
            else:
                _add_line(blocks, at, line)
        self._end_blocks(blocks)
        errors = tuple(sorted(self.errors, key=lambda error: error.line))
        return VoiceReading(self._make_voice(), errors)

    def _make_voice(self) -> Voice:
        otherwise = tuple(each for each in self.exchanges if _is_otherwise(each))
        exchanges = tuple(each for each in self.exchanges if each not in otherwise)
        remarks, subjects = tuple(self.remarks), tuple(self.subjects)
        unasked, depths = tuple(self.unasked), tuple(self.depths)
        return Voice(exchanges, otherwise, remarks, subjects, unasked, depths)

    def _refuse(self, line: int, what: str, read: str | None, allowed: str) -> None:
        self.errors.append(NoteError(self.path, line, what, read, allowed))

    # --- headings ---------------------------------------------------------------------

    def _enter(self, line: int, depth: int, title: str) -> None:
        if depth <= 2:
            self.topic, self.conditions = "", ()
            self.section = title.capitalize() if depth == 2 else ""
            if depth == 2 and self.section not in SECTIONS:
                allowed = ", ".join(f"## {each}" for each in SECTIONS)
                self._refuse(line, "there is no such section", f"## {title}", allowed)
            return
        if self.section in ("Knowledge", "Asked on"):
            self._begin_subject(line, title)
        elif self.section in ("Exchanges", "Remarks"):
            self._set_heading(line, title)

    def _begin_subject(self, line: int, title: str) -> None:
        names = tuple(filter(None, (each.strip() for each in title.split(","))))
        self._listed.append(Subject(() if _ANYTHING.fullmatch(title) else names, (), line))

    @property
    def _listed(self) -> list[Subject]:
        """The subjects of the section that is read."""
        return self.subjects if self.section == "Knowledge" else self.depths

    def _set_heading(self, line: int, title: str) -> None:
        try:
            topic, conditions = parse_heading(title, remarks=self.section == "Remarks")
        except WrongCondition as wrong:
            self.conditions = None
            self._refuse(line, wrong.what, wrong.read, wrong.allowed)
            return
        self.topic, self.conditions = topic, conditions
        for each in conditions:
            if each.kind == "at" and not self.has_room(each.value):
                self.conditions = None
                self._refuse(line, "there is no such room", each.value, "the name of a room")

    # --- entries ----------------------------------------------------------------------

    def _end_blocks(self, blocks: list[_Block]) -> None:
        """Make entries of the blocks below one heading, and empty the list."""
        found = [block for block in blocks if block.text or block.is_heard]
        blocks.clear()
        self._refuse_astray(found)
        if self.section not in SECTIONS or self.conditions is None:
            return
        if self.section == "Remarks":
            for block in found:
                self._add_remark(block, self.conditions)
        elif self.section in ("Knowledge", "Asked on"):
            for block in found:
                self._add_knowledge(block)
        elif self.section == "Asked back":
            for lines, behind in _split_unasked(found):
                self._add_unasked(lines, behind)
        else:
            for heard, answers in _pair(found):
                self._add_exchange(heard, answers, self.conditions)

    def _refuse_astray(self, blocks: list[_Block]) -> None:
        """Name the first exchange that stands in no section; other words there are for readers."""
        astray = next((each for each in blocks if each.is_heard and not self.section), None)
        if astray:
            read, allowed = f"> {astray.text}", "## Exchanges above it"
            self._refuse(astray.line, "an exchange in no section", read, allowed)

    def _add_remark(self, block: _Block, conditions: tuple[Condition, ...]) -> None:
        if block.is_heard:
            allowed = "a line that begins with - (exchanges stand under ## Exchanges)"
            self._refuse(block.line, "a remark answers nobody", f"> {block.text}", allowed)
        elif utterance := self._make_utterance(block):
            self.remarks.append(Remark(utterance, conditions, block.line))

    def _add_knowledge(self, block: _Block) -> None:
        if block.is_heard or not self._listed:
            allowed = "a line that begins with - below a heading such as ### great lamp"
            self._refuse(block.line, "no line about a subject", block.text, allowed)
            return
        marked = _ASPECTS.fullmatch(block.text)
        aspects = tuple(marked[1].split(", ")) if marked else ("what",)
        if unknown := [each for each in aspects if each not in ASPECTS]:
            read = ", ".join(unknown)
            self._refuse(block.line, "no kind of question", read, ", ".join(ASPECTS))
            return
        words = _Block(block.line, marked[2] if marked else block.text)
        if text := self._clean(words, "a line of the agent", SPOKEN_LENGTH):
            subject = self._listed[-1]
            known = (*subject.known, KnownLine(aspects, text))
            self._listed[-1] = replace(subject, known=known)

    def _add_unasked(self, lines: list[_Block], behind: list[_Block]) -> None:
        """Keep what is asked back behind lines that the agent says unasked."""
        said = tuple(filter(None, map(self._make_utterance, lines)))
        found = [self._make_exchange(heard, answers, ()) for heard, answers in _pair(behind)]
        led = tuple(each for each in found if each)
        first = (lines or behind)[0]
        if not lines or not behind:
            allowed = "a list item with what the agent says, and below it >> lines with answers"
            self._refuse(
                first.line, "nothing is asked back, or behind nothing", first.text, allowed
            )
        elif wrong := next((each for each in behind if each.is_heard and not each.leads_on), None):
            self._refuse(wrong.line, "a line behind no other", f"> {wrong.text}", ">> and the line")
        elif said and led:
            self.unasked.append(VoiceExchange((), said, line_number=first.line, leads_to=led))

    def _add_exchange(
        self, heard: list[_Block], answers: list[_Block], conditions: tuple[Condition, ...]
    ) -> None:
        if exchange := self._make_exchange(heard, answers, conditions):
            self._keep(exchange, heard[0])

    def _make_exchange(
        self, heard: list[_Block], answers: list[_Block], conditions: tuple[Condition, ...]
    ) -> VoiceExchange | None:
        if not heard:
            allowed = "a line such as > Hello. above it"
            what = "an answer to nothing"
            self._refuse(answers[0].line, what, answers[0].text, allowed)
            return None
        lines = [each for each in map(self._make_heard, heard) if each]
        said = [each for each in map(self._make_utterance, answers) if each]
        if not answers:
            allowed = "a paragraph below it with the agent's answer"
            read = f"> {heard[-1].text}"
            self._refuse(heard[-1].line, "a line without an answer", read, allowed)
        elif lines and said:
            first = heard[0].line
            return VoiceExchange(tuple(lines), tuple(said), self.topic, conditions, first)
        return None

    def _keep(self, exchange: VoiceExchange, first: _Block) -> None:
        if not first.leads_on:
            self.exchanges.append(exchange)
        elif self.exchanges and self.exchanges[-1].topic == exchange.topic:
            led = (*self.exchanges[-1].leads_to, exchange)
            self.exchanges[-1] = replace(self.exchanges[-1], leads_to=led)
        else:
            allowed = "an exchange above it, under the same heading"
            self._refuse(first.line, "it is said behind no answer", f">> {first.text}", allowed)

    def _make_heard(self, block: _Block) -> str:
        if anything := _ANYTHING.fullmatch(block.text):
            return ANY_QUESTION if anything[1] else ANYTHING
        return self._clean(block, "a line said to the agent", HEARD_LENGTH)

    def _make_utterance(self, block: _Block) -> VoiceLine | None:
        gesture = _GESTURE.fullmatch(block.text)
        text = (gesture[1] or gesture[2]) if gesture else block.text
        cleaned = self._clean(_Block(block.line, text), "a line of the agent", SPOKEN_LENGTH)
        return VoiceLine(cleaned, gesture is not None) if cleaned else None

    def _clean(self, block: _Block, what: str, limit: int) -> str:
        """Return the harmless text of a block; empty, with an error, if it does not fit."""
        cleaned = clean_line(block.text, limit + 1)
        signed = cleaned.startswith(_SIGNS)
        if 0 < len(cleaned) <= limit and _WORD.search(cleaned) and not signed:
            return cleaned
        allowed = f"words, at most {limit} characters"
        why = "has no words" if len(cleaned) <= limit else "is too long"
        why = "begins with a sign of the form" if signed else why
        self._refuse(block.line, f"{what} {why}", block.text, allowed)
        return ""


def _is_otherwise(exchange: VoiceExchange) -> bool:
    return not {ANYTHING, ANY_QUESTION}.isdisjoint(exchange.heard)


def _add_line(blocks: list[_Block], at: int, line: str) -> None:
    """Add a line to the last block, or begin another one. An empty block ends a paragraph."""
    last = blocks[-1] if blocks else None
    if line.startswith(">"):
        leads_on, bare = line.startswith(">>"), line.lstrip(">").strip()
        blocks.append(_Block(at, bare, is_heard=True, leads_on=leads_on))
    elif item := _ITEM.fullmatch(line):
        blocks.append(_Block(at, item[1], is_item=True))
    elif line and last and last.text and not last.is_heard:
        last.text += f" {line}"
    else:
        blocks.append(_Block(at, line))


def _split_unasked(blocks: list[_Block]) -> Iterator[tuple[list[_Block], list[_Block]]]:
    """Yield list items that stand together, with what stands behind them."""
    lines: list[_Block] = []
    behind: list[_Block] = []
    for block in blocks:
        if block.is_item and behind:
            yield lines, behind
            lines, behind = [], []
        (lines if block.is_item else behind).append(block)
    if lines or behind:
        yield lines, behind


def _pair(blocks: list[_Block]) -> Iterator[tuple[list[_Block], list[_Block]]]:
    """Yield quoted lines that stand together, with the answers below them."""
    heard: list[_Block] = []
    answers: list[_Block] = []
    for block in blocks:
        if block.is_heard and answers:
            yield heard, answers
            heard, answers = [], []
        (heard if block.is_heard else answers).append(block)
    if heard or answers:
        yield heard, answers
