"""Makes the folders of agents, and puts agents to rest without losing anything of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from agents.mind.profile import PROFILE
from agents.mind.voice.voice_file import VOICE, VOICE_FOLLOW_UPS
from late.late_dataclass import late_dataclass
from server.administration.agent_templates import PROFILE_TEMPLATE, VOICE_TEMPLATE
from world.names import check_name, key_of, vault_path
from world.trust.looks import check_unmistakable
from world.vault.durable import sync_folder
from world.vault.markdown import write_atomically
from world.vault.oversights import RETIRED_PROFILE


@late_dataclass(frozen=True, slots=True)
class AgentTemplate:
    """The texts of a new agent's files; ``NAME`` stands for its name."""

    profile: str = PROFILE_TEMPLATE
    voice: str = VOICE_TEMPLATE
    follow_ups: str = ""
    """More of the voice, in a file of its own; empty: there is no such file."""
    is_own_profile: bool = False
    """Whether the profile is the agent's already, in which ``NAME`` is a word like others."""

    def fill(self, name: str) -> dict[str, str]:
        """Return the files of an agent of this name and their texts, the profile last."""
        own = self.profile if self.is_own_profile else self.profile.replace("NAME", name)
        spoken = {VOICE: self.voice, VOICE_FOLLOW_UPS: self.follow_ups}
        return {file: text.replace("NAME", name) for file, text in spoken.items() if text} | {
            PROFILE: own
        }


STARTER_TEMPLATE = AgentTemplate()


def write_agent_folder(
    vault: Path,
    name: str,
    taken: Collection[str],
    commands: Collection[str],
    template: AgentTemplate = STARTER_TEMPLATE,
) -> Path:
    """Make the folder of a new agent and return it.

    `taken` are the names in use, `commands` words that nobody may be called.  Raises
    `NameRefused` for a bad or taken name, `PathRefused` and `OSError`; then nothing is left.
    """
    name = check_unmistakable(check_name(name, taken=taken, commands=commands), taken)
    folder = vault_path(vault, "agents", name)
    folder.parent.mkdir(exist_ok=True)
    folder.mkdir()
    # The profile makes a folder an agent, so it comes last: a server never sees half of it.
    files = template.fill(name)
    try:
        for file, text in files.items():
            write_atomically(folder / file, text)
    except OSError:
        for file in files:
            (folder / file).unlink(missing_ok=True)
        folder.rmdir()
        raise
    return folder


def list_agent_folders(vault: Path) -> list[str]:
    """Return the names of all folders of agents, of those at rest too."""
    agents = vault / "agents"
    return [entry.name for entry in agents.iterdir()] if agents.is_dir() else []


def read_template(vault: Path, name: str) -> AgentTemplate | None:
    """Return the files of an agent, living or at rest, as a template; None: no such agent.

    Raises `OSError` and `PathRefused`.
    """
    folder = vault_path(vault, "agents", name)
    profile = next((folder / file for file in _PROFILES if (folder / file).is_file()), None)
    if profile is None:
        return None
    voice, behind = folder / VOICE, folder / VOICE_FOLLOW_UPS
    return AgentTemplate(
        _replace_name(profile.read_text("utf-8"), name),
        _replace_name(voice.read_text("utf-8"), name) if voice.is_file() else VOICE_TEMPLATE,
        _replace_name(behind.read_text("utf-8"), name) if behind.is_file() else "",
    )


def is_at_rest(vault: Path, name: str) -> bool:
    """Return whether the agent of exactly this name has been put to rest. Raises `PathRefused`."""
    folder = vault_path(vault, "agents", name)
    return (folder / RETIRED_PROFILE).is_file() and not (folder / PROFILE).exists()


def is_known_at_rest(vault: Path, name: str) -> bool:
    """Return whether an agent is at rest whose name is this one in some spelling."""
    names = [each for each in list_agent_folders(vault) if key_of(each) == key_of(name)]
    return any(is_at_rest(vault, each) for each in names)


def put_to_rest(vault: Path, name: str) -> None:
    """Rename an agent's profile: without one it is no agent, and all else stays as it is.

    Raises `OSError` and `PathRefused`.
    """
    _rename(vault_path(vault, "agents", name), PROFILE, RETIRED_PROFILE)


def call_back(vault: Path, name: str) -> None:
    """Give an agent at rest its profile again. Raises `OSError` and `PathRefused`."""
    _rename(vault_path(vault, "agents", name), RETIRED_PROFILE, PROFILE)


_PROFILES = (PROFILE, RETIRED_PROFILE)


def _rename(folder: Path, old: str, new: str) -> None:
    (folder / old).rename(folder / new)
    sync_folder(folder)


def _replace_name(text: str, name: str) -> str:
    return re.sub(rf"\b{re.escape(name)}\b", "NAME", text)
