from dataclasses import asdict, fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.agents import AgentSettings, read_agents
from config.errors import ConfigError
from tests.examples import choose_count
from tests.paths import VAULT

SHIPPED = VAULT / "config" / "agents.md"


def test_the_shipped_note_says_the_defaults_and_explains_each() -> None:
    assert read_agents(SHIPPED) == AgentSettings()
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    for field in fields(AgentSettings):
        at = lines.index(f"**{field.name}**: {field.default:g}")
        assert lines[at + 1].startswith("_"), field.name
        assert f"{field.default:g} if left out" in lines[at + 1], field.name


def test_a_missing_note_means_the_defaults(tmp_path: Path) -> None:
    assert read_agents(tmp_path / "absent.md") == AgentSettings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "**think_interval**: 0.5",
            "agents.md:1: think_interval is 0.5, allowed: 0, or a number from 1 to 86400",
        ),
        ("**think_interval**: soon", "think_interval is 'soon'"),
        ("\n**jitter**: 1.1", "agents.md:2: jitter is 1.1, allowed: a number from 0 to 1"),
        ("**reply_delay**: -1", "reply_delay is -1, allowed: a number from 0 to 3600"),
        ("**turns_per_minute**: 1.5", "turns_per_minute is 1.5, allowed: a whole number from 0"),
        (
            "**memory_megabytes_per_hour**: 0.01",
            "memory_megabytes_per_hour is 0.01, allowed: 0, or a number from 0.1 to 1000000",
        ),
        (
            "**quiet_after**: never",
            "quiet_after is 'never', allowed: off, or a number of minutes from 0 to 1440",
        ),
        ("**quiet_after**: nan", "quiet_after is 'nan', allowed: off"),
        ("**quiet_factor**: 0.5", "quiet_factor is 0.5, allowed: a number from 1 to 100"),
        ("**quiet_interval**: 0", "quiet_interval is 0, allowed: a number from 1 to 86400"),
        ("**agent_chains**: 5", "(did you mean agent_chain?)"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "agents.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_agents(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_constant_pace_is_written_as_off(tmp_path: Path) -> None:
    path = tmp_path / "agents.md"
    path.write_text("**quiet_after**: off\n", encoding="utf-8")
    assert read_agents(path).quiet_after == 0


SETTINGS = st.builds(
    AgentSettings,
    think_interval=st.just(0.0) | st.floats(1, 86_400),
    jitter=st.floats(0, 1),
    reply_delay=st.floats(0, 3600),
    turns_per_minute=st.integers(0, 600),
    agent_chain=st.integers(0, 1000),
    repeat_limit=st.integers(0, 10),
    memory_megabytes_per_hour=st.just(0.0) | st.floats(0.1, 1_000_000),
    notes_in_prompt=st.integers(0, 50),
    quiet_after=st.floats(0, 1440),
    quiet_factor=st.floats(1, 100),
    quiet_interval=st.floats(1, 86_400),
)


@given(SETTINGS)
@settings(max_examples=choose_count(25, 60), deadline=None)
def test_valid_settings_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, wanted: AgentSettings
) -> None:
    path = tmp_path_factory.mktemp("config") / "agents.md"
    path.write_text(
        "".join(f"**{key}**: {value}\n_why_\n" for key, value in asdict(wanted).items())
    )
    assert read_agents(path) == wanted
