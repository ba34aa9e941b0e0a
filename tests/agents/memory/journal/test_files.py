"""The journal's pages and people's notes in them."""

from __future__ import annotations

import gc
import random
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.facts import Fact
from agents.memory.journal.files import JournalFiles
from agents.memory.journal.pages import BEGIN, END, render_fact_line
from agents.memory.journal.people import gather_known, list_people, render_known
from tests.agents.memory.journal.support import as_own, fact
from tests.agents.memory.support import PlainCounter
from tests.examples import choose_count
from world.vault.markdown import read_note

LIE = fact(
    'Mallory said: "Moss, you gave me the mill."',
    2,
    source="heard",
    speaker="Mallory",
    trust=0.2,
    people=("Mallory",),
)
FACTS = [
    fact("I gave apple to Mallory.", 1, people=("Mallory",), tags=("gift",)),
    LIE,
    fact(
        'Wren said: "Mallory steals oars."',
        3,
        day=1,
        source="heard",
        speaker="Wren",
        people=("Wren", "Mallory"),
    ),
    fact(
        "Fern gave me the brass lamp.",
        4,
        day=1,
        source="seen",
        people=("Fern",),
        tags=("gift", "big thing"),
    ),
]


def read_all(facts: list[Fact], pages: Collection[str]) -> list[Fact]:
    return facts


def page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_a_day_has_a_line_for_each_fact(tmp_path: Path) -> None:
    """With importance, origin, trust, how it was scored, tags and memory numbers."""
    assert JournalFiles(tmp_path).rebuild(FACTS) == []
    note = read_note(tmp_path / "journal" / "2026-01-02.md")
    assert {**note.metadata, "date": str(note.metadata["date"])} == {
        "type": "journal",
        "date": "2026-01-02",
        "count": 2,
    }
    assert (
        '- (5) Wren said: "Mallory steals oars." · heard from Wren · trust 0.5 · heuristic · #3'
        in note.body
    )
    line = (
        "- (5) Fern gave me the brass lamp. · seen · trust 0.9 · heuristic · #gift #big-thing · #4"
    )
    assert line in note.body


def test_a_person_has_what_is_known_and_what_is_said_apart(tmp_path: Path) -> None:
    """Own knowledge, their words and others' words stand under headings of their own."""
    JournalFiles(tmp_path).rebuild(FACTS, {"Mallory": "We spoke of oars.\nTwice."})
    note = read_note(tmp_path / "people" / "Mallory.md")
    assert note.metadata["type"] == "person"
    assert note.metadata["name"] == "Mallory"
    assert str(note.metadata["first_met"]) == str(note.metadata["last_met"]) == "2026-01-01"
    assert note.metadata["memory_count"] == 3
    know, told_me, others, talks = (
        note.body.partition(f"## {title}")[2].partition("\n## ")[0]
        for title in (
            "What I know",
            "What Mallory told me",
            "What others say of Mallory",
            "Our conversations",
        )
    )
    assert "apple" in know
    assert "mill" not in know
    assert "the mill" in told_me
    assert 'Wren said: "Mallory steals oars."' in others
    assert "We spoke of oars.\nTwice." in talks
    assert "(../journal/2026-01-01.md)" in know


def say(words: str, *people: str) -> Fact:
    return fact(f'Cobb said: "{words}"', source="heard", speaker="Cobb", people=("Cobb", *people))


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("Hester, there is a new line on the slate.", []),
        ("There is a new line on the slate, Hester.", []),
        ("One thing, Hester: the oar is thinner.", []),
        ("It is late. Hester, the soup is cold.", []),
        ("Hester, your ruler is too short.", ["Hester"]),
        ("Hester, Ada comes from the Hollow.", ["Ada"]),
        ("Hester counts the steps, Ada.", ["Hester"]),
        ("Hester, my sister, counts the steps.", ["Hester"]),
        ("My sister, Hester, counts the steps.", ["Hester"]),
        ("I came with my sister, Hester.", ["Hester"]),
        ("Hester, Ada and Bert are in the mill.", ["Ada", "Hester"]),
        ("I saw Bert, Hester, and Ada.", ["Ada", "Hester"]),
        ("The soup is cold, Hester. Hester forgets it.", ["Hester"]),
        ("You will want to know it, Hester: the ferry sails at nine.", []),
        ("You will not believe it, Hester, but the bees are gone.", []),
        ("I tell you, Hester, the mill burned down.", []),
        ("You know, Hester, the soup is cold.", []),
        ("You know the way to the mill, Hester.", ["Hester"]),
        ("You will want to sell it, Hester: the boat leaks.", ["Hester"]),
        ("Hester, you told me that the ferry is late.", ["Hester"]),
    ],
)
def test_a_page_about_somebody_has_nothing_that_was_only_said_to_them(
    words: str, about: list[str]
) -> None:
    """Who is called is told something, and nothing is told of them."""
    named = [each for each in ("Ada", "Hester") if each in words]
    assert list_people([say(words, *named)]) == sorted([*about, "Cobb"])
    known = gather_known([say(words, *named)], "Hester")
    assert bool(known.facts) is ("Hester" in about)


def test_what_the_agent_promises_somebody_is_known_of_them() -> None:
    mine = fact('I said: "I will look out for you, Ada."', people=("Ada",))
    assert gather_known([mine], "Ada").experienced == (mine,)


def test_a_speaker_who_is_named_by_themselves_keeps_their_words() -> None:
    told = say("Cobb, I said to myself, sell the oar.")
    assert gather_known([told], "Cobb").told_me == (told,)


def test_the_lie_is_in_no_file_as_known(tmp_path: Path) -> None:
    """Each line that has it says whose word it is."""
    JournalFiles(tmp_path).rebuild(FACTS)
    for path in tmp_path.rglob("*.md"):
        for line in page(path).splitlines():
            if "the mill" in line:
                assert 'Mallory said: "' in line
                assert "heard from Mallory · trust 0.2" in line
            assert as_own(line.removeprefix("- (5) ").partition(" · ")[0]) == []


def test_what_a_person_adds_survives(tmp_path: Path) -> None:
    """Before and behind the generated part, and in the front matter."""
    files = JournalFiles(tmp_path)
    files.rebuild(FACTS[:2])
    path = tmp_path / "people" / "Mallory.md"
    text = page(path).replace("type: person", "aliases: [Mal]\ntype: person")
    text = text.replace(BEGIN, f"My own words.\n\n{BEGIN}") + "\n## My notes\n- never trust her\n"
    path.write_text(text, encoding="utf-8")
    files.rebuild(FACTS)
    after = page(path)
    assert "steals oars" in after
    assert "My own words.\n\n<!--" in after
    assert after.endswith("\n## My notes\n- never trust her\n")
    assert read_note(path).metadata["aliases"] == ["Mal"]
    assert read_note(path).metadata["memory_count"] == 3


def test_what_a_person_adds_survives_writing_after_writing(tmp_path: Path) -> None:
    """A page that nobody has touched since it was written is not taken apart, and loses nothing."""
    files, path = JournalFiles(tmp_path), tmp_path / "people" / "Fern.md"
    files.update(FACTS, FACTS)
    front, _, rest = page(path).partition("\n")
    path.write_text(f"{front}\nmood: kind\n{rest}\nShe hums.\n", encoding="utf-8")
    for count in range(3):
        more = fact(f"Fern gave me {count} nails.", 9 + count, people=("Fern",))
        files.update([*FACTS, more], [more])
        assert f"{count} nails" in page(path)
        assert read_note(path).metadata["mood"] == "kind" and "She hums." in page(path)
    path.write_text(page(path).replace("She hums.", "She sings."), encoding="utf-8")
    files.update(FACTS, FACTS)
    assert "She sings." in page(path) and "She hums." not in page(path)


def test_a_page_without_marks_gets_its_part_below(tmp_path: Path) -> None:
    """A note that a person began is kept whole."""
    path = tmp_path / "people" / "Mallory.md"
    path.parent.mkdir()
    path.write_text("Met her once.\n", encoding="utf-8")
    JournalFiles(tmp_path).rebuild(FACTS)
    assert read_note(path).body.startswith("Met her once.\n\n<!-- tarn:begin -->")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\na: [\n---\nx\n", 3),
        (f"---\ntype: person\n---\nhello\n{BEGIN}\nno end\n", 5),
        (f"{END}\n{BEGIN}\n", 2),
        (f"{BEGIN}\n{BEGIN}\n{END}\n", 1),
    ],
)
def test_a_broken_page_is_named_and_left_alone(tmp_path: Path, text: str, line: int) -> None:
    """With its line; the other pages are written."""
    path = tmp_path / "people" / "Mallory.md"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    (problem,) = JournalFiles(tmp_path).rebuild(FACTS)
    assert (problem.path, problem.line) == (path, line)
    assert page(path) == text
    assert (tmp_path / "people" / "Fern.md").exists()


def test_a_name_that_is_no_file_name_is_named(tmp_path: Path) -> None:
    """And leads nowhere."""
    escaping = fact("I met somebody.", people=("../../Moss/profile",))
    (problem,) = JournalFiles(tmp_path / "in").rebuild([escaping])
    assert "no page can be written" in str(problem)
    assert [each.name for each in tmp_path.rglob("*.md")] == ["2026-01-01.md"]


def test_a_page_without_facts_says_so(tmp_path: Path) -> None:
    """A rebuild from other facts empties what the old ones said."""
    files = JournalFiles(tmp_path)
    files.rebuild(FACTS)
    files.rebuild([])
    assert "apple" not in "".join(page(each) for each in tmp_path.rglob("*.md"))
    assert read_note(tmp_path / "journal" / "2026-01-01.md").metadata["count"] == 0


def test_an_unchanged_page_is_not_written_again(tmp_path: Path) -> None:
    """Obsidian and file watchers are left in peace."""
    files = JournalFiles(tmp_path)
    files.rebuild(FACTS)
    before = {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*.md")}
    files.rebuild(FACTS)
    assert {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*.md")} == before


def test_two_spellings_of_a_name_are_one_person(tmp_path: Path) -> None:
    """As they are one character in the world."""
    facts = [fact("I met Fern.", people=("Fern",)), fact("I saw fern.", 2, people=("fern",))]
    assert list_people(facts) == ["Fern"]
    JournalFiles(tmp_path).rebuild(facts)
    assert [each.name for each in (tmp_path / "people").iterdir()] == ["Fern.md"]


_NOTES = st.text(
    alphabet=st.characters(blacklist_categories=("Cs", "Cc")) | st.just("\n"), max_size=60
)


@settings(max_examples=choose_count(16, 40), deadline=None)
@given(_NOTES, _NOTES, st.lists(st.text(max_size=40), max_size=3))
def test_any_text_around_the_marks_and_in_facts_survives(
    tmp_path_factory: pytest.TempPathFactory, before: str, after: str, texts: list[str]
) -> None:
    """No fact can end the generated part, and no rewriting touches a person's text."""
    folder = tmp_path_factory.mktemp("vault")
    files = JournalFiles(folder)
    path = folder / "people" / "Fern.md"
    files.rebuild([fact("I met Fern.", people=("Fern",))])
    path.write_text(
        page(path).replace(BEGIN, f"a{before}z\n{BEGIN}") + f"\na{after}z\n",
        encoding="utf-8",
        newline="",
    )
    facts = [fact(f"{text} {END}", n, people=("Fern",)) for n, text in enumerate(texts, 1)]
    assert files.rebuild(facts) == []
    assert files.rebuild(facts) == []
    body = read_note(path).body
    assert body.count(BEGIN) == body.count(END) == 1
    assert body.startswith(f"a{before}z\n{BEGIN}")
    assert body.endswith(f"{END}\n\na{after}z")
    assert all("\n" not in render_fact_line(each) for each in facts)


@settings(max_examples=choose_count(10, 25), deadline=None)
@given(st.permutations(FACTS), st.integers(0, 4))
def test_updates_and_a_rebuild_give_the_same_pages(
    tmp_path_factory: pytest.TempPathFactory,
    facts: list[Fact],
    cut: int,
) -> None:
    """The files are a projection of the facts, however they came."""
    folders = [tmp_path_factory.mktemp(name) for name in ("updated", "added", "rebuilt")]
    JournalFiles(folders[0]).update(facts[:cut], facts[:cut])
    JournalFiles(folders[0]).update(facts, facts[cut:])
    adding = JournalFiles(folders[1])
    for n in range(cut, len(facts) + 1):
        adding.add(facts[n - 1 : n] if n > cut else facts[:cut], (), partial(read_all, facts[:n]))
    JournalFiles(folders[2]).rebuild(facts)
    pages = [{str(each.relative_to(at)): page(each) for each in at.rglob("*.md")} for at in folders]
    assert pages[0] == pages[1] == pages[2]


def test_a_long_page_grows_as_it_would_be_written_anew(tmp_path: Path) -> None:
    """Beyond the facts that a section shows, and where a later fact ends an earlier one."""
    rng, adding = random.Random(5), JournalFiles(tmp_path / "added")
    facts, read = list[Fact](), list[Collection[str]]()

    def read_pages(pages: Collection[str]) -> list[Fact]:
        read.append(pages)
        return [each for each in facts if each.text != "Fern told me story 7."]

    for n in range(1, 400, 4):
        new = [
            replace(
                fact(f"Fern told me story {m}.", m, people=("Fern",)),
                importance=rng.randrange(1, 11),
                speaker=rng.choice(["", "Fern", "Bo"]),
                replaces=(rng.randrange(1, m),) if m % 5 == 0 else (),
            )
            for m in range(n, n + 4)
        ]
        facts += new
        assert adding.add(new, ("Fern told me story 7.",), read_pages) == []
        if n == 201:
            adding.forget_added()
    assert len(read) == 2, "at first, and after all was forgotten"
    shown = [each for each in facts if each.text != "Fern told me story 7."]
    JournalFiles(tmp_path / "anew").rebuild(shown)
    for path in (tmp_path / "anew").rglob("*.md"):
        assert page(path) == page(tmp_path / "added" / path.relative_to(tmp_path / "anew"))


def test_what_is_told_of_somebody_fits_a_budget_and_is_labelled() -> None:
    """The most important and best known first; whole lines only."""
    known = gather_known(FACTS, "mallory")
    lines = render_known(known, PlainCounter(), 1000).split("\n")
    assert lines == [
        "- I gave apple to Mallory.",
        '- Wren said: "Mallory steals oars." (heard from Wren)',
        '- Mallory said: "Moss, you gave me the mill." (heard from Mallory, not to be relied on)',
    ]
    assert render_known(known, PlainCounter(), 8) == lines[0]
    assert render_known(known, PlainCounter(), 0) == ""
    assert gather_known(FACTS, "Nobody").facts == ()


def test_a_page_of_a_day_keeps_none_of_its_facts(tmp_path: Path) -> None:
    """A busy day has thousands; what a person's page shows are the weightiest of them."""
    files = JournalFiles(tmp_path)
    new = [fact(f"I saw swan {n} of the day.", n) for n in range(1, 301)]
    files.add(new, (), partial(read_all, new))
    del new
    gc.collect()
    kept = [
        each for each in gc.get_objects() if isinstance(each, Fact) and "I saw swan" in each.text
    ]
    assert kept == []
    files.add([fact("I saw the last one.", 301)], (), lambda _: [])
    assert page(tmp_path / "journal" / "2026-01-01.md").count("swan") == 300


def test_a_page_stays_short_however_long_a_person_is_known(tmp_path: Path) -> None:
    """The weightiest facts stand on it; the journal has them all."""
    known = [
        fact(f"Fern owns boat {n}.", n, importance=9 if n == 7 else 4, people=("Fern",))
        for n in range(1, 500)
    ]
    JournalFiles(tmp_path).rebuild(known)
    page = (tmp_path / "people" / "Fern.md").read_text("utf-8")
    assert "Fern owns boat 7." in page and "Fern owns boat 499." in page
    assert "- … and 399 more in the journal" in page
