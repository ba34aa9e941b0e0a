"""Adopts what people write into the summary files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.boundaries import Clock, TokenCounter
from agents.memory.core.records import Citations, Edit, Summary
from agents.memory.core.view import View, read_citations
from agents.memory.language.statements import list_statements
from agents.memory.log.ledger import Ledger
from agents.memory.summary_files.comparison import EditedSummary, FileComparison
from agents.memory.summary_files.files import SummaryFiles
from agents.memory.summary_files.history import SummaryHistory
from agents.prose import split_sentences


class Editor:
    """Brings the files and the log together; `problems` has sentences about what failed."""

    def __init__(
        self, ledger: Ledger, files: SummaryFiles, clock: Clock, tokens: TokenCounter
    ) -> None:
        self.problems: list[str] = []
        self.failure: OSError | None = None
        """Why files could not be read and written at the last `adopt`."""
        self._ledger = ledger
        self._files = files
        self._clock = clock
        self._tokens = tokens

    def adopt(self) -> list[str]:
        """Record edits and write missing files; return a sentence for each edit and problem."""
        self.problems, self.failure = [], None
        try:
            adopted = self._adopt()
        except OSError as error:
            adopted, self.failure = [], error
            self.problems.append(f"the summary files cannot be read and written: {error}")
        return [*adopted, *(f"WARNING: {each}" for each in self.problems)]

    def _adopt(self) -> list[str]:
        view = self._ledger.view
        changes = FileComparison(self._files, view, SummaryHistory(self._ledger.reader))
        self.problems += changes.problems
        adopted = [self._take_over(each) for each in changes.edits]
        for summary in changes.stale:
            self._files.write(summary)
        for path in changes.gone:
            path.unlink(missing_ok=True)
        if view.compacted is not None:
            self._files.write_copy(View(view.compacted.summaries), view.compacted.at)
        return [each for each in adopted if each]

    def _take_over(self, edited: EditedSummary) -> str:
        now, old, view = self._clock.now(), edited.summary, self._ledger.view
        first, last = old.covers
        summary = replace(
            old,
            id=f"{old.type}-{first}-{last}-{view.revision + 1}",
            text=edited.text,
            method="human",
            at=now,
            tokens=self._tokens.count(edited.text),
            profile="",
            model="",
            replaces=old.replaces if "+" in old.id else (old.id,),
            shown=0,
            excerpt=(),
            citations=_keep_citations(view.summaries, edited),
            by_hand=_find_written(view.summaries, edited),
            rewritten=0,
        )
        name = self._files.path(old).name
        if not self._ledger.add(Edit(view.last_seq, now, summary, view.revision + 1)):
            self.problems.append(f"{name}: the edit cannot be recorded")
            return ""
        self._files.write(summary)
        return f"{name}: the edited text is what is remembered of {first} to {last} now."


def _list_covered(summaries: Sequence[Summary], edited: EditedSummary) -> list[Summary]:
    """Return the summaries whose text the person edited."""
    first, last = edited.summary.covers
    return [e for e in summaries if first <= e.covers[0] and e.covers[1] <= last]


def _find_written(summaries: Sequence[Summary], edited: EditedSummary) -> tuple[str, ...]:
    """Return the sentences that a person wrote: now, or in an earlier edit."""
    covered = _list_covered(summaries, edited)
    earlier = {sentence for each in covered for sentence in each.by_hand}
    stood = {told for each in covered for told in list_statements(each.text)}
    return tuple(e for e in list_statements(edited.text) if e in earlier or e not in stood)


def _keep_citations(summaries: Sequence[Summary], edited: EditedSummary) -> Citations:
    """Return the citations of the sentences that the person left as they were."""
    cited = {
        sentence: seqs
        for each in _list_covered(summaries, edited)
        for sentence, seqs in read_citations(each).items()
    }
    kept = tuple(cited.get(sentence, ()) for sentence in split_sentences(edited.text))
    return kept if any(kept) else ()
