"""What an agent says to one who asks a favour of it, or whom it has misunderstood."""

from __future__ import annotations

from agents.memory.language.normalize import mentions_name
from agents.memory.language.stems import stem_words
from agents.mind.manners.floor import Floor
from agents.mind.manners.moves.advising import LOOKED_BACK
from agents.mind.manners.moves.caring import Caring
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.speech.messages import find_message
from agents.mind.speech.questions import find_favour
from agents.mind.speech.statements.corrections import RightedWords, read_correction
from agents.mind.speech.statements.feelings import find_feeling
from agents.mind.speech.statements.protests import read_protest
from agents.mind.speech.turning import turn_clause
from agents.mind.voice.asking import is_question, remove_address
from agents.mind.voice.voice import VoiceLine
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_TO_PLACE = late_pattern(r"\bto (?:the )?([A-Z][\w'’-]+)")

#: What one asks with, and whom for.
_ASKING = frozenset(
    stem_words(
        "would could will can give lend sell spare keep save borrow buy have please me my"
        " some few little sister brother mother father daughter son friend"
    )
)


@late_dataclass(frozen=True, slots=True)
class Declining:
    """Decides for one agent."""

    lines: SocialLines
    floor: Floor
    caring: Caring

    def decline(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return how the agent puts off a favour that a person asks; None: none is asked."""
        kind = find_favour(words)
        if not kind:
            return None
        if kind == "message" and (granted := self._grant_message(words, partner, here)):
            return granted
        if kind == "company" and self._is_far(words, partner, here):
            return self.lines.choose_text("manners.favour.journey", partner, here)
        if kind == "gift" and self._may_have(words, here):
            return self.lines.choose_text("manners.favour.spare", partner, here)
        key = self.lines.find_key("manners.favour", kind)
        return self.lines.choose_own(kind, key, partner, here)

    def _is_far(self, words: str, partner: str, here: Encounter) -> bool:
        """Return whether words bid the agent come to a place that it has no word of, or for the
        sake of what weighs on the speaker."""
        if self.caring.find_open(partner, here):
            return True
        lore = list(here.voice.answers)
        names = (each[1] for each in _TO_PLACE.finditer(words))
        return any(not any(mentions_name(each, name) for each in lore) for name in names)

    def _grant_message(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return the answer where a message is for one who is here, or nothing is to be said."""
        to, said = find_message(words)
        near = {self.lines.company.me: "self"} | dict.fromkeys(here.situation.occupants, "here")
        how = near.get(to, "" if said else "what")
        return (
            self.lines.choose_text(f"manners.message.{how}", partner, here, to=to) if how else None
        )

    def _may_have(self, words: str, here: Encounter) -> bool:
        """Return whether words ask for something that concerns the agent, or lies here: it would be
        untrue that it has none, and nothing can be promised of it."""
        seen = here.situation
        about = [*seen.things, *seen.carrying]
        near = set(stem_words(" ".join(about))) | self.floor.find_trade(self.lines.company.me)
        bare = remove_address(words, self.lines.company.me)
        asked = " ".join(each for each in split_sentences(bare) if find_favour(each) == "gift")
        return not near.isdisjoint(set(stem_words(asked)) - _ASKING)

    # --- misunderstanding -------------------------------------------------------------

    def answer_protest(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return what is said to one who was misunderstood; None: they were not."""
        meeting = self.lines.company.find_meeting(partner, here.now)
        righted = self.find_righted(words, partner, here)
        if righted is not None:
            new, old = _turn(righted.new), _turn_within(righted.old)
            key = f"manners.feeling.put-right{'' if old else '.new'}"
            return self.lines.choose_text(key, partner, here, new=new, old=old)
        protest = read_protest(words, meeting.last_own)
        if protest is None:
            return None
        if protest.own_words:
            return self.lines.choose_own("admitted", "manners.protest.own-words", partner, here)
        key = "manners.protest.meant" if protest.meant else "manners.protest"
        key = "manners.protest.not-asked" if protest.not_asked else key
        meant = f"{protest.meant[:1].upper()}{protest.meant[1:]}"
        return self.lines.choose_text(key, partner, here, meant=meant)

    def find_righted(self, words: str, partner: str, here: Encounter) -> RightedWords | None:
        """Return what `words` put right of what they or the agent said; None: nothing, or they ask.

        "I like tea, not coffee" does so only of somebody who has heard of coffee.
        """
        righted = read_correction(words)
        if not righted.new or is_question(words):
            return None
        meeting = self.lines.company.find_meeting(partner, here.now)
        told = [each.words for each in self.lines.company.list_told(partner)[-LOOKED_BACK:]]
        said = [meeting.last_own, *(each for each in told if words not in each)]
        known = set(stem_words(" ".join(said)))
        shared = set(stem_words(f"{righted.new} {righted.old}")) & known
        if find_feeling(words) == "correction" or (
            shared and (righted.old or not is_question(meeting.last_own))
        ):
            return righted
        return None


def _turn(words: str) -> str:
    """Return words as one says them to their speaker: "Your brother"."""
    turned = turn_clause(words) if words else ""
    return f"{turned[:1].upper()}{turned[1:]}"


def _turn_within(words: str) -> str:
    """Return words as one says them within a sentence: "your father", but "Julia"."""
    turned = _turn(words)
    return f"{turned[:1].lower()}{turned[1:]}" if words[:1].islower() else turned
