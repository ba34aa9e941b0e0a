"""Check that a model's answer is a summary: only a summary may replace memories."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.injection_guard import find_instructions
from agents.memory.language.patterns import CUE, NAME, ONESELF, SPEECH_TAGS
from agents.memory.language.stems import says_something
from agents.prose import QUOTATION, cut_text, one_line, split_sentences
from late.late_pattern import late_pattern


class SummaryRefused(Exception):
    """The answer is no summary; the message is a clause that says why."""


#: How an answer to a person begins. Matched at the start of the text, apostrophes made plain.
_REPLY = late_pattern(
    r"(?:(?:sure|certainly|of course|absolutely|okay|ok|great)[,!.:]|"
    r"i(?:'m| am) (?:happy|glad|ready|here) to (?:help|assist|summari|provide)|"
    r"i(?:'d| would) be (?:happy|glad) to|happy to help|"
    r"thank(?:s| you) for (?:sharing|providing|(?:the|these|your) memories)|"
    r"(?:how|what) can i (?:help|do)|let me (?:know|summari)|please provide|"
    r"(?:below|here|this|the following)(?:'s| is| are)? (?:[\w-]+ ){0,4}summar|"
    r"(?:below|here)(?:'s| is) (?:[\w-]+ ){0,4}(?:account|recap|narrative|version)\b|"
    r"based on (?:the|these|your) (?:[\w-]+ ){0,3}(?:memories|information|text)\b|"
    r"the summary\b|the (?:text|passage) (?:describes?|shows?|tells?|is about|mentions?)\b|"
    r"the memories (?:show|describe|tell|are|include|reveal|suggest|indicate|depict)\b|"
    r"in summary\b|(?:combined |recent |older )?summary ?[:\-\]]|(?:assistant|user|system) ?[:\n])",
    re.IGNORECASE,
)

_REFUSAL = late_pattern(
    r"(?:as an? (?:helpful )?(?:ai|artificial|language|large language|assistant)\b|"
    r"i(?:'m| am) an? (?:ai|language)\b|"
    r"i(?:'m| am) sorry,? (?:but|i (?:can|don't|do not|am not))|"
    r"i(?:'m| am) unable to (?:help|assist|provide|summari|access)|"
    r"(?:sorry,|apologies|i apologi[sz]e\b(?! to))|"
    r"i (?:cannot|can't|can not|won't|am not able to) "
    r"(?:help (?:you|with)|assist|provide|summari|fulfil|comply|generate|create a|do that|"
    r"answer (?:that|this|your)|access)|(?:unfortunately,? )?i (?:don't|do not) have "
    r"(?:access|(?:enough|any) (?:memories|information|context|detail)))",
    re.IGNORECASE,
)

_ERROR = late_pattern(
    r"(?:traceback \(most recent|(?:http )?error\b ?[:\d(]|internal server error|"
    r"\{\s*\"(?:error|detail|message)\"|<!?(?:doctype|html)\b|connection (?:refused|reset))",
    re.IGNORECASE,
)

#: How an answer to a person ends; looked for outside of quotations.
_CHATTER = late_pattern(
    r"(?:^|[.!?)\n]\s*)(?:please |do )?(?:let me know if|feel free to|would you like me to|"
    r"do you want me to|is there anything else (?:you|i)\b|i hope this (?:helps|summary)|"
    r"\(?note: (?:this|the|i)\b)",
    re.IGNORECASE,
)

_MODEL = late_pattern(
    r"\bas an ai\b|\b(?:ai )?language model\b|\bthe user\b|</?think\b|<\|", re.IGNORECASE
)

#: English text without I, me or my is not in the first person; other languages pass.
_ENGLISH = late_pattern(r"\b(?:the|and|you)\b", re.IGNORECASE)

_HEADING = late_pattern(r"^\s*#|^\s*\*\*[^*\n]+\*\*:?\s*$", re.MULTILINE)
_PROMPT_ECHO = late_pattern(
    r"first-person perspective|no meta-commentary|\bi/me/my\b", re.IGNORECASE
)
_CUE = late_pattern(rf"^\s*{CUE}|\s~\w[\w'-]*> ", re.MULTILINE)
_COMMANDS = late_pattern(
    r"^(?:look|examine|go|say|emote|whisper|tell|get|drop|give|think|note|recall)\b", re.MULTILINE
)
_TRANSCRIPT = late_pattern(
    rf"^\s*(?:You|{NAME}(?: {NAME})?) {SPEECH_TAGS}"
    r"(?: to \w+| you)?, [\"“]",
    re.MULTILINE,
)

#: Shorter lines ("I looked around.") may well be the same.
_ECHO_CHARACTERS = 20

#: A text that replaces less has no room to say much.
_TINY_CHARACTERS = 100


def check_summary(
    summary: str,
    source_lines: Sequence[str],
    prompt: str = "",
    *,
    before: Sequence[str] = (),
    sections: Sequence[str] = (),
    unlabelled: str = "",
) -> None:
    """Raise `SummaryRefused` unless `summary` may stand for `source_lines` and `before`.

    `prompt` is what the model was given, if it is to be looked for in the answer; `sections` are
    the headings that a text of sections has; `unlabelled` is the text as the model wrote it, if
    labels have changed it: "I recall that the boat leaks" becomes "Rowan said that the boat leaks".
    """
    told = _strip_headings(summary, sections).strip()
    _check_letters(told)
    _check_size(summary.strip(), (*before, *source_lines))
    _check_voice(told)
    if not sections:
        _check_person(unlabelled or told)
    _check_orders(told)
    check_echo(told, source_lines, prompt)
    _check_repetition(told)
    _check_content(told, (*before, *source_lines))
    written = one_line(_strip_headings(unlabelled, sections).strip() or told)
    if source_lines and written in one_line(_strip_headings("\n".join(before), sections)):
        raise SummaryRefused("it repeats the summary before it and leaves out the new memories")


def check_merge(summary: str, recent: str, older: str, unlabelled: str = "") -> None:
    """Raise `SummaryRefused` unless `summary` may stand for both texts.

    It may well use their sentences; see `check_summary`.
    """
    text = summary.strip()
    _check_letters(text)
    _check_size(text, (recent, older))
    _check_voice(text)
    _check_person(unlabelled or text)
    for left_out, kept in (("older", recent), ("recent", older)):
        if kept and one_line(text) in one_line(kept):
            raise SummaryRefused(f"it leaves out the {left_out} summary")
    _check_orders(text)
    _check_repetition(text)
    _check_content(text, (recent, older))


def check_sections(text: str, sections: Sequence[str]) -> str:
    """Return `text` with just these sections, each heading on a line of its own with a colon.

    Headings may come marked up (``## Confirmed Facts``, ``**Confirmed Facts**:``).  Raises
    `SummaryRefused` if one is missing or out of order.
    """
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        heading, rest = _split_heading(line, sections)
        current = found.setdefault(heading, []) if heading else current
        if rest and current is None:
            raise SummaryRefused(f"it does not begin with {sections[0]}")
        if rest and current is not None:
            current.append(rest)
    missing = [each for each in sections if each not in found]
    if missing:
        raise SummaryRefused(f"it has no section {missing[0]}")
    return "\n".join("\n".join([f"{each}:", *(found[each] or ["none"])]) for each in sections)


def _split_heading(line: str, sections: Sequence[str]) -> tuple[str, str]:
    """Return the heading that begins `line`, empty if none does, and the rest of the line."""
    bare = line.strip().lstrip("#*-0123456789. ").replace("*", "")
    for each in sections:
        if bare.casefold().startswith(each.casefold()):
            rest = bare[len(each) :].strip()
            if not rest or rest[0] == ":":
                return each, rest[1:].strip()
    return "", line.strip()


def _strip_headings(text: str, sections: Sequence[str]) -> str:
    """Return what a text tells: without the headings of its sections and lines that say none."""
    unsaid = {"none", *(f"{each}:".casefold() for each in sections)}
    return "\n".join(
        line for line in text.splitlines() if line.strip(" -*•.").casefold() not in unsaid
    )


def _check_letters(text: str) -> None:
    if not any(each.isalnum() for each in text):
        raise SummaryRefused("it is empty")


def _check_size(text: str, source_lines: Sequence[str]) -> None:
    larger = len(text) - sum(map(len, source_lines))
    if larger > 0:
        raise SummaryRefused(f"it is {larger} characters larger than what it replaces")


def _check_voice(text: str) -> None:
    plain = text.lstrip("\"'*_“‘[-• ").replace("’", "'")
    for pattern, why in (
        (_REPLY, "it answers instead of summarising"),
        (_REFUSAL, "it is a refusal"),
        (_ERROR, "it is an error message"),
    ):
        if pattern.match(plain):
            raise SummaryRefused(why)
    if _MODEL.search(plain):
        raise SummaryRefused("it speaks as a language model")
    if _CHATTER.search(QUOTATION.sub("", plain)):
        raise SummaryRefused("it speaks to its reader")
    for pattern, why in (
        (_HEADING, "it has headings"),
        (_PROMPT_ECHO, "it echoes the prompt"),
        (_CUE, "it continues the transcript"),
        (_TRANSCRIPT, "it continues the transcript"),
        (_COMMANDS, "it continues the transcript"),
    ):
        if pattern.search(text):
            raise SummaryRefused(why)


def _check_person(text: str) -> None:
    if _ENGLISH.search(text) and not ONESELF.search(text.replace("’", "'")):
        raise SummaryRefused("it is not in the first person")


def _check_orders(text: str) -> None:
    """Refuse orders: an order may be told as somebody's words, but never become a rule."""
    if orders := find_instructions(text):
        raise SummaryRefused(f"it passes on an instruction: {cut_text(orders[0], 60)}")


def check_echo(
    text: str, source_lines: Sequence[str], prompt: str = "", *, sections: Sequence[str] = ()
) -> None:
    """Raise `SummaryRefused` if most of `text` stands word for word in its source."""
    text = _strip_headings(text, sections)
    said = [each for each in split_sentences(text) if len(each) >= _ECHO_CHARACTERS]
    sources = "\n".join(one_line(each) for each in (*source_lines, prompt))
    echoed = sum(len(each) for each in said if each in sources)
    if echoed * 2 > len(one_line(text)):
        raise SummaryRefused("it repeats the memories word for word")


def _check_repetition(text: str) -> None:
    said = [each.casefold() for each in split_sentences(text)]
    if len(said) >= 4 and len(set(said)) * 2 < len(said):
        raise SummaryRefused("it says the same again and again")


def _check_content(text: str, source_lines: Sequence[str]) -> None:
    """Refuse a text like "I remember it all.", unless what it stands for says no more."""
    if sum(map(len, source_lines)) < _TINY_CHARACTERS:
        return
    items = "\n".join(each for each in text.split("\n") if each.strip() != "none")
    if not says_something(items) and any(map(says_something, source_lines)):
        raise SummaryRefused("it says nothing of what happened")
