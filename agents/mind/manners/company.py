"""With whom an agent is together, and what the two have said: folded from its memories.

A meeting begins when two are in one room again after some time apart.  Everything here follows
from memories, so that it is the same after a restart.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta

from agents.latest import Latest
from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.manners.said_lately import SaidLately
from agents.mind.manners.tales import (
    Tale,
    find_tales,
    keep_answer,
    mourn_before,
    read_answer,
    read_passed_on,
)
from agents.mind.manners.tidings import Tidings
from agents.mind.speech.parties.address import find_addressee
from agents.mind.speech.parties.called import is_for
from agents.mind.speech.told.reminders import Reminder, read_reminder
from agents.mind.speech.told.telling_back import ToldLine
from agents.mind.voice.asking import remove_address
from agents.mind.voice.courtesies import wants_answer
from late.late_dataclass import late_dataclass
from world.nature import Nature

#: Two who were apart for so long meet anew.
APART = timedelta(minutes=10)

#: Words without a name belong to a talk that went on within this time.
TALKING = timedelta(seconds=45)

#: So many of the latest own lines, and so many meetings, are kept in mind.
LINES_KEPT, MEETINGS_KEPT = 2000, 200

#: So many of the latest happenings, and of the latest gifts of each person, are kept in mind.
HAPPENINGS_KEPT, GIFTS_KEPT = 20, 20

#: So much of which a person is to be reminded is kept in mind.
REMINDERS_KEPT = 8

#: So many of the latest tales, and of the latest lines of others, are kept in mind.
TALES_KEPT, HEARD_KEPT = 60, 60


#: So many of the latest lines of each of the others are kept in mind, and so many of these are read
#: with each line of theirs: 9 ms, where all would take 26.
TOLD_KEPT, TOLD_READ = 120, 40

#: After so many memories others use the loop: some milliseconds.
SLICE = 20

#: Of so many of its latest questions an answer may be of any.
MOST_ASKED = 3


@late_dataclass(slots=True)
class Meeting:
    """Two who are together, or were; `partner` is the other one."""

    partner: str
    began: datetime
    seen: datetime
    """When they were last known to be together."""
    gone: datetime | None = None
    """Since when the other is gone; None: is here."""
    mine: int = 0
    theirs: int = 0
    """Lines that each has said to the other."""
    spoke: datetime | None = None
    """When one of them last spoke to the other."""
    reacted: datetime | None = None
    """When the agent last spoke aloud to the other, or made a gesture in their talk."""
    answered: bool = False
    """Whether the other's last words came after a question of the agent."""
    before: datetime | None = None
    """When one of them spoke to the other before that."""
    last_own: str = ""
    last_theirs: str = ""
    greeted: bool = False
    """Whether one of them has made a gesture to the other."""
    place: str = ""
    """Where they were last known to be together."""
    told: set[str] = field(default_factory=set)
    """What the other has told of by the kind of a line: of `known_kinds.OPEN`."""

    @property
    def lines(self) -> int:
        """How much the two have said to each other."""
        return self.mine + self.theirs

    @property
    def has_begun(self) -> bool:
        """Whether a greeting would come too late."""
        return self.greeted or self.lines > 0


@late_dataclass(frozen=True, slots=True)
class OwnLine:
    """Something that the agent has said aloud, and who heard it."""

    at: datetime
    words: str
    hearers: tuple[str, ...]


@late_dataclass(frozen=True, slots=True)
class HeardLine:
    """Something that somebody else has said aloud."""

    at: datetime
    text: str
    """How the agent heard it: ``Moss says, "…"``."""
    speaker: str


@late_dataclass(slots=True)
class Company:
    """The meetings of one agent, by the others' names."""

    me: str
    tidings: Tidings = field(default_factory=Tidings)
    """What it knows of the news."""
    meetings: dict[str, Meeting] = field(default_factory=dict)
    said: deque[OwnLine] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))
    tales: deque[Tale] = field(default_factory=lambda: deque(maxlen=TALES_KEPT))
    """What others have told of themselves, oldest first."""
    heard: deque[HeardLine] = field(default_factory=lambda: deque(maxlen=HEARD_KEPT))
    """What others have said aloud, oldest first."""
    lately: SaidLately = field(default_factory=SaidLately)
    """What it and others have said aloud, to be told again."""
    gifts: Latest[str, tuple[str, ...]] = field(default_factory=Latest)
    """What each person has given to the agent of late, oldest first."""
    reminders: Latest[str, tuple[tuple[datetime, Reminder], ...]] = field(default_factory=Latest)
    """Of what each person bade the agent remind them, and when, oldest first."""
    happenings: deque[Experience] = field(default_factory=lambda: deque(maxlen=HAPPENINGS_KEPT))
    """What the world did by itself before the agent, oldest first."""
    _told: Latest[str, tuple[ToldLine, ...]] = field(default_factory=lambda: Latest(MEETINGS_KEPT))
    """What each of the others has said aloud of late."""
    _talking_to: str = ""
    _talked: datetime | None = None

    def note_all(self, memories: Iterable[Experience]) -> None:
        """Take note of memories, oldest first."""
        for each in memories:
            self.note(each)

    async def note_in_slices(self, memories: Iterable[Experience]) -> None:
        """Take note of memories, oldest first; between some of them others may use the loop."""
        for count, each in enumerate(memories):
            if count % SLICE == 0:
                await asyncio.sleep(0)
            self.note(each)
        await asyncio.sleep(0)

    def note(self, memory: Experience) -> None:
        """Take note of one memory."""
        if memory.nature.is_recollection:
            return
        self.tidings.note(memory)
        self._note_present(memory)
        for giver, thing in self.tidings.read_gift(memory):
            self.gifts[giver] = (*self.gifts.get(giver, ()), thing)[-GIFTS_KEPT:]
        if memory.nature is Nature.HAPPENING:
            self.happenings.append(memory)
        if not memory.nature.is_expression or not memory.ok:
            return
        if memory.nature is Nature.SPEECH:
            self.lately.note(memory)
        if memory.line:
            self._note_own(memory)
        elif memory.speaker:
            self._note_theirs(memory)
            if memory.nature is Nature.SPEECH:
                self.heard.append(HeardLine(memory.at, memory.text, memory.speaker))
                self._note_told(memory)
            for tale in self._find_tales(memory):
                if tale.kind == "origin" and tale.gist in (self.me, *self.meetings):
                    continue  # from somebody here nobody comes
                if tale.teller == memory.speaker:
                    self.tales.append(tale)
                self.tidings.note_tale(tale, memory)

    def find_meetings(self, partners: Iterable[str], now: datetime) -> list[Meeting]:
        """Return the meeting with each of `partners`, as `find_meeting` does."""
        return [self.find_meeting(each, now) for each in partners]

    def find_meeting(self, partner: str, now: datetime) -> Meeting:
        """Return the present meeting with `partner`, who is here; a new one if none is known."""
        known = self.meetings.get(partner)
        if known is None or _is_over(known, now):
            return Meeting(partner, now, now)
        return known

    def mark_greeted(self, meeting: Meeting) -> None:
        """Note that the agent greets, in whatever words."""
        self.meetings[meeting.partner] = meeting
        meeting.greeted = True

    def turn_to(self, partner: str, now: datetime) -> None:
        """Note whose words the agent is about to answer: what it says next is said to them, though
        it names nobody and others are there."""
        if partner in self.meetings:
            self._talking_to, self._talked = partner, now

    def has_met(self, meeting: Meeting, since: datetime) -> bool:
        """Return whether the agent has said something before its partner since then.

        What it has said at this meeting does not count.
        """
        earlier = (each for each in self.said if since <= each.at < meeting.began)
        return any(meeting.partner in each.hearers for each in earlier)

    def has_spoken(self, since: datetime) -> bool:
        """Return whether the agent has said something to anybody since then."""
        return bool(self.said) and self.said[-1].at >= since

    def has_said(self, words: str, hearer: str, since: datetime) -> bool:
        """Return whether the agent has said exactly `words` to `hearer` since then."""
        return self.find_said(words, hearer, since) is not None

    def find_said(self, words: str, hearer: str, since: datetime) -> datetime | None:
        """Return when the agent has said exactly `words` to `hearer` since then; None: never."""
        folded = words.casefold()
        return next(
            (
                each.at
                for each in self.said
                if each.at >= since and hearer in each.hearers and folded in each.words.casefold()
            ),
            None,
        )

    def list_asked(self, partner: str, since: datetime) -> list[str]:
        """Return what the agent has asked `partner` since then, as far as it is not answered: up
        to their last words but one, the latest last."""
        asked: list[str] = []
        for each in reversed(self.said):
            if each.at < since or len(asked) == MOST_ASKED:
                break
            if partner in each.hearers and wants_answer(each.words):
                asked.append(each.words)
        return asked[::-1]

    def list_told(self, speaker: str) -> Sequence[ToldLine]:
        """Return the latest lines that somebody has said aloud before the agent, oldest first."""
        return tuple(self._told.get(speaker, ()))

    def list_told_lately(self, speaker: str) -> Sequence[ToldLine]:
        """Return the last of `list_told`, as many as may be read with each line."""
        return self.list_told(speaker)[-TOLD_READ:]

    def has_heard(self, words: str, speaker: str, since: datetime) -> bool:
        """Return whether somebody else than `speaker` has said `words` aloud since then."""
        folded = words.casefold()
        return any(
            each.at >= since and each.speaker != speaker and folded in each.text.casefold()
            for each in self.heard
        )

    # --- who is here ------------------------------------------------------------------

    def _note_present(self, memory: Experience) -> None:
        for name in memory.occupants:
            self._meet(name, memory)
        here = set(memory.occupants)
        for name, meeting in self.meetings.items():
            if meeting.gone is None and name not in here:
                meeting.gone = memory.at
                if memory.nature is Nature.MOVEMENT and memory.text.startswith(f"{name} "):
                    meeting.seen = memory.at  # it saw the other go
        excess = len(self.meetings) - MEETINGS_KEPT
        if excess > 0:
            oldest = sorted(self.meetings, key=lambda each: self.meetings[each].seen)
            for name in oldest[:excess]:
                del self.meetings[name]

    def _meet(self, name: str, memory: Experience) -> None:
        known, at = self.meetings.get(name), memory.at
        if known is None or _is_over(known, at):
            self.meetings[name] = known = Meeting(name, at, at)
        known.gone, known.seen, known.place = None, at, memory.place

    # --- what is said -----------------------------------------------------------------

    def _note_own(self, memory: Experience) -> None:
        if memory.nature is Nature.GESTURE:
            for name in _find_named(memory.line, memory.occupants):
                if meeting := self.meetings.get(name):  # of a crowd not all are kept
                    meeting.greeted = True
            partner = self.meetings.get(self._talking_to)
            if partner and self._is_talking(memory.at):
                partner.reacted = memory.at
            return
        if not has_words(memory.text):
            return
        words = extract_speech(memory.text)
        hearers = self._find_hearers(memory, words)
        private = memory.nature.is_private
        self.said.append(OwnLine(memory.at, words, hearers if private else memory.occupants))
        for name in hearers:
            if meeting := self.meetings.get(name):
                meeting.before = meeting.spoke
                meeting.mine, meeting.last_own, meeting.spoke = meeting.mine + 1, words, memory.at
                meeting.reacted = None if private else memory.at
            self._talking_to, self._talked = name, memory.at

    def _note_theirs(self, memory: Experience) -> None:
        meeting = self.meetings.get(memory.speaker)
        if meeting is None or not self._is_to_me(memory):
            return
        if memory.nature is Nature.GESTURE:
            meeting.greeted = True
        elif has_words(memory.text):
            meeting.before = meeting.spoke
            meeting.theirs, meeting.spoke = meeting.theirs + 1, memory.at
            meeting.last_theirs = extract_speech(memory.text)
            meeting.answered = wants_answer(meeting.last_own)
            self._talking_to, self._talked = memory.speaker, memory.at
            if bidden := read_reminder(meeting.last_theirs):
                known = self.reminders.get(memory.speaker, ())
                self.reminders[memory.speaker] = (*known, (memory.at, bidden))[-REMINDERS_KEPT:]

    def _note_told(self, memory: Experience) -> None:
        if has_words(memory.text):
            words = extract_speech(memory.text)
            # Of a crowd's names only those that the words have tell anything later.
            folded = words.casefold()
            named = tuple(each for each in memory.occupants if each.casefold() in folded)
            line = ToldLine(words, memory.seq, named, memory.occupants)
            self._told[memory.speaker] = (*self.list_told(memory.speaker), line)[-TOLD_KEPT:]

    def _find_tales(self, memory: Experience) -> Iterator[Tale]:
        """Yield what a memory has to tell again, also where it only answers a question."""
        told = list(find_tales(memory, self.me))
        tales = [*told, *mourn_before(memory, [*self.tales, *told])]
        yield from tales
        if tales or memory.nature is not Nature.SPEECH:
            return
        words, meeting = extract_speech(memory.text), self.meetings.get(memory.speaker)
        if passed_on := read_passed_on(words, memory.at):
            yield passed_on
        elif meeting and meeting.last_theirs == words and wants_answer(meeting.last_own):
            bare = remove_address(words, self.me)
            answer = read_answer(meeting.last_own, bare, memory.speaker, memory.at)
            answer = answer or keep_answer(words, memory.speaker, memory.at)
            others = tuple(each for each in memory.occupants if each != memory.speaker)
            yield from [replace(answer, heard_by=others)] if answer else []

    def _find_hearers(self, memory: Experience, words: str) -> tuple[str, ...]:
        if memory.nature.is_private:
            return tuple(filter(None, [find_addressee(memory)]))
        named = _find_named(words, memory.occupants)
        if named or len(memory.occupants) == 1:
            return named or memory.occupants
        talking = self._is_talking(memory.at) and self._talking_to in memory.occupants
        return (self._talking_to,) if talking else ()

    def _is_to_me(self, memory: Experience) -> bool:
        words = extract_speech(memory.text)
        named = mentions_name(words, self.me) and is_for(words, self.me, memory.occupants)
        if memory.nature.is_private or named:
            return True
        if memory.nature is Nature.GESTURE:
            return False
        talking = self._is_talking(memory.at) and self._talking_to == memory.speaker
        unnamed = not _find_named(words, memory.occupants)
        return len(memory.occupants) == 1 or (talking and unnamed)

    def _is_talking(self, at: datetime) -> bool:
        return self._talked is not None and at - self._talked <= TALKING


def _is_over(meeting: Meeting, now: datetime) -> bool:
    return meeting.gone is not None and now - meeting.gone >= APART


def _find_named(text: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in names if mentions_name(text, each))
