"""``tarn memory replay``: goes through a life as it was, or as another strategy would keep it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator

from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalEntry,
    JournalNote,
    JournalRecord,
    MicroCompact,
    PageEdit,
    Record,
    Renewal,
    Turn,
)
from agents.memory.core.tokens import TiktokenCounter
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.inspect.simulate import SimulatedCompaction, SimulatedLife, Simulation
from agents.memory.settings import MemorySettings
from agents.mind.profile import Profile
from agents.prose import cut_text, one_line
from server.memory_cli.agent_settings import read_agent_settings
from server.memory_cli.console import OK, WRONG, CannotDo, Console, escape_line, format_count
from server.memory_cli.job import Job

#: The most characters of a text that are shown.
SHOWN = 160


def run_replay(job: Job) -> int:
    """Print the life, or simulate it with another strategy."""
    agent, given = job.agent(), job.given
    if given.last is not None and given.last < given.first:
        raise CannotDo(f"--to is {given.last}, allowed: {given.first} (--from) or more")
    reader = ReadOnlyReader(agent.archive)
    records = _records_between(reader, given.first, given.last)
    if given.strategy is None:
        _walk(records, job.console)
    elif given.first > 1:
        raise CannotDo(f"--from is {given.first}, allowed with --strategy: 1, as a life begins")
    else:
        profile, settings = read_agent_settings(job, agent, given.strategy)
        _simulate(profile, records, settings, job.console)
    for (segment, offset), why in reader.rejected.items():
        job.console.note(f"tarn: passed over: {segment}, byte {offset}: {why}")
    return WRONG if reader.rejected else OK


def _records_between(reader: ReadOnlyReader, first: int, last: int | None) -> Iterator[Record]:
    """Yield the records from memory `first` to `last`, and those before the next memory."""
    begun = first == 1
    for record in reader.iterate(first - 1):
        if isinstance(record, Experience):
            begun = True
            if last is not None and record.seq > last:
                return
        if begun:
            yield record


# --- as it was ------------------------------------------------------------------------


def _walk(records: Iterator[Record], console: Console) -> None:
    outcome, asked = SimulatedLife(), 0
    for record in records:
        console.say(_describe_record(record))
        outcome.memories += isinstance(record, Experience)
        outcome.compactions += isinstance(record, Compaction)
        if isinstance(record, Turn) and not record.is_refused:
            outcome.count_turn(record.prompt_tokens)
            asked += bool(record.model)
    console.say()
    console.say(_describe_life(outcome) + f"; {asked:,} of them a model's")


def _describe_record(record: Record) -> str:
    match record:
        case Experience():
            at = record.at.strftime("%Y-%m-%d %H:%M:%S")
            place = f" {record.place}:" if record.place else ""
            return escape_line(f"#{record.seq} {at}{place} {_shorten(record.text)}")
        case Turn():
            return escape_line(f"    {_describe_turn(record)}")
        case Compaction():
            return f"    {_describe_compaction(record)}"
        case MicroCompact():
            masked = record.masks or tuple(f"#{seq}" for seq in record.seqs)
            return escape_line(f"    masked: {', '.join(masked)}")
        case Edit() | Renewal():
            return escape_line(f"    {_describe_change(record)}")
        case _:
            return escape_line(f"    journal, {_describe_journal(record)}")


def _describe_journal(record: JournalRecord) -> str:
    if isinstance(record, PageEdit):
        struck = f", {format_count(len(record.struck), 'line')} struck out" if record.struck else ""
        return f"{record.page}, by a person: {_shorten(f'{record.above} {record.below}')}{struck}"
    first, last = record.covers
    match record:
        case JournalEntry():
            return f"{first} to {last}: {format_count(len(record.facts), 'fact')} ({record.method})"
        case JournalNote():
            return f"{first} to {last}, by the {record.by}: {_shorten(record.fact.text)}"


def _describe_turn(turn: Turn) -> str:
    sizes = f"{turn.prompt_tokens:,} prompt tokens ({turn.cached_tokens:,} cached)"
    answer = f"{turn.completion_tokens:,} tokens in {turn.seconds:g} s"
    by = turn.decided_by if turn.decided_by != "model" else turn.model
    by = by or turn.model or turn.outcome or "no model"
    by = f"{by} (the model: {turn.model_unused})" if turn.model_unused else by
    by = f"{by}, {turn.outcome}" if turn.is_refused else by
    return f"turn after #{turn.after}: {sizes}, {answer} by {_shorten(by)}: {_shorten(turn.reply)}"


def _describe_change(record: Edit | Renewal) -> str:
    if isinstance(record, Edit):
        first, last = record.summary.covers
        return f"edited, {first} to {last}: {_shorten(record.summary.text)}"
    stand_in = record.stand_in
    if stand_in is not None:
        first, last = stand_in.covers
        return f"summaries of {first} to {last} forgotten (asked by {record.by}): made anew"
    return f"made anew so far: 1 to {record.summaries[-1].covers[1] if record.summaries else 0}"


def _describe_compaction(record: Compaction) -> str:
    first, last = record.covers
    how = f"{record.trigger}, {record.strategy or 'unknown strategy'}, {record.method}"
    return (
        f"compaction, {first} to {last} ({how}): {record.tokens_before:,} to"
        f" {record.tokens_after:,} tokens, {record.entries_before} to {record.entries_after}"
        f" entries, {len(record.summaries)} standing, {record.seconds:g} s"
    )


def _shorten(text: str) -> str:
    return cut_text(one_line(text), SHOWN)


def _describe_life(outcome: SimulatedLife) -> str:
    return (
        f"{format_count(outcome.memories, 'memory')},"
        f" {format_count(outcome.compactions, 'compaction')},"
        f" {format_count(outcome.turns, 'turn')}; a whole prompt would have had"
        f" {outcome.mean_prompt:,.0f} tokens on average and {outcome.longest_prompt:,} at most"
    )


# --- as it might have been --------------------------------------------------------------


def _simulate(
    agent: Profile, records: Iterator[Record], settings: MemorySettings, console: Console
) -> None:
    def show(each: SimulatedCompaction) -> None:
        console.say(_describe_simulated(each))

    def watched() -> Iterator[Record]:
        for record in records:
            console.progress(f"{agent.name}, memories", simulation.outcome.memories, 0)
            yield record

    simulation = Simulation(settings, TiktokenCounter(), show, agent.persona)
    console.begin()
    outcome = _run_life(simulation.live(watched()))
    console.say()
    console.say(f"{settings.strategy.name}: {_describe_life(outcome)}")
    console.say(
        f"  {format_count(outcome.calls, 'request')} to a model ({outcome.calls_per_64:.2f} for 64"
        f" memories), {format_count(outcome.maskings, 'masking')}; at the end"
        f" {format_count(len(outcome.view.summaries), 'summary')} and"
        f" {format_count(len(outcome.view.tail), 'memory')} word for word"
    )


def _run_life(life: Coroutine[object, object, SimulatedLife]) -> SimulatedLife:
    """Run a life that never waits; `asyncio.run` would delay Ctrl-C until it does."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(life)
    finally:
        loop.close()


def _describe_simulated(each: SimulatedCompaction) -> str:
    first, last = each.covers
    return (
        f"#{each.at} {each.moment}: {first} to {last}, {each.tokens_before:,} to"
        f" {each.tokens_after:,} tokens, {format_count(each.calls, 'request')}"
    )
