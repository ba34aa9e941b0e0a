from dataclasses import replace
from datetime import UTC, datetime

from agents.models.counters import Counters
from agents.models.dispatcher import DispatcherStatus, RequestLimits
from server.reports.model_report import render_model_status

QUIET = DispatcherStatus("ollama tiny", "closed", "", 0.0, 0, 0, 0, 0, Counters().tally())


def test_a_model_that_was_never_asked() -> None:
    """Without any answer there are no latencies to tell."""
    assert render_model_status("npc", QUIET, "prompting: scene").split("\n  ") == [
        "npc: ollama tiny (prompting: scene)",
        "health OK",
        "in flight 0, waiting 0",
        "tokens today 0, no cap",
        "answers 0, failures 0",
    ]


def test_a_model_in_trouble() -> None:
    """What opened the circuit, when it is asked again and the last error are told."""
    tally = replace(
        QUIET.tally,
        completed=3,
        failed={"ModelTimeout": 2, "ModelBadReply": 1},
        latency_median=0.5,
        latency_p95=1.25,
        cache_share=0.91,
        last_error="no answer",
        last_error_at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    )
    status = replace(
        QUIET, circuit="open", why="refused", retry_in=9.6, daily_tokens=50, tally=tally
    )
    told = render_model_status("npc", status, "prompting: whole")
    assert "health FAILS: refused; asked again in 10 s" in told
    assert "tokens today 0 of 50" in told
    assert (
        "answers 3, failures 3 (the model's reply cannot be read: 1, the model was too late: 2)"
        in told
    )
    assert "median 0.50 s, 95th percentile 1.25 s; 91% of prompts" in told
    assert told.endswith("last error 2026-01-02 03:04:05 UTC: no answer")


def test_caps_that_nobody_set_are_called_defaults() -> None:
    """The cap in force is shown, and what one agent may use of it, with the one that used most."""
    limits = RequestLimits(daily_tokens=2000000, agent_daily_tokens=1000000, is_default_cap=True)
    status = replace(QUIET, daily_tokens=2000000, limits=limits)
    told = render_model_status("npc", status, "prompting: whole").split("\n  ")
    assert "tokens today 0 of 2000000 (the default cap of a model that may cost money)" in told
    assert "one agent: at most 1000000 tokens a day" in told
    asked = replace(limits, agent_calls_per_minute=60)
    used = replace(status, limits=asked, agents_today={"Moss": 5, "Wren": 70})
    assert (
        "one agent: at most 60 requests a minute, 1000000 tokens a day; most today: Wren 70 tokens"
        in render_model_status("npc", used, "prompting: whole").split("\n  ")
    )


def test_what_a_model_costs_is_told_where_a_price_is_set() -> None:
    told = render_model_status(
        "npc", replace(QUIET, price=(3.0, 0.5), cost=0.01234, currency="EUR"), "prompting: whole"
    )
    assert (
        "cost 0.0123 EUR since the start (a million tokens: 3 EUR for prompts, 0.5 EUR for replies)"
        in told
    )
    assert "cost" not in render_model_status("npc", QUIET, "prompting: whole")
