"""A model that answers as a good one would: with lines of the agents' kind, and summaries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import cycle

from agents.models.testing.performing import Answer
from agents.models.testing.prompts import ParsedPrompt, parse_prompt
from agents.models.testing.rereading import answer_sentences
from agents.prose import split_sentences
from tests.e2e.model_server import ModelServer

LINES = {
    "Moss": (
        "The soil is warm to the second knuckle. That is early for the year.",
        "I would ask the bees. They were out before either of us.",
        "Leeks do not mind waiting. It is the one thing they are good at.",
        "Put your hand on the wall there. That is yesterday's sun.",
    ),
    "Wren": (
        "I count because nobody else does. Last night it was eleven again.",
        "Say that again, slowly. I want to write it down as you said it.",
        "The lamp does not care what it means. That part is left to me.",
        "There is a light over there that answers. I have told four people. You are the fifth.",
    ),
    "Cobb": (
        "She floats. I ask no more of a boat, and less of people.",
        "My grandfather put that ring in. He said the lake would come up to it, and it did not.",
        "Nine hundredweight of bell, and all of it promised. You tell me who pays for rope.",
        "I will row you for a story. A true one costs you nothing.",
    ),
}
"""What those say who are asked for words alone; one after the other."""

DEEDS = (
    "think A hair more than yesterday. A hair is not a unit. | I keep to figures that are figures",
    "emote sharpens a pencil on the edge of the runner stone. | the point is blunt",
    "examine depth chart | one of its figures is not in my hand",
    "think Eleven to the minute. If it were ever twelve, I should have to move. | the wheel goes",
    "emote turns a page, turns it back, and puts a ruler on it. | I lost the line",
    "measure runner stone | I like to be sure of it",
    "think Wren has the minutes and I have the feet. Together it is nearly science. | two lists",
    "emote holds a page up to the window and reads it from behind. | the ink has gone through",
    "note gauge -> Half an inch apart from my chart since Friday. | somebody should know it",
    "think Who takes a clock from a wall and leaves the nail? | the pale square in the Hall",
    "emote counts the spoons in the cup, and counts them once more. | there were eight",
    "look | I have not looked up for an hour",
    "think Tomorrow I leave. I have written the date down, in pencil. | the road is dry",
    "emote ties a bundle of papers with string and writes a number on it. | there are so many",
)
"""What Hester does of her own accord, with her reasons; her model is shown everything."""

ANSWERS = {
    "clock is gone": "So is the nail's twin. I have drawn the square it left. May I show you?",
    "What do you measure": "The water, each noon, at three places. It is the same water.",
    "fell two feet": "Did she say at which gauge? There are three, and one of them is wrong.",
    "nine hundredweight": "Cobb says nine. His grandfather wrote seven. I have seen the page.",
    "How high is the water": "Nine feet at the kerb. It was nine feet and a hair on Friday.",
    "about the clock": "It hangs in the Lamp House. Nobody told me. I measured the nail holes.",
    "eleven hundred yards": "Eleven hundred and forty. I got the same, by another way.",
    "about the bell": "Cobb says nine hundredweight, his grandfather's page says seven.",
}
"""What she answers to lines that have these words."""

RETOLD = {
    "I come from the Hollow": "Ada told me that she comes from the Hollow, down the river",
    "sister Ines sells": "Ada told me that her sister Ines sells rope at two pence the yard",
    "nine eels tomorrow": "Ada promised me nine eels",
    "your nine eels": "Ada told me that these were the nine eels, and so she kept her word to me",
    "My boat leaks": "Ada told me that her boat leaks, and that she owes me four pence for tar",
    "four pence for the tar": "Ada told me that we are even, and paid me the four pence for tar",
    "clock is gone": "Tomas told me that he had heard of a clock that is gone from the wall",
    "I mend clocks": "Tomas told me that he mends clocks",
    "fell two feet": "Tomas told me that by the miller's daughter the lake fell two feet in March",
    "better glass": "Tomas told me that he will come back on Sunday with a better glass",
    "glass that I promised": "Tomas told me that this is the glass he had promised me",
    "keep bees": "Bert told me that he keeps bees in the valley",
    "nine hundredweight": "Bert told me that by Cobb's word the bell weighs nine hundredweight",
    "It was my brother's": "I heard Bert say that the scarf was his brother's",
    "forty yards": "Ines told me that she has forty yards of rope for me",
    "eleven hundred yards": "Ines told me that by Wren's word the light is a long way off",
    "Ada told me about your leeks": "Ines told me that Ada had spoken of my leeks",
}
"""What a summary makes of lines that have these words."""

_SAID = re.compile(r'(?P<who>[A-Z]\w+) (?:says|tells you), "(?P<words>[^"]+)"')
_HEARD = re.compile(r'(?P<who>[A-Z]\w+) (?P<how>says|tells you), "(?P<words>[^"]+)"')
_DEED = re.compile(r"^~\w+> (?P<verb>[a-z]+) (?P<thing>[a-z' ]+?)\.?(?: \| .*)?$")
DEED_WORDS = {
    "measure": "measured", "tend": "looked after", "examine": "looked closely at",
    "eat": "had something from", "mend": "worked on", "read": "read",
}  # fmt: skip
_WROTE = re.compile(r'^You add to the (?P<where>[a-z ]+), "(?P<words>[^"]+)"')
_DONE = re.compile(r"^You have done what you meant to: (?P<what>.+?)\.?$")
_OWN = re.compile(r'^You (?P<how>say|tell (?P<who>[A-Z]\w+)), "(?P<words>[^"]+)"')
_SEEN = re.compile(r"^[A-Z]\w+ [a-z]+s .+\.$")
_THOUGHT = re.compile(r'You think, "(?P<words>[^"]+)"')
GUESTS = ("Ada", "Tomas", "Bert", "Ines")
SHARE = 0.7
"""Of its source a combined summary is so long at most."""


class PlainModel(ModelServer):
    """Serves the lines above; a summary tells who said what, with the numbers of its memories."""

    def __init__(self) -> None:
        super().__init__(keeps_prompts=False)
        self._lines = {name: cycle(lines) for name, lines in LINES.items()}
        self._deeds = cycle(DEEDS)
        self._answered: Counter[str] = Counter()

    def answer(self, prompt: str) -> Answer:
        """Return the answer to a prompt."""
        asked = parse_prompt(prompt)
        if asked.kind == "reading":
            return Answer(answer_sentences(prompt))
        if asked.kind in ("summary", "merge"):
            return Answer(write_summary(asked))
        if asked.kind != "turn":
            return super().answer(prompt)
        if asked.name in self._lines:
            return Answer(next(self._lines[asked.name]))
        return Answer(self._answer_all(prompt) or next(self._deeds))

    def _answer_all(self, prompt: str) -> str:
        """Return an answer to what was said last, unless it has been given."""
        heard = list(_HEARD.finditer(prompt))[-1:]
        for said in heard:
            answer = next((text for words, text in ANSWERS.items() if words in said["words"]), "")
            self._answered[said[0]] += 1
            if answer and self._answered[said[0]] == 1:
                way = f"tell {said['who']}" if said["how"] == "tells you" else "say"
                return f"{way} {answer} | I was asked"
        return ""


def write_summary(asked: ParsedPrompt) -> str:
    """Return what matters of a prompt's source, in its order and mostly not in its words."""
    if asked.kind == "merge":
        return _choose_sentences(asked)
    told = _pick(asked, _retell)[-5:]
    talk = told or _pick(asked, _quote_guest)[-3:] or _pick(asked, _quote)[-3:]
    done = [*_pick(asked, _tell_done)[-3:], *_pick(asked, _tell_deed)[:2]]
    own = [*_pick(asked, _tell_written)[-1:], *_pick(asked, _tell_own)[-1:]]
    # An agent that only stands by has seen what others do.
    found = [*done, *talk, *own, *_pick(asked, _think)[-2:]] or _pick(asked, _see)[:2]
    return " ".join(found)


def _choose_sentences(asked: ParsedPrompt) -> str:
    """Return what others have told, and of the rest what there is room for."""
    sentences = [each for line in asked.lines for each in split_sentences(line.text)]
    newest = sentences[-1]
    chosen, room = [newest], int(asked.size * SHARE) - len(newest)
    for each in sorted(dict.fromkeys(sentences[:-1]), key=lambda each: "told me" not in each):
        if len(each) < room:
            chosen.append(each)
            room -= len(each) + 1
    return " ".join(each for each in dict.fromkeys(sentences) if each in chosen)


def _pick(asked: ParsedPrompt, tell: Callable[[str], str]) -> list[str]:
    """Return a sentence for each line of which there is something to tell, with its number."""
    found: dict[str, str] = {}
    for line in asked.lines:
        if text := tell(line.text):
            cited = asked.cites and line.number is not None
            found.setdefault(text, f"{text} [{line.number}]." if cited else f"{text}.")
    return list(found.values())


def _retell(line: str) -> str:
    return next((told for words, told in RETOLD.items() if words in line), "")


def _tell_deed(line: str) -> str:
    deed = _DEED.search(line)
    verb = DEED_WORDS.get(deed["verb"]) if deed else None
    return f"I {verb} the {deed['thing']}" if deed and verb else ""


def _tell_done(line: str) -> str:
    done = _DONE.match(line)
    return f"I have done what I meant to: {done['what']}" if done else ""


def _tell_written(line: str) -> str:
    wrote = _WROTE.match(line)
    words = wrote["words"].rstrip(".") if wrote else ""
    return f'I wrote in the {wrote["where"]}: "{words}"' if wrote else ""


def _tell_own(line: str) -> str:
    own = _OWN.match(line)
    if not own:
        return ""
    how = f"told {own['who']}" if own["who"] else "said"
    return f'I {how}: "{own["words"].rstrip(".")}"'


def _see(line: str) -> str:
    return line.rstrip(".") if _SEEN.match(line) else ""


def _quote(line: str) -> str:
    said = _SAID.match(line)
    return f'I heard {said["who"]} say: "{said["words"].rstrip(".")}"' if said else ""


def _quote_guest(line: str) -> str:
    said = _SAID.match(line)
    return _quote(line) if said and said["who"] in GUESTS else ""


def _think(line: str) -> str:
    thought = _THOUGHT.match(line)
    return f'I thought: "{thought["words"].rstrip(".")}"' if thought else ""
