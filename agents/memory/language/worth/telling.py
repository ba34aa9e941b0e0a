"""Tell what others said and did: as much as there is room for, and what is worth most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agents.memory.core.records import Experience
from agents.memory.language.injection_guard import find_instructions
from agents.memory.language.normalize import remove_signature
from agents.memory.language.stems import stem_each
from agents.memory.language.worth.content import find_content
from agents.memory.language.worth.rating import (
    Commonness,
    choose_within,
    rank_sentences,
    rate_sentence,
)
from agents.memory.language.worth.small_talk import (
    LEAST_TOLD,
    SEEN,
    find_telling_words,
    is_empty,
    is_small_talk,
    leave_out_empty_ends,
)
from agents.prose import (
    cut_words,
    end_sentence,
    find_quoted,
    one_line,
    soften_quotes,
    split_sentences,
)
from late.late_dataclass import late_dataclass
from world.nature import Nature

#: What happened so often is told with its number.
OFTEN = 10

#: Characters of what somebody said or did, at most.
_QUOTED = 160

#: Content words of a sight that tells more than that somebody coughs.
_TELLING_SIGHT = 3
#: What somebody's deed is worth of it: what they told is known from nowhere else.
_DEED = 0.5

#: These are told in other ways, or not worth telling.
_PASSED_OVER = frozenset({Nature.MOVEMENT, Nature.HAPPENING, Nature.SIGHT, Nature.LISTING})


@late_dataclass(frozen=True, slots=True)
class _Perceived:
    """Something that others said or did."""

    start: str
    """The words before it: ``I heard Fern say``."""
    words: str
    who: str = ""
    """Whose deed it was, if it was seen."""

    def tell(self, count: int) -> str:
        """Return it as one sentence; `count` says how often it was perceived."""
        often = f" {count} times" if count >= OFTEN else ""
        told = f'{self.start} "{cut_words(soften_quotes(self.words), _QUOTED)}"{often}'
        return end_sentence(told)


def tell_perceived(memories: Sequence[Experience], room: int) -> list[str]:
    """Return sentences of what is worth most of it in at most `room` characters, in its order.

    Questions, courtesies and orders are left out; so is small talk, but on a quiet day.
    """
    counts = Counter(filter(None, map(_read_perceived, memories)))
    every = [each for each in counts if _is_telling(each)]
    told = [each.tell(counts[each]) for each in every]
    order = _rank(every, [len(each) for each in told], Commonness.of(e.words for e in counts))
    return [told[n] for n in choose_within(order, [len(each) + 1 for each in told], room)]


def choose_telling(memories: Sequence[Experience]) -> list[Experience]:
    """Return those of `memories` that `tell_perceived` would tell with room for all of them."""
    read = [(each, found) for each in memories if (found := _read_perceived(each))]
    telling = [row for row in read if _is_telling(row[1])]
    small = {n for n, (_, found) in enumerate(telling) if is_small_talk(found.words)}
    left_out = {*sorted(small)[max(0, LEAST_TOLD - len(telling) + len(small)) :]}
    return [each for n, (each, _) in enumerate(telling) if n not in left_out]


def _rank(every: Sequence[_Perceived], sizes: Sequence[int], common: Commonness) -> list[int]:
    """Return the places of what is to be told, the worthiest first; small talk comes last."""
    words = [each.words for each in every]
    order = rank_sentences(words, [_rate(each, common) for each in every], sizes)
    telling = [n for n in order if not is_small_talk(words[n])]
    small = [n for n in order if is_small_talk(words[n])]
    return [*telling, *small[: max(0, LEAST_TOLD - len(telling))]]


def _rate(perceived: _Perceived, common: Commonness) -> float:
    worth = rate_sentence(perceived.words, common, seen=perceived.start == SEEN)
    return worth * _DEED if perceived.who else worth


def _read_perceived(memory: Experience) -> _Perceived | None:
    if memory.is_own or memory.is_dream or memory.nature in _PASSED_OVER:
        return None
    said = next(reversed(find_quoted(memory.text)), "") if memory.speaker else ""
    if said:
        return _Perceived(f"I heard {memory.speaker} say", leave_out_empty_ends(said))
    seen = remove_signature(one_line(memory.text), memory.speaker).rstrip(".!? ")
    return _Perceived(SEEN, seen, memory.speaker) if seen else None


def _is_telling(perceived: _Perceived) -> bool:
    words, who = perceived.words, perceived.who
    told = find_content(words).words
    if who:
        told = find_telling_words(words) - stem_each(who.casefold())
    least = _TELLING_SIGHT if perceived.start == SEEN else 1
    empty = all(map(is_empty, split_sentences(words)))
    return len(told) >= least and not empty and not find_instructions(words)
