"""``python -m tools.asked.answers``: learn which words of what was told answer a question.

From ``tools/asked/visits.txt`` and ``answered.txt`` it makes ``server/shipped/answer_words.npz``,
prints how often the words are right in ``held_out.txt``, and writes what torch makes of some lines
to ``tests/agents/models/embedding/answer_words.txt``.  It needs torch, and the package of the
sentence model; some fifteen minutes on two cores.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from agents.models.embedding.aligned_net import LAYERS
from agents.models.embedding.answer_words import AnswerWordsReader
from agents.models.embedding.sentence import WEIGHTS_SHA256
from server.shipped.voice_vectors import ANSWER_WORDS
from tests.paths import ROOT
from tools.asked.answer_net import AnswerNet, torch
from tools.asked.tokens import Tokens
from tools.asked.visits import ANSWERED, HELD_OUT, NONE, VISITS, read_visits

CASES = ROOT / "tests" / "agents" / "models" / "embedding" / "answer_words.txt"

#: How it learns; each step is of so many questions, each with all lines of its visit.
ROUNDS, SIZE, DECAY, TOGETHER, WARM = 6, 1e-3, 0.05, 12, 0.15

#: How much the words count beside the line.
OF_WORDS = 0.5
CASES_KEPT = 12


class Question(NamedTuple):
    """A question, with all lines of its visit."""

    asked: str
    lines: Sequence[str]
    answered_by: int
    """The place of the line that answers; as many as there are lines: none."""
    edges: tuple[int, int]
    """The places of the first and the last token that answer."""
    words: Sequence[str]
    """Of which an answer has one."""


def list_questions(path: Path, tokens: Tokens) -> Iterator[Question]:
    """Yield the questions of a file whose answer is marked, or was not told, and lines that ask for
    nothing that was told: none answers these."""
    for visit in read_visits(path):
        asked = [each.question for each in visit.asked]
        tokens.learn([*visit.lines, *asked, *visit.unasked])
        for line in visit.unasked:
            yield Question(line, visit.lines, len(visit.lines), (0, 0), ())
        for each in visit.asked:
            if each.answered_by == NONE:
                yield Question(each.question, visit.lines, len(visit.lines), (0, 0), ())
            if not each.answered_by.isdigit() or int(each.answered_by) > len(visit.lines):
                continue
            line = visit.lines[int(each.answered_by) - 1]
            words = next((one for one in (each.answer, *each.words) if one and one in line), "")
            if words and (edges := tokens.find_edges(line, words)):
                at = int(each.answered_by) - 1
                yield Question(each.question, visit.lines, at, edges, each.words)


def learn(questions: Sequence[Question], tokens: Tokens) -> AnswerNet:
    """Return a net that has learnt from questions."""
    torch.manual_seed(1)
    order, shuffled = random.Random(1), list(questions)
    net = AnswerNet(tokens.width)
    steps = torch.optim.AdamW(net.parameters(), lr=SIZE, weight_decay=DECAY)
    total = ROUNDS * (len(questions) // TOGETHER + 1) + 1
    pace = torch.optim.lr_scheduler.OneCycleLR(steps, SIZE, total_steps=total, pct_start=WARM)
    for at in range(ROUNDS):
        order.shuffle(shuffled)
        losses = []
        for begin in range(0, len(shuffled), TOGETHER):
            with torch.autocast("cpu", torch.bfloat16):
                loss = _find_loss(net, shuffled[begin : begin + TOGETHER], tokens)
            steps.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            steps.step()
            pace.step()
            losses.append(loss.item())
        print(f"round {at + 1} of {ROUNDS}: {sum(losses) / len(losses):.3f}", flush=True)
    net.eval()
    return net


def _find_loss(net: AnswerNet, some: Sequence[Question], tokens: Tokens) -> Any:
    cross, total = torch.nn.functional.cross_entropy, 0
    lines = tokens.lay_out([line for each in some for line in each.lines])
    asked = tokens.lay_out([each.asked for each in some for _ in each.lines])
    rated, edges = net(*lines, *asked)
    begin = 0
    for each in some:
        end = begin + len(each.lines)
        ratings = torch.cat([rated[begin:end].float(), net.null])
        total = total + cross(ratings[None], torch.tensor([each.answered_by]))
        if each.answered_by < len(each.lines):
            first, last = edges[begin + each.answered_by].float().unbind(-1)
            for logits, right in zip((first, last), each.edges, strict=True):
                total = total + OF_WORDS * cross(logits[None], torch.tensor([right]))
        begin = end
    return total / len(some)


def write_net(net: AnswerNet, path: Path) -> None:
    """Write what was learnt as half-precision numbers."""
    arrays = {name: each.detach().numpy().astype("f2") for name, each in net.state_dict().items()}
    numpy.savez_compressed(path, weights=numpy.array(WEIGHTS_SHA256), **arrays)


def report(reader: AnswerWordsReader, questions: Sequence[Question], tokens: Tokens) -> str:
    """Return how often the right line is the likeliest, and its words are right."""
    counts = dict.fromkeys(("lines", "words", "asked", "none", "not told"), 0)
    for each in questions:
        found = reader.find(tokens.get(each.asked), [tokens.read(line) for line in each.lines])
        best = max(range(len(found)), key=lambda at: found[at].likely)
        if each.answered_by == len(each.lines):
            counts["none"] += 1
            counts["not told"] += 1 - sum(one.likely for one in found) > found[best].likely
            continue
        counts["asked"] += 1
        counts["lines"] += best == each.answered_by
        said = found[best].words
        counts["words"] += any(re.search(rf"(?i)(?<!\w){re.escape(e)}", said) for e in each.words)
    return (
        f"{counts['asked']} questions: the right line is likeliest for"
        f" {counts['lines'] / counts['asked']:.0%}, a right word is among the words for"
        f" {counts['words'] / counts['asked']:.0%}; none for {counts['not told']} of"
        f" {counts['none']} that were not told, or not asked for"
    )


def write_cases(net: AnswerNet, questions: Sequence[Question], tokens: Tokens) -> None:
    """Write what torch makes of the first lines of some questions."""
    rows = []
    for each in questions[:: max(1, len(questions) // CASES_KEPT)][:CASES_KEPT]:
        line = each.lines[min(each.answered_by, len(each.lines) - 1)]
        with torch.no_grad():
            rated, edges = net(*tokens.lay_out([line]), *tokens.lay_out([each.asked]))
        sums = edges[0].sum(-1).tolist()
        rows.append(json.dumps([each.asked, line, rated[0].item(), sums], ensure_ascii=False))
    CASES.write_text("".join(f"{row}\n" for row in rows), "utf-8")


def main() -> None:
    """Learn, write and report."""
    tokens = Tokens(LAYERS)
    known = [each for path in (VISITS, ANSWERED) for each in list_questions(path, tokens)]
    held_out = list(list_questions(HELD_OUT, tokens))
    print(f"{len(known)} questions to learn from, {len(held_out)} held out", flush=True)
    net = learn(known, tokens)
    write_net(net, ANSWER_WORDS)
    with numpy.load(ANSWER_WORDS) as file:
        made = {name: file[name].astype("f4") for name in file.files if name != "weights"}
    write_cases(net, held_out, tokens)
    print(report(AnswerWordsReader(made), held_out, tokens))


if __name__ == "__main__":
    main()
