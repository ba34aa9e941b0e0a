"""Lives some minutes of the starter world by rule: ``python -m … FOLDER MINUTES SEED``."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.life.living import LivingWorld, run_life
from tests.e2e.harness import write
from tests.e2e.worlds import RULES


async def live(world: LivingWorld, minutes: float) -> None:
    """Let a visitor talk with everybody, a newcomer come, and the minutes pass."""
    for agent in world.agents:
        await world.say(agent, f"say Good morning, {agent.name}. What are you doing here?")
    world.welcome("Bert")
    world.app.reloader.population.welcome(world.ada.id)
    await world.pass_time(minutes * 60)


def main() -> None:
    folder, minutes, seed = Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    config = folder / "config"
    write(config / "llm.yaml", RULES)
    write(config / "server.yaml", "model_servers: {look: false}\n")
    run_life(folder, config, lambda world: live(world, minutes), seed)


if __name__ == "__main__":
    main()
