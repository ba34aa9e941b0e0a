"""The command for letters."""

from __future__ import annotations

import re
from collections.abc import Callable

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.people.own.mail import LONGEST_LETTER, Letter
from server.people.people import People
from server.people.post import Post, has_account
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import ARROWS, EQUALS, clean_line

_DELETE = late_pattern(r"(?:delete|del)\s+(all|\d{1,6})", re.IGNORECASE)
_READ = late_pattern(r"(?:read\s+)?(\d{1,6})|read", re.IGNORECASE)
_SEND = late_pattern(
    rf"(?:(?:send\s+)?(?P<to>\S+)\s*{EQUALS}|send\s+(?P<name>\S+))\s*(?P<words>.*)", re.IGNORECASE
)
_SEND_BY_ARROW = late_pattern(rf"(?P<to>\S+?)(?P<name>)\s*(?:{ARROWS})\s*(?P<words>.*)")
LINE_WIDTH = 50


@late_dataclass(frozen=True, slots=True)
class MailVerbs:
    """Makes the command. `people` and `post` are made after it."""

    people: Callable[[], People]
    post: Callable[[], Post]

    def rows(self) -> tuple[Command, ...]:
        """Return the command."""
        return (
            Command(
                "mail", self.run_mail, "mail [<number> | delete <number> | <someone> = <words>]",
                "Read your letters, or write to somebody who is away", "social",
                nature=Nature.REPORT, permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                help="mail lists the letters, mail 2 shows the second, mail read the first unread "
                "one; mail delete 2 throws it away, mail delete all all of them. Example: "
                "mail Rowan = The boat is back. Whatever you tell somebody asleep is mail, too.",
            ),
        )  # fmt: skip

    def run_mail(self, inv: Invocation) -> None:
        """List, read, delete or send."""
        if not has_account(inv.actor):
            inv.refuse_text("mail.guest")
        delete, read = _DELETE.fullmatch(inv.args), _READ.fullmatch(inv.args)
        send = _SEND.fullmatch(inv.args) or _SEND_BY_ARROW.fullmatch(inv.args)
        if not inv.args:
            self._list(inv)
        elif read:
            self._read(inv, read[1])
        elif delete:
            self._delete(inv, delete[1].casefold())
        elif send:
            self._send(inv, send["to"] or send["name"], send["words"])
        else:
            inv.refuse_text("mail.what", syntax=inv.command.syntax)

    def _list(self, inv: Invocation) -> None:
        letters = self.people().mailbox.letters(inv.actor.name)
        if not letters:
            inv.reply_text("mail.none")
            return
        lines = [self._describe(inv, letter) for letter in letters]
        inv.reply("\n".join([inv.say_text("mail.head", count=len(letters)), *lines]))

    def _describe(self, inv: Invocation, letter: Letter) -> str:
        key = "mail.line" if letter.read else "mail.line-new"
        begins = clean_line(letter.text, LINE_WIDTH)
        at = f"{letter.at:%Y-%m-%d %H:%M}"
        return inv.say_text(key, number=letter.number, name=letter.sender, at=at, begins=begins)

    def _read(self, inv: Invocation, number: str | None) -> None:
        letters = self.people().mailbox.letters(inv.actor.name)
        unread = [each for each in letters if not each.read]
        if number is None and not unread:
            inv.refuse_text("mail.nothing-new")
        letter = unread[0] if number is None else self._find(inv, number)
        self.people().mailbox.mark_read(inv.actor.name, letter)
        at = f"{letter.at:%Y-%m-%d %H:%M} UTC"
        inv.reply_text(
            "mail.shown", number=letter.number, name=letter.sender, at=at, text=letter.text
        )

    def _delete(self, inv: Invocation, which: str) -> None:
        mailbox = self.people().mailbox
        letters = mailbox.letters(inv.actor.name)
        gone = letters if which == "all" else [self._find(inv, which)]
        for letter in gone:
            mailbox.delete(inv.actor.name, letter)
        inv.reply_text("mail.deleted", count=len(gone))

    def _find(self, inv: Invocation, number: str) -> Letter:
        letters = {each.number: each for each in self.people().mailbox.letters(inv.actor.name)}
        if int(number) not in letters:
            inv.refuse_text("mail.unknown", number=int(number))
        return letters[int(number)]

    def _send(self, inv: Invocation, name: str, words: str) -> None:
        target = inv.match_character(name.rstrip(",:"))
        if not has_account(target):
            inv.refuse_text("mail.not-person", name=target.name)
        if target is inv.actor:
            inv.refuse_text("tell.self")
        text = inv.need(inv.clean_argument(words.strip(), LONGEST_LETTER), "mail.empty")
        self.post().send(inv.actor, target, text)
        inv.reply_text("mail.sent", name=target.name)
