"""What somebody asks for of what they told, whatever words they use: "What keeps me awake?"

The question and what was told share no word.  The question is known by the examples of
``text/asked.md``, and what was told by its own kind (`acts`), or else by its nearness to the
question in meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set

from agents.memory.language.stems import stem_words
from agents.memory.language.words import MODALS, any_of
from agents.mind.speech.questions import asks_of_the_past
from agents.mind.speech.statements.feelings import find_feeling
from agents.mind.speech.told.acts import TROUBLE, WORRYING, SpokenActs
from agents.mind.speech.told.asking.nearest import (
    Nearest,
    find_nearest,
    list_compared,
    list_likely_lines,
)
from agents.mind.speech.told.asking.own_questions import (
    ASKS_FOR_ALL,
    asks_for_story,
    asks_of_hearer,
    asks_of_hearers_kin,
    find_own_question,
    list_asking_for_all,
    list_told_questions,
    may_be_own,
    names_asker,
    strip_beside,
)
from agents.mind.speech.told.asking.reader import (
    NO_ASKING,
    AskedPart,
    AskingReader,
    Asks,
    list_read,
)
from agents.mind.speech.told.asking.who_is_who import find_kin, find_name, names_theirs
from agents.mind.speech.told.examples import NO_EXAMPLES, Examples, read_examples
from agents.mind.speech.told.people import Relative
from agents.mind.speech.told.telling_back import Told, ToldSentence, tell_back
from agents.mind.speech.told.values import (
    NUMERAL,
    ValueKind,
    find_value_kind,
    lacks_time,
    read_values,
)
from agents.mind.speech.told.worries import find_worry
from agents.mind.voice.sentence_likeness import SentenceMeanings
from agents.prose import capitalise, soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: The key of a text with the examples of questions for one thing, one a line.
ASKED = "asked."

#: The questions that are found by their words, and those for all that one has told.
OTHER, ALL = "other", "all"

#: A question is for that whose so many nearest examples are so near on the average, and nearer by
#: `MARGIN` than those for anything else.
AGREEING, NEAR, MARGIN = 2, 0.45, 0.06

#: What was told is surely of a kind, or as likely as that, from these nearnesses on.
LIKELY = 0.3

#: What somebody was once is the likelier told of their trade by this.
PAST = 0.2

#: A line may ask for what was told from this likelihood on, and does from the second on.
MAY_ASK, ASKS_SURELY = 0.05, 0.4

#: What was told answers a question from this likelihood on, surely from the second on, and from the
#: third on where a line only may ask for it.
ANSWERS, ANSWERS_SURELY, ANSWERS_ALONE = 0.15, 0.45, 0.55

#: The very words, not the sentence, are told back from this on; of a long one from the second on.
WORDS_SURELY, WORDS_LIKELY, LONG_SENTENCE = 0.5, 0.25, 90

#: And by words alone, where no sentence model knows: a question that names the asker, one that does
#: not, and surely.
BY_WORDS, BY_WORDS_UNNAMED, BY_WORDS_SURELY = 0.25, 0.4, 0.5

#: So many troubles are told back at once.
MOST_TOLD = 2

#: The kinds of `acts` by which what was told is known.
_TOLD_BY = {
    "trouble": WORRYING | {TROUBLE},
    "wish": frozenset(("plan",)),
    "trade": frozenset(("trade",)),
    "home": frozenset(("journey", "place")),
    "errand": frozenset(("journey",)),
}
#: Feelings that tell of a trouble.
_SAD = ("fear", "grief", "weariness")
#: The kinds of tales that rules know surely.
_TALES = frozenset(("wish", "trade", "origin", "errand"))
#: What is told of one's past, or in answer to a question, may be of any kind.
_TELLS_ALL = frozenset(("past", "reply", "opinion"))
#: Questions about the asker, and for what the asker is to do. What was told answers the former
#: alone: nobody has told what others do, or what one should do.
_OF_ASKER = late_pattern(
    r"\b(?:I|my|mine|our|we)\b|^\W*(?:what|who|which|why|where|how)\b[^?]*\b(?:me|us)\b",
    re.IGNORECASE,
)
_NUMBER = late_pattern(rf"\b{NUMERAL}\b", re.IGNORECASE)
#: Nobody has told what will be, or what one should do.
_TO_COME = late_pattern(rf"\b{any_of(MODALS)} I\b", re.IGNORECASE)
#: What rules tell of surely, and of which a question is sooner than of something near to it.
_LASTING = frozenset(("trade", "home"))
_PAST = late_pattern(r"^\W*I (?:was|used to)\b|\bI was an? \w+", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class ToldMatter:
    """What answers a question for one's own words."""

    clauses: Sequence[str]
    """As one says them to their speaker, without marks at their ends; none: it was not told."""
    is_sure: bool
    """Whether they surely answer, and may not be of something else."""
    is_value: bool = False
    """Whether it is the very words that answer, and no statement: "Your left knee"."""


class AskedMatters:
    """Tells for what a question is, and which of what was told answers it."""

    def __init__(
        self,
        texts: Texts,
        sentences: SentenceMeanings,
        acts: SpokenActs,
        find_tale: Callable[[str], str] = lambda sentence: "",
        reader: AskingReader = NO_ASKING,
    ) -> None:
        """`find_tale` returns the kind that rules find in a statement; empty: none."""
        self._reader = reader
        self._texts = texts
        self._sentences = sentences
        self._acts = acts
        self._find_tale = find_tale
        self._examples = NO_EXAMPLES

    @property
    def lines(self) -> tuple[str, ...]:
        """All examples, each once."""
        return self._read().lines

    async def listen(self, words: str) -> None:
        """Prepare `may_answer` for words, some 10 ms in a thread."""
        self.begin()
        await self._sentences.hear(list_read(words))

    def may_answer(self, words: str) -> bool:
        """Return whether words may ask for what was told."""
        if asked := self._find_asking(words):
            return asked.asks.any >= MAY_ASK
        asking = (
            list_told_questions(words) or find_own_question(words) or list_asking_for_all(words)
        )
        return bool(asking) or ASKS_FOR_ALL.search(words) is not None

    def begin(self) -> None:
        """Begin to make what `hear` compares with, in the background."""
        self._sentences.begin(self.lines)

    async def hear(self, words: str, told: Told) -> None:
        """Prepare `answer` for words that may ask for what was told: 10 ms for each new line."""
        own = find_own_question(words)
        questions = dict.fromkeys((words, own, *map(strip_beside, list_told_questions(words))))
        asking = [each for each in questions if each]
        await self._sentences.hear([*asking, *list_asking_for_all(words)])
        await self._sentences.hear(list_compared(told))
        if (asked := self._find_asking(words)) and asked.asks.one >= MAY_ASK:
            likely = list_likely_lines(asked.question, told, self._sentences)
            await self._reader.answers.read(asked.question, likely)

    def find(self, question: str) -> str:
        """Return for what a question is: ``trouble``, ``wish``, ``trade``, ``home``, ``errand``.

        It is empty for anything else.
        """
        best = {**self._rate(strip_beside(question)), ALL: 0.0}
        first, second = sorted(best, key=lambda kind: -best[kind])[:2] if best else ("", "")
        if not first or best[first] < NEAR or best[first] - best[second] < MARGIN:
            return ""
        return "" if first == OTHER else first

    def asks_for_all(self, words: str) -> bool:
        """Return whether words ask for all that their speaker has told: "Who am I to you?" """
        if any(map(self._weighs, split_sentences(words))):
            return False  # a list is no answer to somebody who despairs
        if asked := self._find_asking(words):
            return asked.asks.all >= ASKS_SURELY
        if ASKS_FOR_ALL.search(words):
            return True
        if any(map(self.find, list_told_questions(words))):
            return False
        return any(self._is_for_all(each) for each in list_asking_for_all(words))

    def _weighs(self, sentence: str) -> bool:
        return find_worry(sentence) is not None or bool(self._acts.find_worry_kind(sentence))

    def _is_for_all(self, sentence: str) -> bool:
        rated = dict(self._rate(sentence))
        near = rated.pop(ALL, 0.0)
        return near >= NEAR and near - max(rated.values(), default=0.0) >= MARGIN

    def answer(self, words: str, told: Told) -> ToldMatter | None:
        """Return what answers words; None if they ask for nothing that was told, or for all."""
        if asked := self._find_asking(words):
            of_yours = asks_of_hearers_kin(words)
            return None if of_yours else self._answer_read(asked.question, told, asked.asks)
        if ASKS_FOR_ALL.search(words):
            return None
        return self._answer_kind(words, told) or self._find_by_words(words, told)

    def _find_asking(self, words: str) -> AskedPart | None:
        """Return what asks in words, as it is read; None where no sentence model knows."""
        return self._reader.find(words, self._sentences.find_vector)

    def _answer_read(self, words: str, told: Told, asks: Asks) -> ToldMatter | None:
        """Return what answers words that ask for one thing, by what it was learnt from."""
        if asks.one < MAY_ASK or _TO_COME.search(words):
            return None
        surely = asks.one >= ASKS_SURELY
        known = self._answer_surely(words, told) if surely else None
        if known and known.clauses:
            return known
        found = find_nearest(words, told, self._sentences, self._reader.answers)
        story = asks_for_story(words)
        alone = found and found.likely >= ANSWERS_ALONE and (found.words or story)
        if asks_of_hearer(words) or not (alone or surely):
            return None
        if found is None or found.likely < ANSWERS:
            known = known or self._answer_kind(words, told)
            return known if known and known.clauses else ToldMatter((), is_sure=False)
        is_long = len(found.sentence.words) > LONG_SENTENCE
        fits = not story and not lacks_time(words, found.words)
        enough = fits and found.surely >= (WORDS_LIKELY if is_long else WORDS_SURELY)
        value, sure = tell_back(found.words) if enough else "", found.likely >= ANSWERS_SURELY
        if value and (sure or is_long):
            return ToldMatter([capitalise(value)], is_sure=sure, is_value=sure)
        return ToldMatter(_tell_line(found, told, may_stand_alone=not story), sure)

    def _answer_surely(self, words: str, told: Told) -> ToldMatter | None:
        """Return who somebody is to them, or the trade or the home that is asked for, if a
        statement is surely of it."""
        if value := find_kin(words, told) or find_name(words, told):
            return ToldMatter([capitalise(value)], is_sure=True, is_value=True)
        question = next(iter(list_told_questions(words)), "")
        kind = self.find(question) if question and not names_theirs(question, told) else ""
        sure = kind in _LASTING and any(self._is_of(kind, each.words) for each in told.sentences)
        return self._answer_kind(words, told) if sure else None

    def _answer_kind(self, words: str, told: Told) -> ToldMatter | None:
        """Return what answers a question for a kind of matter; None if it is for none."""
        question = next(iter(list_told_questions(words)), "")
        bare = strip_beside(question)
        if question and may_be_own(bare, question) and _OF_ASKER.search(bare):
            kind = "" if names_theirs(question, told) else self.find(question)
            if kind:
                return ToldMatter(self._choose(kind, question, told), is_sure=True)
        return None

    def _choose(self, kind: str, question: str, told: Told) -> list[str]:
        """Return what was told of a kind: what shares most with the question, else the latest."""
        asked = set(stem_words(question))
        sure = [each for each in told.sentences if self._is_of(kind, each.words)]
        shared = [each for each in sure if asked & set(stem_words(each.words))]
        most = MOST_TOLD if kind == "trouble" and not shared else 1
        chosen: dict[int, str] = {}
        found = shared or sure or self._list_likely(kind, question, told)
        found = found or _list_sharing(set(stem_words(strip_beside(question))), told)
        if kind == "trouble":  # of one line the first sentence: what follows goes on with it
            ranked = sorted(found, key=lambda one: -one.seq)
        else:
            ranked = sorted(found, key=lambda one: -self._rate_told(kind, one.words))
        for each in ranked:
            if each.seq not in chosen and len(chosen) < most and (clause := _tell(each, told)):
                chosen[each.seq] = clause
        return [chosen[each] for each in sorted(chosen)]

    def _is_of(self, kind: str, sentence: str) -> bool:
        known = self._acts.find(sentence)
        if kind == "trouble":
            ruled = find_worry(sentence) is not None or find_feeling(sentence) in _SAD
            return known in _TOLD_BY[kind] or (not known and ruled)
        tale, meant = self._find_tale(sentence), {"home": "origin"}.get(kind, kind)
        if tale in _TALES:
            return tale == meant
        return kind in ("wish", "trade") and known in _TOLD_BY[kind]

    def _list_likely(self, kind: str, question: str, told: Told) -> list[ToldSentence]:
        """Return what is most likely of a kind, where nothing is surely so; the likeliest last."""
        by_kind = kind in ("trouble", "wish", "trade")
        meant = self._compare(question, told)
        rated = []
        for each, near in zip(told.sentences, meant, strict=True):
            past = PAST if kind == "trade" and _PAST.search(each.words) else 0.0
            rated.append((self._rate_told(kind, each.words) + past if by_kind else near, each))
        best = sorted((each for each in rated if each[0] >= LIKELY), key=lambda each: each[0])
        return [each for _, each in best[-1:]]

    def _rate_told(self, kind: str, sentence: str) -> float:
        """Return how near a statement is to a kind; 0 if it is surely of another."""
        known, kinds = self._acts.find(sentence), _TOLD_BY[kind]
        if known and known not in kinds and known not in _TELLS_ALL:
            return 0.0
        rates = self._acts.rate(sentence)
        return max((rates[one] for one in kinds & rates.keys()), default=0.0)

    def _find_by_words(self, words: str, told: Told) -> ToldMatter | None:
        """Return what shares most with a question of what only the speaker can know."""
        question = find_own_question(words)
        found = find_nearest(question, told, self._sentences) if question else None
        if found is None or (self.asks_for_all(words) and found.likely < BY_WORDS_SURELY):
            return None
        kind, named = find_value_kind(question), names_asker(question)
        if not named and not (found.shares and asks_of_the_past(question)):
            return None
        if found.likely < (BY_WORDS if named else BY_WORDS_UNNAMED):
            return None
        if kind and found.likely < BY_WORDS_SURELY and not _has_value(kind, found.text, question):
            return None
        return ToldMatter(_tell_line(found, told), found.likely >= BY_WORDS_SURELY)

    def _compare(self, question: str, told: Told) -> Sequence[float]:
        lines = [each.words for each in told.sentences]
        near = self._sentences.compare_each(strip_beside(question), lines)
        return near or [0.0] * len(lines)

    # --- the question -----------------------------------------------------------------

    def _rate(self, question: str) -> dict[str, float]:
        examples = self._read()
        if near := self._sentences.compare(question, examples.lines):
            return examples.rate(near, AGREEING)
        return self._rate_words(question)

    def _rate_words(self, question: str) -> dict[str, float]:
        """Return 1 for what shares most telling words with a question, where no model knows."""
        asked = set(stem_words(question))
        examples = self._read()
        shared = {
            kind: max(
                (len(asked & set(stem_words(strip_beside(examples.lines[n])))) for n in at),
                default=0,
            )
            for kind, at in examples.kinds.items()
        }
        most = max(shared.values(), default=0)
        best = [kind for kind, count in shared.items() if most and count == most]
        return {kind: float(best == [kind]) for kind in shared}

    def _read(self) -> Examples:
        if self._examples.edition != self._texts.edition:
            self._examples = read_examples(self._texts, ASKED)
        return self._examples


def _has_value(kind: ValueKind, text: str, question: str) -> bool:
    """Return whether a text has a value of a kind; a number may count what is said beside it."""
    if kind.name == "number" and _NUMBER.search(text):
        return True
    return any(read_values(kind, text, question))


def _list_sharing(asked: Set[str], told: Told) -> list[ToldSentence]:
    """Return what has the most of the words asked for, the latest; nothing if nothing has one."""
    shared = [len(asked & set(stem_words(each.words))) for each in told.sentences]
    most = max(shared, default=0)
    best = (each for each, count in zip(told.sentences, shared, strict=True) if count == most)
    return list(best)[-1:] if most else []


def _tell_line(found: Nearest, told: Told, *, may_stand_alone: bool = False) -> list[str]:
    """Return what answers as clauses; what cannot be turned for its speaker is quoted."""
    first, *others = found.choose_told(may_stand_alone=may_stand_alone)
    begun = _tell(first, told)
    # Whom "he" means in what follows the line itself has told.
    rest = (capitalise(tell_back(each.words)) for each in others)
    clauses = [*filter(None, (begun, *rest))]
    return clauses or [f"'{soften_quotes(found.sentence.words).rstrip('.!… ')}'"]


def _tell(sentence: ToldSentence, told: Told) -> str:
    about: Relative | None = told.circle.found[sentence.about[0]] if sentence.about else None
    clause = tell_back(sentence.words, about)
    return capitalise(clause)
