"""``tarn memory export``: all memories as JSONL, or as markdown with a page for each day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from agents.memory.core.records import Experience, Record
from agents.memory.inspect.line_reader import LineReader
from agents.memory.interchange.export_pages import name_page, render_entries, render_heading
from agents.memory.log.codec import encode, find_record_type
from late.late_pattern import late_pattern
from server.memory_cli.agent_folders import AgentFolder
from server.memory_cli.atomic_paths import new_folder, place_file, place_folder
from server.memory_cli.console import OK, WRONG, CannotDo, Console, format_count
from server.memory_cli.job import Job

_PAGE = late_pattern(r"\d{4}-\d\d-\d\d\.md")
_OURS = "---\ntype: memories\n"


def run_export(job: Job) -> int:
    """Write the export, whole or not at all."""
    agent, given = job.agent(), job.given
    path, form = _choose_path(given.to, given.format, agent)
    if given.all and form != "jsonl":
        raise CannotDo("--all is for jsonl: a page of markdown holds memories alone")
    _check_free(path, form, force=given.force)
    lines = LineReader(agent.archive)
    exported = _Exporter(agent, lines, job.console, everything=given.all)
    (exported.to_file if form == "jsonl" else exported.to_folder)(path)
    job.console.say(f"{agent.name}: {exported.describe()} in {path}")
    for place, why in lines.faults.items():
        job.console.note(f"tarn: left out: {lines.describe_place(place)}: {why}")
    return WRONG if lines.faults else OK


def _choose_path(to: Path, form: str | None, agent: AgentFolder) -> tuple[Path, str]:
    form = form or ("jsonl" if to.suffix == ".jsonl" else "markdown")
    if form == "markdown" and to.suffix == ".jsonl":
        raise CannotDo(f"--to is '{to}', allowed for markdown: a folder")
    if form == "jsonl" and to.is_dir():
        to = to / f"{agent.name}.jsonl"
    if not to.parent.is_dir():
        raise CannotDo(f"--to is '{to}', allowed: a name in a folder that is there")
    return to, form


def _check_free(path: Path, form: str, *, force: bool) -> None:
    """Refuse to replace anything without `force`, and a folder that is no export at all."""
    if not path.exists() or (form == "markdown" and path.is_dir() and not any(path.iterdir())):
        return
    if form == "jsonl" and not path.is_file():
        raise CannotDo(f"--to is '{path}', allowed: a file")
    if form == "markdown" and not (path.is_dir() and all(map(_is_page, path.iterdir()))):
        raise CannotDo(
            f"--to is '{path}', which holds something else than pages of an export; allowed: a"
            " folder that is new or empty"
        )
    if not force:
        raise CannotDo(f"--to is '{path}', which is there already; --force replaces it")


def _is_page(path: Path) -> bool:
    if not (_PAGE.fullmatch(path.name) and path.is_file()):
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(len(_OURS)) == _OURS


class _Exporter:
    """Writes one agent's archive; `memories` and `others` count what was written."""

    def __init__(
        self, agent: AgentFolder, lines: LineReader, console: Console, *, everything: bool
    ) -> None:
        self.memories = self.others = self.pages = 0
        self._agent = agent
        self._lines = lines
        self._console = console
        self._everything = everything

    def describe(self) -> str:
        """Return a sentence about what was written."""
        parts = [format_count(self.memories, "memory")]
        parts += [format_count(self.others, "other record")] if self.others else []
        pages = f" on {format_count(self.pages, 'page')}" if self.pages else ""
        return ", ".join(parts) + pages

    def to_file(self, path: Path) -> None:
        """Write a file with a record on each line."""
        with new_folder(path) as folder:
            made = folder / path.name
            with made.open("wb") as file:
                for record in self._records():
                    file.write(encode(record))
            place_file(made, path)

    def to_folder(self, path: Path) -> None:
        """Write a folder with a page for each day."""
        with new_folder(path) as folder:
            made = folder / "pages"
            made.mkdir()
            days = _Days(self._agent.name, made)
            memories = (each for each in self._records() if isinstance(each, Experience))
            for day, group in groupby(memories, name_page):
                days.add(day, group)
            self.pages = days.finish()
            place_folder(made, path, folder / "before")

    def _records(self) -> Iterator[Record]:
        self._console.begin()
        last = 0
        for place, line in self._lines.forwards():
            record = self._lines.decode_line(place, line) if self._wants(line) else None
            if isinstance(record, Experience):
                if record.seq <= last:
                    continue  # only a damaged archive has a number twice; the first counts
                last = record.seq
                self.memories += 1
            elif record is not None:
                self.others += 1
            if record is not None:
                yield record
            self._console.progress(f"{self._agent.name}, memories", self.memories, 0)

    def _wants(self, line: bytes) -> bool:
        # A line of unknown kind is read too, so that an error can name it.
        return self._everything or find_record_type(line) in (Experience, None)


class _Days:
    """Collects pages by day. A day may occur again, because imported memories keep their times."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self._folder = folder
        self._days: dict[str, tuple[int, int, int]] = {}
        """Day → first and last memory and how many they are."""

    def add(self, day: str, memories: Iterable[Experience]) -> None:
        """Append memories to the page of a day."""
        listed = list(memories)
        first, _, count = self._days.get(day, (listed[0].seq, 0, 0))
        self._days[day] = first, listed[-1].seq, count + len(listed)
        with self._body(day).open("a", encoding="utf-8", errors="replace", newline="\n") as file:
            file.write(render_entries(listed))

    def finish(self) -> int:
        """Write the pages and return their number."""
        for day, (first, last, count) in self._days.items():
            body, path = self._body(day), self._folder / f"{day}.md"
            with path.open("wb") as file:
                file.write(render_heading(self._name, day, (first, last), count).encode())
                file.write(body.read_bytes())
            body.unlink()
        return len(self._days)

    def _body(self, day: str) -> Path:
        return self._folder / f"{day}.body"
