"""What an agent knows of somebody who asks for it: what they have told of themselves aloud."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.mind.manners.company import Company
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.turning import turn_to_speaker
from world.vault.texts import Texts

#: It goes before the bare name, and behind what the voice has for just these words.
FIT = 0.85

#: So many of the things that were told, the latest first.
MOST_TOLD = 3

_ASKED = re.compile(
    r"\bwhat (?:do|did|can|will) you (?:still )?(?:know|remember|recall) (?:about|of) me\b"
    r"|\b(?:do|will|can) you (?:still )?(?:know|remember|recall) me\b"
    r"|\bwhat (?:did|have) I (?:tell|told) you(?: about (?:me|myself))?(?: so far)?\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Answers for one agent, from the company it has had."""

    company: Company
    texts: Texts

    def answer(self, heard: str, asker: str) -> Candidate | None:
        """Return what `asker` has told; None if that is nothing, or not asked for."""
        if not _ASKED.search(heard):
            return None
        tales = (each for each in reversed(self.company.tales) if each.teller == asker)
        told = dict.fromkeys(filter(None, (turn_to_speaker(each.words) for each in tales)))
        latest = list(told)[:MOST_TOLD]
        if not latest:
            return None
        words = ", and that ".join(latest)
        said = self.texts.say("speech.acquainted", name=asker, words=words)
        return Candidate(" ".join(said.split()), Origin.MEMORY, FIT, found="what they have told")
