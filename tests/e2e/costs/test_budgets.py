"""What one visitor uses up is counted by the running server, across connections."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import until, write
from tests.e2e.worlds import CLOSED_HALL, come_and_be_greeted, make_world, profile

#: So little comes back in an hour that no machine is slow enough to have it back.
SETTINGS = (
    "limits: {commands_per_second: 0, burst: 0}\n"
    "budgets: {recorded_bytes_per_hour: 2000, kept_bytes_per_hour: 1000, address_factor: 1}\n"
)


def test_a_guest_who_talks_too_much_is_refused_whatever_the_connection(tmp_path: Path) -> None:
    """Others go on in peace: a refusal costs the guest alone, and the next guest as well."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    write(world.config / "server.yaml", SETTINGS)
    notes = world.vault / "people" / "Bea" / "notes"
    for number in range(200):
        write(notes / f"Note {number}.md", f"Words about the {number}th thing.\n")
    with world.server() as server:
        server.client().create("Ada").close()
        bea = server.client().create("Bea")
        guest = server.client()
        guest.ask("guest", r"Exits?: .*\n")
        guest.send(*(f"say line {number}" for number in range(40)))
        guest.expect(r"The agents here have much of you to remember\.\s+You\s+can\s+go\s+on\s+in")
        bea.expect('says, "line 3"')
        guest.close()
        again = server.client()
        again.ask("guest", r"Exits?: .*\n")
        again.ask("say hello", "The agents here have much of you to remember")
        assert "27th thing" in bea.ask("recall 27th", r"27th thing.*\n")
        bea.ask(f"note Big -> {'x' * 990}", "Big")
        assert (notes / "Big.md").exists()
        bea.ask(f"note Bigger -> {'x' * 990}", "You have used up your share of what is kept")
        assert not (notes / "Bigger.md").exists()


def test_a_person_has_so_many_answers_of_agents_in_an_hour(tmp_path: Path) -> None:
    """The agent still hears; whoever asks too much is told so."""
    rules = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"
    pace = "**reply_delay**: 0\n**jitter**: 0\n**turns_per_minute**: 0\n"
    notes = {"config/agents.md": pace, **CLOSED_HALL}
    world = make_world(tmp_path, {"Moss": profile("Moss", interval=3600)}, rules, notes)
    write(world.config / "server.yaml", "budgets: {answers_per_hour: 1}\n")
    with world.server() as server:
        # Words that come while an answer is owed cost nothing: each is answered before the next.
        ada = come_and_be_greeted(world, server, "Ada", "Moss")
        ada.hears_all()
        ada.ask("say Moss, good day.", r"Moss .*\n")

        def is_refused() -> bool:
            ada.ask("say Moss, how are you?", 'You say, "Moss, how are you')
            return "You have used up your share of the agents' answers" in ada.hears_all()

        until(is_refused, "a refusal")
        server.stop()
    assert any("how are you" in each for each in world.memories("Moss"))
