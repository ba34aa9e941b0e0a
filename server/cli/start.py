"""From the command line to a running world: read options and settings, take port and vault.

Whatever is wrong before the world runs is one clear line on standard error and exit status
2, with nothing written.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence

from config.address import format_address
from config.errors import ConfigError
from server.cli.options import BAD_USAGE, CHECKOUT, Options, parse_options
from server.cli.seed import prepare_vault
from server.lock import VaultError, VaultLock
from server.settings import Settings, read_settings


def start(argv: Sequence[str]) -> int:
    """Run the program with these arguments and return its exit status."""
    options = parse_options(argv)
    if options.command != "serve":
        return run_tool(options)
    try:
        settings = read_settings(options.config, options.vault)
        listening = listen(options, settings)
        lock = VaultLock.acquire(options.vault, format_address(*listening.getsockname()[:2]))
    except (ConfigError, VaultError, CannotListen) as error:
        return refuse(error)
    return serve(options, settings, listening, lock)


def run_tool(options: Options) -> int:
    """Run a command that is not the world; none of them needs a reactor."""
    if options.command == "memory":
        from server.memory_cli.command import run as run_memory  # noqa: PLC0415  # a start is quick

        return run_memory(options)
    from server.cli.model_server import run as run_model_server  # noqa: PLC0415

    return run_model_server(options.arguments)


class CannotListen(Exception):
    """The address is taken, not ours or not allowed."""


def listen(options: Options, settings: Settings) -> socket.socket:
    """Take the port, so that nothing is written if it cannot be had. Raises `CannotListen`."""
    given = settings.server.telnet
    host, port = options.telnet or (given.host, given.port)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=128)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise CannotListen(
            f"cannot listen on {format_address(host, port)}: {why}; "
            "give another address with --telnet HOST:PORT (port 0 picks one)"
        ) from error
    listening.setblocking(False)
    return listening


def refuse(error: Exception) -> int:
    """Say why the world does not run."""
    for line in str(error).splitlines():
        print(f"tarn: {line}", file=sys.stderr, flush=True)
    return BAD_USAGE


def serve(options: Options, settings: Settings, listening: socket.socket, lock: VaultLock) -> int:
    """Fill a new vault, then run the world until it has stopped."""
    try:
        prepare_vault(options.vault, CHECKOUT / "vault")
    except OSError as error:
        lock.release()
        return refuse(VaultError(f"the vault cannot be used: {error.filename}: {error.strerror}"))
    # Twisted takes its reactor from whoever imports it first, so this import must wait.
    from server.cli.running import run  # noqa: PLC0415

    return run(options, settings, listening, lock)
