"""Words that tell how the rest of a sentence is meant."""

from __future__ import annotations


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: How sure it is.
DOUBT = _split(
    "perhaps maybe may might possibly probably apparently seem seems seemed suppose supposes"
    " supposed guess reckon reckons unsure nearly almost if unless likely unlikely whether dunno"
)
THINKING = _split(
    "think thinks thought believe believes believed hope hopes hoped wonder wonders wondered"
    " doubt doubts doubted suspect suspects suspected would could should wish wishes wished like"
    " dream dreams dreamed fear fears expect expects"
)
SURE = _split("sure certain certainly definitely surely undoubtedly exactly really")
#: Whether it is done or only meant.
LATER = _split("will shall going tomorrow next soon later gonna")
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
