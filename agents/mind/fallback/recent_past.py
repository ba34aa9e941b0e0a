"""What an agent did, heard and saw lately, as its fallback policy asks about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.mind.fallback.small_talk import has_words
from late.late_dataclass import late_dataclass
from world.boundaries import Situation
from world.nature import Nature

#: A line is not chosen again while it is among this many of the agent's latest lines.
UNREPEATED = 6
#: After this many recent answers to one person, the agent mostly answers with a nod.
TALKATIVE = 4


@late_dataclass(slots=True)
class RecentPast:
    """Answers questions about an agent's latest memories, oldest first."""

    situation: Situation
    memories: Sequence[Experience]
    name: str
    own: list[Experience] = field(init=False)
    """The memories of the agent's own lines."""
    lines: list[str] = field(init=False)
    """Those lines, folded to small letters."""

    def __post_init__(self) -> None:
        self.own = [memory for memory in self.memories if memory.line]
        self.lines = [memory.line.casefold() for memory in self.own]

    def _since_last_own(self) -> Sequence[Experience]:
        for back, memory in enumerate(reversed(self.memories)):
            if memory.line:
                return self.memories[len(self.memories) - back :]
        return self.memories

    def find_address(self) -> Experience | None:
        """Return the latest words to the agent since its last line; None if there are none."""
        heard = [memory for memory in self._since_last_own() if self._is_to_me(memory)]
        return heard[-1] if heard else None

    def _is_to_me(self, memory: Experience) -> bool:
        if not memory.speaker or memory.speaker == self.name:
            return False
        if memory.nature is Nature.DISTANT_SPEECH:
            return True
        if memory.speaker not in self.situation.occupants:
            return False
        if memory.nature is Nature.PRIVATE_SPEECH:
            return has_words(memory.text)
        alone_together = memory.nature is Nature.SPEECH and len(memory.occupants) == 1
        return alone_together or mentions_name(memory.text, self.name)

    def count_answers(self, other: str) -> int:
        """Return how many of the latest lines were said to `other`, by name or alone with it."""
        latest = (memory for memory in self.own[-2 * TALKATIVE :] if memory.nature.is_speech)
        return sum(
            memory.occupants == (other,) or mentions_name(memory.line, other) for memory in latest
        )

    def count_turns_here(self) -> int:
        """Return how many of the latest lines were given in the present room."""
        turns = 0
        for memory in reversed(self.own):
            if memory.place != self.situation.place:
                break
            turns += 1
        return turns

    def find_last_place(self) -> str:
        """Return the room that the agent came from; empty if no memory shows it."""
        for memory in reversed(self.memories):
            if memory.place != self.situation.place:
                return memory.place
        return ""

    def was_refused(self, line: str) -> bool:
        """Return whether `line` was refused."""
        return any(not memory.ok and memory.line == line for memory in self.own)

    def is_stale(self, line: str) -> bool:
        """Return whether `line` is among the latest `UNREPEATED` lines."""
        return line.casefold() in self.lines[-UNREPEATED:]
