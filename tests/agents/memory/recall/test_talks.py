"""Talk is counted by partner and day over a whole life, indexed or not."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from agents.memory.core.records import Experience
from agents.memory.recall.index import BATCH, RecallIndex
from agents.memory.recall.talks import TalkCount, TalkDay
from tests.agents.memory.recall.index_log import Log
from world.nature import Nature

START = datetime(2026, 3, 1, 23, 0, tzinfo=UTC)


def at(seq: int) -> datetime:
    return START + timedelta(minutes=seq)


def heard(seq: int, speaker: str) -> Experience:
    return Experience(
        seq, at(seq), f"{speaker} says, “Hm.”", "observation", speaker=speaker,
        nature=Nature.SPEECH,
    )  # fmt: skip


def said(seq: int, *present: str) -> Experience:
    return Experience(
        seq, at(seq), "say Hm.", "action", line="say Hm.", occupants=present, nature=Nature.SPEECH
    )


def sighted(seq: int) -> Experience:
    return Experience(seq, at(seq), "The lake.", "observation", occupants=("Ada",))


async def test_talk_is_counted_before_and_after_it_is_indexed(tmp_path: Path) -> None:
    """Half of a life stands in the index and half waits; the count is of both."""
    life = [
        heard(1, "Ada"), said(2, "Ada", "Wren"), sighted(3), heard(4, "Wren"),
        *(heard(seq, "Ada") for seq in range(5, BATCH + 5)),
    ]  # fmt: skip
    log = Log()
    index = RecallIndex.open(tmp_path / "recall.sqlite")
    assert await index.count_talks() == []
    assert await index.list_talk_days("Ada", 9) == []
    await index.catch_up(log)
    for part in (life[:3], life[3:]):
        log.memories += part
        index.feed(part)
    await index.idle()
    fresh = [said(BATCH + 5, "Ada"), heard(BATCH + 6, "Zoë")]
    log.memories += fresh
    index.feed(fresh)
    last = BATCH + 5
    expected = [
        TalkCount("ada", BATCH + 3, at(1), at(last)),
        TalkCount("wren", 2, at(2), at(4)),
        TalkCount("zoë", 1, at(last + 1), at(last + 1)),
    ]
    assert await index.count_talks() == expected
    assert await index.count_talks("WREN") == expected[1:2]
    days = await index.list_talk_days("Ada", 9)
    first_day = sum(at(each.seq).day == 1 for each in life if each.speaker == "Ada")
    assert days[0] == TalkDay("2026-03-01", first_day, 1)
    assert sum(day.heard + day.said for day in days) == BATCH + 3
    assert await index.list_talk_days("Ada", 1) == days[-1:]
    for zone in (ZoneInfo("Asia/Kathmandu"), ZoneInfo("America/New_York")):
        told = Counter(
            f"{each.at.astimezone(zone):%Y-%m-%d}" for each in (*life, *fresh)
            if "Ada" in (each.speaker, *each.occupants) and each.nature.is_speech
        )  # fmt: skip
        days = await index.list_talk_days("Ada", 9, zone)
        assert {each.day: each.heard + each.said for each in days} == told
    await index.close()
