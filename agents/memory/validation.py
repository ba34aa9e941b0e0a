"""Whether a model's answer is a summary: it must not replace memories unless it is one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.prose import one_line, sentences


class SummaryRefused(Exception):
    """The answer is no summary; the message is a clause that says why."""


#: How an answer to a person begins. Matched at the start of the text, apostrophes made plain.
_REPLY = re.compile(
    r"(?:(?:sure|certainly|of course|absolutely|okay|ok|great)[,!.:]|"
    r"i(?:'m| am) (?:happy|glad|ready|here) to (?:help|assist|summari|provide)|"
    r"i(?:'d| would) be (?:happy|glad) to|happy to help|thank you for (?:sharing|providing)|"
    r"(?:how|what) can i (?:help|do)|let me (?:know|summari)|please provide|"
    r"(?:below|here|this|the following)(?:'s| is| are)? (?:[\w-]+ ){0,4}summar|"
    r"the (?:summary|text|passage)\b|the memories (?:show|describe|tell|are|include)\b|"
    r"in summary\b|(?:combined |recent |older )?summary ?[:\-])",
    re.IGNORECASE,
)

_REFUSAL = re.compile(
    r"(?:as an? (?:ai|artificial|language|large language)\b|i(?:'m| am) an? (?:ai|language)\b|"
    r"i(?:'m| am) (?:sorry,|unable to (?:help|assist|provide|summari|access))|"
    r"(?:sorry,|apologies|i apologi[sz]e)|i (?:cannot|can't|can not|won't|am not able to) "
    r"(?:help (?:you|with)|assist|provide|summari|fulfil|comply|generate|create a|answer|do that|"
    r"access)|"
    r"(?:unfortunately,? )?i (?:don't|do not) have (?:access|enough|any (?:memories|information)))",
    re.IGNORECASE,
)

_ERROR = re.compile(
    r"(?:traceback \(most recent|(?:http )?error\b ?[:\d(]|internal server error|"
    r"\{\s*\"(?:error|detail|message)\"|<!?(?:doctype|html)\b|connection (?:refused|reset))",
    re.IGNORECASE,
)

_HEADING = re.compile(r"^\s*#|^\s*\*\*[^*\n]+\*\*:?\s*$", re.MULTILINE)
_PROMPT_ECHO = re.compile(r"first-person perspective|no meta-commentary|\bi/me/my\b", re.IGNORECASE)
_CUE = re.compile(r"^\s*~[^\n>]{1,40}>|\s~\w[\w'-]*> ", re.MULTILINE)
_TRANSCRIPT = re.compile(
    r"^\s*(?:You|[A-Z][\w'-]*(?: [A-Z][\w'-]*)?) (?:says?|asks?|whispers?|exclaims?|tells?)"
    r"(?: to \w+| you)?, [\"“]",
    re.MULTILINE,
)

#: Shorter lines ("I looked around.") may come out the same by honest work.
_ECHO_CHARACTERS = 20


def check(summary: str, source_lines: Sequence[str], prompt: str = "") -> None:
    """Return if `summary` may stand for the memories in `source_lines`.

    `prompt` is what the model was given, if it is to be looked for in the answer.  Raises
    `SummaryRefused`.
    """
    text = summary.strip()
    _check_size(text, source_lines)
    _check_voice(text)
    _check_echo(text, source_lines, prompt)
    _check_repetition(text)


def check_merge(summary: str, recent: str, older: str) -> None:
    """Return if `summary` may stand for both texts; it may well use their sentences.

    Raises `SummaryRefused`.
    """
    text = summary.strip()
    _check_size(text, (recent, older))
    _check_voice(text)
    for left_out, kept in (("older", recent), ("recent", older)):
        if one_line(text) in one_line(kept):
            raise SummaryRefused(f"it leaves out the {left_out} summary")
    _check_repetition(text)


def _check_size(text: str, source_lines: Sequence[str]) -> None:
    if not any(each.isalnum() for each in text):
        raise SummaryRefused("it is empty")
    larger = len(text) - sum(len(each) + 1 for each in source_lines)
    if larger > 0:
        raise SummaryRefused(f"it is {larger} characters larger than what it replaces")


def _check_voice(text: str) -> None:
    plain = text.lstrip("\"'*_“‘ ").replace("’", "'")
    for pattern, why in (
        (_REPLY, "it answers instead of summarising"),
        (_REFUSAL, "it is a refusal"),
        (_ERROR, "it is an error message"),
    ):
        if pattern.match(plain):
            raise SummaryRefused(why)
    if re.search(r"\bas an ai\b|\b(?:ai )?language model\b", plain, re.IGNORECASE):
        raise SummaryRefused("it speaks as a language model")
    for pattern, why in (
        (_HEADING, "it has headings"),
        (_PROMPT_ECHO, "it echoes the prompt"),
        (_CUE, "it continues the transcript"),
        (_TRANSCRIPT, "it continues the transcript"),
    ):
        if pattern.search(text):
            raise SummaryRefused(why)


def _check_echo(text: str, source_lines: Sequence[str], prompt: str) -> None:
    said = [each for each in sentences(text) if len(each) >= _ECHO_CHARACTERS]
    sources = "\n".join(one_line(each) for each in (*source_lines, prompt))
    echoed = sum(len(each) for each in said if each in sources)
    if echoed * 2 > len(one_line(text)):
        raise SummaryRefused("it repeats the memories word for word")


def _check_repetition(text: str) -> None:
    said = [each.casefold() for each in sentences(text)]
    if len(said) >= 4 and len(set(said)) * 2 < len(said):
        raise SummaryRefused("it says the same again and again")
