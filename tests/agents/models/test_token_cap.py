"""A model that may cost money has a daily cap, also where nobody thought of one."""

from __future__ import annotations

import pytest

from agents.models.profiles import COSTLY_CAP, is_near, profile_schema

SCHEMA = profile_schema()


@pytest.mark.parametrize(
    ("values", "cap"),
    [
        ({"provider": "openai"}, COSTLY_CAP),
        ({"provider": "openai", "url": "http://127.0.0.1:8000/v1"}, 0),
        ({"provider": "openai", "url": "http://192.168.1.7:8000/v1"}, 0),
        ({"provider": "openai", "url": "http://127.0.0.1:1/v1", "api_key_env": "K"}, COSTLY_CAP),
        ({"provider": "ollama", "url": "https://models.example.org"}, COSTLY_CAP),
        ({"provider": "ollama"}, 0),
        ({"provider": "rules"}, 0),
        ({"provider": "openai", "daily_tokens": 0}, 0),
        ({"provider": "openai", "daily_tokens": 5}, 5),
    ],
)
def test_the_cap_in_force(values: dict[str, str | int], cap: int) -> None:
    assert SCHEMA.settle("npc", values).token_cap == cap


@pytest.mark.parametrize(
    ("values", "cap"),
    [
        ({"provider": "openai"}, COSTLY_CAP // 2),
        ({"provider": "openai", "daily_tokens": 5}, 3),
        ({"provider": "openai", "agent_daily_tokens": 7}, 7),
        ({"provider": "openai", "agent_daily_tokens": 0}, 0),
        ({"provider": "ollama"}, 0),
    ],
)
def test_one_agent_leaves_half_to_the_others(values: dict[str, str | int], cap: int) -> None:
    assert SCHEMA.settle("npc", values).agent_token_cap == cap


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"provider": "openai"}, f"{COSTLY_CAP} (the default of a model that may cost money)"),
        ({"provider": "ollama"}, "0 (the default of this model: no cap)"),
        ({"provider": "openai", "daily_tokens": 5}, "5"),
    ],
)
def test_the_cap_shown_is_the_one_in_force(values: dict[str, str | int], shown: str) -> None:
    """Nobody reads -1, and a default is said to be one."""
    assert SCHEMA.settle("npc", values).describe_values()["daily_tokens"] == shown


@pytest.mark.parametrize(
    ("url", "near"),
    [
        ("http://localhost:11434", True),
        ("http://[::1]:8080", True),
        ("http://gpu-box:8080", True),
        ("http://gpu.lan", True),
        ("https://8.8.8.8", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_what_is_out_of_this_machine_and_its_network(url: str, near: bool) -> None:
    assert is_near(url) == near
