"""``python -m tools.offers.learn``: learn which lines offer something.

From ``tools/offers/written.txt``, and from lines of visits and talks, which are taken for none, it
makes

- ``server/shipped/offers.npz``, the weights of the numbers of a line's vector,
- ``agents/mind/speech/kinds/offer_weights.py``, the weights of signs,

and prints how well they do on ``tools/offers/held_out.txt`` and on other visits.  It needs the
package of the sentence model; some two minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from agents.mind.speech.kinds import offer_weights
from agents.mind.speech.kinds.line_kinds import OFFERS_SURELY
from agents.mind.speech.kinds.offers import OfferReader, list_offer_signs
from agents.models.embedding.sentence import SentenceEmbedder
from server.shipped.voice_vectors import OFFER_ROWS
from tools.asked.visits import HELD_OUT, VISITS, read_visits
from tools.regression import render_weights
from tools.replies.judged import split_judged
from tools.vectors import HELD, OF_VECTOR, KnownVectors, descend, write_rows

FOLDER = Path(__file__).parent
WEIGHTS = Path(offer_weights.__file__)

#: From this likelihood on a line counts as an offer.
LIKELY = OFFERS_SURELY

_PAGE = '''"""Weights of the signs of an offer, which ``tools.offers`` makes."""

from __future__ import annotations

from collections.abc import Mapping

OFFER: Mapping[str, float] = {offer}
'''


class OfferedLine(NamedTuple):
    """A line, and whether it offers something."""

    words: str
    offers: bool


def read_offers(path: Path) -> Iterator[OfferedLine]:
    """Yield the lines of a file."""
    for row in path.read_text("utf-8").split("\n"):
        if row[:2] in ("+ ", "- "):
            yield OfferedLine(row[2:].strip(), row[0] == "+")


def read_other_lines(path: Path) -> list[OfferedLine]:
    """Return the lines of visits, of which hardly any offers something."""
    visits = read_visits(path)
    return [OfferedLine(words, offers=False) for each in visits for words in each.lines]


def read_talk_lines() -> list[OfferedLine]:
    """Return the lines of judged talks, of which few offer something."""
    lines = dict.fromkeys(each.line for part in split_judged() for each in part)
    return [OfferedLine(words, offers=False) for words in lines]


def learn_offers(lines: Sequence[OfferedLine], known: KnownVectors) -> tuple[Any, dict[str, float]]:
    """Return the weights of vectors, as one row, and of signs."""
    signs = [list_offer_signs(each.words) for each in lines]
    names = list(signs[0])
    vectors = numpy.stack([known.find_vector(each.words) for each in lines]) * OF_VECTOR
    table = numpy.array([[each[name] for name in names] + [1.0] for each in signs])
    whole = numpy.concatenate([vectors, table], axis=1)
    wanted = numpy.array([float(each.offers) for each in lines])

    def find_slope(weights: Any) -> Any:
        likely = 1 / (1 + numpy.exp(-whole @ weights))
        return whole.T @ (likely - wanted) / len(whole) + HELD * weights

    weights = descend(numpy.zeros(whole.shape[1]), find_slope)
    size = vectors.shape[1]
    by_sign = dict(zip((*names, "base"), weights[size:].round(3).tolist(), strict=True))
    return weights[None, :size] * OF_VECTOR, by_sign


def describe_offers(lines: Sequence[OfferedLine], known: KnownVectors, what: str) -> str:
    """Return how many of the lines are read as offers."""
    reader = OfferReader(SentenceEmbedder(), OFFER_ROWS)
    rated = [reader.rate(each.words, known.find_vector(each.words)) or 0.0 for each in lines]
    return f"{what}: {sum(each >= LIKELY for each in rated)} of {len(rated)} read as offers"


def main() -> None:
    """Learn, write both files, and tell how well it does."""
    lines = [*read_offers(FOLDER / "written.txt"), *read_other_lines(VISITS)]
    lines += read_talk_lines()
    held, others = list(read_offers(FOLDER / "held_out.txt")), read_other_lines(HELD_OUT)
    known = KnownVectors(each.words for each in (*lines, *held, *others))
    rows, signs = learn_offers(lines, known)
    write_rows(OFFER_ROWS, rows)
    WEIGHTS.write_text(_PAGE.format(offer=render_weights(signs)), "utf-8")
    offer_weights.OFFER = signs
    print(describe_offers([each for each in held if each.offers], known, "held out, offers"))
    print(
        describe_offers([each for each in held if not each.offers], known, "held out, look-alikes")
    )
    print(describe_offers(others, known, "lines of other visits"))


if __name__ == "__main__":
    main()
