"""``tarn models``: the model servers found on this machine, and using a model of one."""

from __future__ import annotations

import asyncio
import os
import sys

from agents.clock import SystemClock
from agents.models.providers.protocol import ProviderResources
from config.errors import ConfigError
from config.server import read_server
from server.arguments import BAD_USAGE, Options, Parser, explain_unknown_option, make_common_options
from server.lock import MACHINE_FOLDER
from server.model_servers.choice import INSIDE, ChoiceRefused, ModelChooser, list_places


class _Parser(Parser):
    reworded = (
        (
            r"^argument ACTION: invalid choice: (.*) \(choose from .*\)",
            r"the action is \1, allowed: use",
        ),
        (r"^argument (--\w+): expected one argument", r"\1 is empty, allowed: a folder"),
        (r"^argument (--\w+): ", r"\1 is "),
    )


def make_models_parser() -> Parser:
    """Return the parser of the arguments behind ``tarn models``."""
    parser = _Parser(
        prog="tarn models",
        description="Lists the model servers that run on this machine. `use` checks a model by"
        " one call and writes it into llm.yaml; a running world takes it over at @reload.",
        parents=[make_common_options(_Parser, telnet=False)],
        allow_abbrev=False,
    )
    parser.add_argument("action", metavar="ACTION", nargs="?", choices=("use",), help="use")
    parser.add_argument("server", metavar="SERVER", nargs="?", help=f"{INSIDE}, ollama, vllm …")
    parser.add_argument("model", metavar="MODEL", nargs="?", default="", help="its name there")
    return parser


def run_models(options: Options) -> int:
    """List the servers or use a model; return the exit status.

    0: done.  2: refused, for the reason on standard error; then nothing is written.
    """
    parser = make_models_parser()
    given, unknown = parser.parse_known_args(options.arguments)
    if unknown:
        parser.error(explain_unknown_option(unknown[0], ("--vault", "--config", "--help")))
    if given.action and not given.server:
        parser.error("the server is missing: tarn models use SERVER MODEL")
    try:
        chooser = _make_chooser(options, given)
        if given.action:
            return asyncio.run(_use_model(chooser, given.server, given.model))
        return asyncio.run(_list_servers(chooser))
    except (ConfigError, ChoiceRefused) as refused:
        for line in str(refused).splitlines():
            print(f"tarn: {line}", file=sys.stderr)
        return BAD_USAGE


def _make_chooser(options: Options, given: object) -> ModelChooser:
    config = getattr(given, "config", options.config)
    vault = getattr(given, "vault", options.vault)
    places = list_places(read_server(config).model_servers)
    cache = vault / MACHINE_FOLDER / "models"
    return ModelChooser(config, places, ProviderResources(1, cache, os.environ, SystemClock()))


async def _list_servers(chooser: ModelChooser) -> int:
    if not chooser.places:
        print("model_servers.look is off in server.yaml: no port is asked")
        return 0
    found = await chooser.find_servers()
    for server in found:
        print(f"{server.place.name} at {server.url}")
        for model in server.models:
            print(f"  tarn models use {server.place.name} {model.name}")
    if not found:
        asked = ", ".join(f"{place.name} {place.port}" for place in chooser.places)
        print(f"No model server was found on this machine (ports asked: {asked}).")
    return 0


async def _use_model(chooser: ModelChooser, server: str, model: str) -> int:
    profile = await chooser.use_model(server, model)
    print(
        f"{profile.provider.name} {profile.model} answered and is in {chooser.config}"
        f" (prompting: {profile.prompting}). A running world takes it over at @reload."
    )
    return 0
