"""The manners of one agent: what it says to others here, and when it stays quiet.

Decided by rule, whatever the model: a small model that talks to another only gives back what it
hears.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import field
from datetime import datetime, timedelta

from agents.memory.language.normalize import mentions_name
from agents.memory.language.stems import find_words
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.manners.company import Meeting
from agents.mind.manners.floor import HUSH, Floor, SpokenLine
from agents.mind.manners.moves.answered import (
    NOT_WRITTEN,
    OPEN_KINDS,
    find_last_question,
    find_mould,
    is_answer_to_own,
    list_behind,
    take_in_answer,
)
from agents.mind.manners.moves.asking_after import AskingAfter
from agents.mind.manners.moves.caring import Caring
from agents.mind.manners.moves.declining import Declining
from agents.mind.manners.moves.going_on import GoingOn
from agents.mind.manners.moves.handing_over import HandingOver
from agents.mind.manners.moves.offers import StoryOffers
from agents.mind.manners.moves.reminding import Reminding
from agents.mind.manners.moves.retelling import Retelling
from agents.mind.manners.moves.seeing_off import SeeingOff
from agents.mind.manners.moves.telling import NewsTelling, asks_news
from agents.mind.manners.social_lines import SAME_AGAIN, Encounter, SocialLines
from agents.mind.speech.parties.called import is_for
from agents.mind.speech.statements.feelings import find_feeling
from agents.mind.speech.statements.jokes import tells_joke
from agents.mind.speech.statements.remarks import find_remark_kind
from agents.mind.speech.told.given_names import find_given_name
from agents.mind.speech.told.people import find_naming
from agents.mind.voice.asking import remove_address
from agents.mind.voice.courtesies import asks, is_farewell, is_greeting
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass
from world.boundaries import Perception
from world.nature import Nature
from world.verbs.calling import find_called

#: Two agents who have said between so many and so many lines to each other in one meeting begin no
#: further talk, and after `LAST_LINE` they only answer questions.
LEAST_LINES, MOST_LINES, LAST_LINE = 3, 6, 8

#: Two who have taken leave of each other begin no talk within this time.
APART_AFTER = timedelta(minutes=10)

#: The answer to a last word comes within this time.
JUST_NOW = timedelta(seconds=30)

#: Two who are silent for so long have said what they had to say for now.
SILENT = timedelta(seconds=12)

#: Words of parting end a talk: none that was longer ago than this.
JUST_TALKED = timedelta(seconds=60)

#: The least time between two talks that two agents begin in one meeting.
NEXT_TALK = timedelta(seconds=60)

#: What is said after so much silence is another talk, which has answers again.
PAUSED = timedelta(seconds=12)

#: How likely an agent begins a talk, or takes its leave, at a turn of its own where it may.
BEGINS, PARTS = 0.6, 0.6

#: Mere remarks leave a room at least so many seconds of quiet.
REMARK_HUSH = 8.0

#: What it asked within this time may still be answered.
ASKED_LATELY = timedelta(minutes=3)

#: A line of so many words says no more than a name.
INTRODUCED = 5

_ON_GREETING, _ON_PARTING, _ON_CALLING = "greeting", "parting", "calling"

_HOURS = {"dawn": "morning", "morning": "morning", "dusk": "evening", "night": "evening"}


@late_dataclass(slots=True)
class Manners:
    """Decides for one agent; the same random numbers give the same decisions."""

    lines: SocialLines
    floor: Floor
    rng: random.Random
    has_reason: Callable[[str], bool] = lambda words: False
    """Returns whether words are a reason for the agent to do something: those it always hears."""
    retelling: Retelling = field(init=False)
    telling: NewsTelling = field(init=False)
    going_on: GoingOn = field(init=False)
    handing_over: HandingOver = field(init=False)
    caring: Caring = field(init=False)
    asking_after: AskingAfter = field(init=False)
    reminding: Reminding = field(init=False)
    seeing_off: SeeingOff = field(init=False)
    offers: StoryOffers = field(init=False)
    declining: Declining = field(init=False)
    _greeted: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.retelling = Retelling(self.lines, self.floor)
        self.telling = NewsTelling(self.lines, self.floor)
        self.going_on = GoingOn(self.lines, self.floor)
        self.handing_over = HandingOver(self.lines)
        self.caring = Caring(self.lines)
        self.asking_after = AskingAfter(self.caring, self.floor)
        self.reminding = Reminding(self.lines)
        self.seeing_off = SeeingOff(self.lines, self.floor, self.caring)
        self.offers = StoryOffers(self.lines)
        self.declining = Declining(self.lines, self.floor, self.caring)

    @property
    def me(self) -> str:
        """The agent's name."""
        return self.lines.company.me

    # --- listening --------------------------------------------------------------------

    def hear(self, perception: Perception, monotonic: float, *, elsewhere: bool = False) -> bool:
        """Tell the floor of words, and return whether the agent is to answer them.

        Words for somebody `elsewhere` are answered by those alone whom they name as well.
        """
        own, speaker = perception.own, perception.actor or ""
        self.handing_over.note(perception)
        if perception.nature is not Nature.SPEECH or perception.kind == "refusal":
            gesture = perception.nature is Nature.GESTURE  # of two agents, neither would end it
            endless = gesture and perception.actor_kind == "agent"
            return perception.addressed and not own and not endless
        speaker = self.me if own else speaker
        hearers = {*perception.occupants, self.me} - {speaker}
        present, words = tuple(sorted(hearers)), extract_speech(perception.text)
        line = SpokenLine(perception.place, speaker, words, present, elsewhere)
        answering = self.floor.hear(line, monotonic)
        addressed = perception.addressed and not elsewhere and is_for(words, self.me, present)
        if perception.actor_kind == "person" and answering:
            addressed = addressed and self.me in (*answering, *find_called(words, present))
        return not own and (addressed or self.me in answering)

    def lets_pass(self, perception: Perception, now: datetime) -> bool:
        """Return whether an agent's words need no answer: the two have talked enough.

        What one says after a while of silence is another talk.
        """
        words = extract_speech(perception.text)
        if perception.actor_kind != "agent" or asks(words) or self.has_reason(words):
            return False
        meeting = self.lines.company.find_meeting(perception.actor or "", now)
        paused = meeting.before is None or now - meeting.before >= PAUSED
        return meeting.lines > LAST_LINE and not paused

    def may_begin(self, place: str, monotonic: float, hush: float = HUSH) -> bool:
        """Return whether the agent may begin to speak unasked in `place` now."""
        return self.floor.is_free(self.me, place, monotonic, hush)

    def find_budget(self, meeting: Meeting) -> int:
        """Return after how many lines the two begin no further talk: the same for both."""
        pair = "|".join(sorted((self.me, meeting.partner)))
        seed = zlib.crc32(f"{pair}|{meeting.began:%Y-%m-%d %H}".encode())
        return LEAST_LINES + seed % (MOST_LINES - LEAST_LINES + 1)

    # --- answering --------------------------------------------------------------------

    def answer_agent(self, words: str, partner: str, here: Encounter) -> str:
        """Return the line that answers another agent's words; empty: the agent stays quiet."""
        meeting = self.lines.company.find_meeting(partner, here.now)
        return self.lines.write(self._find_answer(words, meeting, here))

    def _find_answer(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        partner, asked = meeting.partner, asks(words)
        if is_farewell(words) or self._find_parting(meeting, here.now - JUST_NOW):
            return self.lines.choose_text("manners.part.back", partner, here)
        if news := self.retelling.take_in(words, partner, here):
            return news
        if news := self.telling.take_in(words, partner, here):
            return news
        if asked and asks_news(words) and (news := self.telling.tell(meeting, here, asked=True)):
            return news
        meant = None
        if not is_greeting(words):
            meant = self.lines.find_meant(words, partner, here)
        if meant or (meeting.mine and not asked):
            return meant
        key = "manners.unsure" if asked else "manners.greet.back"
        return self.lines.choose_text(key, partner, here)

    def attend(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return how the agent takes in what a person tells, or a greeting given twice."""
        meeting = self.lines.company.find_meeting(partner, here.now)
        if not is_greeting(words):
            parting = is_farewell(words)
            told = self.retelling.acknowledge(words, partner, here, parting=parting)
            if not told and parting:
                return self.seeing_off.see_off(words, partner, here)
            if not self.answers_last(words, meeting, here):
                return told
            behind = list_behind(meeting.last_own, partner, self.lines, here)
            if told and not (behind or self.answers_own(words, meeting, here)):
                return told
            return self._take_in_answer(words, meeting, here)
        again = meeting.mine > 0 and meeting.theirs > 1
        return self.lines.choose_text("manners.greet.again", partner, here) if again else None

    def answers_own(self, words: str, meeting: Meeting, here: Encounter) -> bool:
        """Return whether `words` answer what the agent has asked for of its own accord."""
        mould = find_mould(meeting.last_own, self.lines.moulds)
        return mould is not None and self.answers_last(words, meeting, here)

    def answers_last(self, words: str, meeting: Meeting, here: Encounter) -> bool:
        """Return whether `words` answer what the agent asked last, if only beside an answer."""
        mould = find_mould(meeting.last_own, self.lines.moulds)
        behind = list_behind(meeting.last_own, meeting.partner, self.lines, here)
        asks_open = mould is not None and mould.kind in OPEN_KINDS and not behind
        if asks_open and self.caring.tells_worry(words):
            return False  # that is no trade, and no home
        question = find_last_question(meeting.last_own)
        near = self.lines.acts.compare(remove_address(words, self.me), question)
        return is_answer_to_own(words, meeting, mould, near if behind else NOT_WRITTEN)

    def asked_for_kind(self, meeting: Meeting) -> bool:
        """Return whether the agent last asked for what has lines for its answers."""
        mould = find_mould(meeting.last_own, self.lines.moulds)
        return mould is not None and f"manners.answered.{mould.kind}" in self.lines.texts.keys()  # noqa: SIM118

    def _take_in_answer(self, words: str, meeting: Meeting, here: Encounter) -> VoiceLine:
        asked = self.lines.company.list_asked(meeting.partner, here.now - ASKED_LATELY)
        return take_in_answer(remove_address(words, self.me), meeting, self.lines, here, asked)

    def feel(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return the answer to a feeling that a person shows, or to a correction; None: to none."""
        if protested := self.declining.answer_protest(words, partner, here):
            return protested
        if tells_joke(words, self.lines.acts.find):
            return self.lines.choose_text("manners.feeling.joke", partner, here)
        if named := self._take_name(words, partner, here):
            return named
        feeling = find_feeling(words) or self.lines.acts.find_shown(words)
        if not feeling or (feeling == "praise" and is_farewell(words)):
            return self._take_remark(words, partner, here)
        return self.lines.choose_own(feeling, f"manners.feeling.{feeling}", partner, here)

    def _take_name(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return the answer to words that give somebody of theirs a name, or say their own."""
        if named := find_naming(words):
            return self.lines.choose_text("manners.told.name", partner, here, gist=named)
        own = find_given_name((words,), partner, (*here.situation.occupants, self.me))
        own = own or (partner if mentions_name(words, partner) else "")
        if not own or asks(words) or len(find_words(words)) > INTRODUCED:
            return None
        return self.lines.choose_text("manners.told.own-name", partner, here, gist=own)

    def _take_remark(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return the answer to one who disagrees, reports what others say, or says what they do."""
        kind = find_remark_kind(words)
        if not kind or not here.voice.voice.list_for(kind):
            return None
        return self.lines.choose_own(kind, f"manners.remark.{kind}", partner, here)

    # --- beginning --------------------------------------------------------------------

    def begin(self, here: Encounter, *, stays: bool = False) -> str:
        """Return a line to somebody here, unasked; empty if there is nothing to say to them.

        An agent that `stays`, because it has something to do here, takes no leave.
        """
        if not self.may_begin(here.situation.place, here.monotonic):
            return ""
        meetings = self.lines.company.find_meetings(here.situation.occupants, here.now)
        part = () if stays else (self._part,)
        tells = (self.going_on.go_on, self.asking_after.ask, self._bring_up, self._tell_news)
        ways = (self._greet, self.reminding.remind, *tells, *part, self._begin_talk)
        said = (way(meeting, here) for way in ways for meeting in meetings)
        return next((self.lines.write(each) for each in said if each), "")

    def goes_on(self, here: Encounter) -> bool:
        """Return whether the agent has more to say to one it answered, or somebody to remind."""
        meetings = self.lines.company.find_meetings(here.situation.occupants, here.now)
        ways = (self.going_on.is_due, self.reminding.is_due)
        return any(is_due(each, here.now) for each in meetings for is_due in ways)

    def take_greeted(self) -> str:
        """Return whom the last words of `begin` greet; empty: nobody."""
        greeted, self._greeted = self._greeted, ""
        return greeted

    def is_leaving(self, here: Encounter) -> bool:
        """Return whether it is time to go: the agent has taken leave of the only one here."""
        if len(here.situation.occupants) != 1:
            return False
        meeting = self.lines.company.find_meeting(here.situation.occupants[0], here.now)
        return self._find_parting(meeting, here.now - APART_AFTER) == self.me

    def _find_parting(self, meeting: Meeting, since: datetime) -> str:
        return self.floor.find_parting(self.me, meeting.partner, since)

    def _has_parted(self, meeting: Meeting, here: Encounter) -> bool:
        return bool(self._find_parting(meeting, here.now - APART_AFTER))

    def _greet(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        if meeting.has_begun or self._has_parted(meeting, here):
            return None
        self.lines.company.mark_greeted(meeting)
        partner = self._greeted = meeting.partner
        if self.floor.is_agent(partner):
            own = self._find_opener(partner, here)
        elif self.lines.company.has_met(meeting, here.now - SAME_AGAIN):
            return self.lines.choose_text("manners.greet.nod", partner, here)
        else:
            own = self.lines.find_remark(_ON_GREETING, partner, here)
        return own or self._choose_greeting(partner, here)

    def welcome(
        self, newcomers: Sequence[str], here: Encounter, *, rests: bool, aside: bool
    ) -> str:
        """Return the first words to people who are new here; empty: somebody else speaks.

        An agent that `rests` is not to be disturbed for long: it makes a gesture, and so does
        one that greets `aside` from what others say.
        """
        is_free = self.may_begin(here.situation.place, here.monotonic)
        if not (is_free or aside):
            return ""
        for each in newcomers:
            self.lines.company.mark_greeted(self.lines.company.find_meeting(each, here.now))
        *others, last = newcomers
        names = last
        if others:
            names = self.lines.texts.say("names.both", first=", ".join(others), last=last)
        if rests or not is_free:
            key = "manners.greet.resting" if rests else "manners.greet.aside"
            return self.lines.write(self.lines.choose_text(key, names, here))
        own = None if others else self.lines.find_remark(_ON_GREETING, last, here)
        return self.lines.write(own or self._choose_greeting(names, here))

    def call_on(self, person: str, here: Encounter) -> str:
        """Return the first words to somebody whom the agent looks in on, and why it came.

        Empty: somebody else speaks.
        """
        if not self.may_begin(here.situation.place, here.monotonic):
            return ""
        meeting = self.lines.company.find_meeting(person, here.now)
        self.lines.company.mark_greeted(meeting)
        if news := self.telling.bring(meeting, here):
            return self.lines.write(news)
        own = self.lines.find_new_remark(_ON_CALLING, person, here)
        return self.lines.write(own or self.lines.choose_text("manners.call", person, here))

    def _choose_greeting(self, names: str, here: Encounter) -> VoiceLine:
        key = self.lines.find_key("manners.greet", _HOURS.get(here.hour))
        return self.lines.choose_text(key, names, here)

    def _bring_up(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return what the agent tells again; None: nothing, or one of the two is about to go."""
        leaving = self._find_parting(meeting, here.now - JUST_NOW)
        return None if leaving else self.retelling.bring_up(meeting, here)

    def _tell_news(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return news for somebody here; None: there is none, or the two have taken leave."""
        return None if self._has_parted(meeting, here) else self.telling.tell(meeting, here)

    def _begin_talk(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return the beginning of a talk with an agent, if the two have time and words for it."""
        partner = meeting.partner
        if not self.floor.is_agent(partner) or self._has_parted(meeting, here):
            return None
        rested = meeting.spoke is None or here.now - meeting.spoke >= NEXT_TALK
        if not rested or meeting.lines >= self.find_budget(meeting):
            return None
        return self._find_opener(partner, here)

    def _find_opener(self, partner: str, here: Encounter) -> VoiceLine | None:
        return self.lines.find_opener(partner, here) if self.rng.random() < BEGINS else None

    def _part(self, meeting: Meeting, here: Encounter) -> VoiceLine | None:
        """Return the last words of two agents who are alone, where one of them does not live."""
        partner = meeting.partner
        alone = len(here.situation.occupants) == 1 and here.situation.place != here.home
        if not alone or not self.floor.is_agent(partner) or self._has_parted(meeting, here):
            return None
        silent = meeting.spoke and SILENT <= here.now - meeting.spoke <= JUST_TALKED
        if not silent or meeting.lines < LEAST_LINES or self.rng.random() > PARTS:
            return None
        self.floor.part(self.me, partner, here.now)
        own = self.lines.find_remark(_ON_PARTING, partner, here)
        return own or self.lines.choose_text("manners.part", partner, here)
