"""By what an answer is found that is for lines of certain kinds: what a watcher reads of it.

Some have ": " and a name behind them.
"""

from __future__ import annotations

WEIGHS = "what weighs on them"
ADVICE = "advice on what weighs on them"
ADVICE_ON_DEED = "advice on what they would do"
FAVOUR = "a favour that is asked"
TAKEN_IN = "how it takes in what it is told"
FORM_OF_TOLD = "its voice, to what they tell"
NOTHING_ANSWERS = "its voice, to what nothing answers"
NOTHING_KNOWN = "what is asked, of which it knows nothing"
STORY_ASKED_FOR = "a story that is asked for"
CHOSEN = "which of two"
UNSEEN = "that it has seen nobody like that"
SHOWN = "a feeling, or a correction"
"""The answer to what somebody shows in words; its name follows."""
OTHERWISE = "its voice, when it has no answer"
KNOWN = "its knowledge, of"
"""Its subject follows."""
BEHIND_SAID = "its voice, behind what it said"
REASON = "why it thinks so"
MESSAGES = "what it has said, and heard"
ASKED_ON = "its voice, asked on"
KNOWN_OF_ASKER = "what they have told"
TOLD_BY_ASKER = "what the asker told"
TOLD_OF_THAT = "what the asker told of that"
NOT_BEFORE_OTHERS = "not before others"
NO_MORE = "no more of its own words"
OF_KIND = "a line for its kind"
"""Its kind follows."""
