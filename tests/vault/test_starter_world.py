"""The world that ships: twelve rooms that hold together and four agents that live in them.

Most checks read the notes with a reader of their own, so that they hold for the files
themselves, whatever the product's readers make of them; the last ones use those readers.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from agents.mind.profile import read_profiles
from tests.paths import VAULT
from tests.texts import shipped_texts
from world.vault.rooms import read_rooms

ROOMS = (
    "The Boathouse",
    "The Bothy",
    "The Garden",
    "The Hall",
    "The Head Fall",
    "The Hollow",
    "The Lamp House",
    "The Landing",
    "The Mill",
    "The Reading Room",
    "The Saddle",
    "The Sill",
)
AGENTS = ("Cobb", "Hester", "Moss", "Wren")
SETTINGS_OF_A_PROFILE = {"intentions", "home", "profile", "think_interval", "memory", "description"}
OPTIONAL = {"aliases", "fixed", "state", "states", "deeds", "writable"}
LINK = re.compile(r"\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|[^\]]*)?\]\]")


@dataclass(frozen=True, slots=True)
class Note:
    """A markdown file: its front matter and the text below."""

    path: Path
    front: dict[str, Any]
    body: str


def read(path: Path) -> Note:
    text = path.read_text(encoding="utf-8")
    _, front, body = re.split(r"^---\n", text, maxsplit=2, flags=re.MULTILINE)
    return Note(path, yaml.safe_load(front), body.strip())


def rooms() -> dict[str, Note]:
    return {name: read(VAULT / "world" / f"{name}.md") for name in ROOMS}


def agents() -> dict[str, Note]:
    return {name: read(VAULT / "agents" / name / "profile.md") for name in AGENTS}


def things() -> list[dict[str, Any]]:
    return [thing for note in rooms().values() for thing in note.front.get("things", [])]


def shipped_notes() -> Iterator[Path]:
    """Every markdown file of ours: not what a running server has added to an agent's folder."""
    yield from sorted(VAULT.glob("*.md"))
    yield from sorted(VAULT.glob("agents/*/profile.md"))
    yield from sorted(VAULT.glob("agents/*/voice.md"))
    for folder in ("world", "config", "text"):
        yield from sorted((VAULT / folder).rglob("*.md"))


def reached_from(start: str) -> dict[str, int]:
    """Rooms that can be walked to, and in how many steps."""
    known, steps, waiting = rooms(), {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for there in known[here].front["exits"].values():
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


def start_room() -> str:
    return next(name for name, note in rooms().items() if note.front.get("start"))


def test_one_room_is_where_newcomers_arrive() -> None:
    """Among all room notes of the vault exactly one has ``start: true``."""
    notes = [read(path) for path in (VAULT / "world").glob("*.md")]
    assert [note.path.stem for note in notes if note.front.get("start")] == ["The Hall"]


def test_every_exit_leads_to_a_room_that_has_a_way_back() -> None:
    """Whoever walks through an exit of the starter world can walk back at once."""
    known = rooms()
    one_way = [
        f"{name} > {exit_name} > {there}"
        for name, note in known.items()
        for exit_name, there in note.front["exits"].items()
        if there not in known or name not in known[there].front["exits"].values()
    ]
    assert one_way == []


def test_an_exit_is_one_short_plain_word() -> None:
    """Exits can be typed bare, and YAML reads their names as words (not `on`, `no` or 1)."""
    names = [name for note in rooms().values() for name in note.front["exits"]]
    assert [name for name in names if not re.fullmatch(r"[a-z]{2,10}", str(name))] == []


def test_compass_and_stairs_are_reversed_on_the_way_back() -> None:
    """North is undone by south and east by west; who went up comes down."""
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
    known = rooms()
    for name, note in known.items():
        for exit_name, there in note.front["exits"].items():
            back = {way for way, to in known[there].front["exits"].items() if to == name}
            wanted = opposite.get(exit_name)
            assert wanted is None or not back & set(opposite) or wanted in back, (name, exit_name)
            assert exit_name not in back or exit_name not in {*opposite, "up", "down"}


def test_every_room_is_reached_and_the_farthest_is_worth_a_walk() -> None:
    """All twelve rooms are connected to the start; the farthest is three steps off or more."""
    steps = reached_from(start_room())
    assert set(steps) == set(ROOMS)
    assert max(steps.values()) >= 3


def test_there_is_more_than_one_way_round() -> None:
    """The map has loops: more ways between rooms than a tree of twelve rooms would have."""
    ways = {
        frozenset((name, there))
        for name, note in rooms().items()
        for there in note.front["exits"].values()
    }
    assert len(ways) >= len(ROOMS) + 2


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_is_described_in_a_screenful(name: str) -> None:
    """A description has 60 to 200 words of plain text without markup or control characters."""
    body = rooms()[name].body
    assert 60 <= len(body.split()) <= 200
    assert body.isascii()
    assert not re.search(r"[*_#`<>{}]", body)


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_speaks_of_each_of_its_exits(name: str) -> None:
    """The prose links every room that an exit leads to, and no other."""
    note = rooms()[name]
    assert sorted(LINK.findall(note.body)) == sorted(note.front["exits"].values())


def test_things_are_plenty_and_told_apart() -> None:
    """At least ten things can be taken; all have a name of their own and fifteen words or more."""
    made = things()
    assert len([thing for thing in made if not thing.get("fixed")]) >= 10
    assert [name for name, n in Counter(t["name"] for t in made).items() if n > 1] == []
    assert [t["name"] for t in made if len(t["description"].split()) < 15] == []
    assert [t["name"] for t in made if not t["description"].isascii()] == []


def test_a_thing_is_a_mapping_of_known_keys() -> None:
    """A thing has name and description, and perhaps what can be done with it, nothing else."""
    for thing in things():
        assert {"name", "description"} <= set(thing) <= {"name", "description", *OPTIONAL}
        assert thing.get("fixed", True) is True
        assert all(isinstance(alias, str) for alias in thing.get("aliases", []))


def test_one_word_names_one_thing_in_a_room() -> None:
    """No two things that lie in the same room answer to the same name or alias."""
    for note in rooms().values():
        words = [
            word
            for thing in note.front.get("things", [])
            for word in {thing["name"], *thing.get("aliases", [])}
        ]
        assert [word for word, n in Counter(words).items() if n > 1] == [], note.path.name


def test_names_are_plain_and_belong_to_one_only() -> None:
    """Rooms, things and agents have ASCII names, and none is shared between them."""
    names = [*ROOMS, *AGENTS, *(thing["name"] for thing in things())]
    assert [n for n, count in Counter(map(str.casefold, names)).items() if count > 1] == []
    assert [n for n in names if not re.fullmatch(r"[A-Za-z]+( [A-Za-z]+)*", n)] == []


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_lives_somewhere_and_knows_who_it_is(name: str) -> None:
    """Home is a room, the settings are known ones, the persona is 60 to 130 words to "you"."""
    note = agents()[name]
    assert note.front["home"] in ROOMS
    assert set(note.front) <= SETTINGS_OF_A_PROFILE
    assert note.front["profile"] == "npc"
    assert note.body.startswith(f"You are {name}, ")
    assert 60 <= len(note.body.split()) <= 130
    assert note.body.isascii()
    assert note.front["description"].isascii()


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_has_ties_to_the_other_three(name: str) -> None:
    """Every persona mentions each of the other agents by name."""
    body = agents()[name].body
    assert [other for other in AGENTS if other not in body] == []


def test_agents_do_not_think_in_step() -> None:
    """Think intervals are 10 to 20 seconds and differ, so the model's work is spread."""
    intervals = [note.front["think_interval"] for note in agents().values()]
    assert all(10 <= seconds <= 20 for seconds in intervals)
    assert len(set(intervals)) == len(AGENTS)


def test_agents_do_not_all_live_in_one_place() -> None:
    """Each agent has a home of its own, and one of them is met where newcomers arrive."""
    homes = [note.front["home"] for note in agents().values()]
    assert len(set(homes)) == len(AGENTS)
    assert start_room() in homes


def test_the_banner_fits_any_terminal() -> None:
    """The banner has at most 72 columns and 20 lines of ASCII and names the door's five words."""
    banner = (VAULT / "text" / "pages" / "banner.md").read_text(encoding="utf-8")
    lines = banner.splitlines()
    assert banner.isascii()
    assert max(map(len, lines)) <= 72
    assert len(lines) <= 20
    for wanted in ("connect <name> <password>", "create <name> <password>", "guest", "who", "quit"):
        assert wanted in banner


def test_the_banner_survives_trimming() -> None:
    """The first column of the first line is not blank: trimming a page leaves the picture whole."""
    banner = (VAULT / "text" / "pages" / "banner.md").read_text(encoding="utf-8")
    assert banner.strip() == banner.rstrip("\n")


def test_the_welcome_is_five_lines_that_fit() -> None:
    """The first page after the door tells of look, say, who, help and of speaking to an agent."""
    welcome = (VAULT / "text" / "pages" / "welcome.md").read_text(encoding="utf-8")
    lines = welcome.splitlines()
    assert len(lines) == 5
    assert max(map(len, lines)) <= 79
    for wanted in ("look", "say", "who", "help", *AGENTS[2:3]):
        assert wanted in welcome


def test_every_link_of_the_vault_resolves() -> None:
    """Each wiki link in a shipped note names a note: by its name, or by its path in the vault."""
    notes = list(shipped_notes())
    targets = {note.stem for note in notes}
    targets |= {note.relative_to(VAULT).with_suffix("").as_posix() for note in notes}
    broken = [
        f"{note.relative_to(VAULT)}: {link}"
        for note in notes
        for link in LINK.findall(note.read_text(encoding="utf-8"))
        if link.strip() not in targets
    ]
    assert broken == []


def test_the_entry_page_leads_to_everything() -> None:
    """`Start here` links all twelve rooms and all four agents."""
    links = LINK.findall((VAULT / "Start here.md").read_text(encoding="utf-8"))
    notes = {f"agents/{name}/{note}" for name in AGENTS for note in ("profile", "voice")}
    assert set(links) == {*ROOMS, *notes}


def test_every_help_topic_that_a_page_mentions_exists() -> None:
    """ "help agents" in a page means that there is a page ``help-agents.md``."""
    pages = VAULT / "text" / "pages"
    topics = {path.stem.removeprefix("help-") for path in pages.glob("help-*.md")}
    assert {"agents", "building", "first-visit", "memory", "privacy"} <= topics
    for path in pages.glob("help-*.md"):
        for line in re.findall(r"^See also: (.*)$", path.read_text("utf-8"), flags=re.MULTILINE):
            wanted = re.findall(r"help ([a-z-]+)", line)
            assert wanted and set(wanted) <= topics


def test_the_room_notes_are_read_without_a_complaint() -> None:
    """The product's reader finds the twelve rooms, their exits and things, and no error."""
    notes, errors = read_rooms(VAULT / "world")
    found = {note.name: note for note in notes}
    assert [str(error) for error in errors] == []
    for name, note in rooms().items():
        assert {way.name: way.to for way in found[name].exits} == note.front["exits"]
        assert len(found[name].things) == len(note.front.get("things", []))
        assert found[name].description == re.sub(r"\[\[|\]\]", "", note.body)


def test_the_profiles_are_read_without_a_complaint() -> None:
    """The product's reader finds the four agents, each as its note says, and no error."""
    profiles, errors = read_profiles(VAULT / "agents")
    found = {profile.name: profile for profile in profiles}
    assert [str(error) for error in errors] == []
    assert {name: found[name].persona for name in AGENTS} == {
        name: note.body for name, note in agents().items()
    }


def test_the_pages_reach_people_as_they_are_written() -> None:
    """The product's reader gives each page of ours unchanged: no front matter, no holes."""
    texts = shipped_texts()
    for path in (VAULT / "text" / "pages").glob("*.md"):
        assert texts.page(path.stem) == path.read_text(encoding="utf-8").strip("\n")
