"""Taking over what people write into the summary files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from agents.boundaries import Clock, TokenCounter
from agents.memory.core.records import Compaction, Edit, Span, Summary
from agents.memory.core.view import View
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode
from agents.memory.log.ledger import Ledger
from agents.memory.summary_files.files import Edited, Known, SummaryFiles, render, same_text, shown


class Editor:
    """Compares the files with the log and brings both together. `problems` is what it could not."""

    def __init__(
        self, ledger: Ledger, files: SummaryFiles, clock: Clock, tokens: TokenCounter
    ) -> None:
        self.problems: list[str] = []
        self._ledger = ledger
        self._files = files
        self._clock = clock
        self._tokens = tokens

    def adopt(self) -> list[str]:
        """Record edits, write missing files; a sentence for each edit and each problem."""
        self.problems = []
        try:
            adopted = self._adopt()
        except OSError as error:
            adopted = []
            self.problems.append(f"the summary files cannot be read and written: {error}")
        return [*adopted, *(f"WARNING: {each}" for each in self.problems)]

    def _adopt(self) -> list[str]:
        view = self._ledger.view
        findings = self._files.look(shown(view), _Known(self._ledger))
        self.problems += findings.problems
        adopted = [self._take_over(each) for each in findings.edits]
        for summary in findings.stale:
            self._files.write(summary)
        for path in findings.gone:
            path.unlink(missing_ok=True)
        if view.compacted is not None:
            self._files.write_copy(View(view.compacted.summaries), view.compacted.at)
        return [each for each in adopted if each]

    def _take_over(self, edited: Edited) -> str:
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
            citations=(),
        )
        name = self._files.path(old).name
        if not self._ledger.add(Edit(view.last_seq, now, summary, view.revision + 1)):
            self.problems.append(f"{name}: the edit cannot be recorded")
            return ""
        self._files.write(summary)
        return f"{name}: the edited text is what is remembered of {first} to {last} now."


@dataclass(frozen=True, slots=True)
class _Known:
    """Looks through the log, the newest first, only when it is asked."""

    ledger: Ledger

    def holds(self, text: str) -> bool:
        """Whether the log has ever held a summary with this text."""
        return any(same_text(each.text, text) for r in self._changes() for each in _projected(r))

    def left(self, content: str, covers: Span) -> bool:
        """Whether this was written for a summary of this span; spans only grow."""
        for record in self._changes():
            found = [each for each in _projected(record) if each.covers == covers]
            if any(render(each) == content for each in found):
                return True
            if not found and isinstance(record, Compaction):
                break
        return False

    def _changes(self) -> Iterator[Compaction | Edit]:
        for line in self.ledger.reader.projected():
            with suppress(BadRecord, ArchiveRefused):
                record = decode(line)
                if isinstance(record, Compaction | Edit):
                    yield record


def _projected(record: Compaction | Edit) -> Sequence[Summary]:
    """What the files have shown by a record of the log."""
    return shown(View(record.summaries)) if isinstance(record, Compaction) else (record.summary,)


_known: type[Known] = _Known
