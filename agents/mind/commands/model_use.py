"""The command that lists the model servers of this machine and uses one of their models."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from agents.mind.commands.admin_row import LateReply, admin_row
from late.late_dataclass import late_dataclass
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature


class Offers(Protocol):
    """The model servers of this machine, in words."""

    def describe_found(self) -> Coroutine[Any, Any, str]:
        """Return a line for each server found; empty if there is none."""
        ...

    def describe_servers(self) -> Coroutine[Any, Any, str]:
        """Return a line for each server found, or where they were looked for."""
        ...

    def use_model(self, server: str, model: str) -> Coroutine[Any, Any, str]:
        """Use the model of the server from now on; return what came of it."""
        ...


@late_dataclass(frozen=True, slots=True)
class ModelUseVerbs:
    """The row of this file."""

    late: LateReply
    offers: Callable[[], Offers]

    def rows(self) -> tuple[Command, ...]:
        """Return the row of this file."""
        return (
            admin_row(
                "@llm-use", self.use, "[embedded | <server> <model>]",
                "Let agents think with a model of a server on this machine", Nature.DEED,
                help="Without arguments it lists the servers found (Ollama, LM Studio, llama.cpp, "
                "vLLM). The model is asked once; if it answers, it is written into "
                "config/llm.yaml and used at once. Example: @llm-use ollama gemma3:4b. "
                "@llm-use embedded goes back to the model inside Tarn.",
            ),
        )  # fmt: skip

    def use(self, inv: Invocation) -> None:
        """List the servers, or use a model."""
        match inv.args.split():
            case []:
                self.late.send(inv, self.offers().describe_servers())
            case [server, *model] if len(model) < 2:
                inv.reply_text("llm.trying", what=" ".join([server, *model]))
                self.late.send(inv, self.offers().use_model(server, "".join(model)))
            case _:
                inv.refuse_text("llm.use-usage", syntax=inv.command.syntax)
