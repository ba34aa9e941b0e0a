"""Whatever happens, in whatever order, under every strategy: nothing is lost, nothing is twice."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.agents.memory.proof.living import Life
from tests.agents.memory.proof.syscalls import unsynced
from tests.agents.memory.settings import STRATEGIES
from tests.examples import THOROUGH, choose_count
from tests.loops import run

EXAMPLES = choose_count(2, 200)

#: Lives are long, and a shorter one that fails as well takes minutes to find.
PHASES = tuple(Phase) if THOROUGH else (Phase.explicit, Phase.reuse, Phase.generate)

Step = tuple[str, int, int]

_NAMES = (
    *("add",) * 6,
    *("turn", "compact", "relieve", "mode", "switch", "edit", "wait") * 2,
    *("look_round", "think", "cancel", "bootstrap", "ease", "sleep", "model_is", "set_clock"),
    *("pace", "restart", "kill", "power"),
)

STEPS = st.lists(
    st.tuples(st.sampled_from(_NAMES), st.integers(0, 9999), st.sampled_from((-1, -1, 0, 1, 3))),
    min_size=15,
    max_size=40,
)


async def _live(folder: Path, strategy: str, steps: list[Step]) -> None:
    life = Life(folder, strategy)
    for name, number, turns in steps:
        await life.step(name, number, turns)
    await life.end()


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_nothing_is_ever_lost(scratch: Path, strategy: str) -> None:
    """After every step: each memory once, the view is the fold of the log, prompts come back."""

    # Given here: pytest-twisted wraps a test anew for each of its parameters.
    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES
    )
    @given(steps=STEPS)
    def prove(steps: list[Step]) -> None:
        with tempfile.TemporaryDirectory(dir=scratch) as folder, unsynced():
            run(_live(Path(folder), strategy, steps))

    prove()
