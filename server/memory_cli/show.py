"""``tarn memory show``: shows the exact prompt of a past turn, or a span."""

from __future__ import annotations

from collections.abc import Iterator

from agents.memory.core.cited_numbers import describe_numbers
from agents.memory.core.records import Span, Summary
from agents.memory.core.view import fold, read_citations
from agents.memory.inspect.line_reader import LineReader, ReadOnlyReader
from agents.memory.inspect.prompt_replay import PastTurn, PastTurnUnknown, PromptReplay
from agents.memory.log.codec import ArchiveRefused, format_moment
from agents.memory.summarization.citations import add_marks
from agents.memory.summary_files.history import SummaryHistory
from server.memory_cli.agent_folders import AgentFolder
from server.memory_cli.console import OK, WRONG, ArchiveBroken, Console
from server.memory_cli.job import Job

#: The most summaries of a span that are shown: the smallest that cover all of it.
MOST_SUMMARIES = 8


def run_show(job: Job) -> int:
    """Show the prompt or the span."""
    agent = job.agent()
    if job.given.span:
        return _show_span(agent, job.given.span, job.console)
    return _show_turn(agent, job.given.at, job.console)


def _show_turn(agent: AgentFolder, seq: int | None, console: Console) -> int:
    lines = LineReader(agent.archive)
    replay = PromptReplay(lines)
    try:
        past = replay.replay_newest() if seq is None else replay.replay_at(seq)
    except PastTurnUnknown as error:
        raise ArchiveBroken(f"{agent.name}: {error}") from error
    console.write(past.prompt.encode("utf-8", "replace"))
    if console.out.isatty():
        console.note("")
    for line in (*_describe_wish(agent, seq), *_describe_turn(agent.name, past, lines)):
        console.note(line)
    return WRONG if past.agrees is False else OK


def _describe_wish(agent: AgentFolder, seq: int | None) -> Iterator[str]:
    """Say so if there is no memory of the number that was asked for."""
    if seq is None:
        return
    try:
        last = fold(ReadOnlyReader(agent.archive).read_tail()).last_seq
    except ArchiveRefused:  # a newer version has written on: the turn is shown all the same
        return
    if seq > last:
        yield f"tarn: --at is {seq}, and the newest memory is {last}: this is the last turn"


def _describe_turn(name: str, past: PastTurn, lines: LineReader) -> Iterator[str]:
    turn = past.turn
    what = turn.command or turn.outcome or "nothing"
    yield f"{name}, the turn after memory {turn.after} (revision {turn.revision}): {what}"
    model = f"{turn.model or 'no model'}{f' ({turn.profile})' if turn.profile else ''}"
    yield (
        f"{format_moment(turn.at)}, {model}: {turn.prompt_tokens} prompt tokens"
        f" ({turn.cached_tokens} cached), {turn.completion_tokens} completion tokens,"
        f" {turn.seconds:g} s"
    )
    yield f"{lines.describe_place(past.place)}; {_VERDICTS[past.agrees]}"


_VERDICTS = {
    True: "the prompt has the digest that was recorded",
    False: "ERROR: this is not the prompt that was given: the log has been changed since, or"
    " lines of it cannot be read (see tarn memory verify)",
    None: "no digest was recorded, so that nothing proves this prompt",
}


# --- spans ----------------------------------------------------------------------------


def _show_span(agent: AgentFolder, span: Span, console: Console) -> int:
    lines = LineReader(agent.archive)
    console.begin()
    reader = ReadOnlyReader(agent.archive)
    found, others = _find_summaries(SummaryHistory(reader), span, console)
    for each in found:
        _print_summary(each, console)
    if others:
        console.say(f"({others} more that stood for more memories)\n")
    if not found:
        console.say(f"No summary stands for memories {span[0]} to {span[1]} together.\n")
    count = 0
    for memory in lines.memories(*span):
        count += 1
        place = f", {memory.place}" if memory.place else ""
        console.say(f"#{memory.seq} {format_moment(memory.at)}{place} ({memory.source})")
        console.say("\n".join(f"    {line}" for line in memory.text.split("\n")))
    missing = span[1] - span[0] + 1 - count
    if missing:
        console.note(f"tarn: {missing} of these memories are not in the archive or cannot be read")
    for (segment, offset), why in reader.rejected.items():
        console.note(f"tarn: passed over: {segment}, byte {offset}: {why}")
    return WRONG if lines.faults or reader.rejected else OK


def _find_summaries(
    history: SummaryHistory, span: Span, console: Console
) -> tuple[list[Summary], int]:
    found: list[Summary] = []
    for done, each in enumerate(history.find_covering(span)):
        found.append(each)
        console.progress("Summaries", done, 0)
    found.sort(key=lambda each: (each.memory_count, each.at))
    return found[:MOST_SUMMARIES], max(0, len(found) - MOST_SUMMARIES)


def _print_summary(summary: Summary, console: Console) -> None:
    first, last = summary.covers
    by = f", {summary.model}" if summary.model else ""
    console.say(
        f"{summary.type} {first} to {last} ({summary.memory_count} memories, {summary.method}{by},"
        f" {summary.tokens} tokens, {format_moment(summary.at)}, {summary.id})"
    )
    told = add_marks(summary.text, read_citations(summary), describe_numbers)
    console.say("\n".join(f"    {line}" for line in told.split("\n")) + "\n")
