"""Words that tell how the rest of a sentence is meant."""

from __future__ import annotations

from agents.memory.language.words import SIDES


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: How sure it is.
DOUBT = _split(
    "perhaps maybe may might possible possibly probably apparently seem seems seemed suppose"
    " supposes supposed guess reckon reckons unsure nearly almost if unless likely unlikely whether"
    " dunno"
)
THINKING = _split(
    "think thinks thought believe believes believed hope hopes hoped wonder wonders wondered"
    " doubt doubts doubted suspect suspects suspected would could should wish wishes wished like"
    " dream dreams dreamed fear fears expect expects thinking considers considered considering"
    " contemplates contemplating ponders pondering wondering hoping inclined undecided"
)
SURE = _split("sure certain certainly definitely surely undoubtedly exactly really")
#: Whether it is done or only meant.
LATER = _split("will shall going tomorrow next soon later gonna")
#: What somebody has to do, and has not done.
OBLIGED = _split("must should ought")
INTENDING = _split(
    "will shall going plan plans planned planning mean means meant intend intends intended promise"
    " promises promised vow vows vowed want wants wanted must agree agrees agreed decide decides"
    " decided"
)
#: Words before a deed by which somebody else does it: "Bill saw Ada leave."
OTHERS_DO = _split(
    "let lets saw sees see watched watch heard hears asked asks told tells had made makes wants"
    " wanted promised promises thanked apologised apologized sorry for helped help"
)
#: Words before a name that are no part of it.
TITLES = _split(
    "mr mrs miss ms dr sir lady lord old young little uncle aunt sister brother captain professor"
    " father mother gran granny cousin"
)
#: Under which condition, and how a sentence keeps it.
CONDITIONS = _split("if unless provided")
CONDITIONED = CONDITIONS | _split(
    "before until only when once condition terms provided depends should would could might perhaps"
)
#: What somebody only supposes or wishes: "I think", "I want to".
GUESSING = _split("think guess suppose reckon believe suspect doubt hope")
WISHING = _split("like want wish hope love")
#: What makes a sure thing doubtful.
DOUBTING = _split(
    "perhaps maybe might possibly probably nearly almost unsure guess guesses guessed doubt doubts"
    " doubted wonders wondered"
)
#: Before "to" and a deed that is still to be done.
OWED = _split("have has need needs want wants plan plans intend intends mean hope about")
#: Before a number that is not meant to the last one.
ROUNDING = _split(
    "some about around roughly nearly almost circa approximately over under above below least most"
    " than odd perhaps maybe barely hardly towards toward"
)
#: How much of a thing.
NOT_QUITE = _split("half nearly almost")
PARTS = NOT_QUITE | _split("part some most except but few about")
SHARES = _split("half part")
WHOLES = _split("all every everybody everyone whole fully completely exactly")
#: Before "but" that means "except".
OF_ALL = _split("all every everybody everyone any no nobody nothing none")
#: Where or when a thing is to another.
PLACING = frozenset((*SIDES, "before", "after"))
#: By which a sentence tells two things apart itself.
TELLING_APART = _split(
    "not no never nobody none nothing neither nor without instead rather except but though although"
    " deny denies denied refuse refused refuses wrong mistaken unlike than until forbid forbade"
    " forbidden only because innocent"
)
#: At the beginning of an answer that takes over what was asked or said.
ADOPTING = _split(
    "yes aye yep ok okay sure fine right true agreed done deal gladly certainly of so"
)
#: By which somebody binds themselves.
COMMITTING = _split("promise promises promised swear swears swore sworn vow vowed must word oath")
#: The words whose irregular forms tell no deed.
NO_VERBS = _split(
    "man woman child foot tooth mouse goose person leaf knife wife life wolf shelf half thief good"
    " bad"
)
