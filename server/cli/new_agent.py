"""``tarn agent new NAME``: make an agent's folder with a profile and a voice to fill in."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from agents.mind.profile import PROFILE
from agents.mind.voice.voice_file import VOICE
from server.administration.agent_making import list_agent_folders, write_agent_folder
from server.arguments import BAD_USAGE, Options, Parser, explain_unknown_option, make_common_options
from server.command_rows import list_commands
from server.lock import MACHINE_FOLDER
from server.people.people import ACCOUNT
from server.storage.database import StorageError
from server.storage.world import read_things
from world.commands.table import CommandTable
from world.names import NameRefused, PathRefused


class _Parser(Parser):
    reworded = (
        (
            r"^argument ACTION: invalid choice: (.*) \(choose from .*\)",
            r"the action is \1, allowed: new",
        ),
        (r"^the following arguments are required: ACTION.*", "the action is missing, allowed: new"),
        (
            r"^the following arguments are required: NAME",
            "the agent's name is missing: tarn agent new NAME",
        ),
        (r"^argument (--\w+): expected one argument", r"\1 is empty, allowed: a folder"),
        (r"^argument (--\w+): ", r"\1 is "),
    )


def make_agent_parser() -> Parser:
    """Return the parser of the arguments behind ``tarn agent``."""
    parser = _Parser(
        prog="tarn agent",
        description="Makes the folder of a new agent, with a profile and a voice to fill in.",
        parents=[make_common_options(_Parser, telnet=False)],
        allow_abbrev=False,
    )
    parser.add_argument("action", metavar="ACTION", choices=("new",), help="new")
    parser.add_argument("name", metavar="NAME", help="the agent's name: one word")
    return parser


def run_agent(options: Options) -> int:
    """Make an agent's folder in the vault and return the exit status.

    0: it is made.  2: it is not, for the reason on standard error; then nothing is written.
    """
    parser = make_agent_parser()
    given, unknown = parser.parse_known_args(options.arguments)
    if unknown:
        parser.error(explain_unknown_option(unknown[0], ("--vault", "--config", "--help")))
    vault = getattr(given, "vault", options.vault)
    try:
        made = make_agent_folder(vault, given.name)
    except (NameRefused, PathRefused, StorageError) as refused:
        return _refuse(str(refused))
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}")
    print(f"made {made / PROFILE}")
    print(f"made {made / VOICE}")
    print("Fill them in. In a running world the agent appears at @reload, else at the next start.")
    return 0


def _refuse(why: str) -> int:
    print(f"tarn: {why}", file=sys.stderr)
    return BAD_USAGE


def make_agent_folder(vault: Path, name: str) -> Path:
    """Make the folder of a new agent and return it.

    Raises `NameRefused` for a bad or taken name, `PathRefused`, `StorageError` and `OSError`.
    """
    if not vault.is_dir():
        raise PathRefused(f"{vault}: there is no vault; tarn init DIR makes one")
    words = CommandTable(list_commands()).words()
    taken = _find_taken_names(vault)
    return write_agent_folder(vault, name, taken, words)


def _find_taken_names(vault: Path) -> list[str]:
    """Return the names of all agents and of the people who have an account."""
    return [*list_agent_folders(vault), *_list_people(vault)]


def _list_people(vault: Path) -> Iterable[str]:
    things = read_things(vault / MACHINE_FOLDER / "world.sqlite")
    return [thing.name for thing in things if ACCOUNT in thing.properties]
