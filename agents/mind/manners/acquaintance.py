"""What an agent knows of somebody who asks for it: what they have told of themselves aloud."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.memory.language.salience import KIN
from agents.mind.manners.company import Company
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.turning import turn_to_speaker
from world.vault.texts import Texts

#: It goes before the bare name, and behind what the voice has for just these words.
FIT = 0.85

#: Who of the asker's own is meant, nobody else's answer tells.
KNOWN_FIT = 1.1

#: So many of the things that were told, the latest first.
MOST_TOLD = 3

_ASKED = re.compile(
    r"\bwhat (?:do|did|can|will) you (?:still )?(?:know|remember|recall) (?:about|of) me\b"
    r"|\b(?:do|will|can) you (?:still )?(?:know|remember|recall) me\b"
    r"|\bwhat (?:did|have) I (?:tell|told) you(?: about (?:me|myself))?(?: so far)?\W*$",
    re.IGNORECASE,
)
_WHO = re.compile(r"\bwho(?:['’]s| is| was)? (?P<name>(?-i:[A-Z])[\w'’-]+)(?: is| was)?\W*$", re.I)
_KIN_OF = r"\bmy (?:\w+ )?(?P<kin>{kin}),?(?: is| was)?(?: called| named)? {name}\b"
_OF_KIN = r"\b{name},? (?:is |was )?my (?:\w+ )?(?P<kin2>{kin})\b"


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Answers for one agent, from the company it has had."""

    company: Company
    texts: Texts

    def answer(self, heard: str, asker: str) -> Candidate | None:
        """Return what `asker` has told; None if that is nothing, or not asked for."""
        if who := _WHO.search(heard):
            return self._tell_who(who["name"], asker)
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

    def _tell_who(self, name: str, asker: str) -> Candidate | None:
        """Return which of the asker's kin is called `name`, if they have said it."""
        patterns = "|".join((_KIN_OF, _OF_KIN)).format(kin=f"(?:{KIN})", name=re.escape(name))
        for each in reversed(self.company.tales):
            found = re.search(patterns, each.words, re.I) if each.teller == asker else None
            if found:
                kin = found["kin"] or found["kin2"]
                said = self.texts.say("speech.acquainted.kin", kin=kin, name=asker)
                return Candidate(said, Origin.MEMORY, KNOWN_FIT, found="what they have told")
        return None
