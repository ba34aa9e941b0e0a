"""What a compacted stretch was about, as one entry of the journal; no model is asked for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agents.memory.core.facts import SYNTHESIS, Fact
from agents.memory.core.records import Compaction, Experience, JournalNote, Span, Summary, length
from agents.memory.core.view import read_citations
from agents.memory.journal.trust import SEEN_TRUST
from agents.memory.recall.importance import USUAL
from agents.prose import shorten

#: Characters of an entry; tags beside `SYNTHESIS`.
MOST_CHARACTERS, MOST_TAGS = 400, 4


def synthesise(
    record: Compaction, memories: Sequence[Experience], facts: Sequence[Fact]
) -> JournalNote | None:
    """Return the entry for the stretch that `record` took out of the tail.

    It has the sentences of the new summary that cite these memories; if none does, the whole
    summary, shortened.  None if no summary of the record covers the stretch.
    """
    summary = _find_summary(record.summaries, record.covers)
    if summary is None or not memories:
        return None
    places = Counter(each.place for each in memories if each.place).most_common(1)
    tags = Counter(tag for each in facts for tag in each.tags).most_common(MOST_TAGS)
    fact = Fact(
        text=shorten(_select_sentences(summary, record.covers), MOST_CHARACTERS),
        importance=max((each.importance for each in facts), default=USUAL),
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


def _select_sentences(summary: Summary, span: Span) -> str:
    cited = read_citations(summary).items()
    within = [text for text, seqs in cited if any(span[0] <= seq <= span[1] for seq in seqs)]
    return " ".join(within) or summary.text
