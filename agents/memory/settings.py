"""The settings of an agent's memory: the strategy, and what all strategies share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from agents.declaration import Order, Setting, setting, settings_in
from agents.memory.strategies.protocol import Strategy
from agents.memory.strategies.table import OWN_STRATEGIES, StrategyTable, load_strategies
from late.late_dataclass import late_dataclass

#: Installs what `semantic_recall` needs, in a checkout; pyproject.toml has the same requirement.
SEMANTIC_INSTALL = ".venv/bin/pip install 'wordllama>=0.4,<0.5'"

_OFF = {"false": "off", "no": "off"}


@late_dataclass(frozen=True, slots=True)
class MemorySettings:
    """One agent's settings. They are valid: the reader of the file checks them."""

    strategy: Strategy = OWN_STRATEGIES[0]()
    """The strategy, made with its own settings."""
    profile: str = setting(
        "summarizer",
        "Who writes the summaries: a profile of `config/llm.yaml`.",
        left_out="If left out: `summarizer`, and where there is none of that name, the default"
        " profile.",
    )
    auto_compact: bool = setting(
        True,
        "Whether memories are compacted without being asked: when the strategy finds it due,"
        " asleep, and where a prompt grows too long. Switched off, only `@compact-memories` does"
        " it, no summary is written again by itself, and a prompt that does not fit leaves out"
        " the oldest memories.",
    )
    micro_compact: str = setting(
        "",
        "When bulky old command output gives way to a note of what it was, such as `[look: The"
        " Mill, nobody there, 41 tokens, #1234]`; what was said and the newest memories never do,"
        " and `recall #1234` shows it again. `pressure`: when a prompt fills 85 % of its"
        " model's context; `turn`: after each turn; `off`: never.",
        words=("pressure", "turn", "off"),
        same=_OFF,
        left_out="If left out, as the strategy has it.",
    )
    citations: str = setting(
        "auto",
        "Which models are asked for the memories that each sentence of a summary rests on, so"
        " that `@why` leads back to them. `auto`: those that follow instructions (`api: chat` in"
        " `config/llm.yaml`); `always`: every model; `off`: none. What is not cited is found by"
        " its words.",
        words=("auto", "always", "off"),
        same=_OFF | dict.fromkeys(("true", "yes", "on"), "always"),
    )
    journal: str = setting(
        "auto",
        "Who writes down facts in an agent's `journal/` before memories leave its prompt."
        " `model`: the summarizer, at one more call for each compaction, and where it fails,"
        " rules; `heuristic`: rules alone, at no cost; `auto`: a model if it follows instructions"
        " (`api: chat`) and writes the summaries too, else rules; `off`: nobody.",
        words=("auto", "model", "heuristic", "off"),
        same=_OFF | dict.fromkeys(("true", "yes", "on"), "model"),
    )
    second_reading: str = setting(
        "auto",
        "Which models read a summary that they wrote again, each sentence beside the memories that"
        " it rests on, before it is kept, at one more call for 16 sentences. What they find false"
        " gives way to the memory itself. Up to four sentences of which the answer is known try"
        " them; a model that fails is not believed. `auto`: those that follow instructions"
        " (`api: chat` in `config/llm.yaml`); `always`: every model; `off`: none. What no model has"
        " said of a summary's sentences, the sentence model that is installed with Tarn says,"
        " unless `off`, and rules judge what is left; it says as well which earlier statements"
        " are out of date, where no rule finds that anything changed.",
        words=("auto", "always", "off"),
        same=_OFF | dict.fromkeys(("true", "yes", "on"), "always"),
    )
    related_memories_tokens: int = setting(
        300,
        "Tokens of each prompt that old memories may take which have to do with what is going on;"
        " they are marked as recalled. Prompts of `prompting: scene` have their own.",
        most=100_000,
        zero="none",
        room="in use",
        share=(1, 16),
        left_out="If left out: 300, or a sixteenth of that room if it is less.",
    )
    conversation_max_turns: int = setting(
        20,
        "Turns of the conversation with one partner before its older half is folded into a few"
        " examples. A prompt shows the conversations with those present: only what no longer"
        " stands in it word for word, the newest turns first.",
        most=1_000,
        zero="no conversations",
    )
    conversation_tokens: int = setting(
        300,
        "Tokens of each prompt that these conversations may take together.",
        most=100_000,
        zero="none",
        room="in use",
        share=(1, 12),
        left_out="If left out: 300, or a twelfth of that room if it is less.",
    )
    working_context_tokens: int = setting(
        200,
        "Tokens of each prompt that the working context may take: what the journal knows of the"
        " people present, of this place and of the things at hand, own knowledge before hearsay.",
        most=100_000,
        zero="none",
        room="in use",
        share=(1, 16),
        left_out="If left out: 200, or a sixteenth of that room if it is less.",
    )
    semantic_recall: bool = setting(
        True,
        "Whether recall ranks by meaning too, where it can, and not only by words: a lamp is found"
        " for a lantern. A change to `true` holds from the next start. Without an embedding model"
        f" (`{SEMANTIC_INSTALL}` installs one of about 100 MB of memory, weights included) recall"
        " goes by words alone.",
    )
    summary_copies: int = setting(
        0,
        "How many copies of old summaries stay in `summaries/`, the files with a time in their"
        " names. After each compaction older ones are removed, except those that somebody has"
        " changed; their texts are in the archive in any case.",
        most=100_000,
        zero="all",
    )
    public_summaries: bool = setting(
        False,
        "Everybody, guests included, may read the full report of `@memory-status <agent>`, with"
        " the texts of the summaries, and `@memory-history <agent>`. Otherwise administrators and"
        " the agent itself may; the table of all agents is everybody's in any case.",
    )
    rewriting_warning: int = setting(
        50,
        "After so many rewritings of one summary the status warns: each of them loses some detail,"
        " and a strategy that rewrites seldom is the remedy.",
        most=100_000,
        zero="never",
    )
    sleep_seconds: float = setting(
        600.0,
        "The longest sleep, in seconds.",
        most=86_400,
        zero="until somebody wakes it",
    )

    @property
    def context_tokens(self) -> int:
        """Tokens that a prompt may have in the agent's model; 0: unknown."""
        return self.strategy.context_tokens


@late_dataclass(frozen=True, slots=True)
class MemorySchema:
    """Every setting of memory, for the readers of settings files."""

    strategies: StrategyTable
    settings: tuple[Setting, ...]
    """First the name of the strategy, then what all strategies share, then their own settings."""
    orders: tuple[Order, ...]

    def list_strategy_settings(self, name: str) -> tuple[Setting, ...]:
        """Return the settings that apply to an agent with that strategy."""
        return (*COMMON, *settings_in(self.strategies.rows[name]))

    def make_settings(self, values: Mapping[str, Any], context_tokens: int = 0) -> MemorySettings:
        """Return settings from `values` (by name) for a model with so large a context.

        A missing value has its default; values for other strategies are ignored.  Raises
        `KeyError` for an unknown strategy.
        """
        row = self.strategies.rows[values.get(STRATEGY.name, STRATEGY.default)]
        own, common = (
            {each.name: values[each.name] for each in declared if each.name in values}
            for declared in (settings_in(row), COMMON)
        )
        return MemorySettings(row(**own, context_tokens=context_tokens), **common)


COMMON = settings_in(MemorySettings)
"""The settings that all strategies share."""

STRATEGY = Setting("strategy", OWN_STRATEGIES[0].name, "How memories are summarised.")
"""The name of the strategy; `memory_schema` fills in the names there are."""


def memory_schema(
    strategies: StrategyTable | None = None, profiles: Collection[str] = ()
) -> MemorySchema:
    """Return the settings of these strategies; None: of all that are installed.

    If `profiles` are given, the setting `profile` must name one of them.
    """
    table = strategies or load_strategies([STRATEGY, *COMMON])
    strategy = replace(STRATEGY, words=tuple(table.rows), refused=table.refused)
    common = (replace(e, words=tuple(profiles)) if e.name == "profile" else e for e in COMMON)
    own = (each for row in table.rows.values() for each in settings_in(row))
    named = {each.name: each for each in (strategy, *common, *own)}
    orders = (order for row in table.rows.values() for order in row.orders)
    return MemorySchema(table, tuple(named.values()), tuple(dict.fromkeys(orders)))
