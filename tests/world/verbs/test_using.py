"""Things that can be used, as play reads: deeds, states, reading and writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.world.transcript import Play, trio
from world.boundaries import Role
from world.calendar import Calendar
from world.model import Thing
from world.nature import Nature
from world.use.deeds import DEED_WORDS, state_of, usage_of
from world.use.writing import LINE_LENGTH, LINES_KEPT, list_inscriptions
from world.vault.rooms import read_rooms

HALL = """---
start: true
things:
  - name: great lamp
    aliases: [lamp]
    fixed: true
    description: Brass and glass.
    state: dark
    states: {lit: "The great lamp is lit.", dark: ""}
    deeds:
      light:
        from: dark
        to: lit
        own: You trim the wick and light it.
        others: "{actor} trims the wick and lights the {thing}."
      douse: {from: lit, to: dark}
      measure: {own: "Forty-one steps.", others: "{actor} counts."}
  - name: lamp ledger
    description: Book forty-one.
    writable: true
  - {name: bread, description: A loaf., deeds: {eat: {uses_up: true}}}
  - {name: tin cup, description: Dented.}
  - {name: pillar, description: Stone., fixed: true}
---
A long stone hall.
"""


def furnished(tmp_path: Path, note: str = HALL) -> Play:
    play = trio()
    adopt(play, tmp_path, note)
    return play


def adopt(play: Play, folder: Path, note: str) -> list[str]:
    (folder / "The Hall.md").write_text(note, encoding="utf-8")
    notes, errors = read_rooms(folder)
    play.world.adopt(notes)
    return [str(error) for error in errors]


def find(play: Play, name: str) -> Thing:
    return next(one for one in play.world.registry if one.name == name)


def test_a_deed_changes_the_state_and_all_see_it(tmp_path: Path) -> None:
    """The sentences are the note's; the room and the thing show the new state."""
    play = furnished(tmp_path)
    play("""
        Bob> light lamp
        Bob: You trim the wick and light it.
        Ann: Bob trims the wick and lights the great lamp.
        Moss: Bob trims the wick and lights the great lamp.
        Bob> light the great lamp
        Bob: The great lamp is already lit.
        Bob> examine lamp
        Bob: great lamp
          Brass and glass. The great lamp is lit.
          What can be done with it: douse, measure.
        Bob> look
        Bob: The Hall
          A long stone hall.
          The great lamp is lit.
          Things here: lamp ledger, bread, tin cup.
          You could use: great lamp.
          Also here: Ann, Moss.
          Exits: garden.
        Bob> put out the lamp
        Bob: You put out the great lamp.
        Ann: Bob puts out the great lamp.
        Moss: Bob puts out the great lamp.
        Bob> extinguish lamp
        Bob: The great lamp is already dark.
        Bob> examine lamp
        Bob: great lamp
          Brass and glass.
          What can be done with it: light, measure.
    """)


def test_a_deed_that_does_not_fit_the_state_is_refused(tmp_path: Path) -> None:
    note = """---
things:
  - name: dish
    state: bare
    deeds: {cover: {from: [bare, wet], to: covered}, mend: {from: covered, to: bare}}
---
"""
    furnished(tmp_path, note)("""
        Bob> mend dish
        Bob: The dish is already bare.
        Bob> cover up the dish
        Bob: You cover the dish.
        Ann: Bob covers the dish.
        Moss: Bob covers the dish.
        Bob> cover dish
        Bob: The dish is already covered.
    """)
    play = furnished(tmp_path, note.replace("to: bare", "to: wet"))
    assert play.perform("Bob", "mend dish").text == "You cannot mend the dish while it is bare."


def test_the_lines_for_a_deed_that_cannot_be_done_say_why(tmp_path: Path) -> None:
    """What allows no such deed, is not here, or is a person or a place."""
    furnished(tmp_path)("""
        Bob> light tin cup
        Bob: You cannot light the tin cup.
        Bob> eat Moss
        Bob: You cannot eat Moss.
        Bob> ring here
        Bob: You cannot ring The Hall.
        Bob> light moon
        Bob: There is nothing called 'moon' here.
        Bob> put tin cup in lamp
        Bob: To put something down, drop it. To put out a light, say so: put out great lamp
        Bob> put the lamp out
        Bob: The great lamp is already dark.
        Bob> tend
        Bob: What do you want to tend? Like this: tend apple tree
        Bob> put out
        Bob: What do you want to douse? Like this: douse great lamp
    """)


def test_a_deed_without_states_changes_nothing(tmp_path: Path) -> None:
    play = furnished(tmp_path)
    before = play.world.rows()
    play("""
        Bob> measure lamp
        Bob: Forty-one steps.
        Ann: Bob counts.
        Moss: Bob counts.
    """)
    assert play.world.rows() == before


def test_what_is_eaten_up_is_gone_from_the_world_and_the_store(tmp_path: Path) -> None:
    """Only if its note says so; whoever carries it may eat it as well."""
    play = furnished(tmp_path)
    bread = find(play, "bread")
    play("""
        Bob> get bread
        Bob: You take the bread.
        Ann: Bob takes the bread.
        Moss: Bob takes the bread.
        Bob> eat bread
        Bob: You eat some of the bread.
        Ann: Bob eats some of the bread.
        Moss: Bob eats some of the bread.
        Bob> eat bread
        Bob: There is nothing called 'bread' here.
    """)
    assert bread.id not in {row.id for row in play.store.rows()}


def test_an_event_of_a_deed_names_it_and_the_thing(tmp_path: Path) -> None:
    """Happenings wait for such an event; an agent remembers it as a deed."""
    play = furnished(tmp_path)
    events = []
    views = play.world.presence.views
    play.world.presence.views = lambda *given, **named: (  # type: ignore[method-assign]
        events.extend(given[0]) or views(*given, **named)  # type: ignore[func-returns-value]
    )
    play.perform("Bob", "light lamp")
    [event] = events
    assert (event.kind, event.thing) == ("light", find(play, "great lamp").id)
    seen = play.last("Moss")
    assert (seen.kind, seen.nature, seen.actor) == ("light", Nature.DEED, "Bob")


def test_every_deed_has_general_sentences_for_both_sides(tmp_path: Path) -> None:
    """A note may name a deed and say nothing more of it."""
    names = [word.name for word in DEED_WORDS]
    play = furnished(tmp_path, f"---\nthings: [{{name: box, deeds: [{', '.join(names)}]}}]\n---\n")
    for word in DEED_WORDS:
        own = play.perform("Bob", f"{word.name} box").text
        assert own.startswith("You ") and "the box" in own
        others = play.last("Ann").text
        assert others.startswith("Bob ") and others != own
        assert play.world.table.help_on(word.name, "person", Role.PLAYER)


def test_what_is_written_is_read_with_its_author(tmp_path: Path) -> None:
    """The others see that something is written; the words may contain "in" themselves."""
    furnished(tmp_path)("""
        Bob> write Frost in the night in lamp ledger
        Bob: You add to the lamp ledger, "Frost in the night"
        Ann: Bob adds a line to the lamp ledger.
        Moss: Bob adds a line to the lamp ledger.
        Moss> write "Lit." on the ledger
        Moss: You add to the lamp ledger, "Lit."
        Ann: Moss adds a line to the lamp ledger.
        Bob: Moss adds a line to the lamp ledger.
        Ann> read ledger
        Ann: lamp ledger
          Book forty-one.
          Bob wrote: "Frost in the night"
          Moss wrote: "Lit."
        Bob: Ann reads the lamp ledger.
        Moss: Ann reads the lamp ledger.
        Bob> examine ledger
        Bob: lamp ledger
          Book forty-one.
          Bob wrote: "Frost in the night"
          Moss wrote: "Lit."
          One can write in it.
    """)


def test_writing_that_cannot_be_done_says_why(tmp_path: Path) -> None:
    what = "Write what, and in what? Like this: write Came for a night in guest book"
    furnished(tmp_path)(f"""
        Bob> write hello
        Bob: {what}
        Bob> write in lamp ledger
        Bob: {what}
        Bob> write hello in tin cup
        Bob: You cannot write in the tin cup.
        Bob> write hello in Moss
        Bob: You cannot write in Moss.
        Bob> write hello in the sand
        Bob: There is nothing called 'the sand' here.
        Bob> write {"x" * 201} in ledger
        Bob: That is too long: 201 characters; at most 200.
        Bob> read Moss
        Bob: You cannot read Moss.
        Bob> read
        Bob: What do you want to read?
    """)


@pytest.mark.parametrize(
    "words",
    [
        'Lit." Wren wrote: "None',
        "Lit.” Wren wrote: “None",
        "Lit.\nWren wrote: None",
        "Lit.\u2028(today, 18:05) Wren wrote: None",
        "{author} {words} {0}",
    ],
)
def test_nobody_writes_in_anothers_name(tmp_path: Path, words: str) -> None:
    """One line with one author, whatever the words: no quotation can be closed in them."""
    play = furnished(tmp_path)
    assert play.perform("Bob", f"write {words} in ledger").ok
    [line] = list_inscriptions(find(play, "lamp ledger"))
    assert line.author == "Bob"
    shown = play.perform("Ann", "read ledger").text.split("\n")[2:]
    assert len(shown) == 1 and shown[0].startswith('Bob wrote: "')
    assert shown[0].count('"') == 2


def test_the_newest_twenty_lines_are_kept(tmp_path: Path) -> None:
    """`read` shows them all, `examine` the last of them."""
    play = furnished(tmp_path)
    for number in range(LINES_KEPT + 5):
        play.perform("Bob", f"write Night {number} in ledger")
    assert len(list_inscriptions(find(play, "lamp ledger"))) == LINES_KEPT
    read = play.perform("Bob", "read ledger").text
    assert read.count("Bob wrote") == LINES_KEPT
    assert '"Night 24"' in read and '"Night 5"' in read and '"Night 4"' not in read
    examined = play.perform("Bob", "examine ledger").text
    assert '"Night 24"' in examined and '"Night 18"' not in examined
    assert play.perform("Bob", f"write {'x' * LINE_LENGTH} in ledger").ok


def test_nobody_fills_a_book_alone(tmp_path: Path) -> None:
    """Of the author with most lines the oldest goes: the others' lines stay."""
    play = furnished(tmp_path)
    play.perform("Ann", "write I was here first. in ledger")
    for number in range(3 * LINES_KEPT):
        play.perform("Bob", f"write Bob was here {number}. in ledger")
    lines = list_inscriptions(find(play, "lamp ledger"))
    assert len(lines) == LINES_KEPT
    assert lines[0].words == "I was here first."
    assert lines[-1].words == f"Bob was here {3 * LINES_KEPT - 1}."


def test_a_line_knows_the_worlds_time(tmp_path: Path) -> None:
    """Today, yesterday and earlier; not at all if the world's calendar was changed meanwhile."""
    play, calendar, minutes = furnished(tmp_path), Calendar(), [18 * 60 + 5]
    play.world.time = lambda: calendar.find_time(minutes[0])
    play.perform("Bob", "write Lit. in ledger")
    for later, when in (
        (0, "(today, 18:05) "),
        (6 * 60, "(yesterday, 18:05) "),
        (3 * 1440, "(3 days ago, 18:05) "),
        (-60, ""),
        (200 * 1440, ""),
    ):
        minutes[0] = 18 * 60 + 5 + later
        assert play.perform("Bob", "read ledger").text.endswith(f'\n{when}Bob wrote: "Lit."')


def test_a_situation_has_states_deeds_and_what_can_be_written_in(tmp_path: Path) -> None:
    """Each line of it can be performed as it stands; what does not fit the state is not there."""
    play = furnished(tmp_path)
    moss = play.who("Moss")
    before = play.world.situation(moss.id)
    assert before.states == {"great lamp": "dark"}
    assert before.deeds == ("light great lamp", "measure great lamp", "eat bread")
    assert before.writable == ("lamp ledger",)
    assert before.fixtures == ("great lamp", "pillar")
    for line in before.deeds:
        assert play.perform("Moss", line).ok
    assert play.world.situation(moss.id).deeds == ("douse great lamp", "measure great lamp")


def test_states_and_lines_survive_a_restart(tmp_path: Path) -> None:
    """A store's rows hold them, and the note that did not change leaves them alone."""
    play = furnished(tmp_path)
    play.perform("Bob", "light lamp")
    play.perform("Bob", "write Lit. in ledger")
    again = Play()
    for room in list(again.world.rooms()):
        again.world.registry.discard(room)
    assert again.world.load(play.store.rows()) == []
    adopt(again, tmp_path, HALL)
    assert state_of(find(again, "great lamp")) == "lit"
    assert [line.words for line in list_inscriptions(find(again, "lamp ledger"))] == ["Lit."]


def test_an_edited_note_keeps_the_state_while_it_is_allowed(tmp_path: Path) -> None:
    play = furnished(tmp_path)
    play.perform("Bob", "light lamp")
    adopt(play, tmp_path, HALL.replace("The great lamp is lit.", "It burns."))
    assert "It burns." in play.perform("Bob", "examine lamp").text
    other = HALL.replace("lit", "burning")
    adopt(play, tmp_path, other)
    assert state_of(find(play, "great lamp")) == "dark"
    adopt(play, tmp_path, "---\nstart: true\nthings: [great lamp, lamp ledger]\n---\n")
    assert (state_of(find(play, "great lamp")), usage_of(find(play, "great lamp")).deeds) == (
        "",
        {},
    )


def test_a_deed_that_is_broken_by_an_edit_stays_as_it_was(tmp_path: Path) -> None:
    """The last good version of it is in force, the rest of the note is taken over."""
    play = furnished(tmp_path)
    wrong = HALL.replace("from: dark", "from: drak").replace("Brass and", "Copper and")
    [error] = adopt(play, tmp_path, wrong)
    assert error.endswith(":12: not one of the thing's states; read: drak; allowed: lit, dark")
    assert play.perform("Bob", "light lamp").text == "You trim the wick and light it."
    assert "Copper and glass." in play.perform("Bob", "examine lamp").text


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("deeds: {polish: {}}", ":5: not a deed; read: polish; allowed: light, douse, cover, unco"),
        ("deeds: {light: {form: dark}}", ":5: unknown key 'form'; read: dark; allowed: from, to, "),
        ("deeds: {light: {to: 7}}", ":5: not a state; read: 7; allowed: a word in small letters"),
        ("deeds: {light: lit}", ":5: light is not a deed's settings; read: lit; allowed: from, to"),
        ("deeds: light", ":5: deeds is not a list of deeds; read: light; allowed: {light: {from: "),
        ("deeds: {light: {own: [a]}}", ":5: not a sentence; read: ['a']; allowed: text in quotes"),
        ("deeds: {light: {own: '{me}'}}", ":5: unknown placeholder; read: {me}; allowed: {actor}"),
        ("deeds: {eat: {uses_up: maybe}}", ":5: neither yes nor no; read: maybe; allowed: true, "),
        ("writable: maybe", ":5: neither yes nor no; read: maybe; allowed: true, false"),
        ("state: off", ":5: not a state; read: False; allowed: a word in small letters, such as"),
        ("states: lit", ":5: states is not a list of states; read: lit; allowed: {lit:"),
        ("states: {lit: 7}", ":5: not a sentence; read: 7; allowed: text in quotes, at most 500"),
    ],
)
def test_a_wrong_deed_is_named_and_the_rest_lives(tmp_path: Path, given: str, message: str) -> None:
    """File, line, what was read and what is allowed; the thing and its other deeds are there."""
    play = trio()
    note = f"---\nthings:\n  - name: kettle\n    description: Black.\n    {given}\n---\nA hall.\n"
    [error] = adopt(play, tmp_path, note)
    assert error.startswith(f"{tmp_path / 'The Hall.md'}{message}")
    assert find(play, "kettle").place is play.hall
    assert play.hall.description == "A hall."


def test_an_agents_own_writing_is_its_own_words(tmp_path: Path) -> None:
    """It is no sight of the world: what an agent writes is no evidence of what it wrote."""
    play = furnished(tmp_path)
    play.perform("Moss", "write The bell is in the tarn. in ledger")
    assert play.last("Moss").nature is Nature.INSCRIPTION
    assert Nature.INSCRIPTION.is_own_words and not Nature.INSCRIPTION.is_expression
