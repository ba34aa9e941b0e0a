from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.mind.profile import (
    DESCRIPTION_LENGTH,
    PERSONA_LENGTH,
    Profile,
    ProfileErrors,
    parse_interval,
    parse_profile,
    read_profile,
    read_profiles,
)
from agents.mind.profile_writer import write_profile
from tests.examples import choose_count
from tests.paths import VAULT
from world.vault.markdown import NoteError

WHOLE = """\
---
# who lives where is told in the Garden's note
home: The Hall   # moved in spring
profile: npc
think_interval: 12  # calm

description: >-
  A broad man
  in a coat.
# what Moss keeps in mind
memory:
  strategy: waterfall
  # half of the usual
  immediate_window: 32
aliases: [gardener, old man]
tags: [agent, starter]
---

You are Moss, a patient gardener.

You speak slowly.
"""
MOSS = Profile(
    name="Moss",
    persona="You are Moss, a patient gardener.\n\nYou speak slowly.",
    home="The Hall",
    model_profile="npc",
    think_interval=12.0,
    memory={"strategy": "waterfall", "immediate_window": 32},
    description="A broad man in a coat.",
    aliases=("gardener", "old man"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return put(tmp_path, "Moss", WHOLE)


def put(folder: Path, name: str, text: str) -> Path:
    (folder / name).mkdir(parents=True)
    path = folder / name / "profile.md"
    path.write_text(text, encoding="utf-8")
    return path


def wrong(text: str) -> list[str]:
    with pytest.raises(NoteError) as caught:
        parse_profile(Path("Moss/profile.md"), text)
    error = caught.value
    return [str(one) for one in (error.errors if isinstance(error, ProfileErrors) else [error])]


def test_a_whole_profile_is_read(path: Path) -> None:
    """Every field arrives typed, and memory settings carry their lines."""
    profile = read_profile(path)
    assert profile == MOSS
    assert profile.memory_lines == {"": 11, "strategy": 12, "immediate_window": 14}


def test_a_persona_alone_is_a_profile() -> None:
    """Everything but the persona may be left to the defaults."""
    profile = parse_profile(Path("Moss/profile.md"), "You are Moss.\n")
    assert profile == Profile("Moss", "You are Moss.")
    assert profile.think_interval is None


@pytest.mark.parametrize(
    ("front", "line", "says"),
    [
        ("think_intervall: 3", 2, "did you mean think_interval?"),
        ("home: x\nmodel: npc", 3, "unknown key 'model'"),
        ("think_interval: 0.5", 2, "think_interval does not fit; read: 0.5; allowed: 0 (only"),
        ("think_interval: -1", 2, "read: -1"),
        ("think_interval: soon", 2, "read: soon"),
        ("think_interval: yes", 2, "read: True"),
        ("think_interval: .nan", 2, "read: .nan"),
        ("think_interval: [3]", 2, "read: [3]"),
        ("home: 7", 2, "home is not a name; read: 7"),
        ("home: ''", 2, "home is not a name"),
        ("profile: [npc]", 2, "profile is not a name"),
        ("memory: waterfall", 2, "memory is not a group of settings; read: waterfall"),
        (f"description: {'x' * (DESCRIPTION_LENGTH + 1)}", 2, "the description does not fit"),
        ("aliases: [1]", 2, "the aliases do not fit; read: [1]"),
        (f"aliases: [{', '.join('abcdefghijk')}]", 2, "at most 10"),
        ("home: [", 3, "not YAML"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(front: str, line: int, says: str) -> None:
    """A broken profile says where, what was read and what is allowed."""
    (error,) = wrong(f"---\n{front}\n---\nYou are Moss.\n")
    assert error.startswith(f"Moss/profile.md:{line}: ")
    assert says in error


def test_an_agent_without_a_persona_is_refused() -> None:
    """The body is required, and bounded."""
    assert "Moss/profile.md:4: no persona" in wrong("---\nhome: The Hall\n---\n \n")[0]
    assert f"at most {PERSONA_LENGTH}" in wrong("x" * (PERSONA_LENGTH + 1))[0]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (
            "home: The Hall\n\nYou are Bea.\n",
            1,
            "settings stand in the persona's text; read: home: ",
        ),
        ("\n---\nhome: The Hall\n---\nYou are Ann.\n", 2, "text; read: ---; allowed: front matter"),
        ("--\nhome: The Hall\n--\nYou are Hal.\n", 1, "text; read: --; allowed: front matter that"),
        ("---\nhome: The Hall\n---\nprofile: npc\nYou are.\n", 4, "text; read: profile: npc; "),
        ("---\n---\n\n\nmemory:\n  strategy: tree\n", 5, "the persona's text; read: memory:; "),
        ('---\n---\n{"persona": "You are Dot."}\n', 3, "is data and no text; read: {"),
        ("[You are, Dot]", 1, "the persona is data and no text; read: [You"),
    ],
)
def test_settings_in_the_text_are_no_persona(text: str, line: int, says: str) -> None:
    """They were taken for words about the agent, and had no effect."""
    with pytest.raises(NoteError, match=re.escape(says)) as caught:
        parse_profile(Path("Bea/profile.md"), text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "text",
    ["Home: that is where you are.", "You say: home: The Hall", "-- and so on", "{sic} You are."],
)
def test_a_text_that_only_looks_a_little_like_settings_is_a_persona(text: str) -> None:
    assert parse_profile(Path("Bea/profile.md"), text).persona == text


def test_everything_that_is_wrong_is_named_at_once() -> None:
    """Three mistakes are three errors, in the order of the file."""
    errors = wrong("---\nhoem: The Hall\nthink_interval: 0.1\n---\n")
    assert [error.split(": ")[0] for error in errors] == [
        "Moss/profile.md:2",
        "Moss/profile.md:3",
        "Moss/profile.md:5",
    ]


def test_a_folder_with_a_profile_is_an_agent(tmp_path: Path) -> None:
    """Broken profiles and forbidden names are reported; the rest load, by name."""
    put(tmp_path, "Wren", "You are Wren.")
    put(tmp_path, "Moss", "You are Moss.")
    put(tmp_path, "Fern", "---\nhom: x\nthink_interval: no\n---\nYou are Fern.")
    put(tmp_path, "W1-zard", "You are a wizard.")
    put(tmp_path, "moss", "You are another.")
    put(tmp_path, "look", "You are a verb.")
    put(tmp_path, ".obsidian", "Not an agent.")
    (tmp_path / "Empty" / "notes").mkdir(parents=True)
    (tmp_path / "readme.md").write_text("Not an agent either.")
    outside = put(tmp_path.parent / f"{tmp_path.name}-outside", "Spy", "You are a spy.")
    (tmp_path / "Spy").symlink_to(outside.parent)
    profiles, errors = read_profiles(tmp_path, commands=["look"])
    assert [profile.name for profile in profiles] == ["Moss", "Wren"]
    said = "\n".join(str(error) for error in errors)
    assert len(errors) == 6
    for part in (
        "Fern/profile.md:2: unknown key",
        "Fern/profile.md:3: think_interval",
        "W1-zard",
        "is taken by 'Moss'",
        "'look' is a command",
        "out of the vault",
    ):
        assert part in said


def test_no_folder_means_no_agents(tmp_path: Path) -> None:
    """A missing folder is an empty world, not an error."""
    assert read_profiles(tmp_path / "agents") == ([], [])


def test_the_shipped_agents_load() -> None:
    """The starter agents are read without a complaint, each with a persona and a home."""
    profiles, errors = read_profiles(VAULT / "agents")
    assert errors == []
    assert len(profiles) >= 4
    assert all(profile.persona and profile.home for profile in profiles)


def test_writing_keeps_everything_that_did_not_change(path: Path) -> None:
    """@edit-interval changes one number; comments, order and foreign keys stay."""
    write_profile(path, replace(MOSS, think_interval=30.0))
    assert path.read_text() == WHOLE.replace("think_interval: 12 ", "think_interval: 30 ")


def test_writing_what_is_already_there_changes_nothing(path: Path) -> None:
    """An edit without a change leaves the file as it was, byte for byte."""
    write_profile(path, read_profile(path))
    assert path.read_text() == WHOLE


def test_each_part_can_be_changed_taken_out_and_added(path: Path) -> None:
    """Block texts, groups and lists are replaced whole, and their neighbours' comments stay."""
    changed = replace(
        MOSS,
        persona="You are Moss.\n---\nYou whisper.",
        description="Thin: and # odd.\nTwo lines.",
        memory={"strategy": "rolling"},
        home="",
        aliases=("mossy",),
    )
    write_profile(path, changed)
    assert read_profile(path) == changed
    text = path.read_text()
    assert "home" not in text
    assert "memory: {strategy: rolling}\naliases: [mossy]\ntags: [agent, starter]\n---\n" in text
    assert "# what Moss keeps in mind\n" in text
    assert "think_interval: 12  # calm\n\n" in text
    write_profile(path, MOSS)
    assert read_profile(path) == MOSS


def test_a_new_profile_is_written_whole(tmp_path: Path) -> None:
    """Where there is no file yet, folder and note are made."""
    path = tmp_path / "Moss" / "profile.md"
    write_profile(path, MOSS)
    assert read_profile(path) == MOSS
    write_profile(tmp_path / "Fern" / "profile.md", Profile("Fern", "You are Fern."))
    assert (tmp_path / "Fern" / "profile.md").read_text() == "You are Fern.\n"


def test_line_ends_of_another_system_stay(path: Path) -> None:
    """A note with CR LF keeps them."""
    path.write_bytes(WHOLE.replace("\n", "\r\n").encode())
    write_profile(path, replace(MOSS, think_interval=0.0))
    expected = WHOLE.replace("think_interval: 12 ", "think_interval: 0 ").replace("\n", "\r\n")
    assert path.read_bytes() == expected.encode()


@pytest.mark.parametrize(
    "bad",
    [
        replace(MOSS, persona=""),
        replace(MOSS, persona="a\x1b[31mb"),
        replace(MOSS, think_interval=0.2),
        replace(MOSS, home=" "),
    ],
)
def test_what_could_not_be_read_back_is_not_written(path: Path, bad: Profile) -> None:
    """A refused edit leaves the file as it was."""
    with pytest.raises(NoteError):
        write_profile(path, bad)
    assert path.read_text() == WHOLE


def test_a_broken_file_is_not_written_over(path: Path) -> None:
    """Somebody's half-finished edit is named, not lost."""
    path.write_text("---\nhome: [\n---\nYou are Moss.")
    with pytest.raises(NoteError, match="not YAML"):
        write_profile(path, MOSS)
    assert path.read_text() == "---\nhome: [\n---\nYou are Moss."


@pytest.mark.parametrize(("text", "seconds"), [("0", 0.0), ("1", 1.0), ("2.5", 2.5)])
def test_an_interval_is_zero_or_at_least_a_second(text: str, seconds: float) -> None:
    """Allowed intervals are read as seconds."""
    assert parse_interval(text) == seconds


@pytest.mark.parametrize("text", ["0.9", "-1", "nan", "inf", "often", "", "1e9"])
def test_other_intervals_are_refused_with_what_is_allowed(text: str) -> None:
    """A refusal says what will do."""
    with pytest.raises(ValueError, match="from 1 to 86400"):
        parse_interval(text)


LINES = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=30).map(
    lambda text: " ".join(text.split())
)
PROFILES = st.builds(
    Profile,
    name=st.just("Moss"),
    persona=st.lists(LINES, min_size=1, max_size=4).map("\n".join).map(str.strip).filter(bool),
    home=LINES.filter(bool) | st.just(""),
    model_profile=LINES.filter(bool) | st.just(""),
    think_interval=st.none() | st.just(0.0) | st.floats(1, 86_400),
    memory=st.dictionaries(LINES.filter(bool), LINES | st.integers() | st.booleans(), max_size=3),
    description=LINES,
    aliases=st.lists(LINES.filter(bool), max_size=3, unique=True).map(tuple),
)


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(st.lists(PROFILES, min_size=1, max_size=3))
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, profiles: list[Profile]
) -> None:
    """Whatever is set one after another in one file, each is read back as it was, or refused."""
    path = put(tmp_path_factory.mktemp("agents"), "Moss", WHOLE)
    for profile in profiles:
        before = path.read_text(encoding="utf-8")
        try:
            write_profile(path, profile)
        except NoteError:
            assert path.read_text(encoding="utf-8") == before
            continue
        assert read_profile(path) == profile
        text = path.read_text(encoding="utf-8")
        assert "# who lives where" in text
        assert "tags: [agent, starter]" in text


@settings(max_examples=choose_count(40, 100), deadline=None)
@given(st.text(max_size=200), st.text(max_size=60))
def test_no_text_is_more_than_an_error(front: str, body: str) -> None:
    """Any file is a profile or a `NoteError` of one line, never anything else."""
    try:
        profile = parse_profile(Path("Moss/profile.md"), f"---\n{front}\n---\n{body}")
    except NoteError as error:
        assert "\n" not in str(error)
    else:
        assert profile.persona


def test_what_an_agent_may_do_to_itself_is_said_in_its_profile(tmp_path: Path) -> None:
    """Nothing by default; a word that is none is named with the line and what is allowed."""
    path = tmp_path / "Moss" / "profile.md"
    path.parent.mkdir()
    path.write_text("---\nmay: [set-profile]\n---\nYou are Moss.\n")
    profile = read_profile(path)
    assert profile.may == ("set-profile",) and profile.allows("@set-profile")
    write_profile(path, replace(profile, persona="You are Moss, and patient."))
    assert read_profile(path).may == ("set-profile",)
    assert not MOSS.allows("@set-profile")
    for wrong in ("shutdown", "[set-profile, reload]", "yes", "{a: 1}", "[[set-profile]]"):
        path.write_text(f"---\nhome: The Hall\nmay: {wrong}\n---\nYou are Moss.\n")
        with pytest.raises(
            NoteError,
            match=r"profile.md:3: may allows.*allowed: .*\[set-profile, set-description\]",
        ):
            read_profile(path)
