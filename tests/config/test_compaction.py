from dataclasses import asdict, fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.compaction import CompactionSettings, override_compaction, read_compaction
from config.errors import ConfigError

SHIPPED = Path(__file__).parents[2] / "vault" / "config" / "memory_compaction.md"
PROFILE = Path("profile.md")


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "memory_compaction.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_compaction(path, {"npc"})
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_the_defaults_are_the_designs() -> None:
    assert asdict(CompactionSettings()) == {
        "immediate_window": 64,
        "recent_window": 64,
        "profile": "summarizer",
        "strategy": "waterfall",
    }


def test_the_shipped_note_says_the_defaults_and_explains_each() -> None:
    assert read_compaction(SHIPPED, {"npc", "summarizer"}) == CompactionSettings()
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    for field in fields(CompactionSettings):
        at = lines.index(f"**{field.name}**: {field.default}")
        assert lines[at + 1].startswith("_"), field.name
        assert lines[at + 1].endswith("_"), field.name


def test_a_missing_note_means_the_defaults(tmp_path: Path) -> None:
    assert read_compaction(tmp_path / "absent.md") == CompactionSettings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "# A\n**immediate_window**: many",
            "memory_compaction.md:2: immediate_window is 'many', "
            "allowed: a whole number from 1 to 10000",
        ),
        ("**recent_window**: 0", "memory_compaction.md:1: recent_window is 0, allowed:"),
        ("**recent_window**: 10001", "recent_window is 10001, allowed:"),
        ("**strategy**: tumbling", "strategy is 'tumbling', allowed: waterfall"),
        ("**imediate_window**: 3", "(did you mean immediate_window?)"),
        ("**profile**: nobody", "profile is 'nobody', allowed: npc or summarizer"),
        ("---\nrecent_window: [3]\n---\n", "memory_compaction.md:2: recent_window is a list"),
        ("**profile**:", "profile is empty"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    said = refusal(tmp_path, text)
    assert message in said
    assert "\n" not in said


def test_the_summarizer_may_always_be_named(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("**profile**: summarizer", encoding="utf-8")
    assert read_compaction(path, {"npc"}).profile == "summarizer"


def test_an_agent_overrides_only_what_it_names() -> None:
    base = CompactionSettings(recent_window=10)
    got = override_compaction(
        base, {"strategy": "waterfall", "immediate_window": 32}, PROFILE, lambda key: 4
    )
    assert got == CompactionSettings(immediate_window=32, recent_window=10)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"immediate_window": "many"}, "profile.md:7: memory.immediate_window is 'many', allowed"),
        ({"immediate_window": True}, "memory.immediate_window is 'true', allowed: a whole"),
        ({"immediate_window": 1.5}, "memory.immediate_window is 1.5, allowed: a whole"),
        ({"immediate_window": None}, "memory.immediate_window is empty"),
        ({"strategy": ["waterfall"]}, "memory.strategy is a list, allowed: waterfall"),
        ({"window": 3}, "profile.md:7: memory.window is not a setting"),
        ({"profile": "nobody"}, "memory.profile is 'nobody', allowed: npc or summarizer"),
    ],
)
def test_a_wrong_override_names_the_agents_own_file(
    values: dict[str, object], message: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        override_compaction(CompactionSettings(), values, PROFILE, lambda key: 7, {"npc"})
    assert message in str(caught.value)


SETTINGS = st.builds(
    CompactionSettings,
    st.integers(1, 10_000),
    st.integers(1, 10_000),
    st.from_regex(r"[a-zA-Z0-9_-]{1,10}", fullmatch=True),
)


@given(SETTINGS)
@settings(max_examples=60, deadline=None)
def test_valid_settings_come_back_from_a_note_and_from_a_profile(
    tmp_path_factory: pytest.TempPathFactory, wanted: CompactionSettings
) -> None:
    path = tmp_path_factory.mktemp("config") / "memory_compaction.md"
    path.write_text("".join(f"**{key}**: {value}\n" for key, value in asdict(wanted).items()))
    assert read_compaction(path) == wanted
    base = CompactionSettings()
    assert override_compaction(base, asdict(wanted), PROFILE, lambda key: None) == wanted


KEYS = st.sampled_from(["immediate_window", "strategy", "profile", "x"])
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just([1])


@given(st.dictionaries(KEYS, VALUES | st.dictionaries(KEYS, VALUES)))
@settings(max_examples=150, deadline=None)
def test_no_override_raises_anything_but_a_config_error(values: dict[str, object]) -> None:
    try:
        override_compaction(CompactionSettings(), values, PROFILE, lambda key: 1)
    except ConfigError as error:
        assert "profile.md:1: memory." in str(error)
