"""The command line: which vault, which settings, which port."""

from __future__ import annotations

import argparse
import difflib
import itertools
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from config.address import ALLOWED_ADDRESS, parse_address

CHECKOUT = Path(__file__).resolve().parent.parent
"""The folder that holds the packages, and the vault and settings that come with them."""

BAD_USAGE = 2
"""Exit status for a wrong option, port or setting."""

COMMANDS = {"serve": "run the world (what happens without a command, too)"}
"""The sub-commands and their help."""


_OPTIONS = ("--vault", "--config", "--telnet", "--version", "--help")
_REWORDED = (
    (
        r"^argument COMMAND: invalid choice: (.*) \(choose from (.*)\)",
        r"the command is \1, allowed: \2",
    ),
    (r"^argument --telnet: expected one argument", "--telnet is empty, allowed: HOST:PORT"),
    (r"^argument (--\w+): expected one argument", r"\1 is empty, allowed: a folder"),
    (r"^argument (--\w+): ", r"\1 is "),
)
"""argparse's messages, put as every other message of a wrong setting is."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for. Folders are absolute; `telnet` None: as configured."""

    vault: Path
    config: Path
    telnet: tuple[str, int] | None = None
    command: str = "serve"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without a usage text that hides it."""

    def error(self, message: str) -> NoReturn:
        for pattern, words in _REWORDED:
            message = re.sub(pattern, words, message, count=1)
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
        sys.stderr.write(f"tarn: {shown}\n")
        raise SystemExit(BAD_USAGE)


class _Version(argparse.Action):
    """Looks the version up only when asked: that takes 10 ms, which every start would pay."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"tarn {version()}")
        parser.exit()


def parse_options(argv: Sequence[str]) -> Options:
    """Return the options in `argv` (without the program's name).

    Whatever is wrong is one line on standard error and `SystemExit(2)`; ``--help`` and
    ``--version`` print and exit with 0.  Nothing is written.
    """
    parser = _parser()
    misspelt = _misspelt(argv)
    given, unknown = parser.parse_known_args([] if misspelt else argv)
    for argument in (*misspelt, *unknown):
        parser.error(_unknown(argument))
    return Options(
        vault=getattr(given, "vault", CHECKOUT / "vault"),
        config=getattr(given, "config", CHECKOUT / "config"),
        telnet=getattr(given, "telnet", None),
        command=given.command or "serve",
    )


def _parser() -> _Parser:
    common = _common()
    parser = _Parser(
        prog="tarn",
        description="A telnet world whose inhabitants are language-model agents.",
        parents=[common],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, help in COMMANDS.items():
        commands.add_parser(name, help=help, parents=[common], allow_abbrev=False)
    return parser


def _common() -> _Parser:
    """Return the options that stand before or after a command.

    They have no defaults: a command's parser would otherwise undo what stood before it.
    """
    common = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--vault",
        metavar="DIR",
        type=_vault,
        help=f"the vault, made if it is missing (default: {_default('vault')})",
    )
    common.add_argument(
        "--config",
        metavar="DIR",
        type=_config,
        help=f"folder of server.yaml and llm.yaml (default: {_default('config')})",
    )
    common.add_argument(
        "--telnet",
        metavar="HOST:PORT",
        type=_telnet,
        help="where to listen, instead of what server.yaml says; port 0 picks one",
    )
    return common


def _default(folder: str) -> str:
    return str(CHECKOUT / folder).replace("%", "%%")  # argparse fills in help texts


def version() -> str:
    """Return this program's version: the installed one's, else the checkout's."""
    from importlib import metadata  # noqa: PLC0415  # see `_Version`

    try:
        return metadata.version("tarn")
    except metadata.PackageNotFoundError:
        import tomllib  # noqa: PLC0415

        project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])


def _telnet(text: str) -> tuple[str, int]:
    try:
        return parse_address(text)
    except ValueError:
        raise _refused(text, ALLOWED_ADDRESS) from None


def _config(text: str) -> Path:
    path = _absolute(text)
    if not _is_folder(path):
        raise _refused(text, "a folder that is there")
    return path


def _vault(text: str) -> Path:
    path = _absolute(text)
    if not _is_folder(path) and (_exists(path) or not _is_folder(path.parent)):
        raise _refused(text, "a folder, or a new name in a folder that is there")
    return path


def _absolute(text: str) -> Path:
    try:
        if not text or "\0" in text:
            raise RuntimeError
        return Path(text).expanduser().absolute()
    except RuntimeError:  # empty, or the home of a user who is not known
        raise _refused(text, "a folder") from None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _exists(path: Path) -> bool:
    try:
        return path.exists() or path.is_symlink()
    except OSError:  # a name too long, a folder closed to us: nothing can be made there
        return True


def _refused(text: str, allowed: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"{text!r}, allowed: {allowed}")


def _misspelt(argv: Sequence[str]) -> list[str]:
    """Return what stands before the command and looks like an option, but is none.

    argparse would rather complain of the value behind it: that it is no command.
    """
    before = itertools.takewhile(lambda word: word not in COMMANDS, argv)
    options = (word for word in before if word.startswith("-") and word.strip("-"))
    return [word for word in options if word.partition("=")[0] not in (*_OPTIONS, "-h")]


def _unknown(option: str) -> str:
    near = difflib.get_close_matches(option.partition("=")[0], _OPTIONS, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"{option!r} is not an option, allowed: {', '.join(_OPTIONS)}{hint}"
