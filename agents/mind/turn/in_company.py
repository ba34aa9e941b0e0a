"""A turn in company: what good manners say, and what they keep an agent from saying."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from agents.memory.language.stems import stem_words
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.fallback.restraint import Restraint
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.intentions.keeper import AWAKE_FOR, IntentionKeeper
from agents.mind.manners.acquaintance import Acquaintance
from agents.mind.manners.manners import REMARK_HUSH, Manners
from agents.mind.manners.messages import MessageAnswers
from agents.mind.manners.moves.of_kind import OfKind
from agents.mind.manners.news import NewsAnswers
from agents.mind.manners.said_lately import SaidAnswers, find_pronoun
from agents.mind.manners.sightings import SightingAnswers, names_place
from agents.mind.manners.social_lines import Encounter
from agents.mind.manners.told_matters import TOLD_JUST_SO, ToldMatters
from agents.mind.scene.material import SceneMaterial
from agents.mind.speech.candidates import EXACT, Candidate, Origin
from agents.mind.speech.kinds.written import is_written
from agents.mind.speech.own_words.asked_on import AskedOn
from agents.mind.speech.parties.own_part import read_own_part
from agents.mind.speech.questions import asks_back, find_favour, wants_to_know
from agents.mind.speech.told.worries import leads_in, names_nothing
from agents.mind.turn.answering.answering_anew import answer_anew
from agents.mind.turn.answering.both_parts import find_news, meet_both
from agents.mind.turn.lying_asleep import lies_asleep
from agents.mind.turn.taking_in import TakingIn, is_denied, rate_written_worry
from agents.mind.turn.thinking import Decision
from agents.mind.turn.visitor_names import VisitorNames
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.asking import remove_address
from agents.models.profiles import SCENE
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Perception, Situation
from world.nature import Nature

#: The weight of doing nothing at a turn: alone, among those who live here, where a visitor is.
QUIET_ALONE, QUIET, QUIET_SHOWN = 26.0, 14.0, 4.0

#: Mere remarks wait for so many seconds of quiet where a visitor is: a talk with one has pauses.
HUSH_SHOWN = 25.0

#: A question that names what it is about is answered by an exchange from this nearness on.
NAMED_IN_VOICE = 0.6

#: Favours that are granted or not: the voice's answers to questions are no answer.
_GRANTED_OR_NOT = ("gift", "deed", "keep", "company")

_IT = late_pattern(r"\b(?:it|them|that)\b", re.IGNORECASE)


@late_dataclass(slots=True)
class InCompany:
    """Asks one agent's manners about the present moment."""

    manners: Manners
    state: AgentState
    context: AgentContext
    _gave: str = field(default="", init=False)
    """To whom it has just given a thing back, without a word yet."""
    _told: ToldMatters = field(init=False)
    _taking_in: TakingIn = field(init=False)
    _of_kind: OfKind = field(init=False)

    def __post_init__(self) -> None:
        self._taking_in = TakingIn(self.manners)
        lines, context, asking = self.manners.lines, self.context, self.context.asking
        self._of_kind = OfKind(context.kinds, lines, asking.answers)
        texts, sentences = context.texts, context.sentences
        self._told = ToldMatters(
            lines.company, texts, sentences, lines.acts, asking, context.checks
        )

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
        turn, partner = self.manners.handing_over.turn, question.actor or ""
        retrieved = self.complete(question, material.retrieved, material.asked_on)
        words = remove_address(self._read_words(question), self.state.profile.name)
        completed = replace(
            material,
            retrieved=turn(question, retrieved, able, here),
            otherwise=turn(question, material.otherwise, able, here),
            offered=[*material.offered, *self._of_kind.offer(words, partner, here)],
        )
        completed = answer_anew(completed, self.manners, here)
        completed = meet_both(completed, words, self.manners, self._of_kind, here)
        self.manners.lines.company.turn_to(partner, here.now)
        return completed

    def complete(
        self, question: Perception, retrieved: Sequence[Candidate], on: AskedOn | None = None
    ) -> list[Candidate]:
        """Return `retrieved`, and how the agent may take in what a person says.

        Who is asked for somebody says where it saw them, or something that names a place.
        """
        words, asker = self._read_words(question), question.actor or ""
        seen = self._find_whereabouts(words, asker)
        if seen is not None:
            told = [each for each in retrieved if _tells_where(each)]
            return [seen, *told]
        theirs = self._tell_theirs(words, asker)  # where its own words are meant, what is sure
        retrieved = [*retrieved, *(each for each in theirs if not on or each.fit >= TOLD_JUST_SO)]
        found = [*self._tell_news(words, question), *self._tell_messages(words, question)]
        here = self._describe()
        retrieved = _leave_out_other(words, retrieved)
        cared = list(self._taking_in.care(question, words, here))
        if cared:
            self.manners.asking_after.note(asker, here)
            retrieved = self._prefer_written(words, retrieved)
        retrieved = self._taking_in.leave_out_unlikely(retrieved, words, asker, here)
        despairs = self.manners.caring.despairs
        if cared and despairs(remove_address(words, self.state.profile.name)):
            return [*(each for each in retrieved if each.near and despairs(each.near)), *cared]
        found = [*retrieved, *found, *cared, *self._taking_in.attend(question, words, here)]
        found = self._of_kind.complete(found, words, asker, here)
        found = [each for each in found if on is None or not on.repeats(each.words)]
        said = self._said if on is None else replace(self._said, own=False)
        return said.complete(words, asker, self.context.clock.now(), found)

    def _tell_theirs(self, words: str, asker: str) -> Iterator[Candidate]:
        """Yield what the asker has told of themselves, if they ask for it."""
        present = self.situation.occupants
        asks_for_all = self._told.asks_for_all(words)
        own_life = self._told.list_own_life(words, asker, present) if asks_for_all else None
        known = Acquaintance(self.manners.lines.company, self.context.texts)
        others = {*present} - {asker}
        told = known.answer(words, asker, own_life, others)
        yield from filter(None, (told, self._told.answer(words, asker, present)))

    def _read_words(self, question: Perception) -> str:
        """Return in plain words what a line says to this agent."""
        me, said = self.state.profile.name, extract_speech(question.text)
        return read_own_part(said, me, question.occupants, self.context.floor.agents)

    async def listen(self) -> None:
        """Prepare to know of which kind the words of a person are that are to be answered."""
        question = self.state.find_question(self.situation.occupants)
        if question is None or not question.nature.is_speech or question.actor_kind == "agent":
            return
        words = remove_address(self._read_words(question), self.state.profile.name)
        partner, here = question.actor or "", self._describe()
        for each in (words, find_news(words)):
            await self._of_kind.listen(each, partner, here)
        await self.manners.caring.listen(words, partner, here)
        await self._told.listen(words, partner, self.situation.occupants)

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
        denies = is_denied(bare)
        return [
            replace(each, fit=max(each.fit, rate_written_worry(each, denies)))
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
        lore = (self.state.profile.persona, *self.state.voice.answers)
        return SaidAnswers(
            self.manners.lines.company.lately,
            self.context.texts,
            self.state.profile.name,
            self.context.floor.is_agent,
            self.context.sentences.compare_each,
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
            (profile.persona, *self.state.voice.answers),
            lambda name: bool(find_place(name)),
        )
        return sightings.answer(words, asker, self.situation, self.context.clock.now())

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

    def call_visitors(self, decision: Decision | None) -> Decision | None:
        """Return a decision whose words call each visitor as they wish to be called."""
        lines, floor = self.manners.lines, self.context.floor
        return VisitorNames(lines, floor).call(decision, self.situation.occupants)

    def show_waking(self, about: IntentionKeeper) -> None:
        """Let the others here see that it wakes, if it lies asleep and is about to answer."""
        if lies_asleep(about):
            text = self.context.texts.say("mind.wakes", name=self.state.profile.name)
            self.context.announce(self.state.character, "sleep", text, Nature.REST)

    def remind(self, about: IntentionKeeper) -> str:
        """Return of what the agent reminds somebody here, for which it wakes; empty: of nothing."""
        line = self.manners.reminding.remind_all(self._describe())
        if line:
            self.show_waking(about)
        return line

    def rouse(self, said: Candidate, partner: str, about: IntentionKeeper) -> Candidate:
        """Return the answer `said`; one that lies still says first what it was doing.

        Whoever has just said something is awake.
        """
        now, company = self.context.clock.now(), self.manners.lines.company
        intention = about.find_present() if about.is_still else None
        doing = intention.doing if intention else ""
        awake = said.is_gesture or company.has_spoken(now - AWAKE_FOR) or doing in said.words
        if not doing or awake:
            return said
        lines = self.manners.lines
        met = any(partner in each.hearers for each in company.said)
        key = "speech.roused" if met else "speech.roused.stranger"
        woken = lines.choose_text(key, partner, self._describe(), doing=doing)
        return replace(said, words=f"{woken.text} {said.words}")

    def find_restraint(self) -> Restraint:
        """Return what the agent does not do of its own accord at this moment."""
        here, is_agent = self._describe(), self.context.floor.is_agent
        others = here.situation.occupants
        place = here.situation.place
        shown = not all(map(is_agent, others))
        return Restraint(
            may_speak=self.manners.may_begin(
                place, here.monotonic, HUSH_SHOWN if shown else REMARK_HUSH
            )
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


def _leave_out_other(words: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return `found` without lines for questions about what somebody asks for as a favour: "Would
    you lend me that rope?" is not "How do you coil a rope?" """
    kind = find_favour(words)
    if kind not in _GRANTED_OR_NOT:
        return list(found)
    return [e for e in found if not e.wording or e.fit >= EXACT or _asks_favour(e, kind)]


def _asks_favour(found: Candidate, kind: str) -> bool:
    """Return whether what a line is for asks a favour of a kind, or any where it is near."""
    known = find_favour(found.wording)
    return known == kind or (bool(known) and is_written(found))
