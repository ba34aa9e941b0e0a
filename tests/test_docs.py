"""What is written about the project is true of it."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.memory.strategies.table import OWN_STRATEGIES
from server.cli.options import COMMANDS
from server.command_rows import list_commands
from tests.paths import ROOT
from world.commands.command import Command, Permission
from world.commands.table import CommandTable, help_for
from world.vault.texts import Texts

TEXTS = Texts.load([ROOT / "vault" / "text"])

#: Every command that the first release owes, by the name that users know it by.
OWED = [
    "look",
    "examine",
    "go",
    "say",
    "emote",
    "whisper",
    "tell",
    "get",
    "drop",
    "give",
    "inventory",
    "think",
    "note",
    "@overwrite-note",
    "recall",
    "dream",
    "sleep",
    "wake",
    "who",
    "where",
    "rooms",
    "help",
    "commands",
    "@my-profile",
    "@my-description",
    "@set-profile",
    "@set-description",
    "@dig",
    "@exit",
    "@describe",
    "@create",
    "@teleport",
    "@save",
    "@reload",
    "@show-profile",
    "@edit-profile",
    "@edit-interval",
    "@show-config",
    "@show-text",
    "@memory-status",
    "@memory-history",
    "@compact-memories",
    "@why",
    "@forget-summaries",
    "@bootstrap-summaries",
    "@llm-status",
    "@llm-config",
    "@watch",
    "@impersonate",
    "@pause",
    "@resume",
    "@shutdown",
]


TABLE = CommandTable(list_commands())

GUIDE_FILES = ("players-guide.md", "administrators-guide.md", "security.md")


@pytest.mark.parametrize("package", ["agents", "config", "reading", "server", "late", "world"])
def test_each_package_is_the_checkouts_own(package: str) -> None:
    """The names are common ones: what is imported must be what lies here."""
    found = importlib.import_module(package).__file__
    assert found is not None
    assert Path(found).resolve().parent == ROOT / package


@pytest.mark.parametrize("name", OWED)
def test_every_command_is_there_and_has_help(name: str) -> None:
    """Help is generated from the table and says how a command is typed."""
    command = TABLE.get(name)
    assert command is not None
    assert command.syntax in help_for(command)
    assert command.summary
    assert not command.summary.endswith(".")


@pytest.mark.parametrize("row", [r for r in TABLE.rows if r.name[0] == "@"], ids=lambda r: r.name)
def test_commands_with_an_at_sign_that_are_not_everyones_say_who_may(row: Command) -> None:
    """A new administrator's command cannot slip into everybody's hands unnoticed."""
    everyones = {
        "@my-profile", "@set-profile", "@my-description", "@set-description", "@overwrite-note",
        "@memory-status", "@memory-history",
    }  # fmt: skip
    assert (row.permission.value == "everyone") == (row.name in everyones)


def test_every_behaviour_of_a_private_command_is_a_sentence_about_the_actor() -> None:
    """What bystanders see of private commands stands in the texts and names only the actor."""
    for row in TABLE.rows:
        if row.behaviour:
            assert TEXTS.say(row.behaviour, actor="Moss").startswith("Moss ")


def keys_used(path: Path) -> Iterator[str]:
    """Constant texts that look like keys and are handed to something that says them; names of
    events of the log look so, too."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    calls = (each for each in nodes if isinstance(each, ast.Call) and each.args)
    events = [each.args[0] for each in calls if getattr(each.func, "id", "") == "tell_event"]
    for node in nodes:
        value = node.value if isinstance(node, ast.Constant) and node not in events else None
        if isinstance(value, str) and re.fullmatch(r"[a-z]+(\.[a-z]([a-z-]*[a-z])?)+", value):
            yield value


def test_no_sentence_of_minds_server_or_accounts_is_missing_or_left_over() -> None:
    """The texts of the world, the door and the brain are held so beside their own tests."""
    files = ("mind.md", "server.md", "accounts.md", "people.md", "administration.md")
    every = TEXTS.keys()
    known = {key for key in every if Path(TEXTS.where(key).rpartition(":")[0]).name in files}
    folders = ("agents/mind", "agents/memory", "server")
    used = {key for f in folders for path in (ROOT / f).rglob("*.py") for key in keys_used(path)}
    groups = {key.partition(".")[0] for key in known}
    assert known - used == set()
    missing = {key for key in used - known if key.partition(".")[0] in groups}
    names_of_files = {key for key in missing if key.endswith((".md", ".sqlite", ".jsonl"))}
    assert missing - names_of_files - {"profile.description"} == set()


def test_every_local_link_of_a_document_leads_somewhere() -> None:
    """Links to files of the project are to files that exist, from each page under `docs` too."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = (
        (page.relative_to(ROOT), link)
        for page in pages
        for link in re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", page.read_text("utf-8"))
    )
    assert [each for each in links if not (ROOT / each[0]).parent.joinpath(each[1]).exists()] == []


def test_the_readme_names_only_commands_that_exist() -> None:
    """Whatever the README tells people to type with an @ can be typed."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(@[a-z-]+)", text))
    assert {name for name in named if TABLE.get(name) is None} == set()
    assert named


GUIDES = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in GUIDE_FILES}
PLAYERS, ADMINISTRATORS, _ = GUIDE_FILES
EVERYBODYS = (Permission.EVERYONE, Permission.PEOPLE)
OTHERS = (Permission.BUILDERS, Permission.ADMINISTRATORS, Permission.ADMINISTRATORS_AND_AGENTS)


def spans(text: str) -> set[str]:
    """What stands in a page as code."""
    return set(re.findall(r"`([^`]+)`", text))


def first_words(text: str) -> set[str]:
    return {span.split()[0] for span in spans(text)}


@pytest.mark.parametrize(("name", "permissions"), [(PLAYERS, EVERYBODYS), (ADMINISTRATORS, OTHERS)])
def test_a_guide_names_every_command_of_its_readers(
    name: str, permissions: tuple[Permission, ...]
) -> None:
    """Whoever adds a command says in the guide what it is good for."""
    rows = {row.name for row in TABLE.rows if row.permission in permissions}
    assert rows - first_words(GUIDES[name]) == set()


@pytest.mark.parametrize("name", GUIDE_FILES)
def test_what_a_guide_tells_people_to_type_can_be_typed(name: str) -> None:
    """Commands with an @, sub-commands of ``tarn`` and settings exist."""
    text = GUIDES[name]
    assert {
        word for word in first_words(text) if word[0] == "@" and TABLE.get(word) is None
    } == set()
    programs = {span.split()[1] for span in spans(text) if re.match(r"tarn [a-z]", span)}
    assert programs - set(COMMANDS) == set()
    settings = (ROOT / "config" / "server.yaml").read_text(encoding="utf-8")
    for section, key in re.findall(r"`([a-z_]+):(?: ([a-z_]+))?`", text):
        assert re.search(rf"^{section}:", settings, re.MULTILINE), section
        assert re.search(rf"^  {key}", settings, re.MULTILINE), key


def test_the_guides_name_every_command_of_the_shell() -> None:
    """Every sub-command of ``tarn`` stands in one of them."""
    named = {span.split()[1] for text in GUIDES.values() for span in spans(text) if " " in span}
    assert set(COMMANDS) - named - {"serve"} == set()


def test_the_readmes_table_of_strategies_is_made_of_their_rows() -> None:
    """In their order, with the words that each file says of itself."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [f"`{each.name}`" for each in OWN_STRATEGIES]
    names[0] += " (default)"
    rows = [
        f"| {name} | {each.compacts} | {each.stands} |"
        for name, each in zip(names, OWN_STRATEGIES, strict=True)
    ]
    assert "\n".join(["|---|---|---|", *rows, ""]) in readme
