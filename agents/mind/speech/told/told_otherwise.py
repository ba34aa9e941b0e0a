"""What somebody tells otherwise than they told it before: that it is heard so, and from what.

Whether a line makes something that they told out of date, a model says that reads both
(`SentenceChecks`); without one nothing is found here.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

from agents.memory.language.stems import stem_words
from agents.memory.language.words import STOP_WORDS
from agents.memory.summarization.second_reading.checks import SentenceChecks
from agents.mind.fallback.wordings import choose_wording
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.questions import wants_to_know
from agents.mind.speech.told.telling_back import Told, ToldSentence, tell_back
from world.vault.texts import Texts

#: From this chance on they tell it otherwise, if a word of both is the same, and what was told
#: before answers no question any more. Of 25 lines of visitors four without such a word had as
#: much, and none of these told anything otherwise.
SURELY_OTHERWISE = 0.6
#: So many things that they told are read beside a line, those with most words in common, then the
#: newest; and lines of fewer words tell nothing otherwise by themselves.
MOST_BESIDE, FEWEST_WORDS = 5, 3
#: What is told otherwise is heard before anything that is only near to the words, and behind what
#: weighs on somebody.
TOLD_OTHERWISE = 0.93
#: A longer clause is not told back.
_LONGEST_CLAUSE = 14


class ToldOtherwise:
    """Hears for one agent what its partner tells otherwise than before."""

    def __init__(self, checks: SentenceChecks, texts: Texts) -> None:
        self._checks, self._texts = checks, texts
        self._heard: tuple[str, str, str] | None = None
        """The words that told something otherwise, who said them, and what they had told; empty if
        that is not to be said here."""
        self._over: dict[str, set[tuple[int, str]]] = {}
        """What partners have told and told otherwise since, as far as it was heard since the
        start: the memory, and the words of it."""

    def may_hear(self, words: str) -> bool:
        """Return whether words may tell something otherwise: they state something."""
        return len(words.split()) >= FEWEST_WORDS and not wants_to_know(words)

    async def listen(self, words: str, partner: str, told: Told, sayable: Told) -> None:
        """Find out whether words of `partner` tell something otherwise than they `told` it, of
        which what is `sayable` may be said before all who are here."""
        self._heard = None
        beside = _list_beside(words, told)
        pairs = [(f"{partner}: {each.words}", f"{partner}: {words}") for each in beside]
        chances = await self._checks.rate_later(pairs)
        chance, before = max(
            zip(chances, beside, strict=True), key=lambda e: e[0], default=(0, None)
        )
        if before is not None and chance >= SURELY_OTHERWISE:
            self._over.setdefault(partner, set()).add((before.seq, before.words))
            said = before.words if before in sayable.sentences else ""
            self._heard = words, partner, said

    def leave_out_over(self, told: Told, partner: str) -> Told:
        """Return what `partner` has `told` without what they have told otherwise since."""
        over = self._over.get(partner)
        if not over:
            return told
        kept = [each for each in told.sentences if (each.seq, each.words) not in over]
        return replace(told, sentences=kept)

    def answer(self, words: str, partner: str, turn: int) -> Candidate | None:
        """Return that it is heard so; None: words that `listen` has read tell nothing otherwise."""
        if self._heard is None or self._heard[:2] != (words, partner):
            return None
        clause = tell_back(self._heard[2])
        short = 0 < len(clause.split()) <= _LONGEST_CLAUSE
        key = "speech.told-otherwise.from" if short else "speech.told-otherwise"
        said = choose_wording(self._texts, key, turn, {"name": partner, "clause": clause})
        return Candidate(said, Origin.MANNERS, TOLD_OTHERWISE, found=found_by.TOLD_OTHERWISE)


def _list_beside(words: str, told: Told) -> list[ToldSentence]:
    """Return what has a word of `words` and is read beside them, the likeliest to be of the same
    first."""
    common = Counter(stem for each in told.sentences for stem in set(stem_words(each.words)))
    own = set(stem_words(words)) - STOP_WORDS

    def weigh(at: int) -> tuple[float, int]:
        shared = own.intersection(stem_words(told.sentences[at].words))
        return sum(math.log(1 + len(told.sentences) / common[each]) for each in shared), at

    found = (at for at in range(len(told.sentences)) if weigh(at)[0])
    best = sorted(found, key=weigh, reverse=True)[:MOST_BESIDE]
    return [told.sentences[at] for at in best]
