"""Which sentences of an agent's summaries it may say, read anew when the summaries change."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from agents.memory.core.cited_numbers import count_unlisted
from agents.memory.core.records import Summary
from agents.memory.inspect.authors import NO_AUTHORS
from agents.memory.inspect.why import Grounds, list_grounds
from agents.memory.language.evidence import Source
from agents.memory.memory import AgentMemory
from agents.memory.summarization.second_reading.standing import judge_standing
from agents.memory.summary_files.page import name_file
from agents.mind.speech.standing import Standing


class StandingSentences:
    """Those that a person wrote by hand, and those of a model that their memories support.

    What rules wrote only lists and quotes memories, which are found themselves.
    """

    def __init__(self, memory: AgentMemory) -> None:
        self.found: Sequence[Standing] = ()
        self._memory = memory
        self._read: Sequence[Summary] = ()
        self._authors = NO_AUTHORS

    async def refresh(self) -> None:
        """Read the sentences, if the summaries have changed since; else return at once.

        While the archive cannot be read those of before stay.
        """
        view = self._memory.view
        if view.summaries is self._read:
            return
        with suppress(OSError):
            self._authors = await self._memory.find_authors(self._authors)
            told = [await self._describe(each) for each in list_grounds(view)]
            self.found = [each for each in told if each]
            self._read = view.summaries

    async def _describe(self, grounds: Grounds) -> Standing | None:
        author = self._authors.by_sentence.get(grounds.sentence)
        file, last = f"summaries/{name_file(grounds.summary)}", grounds.summary.covers[1]
        if author and author.edit:
            source = f"{file}, written by hand"
            return Standing(grounds.sentence, source, last, is_written=True)
        if author and author.method == "llm" and await self._is_supported(grounds):
            numbers = ", ".join(f"#{each}" for each in grounds.seqs)
            return Standing(grounds.sentence, f"{file}, from {numbers}", last, is_written=False)
        return None

    async def _is_supported(self, grounds: Grounds) -> bool:
        """Return whether the memories of a sentence are all known, for all ears, and say so."""
        if not grounds.seqs or count_unlisted(grounds.seqs):
            return False
        memories = await self._memory.read(grounds.seqs)
        await asyncio.sleep(0)  # to judge a sentence takes a millisecond
        if any(each.nature.is_private for each in memories):
            return False
        sources = [Source(each.text, each.speaker, each.nature) for each in memories]
        found = judge_standing(grounds.summary, grounds.sentence, sources)
        return found.judgement == "supports"
