"""Ordinary moments of an agent's life, varied and made up from a seed.

About 25 tokens each: mostly talk, then gestures, comings and goings, the agent's own lines
with what came of them, and now and then a look around, which is longer.  Nothing in them can
be mistaken for a planted fact (`agents.models.testing.planted`).
"""

from __future__ import annotations

import random
from dataclasses import replace

from agents.memory.core.records import NewMemory
from agents.models.testing import PlantedFact
from world.nature import Nature

OWN = "Moss"
SEEN = "observation"
NAMES = ("Ada", "Brindle", "Cobb", "Fern", "Hester", "Linnet", "Rook", "Sedge", "Wren")
PLACES = {
    "The Hall": "A long stone hall, cold even in June. A fire burns at its far end, and the "
    "benches along the wall are worn smooth by those who waited here before.",
    "The Garden": "Roses climb the old wall, and bees work the thyme. A stone bench faces the "
    "water; somebody has left a watering can beside it.",
    "The Landing": "Planks grey with rain reach out over the water. Nets hang from the posts, a "
    "ferry knocks against the piles, and it smells of tar and trout.",
    "The Hill Path": "The path climbs between broom and bracken to the ridge. From here one sees "
    "the whole of the water and the smoke of the hall.",
    "The Kitchen": "Onions hang from the beams above a table white with flour. The oven is warm, "
    "and a cat sleeps where it is warmest.",
}
EXITS = ("garden", "hall", "landing", "path", "kitchen")
THINGS = (
    "watering can",
    "coil of rope",
    "lantern",
    "basket of trout",
    "pruning knife",
    "sack of flour",
    "willow bark",
    "iron key",
    "oar",
    "beehive",
    "fence",
    "pear tree",
    "well",
    "stair",
    "boat",
)
STATES = (
    "wants mending before the frost comes",
    "was here yesterday, and today it is gone",
    "is older than any of us",
    "has never been much use to me",
    "looks better than it did in spring",
    "belongs to the lady who came in the autumn",
    "stood out in the rain all night",
    "will have to last another winter",
    "is heavier than it looks",
    "reminds me of my grandmother's",
)
OPENINGS = (
    "Have you noticed?",
    "I have been thinking.",
    "Good morning to you.",
    "Listen,",
    "Between you and me,",
    "As I told Wren before,",
    "You will not believe it, but",
    "Well,",
    "Mind you,",
)
NEWS = (
    "the ferry was late because of the fog",
    "there were strange tracks on the hill path last night",
    "the miller's son wants to learn to row",
    "I saw smoke beyond the far shore",
    "the bees are restless, there will be thunder",
    "nobody has wound the clock in the hall for years",
    "I traded two baskets of trout for a new rope",
    "the swans are nesting in the reeds again",
    "somebody ought to take a letter to the village",
    "the roses by the wall have black spot",
    "the frogs kept me awake until the cock crowed",
    "I could use some help with the nets",
)
GESTURES = (
    "kneels to pull a weed and looks at it for a while",
    "looks out over the water as if somebody were expected",
    "wipes the mud from both hands and sighs",
    "shakes off the rain and moves nearer to the fire",
    "hums a tune that nobody else seems to know",
    "counts something on the fingers and starts again",
)


class Ordinary:
    """Makes up moments one by one; `looks` is the share of looks among own lines."""

    def __init__(self, seed: int, *, looks: float = 0.2) -> None:
        self._chance = random.Random(seed)
        self._looks = looks
        self._place = "The Hall"
        self._present: tuple[str, ...] = NAMES[:3]

    def around(self) -> NewMemory:
        """Return a moment in which others act."""
        moment = self._chance.choices(
            (self._make_speech, self._make_gesture, self._make_arrival), (70, 18, 12)
        )[0]()
        return self._place_here(moment)

    def own(self) -> NewMemory:
        """Return a moment with a line of the agent's own and its result."""
        if self._chance.random() < self._looks:
            return self._place_here(self._make_look())
        return self._place_here(
            self._chance.choice((self._make_own_words, self._make_own_words, self._make_step))()
        )

    def make_planted(self, fact: PlantedFact) -> NewMemory:
        """Return the moment in which the agent hears or reads the fact."""
        if fact.speaker:
            return self._place_here(_make_heard(fact.memory, fact.speaker))
        return self._place_here(NewMemory(fact.memory, SEEN, event="result"))

    def _place_here(self, moment: NewMemory) -> NewMemory:
        return replace(moment, place=self._place, occupants=self._present)

    def _make_speech(self) -> NewMemory:
        speaker = self._chance.choice(self._present)
        return _make_heard(f'{speaker} says, "{self._choose_words()}"', speaker)

    def _choose_words(self) -> str:
        pick = self._chance.choice
        opening, thing, state, news = pick(OPENINGS), pick(THINGS), pick(STATES), pick(NEWS)
        return pick(
            (
                f"{opening} the {thing} {state}.",
                f"{opening} {news}, and the {thing} {state}.",
                f"{opening} {news}.",
                f"The {thing} {state}, {pick(NAMES)} says; and {news}.",
            )
        )

    def _make_gesture(self) -> NewMemory:
        actor = self._chance.choice(self._present)
        text = f"{actor} {self._chance.choice(GESTURES)}, by the {self._chance.choice(THINGS)}."
        return NewMemory(text, SEEN, event="emote", speaker=actor, nature=Nature.GESTURE)

    def _make_arrival(self) -> NewMemory:
        newcomer = self._chance.choice(NAMES)
        self._present = tuple(sorted({newcomer, *self._chance.sample(self._present, 2)}))
        way = self._chance.choice(EXITS)
        seen = f"{newcomer} arrives from the {way}."
        return NewMemory(seen, SEEN, event="arrive", nature=Nature.MOVEMENT)

    def _make_own_words(self) -> NewMemory:
        words = self._choose_words()
        return _make_own(f"say {words}", f'You say, "{words}"', Nature.SPEECH)

    def _make_step(self) -> NewMemory:
        self._place = self._chance.choice(tuple(PLACES))
        return _make_own(f"go {self._place}", f"You go to {self._place}.", Nature.MOVEMENT)

    def _make_look(self) -> NewMemory:
        things = ", ".join(self._chance.sample(THINGS, 3))
        shown = (
            f"{self._place}\n{PLACES[self._place]}\nExits: {', '.join(EXITS)}\n"
            f"Here: {', '.join(self._present)}\nThings: {things}"
        )
        return _make_own("look", shown, Nature.SIGHT)


def _make_heard(text: str, speaker: str) -> NewMemory:
    return NewMemory(text, SEEN, event="say", speaker=speaker, nature=Nature.SPEECH)


def _make_own(line: str, result: str, nature: Nature) -> NewMemory:
    text, command = f"~{OWN}> {line}\n{result}", line.partition(" ")[0]
    return NewMemory(text, "action", "result", command=command, line=line, nature=nature)
