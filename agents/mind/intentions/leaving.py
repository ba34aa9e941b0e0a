"""Leaving a person with whom the agent has just talked: not at once, and not without a word.

What compels the agent waits for the talk to rest, too, but not for ever; what a person has asked
of it is gone to at once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field
from datetime import datetime, timedelta

from agents.memory.core.records import Experience
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.intentions.holder import IntentionTools
from agents.mind.intentions.intention import Intention
from agents.mind.voice.asking import bids_tell, is_question
from agents.mind.voice.courtesies import is_farewell
from agents.prose import end_sentence, split_sentences
from late.late_dataclass import late_dataclass
from world.boundaries import Perception
from world.nature import Nature
from world.verbs.calling import find_called

#: For so many seconds after a person's words the agent stays, unless its errand compels it: a
#: person reads, thinks and types for about a minute.
LINGERS = 75.0

#: What compels it waits for a talk to rest, which it has done so long after a person's words, but
#: no longer than that.
RESTS, WAITS_FOR_REST = 30.0, 150.0

#: For so many it stays after something sad that a person told: that is not walked off from.
STAYS_BY = 240.0

#: For so many it stays after words that it hears when it has said that it goes.
LINGERS_ON = 20.0

#: To a person who spoke to it within so many seconds it says that it goes.
TAKES_LEAVE = 180.0

#: What a person says within so many seconds of that is their farewell, and needs no second one.
FAREWELL = 60.0


#: So many seconds it stays with a person who has come in, and with all who come one after another;
#: then it lets as long a time pass before it stays for another. They read before they say anything.
LETS_SPEAK, LETS_ALL_SPEAK = 40.0, 80.0

#: So long the agent waits for the answer to what it has asked a person.
WAITS = timedelta(seconds=75)

#: What was asked is among so many of the latest memories.
_LATELY = 16


def waits_for_answer(memories: Sequence[Experience], person: str, now: datetime) -> bool:
    """Return whether the agent has asked `person` something that they may still answer."""
    for memory in reversed(memories[-_LATELY:]):
        if now - memory.at > WAITS or (memory.speaker == person and memory.nature.is_speech):
            return False
        if memory.line and memory.nature.is_speech and memory.ok and person in memory.occupants:
            said = split_sentences(extract_speech(memory.text)) if has_words(memory.text) else []
            return any(is_question(each) or bids_tell(each) for each in said)
    return False


@late_dataclass(slots=True)
class LastVisitor:
    """The person who spoke to the agent last. Times are seconds that never go backwards."""

    name: str = ""
    spoke: float = 0.0
    told: float | None = None
    """When the agent has said that it goes; None: it has not."""
    grave: float | None = None
    """When the person told something sad; None: they did not."""

    def hear(self, name: str, now: float, *, parts: bool = False, grave: bool = False) -> None:
        """Take note that the person `name` spoke to the agent; one who `parts` keeps it no longer.

        Before the agent has said that it goes, a farewell is words like others. `grave`: they tell
        something sad.
        """
        if name != self.name or parts:
            self.grave = None
        if parts and name == self.name and self.told is not None:
            return
        if name != self.name or (self.told is not None and now - self.told > FAREWELL):
            self.told = None
        self.name, self.spoke = name, now
        self.grave = now if grave else self.grave

    def is_in_talk(self, present: Collection[str], now: float) -> bool:
        """Return whether the agent had better stay for what the person may say next.

        One who has said that it goes still hears what the person says to that.
        """
        if self.told is not None and self.spoke <= self.told:
            return False
        if self.name in present and self.grave is not None and now - self.grave < STAYS_BY:
            return True
        lingers = LINGERS if self.told is None else LINGERS_ON
        return self.name in present and now - self.spoke < lingers

    def rests(self, now: float) -> bool:
        """Return whether the person has said nothing for a while, and told nothing sad."""
        grave = self.grave is not None and now - self.grave < STAYS_BY
        return not grave and now - self.spoke >= RESTS

    def is_owed_leave(self, present: Collection[str], now: float) -> bool:
        """Return whether the person is here, spoke not long ago and was not told that one goes."""
        return self.name in present and self.told is None and now - self.spoke < TAKES_LEAVE

    def take_leave(self, present: Collection[str], now: float) -> str:
        """Return the name of the person to whom to say that one goes, once; empty: nobody."""
        owed = self.is_owed_leave(present, now)
        if owed:
            self.told = now
        return self.name if owed else ""


@late_dataclass(slots=True)
class LeaveTaking:
    """Says whether one agent may go from the person with whom it talks, and what it says then."""

    me: str
    tools: IntentionTools
    _visitor: LastVisitor = field(default_factory=LastVisitor)
    _granted: str = ""
    """The name of the last intention that a person asked for."""
    _due: float | None = None
    """Since when the agent is compelled to go, and waits for an answer; None: it does not."""
    _came: str = ""
    """The person who came in last."""
    _lets_speak: float = float("-inf")
    """Since when the agent stays for those who have come in."""
    _until: float = float("-inf")
    """Until when it stays for the one who came in last."""

    def hear(self, words: str, speaker: str) -> None:
        """Take note of a person's words, unless they call somebody else who is here."""
        present = self._present
        called = find_called(words, (self.me, *present))
        if not called or self.me in called:
            now = self.tools.clock.monotonic()
            grave = self.tools.tells_sorrow(words)
            self._visitor.hear(speaker, now, parts=is_farewell(words), grave=grave)

    def see(self, perception: Perception) -> None:
        """Take note of a person who comes in, and may want to say something."""
        if perception.kind != "arrive" or perception.actor_kind != "person":
            return
        now = self.tools.clock.monotonic()
        if now - self._lets_speak > 2 * LETS_ALL_SPEAK:
            self._lets_speak = now
        self._came = perception.actor or ""
        self._until = min(now + LETS_SPEAK, self._lets_speak + LETS_ALL_SPEAK)

    def attend_to(self, person: str) -> None:
        """Stay with a person as if they had spoken to the agent."""
        self._visitor.hear(person, self.tools.clock.monotonic())

    def grant(self, name: str) -> None:
        """Take note that a person has asked for the intention `name`, and knows that one goes."""
        self._visitor, self._granted = LastVisitor(), name

    @property
    def is_in_talk(self) -> bool:
        """Whether a person is here who may go on with what they have said to the agent."""
        return self._visitor.is_in_talk(self._present, self.tools.clock.monotonic())

    @property
    def is_with_visitor(self) -> bool:
        """Whether a person is here who spoke to the agent not long ago, and knows of no errand."""
        return self._visitor.is_owed_leave(self._present, self.tools.clock.monotonic())

    @property
    def _goes_on(self) -> bool:
        """Whether the talk with the person has not rested yet."""
        now = self.tools.clock.monotonic()
        return self._visitor.is_in_talk(self._present, now) and not self._visitor.rests(now)

    def is_held(self, intention: Intention | None) -> bool:
        """Return whether the talk keeps the agent from going to do `intention`.

        What compels it waits for a while; what a person has asked for, only for the answer to what
        the agent has just asked.
        """
        if not self._is_forced(intention):
            self._due = None
            return self._has_asked or self.is_in_talk or self._is_come_to
        granted = intention is not None and intention.name == self._granted
        now = self.tools.clock.monotonic()
        if not self._has_asked and (granted or not self._goes_on):
            self._due = None
            return False
        self._due = now if self._due is None else self._due
        longest = WAITS.total_seconds() if granted else WAITS_FOR_REST
        return now - self._due < longest

    def say_leave(self, intention: Intention | None) -> str:
        """Return the line by which the agent takes leave before it goes; empty: of nobody."""
        name = self._visitor.take_leave(self._present, self.tools.clock.monotonic())
        if not name:
            return ""
        texts = self.tools.texts
        because = end_sentence(intention.because) if intention else ""
        doing = intention.doing if intention else ""
        errand = texts.say("intention.errand", doing=doing) if doing else ""
        key = "intention.leaves-now" if self._is_forced(intention) else "intention.leaves"
        return self._say(texts.say(key, name=name, errand=errand, because=because))

    def leave_for_newcomer(self) -> str:
        """Return the line by which the agent takes leave to meet somebody; empty: of nobody."""
        name = self._visitor.take_leave(self._present, self.tools.clock.monotonic())
        return (
            self._say(self.tools.texts.say("intention.leaves-to-meet", name=name)) if name else ""
        )

    def _say(self, text: str) -> str:
        words = " ".join(self.tools.rng.choice(text.strip().split("\n")).split())
        return next(iter(self.tools.vocabulary.command_lines(Nature.SPEECH, (words,))), "")

    def _is_forced(self, intention: Intention | None) -> bool:
        return intention is not None and (
            intention.compels or (intention.is_urgent and intention.name == self._granted)
        )

    @property
    def _is_come_to(self) -> bool:
        """Whether a person is here who has only just come in."""
        return self._came in self._present and self.tools.clock.monotonic() < self._until

    @property
    def _has_asked(self) -> bool:
        tools = self.tools
        return waits_for_answer(tools.memories(), self._visitor.name, tools.clock.now())

    @property
    def _present(self) -> Sequence[str]:
        return self.tools.body.situation(self.tools.character).occupants
