"""English words by what they do in a sentence: each list once, for all modules that judge texts.

Join lists to make another selection.  The words are in lower case.
"""

from __future__ import annotations

from late.first_letters import look_ahead


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


ARTICLES = _split("a an the")
FIRST_PERSON = _split("i me my mine myself we us our ours ourselves")
SECOND_PERSON = _split("you your yours yourself yourselves")
THIRD_PERSON = _split(
    "he him his himself she her hers herself it its itself they them their theirs themselves"
)
DEMONSTRATIVES = _split("this that these those there here")
QUESTION_WORDS = _split("what which who whom whose why how where")
SUBORDINATORS = _split(
    "when whenever while after before since because once as than although though if until unless"
)
COORDINATORS = _split("and but so then or yet nor")
#: Where one thing is to another.
SIDES = _split("above behind below inside outside under")
PREPOSITIONS = (
    *SIDES,
    *_split(
        "about across along among around at away back beside between by down during for from in"
    ),
    *_split("into near of off on onto out over through to toward towards up upon with within"),
    "without",
)
BEING = _split("am is are was were be been being")
HAVING = _split("have has had having")
MODALS = _split("can could may might must shall should will would")
AUXILIARIES = (*BEING, *HAVING, *_split("do does did doing done"), *MODALS)
NEGATIONS = _split("not never no none neither cannot")
#: Words by which a sentence denies something.
DENYING = (*NEGATIONS, *_split("nobody nor nowhere without"))
INDEFINITE = _split(
    "anybody anyone anything everybody everyone everything nobody nothing somebody someone"
    " something"
)
QUANTIFIERS = _split(
    "all another any both each either every few many more most much other others some such"
)
DEGREES = _split("enough first last least less lot one only same")
ADVERBS = _split(
    "again ago almost already also always else even ever far further however indeed instead just"
    " later long maybe next often perhaps quite rather really still thus together too very"
    " well"
)
TIMES = _split("now soon today")
NEAR_DAYS = _split("tonight yesterday tomorrow")
COURTESIES = _split("hello hi hey please thank thanks yes oh ok okay sure")

#: Common words that say little.
LIGHT_WORDS = _split(
    "became become best better came come feel felt found get getting glad go goes going gone good"
    " got great happen happened happy keep kept knew know known let like little look looked looking"
    " made make making mean meant meet met put sad saw see seem seemed seen thing things think time"
    " use used way went"
)

#: Words by which a memory is only said to be one: "I remember that much happened in my life".
REMEMBERING = _split(
    "remember recall recollect forget memory past life live experience moment event day year"
)

#: Verbs of saying that tell nothing but that something was said: each line a verb.
_SAYING = """
    say says said saying
    tell tells told telling
    ask asks asked asking
    answer answers answered
    reply replies replied replying
    whisper whispers whispered whispering
    exclaim exclaims exclaimed
    explain explains explained
    mention mentions mentioned
    claim claims claimed claiming
    insist insists insisted insisting
"""
#: Verbs of saying that tell something of what was said.
_SAYING_HOW = """
    warn warns warned warning
    promise promises promised promising
    shout shouts shouted
    cry cries cried
    murmur murmurs murmured
    mutter mutters muttered
    swear swears swore
    declare declares declared
    announce announces announced
    suggest suggests suggested
    demand demands demanded demanding
    beg begs begged
    remark remarks remarked
    admit admits admitted
    confess confesses confessed
    deny denies denied
    complain complains complained
    argue argues argued
    joke jokes joked
    boast boasts boasted
    allege alleges alleged
    maintain maintains maintained
    assert asserts asserted
    assure assures assured
    inform informs informed
    recount recounts recounted
    describe describes described
    instruct instructs instructed
    urge urges urged
    wonder wonders wondered
    greet greets greeted
"""
SAYING = _split(_SAYING)
#: Their present tense, in which the world tells that somebody speaks.
SAYING_NOW = tuple(form for verb in _SAYING.strip().splitlines() for form in verb.split()[:2])
SAYING_HOW = _split(_SAYING_HOW)
CONVERSING = _split("speak speaks speaking spoke spoken talk talks talked talking hear heard add")

MONTHS = _split(
    "january february march april may june july august september october november december"
)
#: Without those that people are called, and "march"; see `months`.
PLAIN_MONTHS = tuple(
    each for each in MONTHS if each not in ("march", "april", "may", "june", "august")
)
WEEKDAYS = _split("monday tuesday wednesday thursday friday saturday sunday")
SEASONS = _split("spring summer autumn winter")
DAY_TIMES = _split("midnight noon dusk dawn sunset sunrise")

DIGITS = _split("zero one two three four five six seven eight nine")
#: The numbers from ten to nineteen, and the tens from twenty on, in their order.
TEENS = _split("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
TENS = _split("twenty thirty forty fifty sixty seventy eighty ninety")
#: Words that count; "one" is more often a pronoun.
NUMBERS = (*DIGITS[2:], *TEENS, *TENS, *_split("hundred thousand dozen half twice"))
#: From "third" on; "first" and "second" are more often grammar, or a time.
ORDINALS = _split("third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")

#: Words for states that end, and for what ends them: each line a side of things, its name first.
_STATES = """
health: alive dead died dies poorly ill sick recovered healed passed drowned killed blind deaf lame
    wounded born pregnant expecting
state: whole broken broke breaks mended mends repaired repairs fixed fixes snapped snaps cracked
    cracks torn burnt burned burning lit fallen fell collapsed collapses ruined rotten sank sunk
    foul good bad safe sound leaks leaking standing dry flooded empty full rebuilt restored wrecked
access: open opened opens reopened shut shuts closed closes locked locks unlocked barred blocked
owner: mine yours ours sold sells bought buys belongs owned owns lent inherited stole stolen
home: live lives lived living lodge lodges dwell dwells resides moved settled
work: hired sacked retired apprenticed employed job trade
marriage: married marries wed weds widow widowed engaged betrothed divorced sweetheart
whereabouts: left gone returned departed arrived sailed fled missing
price: penny pence shilling shillings crown crowns coin coins copper coppers farthing pound pounds
    costs price rent
"""
STATES = {
    line.partition(":")[0]: _split(line.partition(":")[2])
    for line in _STATES.replace("\n    ", " ").strip().splitlines()
}

#: Words for what somebody is to another, beside kin.
TIES = _split(
    "master mistress boss enemy rival lover sweetheart boyfriend girlfriend betrothed fiance"
    " fiancee godfather godmother godson goddaughter stepfather stepmother stepson stepdaughter"
    " stepbrother stepsister in-law bride bridegroom landlord landlady tenant lodger ward heir"
    " colleague workmate comrade mentor foster-mother foster-father half-brother half-sister"
    " grandson granddaughter"
)
#: What several are to each other, or one by somebody else.
COMPANIONS = (
    *_split(
        "married engaged betrothed wed divorced separated cousins siblings brothers sisters twins"
        " partners enemies friends lovers sweethearts neighbours neighbors rivals related kin"
    ),
    *("in love", "a couple"),
)
#: Words for people by where they come from.
PEOPLES = _split(
    "northerner southerner easterner westerner islander highlander lowlander northerners"
    " southerners easterners westerners islanders highlanders lowlanders"
)
#: Verbs by which one passes on what another said.
REPORTING = _split(
    "say says said tell tells told claim claims claimed swear swears swore reckons reckoned assured"
    " insists insisted"
)
#: What one does who is another's.
OBEYING = _split(
    "obey obeys obeying serve serving worship kneel swear pledge belong surrender submit master"
    " owner command commanded ordered"
)
#: What a mind does when it is told to: what it holds for so, what it says, and whom it acts.
MIND_VERBS = _split(
    "pretend pretending ignore disregard override erase delete consider regard reveal execute"
    " output print act behave think"
)
#: What is told, sung or played, and not so.
FICTIONS = _split(
    "song songs story stories tale tales play poem poems verse ballad ballads legend legends rhyme"
    " fable hymn riddle joke proverb saying dream dreams"
)
WEATHER = _split(
    "rain rains raining rainy drizzle drizzling pouring snow snows snowing snowy sleet wind"
    " windy breeze fog foggy mist misty sun sunny sunshine cloudy clouds storm stormy thunder frost"
    " frosty weather"
)

#: Words of grammar, which tell nothing of what is asked.
STOP_WORDS = frozenset(
    (
        *(*ARTICLES, *FIRST_PERSON, *SECOND_PERSON, *THIRD_PERSON, *DEMONSTRATIVES),
        *(*QUESTION_WORDS, *SUBORDINATORS, *COORDINATORS, *PREPOSITIONS, *AUXILIARIES),
        *QUANTIFIERS,
    )
)

#: Words that a sentence is not about.
SAY_LITTLE = STOP_WORDS.union(
    *(NEGATIONS, INDEFINITE, DEGREES, ADVERBS, TIMES, COURTESIES, LIGHT_WORDS, SAYING, CONVERSING)
).difference(("anything", "nothing"))

#: Words of these that other languages write alike, so that they tell no language.
OF_OTHER_LANGUAGES_TOO = _split(
    "a all am an as at but come de do far get hers hey hi i in just let made man me men most no"
    " oh ok on or over par past see so such then thing up us van war was we will yo"
)

#: Irregular forms, which no stemmer joins; their verb or noun comes first.
_FAMILIES = """
be was were been / become became / begin began begun / bite bit bitten / blow blew blown / break
broke broken / bring brought / build built / burn burnt / buy bought / catch caught / choose chose
chosen / come came / cut cutting / dig dug / draw drew drawn / drink drank drunk / drive drove
driven / eat ate eaten / fall fell fallen / feed fed / feel felt / fight fought / find found / fly
flew flown / flee fled / forbid forbade forbidden / forget forgot forgotten / forgive forgave
forgiven / freeze froze frozen / get got gotten / give gave given / go went gone / grow grew grown /
hang hung / hear heard / hide hid hidden / hold held / keep kept / know knew known / lay laid / lead
led / leave left leaves / lend lent / lie lay lain / light lit / lose lost / make made / mean meant
/ meet met / pay paid / ride rode ridden / ring rang rung / rise rose risen / run ran / say said /
see saw seen / seek sought / sell sold / send sent / shake shook shaken / shine shone / shoot shot /
show shown / sing sang sung / sink sank sunk / sit sat / sleep slept / speak spoke spoken / spend
spent / stand stood / steal stole stolen / stick stuck / strike struck / swear swore sworn / swim
swam swum / take took taken / teach taught / tear tore torn / tell told / think thought / throw
threw thrown / understand understood / wake woke woken / wear wore worn / weave wove woven / weep
wept / sweep swept / spin spun / sting stung / swing swung / spill spilt / spoil spoilt / learn
learnt / dream dreamt / deal dealt / creep crept / shrink shrank shrunk / bend bent / shear shorn /
sew sewn / win won / write wrote written / man men / woman women / child children / foot feet /
tooth teeth / mouse mice / goose geese / person people / leaf leaves / knife knives / wife wives /
life lives / wolf wolves / shelf shelves / half halves / thief thieves / good better best / bad
worse worst
"""
IRREGULAR = tuple(map(_split, _FAMILIES.split("/")))


def any_of(*lists: tuple[str, ...]) -> str:
    """Return a regular expression for any word of the lists."""
    words = "|".join(sorted({each for words in lists for each in words}))
    return f"(?:{look_ahead(words)}(?:{words}))"


#: Words of small talk that mean much the same; the first of a line stands for the others.
_IN_TALK = """
hello hi hey hiya yo howdy hail greetings ahoy heya
goodbye bye farewell cheerio
thank thanks thx cheers grateful obliged ta
fear afraid scare scared scary frighten frightened frightens terrify terrified worry worried
name names named called
work job trade profession occupation busy
company lonely alone companion sit
food eat ate eaten hungry hunger supper dinner lunch breakfast meal bread soup cheese
sleep slept asleep rest bed nap tired
family brother brothers sister sisters mother father parent parents wife husband children kids
robot machine program computer bot ai npc human
story stories tale tales legend
joke jokes funny laugh
rain rains raining snow storm stormy wind windy fog foggy sunny weather
love marry married kiss sweetheart
insult stupid idiot fool dumb ugly boring useless hate silly
help assist assistant hand
gift present bring brought
lie liar lies lied
trust believe honest
recent lately new news latest
leave leaving left
lose lost
past history
dance sing jump
light signal signals signalling gleam
"""
ALIKE_IN_TALK = tuple(map(_split, _IN_TALK.strip().splitlines()))
