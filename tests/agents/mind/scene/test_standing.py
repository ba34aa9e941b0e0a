"""Sentences of summaries in the scenes of an agent: a person's, a model's, and those of rules."""

from __future__ import annotations

from pathlib import Path

from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory
from agents.mind.scene.standing import StandingSentences
from tests.agents.memory.summary_files.test_files import rewrite
from tests.agents.memory.support import Bench, Scripted
from tests.agents.mind.scene.test_scene_turns import ask, wren
from tests.agents.mind.support import Stage
from world.nature import Nature

OARS = "Fern counted twelve oars in the boathouse."
KEPT = "I watched Fern count twelve oars in the boathouse [1]."
INVENTED = "I watched Fern count ninety oars in the boathouse [1]."
WHISPERED = "Ada hid the silver spoon under the stair [2]."


async def list_found(bench: Bench, memory: AgentMemory) -> list[tuple[str, bool]]:
    sentences = StandingSentences(memory)
    await sentences.refresh()
    return [(each.sentence, each.is_written) for each in sentences.found]


async def live(bench: Bench) -> AgentMemory:
    """Two memories of their own and many others, in a summary."""
    memory = bench.open(immediate_window=2, recent_window=2)
    memory.record(NewMemory(OARS, "observation"))
    memory.record(
        NewMemory(
            'Ada whispers to you, "I hid the silver spoon under the stair."',
            "observation",
            speaker="Ada",
            nature=Nature.PRIVATE_SPEECH,
        )
    )
    for n in range(3):
        memory.record(NewMemory(f"It rains for hour {n}.", "observation"))
        await bench.settle()
    return memory


async def test_a_models_sentence_is_said_if_its_memories_support_it(tmp_path: Path) -> None:
    """Not with another number, and nothing of a whisper."""
    bench = Bench(tmp_path, Scripted(answers=[f"{KEPT} {WHISPERED}"]))
    memory = await live(bench)
    assert memory.view.recent is not None and memory.view.recent.method == "llm"
    assert await list_found(bench, memory) == [(KEPT.replace(" [1]", ""), False)]


async def test_what_rules_wrote_is_not_said_and_what_a_person_wrote_is(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    memory = await live(bench)
    assert await list_found(bench, memory) == []
    assert memory.view.recent is not None
    rewrite(bench.summary_file("recent.md"), f"{memory.view.recent.text} I was a sailor once.")
    memory.adopt_edits()
    assert await list_found(bench, memory) == [("I was a sailor once.", True)]


async def test_a_written_sentence_stands_in_the_scene_and_a_removed_one_does_not(
    tmp_path: Path,
) -> None:
    stage = Stage(tmp_path)
    agent = wren(stage)
    for n in range(9):
        agent.memory.record(NewMemory(f"It rains for hour {n}.", "observation"))
    await agent.memory.begin_compaction(force=True)
    file = tmp_path / "Wren" / "summaries" / "recent.md"
    rewrite(file, "It rained. I keep a parrot called Tom.")
    agent.memory.adopt_edits()
    assert 'says, "I keep a parrot called Tom."' in await ask(stage, "Wren, who is Tom the parrot?")
    stage.model.will(*["Nothing much."] * 9)
    await ask(stage, "Was your parrot ever so afraid at sea?")
    assert "\nI keep a parrot called Tom.\n" in stage.model.requests[-1].prompt
    rewrite(file, "It rained.")
    agent.memory.adopt_edits()
    assert "called Tom" not in await ask(stage, "Wren, who is Tom the parrot?")
    await agent.prepare_prompt()
    assert "called Tom" not in agent.show_prompt().text
    await stage.close()
