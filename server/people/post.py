"""Takes words for people who are away: who may send, to whom, and what it costs."""

from __future__ import annotations

from server.people.own.mail import MailboxFull
from server.people.people import ACCOUNT, People
from world.commands.invocation import Refusal
from world.costs.cost import CostKind
from world.model import Character
from world.nature import Nature
from world.world import World


def has_account(character: Character) -> bool:
    """Return whether the character is that of a person who can come back."""
    return character.properties.get(ACCOUNT) == "person"


class Post:
    """Puts letters into the boxes of a world's people."""

    def __init__(self, people: People, world: World) -> None:
        self._people = people
        self._world = world

    def refuses(self, hearer: Character, speaker: Character) -> bool:
        """Return whether a person wants no words of the speaker."""
        return self._people.ignoring.ignores(hearer.name, speaker.name)

    def keep(self, sender: Character, recipient: Character, words: str) -> str:
        """Keep what was told to somebody asleep; return what the sender is told.

        The result is empty where nothing can be kept: both must be people with accounts.
        """
        if not (has_account(sender) and has_account(recipient)):
            return ""
        if self._world.kind_of(sender.id) != "person":
            return ""
        self.send(sender, recipient, words)
        return self._world.texts.say("mail.kept", name=recipient.name)

    def send(self, sender: Character, recipient: Character, text: str) -> None:
        """Put a letter into the recipient's box. Raises `Refusal`: the sender may be muted."""
        say, to = self._world.texts.say, recipient.name
        gag = self._world.rules.gag(sender.id, Nature.SPEECH)
        if gag:
            raise Refusal(gag)
        if self.refuses(recipient, sender):
            raise Refusal(say("tell.refused", target=to))
        try:
            self._people.mailbox.check_room(to, sender.name)
        except MailboxFull:
            raise Refusal(say("mail.full", name=to)) from None
        why = self._world.spend(sender.id, {CostKind.KEPT: len(text.encode("utf-8", "replace"))})
        if why is not None:
            raise Refusal(why)
        letter = self._people.mailbox.send(to, sender.name, text)
        told = say("mail.arrives", name=sender.name, number=letter.number)
        self._world.notify(recipient.id, told)
