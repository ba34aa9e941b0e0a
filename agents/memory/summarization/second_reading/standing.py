"""What a model found of its sentences, reading them again, kept with the summary they are in."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence

from agents.memory.checking.verdict import Verdict, judge_sentence
from agents.memory.core.records import Summary
from agents.memory.language.evidence import Source
from agents.memory.language.normalize import strip_update

#: Bytes of a digest: of a summary's hundred sentences two share one once in a million summaries.
_DIGEST_BYTES = 4


def digest_sentence(sentence: str) -> str:
    """Return what stands for a sentence in the record of its summary, since when it is so aside."""
    plain = strip_update(sentence).encode("utf-8", "replace")
    return hashlib.blake2s(plain, digest_size=_DIGEST_BYTES).hexdigest()


def list_borne_out(
    sentences: Iterable[str], found: Collection[str], stood: Iterable[Summary]
) -> Iterator[str]:
    """Yield the digest of each of `sentences` that was `found` borne out now, or, as it is, in a
    summary that stood before."""
    known = {digest_sentence(each) for each in found}
    known.update(digest for each in stood for digest in each.borne_out)
    yield from (digest for each in sentences if (digest := digest_sentence(each)) in known)


def was_borne_out(summary: Summary, sentence: str) -> bool:
    """Return whether a model found a sentence borne out when it was read again."""
    return bool(summary.borne_out) and digest_sentence(sentence) in summary.borne_out


def judge_standing(summary: Summary, sentence: str, sources: Sequence[Source]) -> Verdict:
    """Return what the memories say of a sentence of a summary.

    What its model found goes before rules, as it did when the summary was written.
    """
    if was_borne_out(summary, sentence):
        return Verdict("supports")
    return judge_sentence(sentence, sources)
