"""A text is checked on copies: errors with their lines, and nothing is left behind."""

from __future__ import annotations

import asyncio

import pytest

from config.server import ServerSettings
from server.command_rows import list_commands
from server.web.views.edit.desk import compare_texts
from server.web.views.edit.draft import CheckGround, DraftError, check_draft
from server.web.views.edit.files import find_file, list_files
from server.web.views.edit.routes import describe_error
from tests.e2e.worlds import World, make_world, profile

RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    notes = {"config/agents.md": "**jitter**: 0\n", "agents/Moss/notes/Beans.md": "Beans.\n"}
    made = make_world(tmp_path_factory.mktemp("draft"), {"Moss": profile("Moss")}, RULES, notes)
    (made.vault / ".tarn").mkdir()
    return made


async def check(world: World, name: str, text: str) -> list[DraftError]:
    file = find_file(list_files(world.vault, world.config), name)
    assert file is not None
    ground = CheckGround(world.vault, world.config, {}, list_commands(), ServerSettings())
    before = world.files()
    found = await asyncio.to_thread(check_draft, ground, file, text)
    assert world.files() == before
    return found


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("agents/Moss/profile.md", profile("Moss", home="Nowhere"), 2, "there is no such room"),
        ("agents/Moss/profile.md", "---\nhome: The Hall\n", 1, "is not closed"),
        ("agents/Moss/notes/Beans.md", "---\n- a\n- b\n---\nBeans.\n", 2, "front matter"),
        ("config/agents.md", "**jitter**: 0\n**think_interval**: soon\n", 2, "think_interval"),
        ("world/The Hall.md", "---\nexits: {up: Nowhere}\n---\nA hall.\n", 2, "Nowhere"),
        ("server.yaml", "limits: {burst: 1}\nlog: {file: elsewhere}\n", 2, "not from the page"),
        ("server.yaml", "limits: {burst: many}\n", 1, "limits.burst is 'many'"),
    ],
)
async def test_errors_are_named_with_their_lines(
    world: World, name: str, text: str, line: int, words: str
) -> None:
    """And with the path that people know, not that of the copy."""
    found = await check(world, name, text)
    assert [each.line for each in found] == [line] and words in found[0].text
    assert found[0].text.startswith(f"{name}:{line}: ")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("agents/Moss/profile.md", profile("Moss", home="The Garden")),
        ("agents/Moss/notes/Beans.md", "Beans want shade.\n"),
        ("config/agents.md", "**jitter**: 0.5\n"),
        ("world/The Landing.md", "---\nexits: {hall: The Hall}\n---\nWater.\n"),
        ("server.yaml", "limits: {burst: 7}\n"),
    ],
)
async def test_a_text_without_errors_passes(world: World, name: str, text: str) -> None:
    assert await check(world, name, text) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("world/The Hall.md:2: there is no such room", "there is no such room"),
        ("world/The Hall.md:2:9: not YAML", "not YAML"),
        ("world/The Hall.md: it is too long", "it is too long"),
        ("world/The Attic.md:3: no way to The Hall.md:2: at all",) * 2,
    ],
)
def test_an_error_names_its_line_once(world: World, text: str, shown: str) -> None:
    """The line stands beside the text, and the file above it; another file is named."""
    file = find_file(list_files(world.vault, world.config), "world/The Hall.md")
    assert file is not None
    assert describe_error(file, DraftError(2, text)) == {"line": 2, "text": shown}


def test_a_difference_says_whose_each_line_is() -> None:
    assert compare_texts("one\ntwo\nthree\n", "one\n2\nthree\n") == [
        "@@ -1,3 +1,3 @@", " one", "-two", "+2", " three",
    ]  # fmt: skip
    assert compare_texts("one\n", "one\n") == []
