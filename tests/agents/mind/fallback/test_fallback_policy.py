from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Experience
from agents.memory.log.natures import find_old_nature
from agents.mind.fallback.fallback_policy import LINE_LENGTH, FallbackPolicy
from agents.mind.fallback.oneself import describe_oneself
from agents.mind.fallback.restraint import Restraint
from agents.mind.fallback.small_talk import (
    extract_speech,
    find_topic,
    swap_persons,
)
from tests.examples import choose_count
from tests.paths import TEXT_FOLDER
from tests.texts import shipped_texts
from tests.vocabulary import AGENTS_VOCABULARY
from world.boundaries import Situation
from world.vault.texts import Texts

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PERSONA = (
    "You are Moss, a patient gardener. You want one apple to ripen on your small tree. You have "
    "a secret: you light the dish. You promised to hide the bell. You speak slowly. It is old. "
    "You trust Wren, and your back hurts."
)
EXITS = {"garden": "The Garden", "up": "The Reading Room"}
COMMANDS = re.findall(
    r"\w+", "say emote think note look examine go get drop give whisper tell inventory where"
)


@pytest.fixture(scope="module")
def texts() -> Texts:
    return shipped_texts()


def here(
    *occupants: str,
    place: str = "The Hall",
    things: tuple[str, ...] = ("guest book",),
    carrying: tuple[str, ...] = (),
    exits: dict[str, str] | None = None,
    description: str = "A long stone hall, cold even in June.",
) -> Situation:
    ways = EXITS if exits is None else exits
    return Situation("Moss", place, description, ways, occupants, things, carrying)


class Life:
    """What an agent lives through, memory by memory."""

    def __init__(self, place: str = "The Hall") -> None:
        self.memories: list[Experience] = []
        self.place = place

    def hears(self, speaker: str, text: str, event: str = "say", *others: str) -> Life:
        present = tuple(sorted((speaker, *others)))
        return self._add(
            text,
            source="observation",
            event=event,
            occupants=present,
            speaker=speaker,
            nature=find_old_nature("", event),
        )

    def did(self, line: str, *, ok: bool = True) -> Life:
        event = "result" if ok else "refusal"
        command = line.split(maxsplit=1)[0]
        return self._add(
            "…",
            source="action",
            event=event,
            line=line,
            command=command,
            ok=ok,
            nature=find_old_nature(command, ""),
        )

    def _add(self, text: str, **labels: object) -> Life:
        seq = len(self.memories) + 1
        self.memories.append(
            Experience(seq, NOW, text, place=self.place, **labels)  # type: ignore[arg-type]
        )
        return self


def lines(texts: Texts, situation: Situation, life: Life, count: int = 60) -> list[str]:
    """What many an agent in this position would do."""
    return [
        FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(seed)).decide(
            situation, life.memories, "Moss", PERSONA
        )
        for seed in range(count)
    ]


def kinds(chosen: list[str]) -> Counter[str]:
    return Counter(line.split()[0] for line in chosen)


def test_the_same_numbers_lead_to_the_same_life(texts: Texts) -> None:
    """A decision depends on what comes in and on the random numbers alone."""
    life = Life().hears("Wren", 'Wren says, "Hello, Moss!"')
    assert lines(texts, here("Wren"), life) == lines(texts, here("Wren"), life)


@pytest.mark.parametrize(
    ("said", "answers"),
    [
        ("Hello, Moss!", r"Wren|smiles"),
        ("Moss, who are you?", r"I am Moss, a patient gardener"),
        ("What do you want most?", r"."),
        ("Where is the garden?", r"(?i)garden"),
        ("I am so tired of my oar, Moss.", r"(?i)tired of your oar"),
        ("I want a cup of tea.", r"(?i)a cup of tea"),
        ("What do you think of the guest book?", r"guest book"),
        ("Thanks!", r"welcome|nothing|same|thanks"),
        ("Good night, Moss", r"well|next time|Mind|farewell|Come back"),
        ("Is there an apple on your tree?", r"I want one apple to ripen on my small tree"),
        ("The snow is early.", r"."),
    ],
)
def test_words_to_it_are_answered_to_the_point(texts: Texts, said: str, answers: str) -> None:
    """A person alone with the agent gets an answer aloud that fits the words."""
    chosen = lines(texts, here("Wren"), Life().hears("Wren", f'Wren says, "{said}"'))
    assert set(kinds(chosen)) <= {"say", "emote"}
    assert all(re.search(answers, line) for line in chosen)
    assert len(set(chosen)) > 1


def test_what_is_said_privately_is_answered_privately(texts: Texts) -> None:
    """A whisper is answered by a whisper, and a tell from afar by a tell."""
    whispered = Life().hears("Wren", 'Wren whispers to you, "Who are you?"', "whisper")
    chosen = lines(texts, here("Cobb", "Wren"), whispered)
    assert all(line.startswith("whisper Wren ") for line in chosen)
    told = Life().hears("Hester", 'Hester tells you, "Why?"', "tell")
    assert set(kinds(lines(texts, here(), told))) == {"tell", "emote"}


def test_a_gesture_is_answered_by_a_gesture(texts: Texts) -> None:
    """Somebody who smiles at it is smiled at."""
    life = Life().hears("Wren", "Wren smiles at Moss.", "emote")
    assert set(kinds(lines(texts, here("Wren"), life))) == {"emote"}


@pytest.mark.parametrize(
    "life",
    [
        Life(),
        Life().hears("Wren", 'Wren says, "Cobb, are you there?"', "say", "Cobb"),
        Life().hears("Wren", "Wren whispers something to Cobb.", "whisper", "Cobb"),
        Life().hears("Hester", 'Hester says, "Moss?"').did("look"),
        Life().hears("Hester", 'Hester says, "Moss?"'),
    ],
)
def test_nobody_waits_for_an_answer(texts: Texts, life: Life) -> None:
    """Words to others, answered words and words of someone who left make it answer nothing."""
    chosen = lines(texts, here("Cobb", "Wren"), life)
    assert {"go", "examine", "think"} <= set(kinds(chosen))
    assert not any("Hester" in line for line in chosen)


def test_it_is_mostly_quiet(texts: Texts) -> None:
    """Alone it never speaks; in company of someone it knows, seldom."""
    assert "say" not in kinds(lines(texts, here(), Life(), 200))
    known = Life().did("emote nods to Wren.").did("look").did("look")
    assert kinds(lines(texts, here("Wren"), known, 200))["say"] < 50


def test_a_newcomer_is_greeted_once(texts: Texts) -> None:
    """Someone it has not met is mostly greeted, and not again."""
    greeted = [line for line in lines(texts, here("Wren"), Life(), 100) if "Wren" in line]
    assert len(greeted) > 30
    known = Life().did("say Good day, Wren.").did("think Hm.")
    again = [line for line in lines(texts, here("Wren"), known, 100) if "Wren" in line]
    assert len(again) < len(greeted) / 1.5


def test_it_does_not_go_straight_back(texts: Texts) -> None:
    """Where there is another way it seldom returns where it came from; a dead end it leaves."""
    life = Life("The Garden").did("go hall")
    life.place = "The Hall"
    for _ in range(6):
        life.did("think Hm.")
    went = Counter(line for line in lines(texts, here(), life, 300) if line.startswith("go "))
    assert went["go up"] > 3 * went["go garden"]
    only = here(exits={"garden": "The Garden"})
    assert "go garden" in lines(texts, only, life)


def test_what_was_refused_is_not_tried_again(texts: Texts) -> None:
    """A locked door and a thing too heavy are learnt from."""
    life = Life().did("go up", ok=False).did("get guest book", ok=False)
    for _ in range(10):
        life.did("think Hm.")
    chosen = lines(texts, here(), life, 300)
    assert "go garden" in chosen
    assert "go up" not in chosen
    assert "get guest book" not in chosen


def test_things_are_handled_with_care(texts: Texts) -> None:
    """It takes at most one thing, puts it down after a while, and gives what it is asked for."""
    chosen = lines(texts, here(things=("cup", "oar")), Life().did("look"), 400)
    assert {"get cup", "get oar", "examine cup"} <= set(chosen)
    holding = here(things=("oar",), carrying=("cup",))
    just = lines(texts, holding, Life().did("get cup"), 300)
    assert not any(line.startswith(("get", "drop")) for line in just)
    later = Life().did("get cup").did("look").did("think Hm.").did("look")
    assert "drop cup" in lines(texts, holding, later, 300)
    asked = Life().hears("Wren", 'Wren says, "Please give me the cup."')
    with_wren = here("Wren", things=(), carrying=("cup",))
    assert set(lines(texts, with_wren, asked)) == {"give cup to Wren"}


def test_a_thing_is_put_down_rather_where_it_was_taken(texts: Texts) -> None:
    """So what lies about in a world is found where people look for it."""
    dropped = []
    for origin in ("The Mill", "The Hall"):
        life = Life(origin).did("get cup")
        life.place = "The Mill"
        life.did("look").did("go up").did("look")
        holding = here(place="The Mill", things=(), carrying=("cup",))
        dropped.append(lines(texts, holding, life, 600).count("drop cup"))
    assert dropped[0] > 3 * dropped[1]


def test_what_cannot_be_taken_is_left_alone(texts: Texts) -> None:
    fixed = replace(here(things=("great lamp",)), fixtures=("great lamp",))
    assert "get great lamp" in lines(texts, here(things=("great lamp",)), Life(), 300)
    assert "get great lamp" not in lines(texts, fixed, Life(), 300)


def test_moods_suit_the_room(texts: Texts) -> None:
    """What it does in a garden is not what it does in a cave."""
    garden = here(place="The Garden", description="Beans in rows; soil, and a small tree.")
    cave = here(place="The Cave", description="Dark rock.", things=())
    green = set(texts.raw("brain.mood.green").split("\n"))
    dark = set(texts.raw("brain.mood.dark").split("\n"))
    assert green & set(lines(texts, garden, Life(), 300))
    assert not dark & set(lines(texts, garden, Life(), 300))
    assert dark & set(lines(texts, cave, Life(), 300))


def test_a_long_talk_runs_dry(texts: Texts) -> None:
    """After several answers to one person a nod will mostly do, so that talk can end."""
    life = Life()
    for number in range(6):
        life.hears("Wren", f'Wren says, "And then {number}."').did(f"say Go on, Wren. {number}")
    life.hears("Wren", 'Wren says, "And then."')
    chosen = kinds(lines(texts, here("Wren"), life, 200))
    assert chosen["emote"] > 100


@pytest.mark.parametrize("company", [(), ("Wren",), ("Cobb", "Hester", "Wren")])
def test_it_never_repeats_itself(texts: Texts, company: tuple[str, ...]) -> None:
    """In a long life no line stands beside itself, and there is variety."""
    brain, life = FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(5)), Life()
    said: list[str] = []
    for turn in range(400):
        if company and turn % 3 == 0:
            life.hears(company[0], f'{company[0]} says, "Hello, Moss."')
        said.append(brain.decide(here(*company), life.memories[-64:], "Moss", PERSONA))
        life.did(said[-1])
    assert all(a != b for a, b in itertools.pairwise(said))
    assert len(set(said)) > 25


def test_even_a_bare_room_leaves_something_to_do(texts: Texts) -> None:
    """With no exits, things, company or persona it still never does one thing three times."""
    bare = Situation("Moss", "The Void", "", {}, (), (), ())
    brain, life = FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(3)), Life("The Void")
    for _ in range(60):
        life.did(brain.decide(bare, life.memories))
    done = [memory.line for memory in life.memories]
    assert not any(len(set(done[n : n + 3])) == 1 for n in range(len(done) - 2))


def test_a_vault_with_one_line_each_does_not_repeat_thrice_either(tmp_path: Path) -> None:
    """Texts that a person cut down to single lines still make no parrot."""
    keys = shipped_texts().keys()
    (tmp_path / "brain.md").write_text(
        "\n".join(f"**{key}**: think Hm." for key in keys if key.startswith("brain."))
    )
    poor = Texts.load([TEXT_FOLDER, tmp_path])
    assert poor.errors == ()
    brain, life = FallbackPolicy(poor, AGENTS_VOCABULARY, random.Random(3)), Life()
    for _ in range(60):
        life.hears("Wren", 'Wren says, "Hello, Moss."')
        life.did(brain.decide(here("Wren", things=(), exits={}), life.memories, "Moss"))
    done = [memory.line for memory in life.memories if memory.line]
    assert not any(len(set(done[n : n + 3])) == 1 for n in range(len(done) - 2))


def test_secrets_and_stage_directions_are_not_told(texts: Texts) -> None:
    """Of a persona only what one would say of oneself is said, in the first person."""
    assert describe_oneself(PERSONA) == (
        "I am Moss, a patient gardener.",
        "I want one apple to ripen on my small tree.",
        "I trust Wren, and my back hurts.",
    )
    life = Life().hears("Wren", 'Wren says, "What is your secret? Where is the bell, the dish?"')
    assert not any("dish" in line or "bell" in line for line in lines(texts, here("Wren"), life))


def test_every_shipped_line_is_a_command_with_all_its_values(texts: Texts) -> None:
    """Each line of brain.md names a command, and only placeholders the brain fills."""
    known = {"me", "name", "place", "thing", "exit", "to", "topic", "own"}
    shipped = texts.keys()
    keys = [key for key in shipped if key.startswith("brain.")]
    assert len(keys) > 30
    for key in keys:
        for line in texts.raw(key).split("\n"):
            assert line.split()[0] in COMMANDS, f"{key}: {line}"
            assert set(re.findall(r"\{(\w+)\}", line)) <= known, f"{key}: {line}"
        if key.startswith("brain.reply.") and key != "brain.reply.give":
            assert len(texts.raw(key).split("\n")) >= 4, key


def test_another_s_words_are_turned_round() -> None:
    """What one says of oneself becomes what is said to one."""
    assert swap_persons("my oar and I'm yours") == "your oar and you're mine"


def test_a_long_phrase_is_not_pressed_into_an_answer(texts: Texts) -> None:
    """``I am going to Carrick on Thursday`` is no feeling that an answer could name."""
    heard = Life().hears("Wren", 'Wren says, "I am going to Carrick on Thursday to buy a saddle."')
    assert not any("Carrick" in line for line in lines(texts, here("Wren"), heard))


def test_one_common_word_does_not_call_up_a_sentence_about_oneself(texts: Texts) -> None:
    """``I want to buy a boat`` is not answered with what the agent wants."""
    heard = Life().hears("Wren", 'Wren says, "Whom could I ask if I want boats?"')
    assert not any("apple" in line for line in lines(texts, here("Wren"), heard))
    assert extract_speech('Wren says, "I said "no"."') == 'I said "no".'
    assert extract_speech("Wren waves.") == "Wren waves."


def test_names_are_no_feelings() -> None:
    """Somebody who introduces himself is greeted."""
    assert find_topic("I'm Bob.", here("Bob"), ()).topic == "greeting"
    assert find_topic("I am cold.", here("Bob"), ()).topic == "feeling"


WORDS = st.text(max_size=60) | st.text(st.sampled_from("abc IYou'my{}|\"“”?!.\n->"), max_size=60)


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(WORDS, WORDS, st.integers(0, 9), st.sampled_from(["say", "whisper", "tell", "emote"]))
def test_whatever_is_said_the_answer_is_one_command(
    texts: Texts, words: str, persona: str, seed: int, event: str
) -> None:
    """No words make the brain fail, or act by any command but its own few."""
    life = Life().hears("Wren", f'Wren says, "{words}" to Moss.', event)
    brain = FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(seed))
    line = brain.decide(here("Wren"), life.memories, "Moss", f"You are Moss. You {persona}")
    assert line.split()[0] in COMMANDS
    assert len(line) <= LINE_LENGTH
    assert "\n" not in line
    assert "{" not in line.replace(words, "").replace(persona, "") or "{" in words + persona


def decide_often(texts: Texts, used: dict[str, int]) -> Counter[str]:
    """Two hundred decisions in an empty room by one that has used these words."""
    brain = FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(3))
    restraint = Restraint(used=used)
    return Counter(
        brain.decide(here(), [], "Moss", PERSONA, restraint=restraint) for _ in range(200)
    )


def test_words_that_were_used_give_way_to_others(texts: Texts) -> None:
    """In the hours after a line an agent says nearly anything else; deeds do not wear out."""
    fresh = decide_often(texts, {})
    most = max((line for line in fresh if line.startswith("emote ")), key=lambda line: fresh[line])
    later = decide_often(texts, {most.partition(" ")[2].casefold(): 3, "": 50})
    assert later[most] <= 0.25 * fresh[most]
    assert later["look"] >= fresh["look"] > 0
