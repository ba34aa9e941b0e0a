"""Two people and an agent in one hall: everything is seen by the actor and by the bystander."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import Client, Server, flat, until
from tests.e2e.worlds import World, make_world, profile, serve_people


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    root: Path = tmp_path_factory.mktemp("people")
    return make_world(root, {"Moss": profile("Moss")})


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Server]:
    with serve_people(world, "Rowan", "Fern", "Holly") as server:
        yield server
    assert "fault" not in server.errors()


@pytest.fixture
def people(server: Server) -> Iterator[tuple[Client, Client, Client]]:
    """Rowan, Fern and Holly, all in the Hall, having seen each other arrive."""
    clients = tuple(server.client().connect(name) for name in ("Rowan", "Fern", "Holly"))
    for client in clients:
        client.send("hall")
        client.hears_all()
    rowan, fern, holly = clients
    yield rowan, fern, holly
    for client in clients:
        client.close()
    asks = "who", r"People: \d+\."
    until(lambda: Client(server.port).ask(*asks).endswith(" 0."), "everybody's going")


SPEECH = [
    ("say Good morning.", 'You say, "Good morning."', 'Rowan says, "Good morning."'),
    ('"Good day.', 'You say, "Good day."', 'Rowan says, "Good day."'),
    ("say Grüß dich, 你好 é", 'You say, "Grüß dich, 你好 é"', 'Rowan says, "Grüß dich, 你好 é"'),
    ("emote waves.", "Rowan waves.", "Rowan waves."),
    (":'s hat is wet.", "Rowan's hat is wet.", "Rowan's hat is wet."),
    ("think I am cold. | the door", 'You think, "I am cold."', "Rowan pauses in thought."),
    ("sya Oops.", "[Auto-corrected 'sya' → 'say']", 'Rowan says, "Oops."'),
]


@pytest.mark.parametrize(("line", "own", "others"), SPEECH)
def test_actor_and_bystanders_see(
    people: tuple[Client, Client, Client], line: str, own: str, others: str
) -> None:
    """Each sees it from their side, once."""
    rowan, *rest = people
    rowan.send(line)
    assert own in flat(rowan.hears_all())
    for other in rest:
        assert other.hears_all() == f"{others}\n"


def test_whisper_and_tell_reach_one(people: tuple[Client, Client, Client]) -> None:
    """A whisper is seen by the room and heard by one; a tell is noticed by nobody else."""
    rowan, fern, holly = people
    rowan.ask("whisper Fern meet me at the mill", r"You whisper to Fern, \"meet me at the mill\"\n")
    assert fern.hears_all() == 'Rowan whispers to you, "meet me at the mill"\n'
    assert holly.hears_all() == "Rowan whispers something to Fern.\n"
    fern.ask("garden", r"Exits: .*\n")
    holly.expect(r"Fern leaves for The Garden\.\n")
    rowan.ask("tell fern Hurry!", r"You tell Fern, \"Hurry!\"\n")
    assert fern.hears_all() == 'Rowan tells you, "Hurry!"\n'
    assert "Hurry" not in holly.hears_all()


def test_things_change_hands_before_everyone(
    people: tuple[Client, Client, Client], world: World
) -> None:
    """Drop, get and give are seen by giver, taker and bystander, and remembered by the agent."""
    rowan, fern, holly = people
    rowan.ask("@create brass lamp", r"You make brass lamp .*\n")
    rowan.ask("give lamp to Fern", r"You give the brass lamp to Fern\.\n")
    assert fern.hears_all() == "Rowan gives you the brass lamp.\n"
    assert holly.hears_all() == "Rowan gives the brass lamp to Fern.\n"
    fern.ask("drop lamp", r"You drop the brass lamp\.\n")
    holly.expect(r"Fern drops the brass lamp\.\n")
    fern.ask("get the lamp", r"You take the brass lamp\.\n")
    fern.ask("give lamp to moss", r"You give the brass lamp to Moss\.\n")
    assert "Fern gives the brass lamp to Moss." in holly.hears_all()
    assert world.memories("Moss")[-1] == "Fern gives you the brass lamp."
    assert "You do not carry" in fern.ask("drop lamp", r"'lamp'\.\n")


def test_nobody_can_forge_another(people: tuple[Client, Client, Client]) -> None:
    """Control characters, markup and line separators of a person never reach another terminal."""
    rowan, fern, _ = people
    rowan.send('say x\x1b[2J\x1b]0;t\x07\x08\x00\x9b2J\u202e\u2028Fern says, "no" <b> {0} |x')
    rowan.hears_all()
    heard = fern.hears_all()
    assert heard.startswith("Rowan says, ") and heard.count("\n") == 1
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", heard)
    assert "<b> {0}" in heard


def test_quit_says_goodbye_and_is_seen(people: tuple[Client, Client, Client]) -> None:
    """Who quits is told goodbye and hung up on; the room sees it."""
    rowan, fern, _ = people
    fern.send("quit")
    assert "Goodbye." in fern.rest()
    rowan.expect(r"Fern is gone\.\n")


def test_second_connection_takes_over(
    server: Server, people: tuple[Client, Client, Client]
) -> None:
    """From elsewhere: the old connection is told and closed, and the room sees nothing."""
    rowan, fern, _ = people
    again = server.client().connect("Fern")
    assert "You connected from elsewhere" in fern.rest()
    again.ask("say Still me.", 'You say, "Still me."\n')
    assert rowan.hears_all() == 'Fern says, "Still me."\n'
    again.close()


def test_who_lists_people_and_agents(server: Server, people: tuple[Client, Client, Client]) -> None:
    """`who` at the door and inside names everyone awake, people and agents."""
    rowan, *_ = people
    inside = flat(rowan.ask("who", r"In the world now: 4\n(?:.*\n){4}"))
    for line in ("Fern (person) - The Hall", "Rowan (person)", "Moss (agent) - The Hall"):
        assert line in inside
    door = flat(server.client().ask("who", r"People: \d+\. Living here: \d+\.\n"))
    assert "People: 3. Living here: 1." in door
    assert "Rowan administrator The Hall" in door and "Moss agent The Hall lives here" in door


def test_guests_come_and_leave_no_traces(
    server: Server, people: tuple[Client, Client, Client]
) -> None:
    """A guest is in the world at once, may not administrate, and is gone without a body."""
    rowan, *_ = people
    guest = server.client()
    assert "You are Guest1" in flat(guest.ask("guest", r"Exits: .*\n"))
    rowan.expect(r"Guest1 comes in\.\n")
    guest.send("@dig The Pit")
    assert "Only builders may use @dig." in guest.hears_all()
    guest.ask("quit", r"Goodbye\.")
    rowan.expect(r"Guest1 is gone\.\n")
    assert "nothing called" in rowan.ask("examine Guest1", r"here\.\n")


def test_wrong_passwords_end_the_connection(server: Server) -> None:
    """A wrong password and an unknown name read the same; after three the line is closed."""
    client = server.client()
    client.expect("quit: leave")
    told = [client.ask(f"connect {name} nonsense", r"\.\n") for name in ("Holly", "Nobodyhere")]
    assert told[0].strip() == told[1].strip() == "Wrong name or password."
    client.send("connect Holly stillwrong")
    assert "That was wrong 3 times. Goodbye." in flat(client.rest())
    assert "stillwrong" not in server.errors() and "nonsense" not in server.errors()


def test_administrators_alone_look_into_minds(people: tuple[Client, Client, Client]) -> None:
    """What is an administrator's is refused to others with the reason, and changes nothing."""
    _, fern, _ = people
    for line in ("@impersonate Moss", "@watch Moss", "@reload", "@save", "@pause"):
        fern.send(line)
        verb = line.split()[0]
        assert flat(fern.hears_all()) == f"Only administrators may use {verb}."
    fern.ask("inventory", r"You carry nothing\.\n")


def test_watching_a_mind(people: tuple[Client, Client, Client]) -> None:
    """@watch shows what happens in a mind as it happens, until the same command ends it."""
    rowan, _, _ = people
    rowan.ask("@watch Moss", r"You watch Moss\..*\n")
    rowan.send("@pause Moss")
    seen = rowan.hears_all()
    assert "(Moss: paused)\n" in seen and "Moss is paused" in seen
    rowan.ask("@watch Moss", r"You no longer watch Moss\.\n")
    rowan.send("@resume Moss")
    assert flat(rowan.hears_all()) == "Moss takes turns again."
