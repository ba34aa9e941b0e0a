"""The verdict on a sentence: whether the memories that it rests on support or contradict it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeAlias

from agents.memory.checking.aligning.comparing import find_wrong_deed
from agents.memory.checking.aligning.crossed import find_crossed
from agents.memory.checking.aligning.governed import find_governed
from agents.memory.checking.aligning.hearers import find_wrong_hearer
from agents.memory.checking.aligning.instead import find_other_of_its_kind
from agents.memory.checking.aligning.owners import find_wrong_owner
from agents.memory.checking.aligning.placed import find_other_in_place
from agents.memory.checking.aligning.planned import find_undone
from agents.memory.checking.aligning.quantities import find_wrong_share
from agents.memory.checking.aligning.quoting import quotes_a_memory
from agents.memory.checking.aligning.turned_words import find_turned_word
from agents.memory.checking.aligning.units import find_wrong_unit
from agents.memory.checking.aligning.verb_objects import find_exchanged_object
from agents.memory.checking.certainty import (
    find_added_doubt,
    find_lost_doubt,
    find_lost_limit,
    find_wrong_time,
)
from agents.memory.checking.claims import list_claims
from agents.memory.checking.contrasts import (
    find_excepted,
    find_other_than_it,
    find_set_apart,
    find_turned_bound,
    find_turned_side,
)
from agents.memory.checking.denial import find_denied
from agents.memory.checking.figures import (
    find_wrong_day,
    find_wrong_name,
    find_wrong_number,
    has_figures,
)
from agents.memory.checking.grounds import Knowledge, find_groundless
from agents.memory.checking.later_words import (
    find_disputed,
    find_outdated,
    find_taken_back,
)
from agents.memory.checking.mixed_values import find_exchanged_value, find_mixed_value
from agents.memory.checking.moments import find_wrong_moment, find_wrong_rate
from agents.memory.checking.movement import find_turned_way
from agents.memory.checking.naming.names import find_names
from agents.memory.checking.reading import SELF, Statement, read_sources, read_statement
from agents.memory.checking.relating.ages import find_wrong_age
from agents.memory.checking.relating.causes import find_wrong_cause
from agents.memory.checking.relating.comparisons import find_turned_comparison, find_turned_degree
from agents.memory.checking.relating.durations import find_wrong_duration, tells_same_duration
from agents.memory.checking.relating.events import find_turned_memories, find_turned_order
from agents.memory.checking.relating.exceptions import find_turned_exception
from agents.memory.checking.relating.kin import find_other_kin, find_wrong_kin
from agents.memory.checking.relating.spans import find_turned_span
from agents.memory.checking.reports import (
    find_denied_answer,
    find_denied_promise,
    find_false_agreement,
    find_forbidden,
    find_wrong_report,
)
from agents.memory.checking.roles import find_wrong_doer
from agents.memory.checking.telling.tellers import measure_borne_out
from agents.memory.language.deterministic import is_tally
from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import strip_labels
from agents.memory.language.normalize import strip_update
from late.late_dataclass import late_dataclass

Judgement = Literal["supports", "contradicts", "cannot tell"]

#: How much of a sentence its memories must have to support it.
_SUPPORTED = 0.6
#: So many words that no memory has are named.
_MOST_MISSING = 4

_Rule: TypeAlias = Callable[[Statement, Sequence[Statement]], str]
#: What is asked of the whole sentence.
_OF_THE_WHOLE: Sequence[_Rule] = (
    find_wrong_number,
    find_wrong_day,
    find_wrong_moment,
    find_wrong_name,
    find_wrong_doer,
    find_wrong_deed,
    find_taken_back,
    find_outdated,
    find_disputed,
    find_turned_way,
    find_wrong_report,
    find_mixed_value,
    find_denied_promise,
    find_set_apart,
    find_turned_comparison,
    find_turned_side,
    find_turned_span,
    find_turned_order,
    find_turned_memories,
    find_wrong_kin,
    find_turned_bound,
    find_wrong_rate,
    find_excepted,
    find_other_than_it,
    find_denied_answer,
    find_false_agreement,
    find_forbidden,
    find_wrong_age,
    find_other_kin,
    find_turned_degree,
    find_wrong_cause,
    find_undone,
    find_other_in_place,
    find_wrong_unit,
    find_governed,
    find_wrong_duration,
    find_turned_exception,
    find_exchanged_object,
)
#: What is asked of each of its claims.
_OF_EACH_CLAIM: Sequence[_Rule] = (
    find_denied,
    find_lost_doubt,
    find_added_doubt,
    find_lost_limit,
    find_wrong_time,
    find_exchanged_value,
    find_wrong_owner,
    find_other_of_its_kind,
    find_wrong_share,
    find_wrong_hearer,
    find_crossed,
    find_turned_word,
)


@late_dataclass(frozen=True, slots=True)
class Verdict:
    """What the memories say of a sentence; `why` is a clause, empty unless they contradict it."""

    judgement: Judgement
    why: str = ""


def judge_sentence(
    sentence: str,
    sources: Sequence[Source],
    people: Collection[str] = (),
    known: Knowledge | None = None,
) -> Verdict:
    """Return whether `sources`, in the order in which they happened, support `sentence`.

    `people` are names that are known besides those of the sources.  `known` is all that may be
    told: a sentence contradicts it with a number, a day, a name or a promise that is not in it.

    The rules go by words.  What contradicts has nearly the words of a memory and differs in a
    number, a day, a name, in who did it, in whether it is so, or in how sure it is.

    Since when it is so was added by a rule, by the day of a memory: no memory tells it, and other
    dates that memories tell are of something else.  It is judged only by what has such a day, too.
    """
    if quotes_a_memory(strip_update(sentence), sources):
        return Verdict("supports")
    if is_tally(sentence):  # what was counted is not in the few memories that it rests on
        return Verdict("cannot tell")
    texts = [each.text for each in sources]
    speakers = [each.speaker for each in sources if each.speaker]
    names = find_names([*texts, sentence], [*speakers, *people])
    told = read_sources(sources, names)
    dated = any(strip_update(each) != each for each in texts)
    held = sentence if dated else strip_update(sentence)
    stated = read_statement(held, names)
    why = _find_behind_label(held, names, told) or _find_contradiction(stated, told)
    if known and not why:
        whole = stated if held == sentence else read_statement(sentence, names)
        why = find_groundless(whole, told, known)
    if why:
        return Verdict("contradicts", why)
    figures = has_figures(stated, told) or tells_same_duration(stated, told)
    borne_out = figures and measure_borne_out(stated, told) >= _SUPPORTED
    return Verdict("supports" if borne_out else "cannot tell")


def _find_behind_label(held: str, names: frozenset[str], told: Sequence[Statement]) -> str:
    """Return a wrong name behind a label: that the label's own is right is no excuse for it."""
    bare = strip_labels(held)
    return find_wrong_name(read_statement(bare, names), told) if bare != held else ""


def explain_doubt(sentence: str, sources: Sequence[Source]) -> str:
    """Return why it cannot be told whether `sources` support `sentence`, as a clause."""
    if is_tally(sentence):
        return "it counts what was done, and rests on only some of those memories"
    texts = [each.text for each in sources]
    names = find_names([*texts, sentence], [each.speaker for each in sources if each.speaker])
    told, stated = read_sources(sources, names), read_statement(strip_update(sentence), names)
    missing = stated.content.difference({SELF}, *(each.content for each in told))
    found = [each.text for each in stated.words if {each.stem, each.person} & missing]
    if found:
        return f"they have nothing like {_quote_words(sentence, found)}"
    if not has_figures(stated, told):
        return "it has a number or a day that they do not tell"
    return "its words are in them, but not together"


def _quote_words(sentence: str, folded: Sequence[str]) -> str:
    """Return some words as they stand in a sentence, each once."""
    plain, shown = sentence.casefold(), list[str]()
    for each in list(dict.fromkeys(folded))[:_MOST_MISSING]:
        at = plain.find(each) if len(plain) == len(sentence) else -1
        shown.append(sentence[at : at + len(each)] if at >= 0 else each)
    return ", ".join(f"“{each}”" for each in shown)


def _find_contradiction(stated: Statement, told: Sequence[Statement]) -> str:
    for rule in _OF_THE_WHOLE:
        if why := rule(stated, told):
            return why
    for claim in list_claims(stated):
        for rule in _OF_EACH_CLAIM:
            if why := rule(claim, told):
                return why
    return ""
