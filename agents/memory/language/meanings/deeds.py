"""Verbs of daily life: those of a line tell the same deed, or nearly."""

from __future__ import annotations

from functools import cache

from agents.memory.language.stems import stem_word

_DEEDS = """
    give hand donate bestow
    sell
    buy purchase
    lend loan
    borrow
    owe
    pay repay reimburse
    get receive obtain
    take grab seize snatch
    bring fetch deliver
    carry lug haul
    send post
    steal rob thieve pinch
    hide conceal bury stash
    find discover
    lose mislay misplace
    lack
    own possess
    belong
    inherit
    earn
    spend
    save rescue
    swap trade exchange barter
    charge
    offer
    share
    keep retain
    return
    mend repair fix patch
    build construct erect
    rebuild restore
    break smash shatter snap
    ruin wreck destroy spoil
    burn scorch
    cut chop hew trim
    dig
    plant sow
    uproot
    pick gather harvest reap
    grow raise rear
    water
    feed
    milk
    shear clip
    spin
    weave
    knit
    sew stitch
    wash clean scrub rinse
    sweep
    paint
    dye
    carve
    forge
    cook boil fry roast
    bake
    brew
    eat devour
    drink sip
    pour
    taste
    light kindle
    douse extinguish
    open unlock
    close shut lock bar
    tie bind fasten
    load
    unload
    pull drag tug tow
    push shove
    lift hoist
    lower
    drop
    throw toss fling hurl cast
    catch
    hunt
    trap snare
    fish
    kill slay murder slaughter
    bite
    kick
    hit strike beat punch slap
    sting
    chase pursue
    attack
    fight brawl
    help assist aid
    heal cure
    nurse tend
    hurt injure wound harm
    drown
    sink
    float
    swim
    sail
    row
    ride
    drive
    walk stroll march
    run dash
    climb
    jump leap
    fall tumble collapse topple
    stand
    sit
    lie
    sleep doze slumber
    wake
    dream
    rest
    wait
    stay remain
    leave depart
    go travel journey
    come arrive
    enter
    follow
    lead guide
    meet
    visit
    join
    part
    move
    live dwell reside lodge
    settle
    work labour toil
    hire employ
    dismiss sack
    serve
    rule govern
    choose elect appoint select
    vote
    marry wed
    love adore
    like enjoy
    hate loathe detest despise
    dislike
    fear dread
    trust
    believe
    doubt mistrust
    suspect
    blame accuse
    praise compliment applaud commend
    scold chide rebuke
    thank
    forgive pardon
    apologise
    curse
    insult
    mock tease
    cheat swindle trick deceive
    warn
    threaten
    promise vow swear pledge
    refuse decline reject
    agree consent
    allow permit
    forbid ban prohibit
    order command
    invite
    greet
    kiss
    hug embrace
    teach instruct
    learn
    study
    know
    remember recall recollect
    forget
    understand
    read
    write
    sign
    draw
    count
    measure weigh
    sing
    dance
    play
    win
    fail
    laugh
    smile
    weep
    cry
    shout
    whistle
    hear
    see glimpse witness
    watch observe
    notice
    smell
    touch
    feel
    need require
    want wish desire
    hope
    plan intend
    decide resolve
    try attempt
    begin start
    stop cease quit
    finish complete
    continue
    change
    rain
    snow
    freeze
    thaw
    flood
    leak
    dry
    stink
    shine
    ring
    sound
    fill
    empty
    cover
    wear
    hang
    hold
    lay
    put place set
    show
    tell
    ask
    answer
    call name
    introduce
    mention
    swallow
    spill
    scatter
    split
    cross
    turn
    attend
    miss
    mow scythe
    plough
    thresh
    grind
    thatch
    shoe
    saddle
    guard
    survive
    die perish
    born
    age
    celebrate
    pray
    bless
    baptise christen
    preach
    judge
    punish
    arrest
    jail imprison
    escape flee
    vanish disappear
    appear
    abandon
    cancel
    delay postpone
    prefer
    favour
    admire
    envy
    pity
    worry
    ache
    limp
    bleed
    deny
    pass
    seek
    quarrel
    demolish
    avoid
    prevent
    neglect
    cough
    sneeze
    dare
    manage
    bother
    happen
    advise
    complain
    recover
    improve
    worsen
    gain
    increase
    decrease
"""


@cache
def _map_deeds() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _DEEDS.strip().splitlines():
        stems = list(map(stem_word, line.split()))
        for each in stems:
            found.setdefault(each, stems[0])
    return found


def name_deed(stem: str) -> str:
    """Return the stem of the verb that stands for all which tell the same deed; empty for a stem
    that is no common verb's."""
    return _map_deeds().get(stem, "")
