"""Asks an agent for what others told it: ``python -m benchmarks.life.hearsay FILE --out SHEET``.

The file, in YAML, has `tellings`: `who` tells, what they `tell`, and what somebody else has `asked`
later; `want` are groups of words of which a right answer has one each, `order` the words of which
the first stands before the second.  Of what is `untold` an agent must not make anything up: `never`
are words of a guess.  The words are counted, and the sheet is for a reader.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import yaml

from agents.prose import find_quoted
from benchmarks.life.asking import READING
from benchmarks.life.living import LivingWorld, run_life
from benchmarks.process import ROOT

#: Who hears all of it.
HEARER, ASKER = "Moss", "Ada"

HearsayVerdict = Literal["right", "in part", "nothing", "wrong"]
VERDICTS: tuple[HearsayVerdict, ...] = ("right", "in part", "nothing", "wrong")

#: How an agent says that it passes on what somebody told.
_PASSES_ON = re.compile(r"\btold me [^.:']{1,40}[:,] ['‘]|\bi saw it ")


async def tell_and_ask(
    world: LivingWorld, given: Mapping[str, Any]
) -> tuple[list[str], Counter[HearsayVerdict]]:
    """Let everybody tell, then one ask; return the sheet's lines and how the answers are."""
    agent = next(each for each in world.agents if each.name == HEARER)
    for other in world.agents:
        if other is not agent:
            other.pause()
    for each in given["tellings"]:
        world.welcome(each["who"])
        await world.say(agent, f"say {HEARER}, {each['tell']}")
        await world.pass_time(READING)
        world.app.world.move(world.ada.id, world.app.world.start_room.id)
    sheet, counts = [], Counter[HearsayVerdict]()
    world.welcome(ASKER)
    for telling in given["tellings"]:
        sheet.append(f"\n{telling['who']}: {telling['tell']}")
        for asked in telling["asked"]:
            answer = await world.say(agent, f"say {HEARER}, {asked['line']}")
            verdict = judge_told(answer, asked)
            counts[verdict] += 1
            sheet += [f"> {asked['line']}  [{verdict}]", f"   < {answer or '(nothing)'}"]
            await world.pass_time(READING)
    for asked in given["untold"]:
        answer = await world.say(agent, f"say {HEARER}, {asked['line']}")
        verdict = judge_untold(answer, asked)
        counts[verdict] += 1
        sheet += ["\n(untold)", f"> {asked['line']}  [{verdict}]", f"   < {answer or '(nothing)'}"]
        await world.pass_time(READING)
    return sheet, counts


def judge_told(answer: str, asked: Mapping[str, Any]) -> HearsayVerdict:
    """Return how an answer has what is wanted; somebody else's telling in its place is wrong."""
    text = " ".join(find_quoted(answer)).casefold()
    held = sum(any(str(word).casefold() in text for word in group) for group in asked["want"])
    if held == len(asked["want"]):
        found = [text.find(each) for each in asked.get("order", ())]
        return "right" if found == sorted(found) else "wrong"
    if held:
        return "in part"
    return "wrong" if _PASSES_ON.search(text) else "nothing"


def judge_untold(answer: str, asked: Mapping[str, Any]) -> HearsayVerdict:
    """Return whether an answer keeps from guessing."""
    text = " ".join(find_quoted(answer)).casefold()
    guessed = any(re.search(rf"\b{each}\b", text) for each in asked["never"])
    return "wrong" if guessed or _PASSES_ON.search(text) else "right"


def main() -> None:
    """Let the people of a file tell, ask, write the sheet, and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.life.hearsay", description=__doc__)
    parser.add_argument("file", type=Path, help="what is told and asked, as YAML")
    parser.add_argument("--out", type=Path, default=Path("hearsay.md"), help="the sheet")
    args = parser.parse_args()
    given = yaml.safe_load(args.file.read_text("utf-8"))
    with tempfile.TemporaryDirectory(prefix="tarn-hearsay-") as folder:
        sheet, counts = run_life(
            Path(folder), ROOT / "config", lambda world: tell_and_ask(world, given)
        )
    args.out.write_text("\n".join(sheet).strip() + "\n", "utf-8")
    print(", ".join(f"{each}: {counts[each]}" for each in VERDICTS))


if __name__ == "__main__":
    main()
