"""Days of the starter world, without any model: what was begun is ended, and people meet."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.boundaries import WatchEvent
from agents.clock import VirtualClock
from agents.memory.core.records import Experience
from tests.e2e.harness import write
from tests.examples import choose_count
from tests.paths import VAULT
from tests.server.happening.test_living import RULES, living
from world.calendar import Calendar, WorldTime
from world.nature import Nature

DAYS = choose_count(1, 2)
#: Midnight in the world, of which a day takes an hour; without TARN_THOROUGH it is noon: what is
#: checked of a day is what is done in its second half.
MORNING = choose_count(12, 0)
BEGIN = datetime(2026, 5, 12, 8, tzinfo=UTC) + timedelta(minutes=2.5 * MORNING)
CALENDAR = Calendar()
NAMES = ("Cobb", "Hester", "Moss", "Wren")

#: The longest sequence of rooms that may come back is shorter than this: a longer one is a lap.
LAP = 6
#: Errands of a morning, a noon and an evening may lead round by the same rooms; a walk for its own
#: sake did so all day.
LAPS_A_DAY = 3

#: Of what is ended at most this part was dropped: by day others go away, or a dusk comes first.
#: In thirteen half days it was 1 to 5 of 34 to 40.
DROPPED = 1 / 5


def time_of(at: datetime) -> WorldTime:
    return CALENDAR.at(at.timestamp())


def did(life: Sequence[Experience], pattern: str) -> list[WorldTime]:
    """When an agent did, with success, what `pattern` describes."""
    return [time_of(each.at) for each in life if each.ok and re.match(pattern, each.line or "")]


def list_laps(life: Sequence[Experience]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every sequence of `LAP` rooms that were entered on one day."""
    ways = [e for e in life if e.line and e.ok and e.nature is Nature.MOVEMENT]
    rooms = [(time_of(each.at).day, each.place) for each in ways]
    for at in range(len(rooms) - LAP + 1):
        stretch = rooms[at : at + LAP]
        if stretch[0][0] == stretch[-1][0]:
            yield stretch[0][0], tuple(room for _, room in stretch)


async def test_days_at_the_tarn(tmp_path: Path) -> None:
    """The lamp is lit and answered, the ledger written, Hester fed; all meet at supper."""
    shutil.copytree(
        VAULT, tmp_path / "vault", ignore=shutil.ignore_patterns(".tarn", "archive", "summaries")
    )
    settings = tmp_path / "vault" / "config" / "agents.md"
    text = settings.read_text("utf-8")
    settings.write_text(re.sub(r"\*\*quiet_after\*\*: .*", "**quiet_after**: off", text), "utf-8")
    write(tmp_path / "config" / "llm.yaml", RULES)
    write(tmp_path / "config" / "server.yaml", "model_servers: {look: false}\n")
    watched: list[WatchEvent] = []
    async with living(tmp_path, VirtualClock(BEGIN)) as here:
        for name in NAMES:
            here.app.base.watching.toggle(name, here.ada, watched.append)
        await here.pass_world_minutes((24 * DAYS - MORNING) * 60)
        lives = {agent.name: list(agent.memory.experiences()) for agent in here.app.base.minds}
    assert not [each.text for each in watched if each.kind == "error"]
    days = sorted({time_of(each.at).day for each in lives["Wren"]})[:DAYS]
    check_the_evenings(lives, days)
    check_the_suppers(lives, days)
    done = Counter((each.agent, each.text) for each in watched if each.kind == "intention")
    assert done["Moss", "bring Hester her food: done"] == DAYS
    dropped = [each for each in done if ": dropped" in each[1]]
    ended = sum(count for each, count in done.items() if each[1].endswith(": done"))
    assert len(dropped) <= DROPPED * ended, dropped
    for name, life in lives.items():
        laps = Counter(list_laps(life))
        assert all(count <= LAPS_A_DAY for count in laps.values()), (name, laps.most_common(1))
        refused = Counter(each.line for each in life if not each.ok)
        assert all(count <= 3 for count in refused.values()), (name, refused)


def check_the_evenings(lives: dict[str, list[Experience]], days: Sequence[int]) -> None:
    """At each dusk the lamp is lit, and answered unless there is fog; each is written down."""
    wren, moss = lives["Wren"], lives["Moss"]
    lit = did(wren, "light great lamp")
    assert [each.day for each in lit] == list(days)
    assert {each.phase for each in lit} == {"dusk"}
    assert [each.day for each in did(wren, "write Lit .* in lamp ledger")] == list(days)
    clear = [each.day for each in lit if each.weather != "fog"]
    answers = did(wren, "write (Once|Answered).* in lamp ledger")
    assert [each.day for each in answers] == clear
    assert [each.day for each in did(moss, "uncover copper dish")] == list(days)
    assert [each.day for each in did(moss, "cover copper dish")] == list(days)
    told = did(wren, "say .*(answered|Once|it came|light on the far shore)")
    assert set(clear) <= {each.day for each in told}


def check_the_suppers(lives: dict[str, list[Experience]], days: Sequence[int]) -> None:
    """Everybody eats in the Hall each evening, and all are there at once."""
    for name, life in lives.items():
        eaten = did(life, "eat soup pot")
        assert set(days) <= {each.day for each in eaten if each.hour >= 19}, name
    others = set(NAMES) - {"Wren"}
    met = [each for each in lives["Wren"] if others <= set(each.occupants)]
    assert set(days) <= {time_of(each.at).day for each in met if each.place == "The Hall"}
