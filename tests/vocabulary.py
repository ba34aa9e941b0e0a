"""What agents may use of the whole command table, as a server puts it together."""

from __future__ import annotations

from agents.mind.vocabulary import Vocabulary
from server.command_rows import list_commands
from world.commands.table import CommandTable

AGENTS_VOCABULARY = Vocabulary(CommandTable(list_commands()).for_mind("agent"))
