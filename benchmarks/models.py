"""Compares weights to ship: valid and sensible commands, decisions per second, CPU time.

Runs one after the other, on one thread of this machine::

    python -m benchmarks.models [--decisions 10] [--model gemma-3-270m] [--cache-dir DIR]

Four agents with about 80 memories each decide in turn; what they do becomes a memory of
all four, so the transcript grows as in play. Without ``--model`` both shipped models run.

A decision is **valid** when it is a known command whose exit, person or thing is at hand.
It is **sensible** when, besides, it is none of the agent's last three lines, its speech is
no echo of the prompt's last 30 lines and has at least two words, it ends as a sentence ends,
and no word or pair of words in it is repeated as a stuck model repeats them.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from agents.boundaries import Completion, ModelBadReply
from agents.mind.reply.grammar import write_command_grammar
from agents.mind.reply.reply_parser import clean_reply
from agents.mind.vocabulary import Vocabulary
from agents.models.providers.embedded import EmbeddedProvider
from agents.models.providers.weight_cache import WeightCache
from agents.models.providers.weights import GEMMA, SMOLLM
from server.command_rows import list_commands
from world.boundaries import Situation
from world.commands.table import CommandTable
from world.nature import Nature

MAX_TOKENS = 48
TEMPERATURE = 0.8
CONTEXT = 4096

NAMES = ("Brindle", "Fern", "Moss", "Sedge")

PERSONAS = {
    "Brindle": "You are Brindle, a ferrywoman with a loud laugh who mends nets and trades gossip.",
    "Fern": "You are Fern, a curious young herbalist who asks about every plant and its use.",
    "Moss": "You are Moss, a patient gardener who speaks slowly and knows the roses by name.",
    "Sedge": "You are Sedge, a wary old hunter who says little and watches the path.",
}

COMMANDS = """\
BASIC COMMANDS:
say <words>: speak to everyone here
emote <action>: do something that everyone here sees
whisper <someone> <words>: speak to one person
look: look around; look <someone or something>: look closer
go <exit>: leave by an exit
get <thing>, drop <thing>, give <thing> to <someone>: handle things
think <words>: think to yourself
note <topic> -> <words>: write a note
recall <words>: search your memory
"""

PLACE = Situation(
    name="",
    place="The Garden",
    description="Roses climb the old wall. A stone bench faces the water, and bees work the thyme.",
    exits={"hall": "The Hall", "shore": "The Shore", "path": "The Hill Path"},
    occupants=(),
    things=("watering can", "stone bench"),
    carrying=("pruning knife",),
)

#: Earlier words and deeds, from which the benchmark makes a day's memories.
SPEECH = tuple(
    """\
The roses by the wall have black spot again.
Have you seen the heron this morning?
I could use some help with the nets before the rain comes.
There were strange tracks on the hill path last night.
Thyme tea would help that cough of yours.
The ferry was late because of the fog.
Someone left a lantern burning in the hall.
I will plant beans here once the frost is past.
The water is lower than last year.
Do you remember the winter when the lake froze over?
My grandmother dried these flowers for the fever.
We should mend the fence before the deer find it.
That old pear tree has never borne so much fruit.
You look tired, sit down for a moment.
I traded two baskets of trout for a new rope.
What is the small blue flower over there?
It is called speedwell, travellers used to carry it.
The miller's son wants to learn to row.
Keep away from the reeds, the swans are nesting.
I heard wolves on the ridge, far off.
Nobody has wound the clock in the hall for years.
There is bread left if you are hungry.
Who took the good shears from the shed?
I did, and I sharpened them for you.
Thank you, that was kind.
The bees are restless, there will be thunder.
My boat needs tar before autumn.
Bring me some willow bark when you pass the stream.
I found a silver button in the flower bed.
It must belong to the lady who came in spring.
The hunter's dog has had seven puppies.
Would you like to keep one?
I would, if it does not dig up my bulbs.
Tell me again how you found this place.
I followed the waterfall down and never left.
The stars were bright enough to read by.
Mind the third step, it is loose.
We could cook the mushrooms I picked at dawn.
Are you sure that they are safe to eat?
I have eaten them every year of my life.
The path to the summit is clear of snow.
Somebody should take a letter to the village.
I can go tomorrow, before it gets hot.
The frogs kept me awake all night.
You have mud on your nose.
Let us put the bench where the evening sun falls.
This soil wants ash and a little patience.
I saw smoke beyond the far shore.
Perhaps the charcoal burners are back.
They owe me a sack and a song.""".splitlines()
)
GESTURES = (
    "kneels to pull a weed.",
    "looks out over the water.",
    "wipes the mud from both hands.",
    "listens to the bees for a while.",
    "smiles and shakes off the rain.",
)
DOINGS = (
    ("look", "The Garden. Roses climb the old wall. Exits: hall, shore, path."),
    ("get watering can", "You take the watering can."),
    ("drop watering can", "You put down the watering can."),
    ("think The soil is still too cold for beans.", "You pause in thought."),
    ("go pond", "You tried: go pond. This failed because: there is no way to pond from here."),
)

VOCABULARY = Vocabulary(CommandTable(list_commands()).for_mind("agent"))


@dataclass
class TranscriptAgent:
    """One agent's transcript and deeds."""

    name: str
    memories: list[str]
    lines: list[str] = field(default_factory=list)

    def perceive(self, line: str, actor: str) -> None:
        own = actor == self.name
        self.memories.append(f"~{actor}> {line}" if own else describe_deed(actor, line))

    def situation(self) -> Situation:
        others = tuple(name for name in NAMES if name != self.name)
        return Situation(
            self.name,
            PLACE.place,
            PLACE.description,
            PLACE.exits,
            others,
            PLACE.things,
            PLACE.carrying,
        )

    def prompt(self, *, situation_first: bool = False) -> str:
        head = f"{PERSONAS[self.name]}\n\n{COMMANDS}\n"
        transcript = "---\n" + "\n".join(self.memories) + "\n---\n\n"
        # Notes and those present change from turn to turn in play; here a counted line does.
        now = f"(memories: {len(self.memories)})\n{describe_scene(self.situation())}"
        parts = (now, head, transcript) if situation_first else (head, transcript, now)
        return "".join(parts) + f"~{self.name}>"


@dataclass
class Score:
    """The results of one run."""

    valid: int = 0
    sensible: int = 0
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    cached: list[float] = field(default_factory=list)
    prompt_tokens: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def add(self, completion: Completion | None, seconds: float, cpu: float) -> None:
        self.seconds.append(seconds)
        self.cpu.append(cpu)
        if completion:
            self.cached.append(completion.cached_tokens / completion.prompt_tokens)
            self.prompt_tokens.append(completion.prompt_tokens)


def describe_scene(situation: Situation) -> str:
    exits = ", ".join(f"{name} ({to})" for name, to in situation.exits.items())
    return (
        f"You are in {situation.place}. {situation.description}\n"
        f"Exits: {exits}\nHere: {', '.join(situation.occupants)}\n"
        f"Things: {', '.join(situation.things)}\nYou carry: {', '.join(situation.carrying)}\n"
    )


def describe_deed(actor: str, line: str) -> str:
    nature, rest = VOCABULARY.find_nature(line), line.partition(" ")[2]
    if nature is Nature.SPEECH:
        return f'{actor} says, "{rest}"'
    return f"{actor} {rest}" if nature is Nature.GESTURE else f"{actor} is busy."


def past(name: str, count: int, rng: random.Random) -> list[str]:
    """Return a day's memories of `name`: its lines, their results, and others' deeds."""
    memories: list[str] = []
    spoken = iter(rng.sample(SPEECH, len(SPEECH)))
    while len(memories) < count:
        actor = rng.choice(NAMES)
        gesture = f"emote {rng.choice(GESTURES)}"
        line = f"say {next(spoken, '')}" if rng.random() < 0.7 else gesture
        line = gesture if line == "say " else line
        if actor != name:
            memories.append(describe_deed(actor, line))
        elif rng.random() < 0.3:
            doing, result = rng.choice(DOINGS)
            memories += [f"~{name}> {doing}", result]
        else:
            memories.append(f"~{name}> {line}")
    return memories


def is_free(nature: Nature | None) -> bool:
    """Return whether its line has words of the agent's own."""
    return nature is not None and (nature.is_expression or nature.is_writing)


def is_valid(line: str, situation: Situation) -> bool:
    nature, rest = VOCABULARY.find_nature(line), line.partition(" ")[2]
    rest = rest.split(" | ")[0].strip().casefold()
    people, things, carrying = (
        [name.casefold() for name in names]
        for names in (situation.occupants, situation.things, situation.carrying)
    )
    at_hand = {
        Nature.SIGHT: ["", *people, *things, *carrying],
        Nature.STUDY: [*people, *things, *carrying],
        Nature.MOVEMENT: [name.casefold() for name in situation.exits],
        Nature.TAKING: things,
        Nature.DROPPING: carrying,
        Nature.GIVING: [f"{thing} to {who}" for thing in carrying for who in people],
    }
    if nature in at_hand:
        return rest in at_hand[nature]
    if nature and nature.is_private:
        return any(rest.startswith(f"{who} ") for who in people)
    if nature is Nature.NOTE:
        return " -> " in rest
    return bool(rest) and (is_free(nature) or nature is Nature.RECOLLECTION)


def is_sensible(line: str, agent: TranscriptAgent) -> bool:
    if not is_valid(line, agent.situation()) or line in agent.lines[-3:]:
        return False
    rest = line.partition(" ")[2]
    if not is_free(VOCABULARY.find_nature(line)):
        return True
    words = re.findall(r"[\w'’]+", rest.casefold())
    recent = "\n".join(agent.memories[-30:]).casefold()
    # Words alone show an echo; a phrase of five is too long to be chance.
    echo = " ".join(words[:8]) in " ".join(re.findall(r"[\w'’]+", recent)) and len(words) > 4
    ended = rest.rstrip().endswith((".", "!", "?", '"', "…"))
    return len(words) >= 2 and ended and not echo and not is_stuck(words)


def is_stuck(words: Sequence[str]) -> bool:
    twice = any(first == second for first, second in pairwise(words))
    pairs = list(pairwise(words))
    return twice or len(pairs) - len(set(pairs)) > 1


async def decide(
    provider: EmbeddedProvider, agent: TranscriptAgent, *, grammar: bool, first: bool
) -> Completion | None:
    rules = write_command_grammar(
        agent.situation(),
        VOCABULARY,
        last_line=(agent.lines or [""])[-1],
        recent=agent.lines[-12:],
    )
    try:
        return await provider.model_for(agent.name).complete(
            agent.prompt(situation_first=first),
            stop=["\n"],
            max_tokens=MAX_TOKENS,
            temperature=TEMPERATURE,
            grammar=rules if grammar else None,
        )
    except ModelBadReply:
        return None


async def run(
    provider: EmbeddedProvider, rounds: int, *, grammar: bool, first: bool = False, seed: int = 7
) -> Score:
    rng = random.Random(seed)
    agents = [TranscriptAgent(name, past(name, 80, rng)) for name in NAMES]
    score = Score()
    for number in range(rounds + 1):
        for agent in agents:
            started, cpu = time.perf_counter(), time.process_time()
            completion = await decide(provider, agent, grammar=grammar, first=first)
            line = (clean_reply(completion.text) if completion else None) or ""
            # The first round fills the caches and is not measured.
            if number:
                score.add(completion, time.perf_counter() - started, time.process_time() - cpu)
                score.valid += is_valid(line, agent.situation())
                score.sensible += is_sensible(line, agent)
                score.lines.append(f"{agent.name}: {line}")
            agent.lines.append(line)
            if is_valid(line, agent.situation()):
                for other in agents:
                    other.perceive(line, agent.name)
    return score


def row(title: str, score: Score) -> str:
    count = len(score.seconds)
    elapsed, cpu = statistics.median(score.seconds), statistics.median(score.cpu)
    return (
        f"{title:<46} {100 * score.valid / count:>5.0f} % {100 * score.sensible / count:>7.0f} %"
        f" {1000 * elapsed:>8.0f} {1000 * cpu:>8.0f}"
        f" {count / sum(score.seconds):>7.2f} {100 * statistics.mean(score.cached or [0]):>6.0f} %"
        f" {statistics.median(score.prompt_tokens or [0]):>7.0f}"
    )


def resident_mib() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) // 1024


async def measure(model: str, arguments: argparse.Namespace, cache_dir: Path) -> None:
    provider = EmbeddedProvider(
        model, slots=len(NAMES) + 1, context_tokens=CONTEXT, cache=WeightCache([cache_dir])
    )
    await provider.load()
    for title, grammar, first, rounds in (
        ("grammar, stable beginning", True, False, arguments.decisions),
        ("free, stable beginning", False, False, arguments.decisions),
        ("grammar, situation first", True, True, max(1, arguments.decisions // 5)),
    ):
        score = await run(provider, rounds, grammar=grammar, first=first, seed=arguments.seed)
        print(row(f"{model}: {title}", score), flush=True)
        if arguments.lines:
            print("\n".join(f"    {line}" for line in score.lines), flush=True)
    print(f"{model}: {resident_mib()} MiB resident with {len(NAMES) + 1} slots of {CONTEXT} tokens")
    await provider.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--decisions", type=int, default=10, help="rounds of four decisions")
    parser.add_argument("--model", action="append", help="a shipped name or a GGUF path")
    parser.add_argument("--cache-dir", type=Path, help="where weights are put together")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--lines", action="store_true", help="print what the agents did")
    arguments = parser.parse_args()
    print(
        f"{'':<46} {'valid':>7} {'sensible':>9} {'ms':>8} {'CPU ms':>8} {'dec./s':>7}"
        f" {'cached':>8} {'prompt':>7}"
    )
    with tempfile.TemporaryDirectory() as scratch:
        for model in arguments.model or (GEMMA, SMOLLM):
            asyncio.run(measure(model, arguments, arguments.cache_dir or Path(scratch)))


if __name__ == "__main__":
    main()
