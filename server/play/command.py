"""``tarn play [HOST:PORT]``: its arguments and exit status."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path

from config.address import ALLOWED_ADDRESS, parse_address
from config.errors import ConfigError
from config.server import read_server
from config.telnet import TelnetSettings
from late.late_pattern import late_pattern
from server.arguments import BAD_USAGE, Options, Parser, explain_unknown_option, make_common_options
from server.lock import VaultInUseError, check_free, read_holder
from server.play.playing import FAILED, CannotPlay, Visit, play

_FINGERPRINT = late_pattern(r"(?:[0-9A-Fa-f]{2}:?){32}")


class _Parser(Parser):
    reworded = (
        (r"^argument HOST:PORT: ", "the address is "),
        (r"^argument (--\w+): expected one argument", r"\1 is empty"),
        (r"^argument (--\w+): ", r"\1 is "),
    )


def make_play_parser() -> Parser:
    """Return the parser of the arguments behind ``tarn play``."""
    parser = _Parser(
        prog="tarn play",
        description="Visit a world: a small telnet client with line editing. Ctrl-D leaves.",
        parents=[make_common_options(_Parser, telnet=False)],
        allow_abbrev=False,
    )
    parser.add_argument(
        "address", metavar="HOST:PORT", nargs="?", type=_parse_place,
        help="where the world is (default: that of the world of this folder)",
    )  # fmt: skip
    parser.add_argument(
        "--tls", action="store_true", help="speak TLS; the certificate's fingerprint is shown"
    )
    parser.add_argument(
        "--fingerprint", metavar="SHA256", type=_parse_fingerprint,
        help="with --tls: the only certificate that is accepted, so that nothing is asked",
    )  # fmt: skip
    return parser


def _parse_place(text: str) -> tuple[str, int]:
    try:
        host, port = parse_address(text)
    except ValueError:
        port = 0
    if not port:
        raise argparse.ArgumentTypeError(f"{text}, allowed: {ALLOWED_ADDRESS}, the port not 0")
    return host, port


def _parse_fingerprint(text: str) -> str:
    if not _FINGERPRINT.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text}, allowed: 64 hexadecimal digits, in pairs or not")
    return text


def run_play(options: Options) -> int:
    """Visit a world; return the exit status.

    0: the visit has ended.  1: there was no connection.  2: wrong arguments.
    """
    parser = make_play_parser()
    given, unknown = parser.parse_known_args(options.arguments)
    if unknown:
        allowed = ("--tls", "--fingerprint", "--vault", "--config", "--help")
        parser.error(explain_unknown_option(unknown[0], allowed))
    if given.fingerprint and not given.tls:
        parser.error("--fingerprint is for --tls alone")
    try:
        config = getattr(given, "config", options.config)
        vault = getattr(given, "vault", options.vault)
        host, port = given.address or _find_own(config, vault, given.tls)
        return asyncio.run(play(Visit(host, port, given.tls, given.fingerprint or "")))
    except ConfigError as error:
        return _refuse(error, BAD_USAGE)
    except CannotPlay as error:
        return _refuse(error, FAILED)
    except KeyboardInterrupt:
        return 0


def _find_own(config: Path, vault: Path, tls: bool) -> tuple[str, int]:
    """Return where the world of this folder listens: the running server knows, else the settings.

    Raises `ConfigError`.
    """
    telnet = read_server(config).telnet
    running = None if tls else _ask_running(vault)
    host, port = (telnet.tls if tls else running) or (telnet.host, telnet.port)
    every = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    return every.get(host, host), port or TelnetSettings().port


def _ask_running(vault: Path) -> tuple[str, int] | None:
    """Return the address that the server of `vault` has announced; None if none runs."""
    try:
        check_free(vault)
    except VaultInUseError:
        with contextlib.suppress(ValueError):
            return parse_address(str(read_holder(vault).get("telnet", "")))
    return None


def _refuse(error: Exception, status: int) -> int:
    for line in str(error).splitlines():
        sys.stderr.write(f"tarn: {line}\n")
    return status
