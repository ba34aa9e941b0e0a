"""The conversation of an agent with one partner, by turns; computed from memories, never stored.

A turn is what the partner said and what the agent answered; either may be missing.  When there are
more turns than are retained, the older half is folded into a few of its exchanges, cut short; each
folding adds to the ones before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from agents.prose import cut_text, one_line
from agents.spread import pick_evenly
from late.late_dataclass import late_dataclass

#: Characters of each side of an exchange that has been folded.
SIDE = 100

#: Exchanges that stand for each folded half.
EXAMPLES = 3

#: Utterances in a row that are one side of a turn at most, each so soon after the other.
IN_ONE_GO = 3
SOON = timedelta(minutes=1)

#: Newest turns that are shown whole.
LAST = 5

#: Characters of each side of these in a prompt: the first of these sizes that fits is taken.
_SIDES = (240, 120, 40)

#: Examples in a prompt at most.
_MOST_EXAMPLES = 12

Count = Callable[[str], int]


@late_dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance."""

    seq: int
    at: datetime
    speaker: str
    words: str
    own: bool
    """Whether the agent itself said it."""


@late_dataclass(frozen=True, slots=True)
class Exchange:
    """One turn; a side without words is empty."""

    partner: str
    theirs: str
    me: str
    mine: str

    def render_sides(self, side: int, separator: str = " ") -> str:
        """Return both sides by name, each cut to `side` characters."""
        sides = (self.partner, self.theirs), (self.me, self.mine)
        return separator.join(
            f"{name}: {cut_text(self._unmark(words), side)}" for name, words in sides if words
        )

    def _unmark(self, words: str) -> str:
        """Return `words` without what would make them read as another side: ``Moss:`` or ``|``."""
        for name in filter(None, (self.partner, self.me)):
            words = re.sub(rf"(?<!\w)({re.escape(name)})\s*:", r"\1,", words, flags=re.IGNORECASE)
        return words.replace("|", "/").replace("[", "(").replace("]", ")")


@late_dataclass(frozen=True, slots=True)
class Conversation:
    """All turns with one partner: the older ones folded, the newer ones whole."""

    recent: tuple[Exchange, ...] = ()
    """Retained turns, oldest first."""
    folded: int = 0
    """How many turns were folded."""
    examples: tuple[Exchange, ...] = ()
    """Exchanges that stand for the folded turns, oldest first."""
    more: bool = False
    """Whether there was talk before all these turns."""

    @property
    def turns(self) -> int:
        """How many turns there were."""
        return self.folded + len(self.recent)

    def render_context(self) -> str:
        """Return the folded turns in brackets, then the last `LAST` as they were."""
        last = (each.render_sides(_WHOLE, "\n") for each in self.recent[-LAST:])
        return "\n\n".join(filter(None, (self.render_earlier(self.examples), *last)))

    def render_earlier(self, examples: Sequence[Exchange]) -> str:
        """Return ``[Previous conversation (10 turns): Ada: … Moss: … | Ada: …]``; empty if no turn
        was folded."""
        if not self.folded:
            return ""
        more, s = "more than " if self.more else "", "" if self.folded == 1 else "s"
        told = " | ".join(each.render_sides(SIDE) for each in examples)
        return f"[Previous conversation ({more}{self.folded} turn{s}){told and f': {told}'}]"

    def fit_context(self, room: int, count: Count) -> str:
        """Return the context in at most `room` tokens; empty if nothing fits.

        The last turns go first.  Examples are left out evenly; the number of turns stays true.
        """
        last = self._fit_last(room if not self.folded else room * 2 // 3, count)
        for number in range(min(len(self.examples), _MOST_EXAMPLES), -1, -1):
            text = _join_lines((self.render_earlier(pick_evenly(self.examples, number)), last))
            if count(text) <= room:
                return text
        return last

    def _fit_last(self, room: int, count: Count) -> str:
        for side in _SIDES:
            told = [each.render_sides(side, "\n") for each in self.recent[-LAST:]]
            while told and count(_join_lines(told)) > room:
                told.pop(0)
            if told:
                return _join_lines(told)
        return ""


_WHOLE = 2**31


def fold_conversation(talk: Sequence[Utterance], total: int, max_turns: int) -> Conversation:
    """Return the conversation in `talk`: the newest of `total` utterances, in order.

    At most `max_turns` turns are retained.
    """
    recent: list[Exchange] = []
    examples: list[Exchange] = []
    folded = 0
    for exchange in _split_exchanges(talk):
        recent.append(exchange)
        if len(recent) > max_turns:
            half = max(1, len(recent) // 2)
            examples += pick_evenly(recent[:half], EXAMPLES)
            recent, folded = recent[half:], folded + half
    return Conversation(tuple(recent), folded, tuple(examples), more=total > len(talk))


def _split_exchanges(talk: Sequence[Utterance]) -> Iterator[Exchange]:
    """Yield the turns: the agent's words answer what was said just before them."""
    asked: list[Utterance] = []
    for side in _split_sides(talk):
        if side[0].own:
            yield _make_exchange(asked, side)
            asked = []
            continue
        if asked:
            yield _make_exchange(asked, [])
        asked = side
    if asked:
        yield _make_exchange(asked, [])


def _split_sides(talk: Sequence[Utterance]) -> Iterator[list[Utterance]]:
    """Yield what one side said at a time: a few utterances, soon after each other."""
    side: list[Utterance] = []
    for said in talk:
        if side and not _goes_on(side, said):
            yield side
            side = []
        side.append(said)
    if side:
        yield side


def _goes_on(side: Sequence[Utterance], said: Utterance) -> bool:
    same = said.own == side[-1].own and len(side) < IN_ONE_GO
    return same and said.at - side[-1].at <= SOON


def _make_exchange(theirs: Sequence[Utterance], mine: Sequence[Utterance]) -> Exchange:
    partner = theirs[-1].speaker if theirs else ""
    return Exchange(
        partner, _join_words(theirs), mine[-1].speaker if mine else "", _join_words(mine)
    )


def _join_words(said: Sequence[Utterance]) -> str:
    return one_line(" ".join(each.words for each in said))


def _join_lines(parts: Sequence[str]) -> str:
    return "\n".join(filter(None, parts))
