"""``tarn check`` goes on through all kinds of mistakes and names each once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server.arguments import BAD_USAGE
from server.checking.file_check import CheckReport, check_everything
from server.command_rows import list_commands
from tests.e2e.harness import write


async def _check(folder: Path, notes: dict[str, str]) -> CheckReport:
    for path, text in notes.items():
        write(folder / path, text)
    write(folder / "vault" / "world" / "Hall.md", "---\nstart: true\n---\nA hall.\n")
    return await asyncio.to_thread(
        check_everything, folder / "config", folder / "vault", {}, list_commands()
    )


async def test_wrong_settings_do_not_hide_wrong_profiles(tmp_path: Path) -> None:
    (tmp_path / "vault" / "agents" / "Olaf").mkdir(parents=True)
    twice = "**think_interval**: 5\n**think_interval**: 6\n"
    report = await _check(
        tmp_path,
        {
            "vault/config/agents.md": f"{twice}**jitter**: x\n",
            "vault/config/memory_compaction.md": "**immediate_window**: many\n",
            "vault/config/world.md": "**seasons**: four\n",
            "vault/world/happenings/Fog.md": "---\nwhen: dawn\nwhere: Nowhere\n---\nFog.\n",
            "vault/agents/Moss/profile.md": (
                "---\nhome: Nowhere\nprofile: none\nmemory: {strategy: wurst}\n---\nYou are Moss.\n"
            ),
        },
    )
    refused, left_out = "\n".join(report.refused), "\n".join(report.left_out)
    assert "agents.md:2: think_interval is given twice (first on line 1)" in refused
    assert "agents.md:3: jitter is" in refused and "immediate_window is 'many'" in refused
    assert "there is no such room" in left_out and "there is no such model profile" in left_out
    assert "memory.strategy is 'wurst'" in left_out
    assert any("Olaf: a folder without profile.md is no agent" in each for each in report.doubts)
    assert "world.md:1: seasons is 'four', allowed: off, or a whole number" in refused
    assert "Fog.md:3: there is no such room; read: Nowhere" in left_out
    assert len(report.refused) == 4 and report.status == BAD_USAGE


async def test_unreadable_models_make_no_other_mistakes(tmp_path: Path) -> None:
    """What only the models could tell is not called wrong without them."""
    memory = "memory: {strategy: sleep, profile: mine}"
    report = await _check(
        tmp_path,
        {
            "config/llm.yaml": "profiles: [\n",
            "config/server.yaml": "telnet: {port: none}\n",
            "vault/agents/Moss/profile.md": f"---\nprofile: mine\n{memory}\n---\nYou are Moss.\n",
        },
    )
    assert len(report.refused) == 2 and not report.left_out
