"""Finds the agents of a vault by their folders."""

from __future__ import annotations

import difflib
from pathlib import Path

from late.late_dataclass import late_dataclass
from server.lock import MACHINE_FOLDER
from server.memory_cli.console import CannotDo
from world.names import key_of

PROFILE = "profile.md"


@late_dataclass(frozen=True, slots=True)
class AgentFolder:
    """The paths of one agent's files."""

    vault: Path
    name: str

    @property
    def path(self) -> Path:
        """The agent's folder."""
        return self.vault / "agents" / self.name

    @property
    def archive(self) -> Path:
        """The folder of its archive, which may be missing."""
        return self.path / "archive"

    @property
    def summaries(self) -> Path:
        """The folder of its summaries, which may be missing."""
        return self.path / "summaries"

    @property
    def recall(self) -> Path:
        """The file of its recall index, which may be missing."""
        return self.vault / MACHINE_FOLDER / "recall" / f"{self.name}.sqlite"


def list_agents(vault: Path) -> list[AgentFolder]:
    """Return all folders with an agent's profile or archive, sorted by name.

    Raises `CannotDo` where no vault is.
    """
    _check_vault(vault)
    entries = sorted((vault / "agents").iterdir())
    return [AgentFolder(vault, each.name) for each in entries if _is_agent(each)]


def find_agent(vault: Path, name: str) -> AgentFolder:
    """Return the agent of this name in any case. Raises `CannotDo`, listing the agents."""
    known = list_agents(vault)
    for each in known:
        if key_of(each.name) == key_of(name):
            return each
    names = [each.name for each in known]
    near = difflib.get_close_matches(name.title(), names, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    there = ", ".join(names) or "none: there is no agent yet"
    raise CannotDo(f"AGENT is {name!r}, allowed in {vault / 'agents'}: {there}{hint}")


def _check_vault(vault: Path) -> None:
    """Raise `CannotDo` where no vault is."""
    if not (vault / "agents").is_dir():
        what = "has no agents in it" if vault.is_dir() else "is not there"
        raise CannotDo(
            f"there is no vault: {vault} {what}; go to the folder of your world, or name its vault:"
            " --vault DIR"
        )


def _is_agent(folder: Path) -> bool:
    if folder.name.startswith("."):
        return False
    return (folder / PROFILE).is_file() or (folder / "archive").is_dir()
