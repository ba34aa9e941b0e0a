"""Who decided the latest turns of an agent, why a model that was asked did not, and how it went."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import field

from agents.memory.core.records import Turn
from agents.mind.speech.candidates import Origin, Unused
from late.late_dataclass import late_dataclass

#: So many turns of an agent are counted, the latest.
COUNTED = 100

#: A turn that takes longer is slow: whoever asked has begun to wonder.
SLOW_SECONDS = 5.0

_RULES = frozenset({Origin.INTENTION, Origin.MANNERS, Origin.FALLBACK})
_RULE = "rule"
#: Who decides, in the order in which it is told; `_ALWAYS` also where it decided no turn.
_TOLD = {
    _RULE: "by rule",
    Origin.VOICE.value: "voice",
    Origin.MEMORY.value: "memory",
    Origin.PROFILE.value: "profile",
    Origin.PLAIN.value: "plain answer",
    Origin.MODEL.value: "model",
}
_ALWAYS = frozenset({_RULE, Origin.VOICE.value, Origin.MODEL.value})
_ORIGINS = frozenset(each.value for each in Origin)
_UNUSED_WORDS = frozenset(each.value for each in Unused)
_UNUSED = {Unused.LATE: "too late", Unused.REFUSED: "refused", Unused.UNAVAILABLE: "not to be had"}


@late_dataclass(frozen=True, slots=True)
class _Counted:
    """What is counted of a turn."""

    by: Origin
    unused: Unused | None
    seconds: float
    read: int
    """Tokens of the prompt that a model answered; 0: none did."""
    cached: int
    """Those of them that its server had in its cache."""


@late_dataclass(slots=True)
class RecentDecisions:
    """Remembers who decided the latest turns of one agent, and how long they took."""

    _latest: deque[_Counted] = field(default_factory=lambda: deque(maxlen=COUNTED), init=False)

    def note(self, by: Origin, unused: Unused | None, turn: Turn) -> None:
        """Count a turn."""
        self._latest.append(_count(by, unused, turn))

    def take_up(self, turns: Iterable[Turn]) -> None:
        """Count turns of the log that were before the start; those since are its last ones.

        Turns of a version that did not record who decided are left out.
        """
        logged = [decision for turn in turns if (decision := _read_decision(turn))]
        before = logged[: max(0, len(logged) - len(self._latest))]
        self._latest = deque((*before, *self._latest), maxlen=COUNTED)

    def count(self) -> Counter[str]:
        """Return how many turns each decided, and in how many the model was asked and not used.

        Keys: ``rule``, the other origins, and the values of `Unused`.
        """
        by = Counter(_RULE if each.by in _RULES else each.by.value for each in self._latest)
        return by + Counter(each.unused.value for each in self._latest if each.unused)

    def measure(self) -> dict[str, float]:
        """Return how the same turns went.

        Keys: ``slow``, those that took longer than `SLOW_SECONDS`; ``slow_unasked``, those of them
        in which no model was asked; ``longest``, in seconds; ``read``, the tokens that models read;
        and ``cached``, how many of these came from a cache.
        """
        slow = [each for each in self._latest if each.seconds > SLOW_SECONDS]
        return {
            "slow": len(slow),
            "slow_unasked": sum(not each.read and not each.unused for each in slow),
            "longest": max((each.seconds for each in self._latest), default=0.0),
            "read": sum(each.read for each in self._latest),
            "cached": sum(each.cached for each in self._latest),
        }


def _count(by: Origin, unused: Unused | None, turn: Turn) -> _Counted:
    read = turn.prompt_tokens if turn.model else 0
    return _Counted(by, unused, turn.seconds, read, turn.cached_tokens)


def _read_decision(turn: Turn) -> _Counted | None:
    if turn.decided_by not in _ORIGINS:
        return None
    unused = Unused(turn.model_unused) if turn.model_unused in _UNUSED_WORDS else None
    return _count(Origin(turn.decided_by), unused, turn)


def describe_share(counts: Counter[str]) -> dict[str, int]:
    """Return `counts` of one agent or of several together, with all keys and ``turns``."""
    keys = (*_TOLD, *(each.value for each in Unused))
    return {"turns": sum(counts[each] for each in _TOLD), **{each: counts[each] for each in keys}}


def tell_share(counts: Counter[str]) -> str:
    """Return words such as ``of the last 100 turns: 97 by rule, 2 voice, 1 model``."""
    turns = sum(counts[each] for each in _TOLD)
    if not turns:
        return "no turn yet"
    deciders = ", ".join(
        f"{counts[key]} {name}" for key, name in _TOLD.items() if counts[key] or key in _ALWAYS
    )
    last = f"{turns} turns" if turns > 1 else "1 turn"
    return f"of the last {last}: {deciders}"


def _tell_unused(counts: Counter[str]) -> str:
    unused = ", ".join(f"{counts[each.value]} {name}" for each, name in _UNUSED.items())
    return f"; the model asked in vain: {unused}"


def tell_shares(agents: Iterable[tuple[str, Counter[str]]]) -> list[str]:
    """Return a line for each agent, by name, and before them one for all together."""
    shares = list(agents)
    total = sum((counts for _, counts in shares), Counter[str]())
    if not shares:
        return []
    lines = [f"Who decided: {tell_share(total)}{_tell_unused(total)}"]
    for name, counts in shares:
        vain = any(counts[each.value] for each in Unused)
        lines.append(f"  {name}: {tell_share(counts)}{_tell_unused(counts) if vain else ''}")
    return lines
