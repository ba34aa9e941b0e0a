"""Finds of which sort a reply is, by how it was found: some sorts mostly fit, others seldom."""

from __future__ import annotations

from collections.abc import Mapping

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by

#: An exchange of the voice, what the voice has for anything, and what fits no other sort.
EXCHANGE, ANYTHING, OTHER = "exchange", "anything", "other"

#: How a line begins that says by what a candidate was found → its sort.
_FOUND: Mapping[str, str] = {
    found_by.NOTHING_ANSWERS: ANYTHING,
    found_by.OTHERWISE: ANYTHING,
    found_by.OF_KIND: "kind",
    found_by.TAKEN_IN: "taken in",
    found_by.FORM_OF_TOLD: "form of told",
    found_by.SHOWN: "shown",
    found_by.WEIGHS: "weighs",
    found_by.ADVICE: "advice",
    found_by.FAVOUR: "favour",
    found_by.NOTHING_KNOWN: "nothing known",
    found_by.KNOWN: "known",
    found_by.ASKED_ON: "asked on",
    found_by.NO_MORE: "no more",
}
_ORIGINS: Mapping[Origin, str] = {
    Origin.MEMORY: "memory",
    Origin.PROFILE: "profile",
    Origin.PLAIN: "plain",
    Origin.INTENTION: "intention",
}


def find_sort(candidate: Candidate) -> str:
    """Return the sort of a candidate."""
    if candidate.origin in _ORIGINS:
        return _ORIGINS[candidate.origin]
    for begins, sort in _FOUND.items():
        if candidate.found.startswith(begins):
            return sort
    return EXCHANGE if candidate.wording else OTHER
