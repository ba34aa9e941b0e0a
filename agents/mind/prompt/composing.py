"""Building one agent's prompt, and the grammar of its reply, for the present moment."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from agents.boundaries import TokenCounter
from agents.memory.core.left_out import find_left_out, hide_span
from agents.memory.core.records import ONCE, Span
from agents.memory.core.rendering import render_memories
from agents.memory.core.tokens import count_in_slices
from agents.memory.memory import AgentMemory
from agents.memory.recall.index import RecallIndex
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.notes import NoteBook
from agents.mind.prompt.conversations import ConversationBlocks
from agents.mind.prompt.few_shot import render_few_shot
from agents.mind.prompt.instructions import Instructions
from agents.mind.prompt.intention_lines import list_intending_lines, render_intention_lines
from agents.mind.prompt.prompt import (
    Block,
    Prompt,
    name_blocks,
    read_frames,
    render_head,
    render_left_out,
    render_notes,
    render_situation,
)
from agents.mind.prompt.retrieved_memories import RetrievedMemories
from agents.mind.prompt.working_context import WorkingContext
from agents.mind.reply.grammar import write_answer_grammar, write_command_grammar
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.asking import remove_address
from world.boundaries import Perception, Situation

#: The grammar leaves out what this many of the agent's latest lines did.
RECENT_LINES = 12

#: Talk with those present may grow by what is left out, and make the prompt too long again.
LEAVE_OUT_TRIES = 3

#: What the parts of a prompt are called, with the words of the page's Mind.
PARTS = {
    "persona": "Who it is",
    "memories": "Summaries and memories",
    "known": "Notes on who and what is here",
    "notes": "Its other notes",
    "talk": "Earlier talk",
    "recalled": "Recalled memories",
    "examples": "How it talks",
    "situation": "This moment",
}


class PromptComposer:
    """Builds the prompts and grammars of one agent."""

    def __init__(
        self,
        state: AgentState,
        memory: AgentMemory,
        recall: RecallIndex,
        notes: NoteBook,
        context: AgentContext,
        vocabulary: Vocabulary,
        intentions: IntentionKeeper,
    ) -> None:
        self._state = state
        self._memory = memory
        self._notes = notes
        self._context = context
        self._vocabulary = vocabulary
        self._intentions = intentions
        self._retrieved = RetrievedMemories(memory, recall, context.tokens)
        self._conversations = ConversationBlocks(memory, recall, context.tokens)
        self._working = WorkingContext(memory, context.tokens)

    @property
    def situation(self) -> Situation:
        """Where the agent is now."""
        return self._context.body.situation(self._state.character)

    def compose_prompt(self) -> Prompt:
        """Return the prompt of this moment, with old memories where there is room for them."""
        prompt, heard = self._compose_rest(), self._find_heard()
        shown = "\n".join((prompt.memories, prompt.notes, prompt.situation))
        hits = self._retrieved.find_hits(self.situation, heard, shown)
        if not hits:
            return prompt
        count = self._context.tokens.count
        room = self._context.generation_params(self._state.profile.model_profile).room
        block = self._retrieved.render_block(self._context.texts, hits, room - count(prompt.text))
        recalled = name_blocks(recalled=block)
        return replace(prompt, blocks=prompt.blocks + recalled, recalled_tokens=count(block))

    def _compose_rest(self) -> Prompt:
        """Return the prompt without the old memories, which make no room for themselves."""
        texts, situation = self._context.texts, self.situation
        frames, question = read_frames(texts), self._find_question(situation)
        heard, asking = (question.text if question else ""), self._find_instructions()
        left_out = self._memory.left_out
        note = render_left_out(texts, self._memory.name, left_out)
        memories = self._memory.render_section(frames, note)
        return Prompt(
            head=self._render_head(),
            memories=memories,
            blocks=(*self._render_blocks(situation, memories), *self._render_near(question)),
            situation=render_situation(
                texts,
                situation,
                heard,
                render_intention_lines(texts, self._intentions),
                asking.render_request(question) if asking else "",
                memories,
            ),
            place=situation.place,
            after=self._memory.view.last_seq,
            revision=self._memory.view.revision,
            frames=frames,
            left_out=left_out,
            left_out_note=note,
            form=ONCE,
        )

    def find_search(self) -> tuple[str, int, Span]:
        """Return the search for the old memories in the prompt: words, limit, span; or no words."""
        return self._retrieved.find_search(self.situation, self._find_heard())

    def measure_whole(self) -> int:
        """Return about how many tokens the prompt has with the memories that it leaves out.

        Old memories that come to mind do not count: they give way first.
        """
        tokens = self._context.tokens.count(self._compose_rest().text)
        return tokens + self._memory.left_out_tokens

    async def measure_in_slices(self) -> int:
        """Return what `measure_whole` does; between its parts others may use the loop."""
        await self._conversations.prepare(self.situation)
        text = self._compose_rest().text
        await asyncio.sleep(0)
        tokens = await count_in_slices(self._context.tokens, text)
        return tokens + self._memory.left_out_tokens

    def leave_out(self, room: int, spare: int) -> bool:
        """Leave as many of the oldest memories out of prompts as one of `room` tokens needs.

        Leaves out `spare` tokens more if it can, because each change costs a model server its
        cached prefix.  Returns whether the prompt fits now.
        """
        for _ in range(LEAVE_OUT_TRIES):
            prompt = self._compose_rest()
            if self._context.tokens.count(prompt.text) <= room:
                return True
            limits = (room - spare, room)
            fits = [partial(self._fits_without, prompt, limit) for limit in limits]
            self._memory.leave_out(find_left_out(self._memory.view, fits))
            if self._memory.left_out is None:
                return False
        return self._context.tokens.count(self._compose_rest().text) <= room

    def show_all(self) -> bool:
        """Show every memory in prompts again; return whether that changes anything."""
        changes = self._memory.left_out is not None
        self._memory.leave_out(None)
        return changes

    def _fits_without(self, prompt: Prompt, limit: int, left_out: Span) -> bool:
        """Return whether `prompt` would have at most `limit` tokens without these memories."""
        note = render_left_out(self._context.texts, self._memory.name, left_out)
        shown = hide_span(self._memory.view, left_out)
        memories = render_memories(shown, prompt.frames, note, prompt.form)
        return self._context.tokens.count(replace(prompt, memories=memories).text) <= limit

    def write_grammar(self) -> str:
        """Return the grammar (GBNF) of the replies that make sense now."""
        situation, last_line = self.situation, self._state.last_line
        question = self._find_question(situation)
        if question is not None and question.actor:
            return write_answer_grammar(question.nature, question.actor, self._vocabulary)
        lines = [memory.line for memory in self._memory.view.tail if memory.line]
        recent = lines[-RECENT_LINES:]
        return write_command_grammar(
            situation,
            self._vocabulary,
            last_line=last_line,
            recent=recent,
            intending=list_intending_lines(self._vocabulary, self._intentions),
        )

    def _find_instructions(self) -> Instructions | None:
        """Return what tells the model how to answer; None if it follows no instructions."""
        profile = self._state.profile
        if not self._context.generation_params(profile.model_profile).instructed:
            return None
        return Instructions(self._context.texts, profile.name, self._context.commands)

    def _render_near(self, question: Perception | None) -> tuple[Block, ...]:
        """Return the exchanges of the voice that are near to the words to answer."""
        asking = self._find_instructions()
        if asking is None or question is None or not question.nature.is_speech:
            return ()
        heard = remove_address(extract_speech(question.text), self._state.profile.name)
        near = self._state.voice.rank_exchanges(heard) if heard else ()
        return name_blocks(examples=asking.render_near(near))

    def _render_head(self) -> str:
        texts, profile = self._context.texts, self._state.profile
        if asking := self._find_instructions():
            return asking.render_head(profile.persona, self._state.voice.voice)
        commands = [row.syntax for row in self._context.commands if row.offered]
        head = render_head(texts, profile.name, profile.persona, commands)
        return head + render_few_shot(texts, profile.name, profile.persona)

    def _render_blocks(self, situation: Situation, memories: str) -> tuple[Block, ...]:
        """Return what matters in `situation`: facts, notes, conversations."""
        texts, limit = self._context.texts, self._state.pace.notes_in_prompt
        relevant = self._notes.relevant(situation.place, situation.occupants, limit=limit)
        notes = render_notes(texts, [(note.title, note.content) for note in relevant])
        talk = self._conversations.render_block(texts, situation)
        known = self._working.render_blocks(texts, situation, memories + notes + talk)
        return name_blocks(known=known, notes=notes, talk=talk)

    def _find_heard(self) -> str:
        question = self._find_question(self.situation)
        return question.text if question else ""

    def _find_question(self, situation: Situation) -> Perception | None:
        return self._state.find_question(situation.occupants)


def describe_sizes(prompt: Prompt, count: int, tokens: TokenCounter) -> str:
    """Describe a prompt of `count` tokens and the tokens of each part, for a watcher."""
    parts = (
        ("persona", prompt.head),
        ("memories", prompt.memories),
        *((each.name, each.text) for each in prompt.blocks),
        ("situation", prompt.situation),
    )
    sizes = ", ".join(f"{PARTS[name]} {tokens.count(text)}" for name, text in parts if text)
    return f"{count} tokens: {sizes}"
