"""Kinds of what is asked about a subject: who made it, of what, since when, why, how.

A kind is what an agent's knowledge of a subject is written under in `voice.md`.
"""

from __future__ import annotations

import re

from agents.memory.language.words import AUXILIARIES, any_of
from agents.mind.voice.asking import bids_tell, is_question
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: Verbs of making, in the forms in which one asks: "who built", "did you carve".
MAKING = (
    r"(?:ma[dk]es?|buil[dt]s?|carve[sd]?|cut|wove|weaves?|woven|laid|lay|paint(?:ed)?|ground"
    r"|forged?"
    r"|beat(?:en)?|wrote|writes?|written|plant(?:ed)?|dug|sew(?:ed|n)?|scratched|filed|turned"
    r"|hammer(?:ed)?|haul(?:ed)?|brought|carried|dressed|drew|drawn|bak(?:e[sd]?)|nailed|hung|hang"
    r"|put (?:in|up|on|there)|set up|engraved|stitched|knitted|plait(?:ed)?|thought of"
    r"|invented|sawe?d"
    r"|designed|raised|started|founded|tied|sank|sunk|hid|hidden|moved|took|removed)"
)
_THINGS = r"(?:wood|timber|stone|metal|material|stuff|cloth|glass|oil|iron)"
_SIZES = (
    r"(?:many|much|long|wide|high|deep|far|big|large|heavy|tall|often|fast|broad|thick|strong"
    r"|cold|warm|hot|steep|dark|bright|loud)"
)
#: What is done to a thing: "How is the lamp lit?" asks how, and not how it fares.
_DONE_TO = (
    rf"(?:{MAKING}|\w+ed|lit|kept|fed|caught|read|spelt|held|sold|known|done|grown|won|wound|told"
    r"|given|eaten|drawn|sown|set|hung|kept|meant|said)"
)
_HAVE = r"(?:do you (?:have|own|keep|carry)|have you (?:got )?(?:an?|any|some|the|one)\b)"


@late_dataclass(frozen=True, slots=True)
class QuestionKind:
    """One kind of what is asked."""

    name: str
    asks: re.Pattern[str]
    also: tuple[str, ...] = ()
    """What else is an answer where the subject has nothing under the kind itself."""
    closed: bool = True
    """Whether only an exchange that asks for the same kind is near enough to answer."""


def _kind(name: str, pattern: str, *also: str, closed: bool = True) -> QuestionKind:
    return QuestionKind(name, late_pattern(pattern, re.IGNORECASE), also, closed)


_BEGIN = r"^\W*(?:(?-i:[A-Z])\w+, )?(?:(?:and|but|so|then|well|now|oh|tell me)\W+)*"
_BY_WORD = ("should", "will", "are", "do")
"""Kinds that the first word tells, and that answer one another."""
_CLOSED = (*_BY_WORD[1:], "is", "ever", "have", "can", "like")

#: The first that matches counts.
QUESTION_KINDS = (
    _kind("made", rf"\b(?:who|whose \w+)\b[^?.!]{{0,40}}?\b{MAKING}\b|\bwhose (?:work|hands?|doing)"
          rf"|\bwho (?:is|was) the (?:maker|builder|mason)|\bby whom\b"
          rf"|\bdid you (?:\w+ )?{MAKING}\b|\byour own (?:work|make)\b"
              rf"|\bmade by\b", "from", "what"),
    _kind("of", rf"\b(?:made|built|cut|carved|woven) (?:up )?(?:of|from|out of)\b|\b(?:what|which)"
          rf" (?:kind of |sort of )?{_THINGS}\b|\bwhat(?:['’]?s| is| goes| do you put)"
          r" in(?:to|side)?\b|\bwhat do(?:es)? [^?.!]{2,30} (?:burn|hold)\b", "made"),
    _kind("from", r"\bwhere\b[^?.!]*\b(?:from|(?:did|do) (?:you|they|he|she) (?:get|got|find))\b",
          "made"),
    _kind("when", r"\bsince when\b|(?:^|[,;:] |\b(?:and|so|but) )"
          r"\W*when (?!(?:I|you|we)\b)\w+"
          r"|^\W*when\b|\bhow (?:old|long ago)\b"
          r"|\bhow long (?:has|have|is|was|are|were|will|until|before)\b"
          r"|\b(?:what|which) year\b", "made"),
    _kind("often", r"\bhow often\b", "when"),
    _kind("number", rf"\bhow {_SIZES}\b"),
    _kind("how", r"\bwhat (?:do|does|did|would|shall|can|could|should) (?:you|one|I|we)"
          r" do (?:about|with|against|when|if)\b"),
    _kind("for", r"\bwhat(?:['’]?s| is| are| was| were) [^?.!]{2,40} (?:used )?for\b"
              r"|\bwhat do you (?:use"
          r"|need|want)\b|\bwhat do(?:es)? [^?.!]{2,30} do\b|\bwhat (?:good|use)\b"
          r"|\bpurpose\b|\bwhat was it for\b", "how"),
    _kind("why", r"\bwhy\b|\bhow (?:come|so)\b|\bwhat for\b|\breason\b|\bwhat (?:became|has become)"
          r" of\b|\bwhat happened to\b", "when"),
    _kind("whose", r"\bwhose\b|\bwho own(?:s|ed)\b|\bbelongs?\b", "made"),
    _kind("fares", rf"\bhow(?:['’]?s| is| are) (?:the|your|our|his|her|those|these|all the)"
          rf" (?:\w+ )?(?!{_DONE_TO}\b)\w+(?: (?:doing|going|faring|coming (?:on|along)|getting on"
          r"|keeping|today|tonight|now|these days|this (?:year|spring|summer|autumn|winter|week"
          r"|morning|evening)|at the moment))*\W*$"),
    _kind("how", r"\bhow\b(?! are (?:you|things)\b| do you do\b| is it going\b| about\b)"),
    _kind("where", r"\bwhere\b|\bis there (?:an?|any|another) (?:\w+ ){0,2}way\b", closed=False),
    _kind("may", r"\b(?:may|can|could|might) (?:I|we)\b(?! (?:get|find|reach|see|look"
          r"|come|go|visit|ask|watch|hear))", closed=False),
    _kind("who", r"(?<!body )(?<!one )(?<!people )(?<!man )\bwho\b",
          "made", "whose", "what", closed=False),
    _kind("have", rf"^\W*(?:(?:and|but|so)\W+)?{_HAVE}", closed=False),
    _kind("ever", r"\bhave you (?:ever|been)\b|\b(?:has|did) (?:it|that|he|she) ever\b"
          r"|\bdo you (?:ever|sometimes|often)\b"
              r"|\bdid you ever\b|\bwere you (?:ever|once)\b", closed=False),
    _kind("can", r"\bcan you\b(?! (?:tell|show|give|help|bring))|\bare you (?:any )?good at\b",
          closed=False),
    _kind("like", r"\bdo you (?:\w+ )?(?:like|love|hate|mind|enjoy)\b|\bare you (?:fond|keen)\b",
          closed=False),
    _kind("should", rf"{_BEGIN}(?:should|must|ought|need|shall) (?:I|we)\b", *_CLOSED),
    _kind("will", rf"{_BEGIN}(?:will|shall|would)(?:n['’]t)? (?!you\b)\w+", *_CLOSED),
    _kind("are", rf"{_BEGIN}(?:are|were|aren['’]t|weren['’]t) you\b", *_CLOSED),
    _kind("is", rf"{_BEGIN}(?:do|don['’]t) you (?:think|reckon|believe|suppose|guess|feel)"
          r" (?:that )?(?:I|we|he|she|it|they|one|people|there|this|my|the|an?|(?-i:[A-Z])\w+)\b"
          r" \w+", *_CLOSED),
    _kind("do", rf"{_BEGIN}(?:do|did|don['’]t|didn['’]t) you\b", *_CLOSED),
    _kind("is", rf"{_BEGIN}(?!may\b|might\b){any_of(AUXILIARIES)}(?:n['’]t)?"
          r" (?!you\b)\w+", *_CLOSED),
    _kind("which", r"\bwhich\b(?! way)", "whose", "what", closed=False),
    _kind("what", r"\bwhat\b|\bshow (?:me|us)\b|\btell (?:me|us)(?: \w+)? (?:about|of)\b"
              r"|\bdescribe\b"
          r"|\b(?:have|did) you (?:see|hear|know)", closed=False),
)  # fmt: skip

NO_KIND = _kind("", r"(?!)", "what", closed=False)
"""The kind of a question that asks for a yes or a no."""

CLOSED_KINDS = frozenset(("should", *_CLOSED))
"""The kinds that a yes or a no answers."""

OCCASIONS = (
    *("thanks", "apology", "praise", "teasing", "insult", "anger", "grief", "fear", "weariness"),
    *(
        "joy",
        "sympathy",
        "correction",
        "keep",
        "lookout",
        "await",
        "message",
        "deed",
        "gift",
        "company",
        "leave",
        "remember",
    ),
    *("worry", "listening", "disagreement", "remark", "report", "plan", "advice"),
)
"""What is said to the agent that is no question: a feeling, a correction, a favour; and advice on
what is no worry."""

WORRIES = (
    *("ailing", "ill", "death", "missing", "debt", "work", "quarrel", "fear", "guilt", "lonely"),
    *("homesick", "decision", "expecting", "sleepless", "ruin", "despair", "peril", "dread"),
)
"""What weighs on people. A line of knowledge may be for one kind of it: ``worry debt``."""

DEEDS = ("tell", "go", "stay", "take", "stop", "begin")
"""Deeds of which people ask whether they should do them. A line of knowledge may be advice on one:
``advice tell``."""

ANYBODY = "anybody"
"""Questions for somebody who would do, can do or does something, whom nobody has named: "Who buys
here?", "Is there anybody who can shoe a mule?" """

UNANSWERED = ("opinion", "suppose", "choice", "duration", ANYBODY)
"""Forms of question (`answer_signs.find_form`) with lines of their own where nothing answers: what
one thinks of something, what one would do, which one prefers, how long something took; and
`ANYBODY`."""

TAKING_UP = "statement"
"""What is said to words that ask nothing and that nothing answers. A line may have ``{thing}``, the
speaker's thing that they spoke of: "your shop"."""

VIEW, STATE = "view", "state"
"""An agent says these lines in place of `TAKING_UP` where the speaker tells what they think, or
what is so with them. Such words need no question, as what happened does."""

HEARD = "heard"
"""A word for the answer to the agent's own question, said before it answers what is asked behind
it. ``{thing}`` is an answer of few words."""

TAKEN_BACK, MISHEARD = "crooked", "misheard"
"""What is said to one who asks what an answer was to mean. ``{asked}`` in a line is the question
for which that answer is written; a line for what is written for nothing has none."""

OF_TALK = ("reason", "admitted", "always", "answered", "hour")
"""What is said of the talk itself: why it advised or thinks so, that it did say so a moment ago,
whether it is always so here, a word for an answer that tells nothing of a known kind, and the hour
of the world, its ``{phase}`` and its ``{clock}``."""

ASKED_ON = ("felt", "miss", "after", "most", "alike", "more", "turn")
"""What only somebody asks who asks on: how it was for the agent, whether it misses that, what came
of it, which one was the best or the worst, what somebody is like, anything more; and how the agent
turns the talk to whom it talks with."""

TOLD = (
    *("expected", "reported", "love", "avoided", "duty", "dislike", "liked", "hoped", "dream"),
    *("young", "aged", "mishap", "bought", "learning", "stopped", "never", "made", "went"),
    *("weather", "bored", "browsing", "pet", "broken", "vexed", "unsure", "reminded", "doubted"),
    *("clumsy", "skilled", "number", "read", "enjoyed", "endured", "same", "lied", "supposed"),
    *("elsewhere", "routine", "complicated", "nothing", "whereabouts", "ate", "excited"),
    *("considered", "favourite", "busy", "fond", "calling", "studied", "away", "worked"),
    *("years", "met", "ofage", "theirs", "owned", "making", "errand"),
    *("span", "count", "whom", "reason", "place", "unknown", "partly"),
)
"""Forms of what somebody tells of themselves. A line of knowledge may be for one of them, ``told
duty``, with ``{thing}`` for what and ``{who}`` for of whom they told."""

SAID = (
    *("ailing", "ill", "death", "parted", "missing", "quarrel", "money", "work", "school"),
    *("child", "fear", "guilt", "lonely", "homesick", "undecided", "sleepless", "tired"),
    *("ruin", "despair", "low", "vexed", "joy", "plan", "excited", "trade", "kin", "home"),
    *("habit", "did", "story", "funny", "past", "like", "dislike", "thought", "self", "here"),
    *("sense", "greet", "parting", "thanks", "sorry", "praise", "pity", "insult", "tease"),
    *("joke", "machine", "offer", "wish", "promise", "yes", "no", "maybe", "filler", "fact"),
    *("correct", "doubt", "tried", "unclear", "why", "more", "back", "advice", "may", "please"),
    *("tell", "you", "view", "others", "place", "memory", "world", "howare", "odd"),
)
"""Kinds of lines: what somebody who says one wants for an answer. A line of knowledge may be for
one of them, ``said joy``; `speech.kinds` tells of which kind a line is."""

ASPECTS = (
    *dict.fromkeys(each.name for each in QUESTION_KINDS),
    *OCCASIONS,
    *UNANSWERED,
    TAKING_UP,
    VIEW,
    STATE,
    TAKEN_BACK,
    MISHEARD,
    *OF_TALK,
    *ASKED_ON,
    HEARD,
    *(f"{told} {kind}" for told in ("worry", "advice") for kind in WORRIES),
    *(f"advice {deed}" for deed in DEEDS),
    *(f"told {form}" for form in TOLD),
    *(f"said {kind}" for kind in SAID),
)
"""What a line of knowledge may be marked with."""

#: What a sentence has that answers a closed kind, whatever it was written for.
_ANSWERING = dict.fromkeys((*_BY_WORD, "is"), late_pattern("")) | {
    "made": late_pattern(rf"\b{MAKING}\b", re.IGNORECASE),
    "when": late_pattern(r"\b(?:ago|years?|since|winter|summer|autumn|spring|before|after"
              r"|nights?|days?"
                       r"|october|now|soon|morning|evening|dusk|dawn|tomorrow|week|hour)\b", re.I),
    "why": late_pattern(r"\b(?:because|so that|so|to|otherwise|for|or)\b", re.IGNORECASE),
    "number": late_pattern(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
              r"|twelve|\w+teen"
                         r"|\w+ty|hundred|half|never|always|none|every|once"
              r"|twice)\b", re.IGNORECASE),
}  # fmt: skip


def find_kind(question: str) -> QuestionKind | None:
    """Return the kind of what is asked; None if `question` asks nothing."""
    if not (is_question(question) or bids_tell(question)):
        return None
    return next((each for each in QUESTION_KINDS if each.asks.search(question)), NO_KIND)


def may_answer(words: str, kind: QuestionKind) -> bool:
    """Return whether `words`, written for something else, may answer a question of this kind."""
    answering = _ANSWERING.get(kind.name)
    return not kind.closed or (answering is not None and bool(answering.search(words)))
