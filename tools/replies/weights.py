"""``python -m tools.replies.weights``: learn what replies are worth by their signs.

``tools/replies/judged.txt`` holds judged replies, ``tools/replies/read.txt`` what a reader that had
not learnt from some of them said of these (``tools/replies/reader.py``).  Logistic regression makes
``agents/mind/speech/choosing/reply_weights.py``.  It prints what would be said where the best reply
is chosen in different ways: of the talks that were kept apart, one half by what was learnt from
the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.choosing import reply_weights
from agents.mind.speech.choosing.worth import READING, list_signs, weigh_signs
from tools.regression import learn_weights, render_weights
from tools.replies.judged import READ, JudgedMoment, split_judged

WEIGHTS = Path(reply_weights.__file__)

#: What a judgement is worth: what would pass anywhere is soon tired of.
WORTH = {"g": 1.0, "p": 0.45, "b": 0.0}

_PAGE = '''"""Weights of the signs of a reply's worth, which ``tools.replies.weights`` makes."""

from __future__ import annotations

from collections.abc import Mapping

UNREAD: Mapping[str, float] = {unread}
"""Before a reader has read it."""

READ: Mapping[str, float] = {read}
"""And with what the reader says."""
'''


class JudgedReply(NamedTuple):
    """A reply's judgement, how well it fits by rule, and its signs."""

    judged: str
    fit: float
    signs: Mapping[str, float]


def list_signed(moment: JudgedMoment, readings: Sequence[float] = ()) -> list[JudgedReply]:
    """Return the replies of a moment with their signs, with the readings of them if there are."""
    found = []
    for at, each in enumerate(moment.replies):
        candidate = Candidate(each.words, Origin.VOICE, each.fit, chance=each.chance)
        signs = dict(list_signs(candidate, each.sort))
        if readings:
            signs[READING] = readings[at]
        found.append(JudgedReply(each.judged, each.fit, signs))
    return found


def read_readings() -> Iterator[list[float]]:
    """Yield the readings of each moment that was kept apart."""
    for line in READ.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            yield [float(each) for each in line.partition(" | ")[0].split()]


def learn(moments: Sequence[Sequence[JudgedReply]]) -> dict[str, float]:
    """Return the weights with which the signs tell what replies are worth."""
    replies = [each for one in moments for each in one]
    return learn_weights([e.signs for e in replies], [WORTH[e.judged] for e in replies])


def count_said(
    moments: Sequence[Sequence[JudgedReply]], rate: Callable[[JudgedReply], float]
) -> str:
    """Return how many are good, passable and beside the point if the best by `rate` is said."""
    count = Counter(max(each, key=rate).judged for each in moments if each)
    return "/".join(str(count[name]) for name in "gpb")


def report(apart: Sequence[Sequence[JudgedReply]], unread: Mapping[str, float]) -> None:
    """Print what would be said in the moments that were kept apart."""
    half = len(apart) // 2
    parts = ((apart[:half], apart[half:]), (apart[half:], apart[:half]))
    print(f"{len(apart)} moments, good/passable/beside said by the best")
    print("  by fit:", *(count_said(own, lambda e: e.fit) for own, _ in parts))
    print(
        "  unread:", *(count_said(own, lambda e: weigh_signs(e.signs, unread)) for own, _ in parts)
    )
    for own, other in parts:
        weights = learn(other)
        print("  read:", count_said(own, lambda e, w=weights: weigh_signs(e.signs, w)))  # type: ignore[misc]


def main() -> None:
    """Learn the weights, print how good they are, and write them."""
    rest, apart = split_judged()
    unread = learn([list_signed(each) for each in rest])
    signed = [list_signed(*each) for each in zip(apart, read_readings(), strict=True)]
    report(signed, unread)
    page = _PAGE.replace("{unread}", render_weights(unread))
    WEIGHTS.write_text(page.replace("{read}", render_weights(learn(signed))), "utf-8")


if __name__ == "__main__":
    main()
