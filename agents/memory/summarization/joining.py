"""One text of several: pieces of a summary, earlier summaries and what follows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby

from agents.memory.core.records import Experience, Method, Summary
from agents.memory.core.view import display_summary, find_weakest, read_citations
from agents.memory.language import deterministic
from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from agents.memory.strategies.protocol import Draft, Form
from agents.memory.summarization import citations
from agents.memory.summarization.validation import check_sections
from agents.prose import shorten, split_sentences

WITHOUT_MODEL: Method = "deterministic"


def label_text(text: str, form: Form, sources: Sequence[Source]) -> str:
    """`text` with its hearsay labelled; of sections line by line, as a heading states nothing."""
    if not form.sections:
        return label_hearsay(text, sources)
    headings = {f"{each}:" for each in form.sections}
    lines = check_sections(text, form.sections).split("\n")
    return "\n".join(each if each in headings else label_hearsay(each, sources) for each in lines)


def limit_text(text: str, form: Form) -> str:
    """`text` with no more sentences than are wanted, and with its sections as we write them."""
    if form.sections:
        return shorten_to_form(text, form)
    found = split_sentences(text)
    return " ".join(found[: form.sentences]) if 0 < form.sentences < len(found) else text


def shorten_to_form(text: str, form: Form) -> str:
    """`text` within the limit; joined to nothing it keeps its sections."""
    return form.join("", text, form.limit) if form.sections else shorten(text, form.limit)


def join_pieces(pieces: Sequence[Draft], form: Form) -> str:
    """The pieces' texts below each other, deterministic neighbours as one."""
    texts = list[str]()
    for method, run in groupby(pieces, lambda each: each.method):
        found = [each.text for each in run]
        texts += [_join_run(found, form)] if method == WITHOUT_MODEL else found
    return _drop_repetitions(texts)


def _join_run(texts: Sequence[str], form: Form) -> str:
    return reduce(lambda one, next_: form.join(one, next_, len(one) + len(next_) + 1), texts)


def _drop_repetitions(texts: Sequence[str]) -> str:
    """The texts below each other, without what an earlier one has said already."""
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
    """`draft` of `memories` behind the summaries that it builds on, sentence by sentence."""
    if not before:
        return draft
    earlier = join_texts(before)
    text = form.join(earlier, draft.text, measure_room(form, earlier, memories))
    method = find_weakest((*(each.method for each in before), draft.method))
    cited = citations.merge_citations((*map(read_citations, before), draft.cited))
    return replace(draft, text=text, method=method, cited=cited)


def measure_room(form: Form, before: str, memories: Sequence[Experience]) -> int:
    """Characters for one text of both: a summary is never larger than what it replaces."""
    return min(form.limit, len(before) + sum(len(each.text) for each in memories))


def join_texts(summaries: Sequence[Summary], cite: bool = False) -> str:
    """The texts of the summaries, each on a line; with `cite` marked with their numbers."""
    return "\n".join(
        citations.mark_summary(each) if cite else display_summary(each) for each in summaries
    )


def merge_without_model(older: Sequence[Summary], limit: int) -> str:
    """The summaries as one text within `limit` characters, no sentence of them changed."""
    return deterministic.merge_texts(join_texts(older[:-1]), join_texts(older[-1:]), limit)
