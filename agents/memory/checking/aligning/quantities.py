"""Contradictions in how many of some: "most of the guests" where the memories say few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.aligning.verb_places import is_verb
from agents.memory.checking.claims import list_denied
from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import Statement, Word, stem_any
from agents.memory.language.words import ARTICLES, PREPOSITIONS

#: How many a word means; of "some" it is not told whether there are more.
_SHARES = {
    "all": "every each both whole",
    "most": "",
    "many": "much plenty lots",
    "few": "little hardly scarcely",
    "one": "single",
}
_MEANT = {word: share for share, others in _SHARES.items() for word in (share, *others.split())}
_EXCLUDED = frozenset(
    pair
    for one, other in (
        *(("all", "few"), ("all", "one"), ("most", "few"), ("many", "few")),
        *(("most", "one"), ("many", "one")),
    )
    for pair in ((one, other), (other, one))
)


def find_wrong_share(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return of how few or many the memories tell the same; empty if of none others."""
    here = list(_list_shares(sentence))
    if not here or sentence.asks or sentence.texts & DOUBT or list_denied(sentence.words):
        return ""
    for each in told:
        if each.asks or each.texts & DOUBT or list_denied(each.words):
            continue
        if not _list_verbs(sentence) & _list_verbs(each):
            continue
        for share, thing in _list_shares(each):
            for mine, same in here:
                if same == thing and (mine, share) in _EXCLUDED:
                    return f"{mine} where the memories say {share}"
    return ""


def _list_shares(statement: Statement) -> Iterator[tuple[str, str]]:
    words = statement.words
    for at, word in enumerate(words):
        share = _MEANT.get(word.text, "")
        before = words[at - 1].text if at else ""
        if share in ("few", "one") and before in ARTICLES:
            continue  # "a few" may be many, "the one" is no number
        if share == "one" and before != "only":
            continue
        thing = _find_thing(words, at + 1) if share else ""
        if thing:
            yield share, thing


def _find_thing(words: Sequence[Word], start: int) -> str:
    """Return the noun that is counted: the last word before the verb or the next preposition."""
    thing = ""
    for at in range(start, len(words)):
        word = words[at]
        if word.text == "of" and not thing:
            continue
        if word.is_mark or word.text in PREPOSITIONS or is_verb(words, at):
            break
        thing = stem_any(word) or thing
    return thing


def _list_verbs(statement: Statement) -> frozenset[str]:
    words = statement.words
    return frozenset(stem_any(words[at]) for at in range(len(words)) if is_verb(words, at))
