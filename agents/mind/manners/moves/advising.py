"""Advice to one who asks for it on what they told, and who told no worry."""

from __future__ import annotations

import re

from agents.memory.language.stems import stem_words
from agents.memory.language.words import THIRD_PERSON, any_of
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.speech.told.worries import asks_advice, is_at_a_loss, names_nothing
from agents.mind.voice.asking import is_question
from agents.mind.voice.voice import VoiceLine
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: So many sentences that a person said before are looked at again.
LOOKED_BACK = 12

#: Words for what was spoken of before.
POINTS = late_pattern(rf"\b(?:{any_of(THIRD_PERSON)})\b", re.IGNORECASE)

#: "What should I do about my boss?"
_THEIRS = late_pattern(r"\bmy (?:[\w-]+ )?[\w-]+", re.IGNORECASE)


def advise_on_any(
    lines: SocialLines, question: str, partner: str, here: Encounter
) -> VoiceLine | None:
    """Return advice; None: what is asked is of nothing that `partner` told, or is no advice.

    Who says that they do not know what to do asks for it. A question may be of what stands before
    it, of what was told a while ago, or name a thing of theirs.
    """
    told = [each.words for each in lines.company.list_told(partner)[-LOOKED_BACK:]]
    others = [each for each in told if each not in question and question not in each]
    named = set(stem_words(" ".join(_THEIRS.findall(question))))
    told_now = any(not is_question(each) for each in split_sentences(question))
    meant = names_nothing(question) or bool(named & set(stem_words(" ".join(others))))
    meant = meant or (told_now and POINTS.search(question) is not None)
    is_theirs = (bool(others) or told_now) and asks_advice(question) and meant
    if not (is_theirs or is_at_a_loss(question)):
        return None
    return lines.find_own("advice", partner, here)
