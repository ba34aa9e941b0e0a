"""The options and errors that all command lines of the program share."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NoReturn, TypeVar

from config.address import ALLOWED_ADDRESS, parse_address
from config.web import ALLOWED_WEB, parse_web
from late.late_dataclass import late_dataclass

BAD_USAGE = 2
"""Exit status for a wrong option, port or setting."""


@late_dataclass(frozen=True, slots=True)
class Options:
    """The options of the command line. Folders are absolute.

    `telnet` and `web` are None where they are as configured.
    """

    vault: Path
    config: Path
    telnet: tuple[str, int] | None = None
    command: str = "serve"
    arguments: tuple[str, ...] = ()
    """The arguments of a `HANDED_ON` command; the folder of init; the shell of completion."""
    web: tuple[str, int] | Literal["off"] | None = None


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, without a usage text that hides it."""

    reworded: Sequence[tuple[str, str]] = ()
    """Patterns of argparse's messages, and the messages that replace them."""

    def error(self, message: str) -> NoReturn:
        """Print `message` on standard error and exit with status 2.

        A wrong word gets the nearest of those that are allowed.
        """
        hint = _suggest_choice(message)
        for pattern, words in self.reworded:
            message = re.sub(pattern, words, message, count=1)
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
        sys.stderr.write(f"tarn: {shown}{hint}\n")
        raise SystemExit(BAD_USAGE)


def _suggest_choice(message: str) -> str:
    """Return what was probably meant, if argparse's `message` is about a wrong choice."""
    wrong = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message, re.DOTALL)
    return suggest(wrong[1], re.findall(r"[\w.-]+", wrong[2])) if wrong else ""


def suggest(word: str, known: Sequence[str]) -> str:
    """Return the `known` word that is nearest to `word` as a question behind an error; or empty."""
    import difflib  # noqa: PLC0415  # for mistakes alone

    near = difflib.get_close_matches(word, known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


P = TypeVar("P", bound=Parser)


def make_common_options(kind: type[P], *, telnet: bool = True) -> P:
    """Return the options that stand before or after a command.

    They have no defaults, because a command's parser would overwrite what stood before it.
    """
    common = kind(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--vault",
        metavar="DIR",
        type=parse_vault,
        help="the vault, made if it is missing (default: ./vault)",
    )
    common.add_argument(
        "--config",
        metavar="DIR",
        type=_config,
        help="folder of server.yaml and llm.yaml (default: ./config, made if it is missing)",
    )
    if telnet:
        common.add_argument(
            "--telnet",
            metavar="HOST:PORT",
            type=parse_telnet,
            help="where to listen, instead of what server.yaml says; port 0 picks one",
        )
        common.add_argument(
            "--web",
            metavar="HOST:PORT|off",
            type=_parse_web,
            help="where to serve the page for browsers, instead of what server.yaml says",
        )
    return common


def parse_telnet(text: str) -> tuple[str, int]:
    """Return the host and port of an address to listen on."""
    try:
        return parse_address(text)
    except ValueError:
        raise make_refusal(text, ALLOWED_ADDRESS) from None


def _parse_web(text: str) -> tuple[str, int] | Literal["off"]:
    try:
        return parse_web(text) or "off"
    except ValueError:
        raise make_refusal(text, ALLOWED_WEB) from None


def _config(text: str) -> Path:
    path = _absolute(text)
    if not _is_folder(path):
        raise make_refusal(text, "a folder that is there")
    return path


def parse_vault(text: str) -> Path:
    """Return the folder of a vault, which need not exist yet."""
    path = _absolute(text)
    if not _is_folder(path) and (_exists(path) or not _is_folder(path.parent)):
        raise make_refusal(
            text, f"a folder, or a new name in a folder that is there{_find_lacking(path.parent)}"
        )
    return path


def _find_lacking(folder: Path) -> str:
    """Return a sentence's end that names the first of a path's folders that is not there."""
    for each in (*reversed(folder.parents), folder):
        if not _is_folder(each):
            return f" ({each} is {'no folder' if _exists(each) else 'not there'})"
    return ""


def _absolute(text: str) -> Path:
    try:
        if not text or "\0" in text:
            raise RuntimeError
        return Path(text).expanduser().absolute()
    except (RuntimeError, OSError):  # empty; an unknown user's home; no current folder
        raise make_refusal(text, "a folder") from None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _exists(path: Path) -> bool:
    try:
        return path.exists() or path.is_symlink()
    except OSError:  # a name too long or a folder without access: nothing can be made there
        return True


def make_refusal(text: str, allowed: str) -> argparse.ArgumentTypeError:
    """Return the error that an option's type raises for a wrong value."""
    return argparse.ArgumentTypeError(f"{text!r}, allowed: {allowed}")


def explain_unknown_option(option: str, known: Sequence[str]) -> str:
    """Return the error of an option that is not among the `known` ones."""
    hint = suggest(option.partition("=")[0], known)
    return f"{option!r} is not an option, allowed: {', '.join(known)}{hint}"
