"""What chat models write around the command that they were asked for.

They think aloud between tags, name what follows (``Command: …``), quote what they say, and talk
or describe a gesture where a command was wanted.
"""

from __future__ import annotations

import re

from agents.prose import split_sentences
from late.late_pattern import late_pattern

_TAG = r"(?:think|thinking|thought|thoughts|reasoning|reflection)"
_THOUGHTS = late_pattern(rf"<{_TAG}>.*?</{_TAG}>", re.IGNORECASE | re.DOTALL)
#: A template may begin the thoughts inside the prompt, so that the reply only ends them.
_REST_OF_THOUGHTS = late_pattern(rf".*</{_TAG}>", re.IGNORECASE | re.DOTALL)
_OPEN_THOUGHTS = late_pattern(rf"<{_TAG}>.*\Z", re.IGNORECASE | re.DOTALL)

_LABEL = late_pattern(
    r"(?:(?:my |the |next )*(?:command|action|answer|reply|response|output|line)) ?[:=]\s*(?=\S)",
    re.IGNORECASE,
)
#: ``say: Hello``; a slash as other chats have it.
_VERB = late_pattern(r"/?([a-z]+)(?::(?=\s)|(?=\s|\Z))", re.IGNORECASE)
_QUOTED_WHOLE = late_pattern(r'(?:"([^"]+)"|“([^”]+)”|\'([^\']{12,})\')\Z')
_ANY_QUOTE = late_pattern(r'"([^"]+)"|“([^”]+)”')
_STAGE = late_pattern(r"\*([^*]{2,200})\*|\(([^()]{2,200})\)")
_HELPER = late_pattern(
    r"\bas an? (?:ai|artificial|(?:large )?language|helpful)\b|\blanguage model\b|\bai assistant\b"
    r"|\bi(?:['’]m| am) (?:sorry, but i )?(?:unable|not able) to (?:assist|help|provide|fulfil)"
    r"|\bi can(?:not|['’]t) (?:assist|fulfil|comply|provide|help with that)"
    r"|\bhow (?:can|may) i (?:help|assist) you\b|\bfeel free to (?:ask|reach)\b"
    r"|\b(?:here is|here['’]s) (?:the|my|your|a) (?:command|next|response|line)\b",
    re.IGNORECASE,
)


def remove_thoughts(text: str) -> str:
    """Return a reply without what the model thought aloud; empty if it was not done with that."""
    rest = _THOUGHTS.sub("", text)
    rest = _REST_OF_THOUGHTS.sub("", rest, count=1)
    return _OPEN_THOUGHTS.sub("", rest)


def remove_label(line: str) -> str:
    """Return a line without a name for it: ``Command: look`` is ``look``."""
    label = _LABEL.match(line)
    return line[label.end() :].strip() if label else line


def settle_command(line: str) -> str:
    """Return a command in the form of the world: ``/say: "Hello."`` is ``say Hello.``"""
    verb = _VERB.match(line)
    if verb is None:
        return line
    words = line[verb.end() :].strip()
    quoted = _QUOTED_WHOLE.match(words)
    words = next(each for each in quoted.groups() if each) if quoted else words
    return f"{verb[1]} {words}".rstrip()


def find_spoken(line: str, name: str) -> str:
    """Return the words that `name` says in a line that is no command; empty if it says none.

    ``Wren says, "Two."``, ``Wren: Two.``, ``"Two."`` and ``*nods* Two.`` are all ``Two.``
    """
    quoted = [one or other for one, other in _ANY_QUOTE.findall(line)]
    if quoted:
        return " ".join(each.strip() for each in quoted)
    bare = _STAGE.sub(" ", line).removeprefix(f"{name}:")
    return " ".join(bare.split())


def find_gesture(line: str) -> str:
    """Return what a line says that its speaker does, between asterisks; empty if nothing."""
    found = _STAGE.match(line.strip())
    return " ".join((found[1] or found[2]).split()) if found else ""


def is_helpers_talk(line: str) -> bool:
    """Return whether a line speaks as an assistant speaks, and not as somebody of the world."""
    return _HELPER.search(line) is not None


def end_cut_words(words: str) -> str:
    """Return words that a limit has cut off without the sentence that has no end.

    One sentence without an end keeps what there is of it.
    """
    sentences = split_sentences(words)
    if len(sentences) > 1 and sentences[-1][-1:] not in '.!?…"”':
        return " ".join(sentences[:-1])
    return words if words[-1:] in '.!?…"”' else f"{words.rstrip(' ,;:-')} …"
