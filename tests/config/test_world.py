"""``vault/config/world.md``: every setting is explained, and a wrong one is named."""

from dataclasses import asdict, fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.errors import ConfigError
from config.world import WorldSettings, read_world
from tests.examples import choose_count
from tests.paths import VAULT

SHIPPED = VAULT / "config" / "world.md"


def test_the_shipped_note_says_the_defaults_and_explains_each() -> None:
    assert read_world(SHIPPED) == WorldSettings()
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    for field in fields(WorldSettings):
        shown = str(field.default).lower().removesuffix(".0")
        at = lines.index(f"**{field.name}**: {shown}")
        assert lines[at + 1].startswith("_"), field.name
        assert f"{shown} if left out" in lines[at + 1], field.name


def test_a_missing_note_means_the_defaults(tmp_path: Path) -> None:
    assert read_world(tmp_path / "absent.md") == WorldSettings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "\n**day_length**: 0.5",
            "world.md:2: day_length is 0.5, allowed: 0, or a number from 1 to 10080",
        ),
        ("**day_length**: 10081", "day_length is 10081, allowed: 0, or a number from 1 to 10080"),
        ("**seasons**: four", "seasons is 'four', allowed: off, or a whole number of days from 0"),
        ("**seasons**: 367", "seasons is 367, allowed: off, or a whole number of days from 0"),
        ("**weather**: rain", "weather is 'rain', allowed: true or false"),
        ("**season**: 7", "(did you mean seasons?)"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "world.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_world(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_world_without_seasons_is_written_as_off(tmp_path: Path) -> None:
    path = tmp_path / "world.md"
    path.write_text("**seasons**: off\n**weather**: off\n", encoding="utf-8")
    assert read_world(path) == WorldSettings(seasons=0, weather=False)


SETTINGS = st.builds(
    WorldSettings,
    day_length=st.just(0.0) | st.floats(1, 10_080),
    seasons=st.integers(0, 366),
    weather=st.booleans(),
)


@given(SETTINGS)
@settings(max_examples=choose_count(25, 60), deadline=None)
def test_valid_settings_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, wanted: WorldSettings
) -> None:
    path = tmp_path_factory.mktemp("config") / "world.md"
    path.write_text(
        "".join(f"**{key}**: {value}\n_why_\n" for key, value in asdict(wanted).items())
    )
    assert read_world(path) == wanted
