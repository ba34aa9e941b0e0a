"""Opposites: of two words on either side of a line, what one tells the other denies."""

from __future__ import annotations

from functools import cache

from agents.memory.language.meanings.alike import name_alike
from agents.memory.language.stems import stem_word

#: Each line has two sides; the words of one side are no opposites of each other.
_OPPOSITES = """
    before | after
    above over | below under beneath
    up upstairs | down downstairs
    top | bottom
    front | back
    inside indoors | outside outdoors
    left | right
    right correct | wrong mistaken
    north | south
    east | west
    near close nearby | far distant
    open opened unlocked unlock | close closed shut locked lock barred bolted
    more | less fewer
    many plenty | few
    most | few
    first | last
    early | late
    always ever | never
    often frequently | rarely seldom
    begin start resume | finish end stop cease quit
    continue | stop cease quit end
    hot warm heated | cold cool chilly freezing icy frozen
    mild milder | harsh harsher cold colder severe
    old ancient | young new
    old older | young younger
    big large huge great bigger larger | small little tiny smaller
    long longer | short shorter
    tall taller tallest | short shorter shortest
    high higher | low lower
    deep deeper deepest | shallow shallower shallowest
    wide broad wider | narrow narrower
    thick thicker | thin thinner
    heavy heavier | light lighter
    strong stronger sturdy | weak weaker frail feeble
    hard | soft easy
    fast quick swift faster quicker fastest | slow slower slowest
    cheap cheaper | dear dearer expensive costly
    rich wealthy richer richest | poor poorer poorest
    full | empty
    wet soaked damp drenched | dry
    clean cleaned | dirty filthy muddy
    loud noisy louder | quiet silent quieter
    sharp sharpened | blunt dull
    bright | dark dim
    smooth | rough
    straight | crooked bent
    tight | loose
    sweet | bitter sour
    fresh | stale rotten rancid
    good fine | bad sour rotten foul spoiled spoilt
    ripe | unripe
    raw | cooked
    black | white
    odd | even
    true | false untrue
    safe | dangerous unsafe perilous
    alive living | dead
    live survive | die perish drown
    healthy healed cured recovered fit | ill sick poorly
    recover heal | worsen
    improve better | worsen worse
    best | worst
    biggest largest | smallest
    oldest eldest | youngest
    awake woken | asleep
    wake | sleep
    love adore like enjoy fond favour | hate dislike loathe detest despise
    glad happy pleased delighted cheerful merry | sad unhappy sorry gloomy upset miserable
    laugh smile | weep cry frown
    proud | ashamed
    calm | angry furious
    praise compliment thank | scold blame curse insult
    brave fearless | afraid frightened scared
    kind gentle | cruel unkind
    friend | enemy foe stranger
    remember | forget
    trust believe | doubt distrust mistrust
    agree accept consent | refuse decline reject disagree
    allow permit let allowed permitted | forbid ban prohibit forbidden
    promise | refuse
    keep | lose sell
    keep stay remain | leave depart
    stay remain | go
    arrive enter | leave depart
    win | lose
    find | lose
    pass | fail
    succeed | fail
    gain | lose
    earn | spend
    rise climb increase grow | fall sink drop decrease shrink
    stand | fall collapse
    float | sink
    build rebuild | demolish
    mend repair fix mended repaired fixed whole | break smash ruin broken smashed ruined
    plant sow | uproot
    hide | reveal show
    tie | untie
    push | pull
    raise lift | lower
    load | unload
    appear | vanish disappear
    join | quit
    meet | part
    lack miss | have
    married | divorced unmarried single
    hire | dismiss sack
    same | different
    same alike | opposite
    alone | together
    guilty | innocent
    public | secret
    free | captive imprisoned
    sober | drunk
    tame | wild
    busy | idle
    present | absent
    possible | impossible
    certain sure | uncertain unsure
    clear | cloudy
    nightfall dusk evening sunset | dawn daybreak morning sunrise
"""
#: What a word begins with, by which it means the opposite of what is left.
_TURNING = ("un", "dis", "in", "im")
#: A word this short is no other with something before it: "inn".
_SHORTEST = 4


@cache
def _map_opposites() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _OPPOSITES.strip().splitlines():
        sides = [
            frozenset(name_alike(stem_word(word)) for word in side.split())
            for side in line.split("|")
        ]
        for here, there in (sides, sides[::-1]):
            for one in here - there:
                found[one] = found.get(one, frozenset()) | (there - here)
    return found


def _name(word: str) -> str:
    return name_alike(stem_word(word))


def are_opposites(one: str, other: str) -> bool:
    """Return whether two stems mean the opposite of each other: "shut" and "open"."""
    one, other = name_alike(one), name_alike(other)
    known = other in _map_opposites().get(one, ())
    return known or _is_turned(one, other) or _is_turned(other, one)


def _is_turned(one: str, other: str) -> bool:
    return len(other) >= _SHORTEST and one.endswith(other) and one[: -len(other)] in _TURNING
