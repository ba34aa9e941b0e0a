"""From the command line to a running world: reads options and settings, takes port and vault.

An error before the world runs is one line on standard error and exit status
2, with nothing written.
"""

from __future__ import annotations

import importlib
import os
import socket
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from config.address import format_address
from config.errors import ConfigError
from server.arguments import BAD_USAGE, Options
from server.cli.light_twisted import import_reactor_kind
from server.cli.options import parse_options
from server.lock import VaultError, VaultLock, check_free
from server.settings import Settings, read_settings
from server.starter_files import fill_vault, make_config
from server.stopping.reader_gone import end_with_reader
from server.tls.certificates import CertificateRejected
from server.tls.port import TlsPort, check_certificate, prepare_tls
from server.upgrade.handover import (
    Handover,
    HandoverUnreadable,
    check_form,
    is_trial,
    take_over,
)
from server.upgrade.replacement import dismiss_visits
from server.web.serving.port import WebAddressRefused, WebPort, choose_web


def start(argv: Sequence[str]) -> int:
    """Run the program with these arguments and return its exit status."""
    with end_with_reader():
        options = parse_options(argv)
        if options.command != "serve":
            return run_command(options)
    if is_trial(os.environ):
        return try_out(options)
    left = None
    try:
        left = take_over(os.environ)
        settings = read_settings(options.config, options.vault)
        if left is None:
            check_free(options.vault)  # the same settings name ports that the other server has
        tls_left = left.tls if left else None
        tls = prepare_tls(settings.server.telnet, options.config, bind_after(tls_left))
        listening = take_port(options, settings, left)
        web, doubt = take_web_port(options, settings, left)
        lock = take_vault(options, listening, left)
    except (*REFUSED, VaultError, CannotListen, WebAddressRefused) as error:
        dismiss_visits(left.visits if left else ())
        return refuse(error)
    if doubt:
        _say_error(doubt)
    return serve(options, settings, listening, lock, left, tls, web)


REFUSED = (ConfigError, HandoverUnreadable, CertificateRejected)
"""Errors by which a program cannot start, wherever it runs."""


def try_out(options: Options) -> int:
    """Find out whether this program could take a running server's place; start nothing."""
    try:
        check_form(os.environ)
        settings = read_settings(options.config, options.vault)
        check_certificate(settings.server.telnet, options.config)
    except REFUSED as error:
        return refuse(error)
    # Whether everything can be imported; the kind of reactor must be chosen before the others are.
    import_reactor_kind()
    for module in ("server.cli.running", "server.wiring.late_parts", "server.wiring.page"):
        importlib.import_module(module)
    return 0


def take_port(options: Options, settings: Settings, left: Handover | None) -> socket.socket:
    """Return the port for telnet, that of the program before if there was one.

    Raises `CannotListen`.
    """
    if left is None:
        return listen(*_find_telnet(options, settings), ADVICE)
    listening = socket.socket(fileno=left.listening)
    listening.setblocking(False)
    return listening


def take_web_port(
    options: Options, settings: Settings, left: Handover | None
) -> tuple[WebPort | None, str]:
    """Return the port for the page, and why there is none though nobody said so.

    Raises `CannotListen` if the address was asked for, and `WebAddressRefused`.
    """
    given = settings.server.web
    bind = bind_after(left.web if left else None, WEB_ADVICE)
    wish = choose_web(options.web, given, _find_telnet(options, settings)[1])
    try:
        bound = bind(wish.host, wish.port) if wish else None
    except CannotListen as error:
        if wish is None or wish.asked:
            raise
        return None, f"there is no page for browsers: {error}"
    return WebPort(bound, given.public) if bound else None, ""


def take_vault(options: Options, listening: socket.socket, left: Handover | None) -> VaultLock:
    """Lock the vault, or go on with the lock of the program before. Raises `VaultError`."""
    if left is not None:
        return VaultLock.adopt(left.lock)
    return VaultLock.acquire(options.vault, format_address(*listening.getsockname()[:2]))


def _find_telnet(options: Options, settings: Settings) -> tuple[str, int]:
    given = settings.server.telnet
    return options.telnet or (given.host, given.port)


def bind_after(left: int | None, advice: str = "") -> Callable[[str, int], socket.socket]:
    """Return a `listen` that takes the socket `left` by the program before, if the address is
    its."""
    kept = socket.socket(fileno=left) if left is not None else None

    def bind(host: str, port: int) -> socket.socket:
        if kept is None:
            return listen(host, port, advice)
        bound = kept.getsockname()
        if host == bound[0] and port in (0, bound[1]):
            kept.setblocking(False)
            return kept
        kept.close()
        return listen(host, port, advice)

    return bind


_RUNNERS = {
    "check": ("server.cli.check", "run_check"),
    "account": ("server.cli.account", "run_account"),
    "backup": ("server.upkeep.backup", "run_backup"),
    "restore": ("server.upkeep.restore", "run_restore"),
    "doctor": ("server.cli.doctor", "run_doctor"),
    "agent": ("server.cli.new_agent", "run_agent"),
    "models": ("server.cli.models", "run_models"),
    "play": ("server.play.command", "run_play"),
    "upgrade": ("server.cli.upgrade", "run_upgrade"),
    "memory": ("server.memory_cli.command", "run_memory"),
}
"""The module and function of each command whose function takes the options."""


def run_command(options: Options) -> int:
    """Run a sub-command; none of them needs a reactor."""
    # Each command imports its own modules, so that a start is quick.
    match options.command:
        case "init":
            return init_folder(Path(*options.arguments))
        case "certificate":
            from server.tls.making import make_certificate_files  # noqa: PLC0415

            return make_certificate_files(Path(*options.arguments))
        case "completion":
            from server.cli.completion import print_completion  # noqa: PLC0415

            return print_completion(options.arguments[0])
        case "model-server":
            from server.cli.model_server import run_model_server  # noqa: PLC0415

            return run_model_server(options.arguments)
    module, function = _RUNNERS[options.command]
    run: Callable[[Options], int] = getattr(importlib.import_module(module), function)
    return run(options)


class CannotListen(Exception):
    """The address is in use, not of this machine or not allowed."""


ADVICE = "; give another address with --telnet HOST:PORT (port 0 picks one)"
WEB_ADVICE = "; give another address with --web HOST:PORT (port 0 picks one), or --web off"


def listen(host: str, port: int, advice: str = "") -> socket.socket:
    """Bind the port before anything is written. Raises `CannotListen`, with advice."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=128)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise CannotListen(
            f"cannot listen on {format_address(host, port)}: {why}{advice}"
        ) from error
    listening.setblocking(False)
    return listening


def refuse(error: Exception) -> int:
    """Say why the world does not run."""
    for line in str(error).splitlines():
        _say_error(line)
    return BAD_USAGE


def _say_error(line: str) -> None:
    print(f"tarn: {line}", file=sys.stderr, flush=True)


def serve(
    options: Options,
    settings: Settings,
    listening: socket.socket,
    lock: VaultLock,
    left: Handover | None = None,
    tls: TlsPort | None = None,
    web: WebPort | None = None,
) -> int:
    """Make missing vault and settings, then run the world until it stops."""
    from server.storage.database import StorageError  # noqa: PLC0415  # imported late: see below
    from server.upkeep.leftovers import sweep  # noqa: PLC0415
    from server.upkeep.lost_accounts import check_accounts  # noqa: PLC0415

    try:
        check_accounts(options.vault)
        sweep(options.vault, time.time())
        make_missing(options.vault, options.config)
    except (OSError, StorageError, VaultError) as error:
        lock.release()
        return refuse(_explain_unusable(error) if isinstance(error, OSError) else error)
    # What a server writes is its owner's alone; what came with the starter vault stays as it is.
    os.umask(0o077)
    from server.cli.running import run_world  # noqa: PLC0415

    return run_world(options, settings, listening, lock, left, tls, web)


def init_folder(folder: Path) -> int:
    """Make `folder` with a vault and settings in it, and return the exit status.

    0: they exist now.  2: they cannot be made.
    """
    try:
        folder = folder.resolve()
        folder.mkdir(exist_ok=True)
        made = make_missing(folder / "vault", folder / "config")
    except OSError as error:
        return refuse(_explain_unusable(error))
    if not made:
        print(f"tarn: {folder} has vault and config already; nothing was changed")
    return 0


def make_missing(vault: Path, config: Path) -> int:
    """Make and report what is missing of vault and settings; return the count. Raises `OSError`."""
    made = 0
    if make_config(config):
        made += say_made(config, "the settings")
    if fill_vault(vault):
        made += say_made(vault, "the starter world")
    return made


def say_made(folder: Path, what: str) -> int:
    """Report on standard error, so that standard output has only the ready line."""
    print(f"tarn: made {folder} ({what})", file=sys.stderr, flush=True)
    return 1


def _explain_unusable(error: OSError) -> VaultError:
    return VaultError(f"the vault cannot be used: {error.filename}: {error.strerror}")
