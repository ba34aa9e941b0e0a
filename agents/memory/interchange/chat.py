"""Convert chat of other programs into memories: who said what, and when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from agents.memory.core.records import Experience
from late.late_dataclass import late_dataclass
from world.names import key_of
from world.nature import Nature
from world.text import clean_line, clean_text

#: Characters of one memory at most, and of a speaker's name.
MOST_TEXT, MOST_NAME = 100_000, 60

#: Longer words of the agent's own are written only once.
SHORT = 400

_SPEAKER = ("speaker", "name", "role", "author")
_WORDS = ("content", "text", "words", "message")
_TIME = ("at", "timestamp", "created_at", "create_time", "time", "date")


@late_dataclass(frozen=True, slots=True)
class ChatMessage:
    """Something that someone said."""

    speaker: str
    words: str
    at: datetime | None = None
    role: str = ""


@late_dataclass(frozen=True, slots=True)
class ChatRoles:
    """The agent's name, and what the file may call the agent."""

    name: str
    role: str
    speaker: str = ""

    def is_own(self, said: ChatMessage) -> bool:
        """Return whether the agent itself speaks."""
        known = {key_of(each) for each in (self.role, self.speaker) if each}
        return key_of(said.speaker) in known or (bool(said.role) and key_of(said.role) in known)


def convert_message(said: ChatMessage, asked: ChatRoles) -> Experience:
    """Return a message as a memory, worded as in the agent's own archive.

    Its number is 1, and `said.at` must be known.
    """
    if said.at is None:
        raise ValueError("a memory has a time")
    if asked.is_own(said):
        line = f"say {' '.join(said.words.split())}"
        text = _render_own_text(f"~{asked.name}> {line}", said.words)
        return Experience(
            1, said.at, text, "action", "import", command="say", line=line, nature=Nature.SPEECH
        )
    text = f'{said.speaker} says, "{said.words}"'
    return Experience(
        1, said.at, text, "observation", "import", speaker=said.speaker, nature=Nature.SPEECH
    )


def _render_own_text(given: str, words: str) -> str:
    short = len(words) <= SHORT and "\n" not in words
    return f'{given}\nYou say, "{words}"' if short else given


def clean_message(
    speaker: str, words: str, at: datetime | None = None, role: str = ""
) -> ChatMessage | None:
    """Return a message without control characters; None if it is empty. Raises `ValueError`."""
    name = clean_line(speaker, MOST_NAME)
    if not name:
        raise ValueError("nobody is named who speaks")
    if len(words) > MOST_TEXT:
        raise ValueError(f"{len(words):,} characters are too many for a memory")
    text = clean_text(words, MOST_TEXT).strip()
    return ChatMessage(name, text, at, role) if text else None


# --- objects --------------------------------------------------------------------------


def parse_message(content: object) -> ChatMessage | None:
    """Return the message of a ``{role, content, …}`` object; None if it is empty. Raises
    `ValueError`."""
    if not isinstance(content, Mapping):
        raise ValueError("not a JSON object")
    speaker, role = _read_speaker(content), content.get("role")
    words = _read_words(content)
    said_at = _find_first(content, _TIME)
    at = None if said_at is None else parse_time(said_at)
    if words is None:
        return None
    return clean_message(speaker, words, at, role if isinstance(role, str) else "")


def _find_first(content: Mapping[str, object], keys: tuple[str, ...]) -> object:
    return next((content[key] for key in keys if content.get(key) is not None), None)


def _read_speaker(content: Mapping[str, object]) -> str:
    speaker = _find_first(content, _SPEAKER)
    if isinstance(speaker, Mapping):  # an author with a role and perhaps a name
        speaker = speaker.get("name") or speaker.get("role")
    if not isinstance(speaker, str) or not speaker.strip():
        raise ValueError("role or speaker is missing or not text")
    return speaker


def _read_words(content: Mapping[str, object]) -> str | None:
    if not any(key in content for key in _WORDS):
        raise ValueError("content or text is missing")
    words = _find_first(content, _WORDS)
    if isinstance(words, list):
        return "\n".join(_read_part(each) for each in words)
    if words is not None and not isinstance(words, str):
        raise ValueError("content is not text")
    return words


def _read_part(part: object) -> str:
    """Return one part of a content that is a list: its text, or in brackets what else it is."""
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping) or not isinstance(part.get("type", ""), str):
        raise ValueError("a part of content is neither text nor an object with a type")
    text = part.get("text")
    return text if isinstance(text, str) else f"[{part.get('type') or 'something'}]"


# --- times ----------------------------------------------------------------------------


def parse_time(value: object) -> datetime:
    """Return a time as chats give it: ISO 8601, UTC unless it says otherwise, or seconds since
    1970.

    Numbers beyond the year 5000 are milliseconds.  Raises `ValueError`.
    """
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value.strip())
            return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    raise ValueError(f"{str(value)[:40]!r} is not a time")
