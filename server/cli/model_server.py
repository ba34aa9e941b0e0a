"""``tarn model-server``: a rehearsed language model for tests of agents.

It listens until SIGTERM or SIGINT and speaks Ollama's and OpenAI's interfaces; see
`agents.models.testing`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.boundaries import ModelRejected
from agents.models.providers.script_file import Script, read_script
from agents.models.testing.modes import MODES, ModesRefused
from agents.models.testing.server import ScriptedModelServer
from config.address import format_address
from server.arguments import BAD_USAGE, Parser, make_refusal, parse_telnet
from server.cli.signals import call_on_stop

COMMAND = "model-server"
SUMMARY = "answer as a language model, or fail as one: for testing agents"

_EPILOG = (
    "MODE is one of: " + ", ".join(MODES) + ". While it runs, GET /mode tells the modes and"
    ' POST /mode {"summaries": "lossy", "loss": 0.05} changes them.'
)


class _Parser(Parser):
    reworded = (
        (r"^argument (--[\w-]+): expected one argument", r"\1 is empty"),
        (r"^argument (--[\w-]+): ", r"\1 is "),
    )


def run_model_server(argv: Sequence[str]) -> int:
    """Serve with the options in `argv` until told to stop; return the exit status.

    0: it was stopped, or ``--help`` was asked for.  2: an option, the script or the address
    is wrong; one line on standard error says which.
    """
    try:
        server = _make_server(_parse(argv))
    except SystemExit as ended:
        return int(ended.code or 0)
    except (ModelRejected, ModesRefused) as refused:
        return _complain(str(refused))
    gc.enable()  # the program's start turns it off
    return asyncio.run(_serve(server))


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = make_server_parser()
    given, unknown = parser.parse_known_args(argv)
    if unknown:
        options = (each for row in parser._actions for each in row.option_strings)
        allowed = ", ".join(each for each in options if each.startswith("--"))
        parser.error(f"{unknown[0]!r} is not an option, allowed: {allowed}")
    return given


def make_server_parser() -> _Parser:
    """Return the parser of the options."""
    parser = _Parser(
        prog=f"tarn {COMMAND}", description=SUMMARY, epilog=_EPILOG, allow_abbrev=False
    )
    parser.set_defaults(mode="ok", summaries=None, turns=None)
    add = parser.add_argument
    listen = "where to listen (default: 127.0.0.1:0); port 0 picks one"
    add("--listen", metavar="HOST:PORT", type=parse_telnet, default=("127.0.0.1", 0), help=listen)
    add("--mode", metavar="MODE", type=_mode, help="how everything is answered (default: ok)")
    add("--summaries", metavar="MODE", type=_mode, help="how prompts about memories are answered")
    add("--turns", metavar="MODE", type=_mode, help="how all other prompts are answered")
    seed = "what lossy leaves out depends on it (default: 0)"
    add("--seed", metavar="N", type=_number(int, "a whole number"), default=0, help=seed)
    loss = "probability with which lossy leaves out a planted fact (default: 0.05)"
    add("--loss", metavar="P", type=_number(float, "0 to 1"), default=0.05, help=loss)
    drip = "seconds after each byte of slow-drip (default: 1)"
    add("--drip", metavar="SECONDS", type=_number(float, "0 to 3600"), default=1.0, help=drip)
    add("--script", metavar="FILE", type=_path, help="replies to turns, as for provider: scripted")
    limits = "end answers at the tokens asked for, as a real model does"
    add("--honour-max-tokens", action="store_true", help=limits)
    return parser


def _make_server(given: argparse.Namespace) -> ScriptedModelServer:
    """Make the server. Raises `ModelRejected` for a wrong script, `ModesRefused` for a number."""
    return ScriptedModelServer(
        listen=given.listen,
        summaries=given.summaries or given.mode,
        turns=given.turns or given.mode,
        loss=given.loss,
        drip=given.drip,
        seed=given.seed,
        script=read_script(given.script) if given.script else Script(),
        honours_max_tokens=given.honour_max_tokens,
        keeps_prompts=False,
    )


async def _serve(server: ScriptedModelServer) -> int:
    stop = asyncio.Event()
    call_on_stop(asyncio.get_running_loop(), stop.set)
    try:
        await server.start()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        return _complain(
            f"cannot listen on {format_address(*server.listen)}: {why}; "
            "give another address with --listen HOST:PORT (port 0 picks one)"
        )
    print(f"tarn {COMMAND} ready url={server.url} pid={os.getpid()}", flush=True)
    await stop.wait()
    await server.close()
    return 0


def _complain(message: str) -> int:
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
    print(f"tarn: {shown}", file=sys.stderr, flush=True)
    return BAD_USAGE


def _mode(text: str) -> str:
    if text not in MODES:
        raise make_refusal(text, ", ".join(MODES))
    return text


def _number(kind: Callable[[str], int | float], allowed: str) -> Callable[[str], int | float]:
    def read(text: str) -> int | float:
        try:
            return kind(text)
        except ValueError:
            raise make_refusal(text, allowed) from None

    return read


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise make_refusal(text, "a file")
    return Path(text).expanduser()
