"""What is told of an agent whose notes are wrong: whether it goes on as it was, or is not there."""

from __future__ import annotations

from pathlib import Path

from agents.clock import VirtualClock
from tests.e2e.harness import write
from tests.e2e.worlds import profile
from tests.server.happening.test_living import living, make_vault

WRONG = profile("Wren", more="thnk_interval: 3\n")


async def test_a_new_agent_with_a_wrong_profile_has_no_version_that_stays(tmp_path: Path) -> None:
    """It is said that it is not there, at a start and at a reload, until its profile is mended."""
    make_vault(tmp_path)
    agents = tmp_path / "vault" / "agents"
    write(agents / "Wren" / "profile.md", WRONG)
    async with living(tmp_path, VirtualClock()) as here:
        settled = await here.app.reloader.settle_agents()
        (absent,) = settled.left_out
        assert "thnk_interval" in absent and settled.wrong == []
        assert absent.endswith("; Wren is not there until this is mended")

        told = await here.app.reloader.reload()
        assert f"Without effect: {absent}" in told
        assert not any("last good version" in line for line in told)

        write(agents / "Wren" / "profile.md", profile("Wren"))
        assert not any("Wren/profile.md" in line for line in await here.app.reloader.reload())

        write(agents / "Wren" / "profile.md", WRONG)
        (stays,) = [each for each in await here.app.reloader.reload() if "thnk_interval" in each]
        assert stays.startswith("Not reloaded; the last good version stays: ")
        assert "is not there" not in stays


async def test_a_new_agent_lives_without_an_intention_that_is_wrong(tmp_path: Path) -> None:
    """There is no earlier version of it either."""
    make_vault(tmp_path)
    async with living(tmp_path, VirtualClock()) as here:
        wrong = 'intentions: [{name: read, do: "read", at: noon, where: The Moon}]\n'
        note = tmp_path / "vault" / "agents" / "Wren" / "profile.md"
        write(note, profile("Wren", more=wrong))
        told = [each for each in await here.app.reloader.reload() if "profile.md" in each]
        assert told and all(each.startswith("Without effect: ") for each in told), told
        assert here.app.base.minds.find_exactly("Wren") is not None
