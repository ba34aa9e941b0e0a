"""The tables of what prompts say to questions, and texts by which a reader can check the judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from benchmarks.memory.findings import Part, Table, Wanted, apart, percent
from benchmarks.memory.questions.answers import JudgedAnswer, answer_all
from benchmarks.memory.questions.cases import KINDS, PartName
from benchmarks.memory.questions.judge import OUTCOMES, Outcome
from benchmarks.memory.questions.lives import AskedCase, ModelName, QuestionLife, ask_all_lives
from benchmarks.memory.simulated_life import STRATEGIES

MEMORIES, QUICK_MEMORIES = 1000, 200
MODELS: Sequence[ModelName] = ("faithful", "careless", "none")
HELD_OUT_LIVES, TUNED_LIVES = 3, 1
SPOKEN_MEMORIES = 300

_SHOWN: Sequence[Outcome] = ("right", "old alone", "wrong", "unlabelled")
_NAMES: dict[ModelName, str] = {
    "faithful": "a faithful model",
    "careless": "a careless model",
    "none": "rules, as with the shipped model",
}
_LONGEST_TEXT = 160

ABOUT = """\
Somebody tells the agent something, among {memories:,} ordinary moments (their last two fifths \
tell nothing of it), and a stranger asks: values that were replaced later, what is *not* so, what \
is only perhaps so, who did what to whom by a third person's word, what nobody has told (the \
right answer is "I do not know"), what was told in several places, and lies that the agent's own \
eyes belie. The prompt of the question is judged by rule, sentence by sentence \
(`benchmarks/memory/questions/judge.py`): summaries, newest memories, what the journal has \
changed or knows, and the old memories that come to mind. *Right*: what the answer needs is \
there, and nothing that leads astray. *Old alone*: of two values only the former. *Wrong*: a \
value, person or promise that nobody has told, a "not" that is gone, giver and receiver turned \
round, a speaker who did not say it. *Unlabelled*: a doubt or a claim told as a fact, or two \
values and not which is newer. Wrong and unlabelled count even where the right sentence stands \
beside. The rest has only a part of it, or nothing.

A faithful model retells what it is given, the newer of two values, and fills 30 % of each \
summary with prose. A careless one distorts 30 % of its sentences each time it writes them: \
turned digits, another name, another day, a dropped "not" or "perhaps", hearsay as a fact, giver \
and receiver turned round, an invented promise, the old value kept. The shipped model is too \
small to be asked for summaries, so the server lets rules write them: that is the third table. \
The journal draws facts by rule. Wordings, names and values of the held-out part are others than \
those of the tuning part. Of what went wrong there only the lives under `window`, which no model \
writes for, were looked at, to put the judge right. Each life has six questions of each kind. At \
last an agent of the starter world lives {spoken:,} moments in the whole server with the shipped \
model and is asked: its words are judged by the same rules."""

NOTES = (
    "A cell: right · old alone · wrong · unlabelled.",
    "Questions share a word with what was told, as people ask. What recall finds without a shared "
    "word is measured by `python -m benchmarks.truth`.",
)


def part(wanted: Wanted) -> Part:
    """Live all lives and judge every prompt."""
    memories = QUICK_MEMORIES if wanted.quick else MEMORIES
    lives: dict[PartName, int] = {"held_out": HELD_OUT_LIVES, "tuned": TUNED_LIVES}
    plans = [
        QuestionLife(strategy, model, name, wanted.seed + n, memories)
        for (name, count), model, strategy in product(lives.items(), MODELS, STRATEGIES)
        for n in range(1 if wanted.quick else count)
    ]
    found = ask_all_lives(plans, wanted.jobs)
    spoken = [] if wanted.quick else apart(answer_all, "held_out", wanted.seed, SPOKEN_MEMORIES)
    return report(found, memories, spoken)


def report(found: Sequence[AskedCase], memories: int, spoken: Sequence[JudgedAnswer] = ()) -> Part:
    """Return the part for the judged questions `found` and the answers `spoken`."""
    held_out = [each for each in found if each.plan.part == "held_out"]
    return Part(
        title="Questions",
        about=ABOUT.format(memories=memories, spoken=SPOKEN_MEMORIES),
        tables=[
            *(_make_table(held_out, model) for model in MODELS),
            _make_share_table(found),
            _make_carried_table(held_out),
            *([_make_spoken_table(spoken)] if spoken else []),
        ],
        notes=(*NOTES, *_list_samples(found), *_list_spoken_samples(spoken)),
    )


def _select(found: Sequence[AskedCase], model: ModelName, strategy: str) -> list[AskedCase]:
    return [each for each in found if (each.plan.model, each.plan.strategy) == (model, strategy)]


def _make_table(found: Sequence[AskedCase], model: ModelName) -> Table:
    rows = []
    for strategy in STRATEGIES:
        counts = Counter((e.case.kind, e.verdict.outcome) for e in _select(found, model, strategy))
        cells = [" · ".join(str(counts[kind, each]) for each in _SHOWN) for kind in KINDS]
        rows.append([f"`{strategy}`", *cells])
    return Table([f"held out, {_NAMES[model]}", *KINDS], rows)


def _make_share_table(found: Sequence[AskedCase]) -> Table:
    """Return the outcomes of all kinds together, of both parts."""
    rows = []
    for part_name, model in product(("held_out", "tuned"), MODELS):
        chosen = [e for e in found if (e.plan.part, e.plan.model) == (part_name, model)]
        counts = Counter(each.verdict.outcome for each in chosen)
        cells = [_tell_share(counts[each], len(chosen)) for each in OUTCOMES]
        rows.append([f"{part_name.replace('_', ' ')}, {_NAMES[model]}", str(len(chosen)), *cells])
    return Table(["all strategies", "questions", *OUTCOMES], rows)


def _tell_share(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %" if of else ""


def _make_carried_table(found: Sequence[AskedCase]) -> Table:
    """Return the share that is right without what the question brings to mind."""
    rows = []
    for strategy in STRATEGIES:
        cells = [f"{_count_right(_select(found, model, strategy))}" for model in MODELS]
        rows.append([f"`{strategy}`", *cells])
    head = "held out, right without recall (all kinds but abstention)"
    return Table([head, *(_NAMES[each] for each in MODELS)], rows)


def _count_right(found: Sequence[AskedCase]) -> str:
    judged = [each.carried.outcome == "right" for each in found if each.case.kind != "abstention"]
    return percent(sum(judged) / len(judged)) if judged else ""


def _make_spoken_table(spoken: Sequence[JudgedAnswer]) -> Table:
    counts = Counter((each.case.kind, each.verdict.outcome) for each in spoken)
    rows = [[kind, *(str(counts[kind, each]) for each in OUTCOMES)] for kind in KINDS]
    return Table(
        [f"held out, what the shipped model's agent says ({len(spoken)})", *OUTCOMES], rows
    )


def _list_spoken_samples(spoken: Sequence[JudgedAnswer]) -> Iterator[str]:
    """Yield the first answer of each outcome."""
    first = {each.verdict.outcome: each for each in reversed(spoken)}
    for outcome, each in first.items():
        said = _shorten(each.answer) or "nothing"
        yield f"Answered, judged *{outcome}*: “{each.case.question}” — {said}"


def _list_samples(found: Sequence[AskedCase]) -> Iterator[str]:
    """Yield for each outcome one text of the tuning part, of another kind each."""
    tuned = [each for each in found if each.plan.part == "tuned" and each.verdict.because]
    kinds = set[str]()
    for outcome in ("right", *OUTCOMES):
        sample = next(
            (
                each
                for each in tuned
                if each.verdict.outcome == outcome and each.case.kind not in kinds
            ),
            None,
        )
        if sample is not None:
            kinds.add(sample.case.kind)
            yield _describe_sample(sample)


def _describe_sample(answered: AskedCase) -> str:
    case, verdict = answered.case, answered.verdict
    told = "; ".join(f"{each.speaker or 'seen'}: “{each.text}”" for each in case.said)
    shown = "; ".join(f"“{_shorten(each)}”" for each in verdict.because[:2])
    return (
        f"Judged *{verdict.outcome}* ({case.kind}, {answered.plan.strategy}, tuning part): told "
        f"{told}; asked “{case.question}”; the prompt has {shown}."
    )


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…"
