"""Letters for people who are away, bounded by box and by sender."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass
from server.people.entries import Entries
from world.names import key_of

KIND = "letter"
MOST_LETTERS = 50
"""So many letters a box holds."""
MOST_UNREAD = 10
"""So many unread letters of one sender."""
LONGEST_LETTER = 2000
"""In characters."""


class MailboxFull(Exception):
    """A letter cannot be taken: the box is full, or has too many unread ones of the sender."""


@late_dataclass(frozen=True, slots=True)
class Letter:
    """One message in somebody's box."""

    number: int
    sender: str
    at: datetime
    text: str
    read: bool = False


class Mailbox:
    """The letters of all people."""

    def __init__(self, entries: Entries, clock: Clock) -> None:
        self._entries = entries
        self._clock = clock

    def letters(self, person: str) -> list[Letter]:
        """Return a person's letters, the oldest first."""
        return sorted(self._read(person), key=lambda letter: letter.number)

    def count_unread(self, person: str) -> int:
        """Return how many letters a person has not read yet."""
        return sum(not letter.read for letter in self._read(person))

    def check_room(self, person: str, sender: str) -> None:
        """Raise `MailboxFull` if the person cannot be sent another letter."""
        letters = self.letters(person)
        mine = [each for each in letters if not each.read and key_of(each.sender) == key_of(sender)]
        if len(letters) >= MOST_LETTERS or len(mine) >= MOST_UNREAD:
            raise MailboxFull

    def send(self, person: str, sender: str, text: str) -> Letter:
        """Put a letter into a person's box. Raises `MailboxFull` and `Refusal`."""
        self.check_room(person, sender)
        number = 1 + max((letter.number for letter in self._read(person)), default=0)
        letter = Letter(number, sender, self._clock.now(), text[:LONGEST_LETTER])
        self._entries.change(key_of(person), KIND, str(number), _encode(letter))
        return letter

    def mark_read(self, person: str, letter: Letter) -> None:
        """Note that a letter was read."""
        read = Letter(letter.number, letter.sender, letter.at, letter.text, read=True)
        self._entries.put(key_of(person), KIND, str(letter.number), _encode(read))

    def delete(self, person: str, letter: Letter) -> None:
        """Throw a letter away."""
        self._entries.change(key_of(person), KIND, str(letter.number), None)

    def _read(self, person: str) -> Iterator[Letter]:
        for name, value in self._entries.list(key_of(person), KIND).items():
            letter = _parse(name, value)
            if letter is not None:
                yield letter


def _encode(letter: Letter) -> str:
    value = {
        "from": letter.sender,
        "at": letter.at.isoformat(timespec="seconds"),
        "text": letter.text,
        "read": letter.read,
    }
    return json.dumps(value, ensure_ascii=False)


def _parse(name: str, value: str) -> Letter | None:
    """Return a stored letter; None if it is none."""
    try:
        data = json.loads(value)
        at = datetime.fromisoformat(data["at"])
        return Letter(int(name), str(data["from"]), at, str(data["text"]), data["read"] is True)
    except (ValueError, TypeError, KeyError):
        return None
