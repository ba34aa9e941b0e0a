"""Tells of what an agent does without anybody seeing it: looks, notes, searches, refusals."""

from __future__ import annotations

from collections import deque
from dataclasses import field

from agents.boundaries import WatchEvent
from agents.mind.fallback.small_talk import drop_article, lower_article
from agents.mind.notes import split_note
from agents.prose import cut_text, end_sentence, split_sentences
from late.late_dataclass import late_dataclass
from world.nature import Nature
from world.vault.texts import Texts

#: A watcher is told so many characters of what came of a deed, in whole sentences if it has some.
RESULT = 200

#: A description that was among the last so many is not told again.
DESCRIBED = 40

_LOOKS = frozenset({Nature.SIGHT, Nature.STUDY})


@late_dataclass(frozen=True, slots=True)
class DeedTeller:
    """Tells it in the words of `texts`, and what something looks like once in a while."""

    texts: Texts
    _described: deque[str] = field(default_factory=lambda: deque(maxlen=DESCRIBED))

    def tell(self, event: WatchEvent, line: str) -> str:
        """Return a sentence for the result `event` of `line`, as it was typed."""
        name, (_, _, args) = event.agent, line.partition(" ")
        nature, result = event.about.get("nature"), _find_result(event.text)
        if event.about.get("refused"):
            return self.texts.say("watch.tries", name=name, line=line, result=result)
        if nature in _LOOKS:
            return self._tell_look(name, args.removeprefix("at "), result)
        title, is_note, words = split_note(args) if nature == Nature.NOTE else ("", "", "")
        if is_note:
            words = end_sentence(words)
            return self.texts.say("watch.notes", name=name, title=title, words=words)
        if nature == Nature.RECOLLECTION:
            return self.texts.say("watch.recalls", name=name, line=line, result=result)
        return self.texts.say("watch.does", name=name, line=line, result=result)

    def _tell_look(self, name: str, thing: str, result: str) -> str:
        key = "watch.looks-at" if thing else "watch.looks"
        known = {"name": name, "result": result}
        if thing:
            known["thing"] = _add_article(thing)
        if result in self._described:
            del known["result"]
            return self.texts.say(f"{key}-again", **known)
        self._described.append(result)
        return self.texts.say(key, **known)


def _find_result(text: str) -> str:
    """Return the gist of a result: what is looked at begins with its name, which the line has."""
    lines = text.split("\n")
    told = lines[min(1, len(lines) - 1)].strip()
    shown = ""
    for sentence in split_sentences(told):
        longer = f"{shown} {sentence}".strip()
        if shown and len(longer) > RESULT:
            break
        shown = longer
    return cut_text(shown or told, RESULT)


def _add_article(thing: str) -> str:
    """Return a thing as it is named within a sentence."""
    named = drop_article(thing) != thing or thing[:1].isupper()
    return lower_article(thing) if named else f"the {thing}"
