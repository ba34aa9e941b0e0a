"""The prompt's blocks of earlier talk with the people present, within a token budget.

The blocks leave out talk that the prompt shows verbatim, so nothing appears twice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from agents.boundaries import TokenCounter
from agents.memory.language.conversations import Conversation, Utterance, fold_conversation
from agents.memory.language.normalize import fold_name
from agents.memory.memory import AgentMemory
from agents.memory.recall.hits import Hit
from agents.memory.recall.speech import find_partners
from agents.mind.prompt.prompt import line_cue
from world.boundaries import Situation
from world.vault.texts import Texts

#: The largest numbers of partners with a block, and of partners looked up for it.
PARTNERS, LOOKED_UP = 3, 6

#: At most this many utterances are read beside those in the prompt: about two hundred turns.
LINES = 400


_Key = tuple[int, int, int]
"""The last memory that the prompt does not show verbatim, the number of utterances up to it, and
the turns retained."""


class ConversationIndex(Protocol):
    """Finds talk with a partner; a recall index does."""

    def find_talk(self, partner: str, *, limit: int) -> tuple[int, list[Hit]]:
        """Return the number of memories of talk with `partner`, and the newest, oldest first."""
        ...


class ConversationBlocks:
    """Renders one agent's earlier talk; it searches only if something happened since."""

    def __init__(self, memory: AgentMemory, talks: ConversationIndex, tokens: TokenCounter) -> None:
        self._memory = memory
        self._talks = talks
        self._tokens = tokens
        self._asked: tuple[object, ...] = ()
        self._told: list[tuple[str, str]] = []
        self._had: dict[str, tuple[_Key, Conversation]] = {}

    def render_block(self, texts: Texts, situation: Situation) -> str:
        """Return the blocks for the people present; empty if there is no earlier talk."""
        if not self._is_shown:
            return ""
        asked = self._find_asked(situation)
        if asked != self._asked:
            frame = texts.raw("prompt.talk")
            self._asked, self._told = asked, self._tell_conversations(situation.occupants, frame)
        blocks = (texts.say("prompt.talk", partner=name, talk=told) for name, told in self._told)
        return "".join(f"{block}\n\n" for block in blocks)

    async def prepare(self, situation: Situation) -> None:
        """Read for `render_block` what there is more of; between people others may use the loop."""
        if self._is_shown and self._find_asked(situation) != self._asked:
            shown = self._count_shown()
            await asyncio.sleep(0)
            for name in self._list_present(situation.occupants):
                self._fetch_conversation(name, shown)
                await asyncio.sleep(0)

    @property
    def _is_shown(self) -> bool:
        settings = self._memory.settings
        turns, budget = settings.conversation_max_turns, settings.conversation_tokens
        return bool(turns and budget and self._memory.shown_after)

    def _find_asked(self, situation: Situation) -> tuple[object, ...]:
        """Return what the blocks depend on."""
        memory, settings = self._memory, self._memory.settings
        turns, budget = settings.conversation_max_turns, settings.conversation_tokens
        return memory.last_seq, memory.shown_after, situation.occupants, turns, budget

    def _count_shown(self) -> Mapping[str, int]:
        """Return how many memories of talk with whom the prompt shows, by folded name."""
        return Counter(key for each in self._memory.shown.tail for key in find_partners(each))

    def _tell_conversations(self, occupants: Sequence[str], frame: str) -> list[tuple[str, str]]:
        """Return each partner's name and talk; a partner may use the tokens others leave."""
        present = self._list_present(occupants)
        self._had = {name: had for name, had in self._had.items() if name in present}
        shown = self._count_shown()
        found = ((name, self._fetch_conversation(name, shown)) for name in present)
        known = [(name, had) for name, had in found if had.turns]
        told, count = list[tuple[str, str]](), self._tokens.count
        left = self._memory.settings.conversation_tokens
        for place, (name, had) in enumerate(known[:PARTNERS]):
            share = left // (min(len(known), PARTNERS) - place)
            text = had.fit_context(share - count(frame) - count(name), count)
            if text:
                told.append((name, text))
                left -= count(text) + count(frame) + count(name)
        return told

    def _list_present(self, occupants: Sequence[str]) -> list[str]:
        """Return the people here, latest speakers first."""
        spoke = (each.speaker for each in reversed(self._memory.shown.tail))
        lately = dict.fromkeys(name for name in spoke if name in occupants)
        return list(dict.fromkeys((*lately, *occupants)))[:LOOKED_UP]

    def _fetch_conversation(self, partner: str, shown: Mapping[str, int]) -> Conversation:
        """Return the talk that the prompt does not show; read it only if there is more of it.

        `shown` is how many memories of talk with whom the prompt shows, by folded name.
        """
        memory, turns = self._memory, self._memory.settings.conversation_max_turns
        total, _ = self._talks.find_talk(partner, limit=0)
        older = max(0, total - shown[fold_name(partner)])
        key = memory.shown_after, older, turns
        known, had = self._had.get(partner, (None, Conversation()))
        if key != known and older:
            had = self._read(partner, key)
        self._had[partner] = key, had
        return had

    def _read(self, partner: str, key: _Key) -> Conversation:
        last, older, turns = key
        _, hits = self._talks.find_talk(partner, limit=LINES + len(self._memory.shown.tail))
        talk = [hit for hit in hits if hit.seq <= last][-LINES:]
        said = list(_extract_utterances(talk, self._memory.name, partner))
        return fold_conversation(said, len(said) + older - len(talk), turns)


def _extract_utterances(hits: Sequence[Hit], agent: str, partner: str) -> Iterator[Utterance]:
    """Yield the quoted words; a whisper to somebody else has none."""
    mark = f"{line_cue(agent)} "
    for hit in hits:
        own = hit.text.startswith(mark)
        told = hit.text.partition("\n")[2] if own else hit.text
        begin, end = told.find('"') + 1, told.rfind('"')
        if words := told[begin:end] if begin else "":
            yield Utterance(hit.seq, hit.at, agent if own else partner, words, own)
