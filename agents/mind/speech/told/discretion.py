"""What somebody told that is not said back to them before others who have not heard it: what weighs
on them, and what they told in confidence."""

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
#: "Nobody knows of it", "I haven't told Sipho", "between you and me".
_CONFIDED = late_pattern(
    r"\b(?:secret(?:ly|s)?|confess\w*|in confidence|just between us|between (?:us|you and (?:me|I))"
    r"|(?:nobody|no one|no[- ]?body else) (?:else )?knows"
    r"|(?:do not|don['’]?t|never) (?:tell|let on)(?! (?:me|us|him|her|them) (?:what|how|why|that))"
    r"|(?:have not|haven['’]?t|has not|hasn['’]?t|never|not) (?:yet )?told (?!you\b|us\b)"
    r"|keep (?:it|that|this) (?:to yourself|quiet|between))\b",
    re.IGNORECASE,
)


def weighs_on_speaker(words: str, acts: SpokenActs | None = None) -> bool:
    """Return whether a statement tells of a grief, an illness or a debt of its speaker's."""
    worry = find_worry(words)
    known = acts.find_worry_kind(words) if acts else ""
    return bool(_LOSS.search(words)) or (worry and worry.name) in GRAVE or known in GRAVE


def list_heard_by_others(
    lines: Iterable[ToldLine], speaker: str, others: Collection[str]
) -> list[ToldLine]:
    """Return the lines that `speaker` said before somebody else than the hearer alone, or that all
    `others`, who are there now, have heard; none that was confided."""
    return [
        each
        for each in lines
        if (set(each.hearers) - {speaker} or set(others) <= set(each.hearers))
        and not _CONFIDED.search(each.words)
    ]


def list_confided(lines: Iterable[ToldLine]) -> list[ToldLine]:
    """Return the lines with words by which something is told in confidence."""
    return [each for each in lines if _CONFIDED.search(each.words)]


def keep_discreet(facts: Iterable[Remembered], others: Collection[str]) -> list[Remembered]:
    """Return what is remembered without what weighs on somebody: on the asker if `others` are
    there, on anybody else always."""
    return [
        each
        for each in facts
        if not (each.sentence and (others or not each.first_hand) and weighs_on_speaker(each.bare))
    ]


def leave_out_withheld(
    told: Told,
    open_lines: Iterable[ToldLine],
    confided: Iterable[ToldLine],
    acts: SpokenActs | None = None,
) -> Told:
    """Return what was told without what was `confided`, and without what weighs on its speaker and
    is in none of `open_lines`.

    Who asks aloud for what they told hears the rest before anybody.
    """
    known, kept_quiet = ({each.seq for each in lines} for lines in (open_lines, confided))
    kept = [
        each
        for each in told.sentences
        if each.seq not in kept_quiet
        and (each.seq in known or not weighs_on_speaker(each.words, acts))
    ]
    return Told(told.circle, kept)
