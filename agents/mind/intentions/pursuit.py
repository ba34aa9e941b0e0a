"""An intention that an agent has taken up: how far it has got, read from what it did.

The steps that were done are not counted but found in the memories, so that whatever line did a
step counts, and a crash between a deed and its note loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agents.memory.core.records import Experience
from agents.memory.language.stems import find_words, stem_words
from agents.mind.intentions.intention import LIMIT, Intention, IntentionStep
from agents.mind.vocabulary import Vocabulary
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

#: A deed that is refused, or a way or a person that is not found, is tried so often.
TRIES = 3

#: A line does a step if it has this part of the step's words, and if it is all words, this part:
#: a chance remark is not what was meant.
ALIKE, ALIKE_IN_WORDS = 1 / 3, 0.6

_HOLE = late_pattern(r"\{\w*\}")


@late_dataclass(frozen=True, slots=True)
class Pursuit:
    """The present intention, or one that was interrupted."""

    name: str
    """Of an intention, or the agent's own words."""
    since: int
    """The minute of the world in which it was taken up."""
    after: int
    """The number of the last memory before that."""
    step: int = 0
    step_since: int = 0
    step_after: int = 0
    tries: int = 0
    """How often in a row no way was found, or nobody."""
    choice: int = -1
    """Which of the step's lines was chosen; -1: none yet."""
    partner: str = ""
    """Who the step is with."""
    own: bool = False
    """Whether it has no steps: the agent says itself when it is done."""
    names: str = ""
    """For whom it was asked, one a line."""

    def begin_step(self, step: int, minutes: int, after: int) -> Pursuit:
        """Return the pursuit at the beginning of a step."""
        return replace(
            self,
            step=step,
            step_since=minutes,
            step_after=after,
            tries=0,
            choice=-1,
            partner=self.partner,
        )


def begin_pursuit(
    name: str, minutes: int, after: int, *, partner: str = "", own: bool = False, names: str = ""
) -> Pursuit:
    """Return the pursuit of an intention that is taken up now; `partner` asked for it, if any."""
    return Pursuit(
        name,
        minutes,
        after,
        step_since=minutes,
        step_after=after,
        partner=partner,
        own=own,
        names=names,
    )


def find_step(pursuit: Pursuit, intention: Intention | None) -> IntentionStep | None:
    """Return the present step; None if there is none left."""
    steps = intention.steps if intention else ()
    return steps[pursuit.step] if pursuit.step < len(steps) else None


def locate_step(pursuit: Pursuit, intention: Intention, step: IntentionStep) -> IntentionStep:
    """Return `step` with the place or the people of the steps before it, if it has none itself.

    Nobody is followed for the sake of waiting.
    """
    if step.at or step.partners:
        return step
    located = [each for each in intention.steps[: pursuit.step] if each.at or each.partners]
    last = located[-1] if located else step
    if last.at:
        return replace(step, at=last.at)
    followed = (pursuit.partner,) if last.partners and pursuit.partner and step.lines else ()
    return replace(step, partners=followed)


def is_expired(pursuit: Pursuit, intention: Intention | None, minutes: int) -> bool:
    """Return whether the limit has passed; a beginning in the future is of another calendar."""
    limit = intention.limit if intention else LIMIT
    return not 0 <= minutes - pursuit.since < limit


def follow_deeds(
    pursuit: Pursuit,
    intention: Intention | None,
    memories: Iterable[Experience],
    vocabulary: Vocabulary,
    minutes: int,
) -> Pursuit:
    """Return the pursuit after the deeds in `memories`, oldest first."""
    for memory in memories:
        step = find_step(pursuit, intention)
        if step is None:
            break
        if memory.seq > pursuit.step_after and memory.ok and does_step(memory, step, vocabulary):
            pursuit = pursuit.begin_step(pursuit.step + 1, minutes, memory.seq)
    return pursuit


def find_refusals(
    pursuit: Pursuit,
    step: IntentionStep,
    memories: Sequence[Experience],
    vocabulary: Vocabulary,
) -> list[str]:
    """Return what the world said to each try of the present step, and to each step of the way."""
    return [
        memory.text.partition("\n")[2] or memory.text
        for memory in memories
        if memory.seq > pursuit.step_after and not memory.ok
        if memory.nature is Nature.MOVEMENT or does_step(memory, step, vocabulary)
    ]


def does_step(memory: Experience, step: IntentionStep, vocabulary: Vocabulary) -> bool:
    """Return whether a memory is of the deed that a step asks for, in these words or others."""
    return memory.line != "" and any(_is_alike(memory, line, vocabulary) for line in step.lines)


def _is_alike(memory: Experience, line: str, vocabulary: Vocabulary) -> bool:
    row = vocabulary.find_row(line)
    if row is None or row.name != memory.command:
        return False
    wanted, given = _HOLE.sub("", line.partition(" ")[2]), memory.line.partition(" ")[2]
    split = stem_words if stem_words(wanted) else find_words
    words = frozenset(split(wanted))
    worded = row.nature.is_expression or row.nature.is_writing
    least = ALIKE_IN_WORDS if worded else ALIKE
    return len(words & frozenset(split(given))) >= least * len(words)
