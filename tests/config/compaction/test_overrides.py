"""An agent overrides the settings of compaction in its profile."""

from pathlib import Path

import pytest

from config.compaction import (
    WrittenAt,
    override_compaction,
)
from config.errors import ConfigError
from tests.config.compaction.compaction_settings import PLAIN, PROFILE, plain, read


def test_an_agent_overrides_only_what_it_names() -> None:
    """Everything else is as it is for all."""
    base = plain(recent_window=10)
    got = override_compaction(
        base, {"strategy": "tree", "immediate_window": 32}, PROFILE, lambda key: 4
    )
    assert got == base.replace_values({"strategy": "tree", "immediate_window": 32})


def test_settings_know_where_they_were_written(tmp_path: Path) -> None:
    """The last place counts: the profile's over the note's."""
    base = read(tmp_path, "**strategy**: tree\n\n**leaf_memories**: 9\n")
    at = tmp_path / "memory_compaction.md"
    assert base.written == {"strategy": WrittenAt(at, 1), "leaf_memories": WrittenAt(at, 3)}
    got = override_compaction(base, {"leaf_memories": 7}, PROFILE, lambda key: 5)
    assert got.written == {"strategy": WrittenAt(at, 1), "leaf_memories": WrittenAt(PROFILE, 5)}
    assert [str(place) for place in got.written.values()] == [f"{at}:1", "profile.md:5"]
    assert got == plain(strategy="tree", leaf_memories=7)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"immediate_window": "many"}, "profile.md:7: memory.immediate_window is 'many', allowed"),
        ({"immediate_window": 0}, "memory.immediate_window is 0, allowed: a whole"),
        ({"immediate_window": -1}, "memory.immediate_window is -1, allowed: a whole"),
        ({"immediate_window": 10**9}, "memory.immediate_window is 1000000000, allowed: a whole"),
        ({"immediate_window": True}, "memory.immediate_window is 'true', allowed: a whole"),
        ({"immediate_window": 1.5}, "memory.immediate_window is 1.5, allowed: a whole"),
        ({"immediate_window": None}, "memory.immediate_window is empty"),
        ({"immediate_window": 16**5000}, "memory.immediate_window is '0x1000"),
        ({"immediate_window": {"a": 1}}, "memory.immediate_window is a group of keys"),
        ({"sleep_after": float("nan")}, "memory.sleep_after is 'nan', allowed: a number"),
        ({"strategy": ["waterfall"]}, "memory.strategy is a list, allowed: waterfall"),
        ({"strategy": "sleeep"}, "(did you mean sleep?)"),
        ({"window": 3}, "profile.md:7: memory.window is not a setting"),
        ({"profile": "nobody"}, "memory.profile is 'nobody', allowed: npc or summarizer"),
    ],
)
def test_a_wrong_override_names_the_agents_own_file(
    values: dict[str, object], message: str
) -> None:
    """As in the note, with the profile's line."""
    with pytest.raises(ConfigError) as caught:
        override_compaction(PLAIN, values, PROFILE, lambda key: 7)
    assert message in str(caught.value)


def test_a_bare_off_in_yaml_is_off() -> None:
    """YAML makes ``off`` of a profile false before anybody can ask what was meant."""
    got = override_compaction(
        PLAIN, {"micro_compact": False, "journal": False}, PROFILE, lambda key: 1
    )
    assert (got["micro_compact"], got["journal"]) == ("off", "off")
    assert override_compaction(got, {"journal": True}, PROFILE, lambda key: 1)["journal"] == "model"
