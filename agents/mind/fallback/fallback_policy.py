"""The fallback policy: it decides what an agent does when no model can be reached.

Its decision depends only on the situation, the latest memories, the hour and random numbers.  It
answers speech, wanders, looks at things, remarks on them, and is mostly quiet.  Its sentences come
from the agent's own ``voice.md`` and, where that has none that fits, from ``text/brain.md``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.mind.fallback.moods import find_moods
from agents.mind.fallback.oneself import describe_oneself
from agents.mind.fallback.recent_past import TALKATIVE, RecentPast
from agents.mind.fallback.restraint import NO_RESTRAINT, Restraint
from agents.mind.fallback.roaming import FREE, Roaming
from agents.mind.fallback.small_talk import (
    SpeechTopic,
    drop_article,
    extract_speech,
    find_topic,
    lower_article,
)
from agents.mind.fallback.voice_lines import VoiceLines
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.asking import is_question
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice import NO_VOICE
from late.late_dataclass import late_dataclass
from world.boundaries import Situation
from world.nature import Nature
from world.text import clean_line
from world.vault.texts import Texts

#: A line has at most this many characters.
LINE_LENGTH = 400

#: Topics of words that say nothing about what to answer: the agent's voice goes first.
_VAGUE = ("statement", "question", "why", "when", "request", "feeling", "want", "yes", "no")

#: The weight of all remarks of a voice together, and what is left of the others' weight: any
#: agent might say those.
REMARKS_WEIGHT = 5.0
BESIDE_REMARKS = 0.3
#: What is left of the weight of looks and gestures between errands: they are soon too much.
BETWEEN_ERRANDS = 0.1
NO_INDEX = VoiceIndex(NO_VOICE)

#: How much lighter words become each time they are used: to a sixteenth after the first.
WEARINESS = 3.0


@late_dataclass(frozen=True, slots=True)
class Choice:
    """A line that may be chosen, and its weight."""

    weight: float
    line: str


class FallbackPolicy:
    """Decides for one agent; the same random numbers give the same decisions."""

    def __init__(self, texts: Texts, vocabulary: Vocabulary, rng: random.Random) -> None:
        self._texts = texts
        self._vocabulary = vocabulary
        self._rng = rng

    def decide(
        self,
        situation: Situation,
        recent: Sequence[Experience],
        name: str = "",
        persona: str = "",
        voice: VoiceIndex = NO_INDEX,
        hour: str = "",
        restraint: Restraint = NO_RESTRAINT,
        roaming: Roaming = FREE,
    ) -> str:
        """Return one line for the door; empty, where the restraint has a weight for it: none.

        `recent` are the agent's latest memories, oldest first; `name` is its name (if empty,
        the situation's), `persona` the text of its profile, `hour` the part of the day (empty:
        not known), `roaming` where it may go.  No line comes three times in a row.
        """
        me = name or situation.name
        tools = self._texts, self._vocabulary, self._rng
        moment = situation, recent, me, persona, voice, hour
        return _Moment(*moment, *tools, restraint, roaming).line()

    def nod(self, situation: Situation, recent: Sequence[Experience], other: str) -> str:
        """Return a gesture for when there is nothing to say to `other`."""
        tools = self._texts, self._vocabulary, self._rng
        return _Moment(situation, recent, situation.name, "", NO_INDEX, "", *tools).nod(other)


@late_dataclass(slots=True)
class _Moment:
    """One decision."""

    situation: Situation
    recent: Sequence[Experience]
    name: str
    persona: str
    voice: VoiceIndex
    hour: str
    texts: Texts
    vocabulary: Vocabulary
    rng: random.Random
    restraint: Restraint = NO_RESTRAINT
    roaming: Roaming = FREE
    about: tuple[str, ...] = field(init=False)
    past: RecentPast = field(init=False)
    own_lines: VoiceLines = field(init=False)

    def __post_init__(self) -> None:
        self.about = describe_oneself(self.persona)
        self.past = RecentPast(self.situation, self.recent, self.name)
        self.own_lines = VoiceLines(
            self.voice, self.situation, self.past, self.vocabulary, self.hour
        )

    def line(self) -> str:
        spoken = self.past.find_address() if self.restraint.answers else None
        if spoken is not None:
            answer = self._answer(spoken)
            if answer:
                return answer
        going = self._weigh_going() if self.restraint.leaves else ()
        leaving = [choice for choice in going if choice.weight > 0]
        sensible = (each for each in self._weigh_choices() if self._is_sensible(each.line))
        choices = leaving or [*sensible, *self._weigh_nothing()]
        if not choices:
            return self._choose_plain_line()
        return self.rng.choices(choices, [self._weigh_anew(each) for each in choices])[0].line

    def _weigh_anew(self, choice: Choice) -> float:
        """Return the weight of a choice; the more often its words were used, the less.

        A thing that was studied often draws the eye less, too.
        """
        nature = self.vocabulary.find_nature(choice.line)
        if nature is None or not (nature.is_own_words or nature is Nature.STUDY):
            return choice.weight
        times = self.restraint.used.get(choice.line.partition(" ")[2].casefold(), 0)
        return choice.weight / (1 + WEARINESS * times) ** 2

    def nod(self, other: str) -> str:
        return self._choose_sentence("brain.reply.enough", name=other) or self._choose_plain_line()

    def _is_sensible(self, line: str) -> bool:
        """Return whether `line` is not recent, was not refused, and repeats no note."""
        noted = (
            self.vocabulary.find_nature(line) is Nature.NOTE and line.casefold() in self.past.lines
        )
        spoken, restraint = self.vocabulary.find_nature(line) is Nature.SPEECH, self.restraint
        quiet = not restraint.may_speak or (
            is_question(line.partition(" ")[2]) and not restraint.may_ask
        )
        return not (
            (spoken and quiet) or noted or self.past.is_stale(line) or self.past.was_refused(line)
        )

    # --- sentences --------------------------------------------------------------------

    def _choose_sentence(self, key: str, **values: str) -> str:
        """Return one of the lines of `key` that are not stale; empty if there is none."""
        spoken = not key.startswith("brain.note")
        filled = {**self._collect_values(), **values}
        if spoken:
            filled = {name: lower_article(value) for name, value in filled.items()}
        lines = [line for line in self._fill_sentences(key, filled) if not self.past.is_stale(line)]
        return self.rng.choice(lines) if lines else ""

    def _fill_sentences(self, key: str, values: dict[str, str]) -> Iterator[str]:
        """Yield the lines of `key` that have a value for each of their holes."""
        raw = [line for line in self.texts.raw(key).split("\n") if line.strip()]
        said = [line for line in self.texts.say(key, **values).split("\n") if line.strip()]
        for template, line in zip(raw, said, strict=True):
            holes = re.findall(r"\{(\w+)\}", template)
            if all(values[hole] for hole in holes):
                yield clean_line(self._capitalise(line), LINE_LENGTH)

    def _collect_values(self) -> dict[str, str]:
        exits = list(self.situation.exits.items())
        exit_, to = self.rng.choice(exits) if exits else ("", "")
        return {
            "me": self.name,
            "name": "",
            "place": self.situation.place,
            "thing": "",
            "exit": exit_,
            "to": to,
            "topic": "",
            "own": self._choose_own_sentence(),
        }

    def _choose_own_sentence(self) -> str:
        unnamed = [sentence for sentence in self.about if not mentions_name(sentence, self.name)]
        return self.rng.choice(unnamed) if unnamed else ""

    # --- answering --------------------------------------------------------------------

    def _answer(self, spoken: Experience) -> str:
        other, words = spoken.speaker, extract_speech(spoken.text)
        if spoken.nature is Nature.GESTURE:
            return self._choose_sentence("brain.reply.gesture", name=other)
        near = self.own_lines.find_answers(words, spoken)
        if near:
            line = near[0] or self._choose_sentence("brain.reply.again", name=other)
            return self._answer_privately(line, spoken)
        heard = find_topic(words, self.situation, self.about)
        own = self._choose_own_line(heard, words)
        talkative = self.past.count_answers(other) >= TALKATIVE and not is_question(words)
        if not own and talkative and self.rng.random() < 0.7:
            return self._choose_sentence("brain.reply.enough", name=other)
        line = own or self._reply(heard, other) or self._reply(SpeechTopic("statement"), other)
        return self._answer_privately(line, spoken)

    def _choose_own_line(self, heard: SpeechTopic, words: str) -> str:
        """Return a line of the voice for words that the rules know too little about."""
        if heard.topic not in (*_VAGUE, "weather"):
            return ""
        remarks = self.own_lines.find_remarks_on(words)
        general = heard.topic in _VAGUE and self.own_lines.find_general_answers(words)
        return remarks[0] if remarks else self.rng.choice(general) if general else ""

    def _reply(self, heard: SpeechTopic, other: str) -> str:
        return self._choose_sentence(
            f"brain.reply.{heard.topic}", **{"name": other, **heard.values}
        )

    # --- acting unasked -----------------------------------------------------------------

    def _weigh_choices(self) -> list[Choice]:
        ways = (
            self._weigh_remarks,
            self._weigh_quiet,
            self._weigh_looking,
            self._weigh_going,
            self._weigh_handling,
            self._weigh_company,
        )
        return [choice for way in ways for choice in way() if choice.line and choice.weight > 0]

    def _weigh_remarks(self) -> Iterator[Choice]:
        for share, line in self.own_lines.list_remarks(self.restraint.spared):
            yield Choice(REMARKS_WEIGHT * share, line)

    @property
    def _common(self) -> float:
        """The part of their weight that the sentences for all agents have."""
        return BESIDE_REMARKS if self.own_lines.has_remarks else 1.0

    @property
    def _is_settled(self) -> bool:
        """Whether the agent has a voice and errands: it need do nothing for the sake of it."""
        return self.own_lines.has_remarks and not self.roaming.handles

    def _weigh_nothing(self) -> Iterator[Choice]:
        if self.restraint.quiet and self._is_settled:
            yield Choice(self.restraint.quiet, "")

    def _weigh_quiet(self) -> Iterator[Choice]:
        plain = not self._is_settled
        idle = 1.0 if plain else BETWEEN_ERRANDS
        yield Choice(4.0 * self._common * plain, self._choose_sentence("brain.thought"))
        yield Choice(1.0 * idle, self._choose_sentence("brain.mood.any"))
        for mood in find_moods(self.situation):
            yield Choice(1.5 * idle, self._choose_sentence(f"brain.mood.{mood}"))
        yield Choice(0.1 * plain, self._choose_sentence("brain.note"))

    def _weigh_looking(self) -> Iterator[Choice]:
        idle = BETWEEN_ERRANDS if self._is_settled else 1.0
        for look in self.vocabulary.bare_names(Nature.SIGHT)[:1]:
            yield Choice((3.0 if self.past.count_turns_here() == 0 else 0.5) * idle, look)
        for thing in (*self.situation.things, *self.situation.carrying)[:6]:
            line = self._make_line(Nature.STUDY, thing)
            seen = line.casefold() in self.past.lines
            yield Choice((0.2 if seen else 1.2) * idle, line)
            noted = seen and not self._is_settled
            note = self._choose_sentence("brain.note.thing", thing=thing) if noted else ""
            yield Choice(0.05, note)

    def _weigh_going(self) -> Iterator[Choice]:
        restless = min(6.0, 0.5 + self.past.count_turns_here())
        exits = {
            self._make_line(Nature.MOVEMENT, name): to for name, to in self.situation.exits.items()
        }
        back = self.past.find_last_place()
        for line, to in exits.items():
            likes = 0.15 if to == back and len(exits) > 1 else 1.0
            homely = 1.5 if mentions_name(self.persona, drop_article(to)) else 1.0
            weight = restless * likes * homely / len(exits)
            yield Choice(weight * self._rate_way(line), line)

    def _rate_way(self, line: str) -> float:
        """Return how inviting the way of a line is, 0 if it is not to be taken."""
        roaming = self.roaming
        if roaming.ways is None or (self.restraint.leaves and not roaming.held):
            return 1.0
        return roaming.ways.get(line.partition(" ")[2], 0.0)

    def _weigh_handling(self) -> Iterator[Choice]:
        if not self.roaming.handles:
            return
        drops = (each for each in self.past.own if each.nature is Nature.DROPPING)
        dropped = {each.line.casefold().partition(" ")[2] for each in drops}
        loose = [each for each in self.situation.things if each not in self.situation.fixtures]
        for thing in loose[:6]:
            if not self.situation.carrying and thing.casefold() not in dropped:
                yield Choice(0.4, self._make_line(Nature.TAKING, thing))
        for thing in self.situation.carrying:
            yield Choice(self._weigh_dropping(thing), self._make_line(Nature.DROPPING, thing))

    def _weigh_dropping(self, thing: str) -> float:
        """Return how much to put `thing` down: rather where it was taken, so that things are found
        in their places; never at once."""
        if any(_is_taking(each, thing) for each in self.past.own[-3:]):
            return 0.0
        places = [each.place for each in self.past.own if _is_taking(each, thing)]
        return 0.6 if self.situation.place in places[-1:] else 0.1

    def _weigh_company(self) -> Iterator[Choice]:
        spared = self.restraint.spared
        others = [each for each in self.situation.occupants[:5] if each not in spared]
        for other in others:
            met = not self.restraint.greets or any(
                mentions_name(line, other) for line in self.past.lines
            )
            yield Choice(
                0.0 if met else 6.0 / len(others), self._choose_sentence("brain.greet", name=other)
            )
            # A person who does not answer is spoken to less often.
            talks = 0.1 if self.past.count_answers(other) >= 2 else self._common / len(others)
            yield Choice(talks, self._choose_sentence("brain.company", name=other))
            yield Choice(0.05, self._choose_sentence("brain.note.person", name=other))
            if self.situation.things:
                thing = self.rng.choice(self.situation.things)
                yield Choice(talks, self._choose_sentence("brain.remark", name=other, thing=thing))

    def _choose_plain_line(self) -> str:
        """Return a line that is always possible and not among the latest two."""
        bare = self.vocabulary.bare_names
        ways = [
            line
            for line in self.vocabulary.command_lines(Nature.MOVEMENT, self.situation.exits)
            if self._rate_way(line)
        ]
        plain = [*bare(Nature.SIGHT), *bare(Nature.LISTING), *ways]
        fresh = (line for line in plain if line not in self.past.lines[-2:])
        return next(fresh, plain[0] if plain else "")

    def _make_line(self, nature: Nature, arguments: str) -> str:
        """Return a line with the first command of this nature; empty if there is none."""
        return next(iter(self.vocabulary.command_lines(nature, (arguments,))), "")

    def _answer_privately(self, line: str, spoken: Experience) -> str:
        """Return `line` as private speech if `spoken` was private."""
        said = line.partition(" ")[2]
        if not spoken.nature.is_private or self.vocabulary.find_nature(line) is not Nature.SPEECH:
            return line
        return self._make_line(spoken.nature, f"{spoken.speaker} {said}") or line

    def _capitalise(self, line: str) -> str:
        """Return the line with a capital letter where speech, a thought or a sentence begins."""
        speaks = self.vocabulary.find_nature(line) in (Nature.SPEECH, Nature.THOUGHT)
        begins = r"(^\S+ |[.?!] |\")" if speaks else r"([.?!] |\")"
        return re.sub(rf"{begins}([a-z])", lambda found: found[1] + found[2].upper(), line)


def _is_taking(memory: Experience, thing: str) -> bool:
    return memory.nature is Nature.TAKING and memory.line.partition(" ")[2] == thing
