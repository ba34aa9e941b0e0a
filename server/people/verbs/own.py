"""Commands about one's own visit: aliases, the password, leaving."""

from __future__ import annotations

from collections.abc import Callable

from late.late_dataclass import late_dataclass
from server.people.own.shortcuts import ALWAYS_COMMANDS, LONGEST_SHORTCUT, MOST_SHORTCUTS
from server.people.people import People
from server.people.post import has_account
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.costs.cost import CostKind
from world.nature import Nature
from world.text import ARROWS, EQUALS, clean_line, split_at_sign


@late_dataclass(frozen=True, slots=True)
class OwnVisitVerbs:
    """Makes the commands. `people` is made after them."""

    people: Callable[[], People]

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(
                "alias", self.run_alias, "alias [<word> [= <line>]]",
                "Make a word of your own stand for a whole line", "self",
                nature=Nature.REPORT, permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                help="Example: alias gm = say Good morning, $1! Then: gm Moss. $1 to $9 are the "
                "words behind it, $* is all of them. ! or !! repeats your last line.",
            ),
            Command(
                "unalias", self.run_unalias, "unalias <word>", "Forget a word of your own",
                "self", nature=Nature.REPORT, permission=Permission.PEOPLE,
                privacy=Privacy.SILENT, exact=True,
            ),
            Command(
                "@password", self.run_password, "@password", "Change your password", "self",
                nature=Nature.REPORT, permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                exact=True,
                help="You are asked for the old one and the new one; neither is shown.",
            ),
            Command(
                "quit", self.run_quit, "quit", "Leave the world", "self", nature=Nature.REST,
                aliases=("@quit",), permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                exact=True, help="You are gone at once. If only your connection is lost, your "
                "body waits for you for a while.",
            ),
        )  # fmt: skip

    def run_alias(self, inv: Invocation) -> None:
        """List the aliases, show one, or set one."""
        word, mark, line = split_at_sign(inv.args, EQUALS, ARROWS)
        line = clean_line(line, LONGEST_SHORTCUT + 1)
        if not mark:
            self._show(inv, word)
            return
        mine = self.people().shortcuts.list(inv.actor.name)
        if not self.people().shortcuts.is_word(word):
            inv.refuse_text("alias.word", word=clean_line(word, 40))
        if word.casefold() in ALWAYS_COMMANDS:
            inv.refuse_text("alias.command", word=word)
        if not line:
            inv.refuse_text("alias.empty", word=word)
        if word.casefold() not in mine and len(mine) >= MOST_SHORTCUTS:
            inv.refuse_text("alias.full", count=len(mine))
        line = inv.clean_argument(line, LONGEST_SHORTCUT)
        inv.spend({CostKind.KEPT: len(line.encode("utf-8", "replace"))})
        self.people().shortcuts.put(inv.actor.name, word, line)
        inv.reply_text("alias.set", word=word, line=line)

    def _show(self, inv: Invocation, word: str) -> None:
        mine = self.people().shortcuts.list(inv.actor.name)
        found = {word.casefold(): mine.get(word.casefold())} if word else dict(mine)
        lines = [
            inv.say_text("alias.line", word=each, line=line) for each, line in found.items() if line
        ]
        if not lines and word:
            inv.refuse_text("alias.unknown", word=clean_line(word, 40))
        inv.reply("\n".join(lines) or inv.say_text("alias.none"))

    def run_unalias(self, inv: Invocation) -> None:
        """Forget an alias."""
        word = inv.args.casefold()
        if word not in self.people().shortcuts.list(inv.actor.name):
            inv.refuse_text("alias.unknown", word=clean_line(inv.args, 40))
        self.people().shortcuts.put(inv.actor.name, word, None)
        inv.reply_text("alias.gone", word=word)

    def run_password(self, inv: Invocation) -> None:
        """Begin the dialogue."""
        if not has_account(inv.actor):
            inv.refuse_text("password.guest")
        self.people().ask_password(inv.actor.id)

    def run_quit(self, inv: Invocation) -> None:
        """Refuse; the session itself takes the word of a person."""
        inv.refuse_text("quit.how")
