"""Leaving a person with whom the agent has just talked: not at once, and not without a word."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from agents.memory.core.records import Experience
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.voice.asking import bids_tell, is_question
from agents.prose import split_sentences

#: For so many seconds after a person's words the agent stays, unless its errand is urgent.
LINGERS = 25.0

#: To a person who spoke to it within so many seconds it says that it goes.
TAKES_LEAVE = 180.0

#: What a person says within so many seconds of that is their farewell, and needs no second one.
FAREWELL = 60.0


#: So long the agent waits for the answer to what it has asked a person.
WAITS = timedelta(seconds=45)

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


@dataclass(slots=True)
class LastVisitor:
    """The person who spoke to the agent last. Times are seconds that never go backwards."""

    name: str = ""
    spoke: float = 0.0
    told: float | None = None
    """When the agent has said that it goes; None: it has not."""

    def hear(self, name: str, now: float) -> None:
        """Take note that the person `name` spoke to the agent."""
        if name != self.name or (self.told is not None and now - self.told > FAREWELL):
            self.told = None
        self.name, self.spoke = name, now

    def is_in_talk(self, present: Collection[str], now: float) -> bool:
        """Return whether the agent had better stay for what the person may say next.

        One who has said that it goes, goes.
        """
        return self.told is None and self.name in present and now - self.spoke < LINGERS

    def is_owed_leave(self, present: Collection[str], now: float) -> bool:
        """Return whether the person is here, spoke not long ago and was not told that one goes."""
        return self.name in present and self.told is None and now - self.spoke < TAKES_LEAVE

    def take_leave(self, present: Collection[str], now: float) -> str:
        """Return the name of the person to whom to say that one goes, once; empty: nobody."""
        owed = self.is_owed_leave(present, now)
        if owed:
            self.told = now
        return self.name if owed else ""
