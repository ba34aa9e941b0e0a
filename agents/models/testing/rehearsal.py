"""The rehearsal model without a transport: modes, script and the prompts so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from agents.models.providers.script_file import Reply, Script
from agents.models.providers.scripted import cut_at_stop
from agents.models.testing.modes import Mode, Modes
from agents.models.testing.performing import Answer, Performer
from agents.models.testing.prompts import parse_prompt

_CHARACTERS_PER_TOKEN = 4


class RehearsalOptions(TypedDict, total=False):
    """The arguments of `Rehearsal`, for classes that pass them on."""

    summaries: Mode
    turns: Mode
    loss: float
    drip: float
    seed: int
    script: Script | None
    honours_stop: bool
    honours_max_tokens: bool
    keeps_prompts: bool


class Rehearsal:
    """Answers prompts by its modes and script, and keeps the prompts.

    Any thread may change the modes at any time; the next prompt is answered by the new ones.
    Raises `ModesRefused` for an unknown mode.
    """

    def __init__(
        self,
        *,
        summaries: Mode = "ok",
        turns: Mode = "ok",
        loss: float = 0.05,
        drip: float = 1.0,
        seed: int = 0,
        script: Script | None = None,
        honours_stop: bool = True,
        honours_max_tokens: bool = False,
        keeps_prompts: bool = True,
    ) -> None:
        self.modes = Modes(summaries, turns, loss, drip, seed)
        self.honours_stop = honours_stop
        """Whether an answer ends at the request's stop sequences."""
        self.honours_max_tokens = honours_max_tokens
        """Whether an answer ends at the request's token limit, at four characters a token."""
        self.prompts: list[str] = []
        """Every prompt so far, unless `keeps_prompts` is False."""
        self._keeps_prompts = keeps_prompts
        self._performer = Performer(script or Script())

    # --- settings -------------------------------------------------------------------------

    @property
    def summaries(self) -> Mode:
        """The mode for prompts about memories."""
        return self.modes.summaries

    @summaries.setter
    def summaries(self, mode: Mode) -> None:
        self.change({"summaries": mode})

    @property
    def turns(self) -> Mode:
        """The mode for all other prompts."""
        return self.modes.turns

    @turns.setter
    def turns(self, mode: Mode) -> None:
        self.change({"turns": mode})

    @property
    def loss(self) -> float:
        """The probability with which ``lossy`` leaves a fact out."""
        return self.modes.loss

    @loss.setter
    def loss(self, probability: float) -> None:
        self.change({"loss": probability})

    def change(self, values: Mapping[str, object]) -> Modes:
        """Set some of `Modes`' values by name. Raises `ModesRefused`, and changes nothing then."""
        self.modes = self.modes.with_values(values)
        return self.modes

    def says(self, name: str, *lines: Reply) -> None:
        """Give agent `name` these lines on its next turns, then calm ones."""
        self._performer.lines.says(name, *lines)

    # --- records --------------------------------------------------------------------------

    def of_kind(self, mark: str) -> list[str]:
        """Return the prompts so far that contain `mark`."""
        return [prompt for prompt in self.prompts if mark in prompt]

    @property
    def summarised(self) -> int:
        """The number of summaries written; the last `write_recollection` contains it."""
        return self._performer.written["summary"]

    @property
    def combined(self) -> int:
        """The number of combined summaries; the last `write_combination` contains it."""
        return self._performer.written["merge"]

    # --- answers --------------------------------------------------------------------------

    def answer(self, prompt: str) -> Answer:
        """Return the answer to `prompt` in the present modes."""
        if self._keeps_prompts:
            self.prompts.append(prompt)
        return self._performer.answer(parse_prompt(prompt), self.modes)

    def limit_text(
        self, text: str, stop: Sequence[str], max_tokens: int
    ) -> tuple[str, Literal["stop", "length"]]:
        """Return `text`, cut to the request's limits, and the reason of its end."""
        text = cut_at_stop(text, stop) if self.honours_stop else text
        most = max_tokens * _CHARACTERS_PER_TOKEN
        if self.honours_max_tokens and 0 < most < len(text):
            return text[:most], "length"
        return text, "stop"
