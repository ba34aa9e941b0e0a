"""A model profile of ``config/llm.yaml`` as a second reader, asked as a server would ask it."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from agents.boundaries import Model
from agents.clock import SystemClock
from agents.memory.summarization.second_reading.asking import SecondReader
from agents.models.hub import SUMMARIES
from agents.models.profiles import ModelProfile, ModelProfiles
from benchmarks.memory.simulated_life import load_tokens
from config.errors import ConfigError
from server.model_hub_factory import ModelHubFactory
from server.settings import read_models
from world.vault.texts import Texts

_TEXTS = Path(__file__).parents[2] / "vault" / "text"


class ReaderMissing(Exception):
    """There is no such reader, or it does not answer; the message is a line that says why."""


def find_profile(name: str, config: Path) -> ModelProfile:
    """Return the profile called `name` of the settings in `config`. Raises `ReaderMissing`."""
    try:
        models = read_models(config)
    except ConfigError as error:
        raise ReaderMissing(str(error)) from error
    profile = models.profiles.get(name)
    if profile is None:
        known = ", ".join(models.profiles)
        raise ReaderMissing(
            f"{config / 'llm.yaml'}: there is no profile {name!r}; there are {known}"
        )
    if profile.provider.by_rule:
        raise ReaderMissing(
            f"{config / 'llm.yaml'}: profile {name!r} has no model (provider:"
            f" {profile.provider.name}), so nothing can be read again"
        )
    return profile


@asynccontextmanager
async def open_reader(profile: ModelProfile) -> AsyncIterator[SecondReader]:
    """Open the profile's model, with its retries and limits, for second readings."""
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        factory = ModelHubFactory(
            Path(folder),
            dict(os.environ),
            clock=SystemClock(),
            rng=random.Random(1),
            log=lambda line: print(line, file=sys.stderr),
        )
        await factory.settle(ModelProfiles(profile.name, {profile.name: profile}), 0)
        try:
            model: Model = factory.hub.dispatcher().model(SUMMARIES, "", "reading")
            template = Texts.load([_TEXTS]).raw("summary.reading")
            yield SecondReader(model, template, load_tokens(), profile.context_tokens)
        finally:
            await factory.close()
