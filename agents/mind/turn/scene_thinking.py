"""One turn's thinking with a small model: sample a few short replies, judge them, choose one.

What the agent does of its own accord is decided by rule; the model only gives it words.  Nothing
that fails the judgement is spoken: then the voice has a general line, or the rules answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field

from agents.boundaries import Clock, Completion, ModelError, TokenCounter
from agents.clock import run_within
from agents.mind.model_client import GenerationParams, ModelClient
from agents.mind.prompt.prompt import Prompt
from agents.mind.scene.material import SceneMaterial
from agents.mind.scene.scene import STOPS
from agents.mind.speech.candidates import Candidate, Origin, RuleLine, Unused
from agents.mind.speech.judgement import Judgement, rank_candidates
from agents.mind.speech.questions import find_favour, is_of_hearer
from agents.mind.turn.thinking import REPLY_KEPT, Decision, find_unused, name_failure
from agents.mind.voice.asking import is_yes_or_no
from agents.models.dispatcher import ModelRequest
from agents.prose import one_line, split_sentences
from late.late_dataclass import late_dataclass
from world.boundaries import Perception

#: A reply is chosen among at most so many samples of at most so many tokens: a short sentence.
SAMPLES, SAMPLE_TOKENS = 3, 16

#: A first sentence of so many words or fewer is said together with the second.
ONE_MORE = 2

#: Samples are cooler than the temperature of the profile, which is set for whole prompts.
COOLER = 0.75


@late_dataclass(frozen=True, slots=True)
class SceneTools:
    """The functions of a scene's turn; each uses the present moment."""

    gather: Callable[[], Awaitable[SceneMaterial | None]]
    """Return what the answer needs; None if there is nothing to answer."""
    render: Callable[[SceneMaterial | None], Prompt]
    address: Callable[[Candidate, Perception], str]
    """Return the line that says a candidate in answer to what was perceived."""
    give_back: Callable[[Perception], str]
    """Return the line that hands over what somebody asks for, and is theirs; empty: nothing."""
    ease: Callable[[], Awaitable[object]]
    """Compact if the memories make it urgent."""
    act: Callable[[SceneMaterial | None], RuleLine]
    """Return a line by rule: an answer, or one of the agent's own accord."""
    nod: Callable[[Perception], RuleLine]
    """Return a line for when there is nothing good enough to say."""


@late_dataclass(slots=True)
class SceneThinking:
    """Finds the line of one turn."""

    owner: str
    client: ModelClient
    params: GenerationParams
    tools: SceneTools
    tokens: TokenCounter
    clock: Clock
    on_send: Callable[[Prompt, int], None]
    """Called when the prompt is sent, with its tokens."""
    on_judged: Callable[[Sequence[Judgement]], None]
    """Called with all judgements of a reply, the best first."""
    _sampled: list[Candidate] = field(default_factory=list, init=False)
    _sent: Prompt | None = field(default=None, init=False)
    """The prompt of every sample; texts that are reloaded meanwhile do not change it."""
    _answered: Completion | None = field(default=None, init=False)
    _unused: Unused | None = field(default=None, init=False)
    """Why the model does not decide, if it was asked and none of its words are spoken."""

    async def decide(self) -> Decision:
        """Return the decision."""
        # Each part is a turn of the loop of its own, so that nobody waits for a whole one.
        await self.tools.ease()
        await asyncio.sleep(0)
        material = await self.tools.gather()
        await asyncio.sleep(0)
        if material is None:
            return self._make_decision(self.tools.act(None), None, "of its own accord, by rule")
        if material.question.actor_kind == "agent":
            # Small models that answer each other only give back what they hear.
            return self._make_decision(self.tools.act(material), material, "by good manners")
        if line := self.tools.give_back(material.question):
            given = RuleLine(line, Origin.MANNERS)
            return self._make_decision(given, material, "what is theirs is asked for")
        failure = ""
        judged = rank_candidates(material.retrieved, material.moment)
        if self._is_worth_asking(material) and not (judged and judged[0].is_certain):
            try:
                judged = await self._sample(material)
            except ModelError as error:
                failure, self._unused = name_failure(error), find_unused(error)
        await asyncio.sleep(0)
        return self._choose(material, judged, failure)

    def _is_worth_asking(self, material: SceneMaterial) -> bool:
        # What a small model says to a statement rarely makes sense: a third of what readers saw.
        # Of the world it makes up what it says, what it grants or refuses it does not do, and
        # where neither yes nor no answers it wanders off: then the voice has a line.
        heard = material.moment.heard
        of_itself = is_of_hearer(heard) and not find_favour(heard)
        is_able = self.params.may_speak and not self.params.by_rule
        return is_able and of_itself and is_yes_or_no(heard)

    async def _sample(self, material: SceneMaterial) -> list[Judgement]:
        """Return the judgements of what retrieval offers and of the model's samples."""
        judged = rank_candidates(material.retrieved, material.moment)
        self._unused = Unused.REFUSED
        until = self.clock.monotonic() + self.params.patience
        for _ in range(SAMPLES):
            completion = await self._draw(material, until - self.clock.monotonic())
            if completion is None:
                self._unused = Unused.LATE
                break
            self._answered = completion
            self._sampled.append(Candidate(read_words(completion), Origin.MODEL))
            judged = rank_candidates((*self._sampled, *material.retrieved), material.moment)
            if judged[0].is_certain:
                break
        return judged

    async def _draw(self, material: SceneMaterial, seconds: float) -> Completion | None:
        """Return one sample; None if there is none within `seconds`."""
        if seconds <= 0:
            return None
        asked = self.client.submit(self.owner, lambda: self._make_request(material))
        try:
            return await run_within(self.clock, seconds, asked)
        except TimeoutError:
            return None

    def _make_request(self, material: SceneMaterial) -> ModelRequest:
        if self._sent is None:
            self._sent = self.tools.render(material)
            self.on_send(self._sent, self.tokens.count(self._sent.text))
        return ModelRequest(
            prompt=self._sent.text,
            stop=(*STOPS, *self.params.stop),
            max_tokens=min(self.params.max_tokens, SAMPLE_TOKENS),
            temperature=self.params.temperature * COOLER,
        )

    def _choose(
        self, material: SceneMaterial, judged: Sequence[Judgement], failure: str
    ) -> Decision:
        if not (judged and judged[0].is_good):
            spare = rank_candidates(material.otherwise, material.moment)
            judged = [*(each for each in spare if each.is_good), *judged]
        self.on_judged(judged)
        if not (judged and judged[0].is_good):
            return self._make_decision(
                self.tools.nod(material.question), material, "nothing good enough", failure
            )
        best = judged[0]
        said = RuleLine(
            self.tools.address(best.candidate, material.question), best.candidate.origin
        )
        why = f"{best.candidate.origin.value} {_compare_scores(judged)}"
        return self._make_decision(said, material, why, failure)

    def _make_decision(
        self, found: RuleLine, material: SceneMaterial | None, chosen: str, failure: str = ""
    ) -> Decision:
        prompt = self._sent or self.tools.render(material)
        return Decision(
            found.line,
            prompt,
            self.tokens.count(prompt.text),
            completion=self._answered,
            reply="\n".join(each.words for each in self._sampled)[:REPLY_KEPT],
            why_fallback=failure,
            chosen=chosen,
            by=found.by,
            unused=None if found.by is Origin.MODEL else self._unused,
        )


def _compare_scores(judged: Sequence[Judgement]) -> str:
    """Return why the first of some candidates was chosen."""
    good = sum(each.is_good for each in judged)
    return f"{judged[0].score:.1f}, the best of {good} that may be said, {len(judged)} in all"


def read_words(completion: Completion) -> str:
    """Return the first sentence of a reply on one line, or two if the first is only a word or two.

    A small model knows what it answers for one sentence; after that it wanders off.
    """
    words = one_line(completion.text).strip("\"'“”")
    sentences = split_sentences(words)
    if completion.finish == "length" and sentences and sentences[-1][-1] not in ".!?…":
        sentences = sentences[:-1] or sentences
    kept = 2 if sentences and len(sentences[0].split()) <= ONE_MORE else 1
    words = " ".join(sentences[:kept])
    return words[:1].upper() + words[1:]
