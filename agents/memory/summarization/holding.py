"""Make the texts of summaries that may be kept: pure functions, for a worker to carry out."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.core.records import CitationMap, Experience, Summary
from agents.memory.core.view import display_summary, read_citations
from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from agents.memory.language.worth.rating import shorten_by_worth
from agents.memory.strategies.protocol import Form
from agents.memory.summarization import citations
from agents.memory.summarization.agreement import (
    Agreement,
    agree_with_memories,
    agree_with_summaries,
    leave_out_orders,
    list_grounded,
)
from agents.memory.summarization.joining import (
    label_text,
    limit_text,
    measure_room,
    merge_without_model,
)
from agents.memory.summarization.restoring import restore_sentences
from agents.memory.summarization.second_reading.readings import (
    NOT_READ,
    GroundedSentence,
    SecondReading,
)
from agents.memory.summarization.validation import (
    check_echo,
    check_merge,
    check_sections,
    check_summary,
)
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class HeldAnswer:
    """A text that holds."""

    text: str
    orders: tuple[str, ...] = ()
    """The sentences that give orders; they are not in the text."""


def hold_summary(
    text: str,
    cited: CitationMap,
    lines: Sequence[str],
    before: Sequence[str],
    sources: Sequence[Source],
    form: Form,
) -> HeldAnswer:
    """Return a summary of `lines` that builds on `before`, with its hearsay labelled.

    `cited` is what each sentence claims to rest on.  Raises `SummaryRefused`.
    """
    plain = check_sections(text, form.sections) if form.sections else text
    check_echo(plain, lines, sections=form.sections)  # a label would hide an echo
    whole, orders = leave_out_orders(label_text(text, form, sources, cited))
    check_summary(whole, lines, before=before, sections=form.sections, unlabelled=plain)
    return HeldAnswer(limit_text(whole, form), tuple(orders))


def hold_merge(
    text: str, cited: CitationMap, recent: str, earlier: str, sources: Sequence[Source]
) -> HeldAnswer:
    """Return a text made of two summaries, with its hearsay labelled. Raises `SummaryRefused`."""
    labelled = label_hearsay(text, sources, cited)
    whole, orders = leave_out_orders(labelled)
    check_merge(whole, recent, earlier, text)
    return HeldAnswer(whole, tuple(orders))


def list_sources(summaries: Sequence[Summary]) -> list[Source]:
    """Return each sentence of the summaries, as far as they are shown, with what it rests on."""
    found = []
    for each in summaries:
        cited = read_citations(each)
        told = split_sentences(display_summary(each))
        found += [Source(sentence, numbers=cited.get(sentence, ())) for sentence in told]
    return found


@late_dataclass(frozen=True, slots=True)
class Grounded:
    """A text in agreement with what it rests on, and how many claimed citations did not hold."""

    agreed: Agreement
    wrong_citations: int


def ground_in_memories(
    text: str,
    claimed: CitationMap,
    memories: Sequence[Experience],
    before: str,
    limit: int,
    read: SecondReading = NOT_READ,
) -> Grounded:
    """Return `text`, which builds on `before`, without what contradicts the memories.

    Its citations hold.  See `check_citations` and `agree_with_memories`.
    """
    _, earlier = citations.split_citations(before)
    cited, wrong = citations.check_citations(text, claimed, memories, earlier)
    return Grounded(agree_with_memories(text, cited, memories, limit, before, read), wrong)


def list_grounded_in_memories(
    text: str, claimed: CitationMap, memories: Sequence[Experience], before: str
) -> list[GroundedSentence]:
    """Return what a model should read again before `ground_in_memories`."""
    _, earlier = citations.split_citations(before)
    cited, _ = citations.check_citations(text, claimed, memories, earlier)
    return list_grounded(text, cited, memories, before)


def list_grounded_in_summaries(
    text: str, claimed: CitationMap, older: Sequence[Summary]
) -> list[GroundedSentence]:
    """Return what a model should read again before `ground_in_summaries`."""
    cited, _ = citations.inherit_citations(text, claimed, older)
    return list_grounded(text, cited, older=older)


def ground_in_summaries(
    text: str,
    claimed: CitationMap,
    older: Sequence[Summary],
    form: Form,
    read: SecondReading = NOT_READ,
) -> Grounded:
    """Return `text`, made of `older`, with citations that hold, without what contradicts them.

    Of a text of which nothing is left, the summaries themselves are merged; what the form restores
    is put back.
    """
    cited, wrong = citations.inherit_citations(text, claimed, older)
    agreed = agree_with_summaries(text, cited, older, form.limit, read)
    text, cited = agreed.text or merge_without_model(older, form.limit), agreed.cited
    if form.restores:
        text = restore_sentences(text, list(map(display_summary, older)), form.limit)
        cited, _ = citations.inherit_citations(text, cited, older)
    return Grounded(Agreement(shorten_by_worth(text, form.limit), cited, agreed.why), wrong)


def write_own_text(memories: Sequence[Experience], form: Form, before: str) -> Agreement:
    """Return the text of `memories` without a model, behind the text `before`."""
    text = form.own(memories, form.limit)
    cited, _ = citations.check_citations(text, {}, memories)
    if before:
        text = form.join(before, text, measure_room(form, before, memories))
    return Agreement(text, cited)
