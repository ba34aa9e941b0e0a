"""Join texts: pieces of a summary, or earlier summaries and what follows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby

from agents.memory.core.records import Experience, Method, Summary
from agents.memory.core.view import display_summary, find_weakest, read_citations
from agents.memory.language import deterministic
from agents.memory.language.evidence import Source, gather_evidence
from agents.memory.language.hearsay import (
    NOTHING_CITED,
    Cited,
    label_by_evidence,
    label_hearsay,
)
from agents.memory.language.statements import list_statements
from agents.memory.language.worth.rating import shorten_by_worth
from agents.memory.strategies.protocol import Draft, Form
from agents.memory.summarization import citations
from agents.memory.summarization.validation import check_sections
from agents.prose import split_sentences

WITHOUT_MODEL: Method = "deterministic"


def label_text(
    text: str, form: Form, sources: Sequence[Source], cited: Cited = NOTHING_CITED
) -> str:
    """Return `text` with its hearsay labelled; sections line by line, without their headings.

    `cited` is what each sentence claims to rest on.
    """
    if not form.sections:
        return label_hearsay(text, sources, cited)
    headings = {f"{each}:" for each in form.sections}
    lines = check_sections(text, form.sections).split("\n")
    evidence = gather_evidence(sources)
    return "\n".join(
        each if each in headings else label_by_evidence(each, evidence, cited) for each in lines
    )


def limit_text(text: str, form: Form) -> str:
    """Return `text` with no more sentences than are wanted; of sections, as they are joined."""
    if form.sections:
        return shorten_to_form(text, form)
    found = split_sentences(text)
    return " ".join(found[: form.sentences]) if 0 < form.sentences < len(found) else text


def shorten_to_form(text: str, form: Form) -> str:
    """Return `text` within the form's limit; a text of sections keeps them."""
    return form.join("", text, form.limit) if form.sections else shorten_by_worth(text, form.limit)


def join_pieces(pieces: Sequence[Draft], form: Form) -> str:
    """Return the pieces' texts below each other; deterministic neighbours become one text."""
    texts = list[str]()
    for method, run in groupby(pieces, lambda each: each.method):
        found = [each.text for each in run]
        texts += [_join_run(found, form)] if method == WITHOUT_MODEL else found
    return _drop_repetitions(texts)


def _join_run(texts: Sequence[str], form: Form) -> str:
    return reduce(lambda one, next_: form.join(one, next_, len(one) + len(next_) + 1), texts)


def _drop_repetitions(texts: Sequence[str]) -> str:
    """Return the texts below each other, without the sentences that an earlier one has."""
    if len(texts) == 1:
        return texts[0]
    said: dict[str, None] = {}
    lines = []
    for text in texts:
        new = [each for each in split_sentences(text) if each not in said]
        said.update(dict.fromkeys(new))
        lines.append(" ".join(new))
    return "\n".join(filter(None, lines))


def continue_summaries(
    before: Sequence[Summary], draft: Draft, form: Form, memories: Sequence[Experience]
) -> Draft:
    """Return `draft` of `memories` joined to the summaries before it, which it builds on."""
    if not before:
        return draft
    earlier = join_texts(before)
    text = form.join(earlier, draft.text, measure_room(form, earlier, memories))
    method = find_weakest((*(each.method for each in before), draft.method))
    cited = citations.merge_citations((*map(read_citations, before), draft.cited))
    return replace(draft, text=text, method=method, cited=cited)


def measure_room(form: Form, before: str, memories: Sequence[Experience]) -> int:
    """Return the characters that one text of both may have: no more than what it replaces."""
    return min(form.limit, len(before) + sum(len(each.text) for each in memories))


def join_texts(summaries: Sequence[Summary], cite: bool = False) -> str:
    """Return the texts of the summaries, each on a line; with `cite` marked with their numbers."""
    return "\n".join(
        citations.mark_summary(each) if cite else display_summary(each) for each in summaries
    )


def merge_without_model(older: Sequence[Summary], limit: int) -> str:
    """Return the summaries as one text within `limit` characters, no sentence of them changed."""
    text = deterministic.merge_texts(join_texts(older[:-1]), join_texts(older[-1:]), limit)
    return deterministic.keep_sentences(text, list_by_hand(older), limit)


def keep_by_hand(text: str, form: Form, before: Sequence[Summary]) -> str:
    """Return `text`, made of `before` by rule, with the sentences that a person wrote there."""
    return form.keep(text, join_texts(before), list_by_hand(before), form.limit)


def list_by_hand(summaries: Sequence[Summary]) -> list[str]:
    """Return the sentences that a person wrote, as far as the summaries are shown."""
    shown = {told for each in summaries for told in list_statements(display_summary(each))}
    return [e for each in summaries for e in each.by_hand if e in shown]
