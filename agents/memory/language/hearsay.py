"""Label hearsay: words in a summary that rest on others alone name their speaker.

The labels are mechanical.  They go by words, not meaning: hearsay that is told in wholly different
words is not found.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final, TypeAlias

from agents.memory.language.attribution import (
    SOMEBODY,
    Attribution,
    attribute_known,
    locate_sentences,
)
from agents.memory.language.evidence import Evidence, Source, gather_evidence
from agents.memory.language.injection_guard import addresses_reader, find_instructions
from agents.memory.language.stems import is_same_person
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ARTICLES,
    COORDINATORS,
    DEMONSTRATIVES,
    FIRST_PERSON,
    INDEFINITE,
    NEAR_DAYS,
    PREPOSITIONS,
    QUANTIFIERS,
    SAYING,
    SAYING_HOW,
    SUBORDINATORS,
    THIRD_PERSON,
    TIMES,
    any_of,
)
from agents.prose import CITATION, STOP, find_quoted, one_line, soften_quotes
from late.late_pattern import late_pattern

#: The numbers of the memories that sentences name, by sentence on one line.
Cited: TypeAlias = Mapping[str, Sequence[int]]
NOTHING_CITED: Final[Cited] = MappingProxyType({})

#: A label may split a sentence anew, so that another clause has to be checked, and so on.
_PASSES = 12

#: How much more of a saying another speaker must have said than the one that a text names.
_BETTER = 0.34

_CITED = late_pattern(rf"(?:\s*{CITATION})+{STOP}*$")

#: What is left of a label without its name.
_FRAME = late_pattern(rf"^\W*{any_of(SAYING, SAYING_HOW)}\b(?:,? that\b)?|\([Aa]ccording to \)")

#: Words that may begin a sentence and are written small within one.
_SMALL = late_pattern(
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
_I = late_pattern(r"I(?:['’]\w+)?")
_NAMELESS = late_pattern(
    r"\b(?:he|she|they|people|someone|somebody|everyone) (?:\w+ )?(?:say|said|tell|told|claim)\w*\b"
    r"|\bI (?:was|am|have been) told\b|\bI (?:have )?heard\b|\bit is said\b",
    re.IGNORECASE,
)


_JOINING = late_pattern(rf"\W*{any_of(COORDINATORS)}\b", re.IGNORECASE)
_LABEL = late_pattern(r"\([Aa]ccording to [^()]+\) ")

#: What a model puts before a memory that it tells; what follows is told.
_RECALLING = late_pattern(
    r"\bI (?:(?:also|can|do|now|still|well) )?(?:know|recall|recollect|remember)"
    r"(?: now| still| well)?,? that (?=\w)"
)

#: A clause that begins so stands by itself.
_SUBJECT = late_pattern(r"(?:now |then )?(?:I|we|my|he|she|they)\b", re.IGNORECASE)


#: So does one that begins so, if what it says was heard.
_WHOLE = late_pattern(rf"{any_of(ARTICLES, DEMONSTRATIVES, THIRD_PERSON)}\b|(?!I\b)[A-Z]")


def label_hearsay(
    summary_text: str, sources: Sequence[Source], cited: Cited = NOTHING_CITED
) -> str:
    """Return `summary_text` with a speaker named wherever it rests on the words of others alone.

    A sentence, or a clause, that has no attribution of its own gets one; everything else stays byte
    for byte.  Labelling again changes nothing.  What an earlier summary attributes counts as said
    by the speaker it names.  `cited` gives the numbers of the memories that a sentence names.
    """
    return label_by_evidence(summary_text, gather_evidence(sources), cited)


def label_by_evidence(text: str, evidence: Evidence, cited: Cited = NOTHING_CITED) -> str:
    """Return `text` as `label_hearsay` does, by evidence that was gathered before."""
    done = dict[str, str]()  # a sentence that stays as it is need not be weighed at each pass
    for _ in range(_PASSES if evidence.said else 0):
        before, text = text, _label_once(text, evidence, cited, done)
        if text == before:
            break
    return text


def _label_once(text: str, evidence: Evidence, cited: Cited, known: dict[str, str]) -> str:
    """Return `text` with each sentence labelled once; `known` are labelled ones, and gets more."""
    done, at = [], 0
    for start, stop in locate_sentences(text):
        sentence = text[start:stop]
        if sentence not in known:
            known[sentence] = _label_sentence(sentence, evidence, _find_cited(sentence, cited))
        done += [text[at:start], known[sentence]]
        at = stop
    return "".join([*done, text[at:]])


def _find_cited(sentence: str, cited: Cited) -> Collection[int]:
    """Return what a sentence cites; it may have lost a list mark or got a label since."""
    words = one_line(sentence)
    same = (each for each in cited if each == words or each.endswith(f" {words}"))
    within = (each for each in cited if is_labelled(words, each))
    return cited.get(next(chain(same, within), ""), ())


def is_labelled(labelled: str, sentence: str) -> bool:
    """Return whether `labelled` is `sentence` behind a label, quoted, or with a list mark."""
    if labelled.endswith(f" {sentence}") or f'"{sentence}"' in labelled:
        return True
    bare = _strip_folded(labelled)
    told = _RECALLING.sub("", sentence) if " that " in sentence else sentence
    return bare.endswith(f" {told}".casefold())


#: A sentence is held against all that are cited.
@cache_short_texts(256)
def _strip_folded(sentence: str) -> str:
    return f" {strip_labels(sentence)}".casefold()


def strip_labels(sentence: str) -> str:
    """Return `sentence` without ``(according to Fern)``."""
    return _LABEL.sub("", sentence)


def _label_sentence(sentence: str, evidence: Evidence, cited: Collection[int]) -> str:
    found = attribute_known(sentence, evidence.said)
    told = all(each.kind == "told" for each in found)
    if told and not evidence.is_english(sentence):
        # Its clauses cannot be told apart.
        owner = evidence.find_speaker(sentence, cited=cited)
        return report_speech(owner, sentence) if owner else sentence
    parts = _merge_clauses(sentence, found, evidence)
    owners = [_find_owner(sentence, each, evidence, cited) for each in parts]
    if parts and told and owners[0] and len(set(owners)) == 1:
        return report_speech(owners[0], sentence)
    for part, owner in reversed(list(zip(parts, owners, strict=True))):
        if owner:
            sentence = _insert_label(sentence, part.start, owner)
    return sentence


def _find_owner(
    sentence: str, part: Attribution, evidence: Evidence, cited: Collection[int]
) -> str:
    """Return the speaker that a part of a sentence rests on but does not name; else empty."""
    text = _cut_part(sentence, part)
    if not any(map(str.isalnum, _JOINING.sub("", text, count=1))):
        return ""  # a full stop behind a quotation says nothing, nor does ", and"
    if part.kind == "mine" and part.quoted and all(map(evidence.has_said, find_quoted(text))):
        return ""
    if part.kind != "said":
        owner = evidence.find_speaker(text, mine=part.kind == "mine", cited=cited)
        labelled = text.casefold().startswith(f"(according to {owner.casefold()})")
        return "" if labelled else owner
    words = _FRAME.sub("", text.replace(part.speaker, ""))
    return _find_other(words, part.speaker, evidence, cited) if evidence.is_english(words) else ""


def _find_other(words: str, speaker: str, evidence: Evidence, cited: Collection[int]) -> str:
    """Return who said `words`, which a text gives to `speaker`, if that is somebody else; or
    nothing."""
    if teller := evidence.find_cited_teller(words, speaker, cited):
        return teller
    owner = evidence.find_speaker(words, cited=cited)
    if not owner or is_same_person(owner, speaker):
        return ""
    if is_same_person(evidence.find_cited_teller(words, owner, cited), speaker):
        return ""
    better = evidence.measure_heard(words, speaker) + _BETTER
    return owner if evidence.measure_heard(words, owner) > better else ""


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
        whole = _WHOLE.match(sentence, part.start) is not None
        return not (whole and evidence.find_speaker(_cut_part(sentence, part)))
    by_itself = _SUBJECT.match(sentence, part.start) is not None
    return not by_itself and not evidence.is_telling(_cut_part(sentence, last))


def _insert_label(sentence: str, at: int, speaker: str) -> str:
    opening = "According" if at == 0 else "according"
    name = speaker if speaker == SOMEBODY else _capitalise(speaker)
    at += len(sentence[at:]) - len(sentence[at:].lstrip())  # a quotation may end right before
    return f"{sentence[:at]}({opening} to {name}) {strip_recalling(sentence[at:])}"


def strip_recalling(statement: str) -> str:
    """Return `statement` without "I recall that" or the like, which the speaker did not say."""
    found = _RECALLING.match(statement)
    return statement[found.end() :] if found else statement


def report_speech(speaker: str, sentence: str) -> str:
    """Return `sentence` as what `speaker` said, grammatical and on one line.

    That somebody recalls it is not told: the agent wrote so, not the speaker.
    """
    name, told = _capitalise(speaker), strip_recalling(sentence)
    follows, sentence = told != sentence, told
    if _NAMELESS.search(sentence):
        return _insert_label(sentence, 0, speaker)
    if not _is_reportable(name, sentence, follows):
        return f"{name} said: {_quote_sentence(sentence)}"
    if _SMALL.match(sentence):
        return f"{name} said that {sentence[0].lower()}{sentence[1:]}"
    return f"{name} said that {sentence}"


def _is_reportable(name: str, sentence: str, follows: bool) -> bool:
    """Return whether a sentence can follow ``Fern said that`` with all of it understood as said.

    If it `follows` such words already, a capital at its beginning is a name's.
    """
    if sentence.rstrip().endswith("?") or addresses_reader(sentence) or find_instructions(sentence):
        return False
    first = re.match(r"[\w'’]+", sentence)
    plain = first is not None and (
        follows
        or _SMALL.match(sentence)
        or _I.fullmatch(first[0])
        or is_same_person(first[0], name)
    )
    parts = attribute_known(f"{name} said that {sentence}", (name,))
    return bool(plain) and all(each.kind == "said" for each in parts)


def _quote_sentence(sentence: str) -> str:
    cited = _CITED.search(sentence)
    tail = cited[0] if cited else ""
    inner = sentence.removesuffix(tail) if tail else sentence
    return f'"{soften_quotes(inner)}"{tail}'


def _capitalise(speaker: str) -> str:
    return speaker[:1].upper() + speaker[1:]
