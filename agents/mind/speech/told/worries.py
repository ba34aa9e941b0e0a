"""What weighs on somebody: one who is missing or ill, a debt, a fire; and what to ask of it."""

from __future__ import annotations

import re

from agents.memory.language.salience import KIN
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import BEING, HAVING, PREPOSITIONS, any_of
from agents.mind.speech.statements.feelings import find_feeling
from agents.mind.speech.told.values import COLOUR, SPAN
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_THEY = (
    rf"(?:he|she|they|(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{KIN}|boy|girl|dog)s?(?: (?-i:[A-Z])\w+)?"
    rf"|(?-i:[A-Z])\w+)"
)
_IS = (
    r"(?:is|was|are|were|am|has been|have been|had been|['’]s|['’]m|['’]s been|['’]ve been|lies"
    r"|lay|fell|got)"
)
_SAD = ("grief", "fear", "weariness", "anger")
BODY_PARTS = (
    r"(?:head|back|knee|leg|arm|hand|foot|heart|chest|tooth|teeth|eyes?|ears?|stomach|belly"
    r"|shoulders?|ankle|hips?|throat|lungs?|fingers?|thumbs?|wrists?|neck|joints?|toes?|heel|legs|knees"
    r"|arms|hands|feet|kidneys?|skin)"
)
_SICK = (
    r"(?:ill|sick|poorly|unwell|feverish|bedridden|lame|blind|dying|wounded|injured|hurt|weak"
    r"|very low)"
)
_SICKNESS = (
    r"(?:fever|cough|pox|pneumonia|stroke|cancer|illness|sickness|infection|seizures?|fits"
    r"|the shakes)"
)


@late_dataclass(frozen=True, slots=True)
class WorryKind:
    """One kind of what weighs on people, and what a hearer may ask of it."""

    name: str
    shows: re.Pattern[str]
    asks: tuple[tuple[str, re.Pattern[str]], ...]
    """What may be asked, each with what a sentence has that tells it already."""
    most_asked: int = 1
    """An agent asks so many of these of one worry."""


#: Who is fine, or was joking, has no worry.
_DENIES = late_pattern(
    r"\bI(?: am|['’]m) (?:(?:really|quite|perfectly|totally|absolutely|just|only|ok(?:ay)?) )*"
    r"(?:(?:fine|all right|alright|ok|okay|well)(?! (?:at|with|for|to)\b)"
    r"|not (?:sad|lonely|alone|ill|sick|upset|unhappy|worried|in danger|suicidal|depressed"
    r"|desperate|that bad))\b"
    r"|\bI (?:was|am) (?:only |just )?(?:joking|kidding|teasing)\b|\bI['’]m (?:only |just )?"
    r"(?:joking|kidding|teasing)\b"
    r"|\b(?:it|that) was (?:only |just )?a joke\b|\bnothing(?: is|['’]s)? wrong with me\b"
    r"|\b(?:do not|don['’]t|no need to|stop) worry(?:ing)?(?: about me)?\b",
    re.IGNORECASE,
)


def _kind(name: str, shows: str, **asks: str) -> WorryKind:
    told = tuple((each, late_pattern(pattern, re.I)) for each, pattern in asks.items())
    most = 3 if name == "missing" else 1  # who looks for somebody needs what others know
    return WorryKind(name, late_pattern(shows, re.IGNORECASE), told, most)


_SINCE = rf"\b{SPAN}"
_NO_WORDS = r"(?!)"
"""Of a kind that is known by examples alone."""

#: Of one who thinks of ending their own life.
_OWN_DEATH = (
    r"\b(?:kill|drown|hang|shoot|harm)(?:ing)? myself\b"
    r"|\bcut(?:ting)? myself (?:again|on purpose)\b"
    r"|\b(?:end|ending|take|taking) my (?:own )?life\b|\bend(?:ing)? it all\b|\bbetter off dead\b"
    r"|\bI\b[^.?!]*\bsuicid(?:e|al)\b|\b(?:think|thought|thinking) (?:of|about)"
    r" (?:ending (?:it|things)|(?:walking|going) into the (?:water|tarn|lake|river|sea))\b"
    r"|\bnot (?:to )?wake up (?:again|tomorrow|at all|any ?more)\b"
)
_WHERE = (*(each for each in PREPOSITIONS if each != "without"), "here", "there")
_NOT_WHERE = rf"(?! (?:{any_of(_WHERE)})\b)"
#: Of one who does not want to live: not of where, or with whom.
_NO_LIFE = (
    r"\bI (?:do not|don['’]t|no longer) (?:really )?want to (?:live|exist|be alive"
    rf"|(?:go|carry) on(?= living| like this| any|\W*$|[,.;!])){_NOT_WHERE}"
    rf"|\b(?:tired|sick|weary) of (?:living|life|being alive)\b{_NOT_WHERE}"
    rf"|\b(?:point|use|sense) (?:of|in) (?:living|going on|being alive)\b{_NOT_WHERE}"
)

#: The first that matches counts.
WORRY_KINDS = (
    _kind(
        "despair",
        r"\b(?:nobody|no one) (?:will|would|does|ever) (?:miss|love|need|want|remember)s? me\b"
        r"|\b(?:nobody|no one) (?:loves|needs|wants|misses) me\b|\bI (?:want|wish) to die\b"
        r"|\bI wish I (?:was|were) dead\b|\b(?:no point|no use) in (?:it|anything|living"
        r"|going on)\b"
        r"|\bnot worth living\b|\bbetter off without me\b|\bI (?:cannot|can['’]t) go on\b"
        r"|\bI have nobody(?: left| at all| in the world| any ?more| to (?:talk|turn) to)?"
        r"(?=\W*$|[,.;!])"
        r"|\b(?:all )?alone in the world\b"
        rf"|{_OWN_DEATH}|{_NO_LIFE}",
        somebody=r"\b(?:talk|friend|somebody)\b",
        since=_SINCE,
    ),
    _kind(
        "missing",
        r"\b(?:no|not a|never a) (?:word|news|letter|sign)s? (?:for|in|since|these)\b|"
        rf"(?<!\bone )(?<!\bnothing )(?<!\bwhat )(?:\b{any_of(BEING)}|\bgone|['’]s)"
        r" (?:still |now )?(?:missing|overdue"
        r"|lost at sea)\b"
        r"|\b(?:ran|run|has run|went) away\b|\b(?:disappeared|vanished)\b"
        rf"|\b{_THEY}\b[^.;!?]{{0,30}}?\b(?:{any_of(HAVING)} not|did not"
        r"|\w+n['’]t|never)"
        r" (?:yet )?(?:come|came|returned?|arrived?|been (?:seen|heard)|turned? up|written|wrote)\b"
        rf"|\b{_THEY} (?:should|ought to) have (?:been|come|arrived|returned)\b"
        r"|\b(?:nobody|no one) (?:knows|has seen|has heard|can say|saw) (?:where )?(?:he|she|they"
        r"|him|her|them|my)\b"
        r"|\b(?:have|has|had)(?: not|n['’]t)? (?:heard (?:nothing|no word)|heard|had (?:no"
        r"|any) (?:word|news|letter))"
        r" (?:from|of) (?:him|her|them|my)\b|\bno (?:word|news|letter) (?:from|of) (?:him|her"
        r"|them|my)\b"
        rf"|\b{_THEY} (?:{any_of(BEING, HAVING)} )*gone (?:for |since |these )?(?:{SPAN})"
        r"|\b(?:is|are) (?:days|weeks|hours|long) (?:late|overdue)\b|\bis late (?:from|home"
        r"|coming)\b",
        since=_SINCE,
        last=r"\b(?:last (?:seen|saw)|set out|left|went|sailed|coming|road|way|heading|took the)\b",
        looks=rf"{COLOUR}|\b(?:tall|short|coat|shawl|beard|hair|boat|hat)\b",
        looking=r"\b(?:looking|search\w*|looked|ask(?:ed|ing))\b",
    ),
    _kind(
        "ill",
        rf"\b{_THEY}\b[^.;!?]{{0,24}}?\b{_IS} (?:(?!not |never )\w+ )?{_SICK}\b"
        rf"|\b{_THEY}\b[^.;!?]{{0,24}}?\b(?:ha[sd]|caught|suffers from"
        rf"|with) (?:\w+ ){{0,3}}?{_SICKNESS}\b"
        rf"|\b{_THEY}\b[^.;!?]{{0,24}}?\b(?:broke|broken|hurt|cut|burned)"
        rf" (?:his|her|their) (?:\w+ )?{BODY_PARTS}"
        rf"|\b{_THEY} (?:cannot|can['’]t|can no longer|no longer) (?:walk|eat|see|stand|get up"
        rf"|breathe|hear)\b"
        rf"|\b{_THEY} (?:has |have |had )?(?:stopped|given up) (?:eating|speaking|talking"
        rf"|sleeping)\b"
        rf"|\b{_THEY} (?:will|does|do|would) not (?:(?:eat|get up|sleep)|(?:speak|talk)(?! (?:to"
        rf"|with)))\b"
        rf"|\b{_THEY} (?:does not|doesn['’]t|no longer) (?:know|recognise|recognize"
        rf"|remember)s? (?:me|us)\b",
        since=_SINCE,
        care=r"\b(?:with (?:him|her)|looks? after|nurs\w+|sits? (?:with|by)|doctor)\b",
        eats=r"\b(?:eats?|ate|eating|sleeps?|drinks?)\b",
    ),
    _kind(
        "ailing",
        rf"\bI {_IS} (?:(?!not |never )\w+ )?(?:{_SICK}|deaf)\b|\bI['’]m (?:\w+ )?(?:{_SICK}"
        rf"|deaf)\b|\bI(?:['’]m| am) (?:going|getting) (?:deaf|blind|lame)\b"
        rf"|\bI worry about my (?:\w+ )?{BODY_PARTS}\b|\b(?:cannot|can['’]t) (?:hear|see|feel"
        rf"|walk) (?:properly|well|any ?more|much|the)\b"
        rf"|\bmy (?:\w+ )?{BODY_PARTS}\b[^.;!?]{{0,20}}?\b(?:hurts?|aches?"
        r"|is|are|has been|have been|was|['’]s) ?(?:\w+ )?(?:bad|sore|swollen|broken|stiff|worse"
        r"|lame|aching|weak|going|failing|deaf)\b"
        rf"|\bI (?:have|had|got|['’]ve) (?:\w+ ){{0,3}}?{_SICKNESS}\b|\bI (?:broke|twisted"
        rf"|sprained|hurt|cut) my \w+|\b(?:makes?|making|made|has) me (?:cough|wheeze|sick|ill"
        rf"|dizzy|faint|sneeze|weak|coughing|wheezing)\b|\b(?:dust|pain|aches?|lump|ringing)"
        rf" [^.;!?]{{0,15}}\b(?:in|on) my {BODY_PARTS}\b"
        r"|\b(?:the|my) doctor (?:says?|said|wants?|thinks?|tells?|told) (?:that )?(?:I|me to)\b",
        since=_SINCE,
        eases=r"\b(?:helps?|eas(?:es|ed)|better when|rest)\b",
    ),
    _kind(
        "ruin",
        r"\b(?:burn(?:ed|t) (?:down|to)|burn(?:ed|t) (?:in|last)|was stolen|were stolen"
        r"|been stolen|robbed|flooded"
        r"|washed away|wrecked|sank|blown down|collapsed|fell in)\b|\b(?:stole"
        r"|took) (?:all )?(?:my|our)\b"
        r"|\b(?:harvest|crop|hay|flock|herd|barley|potatoes)\b[^.;!?]{0,20}\b(?:failed|rotted"
        r"|lost|died|dead|ruined)\b"
        r"|\b(?:we|I)(?:['’]ve| have)? lost (?:everything|it all|all we|all I|the (?:farm|house"
        r"|shop|boat)|my (?:job"
        r"|work|place|farm|house|shop|post))\b|\b(?:dismissed|turned out of|thrown out|evicted)\b",
        hurt=r"\b(?:hurt|injured|nobody|unharmed|died|killed)\b",
        cause=r"\b(?:because|lightning|candle|somebody|spark|storm|lamp|by)\b",
        next=r"\b(?:build|rebuild|mean to|going to|will|start)\b",
    ),
    _kind(
        "debt",
        r"\bI owe\b(?! (?:you|him|her) (?:an apology|thanks))|\b(?:can(?:not|['’]t)"
        r"|could not) pay\b|\bin debt\b"
        r"|\bmy debts?\b|\bno money\b|\bcannot afford\b",
        time=rf"\b(?:by|until|before|within)\b|{_SINCE}",
        cause=r"\b(?:for|because|lent|borrowed)\b",
    ),
    _kind(
        "peril",
        r"\b(?:nearly|almost) (?:froze|drowned|died|fell|starved|perished|lost my life|went over)\b"
        r"|\bI (?:got lost|lost my way|was lost|fell (?:in|off|into|down|through))\b"
        r"|\bwe (?:capsized|were wrecked)\b",
        helped=r"\b(?:helped|found me|pulled|saved|somebody)\b",
        hurt=r"\b(?:hurt|bruise\w*|unharmed|broken)\b",
    ),
    _kind(
        "quarrel",
        r"\b(?:quarrel(?:l?ed|s)?|fell out|fallen out|not (?:spoken|speaking)|does not speak"
        r"|will not (?:speak|see"
        r"|forgive)|won['’]t (?:speak|see|forgive)|left me|threw me out|turned (?:his|her) back)\b",
        about=r"\b(?:about|over|because)\b",
        since=_SINCE,
    ),
    _kind(
        "sleepless",
        r"\b(?:have not|haven['’]t|cannot|can['’]t|could not|couldn['’]t|did not|didn['’]t|do not"
        r"|don['’]t|hardly"
        r"|barely) (?:\w+ )?(?:sleep|slept)\b|\blie awake\b|\bbad dreams\b|\bnightmares?\b"
        r"|\bkeeps? me (?:up|awake)\b",
        cause=r"\b(?:because|think(?:ing)? of|worry|since)\b",
    ),
    _kind(
        "dread",
        r"\bI(?:['’]m| am)(?: (?:so|very|rather|quite|a little|terribly))? (?:worried|afraid for"
        r"|anxious|at my wits)\b"
        r"|\b(?:worries|troubles) me\b|\bI (?:worry|fear) (?:about|for|that|he|she|they|it)\b"
        r"|\bI do(?: not|n['’]t) know"
        r" (?:what to do(?! with\b)|where to (?:turn|begin)|how to go on)\b",
        most=r"\b(?:most|because|afraid that|worst)\b",
    ),
    _kind("death", _NO_WORDS),
    _kind("work", _NO_WORDS, since=_SINCE, next=r"\b(?:mean to|going to|will|start|begin)\b"),
    _kind("fear", _NO_WORDS, most=r"\b(?:because|afraid that|worst|since)\b"),
    _kind("guilt", _NO_WORDS, told=r"\b(?:nobody|no one|told|knows|found)\b"),
    _kind("lonely", _NO_WORDS, since=rf"{_SINCE}|\bsince\b", before=r"\b(?:before|was|used to)\b"),
    _kind("homesick", _NO_WORDS, where=r"\b(?:in|from|beside|by) (?-i:[A-Z])\w+", since=_SINCE),
    _kind("decision", _NO_WORDS, time=rf"\b(?:by|until|before)\b|{_SINCE}",
          wish=r"\b(?:want|would rather|part of me)\b"),
    _kind("expecting", _NO_WORDS,
          when=r"\b(?:due|month|spring|summer|autumn|winter|any day|soon|twins)\b"),
)  # fmt: skip

_ADVICE = late_pattern(
    r"(?<!but )\bwhat (?:should|shall|can|could|would|must|do|ought) (?:I|we|one"
    r"|you)(?: \w+)? do\b(?! (?:here|all day|for a"
    r" living|with (?:a|the)|in the (?:morning|evening)|up here|next|tomorrow|today|tonight))"
    r"|\bwhat would you (?:advise|suggest)\b|\bany (?:tips|ideas|suggestions)\b"
    r"|\bwhat do you (?:think|reckon|say|suggest) (?:that )?I (?:should|ought to|could|can) do\b"
    r"|\bhow (?:do|does|can|could|would) (?:you|one|I|anybody) (?:get over|bear|live with|cope"
    r"|go on)\b"
    r"|\bwhat (?:shall|should|can|do) I (?:tell|say to|give|write)\b"
    r"|(?<!for the )(?<!for your )(?<!for that )\badvice\b"
    r"|(?:^|[.;,] )(?:so )?do I (?:stop|go|stay|leave|give|tell|keep|wait|write|sell"
    r"|begin|start)\b|\b(?:do|would|can|could) you advise\b|\bin my (?:place|shoes"
    r"|position)\b"
    r"|\b(?:where|how) would you (?:look|begin|start|search|go about)\b|\bwhat (?:is"
    r"|would be) (?:good|best)\b"
    r"|\bwhat helps\b|\bhow (?:can|do|shall|should) (?:I|we) (?:find|help|get (?:him|her|it|them"
    r"|out|over)|bear|pay|stop)\b"
    r"|\b(?:should|shall|must|ought) (?:I|we)\b|\bdo you think (?:that )?(?:I|we) (?:should|ought"
    r"|must)\b"
    r"|\bif (?:it was|it were|you were|that was|he was|she was) (?:your|me|my|yours)\b"
    r"|\bwhat if it was your\b"
    r"|\bif your \w+ (?:was|were)\b|\bwhat do you advise\b|\bwhat (?:else )?can be done\b",
    re.IGNORECASE,
)
_HOPE = late_pattern(
    r"(?:\bdo you (?:think|believe|suppose|reckon)\b|^\W*(?:and |but |so )?(?:will|can|could|is"
    r"|are|might|shall) (?:he|she|they|it"
    r"|I|we|my)\b|\bis there (?:any |still )?hope\b)[^?]*?(?:\b(?:better|well|live|lives|alive"
    r"|recover\w*|safe|die|dead|dying"
    r"|drowned|come (?:back|home)|comes? (?:back|home)|return|back|find|found|see (?:him|her"
    r"|them)|ever|hope|turn(?:s|ed)? up|survive"
    r"|heal|all right|again|forgive)\b)",
    re.IGNORECASE,
)


def get_worry_kind(name: str) -> WorryKind:
    """Return the kind of this name."""
    return next(each for each in WORRY_KINDS if each.name == name)


@cache_short_texts(1024)
def find_worry(words: str) -> WorryKind | None:
    """Return what weighs on somebody who states `words`; None: nothing of note."""
    return next((each for each in WORRY_KINDS if each.shows.search(words)), None)


#: A question that is about what was said before it.
_LEANS = late_pattern(
    r"\bwhat (?:should|shall|can|could|would|must|do|ought) (?:I|we|one|you)(?: \w+)?"
    r" (?:do|say|think|advise|suggest)\b(?: (?:about (?:it|that|this)|now|then|in my (?:place"
    r"|shoes|position)))?\W*$"
    r"|\bwhat do you (?:think|reckon|say|suggest) (?:that )?I (?:should|ought to|could|can) do\W*$"
    r"|^\W*(?:and |but |so )?(?:why|how so|any (?:tips|ideas|suggestions|advice)|what now"
    r"|what then)\W*$"
    r"|\bif (?:it|you) (?:was|were) (?:yours?|me|in my (?:place|shoes))\b"
    r"|\bin my (?:place|shoes|boots|position)\b"
    r"|^\W*(?:should|shall|must|ought|do) (?:I|we) (?:stop|go on|stay|wait|worry|give up)\W*$"
    r"|\badvise me\b|\bhow do(?:es)? (?:I|one) (?:go on|bear (?:it|that)|get over (?:it|that))\b",
    re.IGNORECASE,
)
#: What one asks before one tells something.
_LEADS_IN = late_pattern(
    r"^\W*(?:\w+, )?(?:may|can|could|shall|might|do you mind if|would you mind if) I (?:just )?"
    r"(?:tell|ask|confide|say|trouble|talk|speak|share)\b[^?]{0,40}\?*$"
    r"|^\W*(?:do )?you (?:know|see)(?: what)?\W*$",
    re.IGNORECASE,
)


def names_nothing(question: str) -> bool:
    """Return whether a question names nothing that it is about: "What should I do?" """
    return _LEANS.search(question) is not None


@cache_short_texts(512)  # in company the latest lines are looked at again and again
def tells_worry(words: str) -> bool:
    """Return whether words tell what weighs on their speaker, who is not asked or told something
    else meanwhile."""
    return any(find_worry(e) or find_feeling(e) in _SAD for e in split_sentences(words))


def leads_in(question: str) -> bool:
    """Return whether a question only asks to be heard: "May I tell you a worry?" """
    return _LEADS_IN.search(question) is not None


def asks_advice(words: str) -> bool:
    """Return whether `words` ask what to do."""
    return _ADVICE.search(words) is not None


#: What one may be at a loss to do about a matter: what to cook is no such matter.
_DEALS = (
    r"(?:do|say|tell|ask|talk|speak|write|answer|reply|begin|start|go on|carry on|feel|think"
    r"|believe|turn|decide|choose|handle|cope|deal|bear|live|manage|stop|leave|stay|help|give"
    r"|explain|forgive|get|make|reach|put|break|be|face|move|tackle|end|bring|find)"
)
_AT_A_LOSS = late_pattern(
    r"\bI(?: really| still)? (?:do not|don['’]t|never) (?:really |quite )?know\b"
    rf"(?: (?:what|how|where|who) (?:to|I (?:should|shall|could|can|am going to)) {_DEALS}\b)"
    r"|\bI (?:have|['’]ve) no idea (?:what|how|where|who) (?:to|I (?:should|shall|could|can))"
    rf" {_DEALS}\b"
    rf"|\bno idea (?:what|how) to {_DEALS}\b"
    r"|\bI am at a loss\b",
    re.IGNORECASE,
)


def is_at_a_loss(words: str) -> bool:
    """Return whether `words` say that one does not know what to do, which asks for advice."""
    return _AT_A_LOSS.search(words) is not None


def asks_for_hope(words: str) -> bool:
    """Return whether `words` ask whether it will end well."""
    return _HOPE.search(words) is not None


def denies_worry(words: str) -> bool:
    """Return whether somebody says that nothing weighs on them: ``I'm fine, I was joking.``"""
    return _DENIES.search(words) is not None
