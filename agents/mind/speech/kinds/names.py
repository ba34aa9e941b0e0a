"""Groups of the kinds of lines, `question_kinds.SAID`."""

from __future__ import annotations

#: What weighs on whoever says it, now.
TROUBLES = frozenset(
    (
        *("ailing", "ill", "death", "parted", "missing", "quarrel", "money", "work", "school"),
        *("child", "fear", "guilt", "lonely", "homesick", "undecided", "sleepless", "tired"),
        *("ruin", "despair", "low"),
    )
)

#: What somebody tells of their own life besides, or of what they think.
NEWS = frozenset(
    (
        *("vexed", "joy", "plan", "excited", "trade", "kin", "home", "habit", "did", "story"),
        *("funny", "past", "like", "dislike", "thought", "self", "here", "sense"),
    )
)

#: What is said to the agent, and tells nothing.
COURTESIES = frozenset(("greet", "parting", "thanks", "sorry", "praise", "pity", "wish", "promise"))
PLAY = frozenset(("insult", "tease", "joke", "machine", "odd"))
OFFERS = frozenset(("offer",))

#: Answers to what the agent has said or asked, and what takes it up.
ANSWERS = frozenset(("yes", "no", "maybe", "filler", "fact", "correct", "doubt", "tried"))
FOLLOWING = frozenset(("unclear", "why", "more", "back"))

#: What asks for something: for advice, for leave, for a deed, for a story.
FAVOURS = frozenset(("advice", "may", "please", "tell"))
#: What asks to know something.
QUESTIONS = frozenset(("you", "view", "others", "place", "memory", "world", "howare"))
