"""Writes, joins and shortens a working memory of fixed sections without a model.

Each section is a heading with a colon on its own line, then one item a line; an empty section
has the line ``none``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate

from agents.memory.core.records import Experience
from agents.memory.language import deterministic
from agents.memory.language.attribution import attribute_parts
from agents.memory.language.clauses import describe_memory
from agents.memory.language.patterns import GUESS, INTENTION, PREFERENCE, REJECTION
from agents.memory.language.statements import NONE, split_line
from agents.memory.language.worth.rating import (
    Commonness,
    choose_within,
    keep_worthiest,
    rank_by_worth,
)
from agents.memory.language.worth.small_talk import find_telling_words
from agents.memory.language.worth.telling import choose_telling
from agents.memory.strategies.section_plan import (
    ASSUMPTIONS,
    DECISIONS,
    EVERY_SECTION,
    FACTS,
    GOAL,
    HOMES,
    ISSUES,
    PENDING,
    PREFERENCES,
    REFERENCES,
    REJECTED,
    SECTIONS,
    SIX,
    SectionPlan,
)
from agents.prose import cut_text, end_sentence, one_line, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

Sections = Mapping[str, Sequence[str]]
"""Heading → its items, oldest first."""

#: The share of the room that each section has, relative to the others.
_WEIGHTS = {**dict.fromkeys(EVERY_SECTION, 2), FACTS: 6, ASSUMPTIONS: 3}

#: If room is short, these sections keep their newest items; the others keep the worthiest.
_NEWEST = frozenset({GOAL, ISSUES, PENDING})

#: The most items of each kind that are taken from one span; what was heard is as much as fits.
_NOTICED, _CHOSEN, _FAILED, _PROMISED, _MARKED = 6, 6, 4, 4, 6

_LATELY = "Lately: "

#: An added heading is no word of a text that does not have it: it must begin a line.
_HEADING = late_pattern(rf"(?:(?:^|\s)({'|'.join(SECTIONS)})|(?m:^)({'|'.join(HOMES)})):(?=\s|$)")


# --- writing ----------------------------------------------------------------------------


def write_sections(
    memories: Sequence[Experience], limit: int, task: str = "", plan: SectionPlan = SIX
) -> str:
    """Return the sections of `plan` for `memories`.

    The text is never longer than `limit` or than the memories; if the sections do not fit, it is
    a narrative.
    """
    room = min(limit, sum(len(each.text) + 1 for each in memories))
    own = [each for each in memories if each.source in ("action", "thought")]
    found = {
        GOAL: list(_list_goals(own, task)),
        FACTS: _list_facts(memories),
        DECISIONS: _list_decisions(own),
        ISSUES: [*_list_failures(own), *_find_open_question(memories)],
        PENDING: [*_list_promises(own), *_find_last_thought(own)],
        REFERENCES: _list_references(memories),
    }
    text = render_sections(_add_sections(found, memories, own, plan), room)
    return text if len(text) <= room else deterministic.summarise_memories(memories, limit)


def _add_sections(
    found: dict[str, list[str]],
    memories: Sequence[Experience],
    own: Sequence[Experience],
    plan: SectionPlan,
) -> Sections:
    """Return `found` with the sections that `plan` adds; no item stands in two of them."""
    if PREFERENCES in plan.headings:
        found[PREFERENCES] = _list_matching(memories, PREFERENCE)
    if ASSUMPTIONS in plan.headings:
        found[ASSUMPTIONS] = _list_matching(memories, GUESS)
    if REJECTED in plan.headings:
        failed = list(_list_failures(own))
        found[REJECTED] = [*failed, *_list_matching(own, REJECTION)]
        found[ISSUES] = [each for each in found[ISSUES] if each not in failed]
    added = [each for heading in HOMES for each in found.get(heading, ())]
    found[FACTS] = [each for each in found[FACTS] if each not in added]
    return _move_told(found, plan)


def _list_matching(memories: Sequence[Experience], pattern: re.Pattern[str]) -> list[str]:
    """Return what was said or thought that matches, told with who it was."""
    said = [each for each in memories if each.speaker or _is_said(each) or _is_thought(each)]
    return _describe_memories(each for each in said if pattern.search(_find_words(each)))[-_MARKED:]


def _is_thought(memory: Experience) -> bool:
    return memory.is_own and memory.nature is Nature.THOUGHT


def _find_words(memory: Experience) -> str:
    """Return the words that somebody said or thought, without those around them."""
    if _is_thought(memory):
        return memory.line.partition(" ")[2]
    return deterministic.find_words_said(memory)


def _move_told(found: Mapping[str, list[str]], plan: SectionPlan) -> Sections:
    """Return `found` with the facts that others told among the assumptions, if so planned."""
    if not plan.witnessed:
        return found
    told = [each for each in found[FACTS] if any(e.speaker for e in attribute_parts(each))]
    witnessed = [each for each in found[FACTS] if each not in told]
    assumed = dict.fromkeys((*told, *found.get(ASSUMPTIONS, ())))
    return {**found, FACTS: witnessed, ASSUMPTIONS: list(assumed)}


def _list_goals(own: Sequence[Experience], task: str) -> Iterable[str]:
    for persona in split_sentences(task)[:1]:
        yield end_sentence(cut_text(persona, 160))
    reasons = [one_line(each.reason) for each in own if each.reason]
    if reasons:
        yield _LATELY + end_sentence(cut_text(reasons[-1], 120))


def _list_facts(memories: Sequence[Experience]) -> list[str]:
    seen = [each for each in memories if each.source == "observation"]
    heard = _describe_memories(choose_telling([each for each in seen if each.speaker]))
    noticed = keep_worthiest(_describe_memories(e for e in seen if not e.speaker), _NOTICED)
    return [each for each in _describe_memories(seen) if each in {*heard, *noticed}]


def _describe_memories(memories: Iterable[Experience]) -> list[str]:
    return list(dict.fromkeys(filter(None, map(describe_memory, memories))))


def _list_decisions(own: Sequence[Experience]) -> list[str]:
    chosen = [
        f"I chose to {cut_text(one_line(each.line), 80).rstrip('.')}:"
        f" {end_sentence(cut_text(one_line(each.reason), 120))}"
        for each in own
        if each.ok and each.line and each.reason
    ]
    return list(dict.fromkeys(chosen))[-_CHOSEN:]


def _list_failures(own: Sequence[Experience]) -> Iterable[str]:
    """Yield the lines that failed when they were last tried."""
    last = {each.line: each for each in own if each.line}
    for memory in [each for each in last.values() if not each.ok][-_FAILED:]:
        why = end_sentence(cut_text(one_line(memory.text.rpartition("\n")[2]), 100))
        yield f'I tried "{cut_text(one_line(memory.line), 60)}", which failed: {why}'


def _find_open_question(memories: Sequence[Experience]) -> Iterable[str]:
    """Yield the last question that the agent has not answered."""
    spoken = [each for each in memories if each.speaker or _is_said(each)]
    words = deterministic.find_words_said(spoken[-1]) if spoken and spoken[-1].speaker else ""
    if words.endswith("?"):
        yield f'{spoken[-1].speaker} asked me: "{cut_text(words, 120)}"'


def _is_said(memory: Experience) -> bool:
    """Return whether the agent said it."""
    return memory.is_own and memory.nature.is_speech


def _list_promises(own: Sequence[Experience]) -> list[str]:
    said = [deterministic.find_words_said(each) for each in own if _is_said(each) and each.ok]
    promised = [
        f'I said: "{end_sentence(cut_text(each, 120))}"'
        for each in said
        if INTENTION.search(each) and find_telling_words(each)
    ]
    return list(dict.fromkeys(promised))[-_PROMISED:]


def _find_last_thought(own: Sequence[Experience]) -> Iterable[str]:
    thoughts = [each.line.partition(" ")[2] for each in own if each.nature is Nature.THOUGHT]
    if thoughts and thoughts[-1].strip():
        yield f"I thought last: {end_sentence(cut_text(one_line(thoughts[-1]), 120))}"


def _list_references(memories: Sequence[Experience]) -> list[str]:
    if not memories:
        return []
    places = list(dict.fromkeys(each.place for each in memories if each.place))
    people = list(dict.fromkeys(each.speaker for each in memories if each.speaker))
    where = f", at {_join_names(places)}" if places else ""
    who = f", with {_join_names(people)}" if people else ""
    return [f"Memories {memories[0].seq} to {memories[-1].seq}{where}{who}."]


def _join_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return ", ".join(names[:4]) + more


# --- joining ----------------------------------------------------------------------------


def join_sections(older: str, newer: str, limit: int, plan: SectionPlan = SIX) -> str:
    """Join two texts section by section, within `limit` and no longer than both together.

    A text without sections counts as facts.  Items that both have appear once.
    """
    room = min(limit, len(older) + len(newer) + 1)
    first, second = split_sections(older, plan), split_sections(newer, plan)
    together = {each: list(dict.fromkeys([*first[each], *second[each]])) for each in plan.headings}
    together[GOAL] = _keep_newest_goal(together[GOAL])
    text = render_sections(_move_told(together, plan), room)
    return text if len(text) <= room else deterministic.merge_texts(older, newer, limit)


def keep_items(
    text: str, older: str, kept: Collection[str], limit: int, plan: SectionPlan = SIX
) -> str:
    """Return `text` with all of `kept`, items of `older`, in their sections and within `limit`.

    For them other items are left out. A text without sections has them as sentences.
    """
    if not _HEADING.search(text):
        return deterministic.keep_sentences(text, [*kept], limit)
    now, stood = split_sections(text, plan), split_sections(older, plan)
    lacking = set(kept).difference(*now.values())
    if not lacking:
        return text
    whole = {each: [*(e for e in stood[each] if e in lacking), *now[each]] for each in now}
    made = render_sections(whole, limit, kept)
    return made if len(made) <= limit else deterministic.keep_sentences("", [*kept], limit)


def _keep_newest_goal(items: Sequence[str]) -> list[str]:
    """Return `items` with only the newest of the recent reasons."""
    lately = [each for each in items if each.startswith(_LATELY)]
    return [each for each in items if each not in lately[:-1]]


def split_sections(text: str, plan: SectionPlan = SIX) -> dict[str, list[str]]:
    """Return the items of each section of `text`; its lines may have been joined into one.

    Items of a section that `plan` does not have go to the one nearest to it.
    """
    found = {each: list[str]() for each in plan.headings}
    for heading, body in _split_bodies(text):
        lines = [each.strip().removeprefix("- ") for each in body.splitlines()]
        items = [item for line in lines for item in split_line(line)]
        home = heading if heading in found else HOMES[heading]
        found[home] += [each for each in items if each.rstrip(".").casefold() != NONE]
    return found


def _split_bodies(text: str) -> Iterable[tuple[str, str]]:
    """Yield each heading of `text` with what stands below it; what stands before all are facts."""
    heading, start = FACTS, 0
    for found in _HEADING.finditer(text):
        yield heading, text[start : found.start()]
        heading, start = found[1] or found[2], found.end()
    yield heading, text[start:]


# --- shortening -------------------------------------------------------------------------


def render_sections(sections: Sections, limit: int, kept: Collection[str] = ()) -> str:
    """Return the sections in order within `limit`, unless headings and `kept` alone exceed it.

    Items in `kept` are taken first.
    """
    widest = limit // min(_WEIGHTS.values()) + 1
    common = Commonness.of(each for items in sections.values() for each in items)
    found = [
        _Items(
            each,
            sections[each],
            _order_items(each, sections[each], common),
            _find(sections[each], kept),
        )
        for each in EVERY_SECTION
        if each in sections
    ]

    def size(scale: int) -> int:
        return len(_render(found, scale))

    return _render(found, max(1, bisect_right(range(1, widest), limit, key=size)))


@late_dataclass(frozen=True, slots=True)
class _Items:
    """The items of one section, oldest first."""

    heading: str
    items: Sequence[str]
    order: Sequence[int]
    """Their places, in the order in which room is given to them."""
    kept: Collection[int] = ()
    """The places of those that stay, whatever room there is."""

    def choose(self, room: int) -> Sequence[str]:
        """Return what stands below the heading in `room` characters, in its own order."""
        sizes = [0 if n in self.kept else len(each) + 1 for n, each in enumerate(self.items)]
        left = room - sum(len(self.items[n]) + 1 for n in self.kept)
        if self.heading in _NEWEST:
            chosen = {*self._choose_newest(sizes, left), *self.kept}
        else:
            chosen = {*choose_within(self.order, sizes, left), *self.kept}
        return [self.items[n] for n in sorted(chosen)] or self._cut_first(room)

    def _choose_newest(self, sizes: Sequence[int], room: int) -> range:
        fitting = sum(each <= room for each in accumulate(reversed(sizes)))
        return range(len(sizes) - fitting, len(sizes))

    def _cut_first(self, room: int) -> list[str]:
        """Return the beginning of the first item in order, where there is room for some of it."""
        if not self.items or room <= len(NONE):
            return [NONE]
        return [_close_quotation(cut_text(self.items[self.order[0]], room - 1))]


def _find(items: Sequence[str], wanted: Collection[str]) -> list[int]:
    return [n for n, each in enumerate(items) if each in wanted]


def _order_items(heading: str, items: Sequence[str], common: Commonness) -> Sequence[int]:
    if heading in _NEWEST:
        return range(len(items) - 1, -1, -1)
    return rank_by_worth(items, common)


def _render(sections: Sequence[_Items], scale: int) -> str:
    return "\n".join(
        "\n".join([f"{each.heading}:", *each.choose(scale * _WEIGHTS[each.heading])])
        for each in sections
    )


def _close_quotation(text: str) -> str:
    # An open quotation would make the following text look like part of it.
    return f'{text}"' if text.count('"') % 2 else text
