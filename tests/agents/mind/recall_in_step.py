"""A recall index that writes in the loop's own turn, for tests under a virtual clock."""

from __future__ import annotations

from collections.abc import Iterable

from agents.memory.core.records import Experience
from agents.memory.recall.index import BATCH, RecallIndex


class RecallInStep(RecallIndex):
    """Indexes each full batch at once: no thread, so no search depends on how fast one is.

    What waits stays as short as a running server's, and so do searches.
    """

    def feed(self, experiences: Iterable[Experience]) -> None:
        self._writer.behind = False  # it was open from the first memory on
        super().feed(experiences)
        if self._unwritten >= BATCH:
            self._unwritten = 0
            self._writer.update_index(list(self._waiting), {}, False)
            self._waiting.clear()
