"""What a compacted stretch was about, as one entry of the journal; no model is asked for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from agents.memory.core.facts import SYNTHESIS, Fact
from agents.memory.core.records import Compaction, Experience, JournalNote, Span, Summary, length
from agents.memory.core.view import read_citations
from agents.memory.journal.trust import SEEN_TRUST
from agents.memory.language.attribution import attribute_parts
from agents.memory.language.classify import classify_memory
from agents.memory.recall.importance import USUAL
from agents.prose import shorten, split_sentences

#: Characters of an entry; tags beside `SYNTHESIS`.
MOST_CHARACTERS, MOST_TAGS = 400, 4


def synthesise(
    record: Compaction, memories: Sequence[Experience], facts: Sequence[Fact]
) -> JournalNote | None:
    """Return the entry for the stretch that `record` took out of the tail.

    It has the sentences of the new summary that cite these memories; if none does, those of the
    whole summary.  What others said is left out, also where a sentence does not say so but rests on
    their words alone: it stands in the journal as heard.  None if nothing is left, or if no summary
    of the record covers the stretch.
    """
    summary = _find_summary(record.summaries, record.covers)
    told = _select_own(summary, record.covers, memories) if summary and memories else {}
    if not told:
        return None
    places = Counter(each.place for each in memories if each.place).most_common(1)
    tags = Counter(tag for each in facts for tag in each.tags).most_common(MOST_TAGS)
    fact = Fact(
        text=shorten(" ".join(told), MOST_CHARACTERS),
        importance=_rate_importance(told.values(), facts),
        scored="heuristic",
        source="own",
        trust=SEEN_TRUST,
        seqs=record.covers,
        at=memories[-1].at,
        tags=(SYNTHESIS, *(tag for tag, _ in tags)),
        place=places[0][0] if places else "",
    )
    return JournalNote(record.after, record.at, record.covers, fact, "compaction")


def _find_summary(summaries: Sequence[Summary], span: Span) -> Summary | None:
    """Return the summary of the fewest memories that covers all of `span`."""
    covering = [e for e in summaries if e.covers[0] <= span[0] and span[1] <= e.covers[1]]
    return min(covering, key=lambda each: length(each.covers), default=None)


def _select_own(
    summary: Summary, span: Span, memories: Sequence[Experience]
) -> dict[str, tuple[int, ...]]:
    """Return the sentences that tell what the agent itself knows, each with what it rests on."""
    cited = read_citations(summary)
    within = {
        text: seqs for text, seqs in cited.items() if any(span[0] <= seq <= span[1] for seq in seqs)
    }
    heard = {each.seq for each in memories if classify_memory(each).told in ("speech", "gesture")}
    told = within or dict.fromkeys(split_sentences(summary.text), ())
    return {
        text: seqs for text, seqs in told.items() if not (seqs and heard.issuperset(seqs))
        and all(each.kind != "said" for each in attribute_parts(text))
    }  # fmt: skip


def _rate_importance(rests: Iterable[tuple[int, ...]], facts: Sequence[Fact]) -> int:
    """Return the importance of the weightiest fact that shares a memory with the sentences."""
    seqs = {seq for each in rests for seq in each}
    weights = (each.importance for each in facts if not seqs or not seqs.isdisjoint(each.seqs))
    return max(weights, default=USUAL)
