"""``tarn memory verify``: reads every byte of an archive and checks its consistency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path

from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalEntry,
    JournalNote,
    MicroCompact,
    PageEdit,
    Record,
    Renewal,
    Turn,
)
from agents.memory.core.tokens import TiktokenCounter
from agents.memory.core.view import View, count_missing, fold
from agents.memory.inspect.consistency import ConsistencyChecker
from agents.memory.inspect.deep_verify import DeepFindings, verify_deeply
from agents.memory.inspect.line_reader import LinePlace, LineReader, ReadOnlyReader
from agents.memory.inspect.prompt_replay import PastTurnUnknown, PromptReplay
from agents.memory.inspect.scan import scan_stretch
from agents.memory.inspect.stretches import LineFault, Stretch, split_archive
from agents.memory.log.codec import ArchiveRefused
from agents.memory.log.segment import Segment, list_segments
from agents.memory.summary_files.comparison import FileComparison
from agents.memory.summary_files.files import SummaryFiles
from agents.memory.summary_files.history import SummaryHistory
from agents.spread import pick_evenly
from late.late_dataclass import late_dataclass
from server.memory_cli.agent_folders import AgentFolder, list_agents
from server.memory_cli.console import OK, WRONG, CannotDo, Console, format_count
from server.memory_cli.job import Job
from server.memory_cli.processes import map_in_order

#: Turns whose prompts are rendered again, unless all are to be.
SAMPLE = 16
#: The most faults that are printed; the others are counted.
TOLD = 50
#: A smaller archive (bytes) is read faster than other processes start.
WORTH_PROCESSES = 24 * 1024 * 1024


@late_dataclass
class VerifyFindings:
    """The results for one archive."""

    kinds: Counter[type[Record]] = field(default_factory=Counter)
    segments: int = 0
    bytes: int = 0
    faults: list[LineFault] = field(default_factory=list)
    more: int = 0
    """The number of further faults; `worse` counts the serious ones."""
    worse: int = 0
    errors: list[str] = field(default_factory=list)
    """Errors without a place in the log."""
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with the archive."""
        return not (self.errors or self.worse or any(each.serious for each in self.faults))

    @property
    def health(self) -> str:
        """The state of the archive in one word."""
        warned = self.warnings or self.faults
        return "ERROR" if not self.sound else "WARNING" if warned else "OK"


def run_verify(job: Job) -> int:
    """Verify one agent, or all of them."""
    agents = [job.agent()] if job.given.agent else list_agents(job.vault)
    if not agents:
        raise CannotDo(f"there is no agent in {job.vault / 'agents'}")
    sound = True
    for agent in agents:
        findings = verify_agent(agent, job.console, deep=job.given.deep)
        _print_findings(agent, findings, job.console)
        sound &= findings.sound
    return OK if sound else WRONG


def verify_agent(agent: AgentFolder, console: Console, *, deep: bool = False) -> VerifyFindings:
    """Check one agent's archive and return the findings; `deep` reads every record twice."""
    return _Verifier(agent, console, deep=deep).verify()


class _Verifier:
    """Verifies one archive."""

    def __init__(self, agent: AgentFolder, console: Console, *, deep: bool) -> None:
        self._agent = agent
        self._console = console
        self._deep = deep
        self._found = VerifyFindings()
        self._turns: list[tuple[str, int]] = []

    def verify(self) -> VerifyFindings:
        """Check the archive and return the findings."""
        found, linker = self._found, ConsistencyChecker()
        self._console.begin()
        self._read(linker)
        found.faults += linker.faults
        try:
            self._check_view(linker)
            self._check_prompts()
            if self._deep:
                self._check_deeply()
        except ArchiveRefused as refused:
            found.errors.append(f"{refused}; install a version of tarn that knows them")
        found.warnings += _list_set_aside(self._agent.archive)
        return found

    # --- every byte ---------------------------------------------------------------------

    def _read(self, linker: ConsistencyChecker) -> None:
        parts, found = split_archive(self._agent.archive), self._found
        found.bytes, found.segments = sum(each.size for each in parts), _count_segments(parts)
        processes = 0 if found.bytes >= WORTH_PROCESSES else 1
        last, done = parts[-1].path if parts else None, 0
        for each in map_in_order(scan_stretch, parts, processes):
            linker.add_stretch(each)
            found.kinds += each.kinds
            found.more += each.more
            found.worse += each.worse
            if each.torn:
                self._add_torn(each.stretch, each.torn, last)
            self._turns += [(each.stretch.path.name, offset) for offset in each.turns]
            done += each.stretch.size
            self._console.progress(f"{self._agent.name}, bytes", done, found.bytes)

    def _add_torn(self, stretch: Stretch, size: int, last: Path | None) -> None:
        cure = (
            "a server is writing it now, or the next start sets it aside"
            if stretch.path == last
            else "it was never acknowledged; it may stay"
        )
        what = f"{size} bytes of a torn last line: {cure}"
        self._found.faults.append(LineFault(stretch.path.name, stretch.end, what, serious=False))

    # --- the view -----------------------------------------------------------------------

    def _check_view(self, linker: ConsistencyChecker) -> None:
        found, reader = self._found, ReadOnlyReader(self._agent.archive)
        view = fold(reader.read_tail())
        for what in linker.skeleton.find_differences(view):
            found.errors.append(f"the whole log and its end do not give the same {what}")
        if count_missing(view):
            found.errors.append(f"{count_missing(view)} memories are neither summarised nor shown")
        found.notes.append(_describe_view(view))
        self._check_files(view)

    def _check_files(self, view: View) -> None:
        history = SummaryHistory(ReadOnlyReader(self._agent.archive))
        files = SummaryFiles(self._agent.summaries)
        looked = FileComparison(files, view, history)
        warnings = self._found.warnings
        warnings += [
            f"summaries/{files.path(each.summary).name} was edited: the next start or @reload takes"
            " that text over"
            for each in looked.edits
        ]
        warnings += [
            f"summaries/{files.path(each).name} is missing or out of date: the next start writes it"
            for each in looked.stale
        ]
        warnings += [
            f"summaries/{path.name} stands for nothing any more: the next start removes it"
            for path in looked.gone
        ]
        warnings += looked.problems

    # --- prompts ------------------------------------------------------------------------

    def _check_prompts(self) -> None:
        lines = LineReader(self._agent.archive)
        replay, names = PromptReplay(lines), [each.path.name for each in lines.segments]
        chosen = pick_evenly(self._turns, SAMPLE)
        for done, (segment, offset) in enumerate(chosen):
            self._console.progress(f"{self._agent.name}, prompts", done, len(chosen))
            self._check_prompt(lines, replay, LinePlace(names.index(segment), offset))
        if chosen and not self._deep:
            turns = self._found.kinds[Turn]
            share = f"{len(chosen):,} of {format_count(turns, 'turn')}"
            self._found.notes.append(f"prompts of {share} rendered again")

    def _check_prompt(self, lines: LineReader, replay: PromptReplay, place: LinePlace) -> None:
        line = next((line for _, line in lines.forwards(place)), b"")
        record = lines.decode_line(place, line)
        if not isinstance(record, Turn):
            return
        try:
            agrees = replay.replay_turn(place, record).agrees
        except PastTurnUnknown as error:
            self._found.warnings.append(str(error))
            return
        if agrees is False:
            what = "the prompt of this turn cannot be rendered as it was"
            name = lines.segments[place.segment].path.name
            self._found.faults.append(LineFault(name, place.offset, what))

    def _check_deeply(self) -> None:
        def show_progress(depth: DeepFindings) -> None:
            done = depth.records
            self._console.progress(f"{self._agent.name}, records", done, total)

        total, counter = self._found.kinds.total(), TiktokenCounter()
        view = fold(ReadOnlyReader(self._agent.archive).read_tail())
        depth = verify_deeply(LineReader(self._agent.archive), counter, show_progress)
        self._found.faults += depth.faults
        self._found.more += depth.more
        self._found.worse += depth.worse
        if depth.view != view:
            self._found.errors.append("the view of the whole log is not that of its end")
        self._found.notes.append(
            f"all {depth.turns:,} turns rendered again ({depth.unproven:,} without a digest),"
            f" {depth.summaries:,} summaries counted by {counter.name}"
        )


def _count_segments(parts: Sequence[Stretch]) -> int:
    return len({each.path for each in parts})


def _describe_view(view: View) -> str:
    parts = [f"1 to {view.covered} summarised"] if view.covered else []
    if view.tail:
        parts.append(f"{view.tail[0].seq} to {view.tail[-1].seq} word for word")
    return f"view: {', '.join(parts) or 'nothing yet'}"


def _list_set_aside(folder: Path) -> list[str]:
    """Return the files that earlier starts set aside."""
    return [
        f"{path.name} holds {_count_lines(path)} that were set aside earlier"
        for each in list_segments(folder)
        for path in _find_set_aside(each)
    ]


def _find_set_aside(segment: Segment) -> Iterator[Path]:
    for suffix in (".torn", ".rejected"):
        path = segment.path.with_name(segment.path.name + suffix)
        if path.exists():
            yield path


def _count_lines(path: Path) -> str:
    lines = path.read_bytes().count(b"\n")
    return format_count(lines, "line")


# --- telling --------------------------------------------------------------------------

_KINDS: tuple[tuple[type[Record], str], ...] = (
    (Experience, "memory"),
    (Turn, "turn"),
    (Compaction, "compaction"),
    (MicroCompact, "masking"),
    (Edit, "edit"),
    (Renewal, "renewal record"),
    (JournalEntry, "journal entry"),
    (JournalNote, "journal note"),
    (PageEdit, "edited page"),
)


def _print_findings(agent: AgentFolder, findings: VerifyFindings, console: Console) -> None:
    kinds = ", ".join(
        format_count(findings.kinds[kind], name)
        for kind, name in _KINDS
        if findings.kinds[kind] or kind is Experience
    )
    size = f"{findings.bytes / 1_000_000:,.1f} MB in {format_count(findings.segments, 'segment')}"
    console.say(f"{agent.name}: {findings.health}. {kinds}; {size}")
    for note in findings.notes:
        console.say(f"  {note}")
    for line in findings.errors:
        console.say(f"  ERROR {line}")
    for line in findings.warnings:
        console.say(f"  WARNING {line}")
    _print_faults(agent, findings, console)


def _print_faults(agent: AgentFolder, findings: VerifyFindings, console: Console) -> None:
    ordered = sorted(findings.faults, key=lambda each: (each.segment, each.offset))
    for each in ordered[:TOLD]:
        grade = "ERROR" if each.serious else "WARNING"
        console.say(f"  {grade} {each.segment}, byte {each.offset}: {each.what}")
    more = len(ordered[TOLD:]) + findings.more
    if more:
        console.say(f"  … and {more} more")
    if any(each.serious for each in ordered) or findings.errors:
        console.say(
            f"  What to do: put the segment back from a copy of {agent.archive}, or mend the line"
            " with no server running. Left as it is, the line is passed over and the rest is read."
        )
