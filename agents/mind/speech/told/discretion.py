"""What somebody told that is not said back to them before others: what weighs on them and was said
to the hearer alone, and what they told in confidence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from agents.memory.language.salience import KIN
from agents.mind.speech.remembered import Remembered
from agents.mind.speech.told.acts import SpokenActs
from agents.mind.speech.told.telling_back import Told, ToldLine
from agents.mind.speech.told.worries import find_worry
from late.late_pattern import late_pattern

#: The kinds of worries that are nobody else's.
GRAVE = frozenset(
    ("ailing", "ill", "death", "missing", "debt", "quarrel", "guilt", "lonely", "ruin", "despair")
)
_LOSS = late_pattern(
    rf"\b(?:died|dead|death|drowned|killed|passed away|buried|funeral|grave|widow(?:er)?|hospital"
    rf"|lost (?:(?:my|our|your|his|her) (?:\w+ )?(?:{KIN})|somebody|someone)"
    r"|made redundant|owes? (?:\w+ )?money)\b",
    re.IGNORECASE,
)
#: "Nobody knows of it", "I haven't told Sipho", "between you and me", "not a word".
_CONFIDED = late_pattern(
    r"\b(?:secret(?:ly|s)?|in confidence|between (?:us|you and (?:me|I))"
    r"|(?:nobody|no one|no[- ]?body else) (?:else )?knows"
    r"|(?:do not|don['’]?t|never) (?:tell|say|let on)(?! (?:me|us)\b)|tell (?:nobody|no one)"
    r"|(?:have not|haven['’]?t|has not|hasn['’]?t|never|not) (?:yet )?told (?!you\b|us\b)"
    r"|not a word|to yourself|keep (?:it|that|this) (?:quiet|between))\b",
    re.IGNORECASE,
)


def weighs_on_speaker(words: str, acts: SpokenActs | None = None) -> bool:
    """Return whether a statement tells of a grief, an illness or a debt of its speaker's."""
    worry = find_worry(words)
    known = acts.find_worry_kind(words) if acts else ""
    return bool(_LOSS.search(words)) or (worry and worry.name) in GRAVE or known in GRAVE


def is_confided(words: str) -> bool:
    """Return whether a line has words by which what is told in it is told in confidence."""
    return _CONFIDED.search(words) is not None


def keep_discreet(facts: Iterable[Remembered], others: Collection[str]) -> list[Remembered]:
    """Return what is remembered without what weighs on somebody: on the asker if `others` are
    there, on anybody else always."""
    return [
        each
        for each in facts
        if not (each.sentence and (others or not each.first_hand) and weighs_on_speaker(each.bare))
    ]


def leave_out_withheld(
    told: Told, lines: Iterable[ToldLine], speaker: str, acts: SpokenActs | None = None
) -> Told:
    """Return what `speaker` told in `lines` as it may be said before others: without what was
    confided, and what weighs on them and was said to the hearer alone.

    Who asks aloud for what they told hears the rest before anybody.
    """
    by_seq = {each.seq: each for each in lines}

    def may_be_said(seq: int, words: str) -> bool:
        line = by_seq.get(seq)
        if line is None or is_confided(line.words):
            return False
        return bool(set(line.hearers) - {speaker}) or not weighs_on_speaker(words, acts)

    said, besides = (
        [e for e in some if may_be_said(e.seq, e.words)] for some in (told.sentences, told.asides)
    )
    return Told(told.circle, said, besides)
