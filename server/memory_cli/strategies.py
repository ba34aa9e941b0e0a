"""``tarn memory strategies``: lists the installed strategies and their settings."""

from __future__ import annotations

import textwrap

from agents.declaration import Setting, describe_setting, format_value, settings_in
from agents.memory.settings import memory_schema
from agents.memory.strategies.protocol import Strategy
from server.memory_cli.console import OK, Console
from server.memory_cli.job import Job

WIDTH = 92


def run_strategies(job: Job) -> int:
    """Print each strategy with its declared settings."""
    table = memory_schema().strategies
    for strategy in table.rows.values():
        _print_strategy(strategy, job.console)
    for why in table.refused.values():
        job.console.note(f"tarn: {why}")
    return OK


def _print_strategy(strategy: type[Strategy], console: Console) -> None:
    console.say(f"{strategy.name}: compacts {strategy.compacts}; keeps {strategy.stands}")
    for each in settings_in(strategy):
        console.say(f"  {each.name}: {format_value(each.default)}")
        console.say(_wrap(strategy, each))
    console.say()


def _wrap(strategy: type[Strategy], each: Setting) -> str:
    indent = " " * 6
    return textwrap.fill(
        describe_setting(each, strategy.orders),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
