"""Label hearsay: words in a summary that rest on others alone name their speaker.

The labels are mechanical.  They go by words, not meaning: hearsay that is told in wholly different
words is not found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.attribution import Attribution, attribute_parts, locate_sentences
from agents.memory.language.evidence import Evidence, Source, gather_evidence
from agents.memory.language.injection_guard import addresses_reader, find_instructions
from agents.memory.language.stems import is_same_person
from agents.memory.language.words import (
    ARTICLES,
    DEMONSTRATIVES,
    FIRST_PERSON,
    INDEFINITE,
    NEAR_DAYS,
    PREPOSITIONS,
    QUANTIFIERS,
    SUBORDINATORS,
    THIRD_PERSON,
    TIMES,
    any_of,
)
from agents.prose import CITATION, STOP, soften_quotes

#: A label may split a sentence anew, so that another clause has to be checked, and so on.
_PASSES = 12

#: How much more of a saying another speaker must have said than the one that a text names.
_BETTER = 0.34

_CITED = re.compile(rf"(?:\s*{CITATION})+{STOP}*$")

#: Words that may begin a sentence and are written small within one.
_SMALL = re.compile(
    any_of(
        *(ARTICLES, FIRST_PERSON[1:], THIRD_PERSON, DEMONSTRATIVES, SUBORDINATORS, PREPOSITIONS),
        *(
            QUANTIFIERS,
            INDEFINITE,
            TIMES,
            NEAR_DAYS,
            ("no", "then", "later", "one", "two", "people"),
        ),
    )
    + r"\b",
    re.IGNORECASE,
)
_I = re.compile(r"I(?:['’]\w+)?")
_NAMELESS = re.compile(
    r"\b(?:he|she|they|people|someone|somebody|everyone) (?:\w+ )?(?:say|said|tell|told|claim)\w*\b"
    r"|\bI (?:was|am|have been) told\b|\bI (?:have )?heard\b|\bit is said\b",
    re.IGNORECASE,
)


#: A clause that begins so stands by itself.
_SUBJECT = re.compile(r"(?:now |then )?(?:I|we|my|he|she|they)\b", re.IGNORECASE)


def label_hearsay(summary_text: str, sources: Sequence[Source]) -> str:
    """Return `summary_text` with a speaker named wherever it rests on the words of others alone.

    A sentence, or a clause, that has no attribution of its own gets one; everything else stays byte
    for byte.  Labelling again changes nothing.  What an earlier summary attributes counts as said
    by the speaker it names.
    """
    return label_by_evidence(summary_text, gather_evidence(sources))


def label_by_evidence(text: str, evidence: Evidence) -> str:
    """Return `text` as `label_hearsay` does, by evidence that was gathered before."""
    for _ in range(_PASSES if evidence.said else 0):
        before, text = text, _label_once(text, evidence)
        if text == before:
            break
    return text


def _label_once(text: str, evidence: Evidence) -> str:
    done, at = [], 0
    for start, stop in locate_sentences(text):
        done += [text[at:start], _label_sentence(text[start:stop], evidence)]
        at = stop
    return "".join([*done, text[at:]])


def _label_sentence(sentence: str, evidence: Evidence) -> str:
    parts = _merge_clauses(sentence, attribute_parts(sentence, strict=True), evidence)
    owners = [_find_owner(sentence, each, evidence) for each in parts]
    if parts and owners[0] and len(set(owners)) == 1 and all(each.kind == "told" for each in parts):
        return report_speech(owners[0], sentence)
    for part, owner in reversed(list(zip(parts, owners, strict=True))):
        if owner:
            sentence = _insert_label(sentence, part.start, owner)
    return sentence


def _find_owner(sentence: str, part: Attribution, evidence: Evidence) -> str:
    """Return the speaker that a part of a sentence rests on but does not name; else empty."""
    text = _cut_part(sentence, part)
    owner = evidence.find_speaker(text, mine=part.kind == "mine")
    if not owner or text.casefold().startswith(f"(according to {owner.casefold()})"):
        return ""
    if part.kind != "said":
        return owner
    theirs = evidence.measure_heard(text, part.speaker)
    return owner if evidence.measure_heard(text, owner) > theirs + _BETTER else ""


def _cut_part(sentence: str, part: Attribution) -> str:
    return sentence[part.start : part.stop]


def _merge_clauses(
    sentence: str, parts: Sequence[Attribution], evidence: Evidence
) -> list[Attribution]:
    """Return the parts, with clauses that say too little joined to those before them."""
    merged: list[Attribution] = []
    for part in parts:
        last = merged[-1] if merged else None
        if last and _belong_together(sentence, part, last, evidence):
            merged[-1] = Attribution(last.start, part.stop)
        else:
            merged.append(part)
    return merged


def _belong_together(
    sentence: str, part: Attribution, last: Attribution, evidence: Evidence
) -> bool:
    """Return whether two clauses are to be weighed as one."""
    if not part.kind == last.kind == "told" or last.stop != part.start:
        return False
    if not evidence.is_telling(_cut_part(sentence, part)):
        return True
    by_itself = _SUBJECT.match(sentence, part.start) is not None
    return not by_itself and not evidence.is_telling(_cut_part(sentence, last))


def _insert_label(sentence: str, at: int, speaker: str) -> str:
    opening = "According" if at == 0 else "according"
    return f"{sentence[:at]}({opening} to {_capitalise(speaker)}) {sentence[at:]}"


def report_speech(speaker: str, sentence: str) -> str:
    """Return `sentence` as what `speaker` said, grammatical and on one line."""
    name = _capitalise(speaker)
    if _NAMELESS.search(sentence):
        return f"(According to {name}) {sentence}"
    if not _is_reportable(name, sentence):
        return f"{name} said: {_quote_sentence(sentence)}"
    if _SMALL.match(sentence):
        return f"{name} said that {sentence[0].lower()}{sentence[1:]}"
    return f"{name} said that {sentence}"


def _is_reportable(name: str, sentence: str) -> bool:
    """Return whether a sentence can follow ``Fern said that`` with all of it understood as said."""
    if sentence.rstrip().endswith("?") or addresses_reader(sentence) or find_instructions(sentence):
        return False
    first = re.match(r"[\w'’]+", sentence)
    plain = first is not None and (
        _SMALL.match(sentence) or _I.fullmatch(first[0]) or is_same_person(first[0], name)
    )
    parts = attribute_parts(f"{name} said that {sentence}", strict=True)
    return bool(plain) and all(each.kind == "said" for each in parts)


def _quote_sentence(sentence: str) -> str:
    cited = _CITED.search(sentence)
    tail = cited[0] if cited else ""
    inner = sentence.removesuffix(tail) if tail else sentence
    return f'"{soften_quotes(inner)}"{tail}'


def _capitalise(speaker: str) -> str:
    return speaker[:1].upper() + speaker[1:]
