"""A prompt's parts, in an order that keeps its beginning stable.

Profile and commands do not change between turns, summaries change only at a compaction, and the
transcript only grows; the parts that change every turn come last.  So a model server's prefix
cache holds nearly all of the prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.memory.core.records import NO_FRAMES, Frames, Span, length
from agents.memory.core.shown_once import AS_ABOVE, is_described_last
from late.late_dataclass import late_dataclass
from world.boundaries import Situation
from world.vault.texts import Texts
from world.vault.time_words import describe_moment


@late_dataclass(frozen=True, slots=True)
class Block:
    """A part of a prompt between its memories and its situation: what matters at the moment."""

    name: str
    """``known``, ``notes``, ``talk``, ``examples``, ``recalled``."""
    text: str


def name_blocks(**texts: str) -> tuple[Block, ...]:
    """Return those blocks that are not empty, in this order."""
    return tuple(Block(name, text) for name, text in texts.items() if text)


@late_dataclass(frozen=True, slots=True)
class Prompt:
    """One turn's prompt in parts; `text` is exactly what the model gets."""

    head: str
    """Who the agent is and what it can do."""
    memories: str
    """Both summaries and the transcript."""
    blocks: tuple[Block, ...]
    """What matters here: private notes, old talk and memories, facts."""
    situation: str
    """Where the agent is, and the cue for its line."""
    place: str
    """The room the situation describes: a reply for another room is stale."""
    after: int = -1
    revision: int = -1
    """With `after`, the view of the memories, as the log counts it."""
    frames: Frames = NO_FRAMES
    """The vault's text around the summaries."""
    left_out: Span | None = None
    """The oldest memories, if the prompt leaves them out because they do not fit."""
    left_out_note: str = ""
    """The line in their place."""
    recalled_tokens: int = 0
    """Tokens of the old memories in `blocks`, which give way where room is short."""
    form: str = ""
    """How `memories` are shown; `WITHOUT_MEMORIES` if they are left out."""

    @property
    def notes(self) -> str:
        """The blocks as one text."""
        return "".join(each.text for each in self.blocks)

    @property
    def text(self) -> str:
        """The whole prompt."""
        return self.head + self.memories + self.notes + self.situation


def line_cue(name: str) -> str:
    """Return the cue before each of the agent's lines in the transcript, and at the end."""
    return f"~{name}>"


def render_head(texts: Texts, name: str, persona: str, commands: Iterable[str]) -> str:
    """Return the persona and the basic commands, one syntax line each."""
    listed = "\n".join(f"- {command}" for command in commands)
    return texts.say("prompt.head", name=name, persona=persona, commands=listed) + "\n\n"


def read_frames(texts: Texts) -> Frames:
    """Return the vault's present text around the summaries."""
    return Frames(texts.raw("prompt.longterm"), texts.raw("prompt.recent"))


def render_left_out(texts: Texts, name: str, left_out: Span | None) -> str:
    """Return the line in the place of the memories that a prompt leaves out; empty for none."""
    if left_out is None:
        return ""
    return texts.say("prompt.left-out", count=str(length(left_out)), name=name)


def render_notes(texts: Texts, notes: Sequence[tuple[str, str]]) -> str:
    """Return the block of private notes (title, content); empty if there are none."""
    if not notes:
        return ""
    listed = "\n".join(f"{title}: {' '.join(content.split())}" for title, content in notes)
    return texts.say("prompt.notes", notes=listed) + "\n\n"


def _with_states(situation: Situation, names: Sequence[str]) -> list[str]:
    """Return the names of things, each with its state: ``great lamp (lit)``."""
    return [f"{each} ({situation.states[each]})" if each in situation.states else each
            for each in names]  # fmt: skip


def render_situation(
    texts: Texts,
    situation: Situation,
    heard: str = "",
    about: Sequence[str] = (),
    request: str = "",
    memories: str = "",
) -> str:
    """Return the place, what is within reach, the words to answer, and the cue for the line.

    `about` are lines that say what the agent is about; `request` asks for the line in words. What
    `memories` say of the place is not said again.
    """
    description = " ".join(situation.description.split())
    if is_described_last(situation.place, description, memories):
        description = AS_ABOVE
    lines = [
        texts.say(
            "prompt.place", name=situation.name, place=situation.place, description=description
        )
    ]
    if situation.time:
        lines.append(describe_moment(texts, situation.time, "prompt.time"))
    lines += _list_surroundings(texts, situation)
    lines += about
    if heard:
        lines.append(texts.say("prompt.heard", words=heard))
    if request:
        lines.append(request)
    return "\n".join([*lines, line_cue(situation.name)])


def _list_surroundings(texts: Texts, situation: Situation) -> list[str]:
    """Return a line each for exits, people, things and what can be done with them."""
    rows = (
        ("prompt.exits", [f"{exit_} ({to})" for exit_, to in situation.exits.items()]),
        ("prompt.occupants", list(situation.occupants)),
        ("prompt.things", _with_states(situation, situation.things)),
        ("prompt.carrying", _with_states(situation, situation.carrying)),
        ("prompt.deeds", list(situation.deeds)),
        ("prompt.writable", list(situation.writable)),
    )
    return [texts.say(key, names=", ".join(names)) for key, names in rows if names]
