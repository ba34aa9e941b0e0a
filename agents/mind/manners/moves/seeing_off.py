"""Seeing a person off: with what mattered most of what they told, once, and by one agent alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from agents.mind.manners.asking.sorrows import leave_out_worried
from agents.mind.manners.floor import Floor
from agents.mind.manners.moves.asking_after import find_gist
from agents.mind.manners.moves.caring import Caring
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.manners.tales import Tale, read_tale
from agents.mind.speech.statements.feelings import find_feeling
from agents.mind.speech.told.worries import find_worry
from agents.mind.voice.voice import VoiceLine
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: What was told within this time is spoken of at a farewell: a day of the world.
TODAY = timedelta(hours=1)

#: One of theirs who was only mentioned is spoken of if it was just now.
JUST_NOW = timedelta(minutes=3)

#: What matters most, in this order; of one kind the latest comes first.
_WEIGHT = ("woe", "loss", "search", "joy", "wish", "journey", "kin", "origin")

_EVER = datetime(2000, 1, 1, tzinfo=UTC)

#: Who says so comes back.
_RETURNS = late_pattern(
    r"\bback (?:soon|shortly|later|in a|presently|at once|before)\b|\bsee you (?:later|soon|in a)\b"
    r"|\bI(?:['’]m| am) only (?:going|off)\b|\bwill (?:be|come) (?:right )?back\b|\bnext door\b",
    re.IGNORECASE,
)


def tells_sorrow(words: str) -> bool:
    """Return whether words tell of something sad: who hears them does not walk off."""
    if find_worry(words) or find_feeling(words) in ("grief", "fear"):
        return True
    told = (read_tale(each, "", _EVER) for each in split_sentences(words))
    return any(each is not None and each.kind == "woe" for each in told)


@late_dataclass(slots=True)
class SeeingOff:
    """Decides for one agent."""

    lines: SocialLines
    floor: Floor
    caring: Caring

    def see_off(self, words: str, partner: str, here: Encounter) -> VoiceLine:
        """Return what a person is told who takes leave.

        What they told is taken up once, whoever does so; after that, and where they come back soon,
        it is a gesture.
        """
        for kind, gist in () if _RETURNS.search(words) else self._list_matters(partner, here):
            if (partner, f"farewell {gist}") in self.floor.asked:
                continue
            self.floor.asked[partner, f"farewell {gist}"] = True
            key = f"manners.farewell.{kind}"
            if said := self.lines.choose_new(key, partner, here, gist=gist):
                return said
        return self.lines.choose_text("manners.part.back", partner, here)

    def _list_matters(self, partner: str, here: Encounter) -> Iterator[tuple[str, str]]:
        """Yield the kind and the gist of what a person told, what matters most first."""
        worry = self.caring.find_open(partner, here)
        # "A woman was looking for her brother": that weighs on the woman.
        is_anothers = worry and worry.who and not (worry.who.is_own or worry.who.names)
        if worry and not is_anothers and worry.kind.name in ("missing", "ill", "ailing"):
            yield worry.kind.name, find_gist(worry) or "you"
        told = [
            each
            for each in leave_out_worried(self.lines.company.tales)
            if each.teller == partner and each.gist and here.now - each.at <= TODAY
        ]
        for kind in _WEIGHT:
            for each in reversed(told):
                if each.kind == kind and self._may_be_said(each, here):
                    yield kind, each.gist_to_teller

    def _may_be_said(self, tale: Tale, here: Encounter) -> bool:
        if f"manners.farewell.{tale.kind}" not in self.lines.texts.keys():  # noqa: SIM118
            return False
        if tale.gist in self.lines.company.meetings:  # whom they looked for is found by now
            return False
        if tale.kind == "kin":
            return here.now - tale.at <= JUST_NOW
        return tale.kind != "wish" or f"to {tale.gist}" in tale.words
