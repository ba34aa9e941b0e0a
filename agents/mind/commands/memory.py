"""Commands over agents' memories: compaction, and the sources of a sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Mapping, Sequence
from typing import Any

from agents.boundaries import Clock, TokenCounter
from agents.memory.checking.verdict import Judgement, explain_doubt, judge_sentence
from agents.memory.compaction_run import CompactionReport
from agents.memory.compactor import CannotCompact
from agents.memory.core.cited_numbers import count_unlisted
from agents.memory.core.records import Experience
from agents.memory.inspect.why import (
    Grounds,
    choose_first_hand,
    find_equals,
    find_grounds,
    format_memory,
    is_closer,
    leave_out_repeated,
)
from agents.memory.language.evidence import Source
from agents.memory.language.normalize import strip_update
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.memory.summarization.second_reading.readings import SecondReading, make_grounded
from agents.memory.summarization.second_reading.standing import was_borne_out
from agents.memory.summary_files.page import name_file
from agents.mind.agent import Agent
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.commands.admin_row import OWN_OR_ADMINISTRATOR, LateReply, Notify, admin_row
from agents.mind.commands.choosing import AgentChooser
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature

#: Limits of a search for the sources of a sentence without citations: tokens, memories.
WHY_TOKENS, WHY_GUESSES = 600, 5

#: How `@why` says what the memories say of a sentence.
_VERDICTS: Mapping[Judgement, str] = {
    "supports": "why.supports",
    "contradicts": "why.contradicts",
    "cannot tell": "why.cannot-tell",
}

_OF_WHY = (
    "Finds the sentence that says most of the words, and shows its memories: of many the first and"
    " the newest, and how many there are between. Below stands whether they say what the sentence"
    " says: as a model found that has read it again, if one has, else by their words."
)

#: The word that confirms what cannot be undone.
CONFIRMED = "confirm"


@late_dataclass(frozen=True, slots=True)
class MemoryVerbs:
    """The rows of this file, over the minds of a world."""

    minds: Minds
    tokens: TokenCounter
    clock: Clock
    notify: Notify
    background: BackgroundTasks
    checks: SentenceChecks = NO_CHECKS

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (
            admin_row(
                "@compact-memories", self.compact, "[<agent>] [force]",
                "Compact memories now", Nature.DEED, OWN_OR_ADMINISTRATOR,
                help="Says at once that it began, and reports when it is done. Without a name: "
                "every agent. With force: even if nothing is old enough for the strategy; then "
                "only the newest four memories (rolling: entries, as set) stay word for word.",
            ),
            admin_row(
                "@why", self.why, "<agent> <words>",
                "Which memories a sentence of a summary rests on",
                Nature.REPORT, OWN_OR_ADMINISTRATOR,
                help=_OF_WHY,
            ),
            admin_row(
                "@forget-summaries", self.forget, f"<agent> {CONFIRMED}",
                "Throw an agent's summaries away and make new ones from its archive",
                Nature.DEED, exact=True,
                help="No memory is lost. Until the new summaries are complete, one text by rule "
                "stands for all; @memory-status tells how far it is. Without the last word it "
                "only says what it would do.",
            ),
            admin_row(
                "@bootstrap-summaries", self.bootstrap, "[<agent>]",
                "Build the summaries of agents that have none from their archives", Nature.DEED,
            ),
        )  # fmt: skip

    @property
    def _agents(self) -> AgentChooser:
        return AgentChooser(self.minds)

    # --- compaction ---------------------------------------------------------

    def compact(self, inv: Invocation) -> None:
        """Begin a compaction and report its end later."""
        name, force = self._split_last(inv.args, "force")
        begun = [
            self._begin_compaction(inv, each, force)
            for each in self._agents.choose_several(inv, name)
        ]
        if not any(begun):
            inv.refuse(*inv.replies)

    def _split_last(self, args: str, word: str) -> tuple[str, bool]:
        """Return the agent's name and whether `word` follows; an agent may be called that."""
        name, _, last = args.rpartition(" ")
        given = last.casefold() == word and self.minds.find_exactly(args) is None
        return (name.strip(), True) if given else (args, False)

    def _begin_compaction(self, inv: Invocation, agent: Agent, force: bool) -> bool:
        count = agent.memory.last_seq
        try:
            task = agent.memory.begin_compaction(force=force)
        except CannotCompact as cannot:
            inv.reply_text("compact.cannot", name=agent.name, why=cannot)
            return False
        inv.reply_text("compact.begun", name=agent.name, count=count)
        self._later(inv, self._report_compaction(inv, agent, task))
        return True

    async def _report_compaction(
        self, inv: Invocation, agent: Agent, task: Awaitable[CompactionReport]
    ) -> str:
        started = self.clock.monotonic()
        try:
            report = await task
        except Exception as error:
            return inv.say_text("compact.failed", name=agent.name, why=error)
        seconds = f"{self.clock.monotonic() - started:.1f}"
        what = _describe_compaction(inv, report)
        return inv.say_text("compact.done", name=agent.name, seconds=seconds, what=what)

    def forget(self, inv: Invocation) -> None:
        """Begin to make an agent's summaries anew, if that is confirmed."""
        name, confirmed = self._split_last(inv.args, CONFIRMED)
        agent = self._agents.find_named(inv, name)
        if not confirmed:
            covered = agent.memory.view.covered
            inv.refuse_text("forget.sure", name=agent.name, count=covered, word=CONFIRMED)
        try:
            task = agent.memory.forget_summaries(inv.actor.name)
        except CannotCompact as cannot:
            inv.refuse_text("compact.cannot", name=agent.name, why=cannot)
        inv.reply_text("forget.begun", name=agent.name)
        self._later(inv, self._report_forgetting(inv, agent, task))

    async def _report_forgetting(
        self, inv: Invocation, agent: Agent, task: Awaitable[object]
    ) -> str:
        try:
            await task
        except Exception as error:
            return inv.say_text("forget.failed", name=agent.name, why=error)
        return inv.say_text("forget.done", name=agent.name, count=agent.memory.view.covered)

    def bootstrap(self, inv: Invocation) -> None:
        """Build missing summaries from the archive and report the end later."""
        begun = [self._begin_bootstrap(inv, each) for each in self._agents.choose_several(inv)]
        if not any(begun):
            inv.refuse(*inv.replies)

    def _begin_bootstrap(self, inv: Invocation, agent: Agent) -> bool:
        try:
            building = agent.memory.bootstrap()
        except CannotCompact as cannot:
            inv.reply_text("bootstrap.failed", name=agent.name, why=cannot)
            return False
        inv.reply_text("bootstrap.begun", name=agent.name)
        self._later(inv, self._await_bootstrap(inv, agent, building))
        return True

    async def _await_bootstrap(
        self, inv: Invocation, agent: Agent, building: Awaitable[CompactionReport]
    ) -> str:
        try:
            what = _describe_compaction(inv, await building)
        except Exception as error:
            return inv.say_text("bootstrap.failed", name=agent.name, why=error)
        return inv.say_text("bootstrap.done", name=agent.name, what=what)

    # --- provenance -------------------------------------------------------------------

    def why(self, inv: Invocation) -> None:
        """Show the memories that a sentence of a summary rests on, a moment later."""
        own = self._agents.find_own(inv)
        name, _, words = ("", "", inv.args) if own else inv.args.partition(" ")
        if not words.strip():
            inv.refuse_text("agent.which", syntax=inv.command.syntax)
        agent = own or self._agents.find_named(inv, name)
        grounds = find_grounds(agent.memory.view, words)
        for line in agent.memory.find_written(words, limit=1):
            if is_closer(line.fact.text, words, grounds):
                inv.reply_text("why.page", name=agent.name, page=line.page, words=line.fact.text,
                               at=f"{line.fact.at:%Y-%m-%d %H:%M}")  # fmt: skip
                return
        match grounds:
            case Grounds() as grounds:
                self._later(inv, self._describe_grounds(inv, agent, words, grounds))
            case Experience() as memory:
                inv.reply_text("why.verbatim", name=agent.name, memory=format_memory(memory))
            case None:
                self._show_recalled(inv, agent, words)

    def _show_recalled(self, inv: Invocation, agent: Agent, words: str) -> None:
        """Show the memories of the archive that match `words`; no text in the prompt does."""
        found = agent.recall.search(
            words, token_budget=WHY_TOKENS, tokens=self.tokens, limit=WHY_GUESSES
        )
        if not found:
            inv.refuse_text("why.nothing", name=agent.name, words=words)
        memories = "\n".join(hit.render_line() for hit in found)
        inv.reply_text("why.recalled", name=agent.name, words=words, memories=memories)

    async def _describe_grounds(
        self, inv: Invocation, agent: Agent, words: str, best: Grounds
    ) -> str:
        memory = agent.memory
        equals = find_equals(memory.view, words, best)
        authors = (await memory.find_authors()).by_sentence
        edits = ((each, authors[each.sentence].edit) for each in equals if each.sentence in authors)
        grounds, edit = next((each for each in edits if each[1]), (best, None))
        summary = grounds.summary
        if edit is not None:
            return inv.say_text(
                "why.written", name=agent.name, sentence=grounds.sentence,
                first=summary.covers[0], last=summary.covers[1], file=name_file(edit.summary),
                at=f"{edit.at:%Y-%m-%d %H:%M}",
            )  # fmt: skip
        cited = await memory.read(sorted({seq for each in equals for seq in each.seqs}))
        grounds = choose_first_hand(equals or [best], words, {each.seq: each for each in cited})
        return await self._describe_memories(inv, agent, grounds)

    async def _describe_memories(self, inv: Invocation, agent: Agent, grounds: Grounds) -> str:
        summary = grounds.summary
        memories = await agent.memory.read(grounds.seqs)
        lines = [format_memory(e) for e in leave_out_repeated(grounds.sentence, memories)]
        if more := count_unlisted(grounds.seqs):
            lines.insert(len(lines) // 2, inv.say_text("why.between", count=f"{more:,}"))
        if not lines:
            found = agent.recall.search(
                grounds.sentence, token_budget=WHY_TOKENS, tokens=self.tokens,
                limit=WHY_GUESSES, within=summary.covers,
            )  # fmt: skip
            lines = [hit.render_line() for hit in found]
        key = "why.cited" if memories else "why.guessed" if lines else "why.unknown"
        told = inv.say_text(
            key, name=agent.name, sentence=grounds.sentence, first=summary.covers[0],
            last=summary.covers[1], method=summary.method, memories="\n".join(lines),
        )  # fmt: skip
        if not memories:
            return told
        sources = [Source(each.text, each.speaker, each.nature) for each in memories]
        if was_borne_out(summary, grounds.sentence):
            read = SecondReading(frozenset((strip_update(grounds.sentence),)))
        else:
            grounded = make_grounded(grounds.sentence, sources)
            read = await self.checks.read([grounded] if grounded else [])
        return f"{told}\n{_describe_verdict(inv, grounds.sentence, sources, read)}"

    def _later(self, inv: Invocation, work: Coroutine[Any, Any, str]) -> None:
        LateReply(self.notify, self.background).send(inv, work)


def _describe_verdict(
    inv: Invocation, sentence: str, sources: Sequence[Source], read: SecondReading
) -> str:
    """Return what the memories say of a sentence, which a model may have `read`: where it found it
    borne out, only what rules find against it is told besides."""
    verdict, found = judge_sentence(sentence, sources), read.find_verdict(sentence)
    unsure = verdict.judgement == "cannot tell"
    why = explain_doubt(sentence, sources) if unsure else verdict.why
    ruled = inv.say_text(_VERDICTS[verdict.judgement], why=why)
    if found is None:
        return ruled
    contradicted = verdict.judgement == "contradicts"
    if found.judgement == "contradicts":
        return ruled if contradicted else inv.say_text("why.refuted")
    return f"{inv.say_text('why.read')}\n{ruled}" if contradicted else inv.say_text("why.read")


def _describe_compaction(inv: Invocation, report: CompactionReport) -> str:
    record = report.record
    return inv.say_text(
        "compact.what", first=record.covers[0], last=record.covers[1], method=record.method,
        before=record.tokens_before, after=record.tokens_after,
        entries_before=record.entries_before, entries_after=record.entries_after,
        chars_before=record.chars_before, chars_after=record.chars_after,
        ratio=f"{record.compression_ratio:.0%}",
    )  # fmt: skip
