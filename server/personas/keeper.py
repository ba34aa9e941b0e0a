"""Keeps the version before of every change of an agent's notes, and tells of the change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from agents.boundaries import Clock
from agents.event_line import tell_event
from agents.mind.profile import PROFILE
from agents.mind.voice.voice_file import VOICE, VOICE_FOLLOW_UPS
from late.late_dataclass import late_dataclass
from server.boundaries import Record
from server.lock import MACHINE_FOLDER
from server.personas.history import KeptVersion, NoteHistory
from world.names import vault_path
from world.vault.texts import Texts
from world.world import World

EVENT = "persona"
"""The event in the audit log."""

OUTSIDE = "by hand"
"""How a note has changed that nobody changed by a command."""


@late_dataclass(frozen=True, slots=True)
class PersonaKeeper:
    """The notes of all agents in a vault."""

    vault: Path
    machine: Path
    clock: Clock
    texts: Texts
    tell: Callable[[str], None]
    """Tells every administrator who is present."""
    record: Record
    """Writes to the audit log."""
    log: Callable[[str], None]

    def history(self, agent: str) -> NoteHistory:
        """Return the earlier versions of an agent's notes."""
        folder = vault_path(self.vault, "agents", agent)
        return NoteHistory(folder, vault_path(self.machine, "personas", agent), self.clock)

    def observe(self, agent: str, by: str = "", how: str = OUTSIDE) -> None:
        """Note what has changed in an agent's notes, and tell of it. Raises `OSError`."""
        history = self.history(agent)
        for note in (PROFILE, VOICE, VOICE_FOLLOW_UPS):
            if (history.folder / note).is_file():
                kept = history.observe(note, by, how)
                if kept is not None:
                    self._report(agent, kept)

    def observe_quietly(self, agent: str) -> None:
        """Do the same as soon as the disk lets it: what is not kept now is kept the next time."""
        try:
            self.observe(agent)
        except OSError as error:
            line = f"[Personas] the version before of {agent}'s notes waits: {error}"
            self.log(tell_event("personas.waits", line, "warning", agent=agent, error=str(error)))

    def _report(self, agent: str, kept: KeptVersion) -> None:
        who = kept.by or self.texts.say("persona.outside")
        text = self.texts.say(
            "persona.changed", who=who, name=agent, note=kept.note, how=kept.how, file=kept.file
        )
        line = f"[Personas] {text}"
        self.log(
            tell_event(
                "personas.changed", line, agent=agent, note=kept.note, who=kept.by, how=kept.how,
                file=kept.file,
            )
        )  # fmt: skip
        self.tell(text)
        self.record(EVENT, kept.by, whom=agent, note=kept.note, how=kept.how, kept=kept.file)


def keep_personas(
    vault: Path, clock: Clock, world: World, record: Record, log: Callable[[str], None]
) -> PersonaKeeper:
    """Return the keeper of a running server's agents' notes."""
    tell = partial(world.tell_administrators, kind="notice")
    machine = vault / MACHINE_FOLDER
    return PersonaKeeper(vault, machine, clock, world.texts, tell, record, log)
