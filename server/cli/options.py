"""The command line: vault, settings, port and sub-commands."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from server.arguments import (
    Options,
    Parser,
    explain_unknown_option,
    make_common_options,
    parse_vault,
)
from server.reports.version import find_version

COMMANDS = {
    "serve": "run the world (what happens without a command, too)",
    "init": "make vault and config in a folder, to look at and change before the first start",
    "certificate": "make a certificate and key for telnet over TLS in a folder",
    "check": "read settings, texts, rooms, profiles and voices, say what is wrong; start nothing",
    "account": "list, add, remove accounts, change passwords and roles, beside a running server",
    "backup": "write vault and config into one archive, beside a running server too",
    "restore": "put a backup back, where there is no vault yet",
    "doctor": "say what is wrong with a vault and what to do; --repair does what is safe",
    "agent": "agent new NAME: make an agent's folder with a profile and a voice to fill in",
    "completion": "print what makes a shell complete tarn's commands and options",
    "upgrade": "let the program on the disk take the running server's place; nobody is dropped",
    "memory": "look into agents' memories, check, export and import them",
    "models": "list the model servers on this machine; models use SERVER MODEL: think with one",
    "play": "visit a world: a small telnet client, for systems that bring none",
    "model-server": "answer as a language model, or fail as one: for testing agents",
}
"""The sub-commands and their help."""

HANDED_ON = (
    "memory", "models", "model-server", "agent", "play", "account", "backup", "restore", "doctor",
)  # fmt: skip
"""Commands that parse their own arguments."""

SHELLS = ("bash", "zsh", "fish")
"""The shells with completion."""

_TAKERS = {
    "telnet": ("serve",),
    "web": ("serve",),
    "vault": ("serve", "check", "upgrade", *HANDED_ON),
    "config": ("serve", "check", "upgrade", *HANDED_ON),
}
"""Commands written as an option."""

_OPTIONS = ("--vault", "--config", "--telnet", "--web", "--version", "--help")
_WITH_VALUE = ("--vault", "--config", "--telnet", "--web")
_REWORDED = (
    (
        r"^argument COMMAND: invalid choice: (.*) \(choose from (.*)\)",
        r"the command is \1, allowed: \2",
    ),
    (
        r"^argument (?:SHELL): invalid choice: (.*) \(choose from (.*)\)",
        r"the shell is \1, allowed: \2",
    ),
    (
        r"^the following arguments are required: SHELL",
        f"the shell is missing, allowed: {', '.join(SHELLS)}",
    ),
    (r"^argument DIR: ", "the folder is "),
    (r"^argument --telnet: expected one argument", "--telnet is empty, allowed: HOST:PORT"),
    (r"^argument --web: expected one argument", "--web is empty, allowed: HOST:PORT or off"),
    (r"^argument (--\w+): expected one argument", r"\1 is empty, allowed: a folder"),
    (r"^argument (--\w+): ", r"\1 is "),
)
"""argparse's messages, reworded like all messages of wrong settings."""


class _Parser(Parser):
    reworded = _REWORDED


class _Version(argparse.Action):
    """Looks the version up only when asked, because that takes 10 ms."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"tarn {find_version()}")
        parser.exit()


class _Only(argparse.Action):
    """Stores a command's only argument in `Options.arguments`."""

    def __call__(self, _: object, given: argparse.Namespace, value: object, *__: object) -> None:
        given.arguments = (str(value),)


def parse_options(argv: Sequence[str]) -> Options:
    """Return the options in `argv` (without the program's name).

    An error is one line on standard error and `SystemExit(2)`; ``--help`` and
    ``--version`` print and exit with 0.  Nothing is written.
    """
    own, rest = _split_arguments(argv)
    # The parsers of fifteen commands take 2 ms of a start that names none.
    parser = make_program_parser() if _may_name_command(own) else _make_bare_parser()
    misspelt = _find_misspelt(own)
    given, unknown = parser.parse_known_args([] if misspelt else own)
    for argument in (*misspelt, *unknown):
        parser.error(explain_unknown_option(argument, _OPTIONS))
    command = getattr(given, "command", None) or "serve"
    for option in ("telnet", "web", "vault", "config"):
        if hasattr(given, option) and command not in _TAKERS[option]:
            parser.error(_explain_takers(option, command))
    return Options(
        vault=given.vault if hasattr(given, "vault") else _default_folder(parser, "vault"),
        config=given.config if hasattr(given, "config") else _default_folder(parser, "config"),
        telnet=getattr(given, "telnet", None),
        command=command,
        arguments=tuple(rest or getattr(given, "arguments", ())),
        web=getattr(given, "web", None),
    )


def _explain_takers(option: str, command: str) -> str:
    takers = _TAKERS[option]
    who = f"{takers[0]} alone" if len(takers) == 1 else ", ".join(takers)
    allowed = ", ".join(f"--{other}" for other in _TAKERS if command in _TAKERS[other])
    return f"--{option} is for {who}, allowed here: {allowed or 'none'}"


def _default_folder(parser: Parser, name: str) -> Path:
    try:
        return Path.cwd() / name
    except OSError:
        parser.error("the current folder is gone: go to one that is there")


def _split_arguments(argv: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the program's own arguments, and those of a `HANDED_ON` command."""
    value = False
    for place, word in enumerate(argv, 1):
        if not value and word in HANDED_ON:
            return argv[:place], argv[place:]
        if not value and not word.startswith("-"):
            break
        value = not value and word in _WITH_VALUE
    return argv, ()


def _may_name_command(argv: Sequence[str]) -> bool:
    """Return whether arguments are more than options with values: a command, or `--help`."""
    value = False
    for word in argv:
        if not value and word.partition("=")[0] not in _WITH_VALUE:
            return True
        value = not value and word in _WITH_VALUE
    return False


def _make_bare_parser() -> Parser:
    parser = _Parser(
        prog="tarn",
        description="A telnet world whose inhabitants are language-model agents.",
        parents=[make_common_options(_Parser)],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    return parser


def make_program_parser() -> Parser:
    """Return the parser of all arguments except those of `HANDED_ON` commands."""
    parser = _make_bare_parser()
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, help in COMMANDS.items():
        parents = [] if name in _POSITIONAL else [_make_shown_options(name)]
        described = f"{help[0].upper()}{help[1:]}."
        one = commands.add_parser(
            name, help=help, description=described, parents=parents, allow_abbrev=False
        )
        if name in _POSITIONAL:
            one.description = _POSITIONAL[name](one)
    return parser


def _make_shown_options(command: str) -> Parser:
    """Return the common options, of which help shows those that are for `command`.

    The others are read as well, so that their error can say what they are for.
    """
    common = make_common_options(_Parser)
    for option in common._actions:
        if command not in _TAKERS[option.dest]:
            option.help = argparse.SUPPRESS
    return common


def _add_folder(parser: argparse.ArgumentParser) -> str:
    parser.add_argument(
        "arguments", metavar="DIR", nargs="?", type=parse_vault, action=_Only, default=".",
        help="the folder, made if it is missing (default: the current one)",
    )  # fmt: skip
    return "Make DIR/vault, the starter world, and DIR/config. What is there already stays."


def _add_shell(parser: argparse.ArgumentParser) -> str:
    parser.add_argument("arguments", metavar="SHELL", choices=SHELLS, action=_Only,
                        help=" or ".join(SHELLS))  # fmt: skip
    return 'For bash: eval "$(tarn completion bash)" in ~/.bashrc.'


def _add_certificate_folder(parser: argparse.ArgumentParser) -> str:
    parser.add_argument(
        "arguments", metavar="DIR", nargs="?", type=parse_vault, action=_Only, default="config",
        help="the folder, made if it is missing (default: config)",
    )  # fmt: skip
    return "Make DIR/certificate.pem, signed by itself, and DIR/key.pem. Nothing is written over."


_POSITIONAL = {
    "init": _add_folder,
    "certificate": _add_certificate_folder,
    "completion": _add_shell,
}
"""Functions that add a command's argument and describe the command."""


def _find_misspelt(argv: Sequence[str]) -> list[str]:
    """Return an unknown option before the command.

    argparse would report the value behind it as an unknown command.
    """
    before = itertools.takewhile(lambda word: word not in COMMANDS, argv)
    options = (word for word in before if word.startswith("-") and word.strip("-"))
    return [word for word in options if word.partition("=")[0] not in (*_OPTIONS, "-h")]
