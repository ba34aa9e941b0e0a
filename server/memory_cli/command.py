"""``tarn memory TOOL AGENT``: the tools, their options and exit statuses."""

from __future__ import annotations

import argparse
import gc
import importlib
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.memory.inspect.prompt_replay import PastTurnUnknown
from agents.memory.log.codec import ArchiveRefused
from late.late_dataclass import late_dataclass
from server.arguments import (
    Options,
    Parser,
    explain_unknown_option,
    make_common_options,
    make_refusal,
)
from server.memory_cli.console import OK, STOPPED, WRONG, CannotDo, Console
from server.memory_cli.job import Job

Add = Callable[[argparse.ArgumentParser], None]


@late_dataclass(frozen=True, slots=True)
class Tool:
    """One tool: `module` has a function ``run_<name>(job) -> int``."""

    name: str
    module: str
    summary: str
    options: Add


class _Parser(Parser):
    reworded = (
        (
            r"^argument TOOL: invalid choice: (.*) \(choose from (.*)\)",
            r"the tool is \1, allowed: \2",
        ),
        (r"^argument (--\w+): invalid choice: (.*) \(choose from (.*)\)", r"\1 is \2, allowed: \3"),
        (r"^the following arguments are required: (.*)", r"\1 is missing, see --help"),
        (r"^argument (--\w+): not allowed with argument (.*)", r"\1 cannot stand beside \2"),
        (r"^argument (--(?:vault|config)): expected one.*", r"\1 is empty, allowed: a folder"),
        (r"^argument (--\w+): expected one argument", r"\1 is empty, see --help"),
        (r"^argument (\S+): ", r"\1 is "),
    )


def run_memory(options: Options) -> int:
    """Run the tool named by `options` and return the exit status of the process.

    0: fine.  1: something is wrong with the archive.  2: wrong usage, or it cannot be done.
    130: interrupted, and nothing is half-written.
    """
    gc.enable()  # the program's start switches it off
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
    console = Console(sys.stdout.buffer, sys.stderr)
    try:
        status = run_tool(options, console)
        sys.stdout.buffer.flush()
    except KeyboardInterrupt:
        console.note("tarn: stopped")
        return STOPPED
    return status


def run_tool(options: Options, console: Console) -> int:
    """Run the tool and return its exit status; errors are printed on `console`."""
    given = parse_tool(options.arguments)
    if given is None:
        console.say(_listing())
        return OK
    job = Job(
        vault=getattr(given, "vault", options.vault),
        config=getattr(given, "config", options.config),
        given=given,
        console=console,
    )
    try:
        work = getattr(importlib.import_module(given.module), f"run_{given.tool}")
        status: int = work(job)
    except CannotDo as error:
        return _complain(console, str(error), error.status)
    except (ArchiveRefused, PastTurnUnknown) as error:
        return _complain(console, str(error), WRONG)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(console, f"{where}{error.strerror or error}", CannotDo.status)
    return status


def _complain(console: Console, message: str, status: int) -> int:
    for line in message.splitlines():
        console.note(f"tarn: {line}")
    return status


def parse_tool(argv: Sequence[str]) -> argparse.Namespace | None:
    """Return the tool and its options; None if nothing was named.

    An error is one line on standard error and `SystemExit(2)`.
    """
    if not argv:
        return None
    parser = make_memory_parser()
    given, unknown = parser.parse_known_args(argv)
    if unknown:
        known = _list_options(parser, getattr(given, "tool", None))
        parser.error(explain_unknown_option(unknown[0], known))
    return given if given.tool else None


def make_memory_parser() -> Parser:
    """Return the parser of the tools and their options."""
    common = make_common_options(_Parser, telnet=False)
    parser = _Parser(
        prog="tarn memory",
        description="Tools for agents' memories. Those that only read may be used beside a"
        " running server.",
        parents=[common],
        allow_abbrev=False,
    )
    tools = parser.add_subparsers(dest="tool", metavar="TOOL", title="tools", parser_class=_Parser)
    for tool in TOOLS:
        one = tools.add_parser(
            tool.name,
            help=tool.summary,
            description=f"{tool.summary[0].upper()}{tool.summary[1:]}.",
            parents=[common],
            allow_abbrev=False,
        )
        one.set_defaults(module=f"server.memory_cli.{tool.module}")
        tool.options(one)
    return parser


def _list_options(parser: argparse.ArgumentParser, tool: str | None) -> list[str]:
    """Return the long options of a tool, or of all of them together."""
    rows = parser._actions
    for row in parser._actions:
        if isinstance(row, argparse._SubParsersAction) and tool in row.choices:
            rows = row.choices[tool]._actions
    return [name for row in rows for name in row.option_strings if name.startswith("--")]


def _listing() -> str:
    width = max(len(tool.name) for tool in TOOLS)
    rows = [f"  tarn memory {tool.name:{width}}  {tool.summary}" for tool in TOOLS]
    return "\n".join([*rows, "", "Each says more with --help."])


# --- options --------------------------------------------------------------------------


def _agent(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agent", metavar="AGENT", help="the agent's name, whatever its case")


def _verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "agent", metavar="AGENT", nargs="?", help="the agent's name; without it: all of them"
    )
    parser.add_argument(
        "--deep",
        action="store_true",
        help="render the prompt of every turn again, count every summary's tokens, and fold"
        " the whole log",
    )


def _show(parser: argparse.ArgumentParser) -> None:
    _agent(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--at",
        metavar="SEQ",
        type=_number("a memory's number"),
        help="the last turn whose prompt was made after this memory or before it (default: the"
        " last of all)",
    )
    which.add_argument(
        "--span",
        metavar="A-B",
        type=_span,
        help="instead: the summaries that have stood for these memories, and the memories",
    )


def _history(parser: argparse.ArgumentParser) -> None:
    _agent(parser)
    parser.add_argument("--last", metavar="N", type=_number("a number of compactions"), default=20,
                        help="the newest N of them (default: 20; 0: all)")  # fmt: skip
    parser.add_argument("--upto", metavar="NUMBER", type=_number("a compaction's number", least=1),
                        help="of this compaction and those before it")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="as JSON")


def _replay(parser: argparse.ArgumentParser) -> None:
    _agent(parser)
    number = _number("a memory's number", least=1)
    parser.add_argument("--from", dest="first", metavar="SEQ", type=number, default=1,
                        help="the first memory (default: 1)")  # fmt: skip
    parser.add_argument("--to", dest="last", metavar="SEQ", type=number, help="the last memory")
    parser.add_argument(
        "--strategy",
        metavar="NAME",
        help="instead: what this strategy would have made of the same life, without a model",
    )


def _only_agent_or_all(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agent", metavar="AGENT", help="the agent's name, or: all")


def _export(parser: argparse.ArgumentParser) -> None:
    _agent(parser)
    parser.add_argument(
        "--to", metavar="PATH", required=True, type=_path, help="a file or folder that is new"
    )
    parser.add_argument(
        "--format",
        choices=("jsonl", "markdown"),
        help="one memory a line, or a page for each day (default: jsonl for a name that ends in"
        " .jsonl)",
    )
    parser.add_argument(
        "--all", action="store_true", help="jsonl: turns, compactions and all other records, too"
    )
    parser.add_argument("--force", action="store_true", help="replace an earlier export there")


def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agent", metavar="AGENT", help="the agent, known or new")
    parser.add_argument("file", metavar="FILE", type=_path, help="an export or a transcript")
    parser.add_argument(
        "--as",
        dest="own",
        metavar="NAME",
        help="which speaker is the agent itself (default: AGENT; by role: assistant)",
    )
    parser.add_argument(
        "--again", action="store_true", help="append an export that the agent has already"
    )


def _number(what: str, least: int = 0) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"#?\d{1,15}", text) or int(text.lstrip("#")) < least:
            raise make_refusal(text, f"{what}, {least} or more")
        return int(text.lstrip("#"))

    return read


def _span(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"#?(\d{1,15})(?:-#?(\d{1,15}))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last:
        raise make_refusal(text, "two memories' numbers, such as 65-128")
    return first, last


def _path(text: str) -> Path:
    try:
        if not text or "\0" in text:
            raise RuntimeError
        return Path(text).expanduser().absolute()
    except RuntimeError:  # empty, or the home of an unknown user
        raise make_refusal(text, "a path") from None


TOOLS = (
    Tool("verify", "verify", "read every byte of an archive and check it", _verify),
    Tool("show", "show", "render the exact prompt of a past turn, or open a span", _show),
    Tool("history", "history", "list the compactions: when, why, by whom, at what cost", _history),
    Tool("replay", "replay", "walk a life again, or try another strategy on it", _replay),
    Tool("reindex", "reindex", "build the recall index afresh from the archive",
         _only_agent_or_all),
    Tool("export", "export", "write all memories to JSONL or to markdown", _export),
    Tool("import", "importing", "append memories from an export or a chat transcript", _import),
    Tool("strategies", "strategies", "list the ways of remembering and what each can be set to",
         lambda parser: None),
)  # fmt: skip
