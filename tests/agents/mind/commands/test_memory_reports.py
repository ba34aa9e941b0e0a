"""Who may read what about memories: the table is everybody's, texts are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.memory.core.records import Turn
from agents.memory.recall.index import RecallIndex
from agents.memory.status import OwnPrompts
from agents.mind.prompt.composing import PromptComposer
from agents.mind.prompt.prompt import Prompt
from tests.agents.memory.settings import changed
from tests.agents.memory.support import log_of, reconfigure
from tests.agents.mind.test_verbs import QUIET, Theatre

REFUSED = "Only administrators may look into other minds."


async def test_the_table_is_for_everybody_and_tells_no_texts(tmp_path: Path) -> None:
    """Numbers and health, no causes; to see those, and the summaries, one must be allowed."""
    stage = Theatre(tmp_path)
    moss, wren = stage.agent(pace=QUIET), stage.agent("Wren", QUIET)
    for each in (moss, wren):
        reconfigure(each.memory, lacking=("wordllama is missing",))
    stage.tell(129)
    await stage.clock.advance(1)
    recent = moss.memory.summary_texts()[1]
    shown = await stage.shown_later("@memory-status", stage.onlooker)
    for table in (shown, stage.does(moss, "@memory-status all")):
        lines = table.splitlines()
        assert [line.split()[:3] for line in lines[2:4]] == [
            ["Moss", "129", "1-65"],
            ["Wren", "129", "1-65"],
        ]
        assert "Wren: an administrator can see why" in lines
        assert recent[:40] not in table
    assert "Moss: an administrator can see why" in await stage.shown_later(
        "@memory-status ALL", stage.onlooker
    )
    assert "Moss: wordllama is missing" in stage.does(moss, "@memory-status all")
    assert "can see why" not in await stage.shown_later("@memory-status")
    await stage.close()


async def test_a_status_that_is_assessed_composes_one_prompt_and_searches_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is the status that a report has."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    stage.tell(129)
    await stage.clock.advance(1)
    searches, composed = list[str](), list[Prompt]()
    look_in, compose = RecallIndex._look_in, PromptComposer.compose_prompt

    def note_search(index: RecallIndex, words: str, *rest: Any) -> Any:
        searches.append(words)
        return look_in(index, words, *rest)

    def note_prompt(composer: PromptComposer) -> Prompt:
        composed.append(compose(composer))
        return composed[-1]

    monkeypatch.setattr(RecallIndex, "_look_in", note_search)
    monkeypatch.setattr(PromptComposer, "compose_prompt", note_prompt)
    status = await moss.assess_memory()
    assert len(composed) == 1
    assert searches == []
    reported = moss.report_memory()
    assert replace(status, prompt=reported.prompt) == reported
    # A text that is counted in slices is rounded in each.
    assert status.prompt.tokens == reported.prompt.tokens
    assert abs((status.prompt.overhead or 0) - (reported.prompt.overhead or 0)) <= 1
    await stage.close()


async def test_a_report_is_for_its_agent_and_administrators_unless_it_is_public(
    tmp_path: Path,
) -> None:
    """The setting opens one agent's texts to all, other agents and guests included."""
    stage = Theatre(tmp_path)
    moss, wren = stage.agent(pace=QUIET), stage.agent("Wren", QUIET)
    assert stage.bob_does("@memory-status Moss") == REFUSED
    assert stage.does(wren, "@memory-status Moss") == REFUSED
    assert stage.does(wren, "@memory-status Nobody") == REFUSED
    assert 'There is no agent "Nobody".' in stage.bob_does("@memory-status Nobody")
    own = "Memory integrity report: Moss"
    assert own in stage.does(moss, "@memory-status") and own in stage.does(
        moss, "@memory-status Moss"
    )
    reconfigure(moss.memory, settings=changed(moss.memory.settings, public_summaries=True))
    for report in (
        stage.bob_does("@memory-status moss"),
        stage.does(wren, "@memory-status Moss"),
        stage.ada_does("@memory-status Moss"),
    ):
        assert own in report and "Recent Past (Summary)" in report
    assert stage.bob_does("@memory-status Wren") == REFUSED
    await stage.close()


async def test_an_agent_called_all_has_a_report(tmp_path: Path) -> None:
    """The word means every agent only where nobody has that name."""
    stage = Theatre(tmp_path)
    stage.agent("All", QUIET)
    assert "Memory integrity report: All" in stage.ada_does("@memory-status all")
    await stage.close()


async def test_the_history_comes_in_pages(tmp_path: Path) -> None:
    """The newest ten, and what to type for the older ones; who may not read is refused."""
    stage = Theatre(tmp_path)
    moss, wren = stage.agent(pace=QUIET), stage.agent("Wren", QUIET)
    small = changed(moss.memory.settings, immediate_window=4, recent_window=4)
    reconfigure(moss.memory, settings=small)
    for _ in range(60):
        stage.tell(1)
        await stage.clock.settle()
    stage.ada_does("@memory-history Moss")
    await stage.clock.settle()
    page = stage.person.texts[-1]
    assert page.startswith("Compactions of Moss, the newest first:\n13. 2026-01-01 00:00:00 UTC,")
    assert "cause: count; memories 50 to 53, deterministic" in " ".join(page.split())
    assert page.endswith("\nOlder ones: @memory-history Moss 3")
    stage.ada_does("@memory-history moss 3")
    await stage.clock.settle()
    older = stage.person.texts[-1].splitlines()
    assert [line[:3] for line in older if line[0].isdigit()] == ["3. ", "2. ", "1. "]
    assert stage.bob_does("@memory-history Moss") == REFUSED
    assert stage.does(wren, "@memory-history Moss 3") == REFUSED
    assert "Which agent?" in stage.ada_does("@memory-history")
    assert stage.world.perform(wren.character, "@memory-history").ok
    stage.ada_does("@memory-history Wren")
    await stage.clock.settle()
    assert stage.person.texts[-1] == "Wren has had no compaction yet."
    stage.ada_does("@memory-history Moss 0")
    await stage.clock.settle()
    assert stage.person.texts[-1] == "Moss has no compaction 0 and none before it."
    await stage.close()


async def test_forgetting_must_be_confirmed(tmp_path: Path) -> None:
    """Without the word nothing happens; the row runs only typed out, for administrators."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    assert "There are no summaries to forget." in stage.ada_does("@forget-summaries Moss confirm")
    small = changed(moss.memory.settings, immediate_window=4, recent_window=4)
    reconfigure(moss.memory, settings=small)
    stage.tell(9)
    await stage.clock.settle()
    view = moss.memory.view
    asked = stage.ada_does("@forget-summaries moss")
    assert asked.endswith("If you mean it, say: @forget-summaries Moss confirm")
    assert "its first 5 memories" in asked
    for refused in (
        stage.bob_does("@forget-summaries Moss confirm"),
        stage.does(moss, "@forget-summaries Moss confirm"),
    ):
        assert "Only administrators may use @forget-summaries." in refused
    assert "confirm" not in stage.ada_does("@forget Moss confirm")
    assert (await moss.memory.read_history(0)).compactions[0].cause == "count"
    assert moss.memory.view.summaries == view.summaries
    begun = stage.ada_does("@forget-summaries Moss confirm")
    assert begun.startswith("Forgetting the summaries of Moss.")
    await stage.clock.settle()
    assert stage.person.texts[-1].startswith("Moss: the summaries are forgotten.")
    assert "0 of 5 memories so far" in stage.ada_does("@memory-status Moss").replace("\n    ", " ")
    stage.ada_does("@memory-history Moss")
    await stage.clock.settle()
    assert "asked by Ada, cause: forgotten; memories 1 to 5" in stage.person.texts[-1]
    await stage.clock.advance(5)
    assert moss.memory.view.renewed is None
    await stage.close()


async def test_words_too_many_behind_a_name_are_answered_with_the_usage(tmp_path: Path) -> None:
    """The agent is there: what is wrong is what follows its name."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    for line, rest, syntax in (
        ("@memory-history Moss x", "x", "@memory-history [<agent>] [<number>]"),
        ("@memory-status Moss x", "x", "@memory-status [<agent> | all]"),
        ("@forget-summaries Moss yes", "yes", "@forget-summaries <agent> confirm"),
        ("@compact-memories moss force please", "force please",
         "@compact-memories [<agent>] [force]"),
    ):  # fmt: skip
        told = f'This command cannot use "{rest}". Say: {syntax}'
        assert told in stage.ada_does(line)
    assert 'cannot use "x"' in stage.does(moss, "@memory-history Moss x")
    assert 'There is no agent "Mos yes".' in stage.ada_does("@forget-summaries Mos yes")
    await stage.close()


@pytest.mark.parametrize("form", ["whole", "scene"])
async def test_a_report_tells_of_the_prompts_that_the_agent_gets(tmp_path: Path, form: str) -> None:
    """How large its last one was; and what memory holds ready, as a scene does not have it."""
    stage = Theatre(tmp_path)
    stage.generation_params = replace(stage.generation_params, prompting=form)
    moss = stage.agent(pace=QUIET)
    stage.tell(129)
    await stage.clock.advance(1)
    told = " ".join(stage.ada_does("@memory-status Moss").split())
    assert "no turn yet" in told
    stage.model.will("look")
    moss.think_now()
    await stage.clock.advance(9)
    (turn,) = [each for each in log_of(moss.memory) if isinstance(each, Turn)]
    told = " ".join(stage.ada_does("@memory-status Moss").split())
    status = moss.report_memory()
    assert status.own == OwnPrompts(form, turn.prompt_tokens)
    assert f"the last: {turn.prompt_tokens} tokens" in told
    assert f"In the prompt: {status.prompt.tokens} tokens" in told
    if form == "whole":
        assert "Own prompts: whole (" in told
        assert turn.prompt_tokens > status.prompt.tokens
        assert "tokens out of the prompt (" in told
        assert "would" not in told and "held ready" not in told
    else:
        assert "Own prompts: scenes (" in told
        assert turn.prompt_tokens < status.prompt.tokens
        assert "tokens out of a whole prompt, which it does not get (" in told
        assert "(so it would be under prompting: whole)" in told
        assert f"Verbatim: {status.tail} (66-{status.total}), held ready" in told
    await stage.close()
