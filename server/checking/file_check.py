"""Reads all files that people write, and reports all errors.

Nothing is started and nothing is written. Errors that stop a start are told apart from errors
for which a start only leaves something out.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from pathlib import Path

from agents.clock import SystemClock
from agents.mind.profile import PROFILE, read_profiles
from agents.mind.voice.voice_file import VOICE, read_voice
from agents.models.profiles import ModelProfiles
from config.llm import LLM_FILE
from late.late_dataclass import late_dataclass
from server.arguments import BAD_USAGE
from server.lock import MACHINE_FOLDER
from server.model_hub_factory import ModelHubFactory
from server.personas.fitness import examine_profile, sort_intentions
from server.reload import list_oversights, load_happenings, load_texts
from server.settings import check_settings
from server.shipped.renewal import find_outdated_texts
from server.storage.database import StorageError
from server.storage.world import read_things
from server.tls.port import check_tls
from world.boundaries import ThingRow
from world.commands.command import Command
from world.commands.table import CommandTable
from world.stores import MemoryStore
from world.vault.rooms import read_rooms
from world.world import World

FINE, LEAVES_OUT = 0, 1
"""Exit statuses: nothing is wrong; the world runs, but something is left out."""


@late_dataclass(slots=True)
class CheckReport:
    """Collects all errors, a line each."""

    refused: list[str] = field(default_factory=list)
    """Errors with which a start would end with status 2."""
    left_out: list[str] = field(default_factory=list)
    """Errors that a start would log, leaving the file out."""
    doubts: list[str] = field(default_factory=list)
    """What is no error but has no effect: a start would warn of it."""

    @property
    def status(self) -> int:
        """The exit status."""
        return BAD_USAGE if self.refused else LEAVES_OUT if self.left_out or self.doubts else FINE

    def drop_repeated(self) -> None:
        """Keep each line once, where it is worst."""
        self.refused = list(dict.fromkeys(self.refused))
        self.left_out = [e for e in dict.fromkeys(self.left_out) if e not in self.refused]
        worse = {*self.refused, *self.left_out}
        self.doubts = [e for e in dict.fromkeys(self.doubts) if e not in worse]

    def lines(self) -> list[str]:
        """Return everything, the worst first."""
        return [*self.refused, *self.left_out, *self.doubts]


def check_everything(
    config: Path,
    vault: Path,
    environment: Mapping[str, str],
    commands: Sequence[Command],
    machine: Path | None = None,
) -> CheckReport:
    """Read settings, texts, rooms, profiles and models; `environment` holds the API keys.

    `commands` are those of the world. `machine` is the machine's own folder, if it is not the
    vault's.
    """
    report = CheckReport()
    settings, models_known, report.refused = check_settings(config, vault)
    world = _check_world(vault, machine or vault / MACHINE_FOLDER, commands, report)
    profiles, errors = read_profiles(vault / "agents", commands=world.table.words())
    report.left_out += map(str, errors)
    report.left_out += _check_voices(vault / "agents", world)
    refused, doubts = check_tls(settings.server.telnet, config, datetime.now(UTC))
    report.refused += refused
    report.left_out += [*settings.refused_plugins, *doubts]
    report.doubts += list_oversights(settings, vault, world, read_rooms(vault / "world"))
    for profile in profiles:
        path = vault / "agents" / profile.name / PROFILE
        checked = profile if models_known else replace(profile, model_profile="")
        for error in examine_profile(checked, path, world, settings)[1]:
            report.left_out += str(error).splitlines()
        report.left_out += map(str, sort_intentions(profile, path, world)[1])
    if models_known:
        report.left_out += _check_models(config, vault, settings.llm, environment)
    report.drop_repeated()
    return report


def _check_models(
    config: Path, vault: Path, settings: ModelProfiles, environment: Mapping[str, str]
) -> list[str]:
    cache = vault / MACHINE_FOLDER / "models"  # nothing is written there before a model is loaded
    wrong = asyncio.run(_make_providers(settings, cache, environment))
    return [f"{config / LLM_FILE}: {line}" for line in wrong]


def _check_voices(folder: Path, world: World) -> list[str]:
    paths = sorted(folder.glob(f"*/{VOICE}"))
    readings = (read_voice(path, lambda name: world.find_room(name) is not None) for path in paths)
    return [str(error) for reading in readings for error in reading.errors]


def _check_world(
    vault: Path, machine: Path, commands: Sequence[Command], report: CheckReport
) -> World:
    """Build the world in memory: from its stored state, if there is any, and the room notes."""
    texts = load_texts(vault)
    renewed = {
        (vault / file).resolve() for file in find_outdated_texts(vault)
    }  # a start mends these
    report.left_out += (str(each) for each in texts.errors if each.path not in renewed)
    world = World(
        CommandTable(commands),
        texts,
        MemoryStore(),
        on_error=lambda error, what: report.left_out.append(f"{what}: {error!r}"),
    )
    report.left_out += world.load(_read_state(machine, report))
    notes, errors = read_rooms(vault / "world")
    report.left_out += [*map(str, errors), *world.adopt(notes)]
    report.left_out += map(str, load_happenings(vault, world).errors)
    return world


def _read_state(machine: Path, report: CheckReport) -> Sequence[ThingRow]:
    try:
        return read_things(machine / "world.sqlite")
    except StorageError as error:
        report.refused.append(str(error))
        return ()


async def _make_providers(
    settings: ModelProfiles, cache: Path, environment: Mapping[str, str]
) -> list[str]:
    """Make every provider, which neither connects nor loads, and close it again."""
    wrong: list[str] = []
    models = ModelHubFactory(
        cache, dict(environment), clock=SystemClock(), rng=random.Random(), log=wrong.append
    )
    await models.settle(settings, 0)
    await models.close()
    return [line.removeprefix("[Models] ") for line in wrong]
