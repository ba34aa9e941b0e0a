"""What kind of answer words ask for, and whether words are an answer of that kind.

An answer that says it does not know is an answer to any question.
"""

from __future__ import annotations

import re

from agents.memory.language.numerals import find_numerals
from agents.memory.language.patterns import INNER_NAME
from agents.memory.language.words import (
    AUXILIARIES,
    FIRST_PERSON,
    MODALS,
    NEAR_DAYS,
    PLAIN_MONTHS,
    PREPOSITIONS,
    QUESTION_WORDS,
    SEASONS,
    WEEKDAYS,
    any_of,
)
from agents.mind.speech.messages import find_message
from agents.mind.voice.asking import bids_tell, find_question_word, is_question
from agents.mind.voice.courtesies import SO_LONG
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: Questions to which a sentence of another kind is no answer, however many words they share.
OF_ONE_KIND = ("where", "how many")


@late_dataclass(frozen=True, slots=True)
class Asking:
    """One kind of what is asked, how it is asked, and how it is answered."""

    kind: str
    asks: re.Pattern[str]
    answers: re.Pattern[str]
    number: bool = False
    """Whether a number answers it."""
    name: bool = False
    """Whether a name answers it."""


def _compile(pattern: str) -> re.Pattern[str]:
    return late_pattern(pattern, re.IGNORECASE)


#: Prepositions that no place needs: "for a lamp".
_OF_OTHER_THINGS = ("about", "as", "for", "of", "than", "till", "until", "with", "without")
_OF_PLACES = tuple(each for each in PREPOSITIONS if each not in _OF_OTHER_THINGS)

_ASKINGS = (
    Asking(
        "farewell",
        _compile(rf"\b(?:good ?bye|bye|farewell|good ?night|see you|take care|{SO_LONG})\b"),
        _compile(
            r"\b(?:good ?bye|bye|farewell|night|go (?:well|safe\w*|carefully)|come back|careful"
            r"|mind|safe|tomorrow|until|again|watch|steps?|road|path|dark)\b"
        ),
    ),
    Asking(
        "thanks",
        _compile(r"\b(?:thanks?|grateful)\b"),
        _compile(r"\b(?:welcome|nothing|no need|thank|glad|any ?time|keep|owe|pleasure)\b"),
    ),
    Asking(
        "how are you",
        _compile(r"\bhow (?:are|do|have) (?:you|things|ye)\b|\bhow's (?:it|things|life)\b"),
        _compile(r"\b(?:well|fine|good|tired|cold|busy|late|enough|worse|better|I am|I'm|not)\b"),
    ),
    Asking("who", _compile(r"\bwho\b|\bwhose\b|\byour name\b"), _compile(
        r"\b(?:I|he|she|they|we|nobody|somebody|people|man|woman|keeper)\b"), name=True),
    Asking("how many", _compile(
        r"\bhow (?:many|much|far|long|old|often|high|deep|tall)\b|\bwhat (?:time|hour|number)\b"
        r"|\bwhen\b"), _compile(
        r"\b(?:one|once|twice|none|never|always|often|every|each|long|far|soon|enough|dusk|dawn"
        r"|night|evening|morning|noon|hours?|minutes?|steps?|days?|weeks?|months?|years?|after"
        rf"|before|until|{any_of((*WEEKDAYS, *PLAIN_MONTHS, *SEASONS, *NEAR_DAYS, 'today'))})\b"),
        number=True),
    Asking("where", _compile(r"\bwhere\b|\bwhich way\b|\bway to\b|\bget to\b"), _compile(
        rf"\b(?:{any_of(_OF_PLACES)}|here|there|home|north|south|east|west|past)\b")),
    Asking("why", _compile(r"\bwhy\b|\bwhat for\b|\bhow come\b"), _compile(
        r"\b(?:because|since|so|for|to|it|that|if|or|otherwise|somebody|then)\b")),
    Asking("greeting", _compile(
        r"^\W*(?:hello|hi|hey|hail|greetings|welcome|good (?:day|morning|evening|afternoon))\b"),
        _compile(r"\b(?:hello|good|evening|morning|day|welcome|you|come|sit|here)\b")),
    Asking("yes or no", _compile(
        rf"(?:^|[.,!;] )\W*{any_of(AUXILIARIES)}(?:n't)?\b[^?]*\?"), _compile(
        r"^\W*(?:yes|no|aye|nay|never|always|not|sometimes|perhaps|maybe|of course|only|if|once"
        r"|often|I|it|he|she|they|we|you|there|nobody|somebody|every)\b")),
)  # fmt: skip

#: Favours that somebody else may grant, too.
_OF_LEAVE = ("comfort", "gift", "leave")

#: "Could you tell me …" asks for what follows.
_TELLS_ME = _compile(
    r"\b(?:can|could|will|would|won['’]t) (?:you|ye|u) (?:please )?"
    r"(?:tell|show|explain|say)(?: to)?(?: me| us)?\b"
)
_OF_HEARER = _compile(r"\b(?:you|your|yours|yourself|ye)\b")
_MIGHT_YOU = r"\b(?:can|could|will|would|won['’]t|might) (?:you|ye|u)(?: please)?"
_FAVOURS = tuple(
    (kind, _compile(pattern))
    for kind, pattern in (
        ("disturb", r"(?:^|[,;.!?] )\W*(?:\w+, )?(?:am I|are we|do I|do we)"
                    r" (?:disturb\w*|interrupt\w*|bother\w*|intrud\w*|in (?:your|the) way"
                    r"|keep\w* you)\b|\bdid (?:I|we) (?:wake|disturb|startle|interrupt|bother|scare"
                    r"|frighten) you\b"),
        ("comfort", r"(?:^|[,;.!?] )\W*(?:\w+, )?(?:(?:may|can|could|might) (?:I|we)"
                    r"|(?:would|do) you mind if (?:I|we)) (?:please |just )*"
                    r"(?:sit|warm|rest|dry|stay|wait|come (?:in|closer)|stand|share|join)\b"),
        ("remember", rf"{_MIGHT_YOU} (?:please |just )?(?:remember that\b|make a note\b"
                     r"|note (?:it |that |this )?down\b|write (?:it|that|this) down\b"
                     r"|write (?:it |this |that )?on (?:your|the|a)\b"
                     r"|(?:keep|bear) (?:it|that|this|me|us) in mind\b)"),
        ("lookout", rf"(?:{_MIGHT_YOU}(?: \w+)??|^\W*(?:please )?) ?(?:keep|have) (?:an eye"
                    r" (?:out|open|on|for)\b|(?:your|both) eyes open\b)"
                    rf"|(?:{_MIGHT_YOU}|^\W*please) (?:look out|watch(?: out)?) for\b"),
        ("await", r"\b(?:if|when|should) (?:any\w*|some\w*|an?|the|my|it|one|he|she|they)\b[^.?!]*"
                  r"\b(?:keep|hold|save|store|put|send|give)\b"),
        ("gift", rf"{_MIGHT_YOU} (?:keep|save|spare|set aside|put aside|hold) (?:me |us |back )?"
                 r"(?:some|any|a (?:few|little|couple|bit|handful)|two|three|four|half"
                 r"|an? \w+ for (?!me\b|us\b))\b"),
        ("keep", rf"{_MIGHT_YOU}(?: \w+)?? (?:keep|hold|look after|mind(?! if\b)|store|guard)\b"
                 r"|\b(?:keep|hold|put) (?:it|them|this|that) (?:aside |by )?(?:for|until)\b"
                 r"|^\W*(?:please )?(?:keep|hold|look after|mind) (?:my|this|it)\b"),
        ("help", rf"{_MIGHT_YOU} (?:help|assist)\b|\b(?:I need|I could use) (?:your |some |a )?"
                 r"(?:help|hand)\b|^\W*(?:please )?help me\b"),
        ("company", rf"{_MIGHT_YOU} (?:come|go|walk|join|follow|take me|show me the way)\b"
                    r"|^\W*(?:please )?(?:come with|follow|join) (?:me|us)\b"
                    r"|\b(?:shall we|let us|let['’]s) (?:go|eat|walk|sit|have|take|dance)\b"),
        ("gift", rf"{_MIGHT_YOU} (?:give|lend|sell|spare)\b(?! (?-i:[A-Z])| up\b)"
                 r"|^\W*(?:please )?(?:give|lend|sell)"
                 r" (?:me|us)\b|\b(?:can|could|may) (?:I|we) (?:please )?"
                 r"(?:have|borrow|keep|buy)\b"),
        ("leave", r"\b(?:would|do) you mind if (?:I|we)\b"
                  r"|(?:^|[,;] )\W*(?:\w+, )?(?:may (?:I|we)\b|(?:can|could) (?:I|we)\b"
                  r"(?! (?:get|go|find"
                  r"|reach|see|ask|do|help|learn|hear)\b))"),
        ("deed", r"^\W*(?:please )?ask (?-i:[A-Z]\w+)\b"
                 r"|\bdo me (?:an?|one|the) (?:\w+ )?(?:favou?r|kindness|service)\b"
                 rf"|{_MIGHT_YOU} (?!rather\b|like\b|ever\b|say\b|call\b|prefer\b|be\b|do\b"
                 r"|have\b|see\b|hear\b|remember\b|swim\b|read\b|write\b|speak\b|feel\b|miss\b"
                 r"|die\b|live\b|leave\b|stay\b|marry\b|choose\b|change\b|move\b|trust\b|want\b"
                 r"|need\b|know\b|think\b|believe\b|recommend\b|advise\b|return\b|regret\b"
                 r"|notice\b|recogni[sz]e\b|understand\b|agree\b|lie\b|fight\b|eat\b|sleep\b"
                 r"|give up\b|let\b|sell\b)\w+"),
    )
)  # fmt: skip
#: "Where will you sleep?" asks for no favour.
_ASKS_HOW = _compile(
    rf"(?:^|[,;] )\W*(?:(?:and|but|so|then)\W+)*{any_of((*QUESTION_WORDS, 'when'))}\b"
)
#: So many words at most are only said after somebody; such a question has no verb before it.
ECHO = 6
_BEGINS_ASKING = late_pattern(
    rf"^\W*(?:\w+\W+)?{any_of(AUXILIARIES, MODALS)}(?:n['’]t)?\b", re.IGNORECASE
)
#: "Can you sing?" asks for none either.
_IS_ABLE = _compile(r"\bcan you \w+\W*$")
#: "Could you fish as a boy?" asks what was, and for no deed.
_LONG_AGO = _compile(
    r"\bas an? (?:\w+ )?(?:boy|girl|child|kid|lad)\b"
    r"|\b(?:when you were|back then|in those days)\b"
)
#: "Would you sell a shop that earns little?" is of none that there is.
_OF_ANY = _compile(
    r"\bwould you \w+ an? (?!\w+(?: \w+)? (?:to|for) (?:me|us)\b)(?:\w+ ){1,3}"
    r"(?:that|which|who|whose|if|when)\b"
)
#: "Could I buy the violin from Tancred?" asks for nothing of the hearer's.
_OF_ANOTHER = late_pattern(
    r"\b(?:buy|have|get|borrow|take|hire|order|rent)\b[^.;!?]* (?:from|off) (?-i:[A-Z])\w+",
    re.IGNORECASE,
)
_NOT_KNOWN = _compile(
    r"\b(?:don['’]t|do not|cannot|can['’]t|never|could not) (?:know|say|tell|remember|recall|count)"
    r"|\bno idea\b|\bask (?:him|her|them|[A-Z]\w+)\b|\bnobody knows\b"
)

_BACK = _compile(
    r"\b(?:give|hand)\b[^.;!?]*\bback\b"
    r"|\b(?:may|can|could) (?:I|we) (?:\w+ )?(?:have|get|take)\b[^.;!?]*\bback\b"
    r"|\bI(?:['’]d| would)? (?:need|want|like) (?!to\b)[^.;!?]*\bback\b|\bcome for my\b"
    r"|\breturn (?:it|them|my|the)\b"
    r"|\b(?:give me|hand me|can I have|may I have|I need|I want|I['’]ll take|I will take) my\b"
)

_DOUBTS = _compile(
    r"(?:^|[,;:.!?] )\W*(?:(?:and|but|so|then|now|well)\W+)*(?:"
    r"(?:is|are|was|were) (?:my|our|the|this|it|that)\b[^?]*\b(?:too|enough|right|wrong|worth|safe"
    r"|fault|wise|mad|foolish|possible|better|worse|if)\b"
    r"|(?:will|would|can|could|should|shall|might|does) (?:my|our)\b"
    r"|(?:how|what|when|where|which)\b(?: \w+){0,3}?"
    r" (?:should|shall|must|can|could|would) (?:I|we)\b)"
)


_ASKS_COLOUR = late_pattern(r"\b(?:what|which) colou?r\b", re.IGNORECASE)
_COLOUR = late_pattern(
    r"\b(?:black|white|gr[ae]y|red|blue|green|yellow|brown|golden|silver|copper|ginger|fair|dark|pale"
    r"|orange|purple|violet|pink|colou?r(?:s|ed|less)?)(?:ish)?\b",
    re.IGNORECASE,
)
#: What would be, or may be, nobody has told.
_SUPPOSES = late_pattern(
    rf"^\W*(?:\w+, |and |but |so )*(?:(?:{any_of(MODALS)}) \w+|what if\b|you mean\b)", re.IGNORECASE
)

#: "What do I need for that?" and "What if I freeze?" ask for what nobody has told.
_OF_NEEDS = late_pattern(
    r"\bwhat if\b|\b(?:in|with) my (?:voice|place|shoes|position|words)\b"
    r"|\bdo (?:I|we) (?:(?:even|really|just|still|then) )?(?:need|have to|get|take|bring|use|begin"
    r"|start|go|find|cook|bake|give|tell|say|write|put|wear|buy|pack|pay|reach|do(?! for\b| in\b"
    r"|\W*$))\b"
    r"|\bwhat (?:would|could|can|shall|should|might) (?:I|we)\b",
    re.IGNORECASE,
)
#: "Does she leak like my van?" is of no van.
_COMPARED = late_pattern(r"\b(?:like|than|as|unlike) (?:my|mine|our|me|I)\b", re.IGNORECASE)
_OF_WHAT_WAS_TOLD = late_pattern(
    r"\b(?:did|have|had) I (?:\w+ )?(?:tell|told|say|said|mention\w*)\b|\b(?:remember|recall)\b"
    r"|\bI (?:told|said to) you\b",
    re.IGNORECASE,
)
_OF_ASKER = late_pattern(rf"\b{any_of(FIRST_PERSON)}\b", re.IGNORECASE)
#: "What could a child grow there?", "Is there something that I should see?"; what somebody of
#: theirs can do or eat the asker may have told.
_OF_WHAT_COULD_BE = late_pattern(
    r"\bif you were (?:me|I)\b|\bin my (?:place|shoes|boots)\b"
    r"|\b(?:(?:what|who|where|which(?: \w+)?)(?: else)? |(?:some|any)(?:thing|body|where)"
    r" (?:that )?(?:(?:a|I|we|one|you) )?)(?:would|could|can|should|might)\b"
    r"(?! (?:my|our|he|she)\b)",
    re.IGNORECASE,
)


#: Or of somebody by name: "Who is Bea?"
_OF_THE_PAST = late_pattern(
    r"\b(?:did|was|were|had)\b|\bwh(?:o|at)(?: is|['’]s) (?-i:[A-Z])\w+\W*$", re.IGNORECASE
)
_OF_THE_PLACE = late_pattern(r"\b(?:here|this (?:place|lake|house|hall))\b", re.IGNORECASE)


def find_asking(heard: str) -> Asking | None:
    """Return what `heard` asks for; None if it asks nothing that has a kind of answer."""
    return next((each for each in _ASKINGS if each.asks.search(heard)), None)


def wants_to_know(heard: str) -> bool:
    """Return whether `heard` is a question, or bids the hearer tell something."""
    return is_question(heard) or bids_tell(heard)


def find_favour(heard: str) -> str:
    """Return what kind of favour `heard` asks of the hearer; empty if it asks none.

    ``message`` (to somebody else), ``await`` (to keep something that may come), ``keep``,
    ``lookout`` (for somebody or something), ``help``, ``company``, ``gift``, ``leave`` (to do
    something), ``comfort`` (to sit, to warm oneself), ``disturb`` (whether one does),
    ``remember`` or ``deed``.
    """
    if find_message(heard)[0]:
        return "message"
    asked = split_sentences(_TELLS_ME.sub("", heard))
    found = (
        kind
        for kind, pattern in _FAVOURS
        for each in asked
        if pattern.search(each) and not _only_seems(kind, each)
    )
    return next(found, "")


def asks_leave_of_others(heard: str) -> bool:
    """Return whether a question for leave, or for a thing, may be another's to grant than the
    hearer's: "Could I buy the violin from Tancred?" What was told of just that answers it."""
    return find_favour(heard) in _OF_LEAVE and not is_of_hearer(heard)


def keep_questions(heard: str) -> str:
    """Return the sentences of `heard` that ask; all of them if none does."""
    sentences = split_sentences(heard)
    return " ".join([each for each in sentences if wants_to_know(each)] or sentences)


def only_echoes(heard: str) -> bool:
    """Return whether `heard` says a word of the hearer's after them, and goes on: "My soup? I am
    a doctor." """
    sentences = split_sentences(heard)
    asked = [at for at, each in enumerate(sentences) if wants_to_know(each)]
    last = len(sentences) - 1
    return bool(asked) and all(at < last and is_echo(sentences[at]) for at in asked)


def is_echo(question: str) -> bool:
    """Return whether a question only says a word of the hearer's after them: "My soup?" """
    words = question.split()
    asks = find_question_word(question) or _BEGINS_ASKING.match(question)
    return len(words) <= ECHO and not asks and not _OF_HEARER.search(question)


def _only_seems(kind: str, sentence: str) -> bool:
    """Return whether a sentence asks for what would be, or how, and for no such favour."""
    if kind in ("deed", "gift") and _OF_ANY.search(sentence):
        return True
    if kind in ("gift", "leave") and _OF_ANOTHER.search(sentence):
        return True
    if kind == "deed" and (_LONG_AGO.search(sentence) or _IS_ABLE.search(sentence)):
        return True
    return kind in ("deed", "company", "gift") and _ASKS_HOW.search(sentence) is not None


def asks_of_a_matter(heard: str) -> bool:
    """Return whether a question is about a matter of the speaker's, which nobody has told: "Is my
    ground too wet?" What was told of it is no answer."""
    return _DOUBTS.search(heard) is not None


def asks_back(heard: str) -> bool:
    """Return whether `heard` asks for a thing that the hearer keeps for the speaker."""
    return _BACK.search(heard) is not None


def is_of_hearer(heard: str) -> bool:
    """Return whether a question is about the hearer, who alone knows what to say of itself."""
    return _OF_HEARER.search(_TELLS_ME.sub("", heard)) is not None


def is_answer(words: str, asking: Asking) -> bool:
    """Return whether `words` may be an answer to what is asked."""
    return bool(
        asking.answers.search(words)
        or admits_ignorance(words)
        or (asking.number and find_numerals(words))
        or (asking.name and (INNER_NAME.search(words) or re.match(r"[A-Z]\w+[.,!]", words)))
    )


def is_of_the_kind(words: str, heard: str) -> bool:
    """Return whether `words` may answer `heard`: to "Where is it?" only what names a place does."""
    asking = find_asking(heard)
    return asking is None or asking.kind not in OF_ONE_KIND or is_answer(words, asking)


def admits_ignorance(words: str) -> bool:
    """Return whether `words` say that the speaker does not know."""
    return bool(_NOT_KNOWN.search(words))


def asks_what_may_be(heard: str) -> bool:
    """Return whether a question is of what would be, or may be, which nobody has told."""
    return _SUPPOSES.match(heard) is not None


def asks_colour(heard: str) -> bool:
    """Return whether a question asks for a colour."""
    return _ASKS_COLOUR.search(heard) is not None


def names_colour(words: str) -> bool:
    """Return whether a colour is among `words`."""
    return _COLOUR.search(words) is not None


def asks_of_needs(question: str) -> bool:
    """Return whether a question of its speaker's is for what is to be, or compares with something
    of theirs: what was told answers neither."""
    if _OF_WHAT_WAS_TOLD.search(question):
        return False
    bare = _COMPARED.sub("", question)
    compares = bare != question and not _OF_ASKER.search(bare)
    return compares or _OF_NEEDS.search(question) is not None


def asks_of_the_past(question: str) -> bool:
    """Return whether a question that names nobody may be for what its speaker told: "What had
    somebody hidden in Namur?" Nobody has told what is so now, or how this place came about."""
    past = find_question_word(question) and _OF_THE_PAST.search(question)
    return bool(past) and _OF_THE_PLACE.search(question) is None


def asks_what_could_be(question: str) -> bool:
    """Return whether a question is for what could or should be: nothing its speaker told is that.

    What others know may answer it: "Who can mend a clock?"
    """
    told = _OF_WHAT_WAS_TOLD.search(question)
    return not told and _OF_WHAT_COULD_BE.search(question) is not None
