"""The commands that collect training data and write it into the vault."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence

from agents.memory.log.codec import ArchiveRefused
from agents.mind.agent import Agent
from agents.mind.commands.admin_row import LateReply, admin_row
from agents.mind.commands.choosing import AgentChooser
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from server.training.examples import TrainingForm
from server.training.marks import MarksUnreadable
from server.training.parts import TrainingParts
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.names import vault_path
from world.nature import Nature
from world.vault.durable import sync_folder

TRAINING_FOLDER = "training"
"""Where exports are in a vault."""

CHAT, COMPLETION, ACCEPTED, CONFIRM = "chat", "completion", "accepted", "confirm"

#: What the file of the marks, an archive or the disk may raise.
_TROUBLE = (MarksUnreadable, ArchiveRefused, OSError)


@late_dataclass(frozen=True, slots=True)
class TrainingVerbs:
    """Makes the commands. `parts` are made after them."""

    minds: Minds
    parts: Callable[[], TrainingParts]
    late: LateReply

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            admin_row(
                "@training-status", self.status, "[<agent>]",
                "How many turns of agents there are for training, and whether more count",
                Nature.REPORT,
            ),
            admin_row(
                "@training-export", self.export, f"[<agent>] [{CHAT} | {COMPLETION}] [{ACCEPTED}]",
                "Write prompts, commands and results into the vault, for fine-tuning", Nature.DEED,
                help="A line of JSON for each turn, of one agent or of all, in the vault's folder "
                "training. With accepted: only lines that the world carried out. Turns whose "
                "prompt shows what was whispered or told to one, or made of it, are left out.",
            ),
            admin_row(
                "@training-toggle", self.toggle, "[<agent>]",
                "Let an agent's turns count for training from now on, or no longer", Nature.DEED,
                help="They count until it is given. Archives keep every turn, whether it counts.",
            ),
            admin_row(
                "@training-clear", self.clear, f"[<agent>] {CONFIRM}",
                "Let no turn so far count for training", Nature.DEED, exact=True,
                help="Archives and files that were written before stay as they are.",
            ),
        )  # fmt: skip

    @property
    def _agents(self) -> AgentChooser:
        return AgentChooser(self.minds)

    # --- marks --------------------------------------------------------------------------

    def toggle(self, inv: Invocation) -> None:
        """Switch it for one agent or for all."""
        marks, agents = self.parts().marks, self._agents.choose_several(inv)
        try:
            was_on = any(marks.find(each.name).is_on for each in agents)
            for agent in agents:
                mark = marks.find(agent.name)
                if mark.is_on is was_on:
                    marks.set(agent.name, mark.toggle(agent.memory.last_seq))
                inv.reply_text("training.off" if was_on else "training.on", name=agent.name)
        except _TROUBLE as trouble:
            inv.refuse_text("training.failed", why=trouble)

    def clear(self, inv: Invocation) -> None:
        """Let nothing so far count, if that is confirmed."""
        name, _, last = inv.args.rpartition(" ")
        if last.casefold() != CONFIRM:
            inv.refuse_text("training.confirm", command=f"@training-clear {inv.args}".rstrip())
        marks = self.parts().marks
        try:
            for agent in self._agents.choose_several(inv, name.strip()):
                mark = marks.find(agent.name)
                marks.set(agent.name, mark.clear(agent.memory.last_seq))
                inv.reply_text("training.cleared", name=agent.name)
        except _TROUBLE as trouble:
            inv.refuse_text("training.failed", why=trouble)

    # --- reading and writing --------------------------------------------------------------

    def status(self, inv: Invocation) -> None:
        """Count the turns."""
        agents = self._agents.choose_several(inv)
        self._begin(inv, lambda: "\n".join(self._describe(inv, each) for each in agents))

    def _describe(self, inv: Invocation, agent: Agent) -> str:
        drawer = self.parts().make_drawer(agent, accepted=True)
        count = sum(1 for _ in drawer.draw())
        key = (
            "training.status-on"
            if self.parts().marks.find(agent.name).is_on
            else "training.status-off"
        )
        return inv.say_text(
            key, name=agent.name, count=count, refused=drawer.refused,
            left_out=drawer.private + drawer.unknown,
        )  # fmt: skip

    def export(self, inv: Invocation) -> None:
        """Write the examples of one agent, or of all."""
        words, options = inv.args.split(), set[str]()
        while words and words[-1].casefold() in (CHAT, COMPLETION, ACCEPTED):
            options.add(words.pop().casefold())
        name = " ".join(words)
        agents = self._agents.choose_several(inv, name)
        form: TrainingForm = "chat" if CHAT in options else "completion"
        self._begin(
            inv, lambda: self._export(inv, agents, name, form, accepted=ACCEPTED in options)
        )

    def _export(
        self, inv: Invocation, agents: Sequence[Agent], name: str, form: TrainingForm,
        *, accepted: bool,
    ) -> str:  # fmt: skip
        parts, count, left_out = self.parts(), 0, 0
        who = agents[0].name if name else "all"
        stamp = f"{parts.clock.now():%Y%m%d-%H%M%S}"
        path = vault_path(parts.vault, TRAINING_FOLDER, f"{who}-{stamp}-{form}.jsonl")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = path.with_suffix(".tmp")
        try:
            with os.fdopen(
                os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
            ) as file:
                for agent in agents:
                    drawer = parts.make_drawer(agent, accepted=accepted)
                    for example in drawer.draw():
                        file.write(example.encode(form))
                        count += 1
                    left_out += drawer.private + drawer.refused + drawer.unknown
                file.flush()
                os.fsync(file.fileno())
            made.replace(path)
        finally:
            made.unlink(missing_ok=True)
        sync_folder(path.parent)
        return inv.say_text("training.exported", count=count, path=path, left_out=left_out)

    def _begin(self, inv: Invocation, work: Callable[[], str]) -> None:
        async def run() -> str:
            try:
                return await asyncio.to_thread(work)
            except _TROUBLE as trouble:
                return inv.say_text("training.failed", why=trouble)

        inv.reply_text("training.begun")
        self.late.send(inv, run())
