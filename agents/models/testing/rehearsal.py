"""A model that does what it is told to: as it should, or wrong in a way that models go wrong."""

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
    """The arguments of a `Rehearsal`, for those who pass them on."""

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
    """The modes, the script and what has been asked so far; `answer` is all a front needs.

    Everything may be changed at any moment, from any thread; the next prompt finds it so.
    Raises `ModesRefused` for a mode that is none.
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
        """False: an answer goes out whole, whatever stop sequences were asked for."""
        self.honours_max_tokens = honours_max_tokens
        """True: an answer ends where a model's would, at four characters a token."""
        self.prompts: list[str] = []
        """Every prompt so far, unless `keeps_prompts` is False."""
        self._keeps_prompts = keeps_prompts
        self._performer = Performer(script or Script())

    # --- what it is told ------------------------------------------------------------------

    @property
    def summaries(self) -> Mode:
        """How everything is answered that is asked about memories."""
        return self.modes.summaries

    @summaries.setter
    def summaries(self, mode: Mode) -> None:
        self.change({"summaries": mode})

    @property
    def turns(self) -> Mode:
        """How everything else is answered."""
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
        self.modes = self.modes.changed(values)
        return self.modes

    def says(self, name: str, *lines: Reply) -> None:
        """Let agent `name` give these lines on its next turns, and then be calm."""
        self._performer.lines.says(name, *lines)

    # --- what it has seen -----------------------------------------------------------------

    def of_kind(self, mark: str) -> list[str]:
        """The prompts so far that hold `mark`."""
        return [prompt for prompt in self.prompts if mark in prompt]

    @property
    def summarised(self) -> int:
        """How many summaries it has written: the number in the last `write_recollection`."""
        return self._performer.written["summary"]

    @property
    def combined(self) -> int:
        """How many combined summaries written: the number in the last `write_combination`."""
        return self._performer.written["merge"]

    # --- answers --------------------------------------------------------------------------

    def answer(self, prompt: str) -> Answer:
        """What to do about `prompt`, by the modes that hold now."""
        if self._keeps_prompts:
            self.prompts.append(prompt)
        return self._performer.answer(parse_prompt(prompt), self.modes)

    def limited(
        self, text: str, stop: Sequence[str], max_tokens: int
    ) -> tuple[str, Literal["stop", "length"]]:
        """`text` as far as the request lets it go, and why it ends there."""
        text = cut_at_stop(text, stop) if self.honours_stop else text
        most = max_tokens * _CHARACTERS_PER_TOKEN
        if self.honours_max_tokens and 0 < most < len(text):
            return text[:most], "length"
        return text, "stop"
