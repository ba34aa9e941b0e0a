"""Whatever is wrong is named: before the start nothing is written, and later the rest goes on."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from tests.e2e.harness import Server, flat, until, write
from tests.e2e.worlds import ROOMS, TIMEOUT, World, llm, make_world, profile


def _tight(text: str) -> str:
    """`text` without white space: a terminal breaks long paths anywhere."""
    return "".join(text.split())


def _refused(server: Server) -> str:
    """Run what must not start; return the one line that says why."""
    run = server.run()
    assert run.returncode == 2
    assert run.stdout == ""
    lines = run.stderr.splitlines()
    assert len(lines) == 1, run.stderr
    assert lines[0].startswith("tarn: ")
    return lines[0]


OPTIONS = {
    "--telnte 127.0.0.1:0": r"'--telnte' is not an option, allowed: .*did you mean --telnet",
    "--telnet nowhere": r"--telnet is 'nowhere', allowed: HOST:PORT",
    "--telnet 127.0.0.1:99999": r"--telnet is '127\.0\.0\.1:99999', allowed: .*65535",
    "--telnet": r"--telnet is empty, allowed: HOST:PORT",
    "--config /no/such/folder": r"--config is '/no/such/folder', allowed: a folder that is there",
    "--vault /no/such/folder": r"--vault is '/no/such/folder', allowed: a folder",
    "srve": r"the command is 'srve', allowed: '?serve",
    "serve twice": r"'?twice'? .*allowed: ",
}


@pytest.mark.parametrize("options", OPTIONS)
def test_wrong_option(tmp_path: Path, options: str) -> None:
    """A wrong option is named with what is allowed; status 2, nothing written."""
    world = make_world(tmp_path)
    before = world.files()
    assert re.search(OPTIONS[options], _refused(world.server(*options.split())))
    assert world.files() == before


SETTINGS = [
    ("config/server.yaml", "limits:\n  burst: many\n", 2, "burst", "many"),
    ("config/server.yaml", "telnet:\n  listen: here\n", 2, "listen", "here"),
    ("config/server.yaml", "accounts: {guests: perhaps}\n", 1, "guests", "perhaps"),
    ("config/server.yaml", "limts: {burst: 3}\n", 1, "limts", "did you mean limits"),
    ("config/server.yaml", "limits: {burst: 3\naccounts: [\n", 2, "", ""),
    ("config/llm.yaml", llm().replace("ollama", "olama", 1), 3, "provider", "or ollama or"),
    ("config/llm.yaml", llm().replace(TIMEOUT, "temperature: 9", 1), 3, "temperature", "9"),
    ("config/llm.yaml", llm().replace("default: npc", "default: nobody"), 1, "default", "nobody"),
    ("config/llm.yaml", llm().replace("timeout", "timout", 1), 3, "timout",
     "did you mean timeout"),
    ("vault/config/memory_compaction.md", "# M\n\n**immediate_window**: many\n", 3,
     "immediate_window", "many"),
    ("vault/config/memory_compaction.md", "**recent_window**: 0\n", 1, "recent_window", "from 1"),
    ("vault/config/memory_compaction.md", "**imediate_window**: 3\n", 1, "imediate_window",
     "did you mean immediate_window"),
    ("vault/config/memory_compaction.md", "---\nprofile: nobody\n---\n", 2, "profile", "nobody"),
    ("vault/config/memory_compaction.md", "**strategy**: hope\n", 1, "strategy", "waterfall"),
    ("vault/config/agents.md", "Hello.\n**think_interval**: -1\n", 2, "think_interval", "-1"),
    ("vault/config/world.md", "\n**day_length**: 0.2\n", 2, "day_length", "a number from 1"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "text", "line", "key", "told"), SETTINGS)
def test_wrong_setting(
    tmp_path: Path, file: str, text: str, line: int, key: str, told: str
) -> None:
    """A wrong setting is named with file, line and what was read; status 2, nothing written."""
    world = make_world(tmp_path)
    path = write(world.root / file, text)
    before = world.files()
    why = _refused(world.server())
    assert f"{path}:{line}:" in why
    assert key in why and told in why
    assert world.files() == before


def test_port_in_use(tmp_path: Path) -> None:
    """A port that somebody has is named; status 2, nothing written."""
    world = make_world(tmp_path)
    before = world.files()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        why = _refused(world.server("--telnet", address))
    assert f"cannot listen on {address}" in why and "in use" in why
    assert world.files() == before


@pytest.mark.parametrize("folder", ["", ".tarn", "agents", "world"])
def test_vault_that_cannot_be_written(tmp_path: Path, folder: str) -> None:
    """A file where the vault, or a folder of it, should be: said at the start, status 2."""
    world = World(tmp_path)
    write(world.config / "llm.yaml", llm())
    path = write(world.vault / folder if folder else world.vault, "no folder\n")
    why = _refused(world.server())
    assert str(world.vault) in why
    assert path.read_text(encoding="utf-8") == "no folder\n"


@pytest.mark.parametrize("name", ["world.sqlite", "accounts.sqlite"])
def test_state_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    """State that is no database is named and left untouched; the server ends with status 2."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    path = write(world.vault / ".tarn" / name, "this is no database\n" * 100)
    before = path.read_bytes()
    assert str(path) in _refused(world.server())
    assert path.read_bytes() == before


def test_broken_notes_are_named_and_the_rest_runs(tmp_path: Path) -> None:
    """A broken profile, room and text are named with file and line; everything else is there."""
    agents = {
        "Moss": profile("Moss"),
        "Wren": profile("Wren", more="thnk_interval: 3\n"),
        "Cobb": profile("Cobb", more="memory: {immediate_window: none}\n"),
        "Ash": profile("Ash", home="The Attic"),
        "Elm": profile("Elm", more="profile: nobody\n"),
        "Oak": "---\nhome: [The Hall\n---\nYou are Oak.\n",
        "Yew": profile("Yew"),
        "Fir": profile("Fir"),
    }
    notes = {
        "world/The Cave.md": "---\nexits: 7\n---\nDark.\n",
        "world/The Loft.md": "---\nexits: {down: The Hall\n---\nDusty.\n",
        "text/mind.md": "**mind.pauses**: {who} pauses.\n",
    }
    world = make_world(tmp_path, agents, notes=notes)
    write(world.agent("Yew") / "archive", "This should be a folder.\n")
    later = write(world.agent("Fir") / "archive" / "000000000001.jsonl", '{"v":9,"kind":"dream"}\n')
    with world.server() as server:
        client = server.client().create("Rowan")
        assert "(3)" in client.ask("rooms", r"Places .*\n")
        assert "Also here: Moss." in flat(client.ask("look", r"Exits: .*\n"))
        log = server.errors()
        for named in (
            r"Wren/profile\.md:4: .*thnk_interval",
            r"Cobb/profile\.md:4: .*immediate_window.*none",
            r"Ash/profile\.md:2: .*The Attic",
            r"Elm/profile\.md:4: .*nobody",
            r"Oak/profile\.md:\d: ",
            r"The Cave\.md:2: .*exits",
            r"The Loft\.md:\d: ",
            r"text/mind\.md:1: .*who",
            r"Yew/archive",
            r"Fir/archive: .*version 9",
        ):
            assert re.search(rf"^\[Vault\] .*{named}", log, re.MULTILINE), (named, log)
        assert "Traceback" not in log
        assert server.stop() == 0
    assert later.read_text(encoding="utf-8") == '{"v":9,"kind":"dream"}\n'


def test_reload_keeps_the_last_good_version(tmp_path: Path) -> None:
    """What is broken at @reload is told to the administrator, and stays as it was."""
    notes = {"config/memory_compaction.md": "**immediate_window**: 32\n"}
    world = make_world(tmp_path, {"Moss": profile("Moss")}, notes=notes)
    with world.server() as server:
        client = server.client().create("Rowan")
        persona = "You are Moss, patient and plain."
        broken = {
            "world/The Garden.md": "---\nexits: 7\n---\nWeeds.\n",
            "agents/Moss/profile.md": "---\nthink_interval: often\n---\nYou are rude.\n",
            "config/memory_compaction.md": "**immediate_window**: many\n",
            "text/world.md": "**look.exits**: {nobody}\n",
        }
        for name, text in broken.items():
            write(world.vault / name, text)
        write(world.config / "llm.yaml", "default: 3\nprofiles: 4\n")
        server_settings = (world.config / "server.yaml").read_text("utf-8")
        write(world.config / "server.yaml", "accounts: {guests: maybe}\n")
        told = client.ask("@reload", r"Read again: .*\n")
        assert "3 rooms, 1 agents" in flat(told)
        for named in (*broken, "llm.yaml", "server.yaml"):
            assert _tight(f"{named}:") in _tight(told), (named, told)
        assert "none of config/ and vault/config/ is taken over while one of them is" in flat(told)
        write(world.config / "server.yaml", server_settings)
        write(world.config / "llm.yaml", llm())
        told = client.ask("@reload", r"Read again: .*\n")
        assert "memory_compaction.md:1:" in _tight(told) and "many" in told
        assert persona in flat(client.ask("@show-profile Moss", r"patient\s+and\s+plain\."))
        report = flat(client.ask("@memory-status Moss", r"Next trigger"))
        assert "32 immediate" in report
        assert "Beans in rows." in flat(client.ask("garden", r"Exits: .*\n"))
        write(world.vault / "world" / "The Garden.md", ROOMS["The Garden"])
        write(world.agent("Moss") / "profile.md", profile("Moss").replace("plain", "stern"))
        write(world.vault / "config" / "memory_compaction.md", "**immediate_window**: 16\n")
        (world.vault / "text" / "world.md").unlink()
        told = flat(client.ask("@reload", r"Read again: .*\n"))
        assert "Not reloaded" not in told
        client.ask("@show-profile Moss", r"patient\s+and\s+stern\.")
        write(world.config / "llm.yaml", llm(provider="openai", more=", api_key_env: NO_SUCH_KEY"))
        told = client.ask("@reload", r"Read again: .*\n")
        assert "Not reloaded" in told and "NO_SUCH_KEY" in told
        assert "ollama tiny" in client.ask("@llm-status", r"summarizer: .*\n")
        assert "16 immediate" in flat(client.ask("@memory-status Moss", r"Next trigger"))


def test_agents_come_and_go_at_reload(tmp_path: Path) -> None:
    """A new profile is a new agent at @reload; one that is gone is put away, its memory kept."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    with world.server() as server:
        client = server.client().create("Rowan")
        write(world.agent("Fern") / "profile.md", profile("Fern"))
        (world.agent("Moss") / "profile.md").unlink()
        assert "1 agents" in client.ask("@reload", r"Read again: .*\n")
        assert "Also here: Fern." in flat(client.ask("look", r"Exits: .*\n"))
        heard = len(world.memories("Moss"))
        client.say(2)
        until(lambda: len(world.memories("Fern")) >= 2, "Fern hears")
        assert len(world.memories("Moss")) == heard
        assert server.stop() == 0


NAMES = {
    "Moss": r"The name '?Moss'? is taken|taken",
    "moss": r"taken",
    "Rowan": r"taken",
    "ROWAN": r"taken",
    "Rоwan": r"Latin letters only.*cyrillic",
    "Adмin": r"Latin letters only.*cyrillic",
    "here": r"reserved",
    "admin": r"reserved",
    "look": r"command",
    "Guest7": r"letters|guest",
    "x" * 21: r"2 to 20 characters",
    "x" * 300: r"2 to 20 characters",
    "Y": r"2 to 20 characters",
    "../x": r"cannot have",
    "..": r"cannot have|out of place",
    "a/b": r"cannot have",
    "{0}": r"cannot have",
    "Nul\\x": r"cannot have",
}


def _people_see(world: World) -> set[str]:
    """The files and folders that are there, but for the machine's own."""
    return {name for name in world.files() if ".tarn" not in name}


def test_names_are_refused_with_the_reason(tmp_path: Path) -> None:
    """Taken, reserved, too long, not plain, or trying to leave the vault: each says why."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    with world.server() as server:
        server.client().create("Rowan")
        client = server.client()
        client.expect("quit: leave")
        before = _people_see(world)
        for name, why in NAMES.items():
            told = flat(client.ask(f"create {name} correct horse", r"\.\n"))
            assert re.search(why, told), (name, told)
        assert "at least" in flat(client.ask("create Holly abc", r"\.\n"))
        assert _people_see(world) == before
        client.create("Holly")


def test_agent_called_like_an_account_is_left_out(tmp_path: Path) -> None:
    """A profile cannot take over a person's body: it is named, and the person stays."""
    world = make_world(tmp_path)
    with world.server() as server:
        server.client().create("Rowan")
        assert server.stop() == 0
    write(world.agent("Rowan") / "profile.md", profile("Rowan"))
    write(world.agent("..Oops") / "profile.md", profile("Oops"))
    with world.server() as server:
        client = server.client().connect("Rowan")
        assert "Rowan/profile.md" in server.errors()
        assert "There are no agents" in client.ask("@memory-status", r"\.\n")
