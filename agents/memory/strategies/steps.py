"""Splits an agent's history into its own steps, and writes the deterministic account of them.

A step is what the agent did or thought, its result, and what happened until the next step.
The account counts steps instead of telling them, and two accounts are added up, so that one of a
whole life is no longer than one of a day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from agents.memory.core.records import Experience
from agents.memory.language import deterministic
from agents.memory.language.worth.rating import keep_worthiest, shorten_by_worth
from agents.memory.strategies.key_findings import find_key_findings, keep_latest
from agents.prose import PHRASE_END, cut_text, one_line, soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

#: The most observations in a step. Later ones are entries of their own, so that the history of
#: an agent that only listens still grows.
FOLLOWING = 20

#: The most characters of the task in an account.
TASK_CHARACTERS = 100

#: The most findings of a new account, and of accounts added up.
NEW_FINDINGS = 3
MOST_FINDINGS = 9
MOST_ISSUES = 8

#: The most characters of an account that tell what happened, beside the counts.
STORY_CHARACTERS = 400

_OWN = frozenset({"action", "thought"})
_FAILED = late_pattern(r"error|exception|traceback|failed", re.IGNORECASE)
_ERROR_NAME = late_pattern(r"\b[A-Z]\w*(?:Error|Exception)\b")

#: The output of these is no finding: it was known before, is the agent's own words, or stands in
#: every prompt, as the sight of a room does.
_KNOWN = frozenset({
    Nature.THOUGHT, Nature.NOTE, Nature.JOURNAL, Nature.INSCRIPTION, Nature.RECOLLECTION,
    Nature.DREAM, Nature.LISTING,
})  # fmt: skip
_ROOM = "room"


@late_dataclass(frozen=True, slots=True)
class Step:
    """One entry of the history: a step of the agent, or something that it only perceived."""

    memories: tuple[Experience, ...]
    """At least one, oldest first."""

    @property
    def seq(self) -> int:
        """The number of its first memory."""
        return self.memories[0].seq

    @property
    def own(self) -> bool:
        """Whether the agent did or thought something."""
        return self.memories[0].source in _OWN

    @property
    def output(self) -> str:
        """The output of the agent's command, without what happened afterwards."""
        first, parted, rest = self.memories[0].text.partition("\n")
        return rest if parted else first

    @property
    def successful(self) -> bool:
        """Whether the command was not refused and its output mentions no failure."""
        return self.memories[0].ok and not _FAILED.search(self.output)


def split_steps(memories: Sequence[Experience]) -> list[Step]:
    """Return the entries of `memories`, oldest first.

    Each action or thought of the agent begins an entry and takes in the observations after it.
    Observations before the first, or after `FOLLOWING` of them, are entries of their own.
    """
    found: list[list[Experience]] = []
    for memory in memories:
        if memory.source in _OWN or not found or not _takes_in(found[-1]):
            found.append([memory])
        else:
            found[-1].append(memory)
    return [Step(tuple(each)) for each in found]


def _takes_in(entry: Sequence[Experience]) -> bool:
    return entry[0].source in _OWN and len(entry) <= FOLLOWING


def count_characters(memories: Iterable[Experience]) -> int:
    """Return the length of all texts of `memories` together."""
    return sum(len(each.text) for each in memories)


# --- the account ----------------------------------------------------------------------------


@late_dataclass(frozen=True, slots=True)
class _Account:
    """What an account says, part by part."""

    task: str = ""
    done: int = 0
    successful: int = 0
    noticed: int = 0
    calls: int = 0
    findings: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    story: tuple[str, ...] = ()


def write_account(
    entries: Sequence[Step],
    *,
    limit: int,
    task: str = "",
    calls: int = 0,
    key_findings: bool = True,
    sentences: int = 0,
) -> str:
    """Return the account of `entries` in at most `limit` characters.

    ``Working on: … Completed 8 steps (6 successful). Made 3 LLM sub-calls. Key findings:
    total=1523. Resolved issues: KeyError.``  Then some sentences of what happened, at most so
    many (0: any number).
    """
    own = [each for each in entries if each.own]
    memories = [memory for each in entries for memory in each.memories]
    story = deterministic.summarise_memories(memories, min(STORY_CHARACTERS, limit))
    account = _Account(
        task=_make_phrase(task, TASK_CHARACTERS),
        done=len(own),
        successful=sum(each.successful for each in own),
        noticed=len(entries) - len(own),
        calls=calls,
        findings=find_key_findings(_list_outputs(own), NEW_FINDINGS) if key_findings else (),
        issues=tuple(dict.fromkeys(kind for each in own for kind in _find_issues(each))),
        story=tuple(split_sentences(story)),
    )
    return _render_account(account, limit, sentences)


def join_accounts(older: str, recent: str, limit: int, sentences: int = 0) -> str:
    """Return two accounts as one: counts are added up, stories are joined.

    Either text may be no account: then each of its sentences is story.  If room is short, or the
    story has more than so many `sentences` (0: any number), its least worthy are left out.
    """
    both = _add_accounts(_parse_account(older), _parse_account(recent))
    return _render_account(both, limit, sentences)


def _list_outputs(own: Sequence[Step]) -> list[str]:
    """Return the outputs that may contain findings; refusals have none."""
    return [each.output for each in own if _may_tell(each.memories[0])]


def _may_tell(did: Experience) -> bool:
    known = did.nature.is_expression or did.nature in _KNOWN
    return did.ok and did.event != _ROOM and not known


def _add_accounts(older: _Account, recent: _Account) -> _Account:
    return _Account(
        task=recent.task or older.task,
        done=older.done + recent.done,
        successful=older.successful + recent.successful,
        noticed=older.noticed + recent.noticed,
        calls=older.calls + recent.calls,
        findings=keep_latest((*older.findings, *recent.findings))[-MOST_FINDINGS:],
        issues=tuple(dict.fromkeys((*older.issues, *recent.issues)))[-MOST_ISSUES:],
        story=tuple(dict.fromkeys((*older.story, *recent.story))),
    )


# --- to text and back -----------------------------------------------------------------------


def _render_account(account: _Account, limit: int, sentences: int) -> str:
    told = account.story
    story = " ".join(keep_worthiest(told, sentences or len(told)))
    head = _render_head(_list_parts(account), limit, min(len(story) + 1, limit // 2))
    room = limit - len(head) - 1 if head else limit
    tells = not head or room >= min(len(story), _WORTH_TELLING)
    return " ".join(filter(None, (head, shorten_by_worth(story, room) if tells else "")))


def _render_head(parts: Sequence[tuple[int, str]], limit: int, story: int) -> str:
    """Return the parts that fit; all but the counts leave room for `story` characters."""
    kept = list(parts)
    while kept and len(_join_parts(kept)) + (story if max(kept)[0] > _COUNTED else 0) > limit:
        kept.remove(max(kept))
    return _join_parts(kept)


def _join_parts(parts: Sequence[tuple[int, str]]) -> str:
    return " ".join(text for _, text in parts)


#: A shorter story says nothing.
_WORTH_TELLING = 20

#: Parts up to this rank are counts, which cannot be recovered if they are left out.
_COUNTED = 1


def _list_parts(account: _Account) -> list[tuple[int, str]]:
    """Return the parts in order, each with its rank; higher ranks are left out first."""
    done, calls = account.done, account.calls
    parts = (
        (5, account.task and f"Working on: {account.task}"),
        (0, done and f"Completed {_format_count(done, 'step')} ({account.successful} successful)."),
        (1, account.noticed and f"Noticed {_format_count(account.noticed, 'thing')}."),
        (4, calls and f"Made {_format_count(calls, 'LLM sub-call')}."),
        (3, account.findings and f"Key findings: {'; '.join(account.findings)}."),
        (2, account.issues and f"Resolved issues: {', '.join(account.issues)}."),
    )
    return [(rank, text) for rank, text in parts if isinstance(text, str) and text]


def _format_count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


_TASK = late_pattern(r"Working on: (.+)")
_DONE = late_pattern(r"Completed (\d+) steps? \((\d+) successful\)\.")
_NOTICED = late_pattern(r"Noticed (\d+) things?\.")
_CALLS = late_pattern(r"Made (\d+) LLM sub-calls?\.")
_FOUND = late_pattern(r"Key findings: (.+)\.")
_RESOLVED = late_pattern(r"Resolved issues: (.+)\.")


def _parse_account(text: str) -> _Account:
    """Return the account in `text`; sentences that are no part of an account are story."""
    account = _Account()
    for line in text.splitlines():
        for sentence in split_sentences(line):
            account = _add_accounts(account, _parse_sentence(sentence))
    return account


def _parse_sentence(sentence: str) -> _Account:
    for pattern, read in _READERS:
        if found := pattern.fullmatch(sentence):
            return read(*found.groups())
    return _Account(story=(sentence,))


_READERS: tuple[tuple[re.Pattern[str], Callable[..., _Account]], ...] = (
    (_TASK, lambda task: _Account(task=task)),
    (_DONE, lambda done, well: _Account(done=int(done), successful=int(well))),
    (_NOTICED, lambda count: _Account(noticed=int(count))),
    (_CALLS, lambda count: _Account(calls=int(count))),
    (_FOUND, lambda listed: _Account(findings=tuple(listed.split("; ")))),
    (_RESOLVED, lambda listed: _Account(issues=tuple(listed.split(", ")))),
)


# --- words ------------------------------------------------------------------------------------


def _find_issues(step: Step) -> Iterable[str]:
    """Return what went wrong in a step: the names of errors, else the command that failed."""
    if step.successful:
        return ()
    memory = step.memories[0]
    what = memory.command or one_line(memory.line).partition(" ")[0] or "attempt"
    kind = "failed" if memory.ok else "refused"
    return _ERROR_NAME.findall(step.output) or (f"{_clean_word(what)} {kind}",)


def _clean_word(word: str) -> str:
    return cut_text(soften_quotes(word).replace(",", " ").rstrip(".!?…"), 24)


def _make_phrase(text: str, limit: int) -> str:
    """Return `text` as the end of a sentence: only its last character ends the sentence."""
    plain = soften_quotes(one_line(text))
    phrase = cut_text(PHRASE_END.sub(", ", plain).strip(", "), limit)
    return phrase if not phrase or phrase.endswith("…") else f"{phrase}."
