"""Quote the words of others in a fact, always with their speaker, and rate the trust in them."""

from __future__ import annotations

from agents.memory.language import salience
from agents.memory.language.injection_guard import find_instructions
from agents.memory.language.patterns import RETOLD
from agents.memory.language.signals.mind_orders import find_mind_orders
from agents.prose import cut_words, end_sentence, soften_quotes

#: Characters of a quotation.
QUOTED = 240

OWN_TRUST, SEEN_TRUST, HEARD_TRUST = 1.0, 0.9, 0.5
#: Trust in claims about what the agent did; in orders and claims to authority.
CLAIM_TRUST, ORDER_TRUST = 0.2, 0.1

_ACTED = " acted out: "


def quote_speech(speaker: str, said: str) -> str:
    """Return a sentence that says who said what."""
    return f"{speaker} said: {quote_text(said)}"


def quote_gesture(speaker: str, shown: str) -> str:
    """Return a sentence that says who acted out what."""
    return f"{speaker}{_ACTED}{quote_text(shown)}"


def is_gesture(sentence: str, speaker: str) -> bool:
    """Return whether a sentence is what `quote_gesture` returned."""
    return bool(speaker) and sentence.startswith(f"{speaker}{_ACTED}")


def quote_text(text: str) -> str:
    """Return `text` in quotation marks, with none of them within it."""
    return f'"{end_sentence(cut_words(soften_quotes(text).strip(), QUOTED))}"'


def rate_hearsay(said: str) -> float:
    """Return how far words of others are to be trusted, 0 to 1."""
    if find_mind_orders(said) or salience.AUTHORITY.search(said):
        return ORDER_TRUST
    return CLAIM_TRUST if salience.ABOUT_ME.search(said) else HEARD_TRUST


def is_told_back(said: str) -> bool:
    """Return whether somebody only tells what the hearer told: that is known from the hearer."""
    found = RETOLD.search(said)
    return found is not None and found["teller"] == "You"


def is_planted(said: str) -> bool:
    """Return whether words give orders to the mind or claim an authority, as planted words do."""
    return bool(find_mind_orders(said)) or salience.AUTHORITY.search(said) is not None


def gives_orders(text: str) -> bool:
    """Return whether a text that stands for itself, as nobody's words, tells its reader to do
    anything or claims an authority."""
    return bool(find_instructions(text)) or is_planted(text)
