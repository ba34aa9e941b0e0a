"""What cases are about (names, places, days, numbers), and how the judge reads words.

Words of the memory that it judges are the names of days and numbers alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.words import DIGITS, TEENS, TENS, WEEKDAYS


def list_words(text: str) -> tuple[str, ...]:
    """Return the words of `text`, parted by blanks."""
    return tuple(text.split())


PEOPLE = list_words(
    "Aldith Berrin Corwen Dunstan Elswyth Ferrol Godric Hawise Ismay Jocosa Kenelm"
    " Leofric Maudlin Nerys Osbert Petronel Quenby Rohese Sabin Thurstan Ulric Verity"
    " Wystan Ysolde Amice Baldwin Clemence Drogo Emmot Fulk Gunnora Hamon Idonea Joscelin"
    " Katrin Lettice Mauger Nest Orrick Philippa Ranulf Sibley Tancred Urien Violet Warin"
    " Averill Bertrade Cuthbert Deorwen Edony Fabian Gervase Hugolin Isolda Jasper Kester"
    " Lambert Merewen Nicola Odelina Piers Rainer Sewell Tobias Ursel Vivian Walden Xanthe"
    " Yarrow Zenobia Ancel Brise Cedany Dowsabel Ewan Florian Garrick Hesper Ingram"
)
"""Who speaks and is spoken of; none of them takes part in the ordinary moments."""

_VALUE_PEOPLE = ("Agatha", "Barnaby", "Crispin", "Dorcas", "Eustace", "Felicia", "Gilbert",
                 "Honora", "Ivo", "Jemima")  # fmt: skip
PLACES = (
    "Askerdale", "Brackmoor", "Cattleby", "Dunmere", "Eastwater", "Foxhythe", "Grimsdale",
    "Harrowgate", "Inglewick", "Kettleness", "Langstrand", "Morrowby", "Netherholt", "Oxcombe",
    "Pellgate", "Quernstead", "Ravensby", "Stavewick", "Thornhythe", "Vinehollow",
)  # fmt: skip
_DAYS = tuple(map(str.capitalize, WEEKDAYS))
_COLOURS = ("green", "blue", "yellow", "red", "purple", "orange", "brown", "pink")

_UNITS = (*DIGITS, *TEENS)
_TENS = (DIGITS[0], TEENS[0], *TENS)
_HOURS, _AMOUNTS = range(2, 12), range(21, 98)

NAMED = {"day": _DAYS, "place": PLACES, "person": _VALUE_PEOPLE, "colour": _COLOURS}
"""The values of each kind that is no number."""

COUNTED = {"price": _AMOUNTS, "count": _AMOUNTS, "hour": _HOURS}
"""The values of each kind that is a number."""

#: Not numbers of what is told: citations, numbers of memories, dates and times of day.
_ASIDE = re.compile(
    r"\[[\d, –#-]+\]|#\d+|\b\d{1,2}:\d\d\b|\b20\d\d-\d\d-\d\d"
    r"|\b\d{1,2} [A-Z][a-z]{2,8}\b(?: \d{4})?"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")


def spell(number: int) -> str:
    """Return `number` (0 to 99) in words."""
    if number < len(_UNITS):
        return _UNITS[number]
    tens, unit = divmod(number, 10)
    return f"{_TENS[tens]}-{_UNITS[unit]}" if unit else _TENS[tens]


_NUMBERS = {word: n for n, word in enumerate(_UNITS)} | {
    word: 10 * n for n, word in enumerate(_TENS) if n > 1
}


def read_judged_words(text: str) -> list[str]:
    """Return the words of `text` in small letters, numbers in figures; dates and marks left out."""
    found: list[str] = []
    tens = False
    for word in _WORD.findall(_ASIDE.sub(" ", text).replace("’", "'").lower()):
        number = _NUMBERS.get(word)
        if number is None:
            found.append(word.removesuffix("'s"))
        elif tens and 0 < number < len(_TENS):
            found[-1] = str(int(found[-1]) + number)
        else:
            found.append(str(number))
        tens = number is not None and number >= 20
    return found


def names_words(words: Sequence[str], wanted: str) -> bool:
    """Return whether all words of `wanted` are among `words`, those of letters in any ending."""
    return all(_has_word(words, each) for each in read_judged_words(wanted))


def _has_word(words: Sequence[str], wanted: str) -> bool:
    if wanted.isdigit() or len(wanted) < 3:
        return wanted in words
    stem = wanted.removesuffix("s")
    return any(each.startswith(stem) for each in words)


def find_values(words: Sequence[str], kind: str) -> set[str]:
    """Return the values of `kind` among `words`, as `read_judged_words` gives them."""
    if kind in COUNTED:
        return {each for each in words if each.isdigit() and int(each) > 1}
    return {each.lower() for each in NAMED.get(kind, ()) if _has_word(words, each.lower())}
