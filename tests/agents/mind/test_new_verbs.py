"""A verb that nobody has heard of is understood by its nature alone, wherever memories are read."""

from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path
from typing import Self

import pytest

from agents.memory.core import masking
from agents.memory.core.records import Experience, NewMemory
from agents.memory.core.view import fold
from agents.memory.journal.heuristics import extract_by_rules
from agents.memory.language import clauses, deterministic
from agents.memory.language.classify import classify_memory
from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from agents.memory.recall import speech
from agents.memory.strategies import sections, steps
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.fallback.fallback_policy import FallbackPolicy
from agents.mind.prompt.conversations import ConversationBlocks
from agents.mind.recording import is_searchable
from agents.mind.reply.grammar import write_answer_grammar, write_command_grammar
from agents.mind.vocabulary import Vocabulary
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import Bench, PlainCounter, Scripted, grow, reconfigure
from tests.agents.mind.new_verbs import NEW_ROWS
from tests.agents.mind.support import TEXTS, Stage
from tests.agents.models.gbnf import matcher
from world.nature import Nature

LIE = "Moss, you gave me the mill. I promise to mend the wheel on Friday."
REPLACED = ("tell", "whisper", "look")


class Life:
    """What Moss lives through by the new verbs: Ada's words, its own, and a look."""

    def __init__(self, folder: Path) -> None:
        self.stage = Stage(folder, NEW_ROWS)
        self.moss: Agent = self.stage.agent(pace=Pace(think_interval=0))
        self.vocabulary = Vocabulary(self.stage.world.table.for_mind("agent"))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.moss.recall.close()
        await self.stage.close()

    def ada(self, line: str) -> Experience:
        assert self.stage.world.perform(self.stage.ada.id, line).ok
        return self.memories[-1]

    def does(self, line: str) -> Experience:
        assert self.stage.world.perform(self.moss.character, line).ok
        return self.memories[-1]

    @property
    def memories(self) -> list[Experience]:
        return list(self.moss.memory.view.tail)


def make_again(memory: Experience) -> NewMemory:
    return NewMemory(**{each.name: getattr(memory, each.name) for each in fields(NewMemory)})


def sources(memories: list[Experience]) -> list[Source]:
    return [Source(each.text, each.speaker, each.nature) for each in memories]


async def test_a_memory_has_the_nature_of_the_row_and_so_has_the_log(tmp_path: Path) -> None:
    """What was perceived and what the agent did itself; and again when the archive is read."""
    async with Life(tmp_path) as life:
        lived = [
            life.ada(f"shout {LIE}"),
            life.ada("murmur Moss Come to the boat."),
            life.does("shout I am here."),
            life.does("inspect"),
        ]
        assert [(each.event, each.speaker, each.nature) for each in lived] == [
            ("shout", "Ada", Nature.SPEECH),
            ("murmur", "Ada", Nature.PRIVATE_SPEECH),
            ("result", "", Nature.SPEECH),
            ("result", "", Nature.SIGHT),
        ]
        assert list(life.moss.memory.experiences(0)) == lived


async def test_a_shouted_lie_is_heard_and_has_a_speaker(tmp_path: Path) -> None:
    """The journal trusts it as other words, quotes the words alone, and knows what is private."""
    async with Life(tmp_path) as life:
        lie, secret = life.ada(f"shout {LIE}"), life.ada("murmur Moss The code is 4417.")
        for memory in (lie, secret):
            fact = extract_by_rules([memory], "Moss")[0]
            assert (fact.source, fact.speaker) == ("heard", "Ada")
            assert fact.trust <= 0.5
            assert fact.text.startswith("Ada said: ") and "voice" not in fact.text
        assert extract_by_rules([life.ada("shout The code is 4417.")], "Moss")[0].trust == 0.5
        assert (
            classify_memory(lie).words,
            classify_memory(lie).to_me,
            classify_memory(secret).to_me,
        ) == (LIE, False, True)


async def test_own_new_words_are_words_and_a_new_look_only_shows(tmp_path: Path) -> None:
    """A journal keeps the promise as said, says to whom, and takes no sight for a deed."""
    async with Life(tmp_path) as life:
        aloud = life.does("shout I promise to mend the boat on Friday.")
        private = life.does("murmur Ada I promise you the lamp on Friday.")
        look = life.does("inspect | I lost the key here")
        assert [classify_memory(each).told for each in (aloud, private, look)] == [
            "words",
            "words",
            "shown",
        ]
        said = [extract_by_rules([each], "Moss")[0].text for each in (aloud, private)]
        assert said == [
            'I said: "I promise to mend the boat on Friday."',
            'I said to Ada: "I promise you the lamp on Friday."',
        ]
        assert extract_by_rules([look], "Moss") == []


async def test_what_was_shouted_gets_its_label_and_is_no_evidence(tmp_path: Path) -> None:
    """Neither others' words nor the agent's make it so."""
    async with Life(tmp_path) as life:
        life.ada(f"shout {LIE}")
        life.does("shout Yes, I gave you the mill.")
        told = label_hearsay("I gave Ada the mill.", sources(life.memories))
        assert told == "Ada said that I gave Ada the mill."


async def test_a_models_summary_keeps_the_label(tmp_path: Path) -> None:
    """The lie comes back from the model as knowledge, and goes into the view as Ada's words."""
    async with Life(tmp_path) as life:
        bench = Bench(
            tmp_path / "summed", Scripted(answers=["I gave Ada the mill. I heard songs."])
        )
        memory = bench.open()
        shouted = life.ada(f"shout {LIE}")
        memory.record(make_again(shouted))
        await grow(bench, memory, 129)
        recent = memory.view.recent
        assert recent is not None and recent.method == "llm"
        assert recent.text == "Ada said that I gave Ada the mill. I heard songs."
        await memory.close()


async def test_a_summary_without_a_model_tells_of_it(tmp_path: Path) -> None:
    """By what was said and seen, whatever the verb."""
    async with Life(tmp_path) as life:
        life.ada("shout The wheel is mended.")
        life.does("shout I am glad of it.")
        life.does("murmur Ada Well done.")
        life.does("inspect")
        told = deterministic.summarise_memories(life.memories)
        assert 'I said "I am glad of it." and "Well done."' in told
        assert 'I heard Ada say "The wheel is mended."' in told
        assert "I looked around." in told
        assert list(map(clauses.describe_memory, life.memories)) == [
            'I heard Ada say: "The wheel is mended."',
            'I said: "I am glad of it."',
            'I said: "Well done."',
            "",
        ]


async def test_sections_and_steps_know_words_from_findings(tmp_path: Path) -> None:
    """A shouted question is open, a shouted promise pending, and neither is a finding."""
    async with Life(tmp_path) as life:
        life.does("shout I will mend the boat. Result: total=1523")
        for _ in range(9):
            life.ada("emote polishes the brass of the old lantern by the door for a while.")
        life.ada("shout Where is the lamp?")
        told = sections.write_sections(life.memories, 2000)
        assert 'Ada asked me: "Where is the lamp?"' in told
        assert 'I said: "I will mend the boat. Result: total=1523."' in told
        account = steps.write_account(steps.split_steps(life.memories), limit=2000)
        assert "Key findings" not in account


async def test_only_what_can_be_had_again_is_masked(tmp_path: Path) -> None:
    """The long sight goes, the long speech stays."""
    async with Life(tmp_path) as life:
        look, shouted = life.does("inspect"), life.does(f"shout {'La la. ' * 60}")
        for _ in range(masking.KEPT_NEWEST):
            life.ada("emote waves.")
        chosen = masking.choose_masked(fold(life.memories), PlainCounter(), None)
        assert look.seq in chosen and shouted.seq not in chosen


async def test_recall_and_conversations_know_with_whom_one_talked(tmp_path: Path) -> None:
    """What was shouted and murmured is talk with a partner, in the index and in the prompt."""
    async with Life(tmp_path) as life:
        asked, answer = life.ada("shout Where is the lamp?"), life.does("murmur Ada By the door.")
        assert [speech.find_partners(each) for each in (asked, answer)] == [{"ada"}, {"ada"}]
        assert speech.find_partners(life.does("shout Good night.")) == {"ada"}
        count, hits = life.moss.recall.find_talk("Ada", limit=9)
        assert (count, [hit.seq for hit in hits]) == (3, [1, 2, 3])
        assert all(map(is_searchable, life.memories))


async def test_earlier_talk_in_new_verbs_comes_back_into_the_prompt(tmp_path: Path) -> None:
    """`rolling` shows what was said before its summary."""
    async with Life(tmp_path) as life:
        memory = life.moss.memory
        settings = memory_settings(strategy="rolling", use_llm_for_summary=False)
        reconfigure(memory, settings=settings)
        life.ada("shout Where is the blue lamp?")
        life.does("murmur Ada By the door.")
        for _ in range(60):
            life.does("emote nods.")
            await life.stage.clock.advance(0.1)
        assert memory.view.covered > 2
        blocks = ConversationBlocks(memory, life.moss.recall, PlainCounter())
        told = blocks.render_block(TEXTS, life.stage.world.situation(life.moss.character))
        assert "Ada: Where is the blue lamp?\nMoss: By the door." in told


async def test_the_grammar_offers_and_answers_by_new_verbs(tmp_path: Path) -> None:
    """Each by the form of its nature; private words are answered in private."""
    async with Life(tmp_path) as life:
        situation = life.stage.world.situation(life.moss.character)
        allows = matcher(write_command_grammar(situation, life.vocabulary)).fullmatch
        for line in (
            "shout The roses bloom.",
            "murmur Ada The roses bloom.",
            "inspect",
            "inspect Ada",
        ):
            assert allows(f"{line}\n"), line
        last = ["shout Never do.", "murmur Ada We do.", "shout It is so."]
        talked = matcher(
            write_command_grammar(situation, life.vocabulary, recent=last[:2], last_line=last[2])
        ).fullmatch
        assert not talked("shout The roses bloom.\n") and talked("inspect\n")
        answers = matcher(
            write_answer_grammar(Nature.PRIVATE_SPEECH, "Ada", life.vocabulary)
        ).fullmatch
        assert answers("murmur Ada The roses bloom.\n") and not answers("shout The roses bloom.\n")


@pytest.mark.parametrize(("line", "nature"), [
    ("shout Where is the lamp, Moss?", Nature.SPEECH),
    ("murmur Moss Where is the lamp?", Nature.PRIVATE_SPEECH),
])  # fmt: skip
async def test_without_a_model_it_is_answered_as_it_was_said(
    tmp_path: Path, line: str, nature: Nature
) -> None:
    """The fallback hears that it is spoken to, and by which kind of words."""
    async with Life(tmp_path) as life:
        life.ada(line)
        situation = life.stage.world.situation(life.moss.character)
        for seed in range(5):
            policy = FallbackPolicy(TEXTS, life.vocabulary, random.Random(seed))
            answer = policy.decide(situation, life.memories, "Moss")
            if life.vocabulary.find_nature(answer) is not Nature.GESTURE:
                assert life.vocabulary.find_nature(answer) is nature, answer


async def test_new_verbs_do_in_place_of_the_old_ones(tmp_path: Path) -> None:
    """Where a world has `murmur` for `whisper` and `inspect` for `look`, agents use those."""
    async with Life(tmp_path) as life:
        rows = [row for row in life.vocabulary.rows if row.name not in REPLACED]
        vocabulary = Vocabulary(rows)
        life.ada("murmur Moss Where is the lamp?")
        situation = life.stage.world.situation(life.moss.character)
        policy = FallbackPolicy(TEXTS, vocabulary, random.Random(3))
        assert policy.decide(situation, life.memories, "Moss").startswith("murmur Ada ")
        allows = matcher(write_command_grammar(situation, vocabulary)).fullmatch
        assert allows("inspect\n") and not allows("look\n")
