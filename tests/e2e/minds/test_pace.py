"""A world in which nobody is connected goes slowly, and wakes when somebody comes."""

from pathlib import Path

from tests.e2e.harness import flat, until
from tests.e2e.worlds import make_world, profile

QUIET = (
    "**think_interval**: 1\n**jitter**: 0\n**reply_delay**: 0\n**turns_per_minute**: 0\n"
    "**quiet_after**: 0.001\n**quiet_factor**: 100\n**quiet_interval**: 3600\n"
)


def test_a_persons_coming_wakes_the_agents(tmp_path: Path) -> None:
    """After its first turn the next one would come in an hour; a person brings it at once."""
    world = make_world(
        tmp_path, {"Moss": profile("Moss", interval=None)}, notes={"config/agents.md": QUIET}
    )
    with world.server() as server:
        until(lambda: world.turns("Moss"), "the first turn")
        assert len(world.turns("Moss")) == 1
        client = server.client().create("Rowan")
        until(lambda: len(world.turns("Moss")) > 2, "turns at full pace")
        status = flat(client.ask("@llm-status", r"Pace: (?s:.*)before\.\n"))
        assert "0.001 minutes after the last person has left" in status
        (world.vault / "config" / "agents.md").write_text("**quiet_after**: off\n")
        client.ask("@reload", r"Read again: .*\n")
        client.ask("@llm-status", r"Pace: constant")
        assert server.stop() == 0
