"""Phrases of daily talk that mean what one verb does: "cannot bear" is to hate."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from agents.memory.language.words import IRREGULAR
from late.late_dataclass import late_dataclass

_PAST = frozenset(form for family in IRREGULAR for form in family[1:])

_PHRASES = """
    abandon: give up / gives up / gave up / given up / giving up / gave it up / give it up
        / given it up / let go of
    hate: can't bear / cannot bear / can't stand / cannot stand / can't abide / cannot abide
        / couldn't stand / couldn't bear / could not bear / could not stand / sick of / tired of
        / fed up with
    love: fond of / keen on
    fear: scared of / frightened of / terrified of / afraid of / in fear of
    lack: run out of / ran out of / runs out of / out of / short of / without any / have run out of
    extinguish: put out / puts out / blow out / blew out / snuffed out
    cancel: call off / calls off / called off / calling off / called it off
    postpone: put off / puts off
    refuse: turn down / turned down / turns down / say no to / said no to
    uproot: pull up / pulled up / pulls up / dig up / dug up / digs up
    die: pass away / passed away / passes away
    flee: run away / ran away / runs away / run off / ran off
    depart: go away / went away / goes away / gone away / going away / set out / sets out / set off
        / sets off / go off / went off / gone off
    depart: stay away / stays away / stayed away / stay off / stays off
    return: come back / came back / comes back / go back / went back / goes back / coming back
        / give back / gave back / gives back / given back / get back / got back
    repay: pay back / paid back / pays back / paying back / square with
    burn: set fire to / go up in flames / gone up in flames / burn down / burnt down / burned down
    continue: go on / goes on / went on / keep on / kept on / carry on / carried on / carries on
    seek: look for / looks for / looked for / looking for / search for / searched for
        / searching for / hunting for
    tend: look after / looks after / looked after / looking after / care for / cares for / cared for
    quarrel: fall out with / fell out with / fallen out with
    visit: drop in on / call on / called on / stop by / stopped by
    discover: find out / finds out / found out
    lift: pick up / picks up / picked up
    erect: put up / puts up
    fall: come down / came down / comes down / blown down / blew down
    demolish: pull down / pulled down / tear down / tore down / torn down / knock down
    wake: wake up / woke up / wakes up / get up / got up
    think: half a mind to
    lack: not enough
    begin: take up / took up / takes up / set about
    own: in my hands / in her hands / in his hands
    love: cannot get enough of / can't get enough of / couldn't get enough of / mad about
        / crazy about
    lack: run out / ran out / runs out / running out / used up / all gone / sold out of / ran dry
    refuse: held out / hold out / holds out / would not hear of / wouldn't hear of / won't hear of
        / would have none of / wants no part of / wanted no part of
    arrive: turn up / turned up / turns up / show up / showed up / shows up
    fail: fall through / fell through / fallen through / come to nothing / came to nothing
        / comes to nothing
    marry: tie the knot / tied the knot
    retire: step down / stepped down / steps down / gave notice / give notice / hand over the keys
    escape: get away / got away / gets away / slip away / slipped away / broke loose / break loose
    recover: pull through / pulled through / pulls through / on the mend / back on her feet
        / back on his feet / get better / got better / getting better
    worsen: get worse / got worse / getting worse / going downhill
    boast: show off / showed off / shows off
    scold: tell off / told off / tells off / dress down
    tease: make fun of / made fun of / makes fun of / pull the leg of
    despise: look down on / looks down on / looked down on
    admire: look up to / looks up to / looked up to
    meet: run into / ran into / runs into / come across / came across / bump into / bumped into
    delay: hold up / held up / holds up
    exclude: leave out / left out / leaves out
    destroy: do away with / did away with
    resemble: take after / takes after / took after / look like / looks like / looked like
    raise: bring up / brought up / brings up
    able: know how to / knows how to / knew how to
    unable: do not know how to / does not know how to / never learned to / don't know how to
        / doesn't know how to
"""


@cache
def _map_phrases() -> dict[str, list[tuple[list[str], str]]]:
    found: dict[str, list[tuple[list[str], str]]] = {}
    for line in _PHRASES.replace("\n        ", " ").strip().splitlines():
        word, _, phrases = line.strip().partition(": ")
        for each in phrases.split("/"):
            words = each.split()
            found.setdefault(words[0], []).append((words, word))
    for pairs in found.values():
        pairs.sort(key=lambda pair: -len(pair[0]))
    return found


@late_dataclass(frozen=True, slots=True)
class Phrase:
    """Some words that mean what one does, in the same tense."""

    word: str
    length: int
    """How many words it takes."""


def may_begin_phrase(word: str) -> bool:
    """Return whether a phrase begins with a word."""
    return word in _map_phrases()


def find_phrase(words: Sequence[str], at: int) -> Phrase | None:
    """Return the phrase that begins at `words[at]`, which are in lower case; None if none does."""
    for phrase, word in _map_phrases().get(words[at], ()):
        if words[at : at + len(phrase)] == phrase:
            is_state = phrase[-1] in ("of", "with")  # "scared of", "fed up with"
            past = phrase[0] in _PAST or (phrase[0].endswith("ed") and not is_state)
            return Phrase(f"{word.removesuffix('e')}ed" if past else word, len(phrase))
    return None
