"""Which detail of the agent's own words somebody asks about, as the agent names it again.

"I have one of her pins." "Which pin?": the agent says "The pin?" and not another story.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from agents.memory.language.stems import stem_word
from late.late_pattern import late_pattern

#: A noun with what stands before it.
_NAMED = late_pattern(
    r"\b(?=(?P<before>an?|the|my|his|her|its|their|another) "
    r"(?P<rest>(?:[\w'’-]+ )?)(?P<noun>[\w'’-]+))",
    re.IGNORECASE,
)
#: What stands behind it is somebody else's words: "my" is theirs.
_QUOTES = late_pattern(r": ['‘\"“]")
_OWNED = frozenset({"my", "his", "her", "its", "their"})
#: A word before a noun that tells which one it is, and is no verb: only these are said again.
_KINDS = late_pattern(
    r"(?:old|new|little|small|big|great|good|bad|red|white|black|blue|green|brown|grey|long|short"
    r"|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|wet|dry|cold|warm|first|second|third|last|other|next|whole|blank|empty|round|iron|wooden)"
)


def name_detail(said: str, stems: Collection[str], question: str = "") -> str:
    """Return how a thing of a line is named again that has one of `stems`: ``the old hat``.

    Of several it is the one that `question` names in the same words. Empty where none of them
    belongs to a thing that stands behind an article or its owner.
    """
    named = list(_list_named(said, stems))
    same = (each for phrase, each in named if phrase in question.casefold())
    return next(same, named[0][1] if named else "")


def _list_named(said: str, stems: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the words of each such thing, and how it is named again."""
    for found in _NAMED.finditer(said):
        noun, rest = found["noun"], found["rest"].strip()
        if rest and stem_word(rest.casefold()) in stems and not _KINDS.fullmatch(rest.casefold()):
            noun, rest = rest, ""
        if stem_word(noun.casefold()) not in stems or (
            rest and not _KINDS.fullmatch(rest.casefold())
        ):
            continue
        before = found["before"].casefold()
        in_quotation = _QUOTES.search(said, 0, found.start()) is not None
        article = before if before in _OWNED and not in_quotation else "the"
        words = " ".join(filter(None, (rest, noun.strip("'’"))))
        yield f"{before} {words}".casefold(), f"{article} {words}"
