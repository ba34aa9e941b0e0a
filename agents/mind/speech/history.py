"""What an agent and the others near it have said lately, from its memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from agents.memory.core.records import Experience
from agents.memory.recall.hits import Hit
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.speech.parties.address import find_addressee
from agents.mind.speech.parties.called import is_for
from late.late_dataclass import late_dataclass

#: An exchange belongs to the present talk if it is among so many of the latest memories, and not
#: so long ago: where several are, much is seen between two lines.
PRESENT_TALK, JUST_NOW = 20, timedelta(minutes=3)

#: What was said aloud may be taken up while it is among so many of the latest memories.
IN_THE_AIR = 16


@late_dataclass(frozen=True, slots=True)
class Exchanged:
    """Words and the answer to them."""

    heard: str
    answer: str


@late_dataclass(frozen=True, slots=True)
class TalkHistory:
    """Speech among some memories, oldest first."""

    own: tuple[str, ...]
    """What the agent has said to the partner, or before them: others have not heard it."""
    others: tuple[str, ...]
    last: Exchanged | None
    """The last exchange with the partner before the words to answer, if it was just now."""
    asked: tuple[str, ...] = ()
    """What the partner said in the present talk before the words to answer, the latest first."""
    aloud: tuple[str, ...] = ()
    """What the agent has said in the partner's hearing just now, to whomever."""


NO_TALK = TalkHistory((), (), None)


def read_talk_history(
    memories: Sequence[Experience],
    partner: str,
    heard: str,
    *,
    me: str,
    overheard: bool = False,
) -> TalkHistory:
    """Return what was said in the `memories` of `me`; `heard` are the partner's words to answer.

    `overheard`: others hear the answer, so that the last exchange is one in no private words.
    """
    own = tuple(extract_speech(each.text) for each in memories if _is_own_to(partner, each))
    others = tuple(extract_speech(each.text) for each in memories if _is_others(each))
    now = memories[-1].at if memories else None
    present = [e for e in memories[-PRESENT_TALK:] if now and now - e.at <= JUST_NOW]
    open_ = [each for each in present if not (overheard and each.nature.is_private)]
    asked = tuple(_list_asked(open_, partner, heard))
    aloud = (e for e in memories[-IN_THE_AIR:] if _is_own(e) and partner in e.occupants)
    said = tuple(extract_speech(each.text) for each in aloud if not each.nature.is_private)
    return TalkHistory(own, others, _find_last(open_, partner, heard, me), asked, said)


def begin_own_line(me: str) -> str:
    """Return how the memories of lines begin that `me` has given."""
    return f"~{me}> "


def count_own_words(hits: Iterable[Hit], me: str) -> Counter[str]:
    """Return how often `me` said, thought or acted out which words, in small letters."""
    lines = (each.text.partition("\n")[0] for each in hits)
    begin = begin_own_line(me)
    own = (line.removeprefix(begin) for line in lines if line.startswith(begin))
    return Counter(line.partition(" ")[2].casefold() for line in own)


def _find_last(
    memories: Sequence[Experience], partner: str, heard: str, me: str
) -> Exchanged | None:
    """Return the last exchange; what `me` says after words that call another answers others."""
    met = {name for memory in memories for name in (memory.speaker, *memory.occupants) if name}
    asked, last = "", None
    for memory in memories:
        words = extract_speech(memory.text)
        if _is_others(memory) and memory.speaker == partner and words != heard:
            asked = words if is_for(words, me, met) else ""
        elif _is_own(memory) and asked:
            last, asked = Exchanged(asked, words), ""
    return last


def _list_asked(memories: Sequence[Experience], partner: str, heard: str) -> Iterator[str]:
    for memory in reversed(memories):
        if _is_others(memory) and memory.speaker == partner:
            words = extract_speech(memory.text)
            if words != heard:
                yield words


def _is_own(memory: Experience) -> bool:
    return bool(memory.line) and memory.ok and memory.nature.is_speech and has_words(memory.text)


def _is_own_to(partner: str, memory: Experience) -> bool:
    if not _is_own(memory):
        return False
    to = find_addressee(memory)
    return to == partner if to else not partner or partner in memory.occupants


def _is_others(memory: Experience) -> bool:
    return bool(memory.speaker) and memory.nature.is_speech and has_words(memory.text)
