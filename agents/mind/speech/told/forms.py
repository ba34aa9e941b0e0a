"""What somebody tells of themselves, by the form of its sentence: "I am meant to be revising".

A form has its own answers in a voice, marked ``told duty`` and so on, in which ``{thing}`` and
``{who}`` stand for what was told of: "your exam", "your mum".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.memory.language.numerals import find_numerals
from agents.memory.language.salience import KIN
from agents.memory.language.words import (
    DEMONSTRATIVES,
    FIRST_PERSON,
    NUMBERS,
    SECOND_PERSON,
    THIRD_PERSON,
    any_of,
)
from agents.mind.fallback.small_talk import swap_persons
from agents.mind.speech.told.values import NUMERAL, SPAN
from agents.mind.voice.courtesies import asks, is_farewell, is_greeting
from agents.prose import capitalise, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: A thing is named in at most so many words.
MOST_WORDS = 5

_END = (
    r"(?=\s*(?:[.,;:!?]|$)| (?:and|but|because|when|while|so|that|which|who|before|after|last|this"
    r"|today|yesterday|tonight|now|since|for|with|from|at|in|on|anyway|though|really|lately)\b)"
)
_POSSESSIVES = ("my", "our")
_NO_THING = any_of(
    tuple(each for each in FIRST_PERSON if each not in _POSSESSIVES),
    *(SECOND_PERSON, THIRD_PERSON, DEMONSTRATIVES),
)
_THING = (
    rf"(?P<thing>(?!(?:{_NO_THING}|to|how|when|what|where|why|all|being|having|nothing|everything"
    rf"|something|one|some|any|(?:my|our) (?:life|self)"
    rf"|myself|living|people)\b)[\w'’-]+(?: [\w'’-]+){{0,{MOST_WORDS - 1}}}?)(?<! of){_END}"
)
_OWN = (
    r"(?<!\b(?:at|in|of|on|to) )(?P<who>(?:my|our) (?:(?!and\b|or\b)[\w-]+ )?"
    r"(?:(?!(?:and|or|nobody|every\w+|just|only|even|never|always|once|also|still|is|was)\b)"
    r"[\w-]+))"
)
_KIN = (
    rf"(?P<who>(?:my|our) (?:[\w-]+ )?(?:(?:grand|step)?(?:{KIN})|boss|mate|ex|flatmate|housemate"
    r"|boyfriend|girlfriend|fiancée?|landlord|manager|colleague))"
)
_NAMED = r"(?P<name>(?-i:[A-Z])[a-z]\w+)"
_THIRD = rf"(?:{_OWN}|(?P<pronoun>he|she)\b|{_NAMED})"
_HAVE = r"(?:['’]ve| have)?(?: just| finally| once| also| only)?"
_I_DID = rf"(?:\bI{_HAVE}|^\W*(?:just |finally |also |once )*)"
"""In a hurry the speaker is left out: "Missed my bus"."""
_AM = r"(?:['’]m| am)(?: so| really| just| a bit| very| quite| still| always| pretty)*"
_DO = r"(?: really| just| do| absolutely| quite| still| kind of| always)*"
_WAS = r"(?: so| really| very| pretty| quite| absolutely| just| all| a bit| the)*"


@late_dataclass(frozen=True, slots=True)
class ToldForm:
    """One form of what is told, and the pattern of its sentences."""

    name: str
    told: re.Pattern[str]


def _form(name: str, pattern: str) -> ToldForm:
    return ToldForm(name, late_pattern(pattern, re.IGNORECASE))


#: The first that matches counts.
TOLD_FORMS = (
    _form("expected", rf"\b{_THIRD} (?:always |still |keeps? )?(?:thinks|says|said|reckons|saying"
          r"|telling me|told me|wants|expects|expected|wanted)"
          r" (?:that )?(?:I (?:should|ought|must|have to|need to|had better)|me to)\b"),
    _form("reported", rf"\b{_OWN} (?:always |still |once |used to |keeps )?(?:says?|said|saying"
          r"|thinks|reckons|claims|calls|jokes)(?! (?:hi|hello|good|goodbye|thanks)\b) \w+"),
    _form("love", r"\bin love with\b|\ba crush on\b|\bI fancy (?:my|this|him|her|some)\b"
          r"|\bfall(?:ing|en) (?:in love|for (?:my|this|him|her|some))\b"
          r"|\bmet (?:someone|somebody)(?: new| special)?\W*$"),
    _form("avoided", rf"\bI(?:{_AM}| was) (?:meant|supposed) to\b"
          r"|\bI (?:should|ought to) (?:really |probably )?be \w+ing\b"),
    _form("duty", rf"\bI{_HAVE} (?:got to|have to|need to|must)(?! (?:say|admit|confess|ask|tell|go"
          r"|leave|be off|run|think|know|see|be|have|find|say)\b) \w+"),
    _form("dislike", rf"\bI(?:['’]ve| have)?{_DO} (?:hate|detest|loathe|despise|dislike"
          rf"|(?:can['’]?t|cannot) (?:stand|bear)|(?:do not|don['’]?t|never) (?:really )?"
          rf"(?:like|liked|care for|enjoy))"
          rf" {_THING}"),
    _form("liked", rf"\bI{_DO} (?:love|loved|enjoy|adore|like) {_THING}"
          rf"|\bI{_AM} (?:mad about|crazy about|fond of|into|obsessed with) "
          rf"{_THING.replace('thing', 'thing2')}"),
    _form("hoped", rf"\b{_THIRD}(?: has)? (?:always )?(?:wants|wanted|hopes|hoped|would like"
          r"|dreams|plans) (?:to (?:be|become)|of (?:being|becoming)) "
          rf"(?P<thing>an? [\w'’-]+(?: [\w'’-]+){{0,2}}?){_END}"),
    _form("dream", r"\bI(?:['’]ve| have)? (?:always|often) wanted to\b|\bmy dream\b|\bI dream of\b"
          r"|\bI(?: want|['’]d like| would like|['’]d love| would love|['’]m hoping| am hoping) to"
          r" (?!go|come|know|see|ask|hear|tell|say|talk|speak|buy|learn (?:about|of)|help|thank"
          r"|give|leave|sit|stay|rest|die|sleep|cross|visit|look|try|find|have|get)\w+"
          r"|\bwhen I grow up\b|\bI want to (?:be|become) (?:an?|the)\b"),
    _form("young", rf"\b{_THIRD}(?:['’]s| is| turns| turned| has just turned| just turned| will be)"
          rf"(?: only| just| nearly| almost)? (?P<age>{NUMERAL}|\d+)"
          r"(?: (?:years? old|years? of age|today|now|(?:next|last|in|on) \w+))?\s*"
          r"(?=[.,;:!?]|$| and\b| but\b)"),
    _form("mishap", rf"(?:{_I_DID}|\band)(?: nearly| almost)? ?(?:missed (?:my|the|a)"
          r"|spil[lt](?:ed)?|burnt|burned|overslept|tripped|fell (?:off|over|down)"
          r"|locked myself|cut myself|forgot (?:to|my|the|an?)|got (?:lost|stuck|soaked)"
          r"|crashed|ran out of|broke (?:my|the|an?)|dropped it)\b"),
    _form("bought", rf"{_I_DID} ?(?:bought|got myself|ordered|treated myself to)"
          rf"(?: myself)? (?:{_THING}|\w+)"),
    _form("learning", r"\bI(?:['’]m| am|['’]ve| have)?(?: just| only| been| been trying| trying)*"
          r" (?:started|begun|taken up|took up|to learn|learning|teaching myself"
          r"|signed up for|joined)"
          r"(?! (?:an?|my|the) (?:new )?(?:job|work))(?: to)? (?!my |the job)\w+"),
    _form("stopped", rf"{_I_DID} ?(?:stopped|quit|gave up|given up|used to)(?! be \w+ing)\b"
          r"|\bI (?:do not|don['’]?t|can['’]?t|cannot) \w+(?: \w+){0,3} any ?more\b"),
    _form("never", r"(?:^\W*|\bI(?:['’]ve| have)? )never(?! (?:mind|said|told|knew|know|thought"
          r"|liked|again))\b [a-z]+"),
    _form("made", rf"(?:{_I_DID}|\bwe{_HAVE}) ?(?:made|built|fixed|mended|repaired|painted"
          rf"|baked|cooked|knitted|grew|sewed|restored|carved|fixed up|planted) (?:{_THING}|\w+)"),
    _form("went", rf"(?:{_I_DID}|\bwe{_HAVE}) ?(?:went|been|travelled|drove|flew|sailed"
          r"|cycled|hiked)"
          r"(?: (?:back|away|down|up|over|out|camping|fishing|hiking|swimming))?"
          r" (?:to|round|across|through)"
          r" (?!bed|sleep|work|school|see|the (?:shop|toilet|loo|doctor|dentist|hospital))\w+"),
    _form("weather", r"\bit(?:['’]s| is| was| has been|['’]s been)(?: been| really| so| quite"
          r"| always)* (?:raining|snowing|pouring|freezing|boiling|roasting|windy|sunny|stormy"
          r"|foggy|hot|cold|warm)\b[^.;!?]*\b(?:at home|where I|back home|in (?-i:[A-Z])\w+)"),
    _form("bored", rf"\bI{_AM} bored\b|\bnothing (?:else |better )?to do\b"),
    _form("browsing", rf"^\W*(?:(?:oh|well|not much|nothing)\W+)*(?:I(?:{_AM}| was| thought) )?"
          r"just (?:having a (?:look|nose|wander|rest)|looking|browsing|visiting|passing through"
          r"|exploring|wandering|curious|seeing|wanted to see)\b"),
    _form("pet", r"\b(?:dog|cat|horse|pony|rabbit|hamster|parrot|budgie|tortoise|goldfish|goat)"
          r" ?,?(?: is| who is| that is|['’]s)? ?(?:called|named) (?P<name>\w+)"),
    _form("pet", r"\b(?:got|have|has|keeps?) an? (?:[\w-]+ ){1,2}called (?P<name>\w+)"),
    _form("broken", r"\b(?P<thing>(?:my|our|the) (?:[\w-]+ )?[\w-]+) (?:broke|packed up|is broken"
          r"|stopped working|is leaking|leaks|died on me|gave out|(?:won['’]?t|will not) start)\b"),
    _form("vexed", r"\b(?:driv\w+|mak\w+) me (?:mad|crazy|nuts|insane|up the wall)\b"
          r"|\bon my nerves\b|\bannoy(?:s|ed|ing) me\b|\bw[io]\w*nds? me up\b"),
    _form("complicated", r"\b(?:it depends|it['’]s complicated|it is complicated|hard to say"
          r"|long story|hard to explain|difficult to explain)\b"),
    _form("nothing", r"^\W*(?:(?:oh|well|um|just)\W+)*(?:not(?:hing)? much|nothing (?:really"
          r"|special|new)|same old(?:,? same old)?|same as (?:ever|always|usual)|the usual)\b"
          r"(?: (?:really|today|here|to tell))*\W*$"),
    _form("whereabouts", r"^\W*(?:\w+ ?,? )?I(?:['’]m| am)(?: still| just| currently| actually"
          r"| sitting| lying)* (?:on|in|at) (?:(?:my|the|a) )?(?:\w+ )?(?:break|holiday"
          r"|train|bus|tram|sofa|couch|bed|work|home|kitchen|office|library|bath|garden|caf[eé]|pub|car|school|desk"
          r"|loo|shop)\b"),
    _form("ate", r"\b(?:I|we) (?:just )?(?:had|ate|am having|['’]m having|are having) [^.;!?]*?"
          r"\b(?:for (?:breakfast|lunch|dinner|tea|supper|pudding)|pizza|soup|sandwich"
          r"|toast|pasta|curry|cake|takeaway)\b"),
    _form("excited", rf"\bI{_AM} (?:excited|looking forward|counting the days)\b"
          r"|(?:\bI |^\W*)(?:can['’]?t|cannot) wait\b"),
    _form("excited", r"\b(?:we|I)(?:['’]re|['’]m| are| am| will be) (?:going|off|flying|moving)"
          r" to (?-i:[A-Z])\w+[^.;!?]* (?:in|next|this|on|tomorrow)\b|\b(?:in (?-i:[A-Z])\w+|next"
          r" \w+|tomorrow),? (?:we|I)(?:['’]re|['’]m| are| am) (?:going|off|flying|moving) to\b"),
    _form("considered", r"\bI(?:['’]m| am|['’]ve been| have been)(?: still| just)? (?:thinking"
          r" (?:of|about)|considering|planning on) \w+ing\b|\bI might \w+"),
    _form("favourite", r"\bmy (?:absolute |all-time )?favou?rite\b"),
    _form("busy", r"\b(?:long|hard|busy|rough|bad|tough|crazy|mad|hectic) (?:day|week|shift|night"
          r"|month|year|one)\b|\brun off my feet\b|\bnon-?stop\b|\bspent (?:[\w-]+ ){1,3}?"
          r"(?:hours?|days?|nights?|weeks?|morning|evening|afternoon|weekend)\b"),
    _form("fond", rf"\b(?:{_KIN}|(?P<pronoun>he|she)\b|{_NAMED})(?: would(?:['’]ve| have)"
          r"|['’]d have) (?:liked|loved|enjoyed|laughed|hated|said|wanted|known|told)\b"),
    _form("fond", rf"\b{_THIRD}(?: is|['’]s| was)(?: always| really| so| such)*(?: an?| the)?"
          r"(?: very| really)? (?:lovely|kind|good|great|wonderful|funny|clever|brave|gentle|sweet"
          r"|nice|best|patient|generous)\b(?! (?:at|with|for)\b)"),
    _form("calling", rf"\b(?:{_KIN}|(?P<pronoun>he|she)\b|{_NAMED})"
          r"(?: is|['’]s| was| works as| worked as)"
          rf" (?:(?P<thing>an? (?!bit\b|lot\b|little\b|few\b)[\w-]+(?: [\w-]+)??){_END}"
          r"|studying\b|at (?:uni|university|college)\b)"),
    _form("calling", rf"\b{_KIN} (?:makes|keeps|sells|runs|plays|collects|drives|teaches"
          r"|grows|breeds|paints|writes|sings|cooks|bakes|mends|fixes|builds|studies|coaches|races)\b"),
    _form("studied", r"\bI(?:['’]m| am)?(?: still| now)? (?:study(?:ing)?|studied"
          r"|at (?:uni|university|college)|revising|doing (?:a degree|my a-?levels))\b"),
    _form("away", rf"\b{_KIN} (?:lives|lived|moved|works|worked|went off|is)(?: away| over| out)?"
          r" (?:to|in|at|near|abroad|down in|up in) (?:(?-i:[A-Z])|the |an? )\w+"),
    _form("years", rf"\bfor (?:over |nearly |about |almost |more than )?{NUMERAL} years\b"
          rf"|\b{NUMERAL} years (?:now|of it|there|together|married)\b"
          rf"|\b(?:we|I)['’]ve been \w+ {NUMERAL} years\b"),
    _form("worked", rf"\bI(?:{_AM} working| work| worked)(?: \w+)?"
          r" (?:from|at|in|for|as|with|on)\b"
          r"|^\W*I (?:write|design|clean|drive|teach|run|manage|look after|deliver|test|sort"
          r"|answer) [a-z]"),
    _form("met", r"\bI (?:saw|met|ran into|bumped into) (?:my|an?|the|some|(?-i:[A-Z]))"),
    _form("ofage", rf"\bI(?:['’]m| am)(?: only| just| nearly| almost| already| turned)*"
          rf" {NUMERAL}(?: years old)?(?=\s*(?:[.,;!?]|$))"
          rf"|\bI (?:just )?turned? {NUMERAL}\b"),
    _form("theirs", rf"\b{_OWN} (?:just |only |even |never |always |once )?(?:[a-z]{{3,}}ed|took"
          r"|gave|told|came|went|left|got|made|did|brought|sent|bought|lent|taught|found|broke|ate|wrote"
          r"|lost|won|fell|forgot|hid|sold|kept|put)\b"),
    _form("owned", r"\bI(?:['’]ve| have)(?: got)? "
          rf"(?P<thing>an? (?!(?:\w+ )?(?:{KIN})\b)(?!(?:\w+ )?(?:meeting|appointment|exam|question"
          r"|feeling|idea|problem|deadline|headache|cold|lot|bit|few|couple|boyfriend|girlfriend"
          r"|job|test|child|kid|baby|boy|girl|pain|cough|day|week|secret|plan|favour|shift|trial"
          r"|interview|audition|date|match|race|wedding|party|visit|flight|concert|gig|show|lesson"
          r"|class|course|fever|chance|dream|hunch|worry|friend|neighbour|boss|patient|customer"
          r"|theory|habit|scar|limp|rash|train|bus|\w+day|tomorrow|tonight)\b)"
          rf"[\w-]+(?: [\w-]+){{0,2}}?){_END}"),
    _form("making", rf"\bI(?:{_AM}|['’]ve been| have been) (?:making|building|writing|painting"
          rf"|working on|designing|drawing|recording|knitting|restoring|coding"
          rf"|composing) {_THING}"),
    _form("errand", r"\bI(?:['’]m| am)? (?:only |just )?(?:came|come|here|popped in"
          r"|dropped (?:by|in))(?: up)?(?: here)? (?:because|cause|cos|for the|for a|on account of"
          r"|out of|through|to (?:see if|see what|see whether|find out))\b"),
    _form("unsure", r"\bI (?:still |really |just )*(?:(?:do not|don['’]?t)(?: really| even)? know"
          r"|have no idea|am not sure|cannot decide|can['’]?t decide)"
          r" (?:what|if|whether|how|which|where|who) (?:I|to|my|he|she|we)\b(?! do (?:that|it)\b)"),
    _form("reminded", r"\b(?:reminds?|reminded) me (?:of|a (?:bit|little) of)\b"),
    _form("doubted", r"\bI (?:do not|don['’]?t|did not|didn['’]?t|can['’]?t|hardly)"
          r" (?:quite |really )?(?:believe|buy|trust) (?:him|her|them|a word|any of)\b"),
    _form("clumsy", rf"\bI{_AM} (?:no good|rubbish|terrible|hopeless|bad|useless|awful"
          r"|not (?:very |much |any )?good) (?:at|with)\b|\bI (?:can['’]?t|cannot)(?: really)?"
          r" (?:cook|sing|dance|swim|draw|drive|spell|knit|whistle|bake|ski)\b"),
    _form("skilled", rf"\bI{_AM} (?:good|great|brilliant|the best) (?:at|with)\b"),
    _form("number", rf"\b(?:I|we)(?: have|['’]ve(?: got)?| own| keep| share with)(?: got)? "
          rf"(?P<thing>(?!one\b){any_of(NUMBERS)} (?:[\w-]+ ){{0,2}}?\w+s){_END}"),
    _form("read", rf"\bI(?:['’]m| am)?{_HAVE}(?: been)? (?:read|reading|watched|watching"
          r"|listened to|listening to) (?!you|it|that|this\b)\w+"),
    _form("enjoyed", rf"\bit was{_WAS} (?:great|lovely|brilliant|fun|amazing|wonderful|fantastic"
          r"|best|beautiful|nice|good)\b"),
    _form("endured", rf"\bit was{_WAS} (?:awful|terrible|horrible|boring|rubbish|worst|dreadful"
          r"|grim|miserable|embarrassing|chaos|a nightmare|a mess)\b"),
    _form("same", r"^\W*(?:me too|same(?: here)?|so (?:do|am|did|have) I|me neither"
          r"|neither (?:do|am|did|have) I|likewise|snap)\b"),
    _form("lied", r"\bI (?:lied|was lying|made that up)\b"),
    _form("supposed", rf"\b(?:{_OWN}|{_NAMED}) would(?: have)? (?:laugh|say|like|love|hate|said"
          r"|laughed|liked|loved|hated|enjoy|enjoyed)\b"),
    _form("elsewhere", r"\b(?:at|in) (?:my|our) (?:old |own )?(?:work|job|office|hospital|school"
          r"|ward|shop|station|town|village|street|house|country|uni|university|class|family)\b"),
    _form("routine", r"\b(?:I|we) (?:always|usually|mostly|normally)(?! (?:wanted|thought|knew|say)"
          r"\b) \w+|\bevery (?:day|morning|evening|night|week|summer|winter|year|sunday|saturday)"
          r" (?:I|we)\b|\b(?:I|we) \w+(?: [\w'’-]+){0,4} every (?:day|morning|evening|night|week"
          r"|summer|winter|year|sunday|saturday)\b"),
)  # fmt: skip

_ABOUT = (
    r"^\W*(?:(?:oh|well|um|hm+|erm?|i think|i guess|about|around|maybe|just|only|for|it was)\W+)*"
)
#: Forms that are told by words alone which answer a question; the first that matches counts.
ANSWER_FORMS = (
    _form("span", rf"{_ABOUT}(?P<thing>(?:{SPAN}|since (?:I was|we were|the)[^.;!?]{{2,30}}"
          r"|(?:all|most of) my life|forever|ages)(?: now| ago| or so)?)\W*$"),
    _form("count", rf"{_ABOUT}(?:I have |there are |there were )?(?P<thing>{NUMERAL}"
          r"(?: (?!o['’]?clock)[a-z]+)?)(?: or so| of them| I think)?\W*$"),
    _form("whom", rf"{_ABOUT}(?:it was |with |by |from |to )?{_KIN}(?: and (?:my|our) \w+)?"
          r"(?: (?:did|does|do|was|is))?\W*$"),
    _form("reason", rf"{_ABOUT}(?:because|cause|cos|['’]cause|so (?:that )?(?:I|we)\b"
          r"|to (?!my\b|the\b)[a-z]+ \w+)"),
    _form("place", rf"{_ABOUT}(?:in|at|near|from|by|on) (?:(?:my|our|the|a|an) )?"
          r"(?!(?:morning|evening|night|monday|time|winter|summer|spring|autumn|weekends?)\b)"
          r"(?:[\w'’-]+ ?){1,4}\W*$"),
    _form("unknown", rf"{_ABOUT}(?:no idea|no clue|dunno|idk|(?:I )?(?:do not|don['’]?t)"
          r"(?: really)? know|not sure|who knows|never (?:really )?thought about (?:it|that)"
          r"|good question)\b"),
    _form("partly", rf"{_ABOUT}(?:not really|not yet|not always|not quite|sort of|kind of"
          r"|kinda|sorta|more or less|a (?:bit|little)|sometimes|it varies|yes and no|both|neither"
          r"|so[- ]so|could be worse|can['’]?t complain)\b(?:[^.;!?]{0,12})\W*$"),
)  # fmt: skip

_HOLE = late_pattern(r"(?P<before>^|[.!?] |.)(?P<hole>\{thing\}|\{who\})")

#: Who is younger than that, or at least so old, has lines for their age.
GROWN, AGED = 18, 70


@late_dataclass(frozen=True, slots=True)
class ToldOf:
    """What a sentence tells of, by its form."""

    form: str
    """One of `question_kinds.TOLD`."""
    thing: str = ""
    """As said to the speaker: ``your exam``, ``chemistry``."""
    who: str = ""
    """As said to the speaker, where it stands as a subject: ``your mum``, ``Lily``, ``she``."""

    def fill(self, line: str) -> str:
        """Return a line of a voice with its holes filled; empty if one cannot be."""
        values = {"{thing}": self.thing, "{who}": self.who}
        if any(hole in line and not value for hole, value in values.items()):
            return ""
        return _HOLE.sub(lambda found: _begin(found["before"], values[found["hole"]]), line)


def _begin(before: str, value: str) -> str:
    """Return what fills a hole behind `before`: at the beginning of a sentence with a capital."""
    return f"{before}{value if before == ' ' else capitalise(value)}"


def read_told_form(words: str) -> ToldOf | None:
    """Return what the last sentence of `words` tells that is of a known form; None: none is.

    None, too, for questions and courtesies.
    """
    if asks(words) or is_farewell(words) or is_greeting(words):
        return None
    return next(filter(None, map(_read_sentence, reversed(split_sentences(words)))), None)


def read_answer_form(words: str) -> ToldOf | None:
    """Return what `words` tell that answer a question, in few of them; None: nothing of a form."""
    found = ((form.name, form.told.search(words)) for form in ANSWER_FORMS)
    name, told = next((each for each in found if each[1]), ("", None))
    if told is None:
        return None
    named = told.groupdict()
    return ToldOf(name, _turn(named.get("thing") or ""), _turn(named.get("who") or ""))


def _read_sentence(sentence: str) -> ToldOf | None:
    return next(_list_readings(sentence), None)


def _list_readings(sentence: str) -> Iterator[ToldOf]:
    for form in TOLD_FORMS:
        found = form.told.search(sentence)
        if found is None:
            continue
        named = found.groupdict()
        thing = named.get("thing") or named.get("thing2") or ""
        who = named.get("who") or named.get("name") or (named.get("pronoun") or "").lower()
        name = _find_age_form(named["age"]) if form.name == "young" else form.name
        if name:
            yield ToldOf(name, _turn(thing), _turn(who) if " " in who else who)


def _find_age_form(age: str) -> str:
    """Return whether somebody is young or aged; empty: neither."""
    years = [int(each) for each in find_numerals(age) if each.isdigit()]
    if len(years) != 1:
        return ""
    return "young" if years[0] < GROWN else "aged" if years[0] >= AGED else ""


def _turn(named: str) -> str:
    """Return what somebody names as it is said to them: ``our boiler`` is ``your boiler``."""
    turned = re.sub(r"\byou was\b", "you were", swap_persons(named))
    return re.sub(r"^our\b", "your", turned, flags=re.IGNORECASE)
