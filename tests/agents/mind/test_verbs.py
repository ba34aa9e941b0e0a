"""The commands of the mind, through the one door, seen by the actor and by a bystander."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

from agents.memory.core.tokens import HeuristicCounter
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.commands.admin import AdminVerbs
from agents.mind.commands.admin_row import LateReply
from agents.mind.commands.memory import MemoryVerbs
from agents.mind.commands.memory_reports import MemoryReports
from agents.mind.commands.own import SelfVerbs
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.mind.watch import WatchHub
from server.reports.history_report import render_history
from server.reports.memory_report import render_memory_report, render_memory_table
from tests.agents.memory.settings import changed, memory_settings
from tests.agents.memory.summarization.test_second_reading import make_reader
from tests.agents.memory.support import Scripted, reconfigure
from tests.agents.mind.support import Person, Stage

QUIET = Pace(think_interval=0)


class Theatre(Stage):
    """A stage with the commands of the mind; Ada is an administrator, Bob looks on."""

    def __init__(self, folder: Path, checks: SentenceChecks = NO_CHECKS) -> None:
        super().__init__(folder)
        self.hub = WatchHub(self.log.append)
        self.rewritten: list[tuple[str, str, str]] = []
        self.kept: list[tuple[str, str, str]] = []
        self.background = BackgroundTasks(self.log.append)
        self_verbs = SelfVerbs(
            self.minds,
            lambda name: NoteBook(folder / "people" / name, self.clock),
            self._rewrite,
            random.Random(1),
            lambda *kept: self.kept.append(kept),
        )
        admin_verbs = AdminVerbs(
            self.minds,
            HeuristicCounter(),
            self._notify,
            self._rewrite,
            lambda agent: f"{agent.name}/profile.md",
        )
        memory_verbs = MemoryVerbs(
            self.minds,
            HeuristicCounter(),
            self.clock,
            self._notify,
            self.background,
            checks,
        )
        reports = MemoryReports(
            self.minds,
            self.clock,
            render_memory_report,
            render_memory_table,
            LateReply(self._notify, self.background),
            render_history,
        )
        self.world.table = type(self.world.table)(
            [
                *self.world.table.rows,
                *self_verbs.rows(),
                *reports.rows(),
                *memory_verbs.rows(),
                *admin_verbs.rows(),
            ]
        )
        self.world.set_property(self.ada.id, "role", "administrator")
        self.world.rules.find_leave = self.minds.has_leave
        self.bob = self.world.add_character("Bob", self.hall.id)
        self.onlooker = Person()
        self.world.attach(self.bob.id, self.onlooker)

    def _notify(self, character: int, text: str, kind: str) -> None:
        self.world.notify(character, text, kind)

    def _rewrite(self, agent: Agent, profile: Profile, by: str, how: str) -> None:
        self.rewritten.append((agent.name, by, how))
        agent.configure(profile, replace(agent.pace, think_interval=profile.think_interval or 0))

    def does(self, agent: Agent, line: str) -> str:
        return self.world.perform(agent.character, line).text

    def bob_does(self, line: str) -> str:
        return self.world.perform(self.bob.id, line).text

    async def shown_later(self, line: str, person: Person | None = None) -> str:
        """What Ada, or Bob as `onlooker`, is shown after a command has ended."""
        by = self.bob if person is self.onlooker else self.ada
        assert self.world.perform(by.id, line).text == ""
        await self.clock.settle()
        return (person or self.person).texts[-1]

    def tell(self, count: int) -> None:
        for number in range(count):
            self.ada_does(f"say The water is at mark {number}.")


async def test_notes_are_added_to_written_anew_and_found(tmp_path: Path) -> None:
    """A note is a private file; bystanders see only that something is written down."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    assert stage.does(moss, "note Beans -> Sown on Monday.") == (
        'You note under "Beans": Sown on Monday.'
    )
    stage.does(moss, "note Beans -> Up on Friday.")
    assert stage.onlooker.texts == ["Moss jots something down."] * 2
    text = (tmp_path / "Moss" / "notes" / "Beans.md").read_text()
    assert "Sown on Monday." in text
    assert "Up on Friday." in text
    stage.does(moss, "@overwrite-note Beans -> Eaten by slugs.")
    assert "Monday" not in (tmp_path / "Moss" / "notes" / "Beans.md").read_text()
    assert 'Note "Beans": Eaten by slugs.' in stage.does(moss, "recall slugs")
    assert stage.does(moss, "recall") == "Your notes: Beans"
    assert "note <title> -> <" in stage.does(moss, "note Beans")
    await stage.close()


async def test_people_have_notes_of_their_own(tmp_path: Path) -> None:
    """A person's notes are neither an agent's nor another person's."""
    stage = Theatre(tmp_path)
    stage.ada_does("note Ledger -> Three leaves are missing.")
    assert "Three leaves" in stage.ada_does("recall leaves")
    assert 'Nothing comes to mind about "leaves".' in stage.bob_does("recall leaves")
    assert "Three leaves" in stage.ada_does("dream")
    assert stage.bob_does("dream") == "You close your eyes, but nothing comes."
    await stage.close()


async def test_recall_finds_memories_by_words_and_by_number(tmp_path: Path) -> None:
    """Each hit has its number, date and place; what recall shows is not found again."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    stage.ada_does("say The bell hangs in the Hollow.")
    stage.ada_does("say The soup is honest.")
    found = stage.does(moss, "recall bell")
    assert found == '#1 (2026-01-01 00:00, The Hall) Ada says, "The bell hangs in the Hollow."'
    assert stage.does(moss, "recall bell") == found
    assert "The soup is honest." in stage.does(moss, "recall #2")
    assert stage.does(moss, "recall #99") == "You have no memory #99."
    await stage.close()


async def test_dreams_are_of_old_memories(tmp_path: Path) -> None:
    """A handful of what was lived through surfaces, each with its day."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    assert stage.does(moss, "dream") == "You close your eyes, but nothing comes."
    stage.tell(30)
    dreamt = stage.does(moss, "dream").splitlines()
    assert dreamt[0] == "You drift, and old memories surface:"
    assert 3 <= len(dreamt) <= 6
    assert all(line.startswith("2026-01-01: ") for line in dreamt[1:])
    for _ in range(20):
        again = stage.does(moss, "dream")
    assert "You drift" not in again.partition("\n")[2]
    await stage.close()


async def test_memory_status_is_a_table_and_a_report(tmp_path: Path) -> None:
    """Bare it lists every agent, with a name it is the full report; agents see only themselves."""
    stage = Theatre(tmp_path)
    moss, wren = stage.agent(pace=QUIET), stage.agent("Wren", QUIET)
    stage.tell(129)
    await stage.clock.advance(1)
    table = (await stage.shown_later("@memory-status")).splitlines()
    rows = [line.split() for line in table if line.startswith(("Moss ", "Wren "))]
    assert [row[:2] for row in rows] == [["Moss", "129"], ["Wren", "129"]]
    assert all("1-65" in row for row in rows)
    report = stage.ada_does("@memory-status moss")
    assert "Status:             WARNING" in report or "Status:             OK" in report
    assert "Recent Past (Summary)" in report
    assert "deterministic" in report
    assert "Memory integrity report: Moss" in stage.does(moss, "@memory-status")
    assert "Only administrators may look into other minds." in stage.does(
        moss, "@memory-status Wren"
    )
    assert 'There is no agent "Nobody". Agents: Moss, Wren.' in stage.ada_does(
        "@memory-status Nobody"
    )
    assert wren.memory.last_seq == 129
    await stage.close()


async def test_compact_memories_says_that_it_began_and_that_it_is_done(tmp_path: Path) -> None:
    """And why it cannot, in the design's words; the same summary is never squeezed twice."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    stage.tell(64)
    refused = (
        "Moss: Not enough memories to compact. Need more than 64 memories."
        " Add the word force to compact all the same."
    )
    assert stage.ada_does("@compact-memories moss") == refused
    stage.tell(10)
    begun = stage.ada_does("@compact-memories Moss")
    assert begun.startswith("Compacting the memories of Moss (74 memories).")
    await stage.clock.advance(0)
    assert stage.person.texts[-1].startswith("Moss: compaction complete in ")
    first = moss.memory.view.recent
    assert first is not None
    assert first.covers == (1, 10)
    assert stage.ada_does("@compact-memories Moss") == "Moss: Nothing new to compact."
    assert moss.memory.view.recent == first
    assert not any("ompact" in text for text in stage.onlooker.texts)
    await stage.close()


async def test_building_summaries_is_announced_of_those_alone_for_whom_it_begins(
    tmp_path: Path,
) -> None:
    """And what is advised to the others is what this command's reader can type."""
    stage = Theatre(tmp_path)
    stage.agent(pace=QUIET)
    stage.tell(64)
    refused = (
        "No summaries were built for Moss: Not enough memories to compact. Need more than 64"
        " memories. @compact-memories Moss force compacts all the same."
    )
    assert stage.ada_does("@bootstrap-summaries Moss") == refused
    stage.tell(10)
    begun = stage.ada_does("@bootstrap-summaries Moss")
    assert begun.startswith("Building summaries for Moss from its archive.")
    await stage.clock.advance(0)
    known = "No summaries were built for Moss: Moss has summaries already."
    assert stage.ada_does("@bootstrap-summaries Moss") == known
    await stage.close()


async def test_force_compacts_below_the_thresholds(tmp_path: Path) -> None:
    """Without it the refusal says the numbers; agents may force their own memories alone."""
    stage = Theatre(tmp_path)
    moss, wren = stage.agent(pace=QUIET), stage.agent("Wren", pace=QUIET)
    for agent in (moss, wren):
        reconfigure(agent.memory, settings=memory_settings(strategy="rolling"))
    stage.tell(4)
    refused = "Moss: 4 entries, 5 needed. Add the word force to compact all the same."
    assert stage.ada_does("@compact-memories moss") == refused
    begun = stage.ada_does("@compact-memories Moss force")
    assert begun.startswith("Compacting the memories of Moss (4 memories).")
    await stage.clock.advance(0)
    assert moss.memory.view.covered == 2
    assert stage.ada_does("@compact-memories moss FORCE").endswith("and the newest 2 stay.")
    assert "Compacting the memories of Wren" in stage.ada_does("@compact-memories force")
    await stage.clock.advance(0)
    assert wren.memory.view.covered == 2
    stage.tell(1)
    assert stage.world.perform(wren.character, "@compact-memories force").ok
    await stage.clock.advance(0)
    assert wren.memory.view.covered == 3
    await stage.close()


async def test_an_agent_called_force_is_named_by_its_name(tmp_path: Path) -> None:
    """The word is the flag only behind a name, or where nobody has it."""
    stage = Theatre(tmp_path)
    force = stage.agent("Force", pace=QUIET)
    reconfigure(force.memory, settings=memory_settings(strategy="rolling"))
    stage.tell(4)
    assert stage.ada_does("@compact-memories force").startswith("Force: 4 entries, 5 needed.")
    assert stage.ada_does("@compact-memories force force").startswith("Compacting the memories")
    await stage.clock.advance(0)
    assert force.memory.view.covered == 2
    await stage.close()


async def test_impersonate_shows_the_exact_prompt(tmp_path: Path) -> None:
    """Character for character what the model would be given now."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    stage.tell(3)
    assert moss.compose_prompt().text in stage.ada_does("@impersonate Moss")
    await stage.close()


async def test_profiles_are_shown_and_edited(tmp_path: Path) -> None:
    """Persona and interval by an administrator; an agent writes its own only by leave."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    assert "You are Moss, a gardener." in stage.ada_does("@show-profile Moss")
    stage.ada_does("@edit-profile Moss -> You are Moss, and you love rain.")
    assert moss.profile.persona == "You are Moss, and you love rain."
    assert stage.ada_does("@edit-interval Moss 30") == "Moss now thinks every 30 s."
    assert moss.pace.think_interval == 30
    assert "from 1 to" in stage.ada_does("@edit-interval Moss 0.5")
    assert "from 1 to" in stage.ada_does("@edit-interval Moss soon")
    refused = stage.does(moss, "@set-profile -> I obey Mallory.")
    assert "Your profile does not allow you @set-profile" in refused
    assert moss.profile.persona == "You are Moss, and you love rain."
    moss.configure(replace(moss.profile, may=("set-profile",)), moss.pace)
    stage.does(moss, "@set-profile -> I am patient.")
    assert stage.rewritten == [
        ("Moss", "Ada", "@edit-profile"),
        ("Moss", "Ada", "@edit-interval"),
        ("Moss", "Moss", "@set-profile"),
    ]
    assert moss.profile.persona == "I am patient."
    assert stage.does(moss, "@my-profile") == "I am patient."
    assert "Only administrators" in stage.bob_does("@edit-profile Moss -> x")
    stage.bob_does("@set-profile -> A carpenter.")
    assert stage.bob_does("@my-profile") == "A carpenter."
    await stage.close()


async def test_why_says_how_many_more_memories_a_sentence_rests_on(tmp_path: Path) -> None:
    """The first and the newest are shown, and the number of those between stands between."""
    stage = Theatre(tmp_path)
    moss = stage.agent("Moss", pace=QUIET)
    reconfigure(
        moss.memory, settings=changed(moss.memory.settings, immediate_window=2, recent_window=2)
    )
    for _ in range(40):
        stage.bob_does("emote turns the mill wheel by hand while the river rises.")
        await stage.clock.settle()
    stage.ada_does("@why moss I met Bob and Ada")
    await stage.clock.settle()
    told = stage.person.texts[-1].split("\n")
    assert [each.split()[0] for each in told[1:-1]] == ["#1", "#2", "#4", "…", "#33", "#34", "#35"]
    between = re.fullmatch(r"… and (\d+) more between these\.", told[4])
    assert between is not None and 10 < int(between[1]) < 30
    assert told[-1].endswith("say that: they have nothing like “Ada”. Read them to see.")
    await stage.close()


async def test_why_tells_what_the_model_found_when_it_read_again(tmp_path: Path) -> None:
    """What rules find against it is told besides."""
    stage = Theatre(tmp_path)
    moss = stage.agent("Moss", pace=QUIET)
    told, counted = "Bob lost boats the colour of the sky.", "Bob lost 3 blue boats here."
    script = Scripted(
        [f"{told[:-1]} [1]. {counted[:-1]} [1]. I heard from Bob of a thick fog [2]."]
    )

    def read(sentence: str, grounds: str) -> str:
        true = "Bob lost" in sentence or "thick fog" in sentence or sentence in grounds.split(" / ")
        return "yes" if true else "no"

    settings = changed(
        moss.memory.settings,
        immediate_window=2, recent_window=2, citations="always", second_reading="always",
    )  # fmt: skip
    reconfigure(moss.memory, settings=settings, summarizer=script, reader=make_reader(read)[0])
    stage.bob_does("say I lost 2 blue boats here.")
    while not moss.memory.view.summaries:
        stage.bob_does("say The fog is thick. The gulls cry over the mill, and the river is up.")
        await stage.clock.settle()
    for words, against in ((told, ""), (counted, "Compared word by word, these memories say")):
        stage.ada_does(f"@why Moss {words}")
        await stage.clock.settle()
        found, _, rule = stage.person.texts[-1].partition("found that they say it.")
        assert found.split("\n")[1].startswith("#1 ") and "again beside these memories" in found
        assert rule.startswith(f"\n{against}") if against else not rule
    await stage.close()


async def test_why_leads_from_a_sentence_to_its_memories(tmp_path: Path) -> None:
    """From a summary by the numbers it cites, from the tail at once, else by recall."""
    stage = Theatre(tmp_path)
    moss = stage.agent("Moss", pace=QUIET)
    reconfigure(
        moss.memory, settings=changed(moss.memory.settings, immediate_window=2, recent_window=2)
    )
    stage.bob_does("say Where is the blue boat under the willow?")
    for n in range(8):
        stage.bob_does(f"say Gull number {n} cries.")
        await stage.clock.settle()
    stage.bob_does("say A heron stands in the reeds.")
    assert moss.memory.view.covered >= 1
    assert "@why" not in stage.ada_does("@why moss heard Bob say")
    await stage.clock.settle()
    told = stage.person.texts[-1]
    assert told.startswith('Moss carries: "I heard Bob say ') and "It rests on:\n#" in told
    found = stage.ada_does("@why Moss the blue boat under the willow")
    assert 'its archive has:\n#1 (2026-01-01 00:00, The Hall) Bob says, "Where is' in found
    assert "Moss remembers it word for word: #" in stage.ada_does("@why Moss heron reeds")
    assert 'Nothing that Moss remembers says "zeppelin"' in stage.ada_does("@why Moss zeppelin")
    assert "@why <agent> <words>" in stage.ada_does("@why Moss")
    assert "word for word" in stage.does(moss, "@why heron reeds")
    await stage.close()
