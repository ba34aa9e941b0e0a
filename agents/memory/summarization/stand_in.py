"""Write the text that stands for forgotten summaries until new ones are made."""

from __future__ import annotations

from agents.memory.core.records import Span
from agents.memory.log.ledger import Ledger
from agents.memory.strategies.protocol import Draft, Strategy
from agents.memory.summarization.joining import WITHOUT_MODEL
from agents.memory.summarization.writer import UNREADABLE
from agents.spread import pick_evenly

#: So many memories, at even distances over the whole span, are read for the text.
STAND_IN_MEMORIES = 128


def write_stand_in(ledger: Ledger, span: Span, strategy: Strategy) -> Draft:
    """Return a text by rule about a sample of the memories in `span`; reads for about 100 ms."""
    seqs = pick_evenly(range(span[0], span[1] + 1), STAND_IN_MEMORIES)
    memories = [memory for seq in seqs for memory in ledger.read(seq, seq)]
    lived = [each for each in memories if not each.is_dream]
    text = strategy.write_by_rule(lived) if lived else ""
    return Draft(text or UNREADABLE, WITHOUT_MODEL)
