"""Gathering what a scene shows, and what is known of the moment without a model."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from agents.in_parts import InParts, finish_parts
from agents.memory.core.records import WITHOUT_MEMORIES
from agents.memory.journal.changing.present import add_present, leave_out_over
from agents.memory.journal.people import render_known_fact
from agents.memory.memory import AgentMemory
from agents.memory.recall.hits import Hit
from agents.memory.recall.index import RecallIndex
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.fallback.oneself import describe_oneself, tell_of_oneself
from agents.mind.intentions.answers import IntentionAnswers
from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.prompt.present import PresentMemories
from agents.mind.prompt.prompt import Prompt, name_blocks, read_frames
from agents.mind.prompt.working_context import WorkingContext
from agents.mind.scene.hearing import describe_asked
from agents.mind.scene.material import SceneMaterial
from agents.mind.scene.profile_answers import answer_by_profile
from agents.mind.scene.scene import (
    Scene,
    render_examples,
    render_facts,
    render_opening,
    render_present,
)
from agents.mind.scene.standing import StandingSentences
from agents.mind.scene.told_answers import ToldMoment
from agents.mind.scene.two_questions import answer_heard
from agents.mind.scene.voice_answers import answer_of_things
from agents.mind.speech.candidates import Candidate, Origin, SpeechMoment, leave_out_gestures
from agents.mind.speech.follow_ups import asks_reason, say_asked_again
from agents.mind.speech.history import (
    NO_TALK,
    Exchanged,
    TalkHistory,
    begin_own_line,
    count_own_words,
    read_talk_history,
)
from agents.mind.speech.kinds import found_by
from agents.mind.speech.knowledge.answers import KnowledgeAnswers
from agents.mind.speech.own_words.asked_on import AskedOn, find_asked_on
from agents.mind.speech.own_words.no_more import OwnWords
from agents.mind.speech.plain_answers import PlainAnswers, PlainQuestion
from agents.mind.speech.remembered import (
    Asked,
    Remembered,
    asks_what_was_told,
    is_about_the_two,
    make_memory_candidates,
    recall_facts,
)
from agents.mind.speech.standing import recall_standing
from agents.mind.speech.statements.echoes import leave_out_echoes
from agents.mind.speech.statements.put_right import match_corrections, put_right, recall_of_somebody
from agents.mind.speech.statements.short_answers import recall_short_answers
from agents.mind.speech.told.discretion import keep_discreet
from agents.mind.speech.told.telling_back import ToldLine
from agents.mind.voice.asking import is_question
from agents.mind.voice.conditions import VoiceMoment, find_weather
from agents.mind.voice.retrieval import NearExchange
from world.boundaries import Perception, Situation
from world.nature import Nature

#: A scene shows so many exchanges of the voice, recalled facts, and facts of the journal.
EXAMPLES, FACTS, KNOWN = 4, 3, 2
#: Recall looks at so many memories, in at most so many tokens.
RECALLED, RECALL_TOKENS = 12, 1200
SHOWN_FIT = 0.3  # a fact is shown if it has this part of what the words heard are about
LATEST = 200  # memories with which a question about the asker is compared
HOURS = 1000  # memories of some hours, in which an agent does not like to repeat itself
#: How well a line fits that stands for whatever has no exchange of its own.
OTHERWISE = 0.42
#: What the agent is about now goes before all that it might say at any time.
PRESENT = 2.0
#: That it is not the time for what is asked goes behind what the voice has for just those words.
REFUSED = 0.85
#: How well it fits to say that one has not been told: before what a voice has for other questions.
NOT_TOLD = 0.65


class SceneComposer:
    """Makes the scenes of one agent."""

    def __init__(
        self,
        state: AgentState,
        memory: AgentMemory,
        recall: RecallIndex,
        context: AgentContext,
        intentions: IntentionKeeper,
        list_told: Callable[[str], Sequence[ToldLine]] = lambda speaker: (),
    ) -> None:
        self._list_told = list_told
        self._state = state
        self._memory = memory
        self._recall = recall
        self._context = context
        self._intentions = intentions
        self._answers = IntentionAnswers(memory.name, intentions, context.texts)
        self._plain = PlainAnswers(
            context.texts, lambda place: context.body.find_way(state.character, place),
            lambda kind: [*state.voice.voice.list_for(kind)], context.body.describe_rooms,
        )  # fmt: skip
        self._working = WorkingContext(memory, context.tokens)
        self._present = PresentMemories(memory)
        self._standing = StandingSentences(memory)
        self._recalled: tuple[Asked, list[Remembered]] | None = None

    def gather(self) -> SceneMaterial | None:
        """Return everything for the answer to the last words to the agent; None: there are none."""
        situation = self._context.body.situation(self._state.character)
        question = self._state.find_question(situation.occupants)
        if question is None or not question.nature.is_speech:
            return None
        asked, others = self._describe_asked(question, situation), situation.occupants
        heard, partner, overheard = asked.heard, asked.partner, asked.overheard
        hour, tail, me, said = self._context.hour(), self._memory.view.tail, asked.me, asked.line
        history = read_talk_history(tail, partner, said, me=me, overheard=overheard)
        here = VoiceMoment(situation.place, others, hour, heard, find_weather(situation))
        near = self._state.voice.rank_exchanges(heard, here)
        facts = self._take_facts(asked)
        known = self._list_facts(situation, facts, "" if overheard else partner)
        scene = self._make_scene(situation, heard, partner, near, known, history)
        moment = self._make_moment(situation, scene, history)
        voiced, offered = answer_heard(self._state.voice, heard, near, here, history)
        on = self._find_asked_on(asked, history)
        found = self._retrieve(question, asked, situation, history, voiced, facts, on)
        spare = self._list_otherwise(asked, history)
        if question.nature is Nature.DISTANT_SPEECH:  # nobody far away sees a gesture
            found, spare = leave_out_gestures(found), leave_out_gestures(spare)
        return SceneMaterial(
            question, situation, scene, moment, found, spare, offered, on, asked.anew
        )

    def _retrieve(
        self,
        question: Perception,
        asked: Asked,
        situation: Situation,
        history: TalkHistory,
        voiced: Sequence[Candidate],
        facts: Sequence[Remembered],
        on: AskedOn | None,
    ) -> list[Candidate]:
        """Return what the agent may say to words without a model."""
        voice, texts, heard = self._state.voice.voice, self._context.texts, asked.heard
        now, tail = self._context.clock.now(), self._memory.view.tail
        found = [
            *self._tell_intentions(question, heard, history.last),
            *self._answer_from_knowledge(question, heard, situation, history, facts),
            *answer_of_things(voice, texts, situation, heard, asked.partner, history),
            *recall_of_somebody(asked, tail, now),
            *recall_short_answers(asked, tail, texts),
            *voiced,
            *answer_by_profile(self._state.profile, heard, texts, self._context.meanings),
        ]
        own = OwnWords(self._state.voice, texts)
        found = [*own.complete(found, on, asked.partner, history), *own.take_up(asked, history, on)]
        if on:
            return found
        found = found if asked.from_agent else self._complete_told(found, asked, situation)
        return [*found, *say_asked_again(texts, asked.partner, heard, found, history)]

    def _complete_told(
        self, found: Sequence[Candidate], asked: Asked, situation: Situation
    ) -> list[Candidate]:
        lore = (self._state.profile.persona, *self._state.voice.answers)
        tail, there, texts = self._memory.view.tail, situation.occupants, self._context.texts
        return ToldMoment(asked, tail, lore, there, texts, self._list_told).complete(found)

    def _find_asked_on(self, asked: Asked, history: TalkHistory) -> AskedOn | None:
        """Return which of the agent's own words a person asks about; None: about none."""
        names = {asked.me, asked.partner, *self._context.floor.agents}
        return None if asked.from_agent else find_asked_on(asked.heard, history, names)

    def find_search(self) -> tuple[str, int]:
        """Return the words that `gather` searches for, and for how many memories; or no words."""
        return asked.heard if (asked := self._find_asked()) else "", RECALLED

    async def prepare(self) -> None:
        """Have at hand what summaries say now, the voice, and what a person means."""
        await self._standing.refresh()
        if asked := self._find_asked():
            voice = self._state.voice
            await voice.prepare_in_slices()
            await (voice.compare_in_slices if asked.from_agent else voice.listen)(asked.heard)

    async def recall(self) -> None:
        """Recall the facts that `gather` needs; else it does so itself, which takes longer."""
        self._recalled = None
        if asked := self._find_asked():
            for _ in self._recall_in_parts(asked):
                await asyncio.sleep(0)

    def _find_asked(self) -> Asked | None:
        situation = self._context.body.situation(self._state.character)
        question = self._state.find_question(situation.occupants)
        spoken = question is not None and question.nature.is_speech
        return self._describe_asked(question, situation) if question and spoken else None

    def _describe_asked(self, question: Perception, situation: Situation) -> Asked:
        me, agents = self._state.profile.name, self._context.floor.agents
        return describe_asked(question, situation, me, agents, self._memory.view.tail)

    def _take_facts(self, asked: Asked) -> list[Remembered]:
        if self._recalled is None or self._recalled[0] != asked:
            finish_parts(self._recall_in_parts(asked))
        assert self._recalled is not None
        (_, facts), self._recalled = self._recalled, None
        return facts

    def render(self, material: SceneMaterial | None) -> Prompt:
        """Return the prompt of a scene; without material, that of an agent nobody has spoken to."""
        situation = (
            material.situation if material else self._context.body.situation(self._state.character)
        )
        scene = material.scene if material else self._make_own_scene(situation)
        texts = self._context.texts
        return Prompt(
            head=render_opening(texts, scene),
            memories="",
            blocks=name_blocks(
                examples=render_examples(texts, scene), recalled=render_facts(texts, scene)
            ),
            situation=render_present(texts, scene),
            place=situation.place,
            after=self._memory.view.last_seq,
            revision=self._memory.view.revision,
            frames=read_frames(texts),
            form=WITHOUT_MEMORIES,
        )

    def _tell_intentions(
        self, question: Perception, heard: str, last: Exchanged | None
    ) -> Iterator[Candidate]:
        why = self._answers.give_reason(last.answer) if last and asks_reason(heard) else ""
        if words := why or self._answers.answer(question, heard):
            yield Candidate(words, Origin.INTENTION, PRESENT, found="what it is about now")
        elif when := self._answers.refuse(question, heard):
            yield Candidate(when, Origin.INTENTION, REFUSED, found="what it is about later")

    def _answer_from_knowledge(
        self,
        question: Perception,
        heard: str,
        situation: Situation,
        history: TalkHistory,
        facts: Sequence[Remembered],
    ) -> list[Candidate]:
        """Return the plain answer and what memory has.

        Two agents who remember each other's words would never end; and what somebody once said of
        a way or an hour is no better than the plain answer.
        """
        plain = self._answer_plainly(heard, question.actor or "", situation, history)
        if question.actor_kind == "agent" or (plain and not is_about_the_two(heard)):
            return plain
        facts = leave_out_echoes(facts, (*history.own, *history.aloud))
        facts = keep_discreet(facts, {*situation.occupants} - {question.actor})
        told = make_memory_candidates(facts, heard)
        known = told or any(each.first_hand and each.answers for each in facts)
        if not plain and not known and asks_what_was_told(heard):
            words = self._context.texts.say("speech.not-told", name=question.actor or "")
            return [Candidate(words, Origin.MEMORY, NOT_TOLD, found="nothing in memory")]
        return [*plain, *told]

    def _answer_plainly(
        self, heard: str, partner: str, situation: Situation, history: TalkHistory
    ) -> list[Candidate]:
        asked = PlainQuestion(
            heard=heard,
            asker=partner,
            situation=situation,
            memories=self._memory.view.tail,
            before=history.last.heard if history.last else "",
            me=self._state.profile.name,
            said=history.own,
        )
        return [each for each in (self._plain.answer(asked),) if each]

    def count_own_words(self) -> Counter[str]:
        """Return how often the agent has used which words in the last hours."""
        me = self._state.profile.name
        return count_own_words(self._recall.read_latest(HOURS, begin_own_line(me)), me)

    def _recall_in_parts(self, asked: Asked) -> InParts[None]:
        """Recall what memories and summaries have to say, the best first; yield after each part."""
        now, meanings = self._context.clock.now(), self._context.meanings
        hits = self._find_hits(asked)
        yield
        found = yield from recall_facts(hits, asked, now, meanings)
        yield
        written = yield from recall_standing(self._standing.found, asked, meanings)
        yield
        corrections = match_corrections(self._memory.view.tail, asked.partner, asked.me)
        single = put_right(found, corrections, self._context.texts)
        facts = sorted([*written, *single], key=lambda each: -each.fit)
        self._recalled = asked, facts
        yield

    def _find_hits(self, asked: Asked) -> list[Hit]:
        tokens = self._context.tokens
        hits = self._recall.search(
            asked.heard, token_budget=RECALL_TOKENS, tokens=tokens, limit=RECALLED
        )
        if is_about_the_two(asked.heard):  # in other words than those that search would find
            hits += self._recall.read_latest(LATEST)
        same, last = self._present.find_same(), self._memory.last_seq
        hits = add_present(hits, same, self._recall.get, last)
        return leave_out_over(hits, self._present.find())

    def _make_own_scene(self, situation: Situation) -> Scene:
        known = self._list_facts(situation, (), "")
        return self._make_scene(situation, "", "", (), known, NO_TALK)

    def _make_scene(
        self,
        situation: Situation,
        heard: str,
        speaker: str,
        near: Sequence[NearExchange],
        facts: Sequence[str],
        history: TalkHistory,
    ) -> Scene:
        profile = self._state.profile
        spoken = [Exchanged(each.heard, each.exchange.spoken) for each in near]
        nearest = [each for each in spoken if each.answer][:EXAMPLES]
        return Scene(
            name=profile.name,
            about=describe_oneself(profile.persona),
            told=tell_of_oneself(profile.persona, profile.name),
            place=situation.place,
            present=situation.occupants,
            facts=facts,
            examples=nearest[::-1],
            before=history.last,
            speaker=speaker,
            heard=heard,
            about_to=self._intentions.describe_doing(),
            time=situation.time,
        )

    def _make_moment(
        self, situation: Situation, scene: Scene, history: TalkHistory
    ) -> SpeechMoment:
        return SpeechMoment(
            me=scene.name,
            partner=scene.speaker,
            heard=scene.heard,
            names=situation.occupants,
            lore=(self._state.profile.persona, *self._state.voice.answers),
            about=tuple(scene.about),
            known=(
                *scene.facts,
                situation.place,
                situation.description,
                *situation.things,
                *situation.exits.values(),
            ),
            examples=tuple(each.answer for each in reversed(scene.examples)),
            own=history.own,
            others=history.others,
        )

    def _list_facts(
        self, situation: Situation, recalled: Sequence[Remembered], confidant: str
    ) -> list[str]:
        """Return what recall finds, then what the journal knows of who and what is here.

        Private words are among it only if `confidant`, who alone hears the answer, has to do
        with them.
        """
        found = [each.fact for each in recalled if each.fit >= SHOWN_FIT][:FACTS]
        known = self._working.choose(situation, "\n".join(found))
        open_ = [each for each in known if not each.is_private or confidant in each.people]
        return [*found, *(" ".join(render_known_fact(each).split()) for each in open_[:KNOWN])]

    def _list_otherwise(self, asked: Asked, history: TalkHistory) -> list[Candidate]:
        """Return what to say where nothing answers, each time beginning with another line: first
        of what was asked or told, then what the voice has for anything."""
        voice, turn = self._state.voice.voice, self._memory.view.last_seq
        things = self._context.body.situation(self._state.character).descriptions
        knowledge = KnowledgeAnswers(voice, self._context.texts, things)
        lines = list(voice.find_otherwise(is_question(asked.heard)))
        turned = lines[(first := turn % max(1, len(lines))) :] + lines[:first]
        found = found_by.OTHERWISE
        return [
            *knowledge.admit(asked.heard, history, asked.partner, turn),
            *([] if asked.from_agent else knowledge.take_up(asked.heard, history, turn)),
            *(Candidate(e.text, Origin.VOICE, OTHERWISE, e.is_gesture, found) for e in turned),
        ]
