"""The arguments of a tool."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from late.late_dataclass import late_dataclass
from server.lock import VaultError, VaultLock
from server.memory_cli.agent_folders import AgentFolder, find_agent
from server.memory_cli.console import CannotDo, Console


@late_dataclass(frozen=True, slots=True)
class Job:
    """One call of a tool: its options, vault and console."""

    vault: Path
    config: Path
    given: argparse.Namespace
    """The tool's own options; `command` has their meaning."""
    console: Console

    def agent(self) -> AgentFolder:
        """Return the agent that was named. Raises `CannotDo`."""
        return find_agent(self.vault, self.given.agent)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the vault against servers; what is written meanwhile is its owner's alone.

        Raises `CannotDo` that names a running server.
        """
        if not self.vault.is_dir():
            raise CannotDo(f"--vault is '{self.vault}', allowed: a folder that is there")
        try:
            lock = VaultLock.acquire(self.vault, "none: tarn memory")
        except VaultError as error:
            raise CannotDo(str(error)) from error
        before = os.umask(0o077)
        try:
            yield
        finally:
            os.umask(before)
            lock.release()
