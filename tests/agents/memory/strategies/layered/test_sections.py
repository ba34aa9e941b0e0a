"""The six sections are made of memories, split, joined and shortened."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Experience
from agents.memory.log.natures import find_old_nature
from agents.memory.strategies import section_plan, sections
from agents.memory.strategies.layered import SECTIONS_LIMIT
from tests.agents.memory.inspect.bare_log import START, make_observation
from tests.agents.memory.strategies.layered.working_memory import WORKING, list_headings
from tests.examples import choose_count


def make_memories(*memories: Experience) -> Sequence[Experience]:
    return [*memories, *(make_observation(n) for n in range(len(memories) + 1, 40))]


def act(seq: int, line: str, result: str, *, ok: bool = True, reason: str = "") -> Experience:
    return Experience(
        seq,
        START,
        f"~Moss> {line}\n{result}",
        source="action",
        command=line.partition(" ")[0],
        nature=find_old_nature(line.partition(" ")[0], ""),
        line=line,
        reason=reason,
        ok=ok,
        place="The Hall",
    )


def test_each_section_is_made_of_what_happened() -> None:
    """Goals from reasons, facts from speech, issues from failures, actions from promises."""
    memories = make_memories(
        make_observation(1, 'Fern says, "The boat leaks."', speaker="Fern"),
        act(2, "go boathouse", "The Boathouse", reason="the boat must be mended"),
        act(3, "get rope", "You tried: get rope\nThis failed because: it is tied.", ok=False),
        act(4, "say I will mend it.", 'You say, "I will mend it."'),
        make_observation(5, 'Ada says, "When will that be?"', speaker="Ada"),
    )
    found = sections.split_sections(
        sections.write_sections(memories, SECTIONS_LIMIT, "You are Moss. You mend boats.")
    )
    assert found[section_plan.GOAL] == ["You are Moss.", "Lately: the boat must be mended."]
    assert found[section_plan.FACTS][0] == 'I heard Fern say: "The boat leaks."'
    assert found[section_plan.DECISIONS] == ["I chose to go boathouse: the boat must be mended."]
    assert found[section_plan.ISSUES] == [
        'I tried "get rope", which failed: This failed because: it is tied.',
        'Ada asked me: "When will that be?"',
    ]
    assert found[section_plan.PENDING] == ['I said: "I will mend it."']
    assert found[section_plan.REFERENCES] == ["Memories 1 to 39, at The Hall, with Fern, Ada."]


def test_what_worked_later_is_no_open_issue() -> None:
    """Only the last try of a line counts."""
    memories = make_memories(
        act(1, "get rope", "This failed because: it is tied.", ok=False),
        act(2, "get rope", "You take the rope."),
    )
    text = sections.write_sections(memories, SECTIONS_LIMIT)
    assert sections.split_sections(text)[section_plan.ISSUES] == []


ITEM = st.builds(
    lambda n, words: f"I saw {n} herons{words}.",
    st.integers(0, 99),
    st.integers(0, 5).map(" by the lake".__mul__),
)

TEXT = st.dictionaries(st.sampled_from(section_plan.SECTIONS), st.lists(ITEM, max_size=12))


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(older=TEXT, newer=TEXT, limit=st.integers(200, 3000))
def test_texts_are_joined_section_by_section(
    older: dict[str, list[str]], newer: dict[str, list[str]], limit: int
) -> None:
    """Every item stays in its section, none is there twice, and the limit holds."""
    first, second = (_text(each) for each in (older, newer))
    text = sections.join_sections(first, second, limit)
    assert len(text) <= limit and list_headings(text) == list(section_plan.SECTIONS)
    found = sections.split_sections(text)
    whole = limit >= len(first) + len(second) + 1
    for heading in section_plan.SECTIONS:
        wanted = [*older.get(heading, []), *newer.get(heading, [])]
        if whole:
            assert found[heading] == list(dict.fromkeys(wanted))
        cut = {each for each in found[heading] if not each.endswith("…")}
        assert cut <= set(wanted) and len(found[heading]) == len(set(found[heading]))


def _text(given: dict[str, list[str]]) -> str:
    return sections.render_sections(
        {each: given.get(each, []) for each in section_plan.SECTIONS}, 10_000
    )


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(given=TEXT)
def test_a_text_in_one_line_is_read_as_well(given: dict[str, list[str]]) -> None:
    """Other strategies put texts into one line; the sections are found again."""
    text = _text(given)
    assert sections.split_sections(" ".join(text.split())) == sections.split_sections(text)


def test_a_narrative_counts_as_facts() -> None:
    """Sentences of another strategy's summary stay."""
    older = "I swept the hall for many days. Fern taught me a song about the lake."
    text = sections.join_sections(older, WORKING, SECTIONS_LIMIT)
    assert sections.split_sections(text)[section_plan.FACTS][:2] == [
        "I swept the hall for many days.",
        "Fern taught me a song about the lake.",
    ]
    assert sections.split_sections(text)[section_plan.ISSUES] == [
        "I do not know where the rope is."
    ]


def test_a_chosen_line_loses_its_full_stop_before_the_reason() -> None:
    """A thought is a sentence of its own; behind it comes a colon."""
    thought = act(1, "think The water is still.", "You think. " * 80, reason="counting")
    text = sections.write_sections(make_memories(thought), SECTIONS_LIMIT)
    assert "I chose to think The water is still: counting." in text


TALK = [f"We talked about the {what}." for what in ("weather", "roses", "ferry", "bread")]
TOLD = ["The gate opens with 4711.", "Odo lent Maud his silver lantern."]


def test_where_room_is_short_the_worthiest_facts_stay() -> None:
    """What talk repeats goes before a number or a name, wherever they stand."""
    items = [f"{each[:-1]} on day {'abcdefgh'[n]}." for n in range(8) for each in TALK]
    facts = [*items[:9], TOLD[0], *items[9:20], TOLD[1], *items[20:]]
    text = sections.render_sections({section_plan.FACTS: facts}, 300)
    assert len(text) <= 300
    kept = sections.split_sections(text)[section_plan.FACTS]
    assert set(TOLD) <= set(kept) and kept == [each for each in facts if each in kept]


def test_of_many_memories_the_worthiest_are_told() -> None:
    """A span has more talk than a section has lines: a fact in it is not passed over by chance."""
    said = [f"{TALK[n % 4][:-1]} again." for n in range(200)]
    said[61:62] = TOLD
    memories = [
        make_observation(n, f'Fern says, "{each}"', speaker="Fern")
        for n, each in enumerate(said, start=1)
    ]
    text = sections.write_sections(memories, SECTIONS_LIMIT)
    assert all(each in text for each in TOLD)
