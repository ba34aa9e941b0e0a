"""Summaries without a model: pure, stable, in the first person, and bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from agents.memory.core.records import Experience
from agents.memory.language.injection_guard import find_instructions
from agents.memory.language.normalize import mentions_name, remove_signature
from agents.memory.language.patterns import NAME
from agents.memory.language.worth.rating import keep_worthiest, shorten_by_worth
from agents.memory.language.worth.small_talk import (
    LEAST_TOLD,
    is_empty,
    is_small_talk,
    leave_out_empty_ends,
    leave_out_small_talk,
)
from agents.memory.language.worth.telling import tell_perceived
from agents.prose import (
    cut_words,
    end_sentence,
    find_quoted,
    one_line,
    soften_quotes,
    split_sentences,
)
from late.late_pattern import late_pattern
from world.nature import Nature

#: Characters of a deterministic summary at most, where nothing else is said.
LIMIT = 1600

#: The share of it (per cent) that tells what others said and did, or more if the rest is short.
_PERCEIVED = 70
#: Characters of what the agent said, and so many sayings.
_SAID, _SAYINGS = 120, 4

_GIVEN = {
    Nature.TAKING: "picked up",
    Nature.DROPPING: "put down",
    Nature.GIVING: "gave away",
    Nature.MAKING: "made",
}
_GIVEN_ME = late_pattern(r"(?P<who>\S+) gives you (?P<what>.+?)\.?$")
#: Before what the agent did, its name.
_CUE = late_pattern(r"~(?P<name>[^\n>]{1,60})> ")
_DID = {
    Nature.SIGHT: "looked around",
    Nature.STUDY: "examined things",
    Nature.MOVEMENT: "moved on",
    Nature.THOUGHT: "thought to myself",
    Nature.NOTE: "wrote notes",
    Nature.JOURNAL: "wrote in my journal",
    Nature.INSCRIPTION: "wrote lines where others read them",
    Nature.RECOLLECTION: "searched my memory",
    Nature.DREAM: "dreamt",
}

#: What the world tells an agent, and what the agent tells.
_OWN_WORDS = (
    (late_pattern(r"\bYou are\b"), "I am"),
    (late_pattern(r"\bYou were\b"), "I was"),
    (late_pattern(r"\bYou\b"), "I"),
    (late_pattern(r"\byour\b"), "my"),
    (late_pattern(r"\byou\b"), "me"),
)

_COUNTED = rf"(?:{'|'.join(_DID.values())})(?: twice| \d+ times)?"
_NAMES = rf"{NAME}(?: {NAME})*"
_MET = late_pattern(rf"I met {_NAMES}(?:, {_NAMES})*(?: and {_NAMES})?\.")
_MET_NAME = late_pattern(r", | and ")
#: So many people at most are named as met.
_MOST_MET = 12
_TALLY = late_pattern(rf"I {_COUNTED}(?:(?:, | and ){_COUNTED})*\.")


def summarise_memories(memories: Sequence[Experience], limit: int = LIMIT) -> str:
    """Return what `memories` say of places, people, words, deeds and failures, in the first person.

    Never longer than `limit` or than the memories themselves, and empty only for none.
    """
    size = max(1, sum(len(each.text) for each in memories))
    limit = min(limit, size)
    circumstances = list(filter(None, (_tell_places(memories), _tell_people(memories))))
    parts = _tell_parts(memories, limit, sum(len(each) + 1 for each in circumstances))
    told = " ".join(filter(None, [*circumstances, *parts]))
    if len(told) > size:
        told = " ".join(filter(None, parts))
    # How often something was done says least.
    counted = _tell_deeds([each for each in memories if each.source in ("action", "thought")])
    if len(told) + 1 + len(counted) <= limit:
        told = f"{told} {counted}".strip()
    if not told or len(told) > size:
        told = " ".join(dict.fromkeys(map(_tell_outcome, memories)))
    return shorten_by_worth(told, limit)


def find_words_said(memory: Experience) -> str:
    """Return what somebody said in a memory; of several quotations the last."""
    return next(reversed(find_quoted(memory.text)), "")


def _tell_outcome(memory: Experience) -> str:
    """Return what came of a memory as the agent tells it, without the line that was typed."""
    result = memory.text.partition("\n")[2] if memory.line else memory.text
    told = remove_signature(one_line(result) or one_line(memory.line), memory.speaker)
    before, quote, words = told.partition('"')
    for told_to_it, own in _OWN_WORDS:
        before = told_to_it.sub(own, before)
    return f"{before}{quote}{words}"


def keep_sentences(text: str, kept: Sequence[str], limit: int) -> str:
    """Return `text` with all of `kept`, sentences of what it was made of, within `limit`.

    What it lacks of them comes first; for them others are left out.
    """
    told = split_sentences(text)
    if not set(kept).difference(told):
        return text
    room = limit - sum(len(each) + 1 for each in kept)
    rest = " ".join(each for each in told if each not in kept)
    rest = shorten_by_worth(rest, room) if room > 0 else ""
    return shorten_by_worth(" ".join(filter(None, (*kept, rest))), limit)


def keep_sentences_of(text: str, older: str, kept: Collection[str], limit: int) -> str:
    """Return `text` with all of `kept`, sentences of `older`; see `keep_sentences`."""
    return keep_sentences(text, [*kept], limit)


def merge_texts(older: str, recent: str, limit: int) -> str:
    """Return both texts, the older first; where `limit` is short, without what is worth least."""
    every = list(dict.fromkeys([*split_sentences(older), *split_sentences(recent)]))
    kept = _join_met(leave_out_small_talk(every))
    return shorten_by_worth(" ".join(kept), min(limit, len(older) + len(recent) + 1))


def _join_met(sentences: Sequence[str]) -> list[str]:
    """Return `sentences`, all different, with one for those that say by rule who was met."""
    found = [each for each in sentences if _MET.fullmatch(each)]
    names = [name for each in found for name in _MET_NAME.split(each[len("I met ") : -1])]
    if len(found) < 2:
        return list(sentences)
    met = f"I met {_list_words(list(dict.fromkeys(names))[-_MOST_MET:])}."
    return [met if each == found[0] else each for each in sentences if each not in found[1:]]


def _tell_parts(memories: Sequence[Experience], limit: int, spent: int) -> list[str]:
    """Return what happened in sentences, where so many characters of `limit` are spent already."""
    own = [each for each in memories if each.source in ("action", "thought")]
    words = [find_words_said(each) for each in own if each.nature.is_expression and each.ok]
    said = list(dict.fromkeys(filter(None, map(leave_out_empty_ends, words))))
    telling = [each for each in said if not (is_empty(each) or is_small_talk(each))]
    first = [_tell_gifts(memories), _tell_things(own), _tell_asked(memories)]
    last = [_tell_happenings(memories), *_tell_failures(own), _tell_purpose(own)]
    mine = _tell_said(telling)
    left = limit - spent - sum(len(each) + 1 for each in (*first, mine, *last) if each)
    heard = tell_perceived(memories, max(left, limit * _PERCEIVED // 100))
    if len(telling) + len(heard) < LEAST_TOLD:
        mine = _tell_said(_pick_ends(said))
    return [*first, mine, *heard, *last]


def _list_words(words: Sequence[str]) -> str:
    """Return ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _tell_places(memories: Sequence[Experience]) -> str:
    visited = Counter(each.place for each in memories if each.place)
    if not visited:
        return ""
    # Dictionaries keep the order of first visits; the most common are the ones worth naming.
    named = [place for place in visited if place in dict(visited.most_common(5))]
    more = len(visited) - len(named)
    others = [f"{more} other place{'s' * (more > 1)}"] if more else []
    return f"I was in {_list_words([*named, *others])}."


def _tell_people(memories: Sequence[Experience]) -> str:
    met = Counter(name for each in memories for name in each.occupants)
    met.update(each.speaker for each in memories if each.speaker)
    # In an order that is the same whoever was about most, so that no other text tells it again.
    return f"I met {_list_words(sorted(name for name, _ in met.most_common(6)))}." if met else ""


def _tell_gifts(memories: Sequence[Experience]) -> str:
    """Tell what others gave, the last few."""
    found = (_GIVEN_ME.match(one_line(each.text)) for each in memories if not each.is_own)
    given = dict.fromkeys(f"{each['who']} gave me {each['what']}" for each in found if each)
    return f"{_list_words(list(given)[-3:])}." if given else ""


def _tell_asked(memories: Sequence[Experience]) -> str:
    """Tell the last that somebody asked the agent alone, or by its name."""
    own = next((found["name"] for each in memories if (found := _CUE.match(each.text))), "")
    asked = [
        (each.speaker, question)
        for each in memories
        if each.speaker and not each.is_own and each.nature.is_speech
        for question in split_sentences(find_words_said(each))
        if question.endswith("?")
        and not find_instructions(question)
        and (each.nature.is_private or mentions_name(question, own))
    ]
    if not asked:
        return ""
    speaker, question = asked[-1]
    return end_sentence(f'{speaker} asked me "{_quote(question, 100)}"')


def _tell_said(said: Sequence[str]) -> str:
    quoted = [f'"{_quote(each, _SAID)}"' for each in keep_worthiest(said, _SAYINGS)]
    return end_sentence(f"I said {_list_words(quoted)}") if quoted else ""


def _pick_ends(words: Sequence[str]) -> Sequence[str]:
    """Return the first and the last two: how it began and where it led."""
    return words if len(words) <= 3 else [words[0], *words[-2:]]


def _tell_happenings(memories: Sequence[Experience]) -> str:
    """Tell what the world did by itself: the first such thing and the last."""
    seen = [one_line(each.text) for each in memories if each.nature is Nature.HAPPENING]
    told = dict.fromkeys([*seen[:1], *seen[-1:]])
    return " ".join(end_sentence(f'I saw this: "{_quote(each, 100)}"') for each in told)


def _tell_deeds(own: Sequence[Experience]) -> str:
    done = Counter(each.nature for each in own if each.ok and each.nature in _DID)
    told = [f"{_DID[name]}{_count_times(count)}" for name, count in done.most_common()]
    return f"I {_list_words(told[:5])}." if told else ""


def is_tally(sentence: str) -> bool:
    """Return whether a sentence only counts deeds: ``I looked around and moved on 3 times.``"""
    return _TALLY.fullmatch(sentence.strip()) is not None


def _count_times(count: int) -> str:
    return {1: "", 2: " twice"}.get(count, f" {count} times")


def _tell_things(own: Sequence[Experience]) -> str:
    handled = dict.fromkeys(
        f"{_GIVEN[each.nature]} {one_line(each.line.partition(' ')[2])}"
        for each in own
        if each.ok and each.nature in _GIVEN and " " in each.line
    )
    return f"I {_list_words(list(handled)[-4:])}." if handled else ""


def _tell_failures(own: Sequence[Experience]) -> Iterable[str]:
    failed = {each.line: each for each in own if not each.ok and each.line}
    for memory in list(failed.values())[-2:]:
        why = _tell_as_one(one_line(memory.text.rpartition("\n")[2]), 100)
        yield f'I tried "{_quote(memory.line, 60)}", which failed: {why}'


def _tell_purpose(own: Sequence[Experience]) -> str:
    reasons = [one_line(each.reason) for each in own if each.reason]
    return f"What moved me last: {_tell_as_one(reasons[-1], 120)}" if reasons else ""


def _tell_as_one(text: str, limit: int) -> str:
    """Return `text` as the end of a sentence: several sentences are quoted, so none stands alone
    when the summary is split."""
    several = len(split_sentences(text)) > 1
    return end_sentence(f'"{_quote(text, limit)}"' if several else cut_words(text, limit))


def _quote(text: str, limit: int) -> str:
    """Return `text` as it can stand within quotation marks, in at most `limit` characters."""
    return cut_words(soften_quotes(text), limit)
