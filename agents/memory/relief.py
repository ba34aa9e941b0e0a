"""Makes a prompt smaller: masks bulky old output, or compacts early."""

from __future__ import annotations

from agents.event_line import tell_event
from agents.memory.compactor import Compactor
from agents.memory.core import masking
from agents.memory.core.records import Span
from agents.memory.parts import MemoryParts, MemoryStores, Reporter

#: Even under pressure the agent keeps these newest memories word for word.
KEPT_NEWEST = 4

#: Output is masked from this share of the model's room on (percent), long before it is full.
PRESSED_PERCENT = 85

#: Tokens that the summary of an early compaction is expected to take.
SUMMARY_TOKENS = 200


class Relief:
    """Frees tokens of one agent's prompt."""

    def __init__(self, stores: MemoryStores, parts: MemoryParts, compactor: Compactor) -> None:
        self._stores = stores
        self._parts = parts
        self._compactor = compactor

    async def relieve(self, excess_tokens: int, spare_tokens: int) -> bool:
        """Free about `excess_tokens`; return whether anything was freed.

        Waits for a running compaction, if there is one.  Otherwise masks output and, if that is
        not enough, compacts as much of the tail as needed, but never the newest few memories.
        Tries to free `spare_tokens` more, because each change costs a model server its cached
        prefix and the next one should be far off.
        """
        if self._compactor.running:
            return await self._compactor.settle()
        if self._stores.ledger.outage.error:
            return False
        masked = self.mask(excess_tokens + spare_tokens) if self.choose_masking() != "off" else 0
        if masked >= excess_tokens:
            return masked > 0
        left = excess_tokens + spare_tokens - masked
        return await self._compact_early(left) or masked > 0

    async def relieve_urgently(self, prompt_tokens: int) -> bool:
        """Mask or compact before a turn whose prompt is above the strategy's emergency limit.

        Returns whether anything was freed.  Unlike `relieve` it compacts only the span that the
        strategy chooses, and does not wait for a running compaction.
        """
        compactor, ledger = self._compactor, self._stores.ledger
        limit = compactor.config.strategy.emergency_limit
        if limit is None or prompt_tokens <= limit:
            return False
        if compactor.running or compactor.waiting or ledger.outage.error:
            return False
        compactor.measure_prompt(prompt_tokens)
        masked = self.mask(prompt_tokens - limit) if self.choose_masking() != "off" else 0
        span = compactor.config.strategy.find_due_span(ledger.view, compactor.gauge, "pressure")
        if span is None or not compactor.automatic:
            return masked > 0
        self._warn(
            f"has {prompt_tokens} tokens, more than {limit}", tokens=prompt_tokens, limit=limit
        )
        compactor.begin(span, "emergency")
        return await compactor.settle() or masked > 0

    def mask_early(self, prompt_tokens: int, room: int, spare_tokens: int) -> bool:
        """Mask output if a prompt presses against `room`; return whether any was masked.

        Masking costs nothing, so it comes before the prompt is full and compaction is forced.
        """
        excess = prompt_tokens - room * PRESSED_PERCENT // 100
        if excess <= 0 or self.choose_masking() == "off" or self._stores.ledger.outage.error:
            return False
        return self.mask(excess + spare_tokens) > 0

    def choose_masking(self) -> str:
        """Return when bulky old output is masked: ``pressure``, ``turn`` or ``off``."""
        config = self._compactor.config
        return config.settings.micro_compact or config.strategy.micro_compact

    def mask(self, excess: int | None) -> int:
        """Mask output worth `excess` tokens (None: all of it); return the tokens saved."""
        ledger, tokens = self._stores.ledger, self._parts.tokens
        view = ledger.view
        record = masking.mask_output(view, tokens, self._parts.clock.now(), excess)
        if record is None or not ledger.add(record):
            return 0
        return masking.measure_saving(view, record.seqs, tokens)

    async def _compact_early(self, excess: int) -> bool:
        compactor = self._compactor
        if not compactor.automatic:
            return False
        view, gauge = self._stores.ledger.view, compactor.gauge
        due = compactor.config.strategy.find_due_span(view, gauge, "pressure")
        span = due or self._choose_early_span(excess)
        if span is None:
            return False
        what = f"is {excess} tokens over what it should have in the model's context"
        self._warn(what, excess=excess)
        compactor.begin(span, "emergency" if due else "early")
        return await compactor.settle()

    def _warn(self, what: str, **known: int) -> None:
        told = f"the prompt {what}: compaction is forced before the turn"
        reporter = Reporter(self._stores.name, self._parts)
        reporter.warn(tell_event("memory.pressed", told, "info", **known))

    def _choose_early_span(self, excess: int) -> Span | None:
        """Return the oldest part of the tail that frees `excess` tokens beside its summary."""
        freed, view, gauge = 0, self._stores.ledger.view, self._compactor.gauge
        last = 0
        for memory in view.tail[:-KEPT_NEWEST]:
            if freed >= excess + SUMMARY_TOKENS:
                break
            freed += gauge.memory(memory, view)
            last = memory.seq
        return (view.covered + 1, last) if last else None
