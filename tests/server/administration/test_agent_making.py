"""A new agent has the files of the one that it is made like, each with its own name."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.voice.voice_file import VOICE, VOICE_FOLLOW_UPS, read_voice
from server.administration.agent_making import read_template, write_agent_folder

FOLLOW_UPS_OF_MOSS = "## Asked back\n\n- Who is Moss to you?\n\n>> …\n\nSo Moss has been that.\n"


@pytest.mark.parametrize("has_follow_ups", [True, False])
def test_a_copy_has_what_stands_behind_the_words_of_a_voice_too(
    tmp_path: Path, *, has_follow_ups: bool
) -> None:
    moss = tmp_path / "agents" / "Moss"
    moss.mkdir(parents=True)
    (moss / "profile.md").write_text("I am Moss.", "utf-8")
    (moss / VOICE).write_text("## Remarks\n\n- Moss is here.\n", "utf-8")
    if has_follow_ups:
        (moss / VOICE_FOLLOW_UPS).write_text(FOLLOW_UPS_OF_MOSS, "utf-8")
    template = read_template(tmp_path, "Moss")
    assert template is not None
    made = write_agent_folder(tmp_path, "Olm", ["Moss"], (), template)
    voice = read_voice(made / VOICE).voice
    assert [each.line.text for each in voice.remarks] == ["Olm is here."]
    said = [led.answers[0].text for each in voice.unasked for led in each.leads_to]
    assert said == (["So Olm has been that."] if has_follow_ups else [])
    assert (made / VOICE_FOLLOW_UPS).exists() == has_follow_ups
