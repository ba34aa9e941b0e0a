"""Offers the model servers of this machine, and changes ``llm.yaml`` to use one of them.

A model is written into the file only after it has answered once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from agents.boundaries import Model, ModelError, ModelRejected, ModelTimeout
from agents.clock import run_within
from agents.models.discovery import FoundModel, FoundServer, ServerPlace, find_model_servers
from agents.models.hub import TRIAL
from agents.models.profiles import (
    SCENE,
    SUMMARIZER,
    WHOLE,
    ModelProfile,
    ModelProfiles,
    profile_schema,
)
from agents.models.providers.embedded import TOKENIZER_MARGIN, EmbeddedSettings
from agents.models.providers.ollama import OllamaProvider, OllamaSettings
from agents.models.providers.openai import OpenAiSettings
from agents.models.providers.protocol import (
    CHAT,
    COMPLETIONS,
    Preloading,
    ProviderResources,
)
from config.errors import ConfigError
from config.llm import LLM_FILE, parse_llm
from config.server import ModelServerSettings
from config.yaml_edit import edit_yaml
from config.yaml_lines import read_text
from late.late_dataclass import late_dataclass
from world.vault.markdown import write_atomically

INSIDE = EmbeddedSettings.name
"""The word for the model that runs inside the server."""

CHECK_SECONDS = 180.0
"""A server may have to load a large model before its first answer."""

NAMED_SECONDS = 30.0
"""A server that somebody names is waited for, even on a slow machine or while it loads a model."""

Values = Mapping[str, str]

_KEY = "api_key_env"
"""The setting that names the key of a profile."""
_ROOM = "context_tokens"
"""The setting that names the tokens of a prompt and its reply."""
_KEYED = (
    "{path}: profile {name} has a key ({key}), which belongs to the address that stands there, and"
    " no other server may get it; remove {key} from the file first"
)


class ChoiceRefused(Exception):
    """The model is not used; the message says why. Nothing is changed."""


def list_places(settings: ModelServerSettings) -> tuple[ServerPlace, ...]:
    """Return where to look for model servers: nowhere, if that is switched off."""
    if not settings.look:
        return ()
    places = (
        ServerPlace("ollama", settings.ollama, OllamaSettings.name, "/api/tags", ""),
        ServerPlace("lmstudio", settings.lmstudio, OpenAiSettings.name),
        ServerPlace("llamacpp", settings.llamacpp, OpenAiSettings.name),
        ServerPlace("vllm", settings.vllm, OpenAiSettings.name),
    )
    return tuple(place for place in places if place.port)


@late_dataclass(frozen=True, slots=True)
class ModelChooser:
    """Finds model servers and puts one of their models into the settings."""

    config: Path
    places: Sequence[ServerPlace]
    resources: ProviderResources
    named_seconds: float = NAMED_SECONDS

    async def find_servers(self) -> list[FoundServer]:
        """Return the model servers that run on this machine."""
        return await find_model_servers(self.places)

    async def use_model(
        self,
        server: str,
        model: str,
        apply: Callable[[], Awaitable[Sequence[str]]] | None = None,
    ) -> ModelProfile:
        """Let the default profile and the summarizer use `model` of `server`; return the former.

        `apply` puts the written settings in force and returns what is wrong with them; if
        anything is, the file is as before again.  Raises `ChoiceRefused`.
        """
        try:
            values, room = await self._list_values(server, model)
            edited, profile = await self._try_each(values, room)
            await self._write(edited, apply)
        except (ModelError, ConfigError) as error:
            raise ChoiceRefused(str(error)) from error
        except OSError as error:
            raise ChoiceRefused(f"{error.filename}: {error.strerror}") from error
        return profile

    # --- what is written ------------------------------------------------------------------

    async def _list_values(self, server: str, model: str) -> tuple[list[Values], int]:
        """Return the settings of a profile to try, the likeliest first, and the model's room.

        The room is in tokens of prompt and reply by our counter; 0: nobody says.
        """
        if server == INSIDE:
            chosen = model or str(EmbeddedSettings.usual["model"])
            prompting = SCENE if EmbeddedSettings().is_small(chosen) else WHOLE
            return [{"provider": INSIDE, "model": chosen, "prompting": prompting}], 0
        found = await self._find_server(server)
        listed = found.find_model(model)
        if listed is None:
            has = ", ".join(each.name for each in found.models)
            raise ChoiceRefused(f"{server} has no model {model!r}, allowed: {has}")
        apis = await self._list_apis(found, listed)
        room = int(listed.context_tokens / TOKENIZER_MARGIN)
        return [_make_values(found, listed, api) for api in apis], room

    async def _list_apis(self, found: FoundServer, model: FoundModel) -> Sequence[str]:
        """Return the interfaces to try, the likeliest first.

        A scene ends within a quotation, which a chat model would not complete; a base model has no
        template for chats.
        """
        if found.place.provider != OllamaSettings.name:
            both = (CHAT, COMPLETIONS)  # such a server refuses what its model cannot do
            return both[::-1] if model.is_small else both
        if model.is_small:
            return (COMPLETIONS,)
        provider = OllamaProvider(
            found.url,
            model.name,
            clock=self.resources.clock,
            timeout=self.named_seconds,
            context_tokens=0,
        )
        try:
            return (CHAT,) if (await provider.find_abilities()).chats else (COMPLETIONS,)
        finally:
            await provider.close()

    async def _find_server(self, name: str) -> FoundServer:
        if not self.places:
            raise ChoiceRefused("model_servers.look is off in server.yaml: no port is asked")
        known = [place.name for place in self.places]
        if name not in known:
            allowed = ", ".join([INSIDE, *known])
            raise ChoiceRefused(f"{name!r} is no model server, allowed: {allowed}")
        named = [each for each in self.places if each.name == name]
        found = await find_model_servers(named, self.named_seconds)
        if not found:
            port = self.places[known.index(name)].port
            raise ChoiceRefused(f"{name} does not answer at port {port} of this machine")
        return found[0]

    async def _try_each(self, choices: Sequence[Values], room: int) -> tuple[str, ModelProfile]:
        """Return the changed file and its default profile, with the first that answers."""
        for number, values in enumerate(choices, 1):
            edited, profiles = self._edit(values, room)
            profile = profiles.profiles[profiles.default]
            try:
                await self._check(profile)
            except ModelError:
                if number == len(choices):
                    raise
            else:
                return edited, profile
        raise AssertionError("there is a choice")

    def _edit(self, values: Values, room: int) -> tuple[str, ModelProfiles]:
        """Return the file's text with `values` and what it then says. Raises `ConfigError`.

        Prompts that are longer than the `room` of the model would all be refused.
        """
        path, schema = self.config / LLM_FILE, profile_schema()
        text = read_text(path) or ""
        before = parse_llm(path, text, schema)
        names = [before.default, *({SUMMARIZER} & before.profiles.keys() - {before.default})]
        for name in names:
            if "url" in values and before.profiles.get(name, {}).get(_KEY):
                raise ChoiceRefused(_KEYED.format(path=path, name=name, key=_KEY))
            text = edit_yaml(path, text, ("profiles", name), values)
            more = parse_llm(path, text, schema).profiles[name][_ROOM]
            if isinstance(more, int) and 0 < room < more:
                text = edit_yaml(path, text, ("profiles", name), {_ROOM: room})
        after = parse_llm(path, text, schema)
        return text, schema.settle_all(after.default, after.profiles)

    async def _check(self, profile: ModelProfile) -> None:
        """Ask the profile's model for a few words. Raises `ModelError`."""
        provider = profile.make_provider(self.resources)
        try:
            if isinstance(provider, Preloading):
                await provider.load()
            await run_within(self.resources.clock, CHECK_SECONDS, _ask(provider.model_for("check")))
        except TimeoutError:
            raise ModelTimeout(f"no answer within {CHECK_SECONDS:g} s") from None
        finally:
            await provider.close()

    async def _write(self, text: str, apply: Callable[[], Awaitable[Sequence[str]]] | None) -> None:
        path = self.config / LLM_FILE
        before = path.read_bytes()
        mark = "\ufeff" if before.startswith(b"\xef\xbb\xbf") else ""
        write_atomically(path, mark + text)
        wrong = await apply() if apply is not None else ()
        if wrong:
            write_atomically(path, before.decode("utf-8"))
            raise ModelRejected("; ".join(wrong))


def _make_values(found: FoundServer, model: FoundModel, api: str) -> Values:
    return {
        "provider": found.place.provider,
        "url": found.url,
        "model": model.name,
        "prompting": SCENE if model.is_small else WHOLE,
        "api": api,
    }


async def _ask(model: Model) -> None:
    await model.complete(TRIAL.prompt, stop=(), max_tokens=TRIAL.max_tokens, temperature=0.5)
