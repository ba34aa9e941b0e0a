"""To a line that nothing answers an agent says one for its kind, if it surely is of one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.speech.choosing.reply_readings import NO_REPLY_READINGS, ReplyReadings
from agents.mind.speech.kinds.line_kinds import LineKinds
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.manners.test_going_on import HALL_TALK, stage_of
from tests.agents.mind.speech.kinds.given import GivenTeller
from tests.agents.mind.speech.tellings.test_caring import hear, list_lines
from tests.agents.mind.support import Stage

WON = "Our side came in ahead of everybody."
GLAD, LESS_GLAD = "How good. Sit and be pleased.", "That is something to be glad of."
VOICE = f"""{HALL_TALK}
## Knowledge

### ...

- said joy: {GLAD}
- said joy: {LESS_GLAD}
"""


def stage_where(
    folder: Path,
    given: Mapping[str, Mapping[str, float]],
    text: str = VOICE,
    replies: ReplyReadings = NO_REPLY_READINGS,
) -> tuple[Stage, GivenTeller]:
    stage, _ = stage_of(folder)
    stage.replies = replies
    teller = GivenTeller(given)
    stage.kinds = LineKinds(teller)
    wren = stage.agent("Wren", Pace(think_interval=60, jitter=0))
    wren.voice = VoiceIndex(parse_voice(folder / "voice.md", text).voice, "Wren")
    wren.start(within=50)
    return stage, teller


async def test_what_is_surely_good_news_is_met_as_that(tmp_path: Path) -> None:
    """Each time with another line of the voice; its own name does not belong to a line."""
    stage, teller = stage_where(tmp_path, {WON: {"joy": 0.8, "funny": 0.2}})
    said = [await hear(stage, f"Wren, {WON}") for _ in range(2)]
    assert sorted(said) == sorted((GLAD, LESS_GLAD))
    assert [line for line, _ in teller.asked] == [WON, WON]
    assert teller.asked[1][1] == said[0]
    await stage.close()


async def test_without_lines_of_its_own_it_has_those_for_all(tmp_path: Path) -> None:
    stage, _ = stage_where(tmp_path, {WON: {"joy": 0.8, "funny": 0.2}}, HALL_TALK)
    assert await hear(stage, f"Wren, {WON}") in list_lines("kinds.joy")
    await stage.close()


@pytest.mark.parametrize(("kind", "asks"), [("trade", False), ("past", True)])
async def test_what_a_line_tells_by_its_kind_is_not_asked(
    tmp_path: Path, kind: str, asks: bool
) -> None:
    """No rule finds a trade in these words."""
    told, asked = "Forty winters of eyes, each with its vein.", "Good! What do you do for a living?"
    voice = f"{HALL_TALK}\n## Knowledge\n\n### ...\n\n- said joy: {asked}\n"
    stage, _ = stage_where(tmp_path, {told: {kind: 0.9}, WON: {"joy": 0.9}}, voice)
    await hear(stage, f"Wren, {told}")
    assert (await hear(stage, f"Wren, {WON}") == asked) is asks
    await stage.close()


async def test_what_may_be_of_any_kind_is_met_as_before(tmp_path: Path) -> None:
    stage, _ = stage_where(tmp_path, {WON: {"joy": 0.3, "fact": 0.3, "yes": 0.3}})
    assert await hear(stage, f"Wren, {WON}") not in (GLAD, LESS_GLAD)
    await stage.close()


async def test_what_is_surely_news_is_met_as_the_likeliest_kind_of_it(tmp_path: Path) -> None:
    stage, _ = stage_where(tmp_path, {WON: {"joy": 0.3, "funny": 0.25, "fact": 0.2}})
    assert await hear(stage, f"Wren, {WON}") in (GLAD, LESS_GLAD)
    await stage.close()


async def test_only_what_is_surely_a_joke_is_laughed_at(tmp_path: Path) -> None:
    text = VOICE.replace("said joy", "said joke")
    for at, (share, laughs) in enumerate(((0.5, False), (0.7, True))):
        folder = tmp_path / str(at)
        folder.mkdir()
        stage, _ = stage_where(folder, {WON: {"joke": share, "fact": 0.2}}, text)
        assert (await hear(stage, f"Wren, {WON}") in (GLAD, LESS_GLAD)) is laughs
        await stage.close()


async def test_what_sounds_like_a_worry_and_is_none_gets_no_concern(tmp_path: Path) -> None:
    told = "my sister is ill again."
    answers = []
    for at, kinds in enumerate(({"joke": 0.9, "ill": 0.1}, {"ill": 0.9, "joke": 0.1})):
        folder = tmp_path / str(at)
        folder.mkdir()
        stage, _ = stage_where(folder, {told: kinds})
        answers.append(await hear(stage, f"Wren, {told}"))
        await stage.close()
    concern = tuple(list_lines("manners.worry.ill"))
    assert not answers[0].startswith(concern)
    assert answers[1].startswith(concern)
