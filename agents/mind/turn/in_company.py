"""A turn in company: what good manners say, and what they keep an agent from saying."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from datetime import timedelta

from agents.boundaries import Body
from agents.memory.language.stems import stem_words
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.fallback.restraint import Restraint
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.manners.acquaintance import Acquaintance
from agents.mind.manners.manners import REMARK_HUSH, Manners
from agents.mind.manners.messages import MessageAnswers
from agents.mind.manners.news import NewsAnswers
from agents.mind.manners.said_lately import SaidAnswers, find_pronoun
from agents.mind.manners.sightings import SightingAnswers, names_place
from agents.mind.manners.social_lines import Encounter
from agents.mind.scene.composing import SceneMaterial
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.messages import find_message
from agents.mind.speech.questions import asks_back, find_favour, wants_to_know
from agents.mind.speech.statements.feelings import find_feeling, is_correction
from agents.mind.speech.statements.remarks import find_remark_kind
from agents.mind.speech.told.worries import leads_in, names_nothing
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.asking import remove_address
from agents.mind.voice.courtesies import is_farewell, is_greeting
from agents.models.profiles import SCENE
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Perception, Situation
from world.nature import Nature
from world.verbs.speech import list_called

#: How well it fits to say that something was heard; what the voice has for the words fits better.
ATTENDS = 0.5

#: To take in an answer to its own question fits better than a line for nearly these words.
ANSWERED = 0.72

#: The weight of doing nothing at a turn: alone, among those who live here, where a visitor is.
QUIET_ALONE, QUIET, QUIET_SHOWN = 26.0, 14.0, 4.0

#: To put off what is asked of it fits better than what is only near to it.
DECLINES = 0.6

#: To pass something on is granted, whatever it is about.
GRANTS = 0.95

#: What costs nothing is granted, unless there is a line for just that.
ALLOWS = 0.89

#: What it has offered it keeps; a story that is asked for is told, also when that is asked again.
KEEPS, TELLS = 1.2, 0.89

#: To answer one who disagrees, or says something of the agent, fits better than a line for words
#: that are only near.
REMARKED = 0.7

#: To answer a feeling fits better than what is near to the words alone.
FEELS = 0.8

#: Nothing else but what was written for just that answers what weighs on somebody.
CARES = 0.94

#: But for an exchange that is near to just that in meaning, and of the same kind.
CARES_JUST_SO = 0.945

#: A question that names what it is about is answered by an exchange from this nearness on.
NAMED_IN_VOICE = 0.6

#: Nothing else answers words that put right what was said: not what is near to a name in them.
PUT_RIGHT = 0.96

#: One who lay still is awake for so long after its last words.
ROUSED = timedelta(minutes=3)

#: A greeting is not given twice, whatever the voice has for it.
GREETED = 2.0

_IT = late_pattern(r"\b(?:it|them|that)\b", re.IGNORECASE)


@late_dataclass(slots=True)
class InCompany:
    """Asks one agent's manners about the present moment."""

    manners: Manners
    state: AgentState
    context: AgentContext
    _gave: str = field(default="", init=False)
    """To whom it has just given a thing back, without a word yet."""

    @property
    def situation(self) -> Situation:
        """Where the agent is now."""
        return self.context.body.situation(self.state.character)

    def answer_agent(self, question: Perception) -> str:
        """Return the answer to another agent's words; empty: the agent stays quiet."""
        words, other = extract_speech(question.text), question.actor or ""
        return self.manners.answer_agent(words, other, self._describe())

    def complete_material(self, material: SceneMaterial) -> SceneMaterial:
        """Return `material` with how the agent may take in what a person says.

        A question that somebody here answers better is handed to them.
        """
        question, here, floor = material.question, self._describe(), self.context.floor
        self.context.sentences.begin_said(self._said.list_lines(here.now))
        able = [each for each in here.situation.occupants if floor.is_ready(each)]
        turn, retrieved = (
            self.manners.handing_over.turn,
            self.complete(question, material.retrieved),
        )
        return replace(
            material,
            retrieved=turn(question, retrieved, able, here),
            otherwise=turn(question, material.otherwise, able, here),
        )

    def complete(self, question: Perception, retrieved: Sequence[Candidate]) -> list[Candidate]:
        """Return `retrieved`, and how the agent may take in what a person says.

        Who is asked for somebody says where it saw them, or something that names a place.
        """
        words = extract_speech(question.text)
        seen = self._find_whereabouts(words, question.actor or "")
        if seen is not None:
            told = [each for each in retrieved if _tells_where(each)]
            return [seen, *told]
        known = Acquaintance(self.manners.lines.company, self.context.texts)
        remembered = known.answer(words, question.actor or "")
        retrieved = [*retrieved, *([remembered] if remembered else [])]
        found = [*self._tell_news(words, question), *self._tell_messages(words, question)]
        cared = list(self._care(question, words))
        if cared:
            self.manners.asking_after.note(question.actor or "", self._describe())
            retrieved = self._prefer_written(words, retrieved)
        found = [*retrieved, *found, *cared, *self._attend(question, words)]
        return self._said.complete(words, question.actor or "", self.context.clock.now(), found)

    async def listen(self) -> None:
        """Prepare to know of which kind the words of a person are that are to be answered."""
        question = self.state.find_question(self.situation.occupants)
        if question is None or not question.nature.is_speech or question.actor_kind == "agent":
            return
        words = remove_address(extract_speech(question.text), self.state.profile.name)
        await self.manners.caring.listen(words, question.actor or "", self._describe())

    def _prefer_written(self, words: str, retrieved: Sequence[Candidate]) -> list[Candidate]:
        """Return `retrieved`, what the voice has for just such a worry before all lines for it."""
        kind_of, caring = self.manners.lines.acts.find_worry_kind, self.manners.caring
        bare = remove_address(words, self.state.profile.name)
        said = [each for each in split_sentences(bare) if not leads_in(each)]
        kinds = {kind_of(each) for each in said} - {""}
        named = (
            wants_to_know(bare)
            and not names_nothing(bare)
            and not caring.find_kind_of_question(bare)
        )
        return [
            replace(each, fit=max(each.fit, CARES_JUST_SO))
            if each.near
            and (
                kind_of(each.near) in kinds
                or (named and not names_nothing(each.near) and each.fit >= NAMED_IN_VOICE)
            )
            else each
            for each in retrieved
        ]

    @property
    def _said(self) -> SaidAnswers:
        """What it and other agents have said lately, to be told again."""
        lore = (self.state.profile.persona, *self.state.voice.voice.list_answers())
        return SaidAnswers(
            self.manners.lines.company.lately,
            self.context.texts,
            self.state.profile.name,
            self.context.floor.is_agent,
            self.context.sentences.compare_said,
            lambda name: find_pronoun(name, lore),
        )

    def _tell_messages(self, words: str, question: Perception) -> list[Candidate]:
        messages = MessageAnswers(self.manners.lines.company, self.context.texts)
        told = messages.answer(words, question.actor or "", self.context.clock.now())
        return [told] if told else []

    def _tell_news(self, words: str, question: Perception) -> Iterator[Candidate]:
        news = NewsAnswers(self.manners.lines.company, self.context.texts)
        now = self.context.clock.now()
        return news.answer(words, question.actor or "", self.situation, now)

    def _find_whereabouts(self, words: str, asker: str) -> Candidate | None:
        profile, find_place = self.state.profile, self.context.body.find_place
        sightings = SightingAnswers(
            self.manners.lines.company,
            self.context.texts,
            (profile.persona, *self.state.voice.voice.list_answers()),
            lambda name: bool(find_place(name)),
        )
        return sightings.answer(words, asker, self.situation, self.context.clock.now())

    def _attend(self, question: Perception, words: str) -> Iterator[Candidate]:
        found = self.manners.attend(words, question.actor or "", self._describe())
        private = question.nature is not Nature.SPEECH and found and found.is_gesture
        if found and not private:
            told = is_farewell(words) and not found.is_gesture  # it comes back to what they said
            meeting = self.manners.lines.company.find_meeting(
                question.actor or "", self.context.clock.now()
            )
            answered = ANSWERED if self.manners.answers_own(words, meeting) else ATTENDS
            fit = GREETED if is_greeting(words) or told else answered
            how = "how it takes in what it is told"
            yield Candidate(found.text, Origin.MANNERS, fit, found.is_gesture, how)
        bare = remove_address(words, self.state.profile.name)
        yield from self._keep_offer(bare, question.actor or "")
        if felt := self.manners.feel(bare, question.actor or "", self._describe()):
            fit = REMARKED if find_remark_kind(bare) and not find_feeling(bare) else FEELS
            fit = PUT_RIGHT if is_correction(bare) else fit
            yield Candidate(felt.text, Origin.MANNERS, fit, found="a feeling, or a correction")
        if favour := self.manners.decline(words, question.actor or "", self._describe()):
            fit = GRANTS if find_message(words)[0] else DECLINES
            fit = ALLOWS if find_favour(words) in ("comfort", "disturb") else fit
            yield Candidate(favour.text, Origin.MANNERS, fit, found="a favour that is asked")

    def _keep_offer(self, words: str, partner: str) -> Iterator[Candidate]:
        """Yield a story that was offered and is taken up, or that is asked for."""
        here, offers = self._describe(), self.manners.offers
        meeting = self.manners.lines.company.find_meeting(partner, here.now)
        if kept := offers.keep(words, meeting, here):
            yield Candidate(kept.text, Origin.VOICE, KEEPS, found="a story that it offered")
        elif told := offers.tell(words, meeting, here):
            yield Candidate(told.text, Origin.VOICE, TELLS, found="a story that is asked for")

    def _care(self, question: Perception, words: str) -> Iterator[Candidate]:
        """Yield what is said to a worry of theirs, and advice."""
        caring, here, partner = self.manners.caring, self._describe(), question.actor or ""
        words = remove_address(words, self.state.profile.name)
        if cared := caring.care(words, partner, here):
            yield Candidate(cared.text, Origin.MANNERS, CARES, found="what weighs on them")
        if advised := caring.advise(words, partner, here):
            yield Candidate(
                advised.text, Origin.MANNERS, CARES, found="advice on what weighs on them"
            )

    def thank(self, perception: Perception) -> str:
        """Return the thanks to a person who gives the agent something; empty: nobody does."""
        if perception.nature is not Nature.GIVING or perception.actor_kind != "person":
            return ""
        lines, here = self.manners.lines, self._describe()
        return lines.write(lines.choose_text("manners.given", perception.actor or "", here))

    def give_back(self, question: Perception) -> str:
        """Return the line that gives a person a thing of theirs that they ask for; empty: none.

        Of several without a name in the words it is the last that they gave.
        """
        partner, words = question.actor or "", extract_speech(question.text)
        if partner not in self.situation.occupants or not asks_back(words):
            return ""
        given = self.manners.lines.company.gifts.get(partner, ())
        kept = [each for each in reversed(given) if each in self.situation.carrying]
        asked = set(stem_words(words))
        named = [each for each in kept if asked.intersection(stem_words(each))]
        chosen = (named or (kept if _IT.search(words) else []))[:1]
        lines = tuple(f"{each} to {partner}" for each in chosen)
        line = next(iter(Vocabulary(self.context.commands).command_lines(Nature.GIVING, lines)), "")
        self._gave = partner if line else ""
        return line

    def _say_given(self) -> str:
        """Return the word that goes with a thing that was just given back; empty: none was."""
        partner, self._gave = self._gave, ""
        if partner not in self.situation.occupants:
            return ""
        lines = self.manners.lines
        return lines.write(lines.choose_text("manners.given-back", partner, self._describe()))

    def begin(self, *, stays: bool) -> str:
        """Return what the agent says unasked to somebody here; empty: nothing.

        An agent that `stays` has something to do here.
        """
        if not all(map(self.context.floor.is_agent, self.situation.occupants)):
            # Somebody is here who may ask for it.
            self.context.sentences.begin_said(self._said.list_lines(self.context.clock.now()))
        if self._is_listening():
            return ""
        if given := self._say_given():
            return given
        line = self.manners.begin(self._describe(), stays=stays)
        greeted = self.manners.take_greeted()
        if line and greeted:
            self.context.welcome.promise(self.manners.me, [greeted], line)
        return line

    @property
    def goes_on(self) -> bool:
        """Whether the agent has more to say to a person whom it has just answered."""
        params = self.context.generation_params(self.state.profile.model_profile)
        decides = params.by_rule or params.prompting == SCENE  # a whole prompt has its own words
        return decides and (bool(self._gave) or self.manners.goes_on(self._describe()))

    def welcome(self, newcomers: Sequence[str], *, rests: bool) -> str:
        """Return the first words to `newcomers`, who are here; empty: not at this moment."""
        aside = self.context.welcome.is_pressing(newcomers)
        return self.manners.welcome(newcomers, self._describe(), rests=rests, aside=aside)

    def call_on(self, person: str) -> str:
        """Return the first words to somebody whom the agent looks in on; empty: not now."""
        return self.manners.call_on(person, self._describe())

    def rouse(self, said: Candidate, partner: str, about: IntentionKeeper) -> Candidate:
        """Return the answer `said`; one that lies still says first what it was doing.

        Whoever has just said something is awake.
        """
        now, company = self.context.clock.now(), self.manners.lines.company
        intention = about.find_present() if about.is_still else None
        doing = intention.doing if intention else ""
        awake = said.is_gesture or company.has_spoken(now - ROUSED) or doing in said.words
        if not doing or awake:
            return said
        lines = self.manners.lines
        woken = lines.choose_text("speech.roused", partner, self._describe(), doing=doing)
        return replace(said, words=f"{woken.text} {said.words}")

    def find_restraint(self) -> Restraint:
        """Return what the agent does not do of its own accord at this moment."""
        here, is_agent = self._describe(), self.context.floor.is_agent
        others = here.situation.occupants
        place = here.situation.place
        shown = not all(map(is_agent, others))
        return Restraint(
            may_speak=self.manners.may_begin(place, here.monotonic, REMARK_HUSH)
            and not self._is_listening(),
            may_ask=not others or shown,
            answers=False,
            leaves=self.manners.is_leaving(here),
            greets=False,
            spared=list(filter(is_agent, others)),
            quiet=QUIET_SHOWN if shown else QUIET if others else QUIET_ALONE,
        )

    def find_wait(self) -> float:
        """Return the seconds for which an answer waits, so that another can finish."""
        name, now = self.state.profile.name, self.context.clock.monotonic()
        return self.context.floor.find_wait(name, self.situation.place, now)

    def find_hindrance(self, line: str, nature: Nature | None) -> str:
        """Return why a line is not said: there is none, or somebody else has the floor."""
        if not line:
            return "stays quiet"
        place, now = self.situation.place, self.context.clock.monotonic()
        unasked = nature is Nature.SPEECH and self.state.heard is None
        if unasked and not self.manners.may_begin(place, now):
            return f"does not say it, because somebody else has the floor: {line}"
        return ""

    def _is_listening(self) -> bool:
        return self.context.seclusion.is_listening(self.state.profile.name, self.situation.place)

    def _describe(self) -> Encounter:
        clock, state = self.context.clock, self.state
        return Encounter(
            self.situation,
            state.voice,
            self.context.hour(),
            clock.now(),
            clock.monotonic(),
            state.profile.home,
        )


def _tells_where(candidate: Candidate) -> bool:
    return candidate.origin is Origin.INTENTION or names_place(candidate.words)


def speaks_to_absent(perception: Perception, body: Body) -> bool:
    """Return whether words are spoken to somebody by name who is in another room."""
    if perception.nature is not Nature.SPEECH:
        return False
    called = list_called(extract_speech(perception.text))
    places = list(filter(None, map(body.find_place, called)))
    return bool(places) and perception.place not in places
