"""Faithful answers: they contain every planted fact and a filler for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b

from agents.models.testing.planted import find_facts
from agents.models.testing.prompts import KeptFact, Kind, ParsedPrompt
from agents.prose import cut_text, end_sentence, one_line, split_sentences
from agents.spread import pick_evenly

#: Beginnings of a sentence about a fact. A summary of a summary uses another beginning, so that
#: it does not repeat its source.
CARRIERS = ("I know that ", "I recall that ", "I learnt that ")
_SHORTEST = "I know "

#: Answers for very little room.
_LITTLE = ("I kept what mattered.", "I was here.", "I am.")

SECTIONS = (
    "User Goal",
    "Confirmed Facts",
    "Decisions Made",
    "Open Issues",
    "Pending Actions",
    "Important References",
)

#: Sections that a prompt may ask for beside them.
ADDED_SECTIONS = ("Preferences", "Assumptions", "Rejected Ways")

#: The importance of facts of each tag, 0 to 10.
_WEIGHT = {
    "secret": 9,
    "promise": 8,
    "debt": 8,
    "work": 6,
    "place": 6,
    "trade": 5,
    "history": 5,
}

#: The journal gets this many of the memories without a planted fact.
_OTHERS = 3


def write_recollection(number: int) -> str:
    """Return the filler of summary `number`."""
    return f"I listened by the hearth and kept what mattered. It is my recollection {number}."


def write_combination(number: int) -> str:
    """Return the filler of combined summary `number`."""
    return f"I look back on both times as one. It is my combination {number}."


def _context(number: int) -> str:
    return f"I hold on to what came before. It is my context {number}."


def _working(number: int) -> str:
    return f"I go by my working memory {number}."


_FILLERS: dict[Kind, Callable[[int], str]] = {
    "summary": write_recollection,
    "merge": write_combination,
    "context": _context,
    "sections": _working,
}


def choose_surviving(asked: ParsedPrompt, loss: float, seed: int) -> list[KeptFact]:
    """Return the prompt's facts, each dropped with probability `loss`.

    The same prompt always loses the same facts; another prompt loses others.
    """
    start = blake2b(f"{seed}\n{asked.prompt}".encode("utf-8", "replace"), digest_size=16).digest()
    return [each for each in asked.facts() if _draw_number(start, each.fact.key) >= loss]


def _draw_number(start: bytes, key: str) -> float:
    """Return a number from 0 to below 1 that depends only on the arguments."""
    digest = blake2b(key.encode(), key=start, digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def retell(asked: ParsedPrompt, kept: Sequence[KeptFact], number: int, room: int) -> str:
    """Return the answer to `asked` with the facts `kept`; it is number `number` of its kind.

    It has at most `room` characters, unless even the shortest answer is longer.
    """
    if asked.kind == "journal":
        return "\n".join(write_journal(asked, kept))
    if asked.kind == "sections":
        return _write_sections(asked, kept, number, room)
    return _write_narrative(asked, kept, _FILLERS[asked.kind](number), room)


# --- narrative --------------------------------------------------------------------------


def _write_narrative(asked: ParsedPrompt, kept: Sequence[KeptFact], filler: str, room: int) -> str:
    text, most = "", asked.sentences
    if most:
        filler = " ".join(split_sentences(filler)[-most:])
    for text in _write_layouts(asked, kept, filler):
        if len(text) <= room:
            return text
    return text


def _write_layouts(asked: ParsedPrompt, kept: Sequence[KeptFact], filler: str) -> Iterator[str]:
    """Yield shorter and shorter answers, at last with fewer and fewer facts."""
    if not kept:
        yield filler
    elif asked.sentences:
        yield from _write_packed_layouts(asked, kept, filler)
    else:
        told = [_write_sentence(_choose_carrier(asked, each), each) for each in kept]
        yield " ".join([filler, *told])
        yield " ".join(told)
        yield " ".join(_write_sentence(_SHORTEST, each) for each in kept)
    for count in range(len(kept), 0, -1):
        yield _write_sentence(_SHORTEST, *kept[:count])
    yield from _LITTLE


def _write_packed_layouts(
    asked: ParsedPrompt, kept: Sequence[KeptFact], filler: str
) -> Iterator[str]:
    """Yield answers with the allowed number of sentences, the first with a filler sentence."""
    first = split_sentences(filler)[:1]
    for before, most in ((first, asked.sentences - 1), ([], asked.sentences)):
        if most:
            size = -(-len(kept) // most)
            groups = [kept[at : at + size] for at in range(0, len(kept), size)]
            told = [_write_sentence(_choose_carrier(asked, each[0]), *each) for each in groups]
            yield " ".join([*before, *told])


def _choose_carrier(asked: ParsedPrompt, each: KeptFact) -> str:
    unused = (start for start in CARRIERS if start + each.fact.clause not in asked.prompt)
    return next(unused, CARRIERS[0])


def _write_sentence(start: str, *kept: KeptFact) -> str:
    return start + "; ".join(map(_format_fact, kept)) + "."


def _format_fact(each: KeptFact) -> str:
    return each.fact.clause + format_marks(each.numbers)


def format_marks(numbers: Sequence[int]) -> str:
    """Return memory numbers as a citation for a sentence's end; empty without numbers."""
    return f" [{', '.join(map(str, numbers))}]" if numbers else ""


# --- sections ---------------------------------------------------------------------------


def _write_sections(asked: ParsedPrompt, kept: Sequence[KeptFact], number: int, room: int) -> str:
    """Return the sections with headings in the style of the prompt."""
    facts = [_write_sentence(_choose_carrier(asked, each), each) for each in kept]
    text = ""
    for count in range(len(facts), -1, -1):
        text = _write_headings(asked, facts[:count], number)
        if len(text) <= room:
            break
    return text


def _write_headings(asked: ParsedPrompt, told: Sequence[str], number: int) -> str:
    facts = "\n".join(f"- {each}" for each in told)
    said = {"User Goal": _working(number), "Confirmed Facts": facts}
    before, after = _find_heading_style(asked.request)
    wanted = _find_sections(asked.request)
    parts = [f"{before}{each}{after}\n{said.get(each) or 'None.'}" for each in wanted]
    if _ends_with_heading(asked.request):
        parts[0] = said["User Goal"]
    return "\n\n".join(parts)


def _find_sections(request: str) -> list[str]:
    """Return the six headings and the added ones that the prompt names, in its order."""
    added = [each for each in ADDED_SECTIONS if each in request]
    places = {each: request.find(each) for each in (*SECTIONS, *added)}
    return sorted(places, key=lambda each: places[each]) if added else list(SECTIONS)


def _find_heading_style(request: str) -> tuple[str, str]:
    """Return the marks before and after a heading's words: ``## …``, ``**…**``, or ``…:``."""
    found = re.findall(r"(#+ |\*\*)?User Goal(:?\*\*:?|:)?", request)
    before, after = found[-1] if found else ("", "")
    return before, after if before or after else ":"


def _ends_with_heading(request: str) -> bool:
    """Return whether the prompt ends with the first heading; the answer then begins below it."""
    return bool(re.search(r"User Goal[*: ]*[\s>]*\Z", request))


# --- journal ----------------------------------------------------------------------------


def write_journal(asked: ParsedPrompt, kept: Sequence[KeptFact]) -> list[str]:
    """Return one line for each fact: ``importance | tags | [numbers] | fact``."""
    lines = [_format_entry(_WEIGHT[e.fact.tag], e.fact.tag, e.numbers, e.fact.text) for e in kept]
    once = {line.text: line for line in asked.lines if not find_facts(line.text)}
    others = pick_evenly(list(once.values()), _OTHERS)
    return lines + [
        _format_entry(3, "talk", () if each.number is None else (each.number,), each.text)
        for each in others
    ]


def _format_entry(importance: int, tags: str, numbers: Sequence[int], text: str) -> str:
    fact = end_sentence(cut_text(one_line(text.replace("|", "/")), 120))
    return f"{importance} | {tags} | [{', '.join(map(str, numbers))}] | {fact}"
