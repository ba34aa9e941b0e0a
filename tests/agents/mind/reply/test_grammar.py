from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.mind.reply.grammar import write_answer_grammar, write_command_grammar
from agents.mind.reply.reply_parser import clean_reply
from agents.mind.vocabulary import Vocabulary
from tests.agents.models.gbnf import matcher
from tests.examples import choose_count
from tests.vocabulary import AGENTS_VOCABULARY
from tests.world.transcript import Play
from world.boundaries import Situation
from world.commands.table import CommandTable
from world.nature import Nature
from world.verbs.rows import WORLD_COMMANDS

GARDEN = Situation(
    name="Moss",
    place="The Garden",
    description="Roses.",
    exits={"hall": "The Hall", "hill path": "The Hill"},
    occupants=("Fern", "Old Sedge"),
    things=("watering can",),
    carrying=("knife",),
)
ALONE = replace(GARDEN, occupants=(), things=(), carrying=(), exits={})


def accepts(line: str, situation: Situation = GARDEN, **values: object) -> bool:
    vocabulary = values.pop("vocabulary", AGENTS_VOCABULARY)
    grammar = write_command_grammar(situation, vocabulary, **values)  # type: ignore[arg-type]
    return matcher(grammar).fullmatch(line + "\n") is not None


@pytest.mark.parametrize(
    "line",
    [
        "look",
        " look",
        "look Fern",
        "look watering can",
        "examine knife",
        "go hall",
        "go hill path",
        "get watering can",
        "drop knife",
        "give knife to Old Sedge",
        "say The roses are in bloom, Fern.",
        "say Where's the old well?",
        "say Un café à Fécamp!",
        "emote kneels by the roses.",
        "whisper Old Sedge = Keep away from the reeds.",
        "tell Fern Bring the basket.",
        "think The frost is past.",
        "note black spot -> The roses by the wall have it.",
        "recall the old well",
    ],
)
def test_what_is_at_hand_can_be_done(line: str) -> None:
    """Every command can be used on what is here."""
    assert accepts(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "go cellar",
        "look Brindle",
        "get knife",
        "drop watering can",
        "give knife to Brindle",
        "whisper Brindle Are you there?",
        "say no capital letter.",
        "say Hello.",
        "say No end to this",
        "say The roses | they are red.",
        "say The  roses are red.",
        "say The roses ~Fern> say are red.",
        "@shutdown",
        "quit",
        "look\nlook",
        "say " + "A very long speech " + "and so on " * 20 + "that never ends.",
        "emote kneels by the roses. | to weed them.",
    ],
)
def test_nothing_else_can(line: str) -> None:
    """What is not here, not a sentence or not a command is not let through."""
    assert not accepts(line)


def test_alone_nobody_is_spoken_to() -> None:
    """Speech needs somebody who hears it."""
    assert not accepts("say Is anybody here?", ALONE)
    assert not accepts("look Fern", ALONE)
    assert accepts("look", ALONE)
    assert accepts("emote sits down by the water.", ALONE)


@pytest.mark.parametrize(
    "line",
    [
        "look",
        "Go Hall",
        "get watering can",
        "think The frost is past.",
        "emote kneels by the roses.",
        "recall the old well",
    ],
)
def test_the_last_line_is_not_repeated(line: str) -> None:
    """What the agent did last is left out, so that it cannot get stuck."""
    assert not accepts(line, last_line=line)


def test_other_lines_stay_after_the_last() -> None:
    """Only the repeat is left out: other speech, exits and looks stay."""
    assert accepts("say Have you seen the heron?", last_line="say The roses are in bloom.")
    assert accepts("go hill path", last_line="go hall")
    assert accepts("look Fern", last_line="look")


@pytest.mark.parametrize(
    ("line", "recent", "accepted"),
    [
        ("look", ["look", "go hall", "think So it goes."], False),
        ("go hall", ["go hall", "go hill path", "look"], False),
        ("go hall", ["go hall", *["look Fern"] * 6], True),
        ("note pond -> Still full of weed.", ["note well -> Dry as ever.", "look", "look"], False),
        ("note pond -> Still full of weed.", ["note well -> Dry as ever.", *["look"] * 6], True),
        ("think There is frost.", ["think So it goes.", "look"], False),
        ("think There is frost.", ["think So it goes.", "look", "go hall"], True),
        ("emote kneels by it.", ["emote stands up.", "look"], False),
        ("recall the pond", ["recall the well", *["look"] * 5], False),
        ("say Roses like it here.", ["say Do so.", "tell Fern Go.", "say Hm."], False),
        ("whisper Old Sedge = Come here.", ["say Do so.", "tell Fern Go.", "say Hm."], False),
        ("go hall", ["say Do so.", "tell Fern Go.", "say Hm."], True),
        ("say Roses like it here.", ["say Do so.", "look", "say Hm."], True),
    ],
)
def test_what_was_done_lately_is_left_out(line: str, recent: list[str], accepted: bool) -> None:
    """A small model goes in circles that are longer than one line."""
    assert accepts(line, recent=recent[:-1], last_line=recent[-1]) is accepted


def test_speech_may_begin_as_the_last_one_did() -> None:
    """A rule against it makes a small model say "you" and "she" where it means "I"."""
    assert accepts("say I saw 3 boats.", recent=["say I saw it."], last_line="tell Fern I did.")


@pytest.mark.parametrize(
    "words", ["There are 41 steps.", "At 4:20 it was dark.", "It costs 1,140."]
)
def test_speech_has_numbers(words: str) -> None:
    assert accepts(f"say {words}")


def test_only_the_commands_that_may_be_used() -> None:
    """The vocabulary limits what is offered; with nothing left a look remains, or any words."""
    looking, going = (
        Vocabulary([row for row in WORLD_COMMANDS if row.nature is nature])
        for nature in (Nature.SIGHT, Nature.MOVEMENT)
    )
    assert accepts("go hall", vocabulary=going)
    assert not accepts("look", vocabulary=going)
    assert accepts("look", ALONE, vocabulary=looking, last_line="look")
    assert accepts("wait a while.", ALONE, vocabulary=going)


def test_a_reason_may_be_offered() -> None:
    """With `reasons`, a private reason may follow, and need not."""
    assert accepts("go hall | the rain is coming.", reasons=True)
    assert accepts("go hall", reasons=True)


@pytest.mark.parametrize(
    "name", ['Fern "the Quick"', "back\\slash", "Jörð 木", "a]b", "rat’s nest"]
)
def test_names_are_taken_literally(name: str) -> None:
    """Quotes, backslashes and letters of any script stand for themselves."""
    assert accepts(f"look {name}", replace(GARDEN, things=(name,)))


@pytest.mark.parametrize("name", ["a|b", "a\nb", "\x1b[31m", " ", ""])
def test_names_that_cannot_stand_in_a_line_are_left_out(name: str) -> None:
    """A name with a control character or the mark of a reason is not offered."""
    assert not accepts(f"look {name}", replace(GARDEN, things=(name,)))


@given(st.lists(st.text(max_size=12), max_size=3), st.text(max_size=30))
@settings(max_examples=choose_count(40, 100), deadline=None)
def test_every_situation_has_a_grammar(names: list[str], last: str) -> None:
    """Whatever things are called and whatever was done last, the grammar can be read."""
    here = tuple(names)
    situation = Situation("Moss", "x", "y", dict.fromkeys(here, "z"), here, here, here)
    assert matcher(write_command_grammar(situation, AGENTS_VOCABULARY, last_line=last)).fullmatch(
        "emote waits by it.\n"
    )


def garden() -> tuple[Play, Situation]:
    """A world in which Moss the agent has somebody, something and somewhere at hand."""
    play = Play()
    play.character("Moss", "agent", place=play.garden)
    play.character("Fern", "agent", place=play.garden)
    play.thing("watering can", play.garden)
    play.thing("pruning knife", play.who("Moss"))
    here = Situation(
        name="Moss",
        place="The Garden",
        description="Box hedges and bees.",
        exits={"hall": "The Hall", "pond": "The Pond"},
        occupants=("Fern",),
        things=("watering can",),
        carrying=("pruning knife",),
    )
    return play, here


AGENTS_ROWS = CommandTable(WORLD_COMMANDS).for_mind("agent")
OF_THE_WORLD = Vocabulary(row for row in AGENTS_ROWS if row.nature is not Nature.THOUGHT)

GARDEN_LINES = matcher(write_command_grammar(garden()[1], OF_THE_WORLD))


@given(st.from_regex(GARDEN_LINES, fullmatch=True))
@settings(max_examples=choose_count(32, 80), deadline=None, suppress_health_check=list(HealthCheck))
def test_every_line_that_it_lets_through_is_carried_out(line: str) -> None:
    """Whatever the grammar allows, the world does: no refusal, no correction, no error."""
    play, _ = garden()
    outcome = play.perform("Moss", clean_reply(line) or "")
    assert outcome.ok, f"{line!r}: {outcome.text}"
    assert outcome.command == line.split(maxsplit=1)[0]
    assert not play.errors


@pytest.mark.parametrize(
    ("nature", "line", "accepted"),
    [
        (Nature.SPEECH, "say I grow beans here.", True),
        (Nature.SPEECH, "look", False),
        (Nature.SPEECH, "whisper Fern I grow beans here.", False),
        (Nature.PRIVATE_SPEECH, "whisper Fern I grow beans here.", True),
        (Nature.PRIVATE_SPEECH, "say I grow beans here.", False),
        (Nature.DISTANT_SPEECH, "tell Fern I grow beans here.", True),
        (Nature.GESTURE, "say I grow beans here.", True),
    ],
)
def test_an_answer_is_spoken_as_one_was_spoken_to(
    nature: Nature, line: str, accepted: bool
) -> None:
    """What was whispered is answered in a whisper, all else aloud; and never by looking about."""
    allowed = matcher(write_answer_grammar(nature, "Fern", AGENTS_VOCABULARY))
    assert (allowed.fullmatch(line + "\n") is not None) is accepted


def test_what_is_fixed_is_not_taken() -> None:
    situation = replace(ALONE, things=("great lamp", "tin cup"), fixtures=("great lamp",))
    assert accepts("get tin cup", situation) and not accepts("get great lamp", situation)


def test_a_thing_can_be_used_as_its_state_allows() -> None:
    """What the situation names can be done, nothing else; a repeat waits."""
    situation = replace(ALONE, deeds=("light great lamp",), writable=("lamp ledger",))
    assert accepts("light great lamp", situation)
    assert not accepts("douse great lamp", situation) and not accepts("light great lamp", ALONE)
    assert not accepts("light great lamp", situation, recent=["light great lamp", "look"])
    assert accepts("write Lit at six. in lamp ledger", situation)
    assert not accepts("write Lit at six. in tin cup", situation)
    assert not accepts("write Lit at six. in lamp ledger", situation, last_line="write Lit. in it")
    assert not accepts("light great lamp", situation, vocabulary=Vocabulary(()))
