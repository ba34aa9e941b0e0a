"""Tell what others said and did: as much as there is room for, and what is worth most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agents.memory.core.records import Experience
from agents.memory.language.injection_guard import find_instructions
from agents.memory.language.normalize import remove_signature
from agents.memory.language.worth.rating import (
    Commonness,
    choose_within,
    find_content,
    is_empty,
    rank_sentences,
    rate_sentence,
)
from agents.prose import cut_words, end_sentence, find_quoted, one_line, soften_quotes
from late.late_dataclass import late_dataclass
from world.nature import Nature

#: What happened so often is told with its number.
OFTEN = 10

#: Characters of what somebody said or did, at most.
_QUOTED = 160

_SEEN = "I noticed"
#: Content words of a sight that tells more than that somebody coughs.
_TELLING_SIGHT = 3

#: These are told in other ways, or not worth telling.
_PASSED_OVER = frozenset({Nature.MOVEMENT, Nature.HAPPENING, Nature.SIGHT, Nature.LISTING})


@late_dataclass(frozen=True, slots=True)
class _Perceived:
    """Something that others said or did."""

    start: str
    """The words before it: ``I heard Fern say``."""
    words: str

    def tell(self, count: int) -> str:
        """Return it as one sentence; `count` says how often it was perceived."""
        often = f" {count} times" if count >= OFTEN else ""
        told = f'{self.start} "{cut_words(soften_quotes(self.words), _QUOTED)}"{often}'
        return end_sentence(told)


def tell_perceived(memories: Sequence[Experience], room: int) -> list[str]:
    """Return sentences of what is worth most of it in at most `room` characters, in its order.

    Questions, courtesies and orders are left out.
    """
    counts = Counter(filter(None, map(_read_perceived, memories)))
    every = [each for each in counts if _is_telling(each)]
    words = [each.words for each in every]
    common = Commonness.of(each.words for each in counts)
    order = rank_sentences(words, [rate_sentence(each, common) for each in words])
    told = [each.tell(counts[each]) for each in every]
    return [told[n] for n in choose_within(order, [len(each) + 1 for each in told], room)]


def _read_perceived(memory: Experience) -> _Perceived | None:
    if memory.is_own or memory.is_dream or memory.nature in _PASSED_OVER:
        return None
    said = next(reversed(find_quoted(memory.text)), "") if memory.speaker else ""
    if said:
        return _Perceived(f"I heard {memory.speaker} say", said)
    seen = remove_signature(one_line(memory.text), memory.speaker).rstrip(".!? ")
    return _Perceived(_SEEN, seen) if seen else None


def _is_telling(perceived: _Perceived) -> bool:
    content = find_content(perceived.words)
    least = _TELLING_SIGHT if perceived.start == _SEEN else 1
    told = len(content.words) >= least and not is_empty(perceived.words)
    return told and not find_instructions(perceived.words)
