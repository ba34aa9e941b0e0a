"""What a person has written on a page of the journal, and which of its lines they struck out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from agents.memory.core.facts import Fact
from agents.memory.core.records import PageEdit
from agents.memory.journal.pages import BEGIN, END, FACT_LINE
from agents.memory.summarization.citations import rate_likeness
from agents.prose import cut_text, one_line
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.markdown import Note, NoteError

#: A person's line is as important as this, unless it says otherwise: ``(5) …``.
WRITTEN_IMPORTANCE = 8
#: The least share of the words searched for that a line must have.
ENOUGH = 0.34
#: Characters of a person's line that a prompt shows.
SHOWN_CHARACTERS = 300
#: A line counts as crossed out whole if at most this share of its words is not.
NOT_CROSSED = 1 / 3

#: The longest line of a page, in characters.
LONGEST_LINE = 5000

_BULLET = late_pattern(r"^\s*(?:[-*+]|\d+[.)]|>)\s+(?:\[[ xX]\]\s+)?")
_IMPORTANCE = late_pattern(r"^\((10|[1-9])\)\s+")
_NO_WORDS = late_pattern(r"#+(?:\s.*)?|[-*_=\s]*|<!--.*-->")
#: Lines of ours that are no facts.
_FRAME = late_pattern(r"#|Nothing\.$|- … and ")
_CROSSED = late_pattern(r"(?<!~)~~(?=[^\s~])(.+?)(?<=[^\s~])~~(?!~)")
#: Marks that stand before a bullet and not behind it: ``~~- one~~``.
_CROSSED_BULLET = late_pattern(r"^\s*~~((?:[-*+]|\d+[.)]|>)\s+(?:\[[ xX]\]\s+)?)(?=\S)")
#: What stands behind the text of a fact.
_ORIGIN = late_pattern(r" · (?:(?:own|seen|recalled|heard from .+?) · trust |\[\d{4}-).*")
_WORD = late_pattern(r"\w+")
_LINK = late_pattern(r"\[\[(?:[^\]|]*\|)?([^\]]+)\]\]")


@late_dataclass(frozen=True, slots=True)
class PageParts:
    """A page's text: what stands above, between and below the marks."""

    above: str
    inside: str
    below: str


@late_dataclass(frozen=True, slots=True)
class PersonsPart:
    """A person's share in a page."""

    above: str = ""
    below: str = ""
    struck: tuple[str, ...] = ()
    """The texts of facts that they took off the page, or crossed out on it."""

    def is_in(self, edit: PageEdit | None) -> bool:
        """Return whether `edit`, the last of this page, has all of it."""
        above, below, struck = (edit.above, edit.below, edit.struck) if edit else ("", "", ())
        same = (self.above.strip(), self.below.strip()) == (above, below)
        return same and set(self.struck) <= set(struck)


@late_dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line that a person wrote on a page."""

    page: str
    """``people/Ada`` or ``journal/2026-01-01``."""
    fact: Fact


def split_page(note: Note) -> PageParts:
    """Return the parts of a page; one without marks is a person's. Raises `NoteError`."""
    _check_lines(note)
    marks = [(note.body.count(each), note.body.find(each)) for each in (BEGIN, END)]
    (begins, begin), (ends, end) = marks
    if begins == ends == 0:
        return PageParts(f"{note.body}\n\n" if note.body.strip() else "", "", "")
    if begins != 1 or ends != 1 or end < begin:
        line = note.body_line + note.body.count("\n", 0, max(begin, 0))
        allowed = f"{BEGIN} once and {END} once, in this order"
        raise NoteError(note.path, line, "the generated part is not marked off", None, allowed)
    inside = note.body[begin + len(BEGIN) : end]
    return PageParts(note.body[:begin], inside, note.body[end + len(END) :])


def _check_lines(note: Note) -> None:
    """Raise `NoteError` for a line that is too long for the patterns here."""
    for number, each in enumerate(note.body.split("\n"), note.body_line):
        if len(each) > LONGEST_LINE:
            read, allowed = f"{len(each)} characters", f"at most {LONGEST_LINE}"
            raise NoteError(note.path, number, "the line is too long", read, allowed)


def find_persons_part(page: PageParts, written: str | None, known: Container[str]) -> PersonsPart:
    """Return a person's share in `page`.

    `written` is what was written between the marks, None if that is unknown: then nothing counts
    as struck out but what is crossed out (``~~…~~``).  Lines with a text in `known` are facts and
    no person's words.
    """
    ours = set((written or "").splitlines())
    facts = {text for each in ours if (text := _read_fact(each))}
    lines = page.inside.splitlines()
    kept = {text for each in lines if (text := _read_fact(each))}
    added = [each for each in lines if each not in ours and each.strip()]
    if written is None:
        added = [each for each in added if not _FRAME.match(each)]

    def is_ours(text: str) -> bool:  # a life's facts are too many to be put together for each page
        return text != "" and (text in facts or text in known)

    crossed = {text for each in added if is_ours(text := _read_crossed(each))}
    others = [_strip_origin(each) for each in added if not is_ours(_read_crossed(each))]
    new = [each for each in others if not is_ours(_strip_bullet(each))]
    below = "\n".join([page.below.rstrip(), "", *new]) if new else page.below
    struck = (facts - kept) | crossed if page.inside else ()
    return PersonsPart(page.above, below, tuple(sorted(struck)))


def read_written_facts(edit: PageEdit) -> Iterator[Fact]:
    """Yield what a person wrote on a page: a fact for each line of a list and each paragraph."""
    folder, _, name = edit.page.partition("/")
    passages = _list_passages(f"{edit.above}\n\n{edit.below}")
    for line in (_CROSSED.sub("", each) for each in passages if not _read_crossed(each)):
        rated = _IMPORTANCE.match(line)
        text = one_line(_LINK.sub(r"\1", line[rated.end() :] if rated else line))
        yield Fact(
            text=cut_text(text, SHOWN_CHARACTERS),
            importance=int(rated[1]) if rated else WRITTEN_IMPORTANCE,
            scored="heuristic",
            source="human",
            trust=1.0,
            seqs=(),
            at=edit.at,
            people=(name,) if folder == "people" else (),
        )


def rank_written(lines: Iterable[WrittenLine], words: str) -> list[WrittenLine]:
    """Return the lines that have enough of `words`, the best first."""
    rated = [(rate_likeness(words, each.fact.text), each) for each in lines]
    best = sorted((row for row in rated if row[0] >= ENOUGH), key=lambda row: -row[0])
    return [each for _, each in best]


def _list_passages(text: str) -> list[str]:
    """Return the items and paragraphs of `text`, without headings, rules and comments."""
    found: list[str] = []
    open_ = False
    for line in (_CROSSED_BULLET.sub(r"\1~~", each) for each in text.splitlines()):
        if _NO_WORDS.fullmatch(line.strip()):
            open_ = False
        elif open_ and not _BULLET.match(line):
            found[-1] += f" {line.strip()}"
        else:
            found.append(_BULLET.sub("", line).strip())
            open_ = True
    return found


def _read_fact(line: str) -> str:
    """Return the text of a fact's line; empty for another line."""
    found = FACT_LINE.match(line)
    return found["text"] if found else ""


def _read_crossed(line: str) -> str:
    """Return the text of a line that is crossed out, all or nearly; empty for another line."""
    if not _CROSSED.search(line):
        return ""
    plain = line.replace("~~", "")
    text = _read_fact(plain) or _strip_bullet(plain)
    left = _strip_bullet(_ORIGIN.sub("", _CROSSED.sub("", line)))
    whole = len(_WORD.findall(left)) <= NOT_CROSSED * len(_WORD.findall(text))
    return text if whole else ""


def _strip_origin(line: str) -> str:
    """Return a line without the source and the numbers that stood behind a fact."""
    found = FACT_LINE.match(line)
    return f"- ({found['importance']}) {found['text']}" if found else line


def _strip_bullet(line: str) -> str:
    return _IMPORTANCE.sub("", _BULLET.sub("", line))
