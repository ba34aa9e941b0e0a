"""Finding the topic of words that are spoken to the fallback policy, by rules as in ELIZA."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from agents.memory.language.normalize import mentions_name
from agents.memory.language.patterns import WORD
from agents.memory.language.stems import find_words, says_little
from agents.memory.language.words import ARTICLES, WEATHER, any_of
from agents.mind.voice.asking import remove_address
from agents.mind.voice.courtesies import SO_LONG
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Situation

#: An answer repeats the speaker's words if they are no more than so many: a longer phrase would
#: stand crooked in another sentence.
TOPIC_WORDS = 4

#: A sentence about the agent itself answers a question with which it shares so many telling words.
OWN_SHARED = 2

_QUOTED = late_pattern(r"[\"“](.*)[\"”]", re.DOTALL)

#: The rules in order; the first that matches decides.
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (topic, late_pattern(pattern, re.IGNORECASE))
    for topic, pattern in (
        (
            "farewell",
            rf"\b(good ?bye|bye|farewell|good night|see you|take care|{SO_LONG})\b",
        ),
        ("thanks", r"\b(thanks?|thank you|grateful)\b"),
        ("sorry", r"\b(sorry|apolog\w+|forgive me)\b"),
        (
            "how",
            r"\bhow (are (you|things|ye)|do you do|have you been)\b|"
            r"\bhow's (it|things|life)\b|\byou well\b",
        ),
        ("who", r"\bwho (are|is) you|\bwhat('s| is) your name|\bwho're you|\bintroduce yourself"),
        ("where", r"\bwhere (am i|are we|is this)\b|\bwhat (is )?(this )?place\b"),
        ("weather", rf"\b({any_of(WEATHER)}|cold out)\b"),
        ("why", r"\bwhy\b|\bhow come\b"),
        ("when", r"\bwhen\b[^.!]*\?|\bhow (long|often|many times)\b|\bwhat time\b"),
        (
            "greeting",
            r"^\W*(hello|hi|hey|hail|greetings|welcome|good (day|morning|evening|"
            r"afternoon)|howdy)\b",
        ),
        (
            "request",
            r"\b(come (with|along|here)|follow me|let's go|let us go|join me|"
            r"(can|could|would|will) you|please)\b",
        ),
        ("greeting", r"\bmy name is\b|\bi(?:'m|’m| am) (?-i:[A-Z])"),
        ("yes", r"^\W*(yes|yeah|yep|aye|indeed|of course|certainly|agreed|right)\b"),
        ("no", r"^\W*(no|nope|nay|never|not really)\b"),
        (
            "feeling",
            r"\bi(?:'m|’m| am| feel)(?: (?:so|very|a bit|rather|quite))* (?P<topic>[^.,;!?]+)",
        ),
        (
            "want",
            r"\bi (?:want|need|would like|wish for|hope for|am looking for)(?! to\b)"
            r" (?P<topic>[^.,;!?]+)",
        ),
        ("question", r"\?\s*[\"”]?\s*$"),
    )
)

_TURNED = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are",
    "you": "I", "your": "my", "yours": "mine", "yourself": "myself",
    "i'm": "you're", "i've": "you've", "you're": "I'm", "you've": "I've",
}  # fmt: skip


@late_dataclass(frozen=True, slots=True)
class SpeechTopic:
    """A topic, and the words that an answer may repeat."""

    topic: str
    values: Mapping[str, str] = field(default_factory=dict)


def extract_speech(text: str) -> str:
    """Return the quoted words of a sentence such as ``Wren says, "Good evening."``."""
    quoted = _QUOTED.search(text)
    return (quoted[1] if quoted else text).strip()


def has_words(text: str) -> bool:
    """Return whether `text` quotes words; a whisper between others does not."""
    return _QUOTED.search(text) is not None


def find_topic(words: str, situation: Situation, about_self: Sequence[str]) -> SpeechTopic:
    """Return the topic of `words`. `about_self` are sentences that describe the agent."""
    words = remove_address(words, situation.name)
    matched = _match_rule(words)
    if matched == SpeechTopic("who"):
        named = [own for own in about_self if mentions_name(own, situation.name)]
        return SpeechTopic("self", {"own": named[0]}) if named else matched
    if matched and matched.topic not in ("question", "why", "when", "request"):
        return matched
    return (
        _find_way(words, situation)
        or _find_thing(words, situation, matched)
        or _find_own_sentence(words, about_self, matched)
        or matched
        or SpeechTopic("statement")
    )


def _match_rule(words: str) -> SpeechTopic | None:
    for topic, pattern in _RULES:
        found = pattern.search(words)
        if found is None:
            continue
        said = found.groupdict().get("topic")
        if said is None:
            return SpeechTopic(topic)
        turned = swap_persons(said)
        if turned and len(turned.split()) <= TOPIC_WORDS:
            return SpeechTopic(topic, {"topic": turned})
    return None


def swap_persons(words: str) -> str:
    """Return `words` with the persons swapped: ``my oar`` becomes ``your oar``."""
    kept = WORD.findall(words.replace("’", "'"))
    return " ".join(_TURNED.get(word.lower(), word) for word in kept)


def _find_way(words: str, situation: Situation) -> SpeechTopic | None:
    for exit_, to in situation.exits.items():
        if mentions_name(words, drop_article(to)) and re.search(
            r"\b(where|way|get to|find|reach)\b", words, re.I
        ):
            return SpeechTopic("way", {"exit": exit_, "to": to})
    return None


def _find_thing(
    words: str, situation: Situation, matched: SpeechTopic | None
) -> SpeechTopic | None:
    for thing in situation.carrying:
        if mentions_name(words, thing) and re.search(
            r"\b(give|have|hand|pass|borrow)\b", words, re.I
        ):
            return SpeechTopic("give", {"thing": thing})
    for thing in (*situation.things, *situation.carrying):
        if mentions_name(words, thing):
            return SpeechTopic("thing", {"thing": thing})
    return None


def _find_own_sentence(
    words: str, about_self: Sequence[str], matched: SpeechTopic | None
) -> SpeechTopic | None:
    """Return the sentence of `about_self` with most words of a question; None if none has any."""
    if matched is None:
        return None
    asked = {word for word in find_words(words) if len(word) > 3 and not says_little(word)}
    scored = [(len(asked.intersection(find_words(own))), own) for own in about_self]
    best = max(scored, key=lambda pair: pair[0], default=(0, ""))
    enough = best[0] >= min(OWN_SHARED, len(asked)) > 0
    return SpeechTopic("self", {"own": best[1]}) if enough else None


def drop_article(name: str) -> str:
    """Return a name without its article: ``The Garden`` becomes ``Garden``."""
    return re.sub(rf"^{any_of(ARTICLES)} ", "", name, flags=re.IGNORECASE)


def lower_article(name: str) -> str:
    """Return a name for the middle of a sentence: ``The Hall`` becomes ``the Hall``."""
    return re.sub(rf"^(?i:{any_of(ARTICLES)}) ", lambda found: found[0].lower(), name)
