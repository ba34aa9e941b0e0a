"""Counts how often the floor chooses the right agent: ``python -m benchmarks.life.chosen FILE``.

It reads the files of `benchmarks.life.scenes`, starts no server, and takes seconds.  The agent that
is chosen says one word.  An agent that comes in greets the visitor by name and asks how they are.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from agents.mind.manners.floor import Floor, SpokenLine
from agents.mind.speech.parties.concern import TradeWords, list_spoken
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import read_voice
from benchmarks.life.scenes import OUTCOMES, STAGE, SceneOutcome, judge_answerers
from benchmarks.process import ROOT

#: Seconds from one line to the next: of agents, and of somebody who reads and types.
AT_SPEECH, TYPING = 2.0, 8.0
GREETING, WORD = "Good evening, {0}. How are you, {0}?", "Hm."


class ChosenScene:
    """Plays the lines of one scene to a floor; no agent lives in it."""

    def __init__(self, scene: Mapping[str, Any], works: Mapping[str, TradeWords]) -> None:
        self._here = {*scene["with"], *scene["visitors"]}
        self._floor, self._now = Floor(), 0.0
        for name, work in works.items():
            self._floor.join(name, lambda: True, work=work)

    def _say(self, speaker: str, words: str, seconds: float = AT_SPEECH) -> Sequence[str]:
        self._now += seconds
        line = SpokenLine(STAGE, speaker, words, tuple(sorted(self._here - {speaker})))
        return self._floor.hear(line, self._now)

    def play(self, cue: Mapping[str, Any]) -> Sequence[str]:
        """Play one line, and return who is to answer it."""
        if "come" in cue:
            self._here.add(cue["come"])
            self._say(cue["come"], GREETING.format(cue["who"]))
        self._here.discard(cue.get("go", ""))
        for each in cue.get("after", ()):
            name, _, words = each.partition(": ")
            self._say(name, words)
        chosen = self._say(cue["who"], cue["line"], TYPING)
        for each in chosen:
            self._say(each, WORD)
        return chosen


def list_chosen(
    scenes: Sequence[Mapping[str, Any]], works: Mapping[str, TradeWords]
) -> tuple[list[str], Counter[SceneOutcome]]:
    """Return each line for which another is chosen than should be, and the counts."""
    wrong: list[str] = []
    counts: Counter[SceneOutcome] = Counter()
    for scene in scenes:
        played = ChosenScene(scene, works)
        for cue in scene["lines"]:
            chosen = played.play(cue)
            outcome = judge_answerers(chosen, cue["right"])
            counts[outcome] += 1
            if outcome != "right":
                wrong.append(f"{cue['line']}  [{', '.join(chosen)}; right: {cue['right']}]")
    return wrong, counts


def read_works() -> dict[str, TradeWords]:
    """Return of which words the work of each agent of the starter world is."""
    folders = sorted(Path(ROOT, "vault", "agents").iterdir())
    voices = {each.name: VoiceIndex(read_voice(each / "voice.md").voice) for each in folders}
    return {name: TradeWords(partial(list_spoken, voice)) for name, voice in voices.items()}


def main() -> None:
    """Print the lines of a file for which a wrong agent is chosen, and the counts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.life.chosen", description=__doc__)
    parser.add_argument("file", type=Path, help="the scenes, as YAML")
    parser.add_argument("--counts", action="store_true", help="nothing but the counts")
    given = parser.parse_args()
    scenes = yaml.safe_load(given.file.read_text("utf-8"))["scenes"]
    wrong, counts = list_chosen(scenes, read_works())
    print("\n".join([] if given.counts else wrong))
    print(", ".join(f"{each}: {counts[each]}" for each in OUTCOMES))


if __name__ == "__main__":
    main()
