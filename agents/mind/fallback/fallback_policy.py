"""The deterministic brain: what an agent does when no model can be reached.

A pure function of where the agent is and what it lately lived through: it answers who
speaks to it, wanders, looks at things, remarks on them, and is mostly quiet.  Every
sentence is the vault's (``text/brain.md``).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.memory.language.words import ARTICLES, any_of
from agents.mind.fallback.moods import find_moods
from agents.mind.fallback.small_talk import (
    SpeechTopic,
    describe_oneself,
    drop_article,
    extract_speech,
    find_topic,
    has_words,
)
from agents.mind.vocabulary import Vocabulary
from world.boundaries import Situation
from world.nature import Nature
from world.text import clean_line
from world.vault.texts import Texts

#: A line is not chosen again while it is among so many of the agent's latest.
UNREPEATED = 6
#: Answers to one person, among the latest lines, after which a nod will mostly do.
TALKATIVE = 4
LINE_LENGTH = 400


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do, and how much it draws."""

    weight: float
    line: str


class FallbackPolicy:
    """Decides for one agent. The same random numbers lead to the same life."""

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
    ) -> str:
        """Return one line for the door.

        `recent` are the agent's latest memories, oldest first; `name` its own name (the
        situation's if empty), `persona` what its profile says.  No line comes three times
        in a row.
        """
        me = name or situation.name
        tools = self._texts, self._vocabulary, self._rng
        return _Moment(situation, recent, me, persona, *tools).line()


@dataclass(slots=True)
class _Moment:
    """One decision."""

    situation: Situation
    recent: Sequence[Experience]
    name: str
    persona: str
    texts: Texts
    vocabulary: Vocabulary
    rng: random.Random
    about: tuple[str, ...] = field(init=False)
    own: list[Experience] = field(init=False)
    lines: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.about = describe_oneself(self.persona)
        self.own = [memory for memory in self.recent if memory.line]
        self.lines = [memory.line.casefold() for memory in self.own]

    def line(self) -> str:
        spoken = self._spoken_to()
        if spoken is not None:
            answer = self._answer(spoken)
            if answer:
                return answer
        choices = [choice for choice in self._choices() if self._sensible(choice.line)]
        if not choices:
            return self._other()
        return self.rng.choices(choices, [choice.weight for choice in choices])[0].line

    # --- what was lived through -------------------------------------------------------

    def _since_last_own(self) -> Sequence[Experience]:
        for back, memory in enumerate(reversed(self.recent)):
            if memory.line:
                return self.recent[len(self.recent) - back :]
        return self.recent

    def _spoken_to(self) -> Experience | None:
        """The latest words to the agent since it last did something."""
        heard = [memory for memory in self._since_last_own() if self._is_to_me(memory)]
        return heard[-1] if heard else None

    def _is_to_me(self, memory: Experience) -> bool:
        if not memory.speaker or memory.speaker == self.name:
            return False
        if memory.nature is Nature.DISTANT_SPEECH:
            return True
        if memory.speaker not in self.situation.occupants:
            return False
        if memory.nature is Nature.PRIVATE_SPEECH:
            return has_words(memory.text)
        alone_together = memory.nature is Nature.SPEECH and len(memory.occupants) == 1
        return alone_together or mentions_name(memory.text, self.name)

    def _answers_to(self, other: str) -> int:
        latest = self.own[-2 * TALKATIVE :]
        return sum(
            memory.nature.is_speech and mentions_name(memory.line, other) for memory in latest
        )

    def _turns_here(self) -> int:
        turns = 0
        for memory in reversed(self.own):
            if memory.place != self.situation.place:
                break
            turns += 1
        return turns

    def _came_from(self) -> str:
        for memory in reversed(self.recent):
            if memory.place != self.situation.place:
                return memory.place
        return ""

    def _refused(self, line: str) -> bool:
        return any(not memory.ok and memory.line == line for memory in self.own)

    def _sensible(self, line: str) -> bool:
        """Not lately done, not refused before, and not a note that says the same again."""
        noted = self.vocabulary.find_nature(line) is Nature.NOTE and line.casefold() in self.lines
        return not (noted or self._stale(line) or self._refused(line))

    def _stale(self, line: str) -> bool:
        return line.casefold() in self.lines[-UNREPEATED:]

    # --- sentences --------------------------------------------------------------------

    def _say(self, key: str, **values: str) -> str:
        """One of the lines of `key`, not a stale one if there is any other; "" if none fits."""
        spoken = not key.startswith("brain.note")
        filled = {**self._values(), **values}
        if spoken:
            filled = {name: _in_sentence(value) for name, value in filled.items()}
        lines = [line for line in self._fitting(key, filled) if not self._stale(line)]
        return self.rng.choice(lines) if lines else ""

    def _fitting(self, key: str, values: dict[str, str]) -> Iterator[str]:
        """The lines of `key` whose values there are."""
        raw = [line for line in self.texts.raw(key).split("\n") if line.strip()]
        said = [line for line in self.texts.say(key, **values).split("\n") if line.strip()]
        for template, line in zip(raw, said, strict=True):
            holes = re.findall(r"\{(\w+)\}", template)
            if all(values[hole] for hole in holes):
                yield clean_line(self._capitalised(line), LINE_LENGTH)

    def _values(self) -> dict[str, str]:
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
            "own": self._own_sentence(),
        }

    def _own_sentence(self) -> str:
        unnamed = [sentence for sentence in self.about if not mentions_name(sentence, self.name)]
        return self.rng.choice(unnamed) if unnamed else ""

    # --- answering --------------------------------------------------------------------

    def _answer(self, spoken: Experience) -> str:
        other = spoken.speaker
        if self._answers_to(other) >= TALKATIVE and self.rng.random() < 0.7:
            return self._say("brain.reply.enough", name=other)
        if spoken.nature is Nature.GESTURE:
            return self._say("brain.reply.gesture", name=other)
        heard = find_topic(extract_speech(spoken.text), self.situation, self.about)
        line = self._reply(heard, other) or self._reply(SpeechTopic("statement"), other)
        return self._privately(line, spoken)

    def _reply(self, heard: SpeechTopic, other: str) -> str:
        return self._say(f"brain.reply.{heard.topic}", **{"name": other, **heard.values})

    # --- of its own accord --------------------------------------------------------------

    def _choices(self) -> list[Choice]:
        ways = (self._quiet, self._looking, self._going, self._handling, self._company)
        return [choice for way in ways for choice in way() if choice.line and choice.weight > 0]

    def _quiet(self) -> Iterator[Choice]:
        yield Choice(4.0, self._say("brain.thought"))
        yield Choice(1.0, self._say("brain.mood.any"))
        for mood in find_moods(self.situation):
            yield Choice(1.5, self._say(f"brain.mood.{mood}"))
        yield Choice(0.1, self._say("brain.note"))

    def _looking(self) -> Iterator[Choice]:
        for look in self.vocabulary.bare_names(Nature.SIGHT)[:1]:
            yield Choice(3.0 if self._turns_here() == 0 else 0.5, look)
        for thing in (*self.situation.things, *self.situation.carrying)[:6]:
            line = self._first(Nature.STUDY, thing)
            seen = line.casefold() in self.lines
            yield Choice(0.2 if seen else 1.2, line)
            yield Choice(0.05, self._say("brain.note.thing", thing=thing) if seen else "")

    def _going(self) -> Iterator[Choice]:
        restless = min(6.0, 0.5 + self._turns_here())
        exits = {
            self._first(Nature.MOVEMENT, name): to for name, to in self.situation.exits.items()
        }
        back = self._came_from()
        for line, to in exits.items():
            likes = 0.15 if to == back and len(exits) > 1 else 1.0
            homely = 1.5 if mentions_name(self.persona, drop_article(to)) else 1.0
            yield Choice(restless * likes * homely / len(exits), line)

    def _handling(self) -> Iterator[Choice]:
        drops = (each for each in self.own if each.nature is Nature.DROPPING)
        dropped = {each.line.casefold().partition(" ")[2] for each in drops}
        for thing in self.situation.things[:6]:
            if not self.situation.carrying and thing.casefold() not in dropped:
                yield Choice(0.4, self._first(Nature.TAKING, thing))
        for thing in self.situation.carrying:
            taken = any(_is_taking(each, thing) for each in self.own[-3:])
            yield Choice(0.0 if taken else 0.6, self._first(Nature.DROPPING, thing))

    def _company(self) -> Iterator[Choice]:
        others = self.situation.occupants[:5]
        for other in others:
            met = any(mentions_name(line, other) for line in self.lines)
            yield Choice(0.0 if met else 6.0 / len(others), self._say("brain.greet", name=other))
            # Whoever was spoken to last and said nothing is left in peace.
            talks = 0.1 if self._answers_to(other) >= 2 else 1.0 / len(others)
            yield Choice(talks, self._say("brain.company", name=other))
            yield Choice(0.05, self._say("brain.note.person", name=other))
            if self.situation.things:
                thing = self.rng.choice(self.situation.things)
                yield Choice(talks, self._say("brain.remark", name=other, thing=thing))

    def _other(self) -> str:
        """A line that is always there and was not among the latest."""
        bare = self.vocabulary.bare_names
        ways = self.vocabulary.command_lines(Nature.MOVEMENT, self.situation.exits)
        plain = [*bare(Nature.SIGHT), *bare(Nature.LISTING), *ways]
        fresh = (line for line in plain if line not in self.lines[-2:])
        return next(fresh, plain[0] if plain else "")

    def _first(self, nature: Nature, arguments: str) -> str:
        """A line by the first command of this nature; empty if there is none."""
        return next(iter(self.vocabulary.command_lines(nature, (arguments,))), "")

    def _privately(self, line: str, spoken: Experience) -> str:
        """What is said to one alone is answered the same way."""
        said = line.partition(" ")[2]
        if not spoken.nature.is_private or self.vocabulary.find_nature(line) is not Nature.SPEECH:
            return line
        return self._first(spoken.nature, f"{spoken.speaker} {said}") or line

    def _capitalised(self, line: str) -> str:
        """The line with a capital where words begin that are said or thought, or a sentence."""
        speaks = self.vocabulary.find_nature(line) in (Nature.SPEECH, Nature.THOUGHT)
        begins = r"(^\S+ |[.?!] |\")" if speaks else r"([.?!] |\")"
        return re.sub(rf"{begins}([a-z])", lambda found: found[1] + found[2].upper(), line)


def _is_taking(memory: Experience, thing: str) -> bool:
    return memory.nature is Nature.TAKING and memory.line.partition(" ")[2] == thing


def _in_sentence(name: str) -> str:
    """A name as it stands within a sentence: ``The Hall`` is ``the Hall``."""
    return re.sub(rf"^(?i:{any_of(ARTICLES)}) ", lambda found: found[0].lower(), name)
