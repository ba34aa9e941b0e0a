"""How an agent says what it remembers: in the second person where that can be, with its source."""

from __future__ import annotations

import re

from agents.memory.language.normalize import remove_signature
from agents.memory.language.salience import KIN
from agents.mind.speech.questions import wants_to_know
from agents.mind.speech.turning import turn_clause, turn_to_speaker
from agents.prose import split_sentences, to_first_person
from late.late_pattern import late_pattern

_GIVES_ME = late_pattern(r"^(?P<who>.{1,60}?) gives you (?P<what>[^\n]+?)\.$")
#: What one does to the hearer: "I will bring you a spade."
_TO_HEARER = late_pattern(
    r"(?P<does>\b(?:bring|send|give|show|tell|pay|lend|help|write) )you\b", re.IGNORECASE
)
_KIN = late_pattern(rf"\b(?:my|our) ({KIN})\b", re.IGNORECASE)
_HEARER = "\N{OBJECT REPLACEMENT CHARACTER}"


def phrase(speaker: str, quoted: str | re.Match[str], when: str, *, own: bool) -> tuple[str, str]:
    """Return what the agent may say of it and the line of a prompt; no `speaker`: it was seen."""
    if isinstance(quoted, re.Match):
        return _phrase_passed_on(quoted, speaker, when, own=own)
    if not speaker:
        if isinstance(quoted, str) and quoted.startswith("You "):  # a deed of the agent's own
            return f"{to_first_person(quoted)} That was {when}.", f"{quoted} ({when})"
        if isinstance(quoted, str) and (gift := _GIVES_ME.match(quoted)):
            who = "You" if own else gift["who"]
            what = re.sub(r"^the (?=an? )", "", gift["what"])
            return f"{who} gave me {what}. That was {when}.", f"{quoted} ({when})"
        seen = remove_signature(quoted, quoted[1:].partition("]")[0])
        return f"I saw it {when}: {seen}", f"{quoted} ({when})"
    told = tell_asker(quoted, when) if own else f"{speaker} told me {when}: '{quoted}'"
    return told, f"{speaker} said {when}: '{quoted}'"


def tell_asker(words: str, when: str, teller: str = "You") -> str:
    """Return what the asker said, as one says it to them; empty if it cannot be said so.

    It is one sentence of theirs in the second person, and never a quotation.
    """
    sentences = [each for each in split_sentences(words) if not wants_to_know(each)]
    for each in sentences if teller == "You" else ():
        if turned := turn_to_speaker(each):
            return f"You told me {when} that {turned}."
    for each in sentences:
        if clause := turn_clause(_TO_HEARER.sub(rf"\g<does>{_HEARER}", each)):
            said = f"{clause[:1].upper()}{clause[1:]}".replace(_HEARER, "me")
            return f"{said}. {teller} told me {when}."
    kin = _KIN.search(words)
    return f"{teller} told me of your {kin[1].lower()} {when}." if kin else ""


def _phrase_passed_on(
    found: re.Match[str], speaker: str, when: str, *, own: bool
) -> tuple[str, str]:
    """Return the same of what `speaker` had from somebody else."""
    teller, words = found["teller"], found["words"]
    told = f"{speaker} told me {when} what {teller} had said: '{words}'"
    return (
        tell_asker(words, when, speaker) if own else told,
        f"{speaker} had it from {teller}: '{words}'",
    )
