"""How an agent says what it remembers: in the second person where that can be, with its source."""

from __future__ import annotations

import re

from agents.memory.language.normalize import remove_signature
from agents.mind.speech.turning import turn_to_speaker
from agents.prose import to_first_person
from late.late_pattern import late_pattern

_GIVES_ME = late_pattern(r"^(?P<who>.{1,60}?) gives you (?P<what>[^\n]+?)\.$")


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
    turned = turn_to_speaker(quoted) if own and isinstance(quoted, str) else ""
    told = f"{'You' if own else speaker} told me {when}: '{quoted}'"
    return (
        f"You told me {when} that {turned}." if turned else told,
        f"{speaker} said {when}: '{quoted}'",
    )


def _phrase_passed_on(
    found: re.Match[str], speaker: str, when: str, *, own: bool
) -> tuple[str, str]:
    """Return the same of what `speaker` had from somebody else."""
    teller, words = found["teller"], found["words"]
    whose = "what you had said" if own else f"what {teller} had said"
    return (
        f"{speaker} told me {when} {whose}: '{words}'",
        f"{speaker} had it from {teller}: '{words}'",
    )
