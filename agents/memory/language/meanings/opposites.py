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
    build rebuild erect construct found | demolish collapse fall raze dismantle destroy
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
    lack miss | have abound
    lack scarce scarcity shortage | plenty abundant abundance ample
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
    idle lazy idler sluggish | industrious hard-working hardworking diligent busy
    flooded flood drowned soaked soggy waterlogged | dry drained drain
    mother | father
    brother | sister
    son | daughter
    husband | wife
    uncle | aunt
    nephew | niece
    king | queen
    boy lad | girl lass
    man | woman
    sprain sprained bruise bruised | fracture fractured broken
    lame | sound
    generous open-handed | stingy mean miserly tight-fisted greedy
    honest truthful upright | dishonest lying deceitful crooked
    polite civil courteous | rude impolite insolent
    patient | impatient hasty
    clever wise sensible | stupid foolish daft silly
    careful cautious | careless reckless rash
    tidy neat | untidy messy
    beautiful pretty handsome lovely | ugly hideous plain
    fat stout plump | thin lean skinny gaunt
    fertile | barren
    solid firm | rotten crumbling shaky wobbly
    steep | gentle flat
    calm still | stormy rough choppy wild
    sunny fair | rainy overcast stormy
    foggy misty | clear
    cheerful | gloomy glum
    hopeful optimistic | hopeless despairing pessimistic
    grateful thankful | ungrateful
    jealous envious | content
    content contented satisfied | discontented dissatisfied restless
    popular beloved | hated unpopular despised
    famous known | unknown obscure
    rare uncommon scarce | common frequent plentiful
    useful handy | useless worthless
    precious valuable | worthless
    whole entire intact unharmed unhurt undamaged sound | damaged hurt harmed broken torn cracked
    sealed shut | unsealed opened
    loaded | unloaded empty
    armed | unarmed
    willing eager keen | unwilling reluctant
    ready prepared finished | unprepared unfinished
    complete finished done | incomplete unfinished
    legal lawful allowed | illegal unlawful forbidden
    real genuine true | fake false forged counterfeit
    natural | artificial
    local native | foreign
    upstream | downstream
    uphill | downhill
    ashore aground | afloat
    indoors | outdoors
    dawn sunrise morning | dusk sunset nightfall evening
    day daytime | night
    summer | winter
    spring | autumn
    beginning start | end ending close
    entrance | exit
    victory triumph | defeat
    victor winner | loser
    profit gain | loss
    income earnings | spending expense
    credit | debt
    ally | enemy foe
    truth | lie falsehood
    praise | criticism complaint
    peace truce | war quarrel fight
    safety | danger peril
    health | illness sickness
    wealth riches | poverty
    hope | despair
    joy happiness delight | sorrow grief sadness misery
    courage bravery | cowardice
    strength | weakness
    success | failure
    arrival | departure
    birth | death
    increase rise | decrease decline drop
    accept | refuse reject decline
    admit confess | deny
    approve | disapprove
    attack | defend protect
    attend | miss skip
    bless | curse
    catch | miss drop
    comfort | upset
    confirm | deny
    cover | uncover
    encourage urge | discourage dissuade
    expand widen | shrink narrow
    fill | empty drain
    forgive pardon | blame condemn
    freeze | thaw melt
    gather collect | scatter
    help assist | hinder
    heat warm | cool chill
    inhale | exhale
    light kindle | extinguish douse
    marry wed | divorce
    obey | disobey defy
    praise | scold criticise criticize rebuke
    protect guard | endanger threaten
    receive get | send
    reward | punish
    save rescue | abandon
    save | waste squander
    speak talk | hush
    strengthen | weaken
    support back | oppose
    tighten | loosen
    unite | divide separate
    win | lose
    wrap pack | unwrap unpack
    enjoy relish | loathe
    eat feed | starve fast
    flourish thrive bloom blossom | wither wilt
    ebb | flow
    swear promise | refuse
    deepen | flatten
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
