"""Who is told that something cannot be written, and how often."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

from agents.boundaries import StorageTrouble
from agents.event_line import EventLine
from agents.mind.background_tasks import BackgroundTasks
from server.reload import Reloader
from server.storage.alerts import StorageAlerts
from server.verbs import ServerVerbs
from tests.agents.mind.support import TEXTS, Person, Stage
from world.realm import ROLE

FULL = "No space left on device"


def begin(owner: str, reason: str = FULL) -> StorageTrouble:
    what = f"/vault/{owner}'s archive cannot be written: {reason}"
    return StorageTrouble("archive", owner, reason, what)


def end(owner: str, saved: int = 0, lost: int = 0) -> StorageTrouble:
    return StorageTrouble("archive", owner, "", saved=saved, lost=lost)


class Town:
    """Ada is an administrator, Bob is not, and Moss is an agent."""

    def __init__(self, folder: Path) -> None:
        self.stage = Stage(folder)
        self.world = self.stage.world
        self.world.set_property(self.stage.ada.id, ROLE, "administrator")
        self.bob = Person()
        self.world.attach(self.world.add_character("Bob").id, self.bob)
        self.moss = self.stage.agent()
        self.logged: list[str] = []
        self.alerts = StorageAlerts(self.world, self.logged.append)

    def told(self) -> list[str]:
        """What Ada was told since the last call; nobody else is told anything."""
        assert self.bob.texts == [] and self.moss.memory.last_seq == 0
        texts, self.stage.person.seen = self.stage.person.texts, []
        return texts


async def test_the_trouble_of_an_agent_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.alerts(begin("Moss"))
    town.alerts(begin("Wren"))
    town.told()
    town.alerts.forget("Moss")
    town.alerts(end("Wren", 2))
    (line,) = town.told()
    assert "2" in line
    town.alerts.greet(town.stage.ada.id)
    assert town.told() == []


async def test_one_full_disk_is_one_trouble(tmp_path: Path) -> None:
    """However many archives are on it; at its end the counts are added up."""
    town = Town(tmp_path)
    for owner in ("Moss", "Fern", "Moss"):
        town.alerts(begin(owner))
    (line,) = town.told()
    assert line.startswith("Storage trouble: /vault/Moss's archive cannot be written: No space")
    town.alerts(begin("Wren", "Read-only file system"))
    assert "Read-only" in town.told()[0]
    town.alerts(end("Moss", 3, 1))
    assert town.told() == []
    town.alerts(end("Fern", 4))
    (line,) = town.told()
    assert f"(the trouble was: {FULL})" in line and "on disk now: 7; lost: 1." in line
    town.alerts(end("Fern", 4))
    assert town.told() == []
    town.alerts(begin("Moss"))
    assert len(town.told()) == 1


async def test_the_log_has_each_trouble_and_its_end(tmp_path: Path) -> None:
    """Also where nobody is there to hear of it."""
    town = Town(tmp_path)
    town.world.detach(town.stage.ada.id, town.stage.person)
    town.alerts(begin("Moss"))
    town.alerts(begin("Fern"))
    town.alerts(end("Moss"))
    town.alerts(end("Fern", 4))
    begun, ended = cast(list[EventLine], town.logged)
    assert begun.startswith("[Storage] Storage trouble: /vault/Moss's archive cannot be written")
    assert (begun.event, begun.level) == ("storage.fails", "error")
    assert ended.startswith("[Storage] Storage works again") and ended.event == "storage.works"
    assert ended.fields["reason"] == FULL


async def test_who_comes_in_meanwhile_hears_of_both(tmp_path: Path) -> None:
    town = Town(tmp_path)
    ada, person = town.stage.ada.id, town.stage.person
    town.world.detach(ada, person)
    town.alerts(begin("Moss"))
    town.world.attach(ada, person)
    town.alerts.greet(ada)
    town.alerts(end("Moss", 1))
    assert len(town.told()) == 2


async def test_who_has_not_heard_of_a_trouble_hears_nothing_of_its_end(tmp_path: Path) -> None:
    """Somebody who became an administrator meanwhile would not know what works again."""
    town = Town(tmp_path)
    town.alerts(begin("Moss"))
    bob = town.world.find_character("Bob")
    assert bob is not None
    town.world.set_property(bob.id, ROLE, "administrator")
    town.alerts(end("Moss", 1))
    assert len(town.told()) == 2


async def test_the_files_beside_the_archives_are_another_trouble(tmp_path: Path) -> None:
    """Nothing that was lived through depends on them, and that is what is said."""
    town = Town(tmp_path)
    town.alerts(StorageTrouble("files", "Moss", FULL, f"Moss: the files cannot be written: {FULL}"))
    (line,) = town.told()
    assert "made from the archive" in line and FULL in line
    town.alerts(begin("Moss"))
    assert "kept in memory" in town.told()[0]
    town.alerts(end("Moss", 2))
    assert "on disk now: 2" in town.told()[0]
    town.alerts(StorageTrouble("files", "Moss", ""))
    assert "files of summaries and journal are written" in town.told()[0]


async def test_an_administrator_who_comes_in_is_told(tmp_path: Path) -> None:
    """Of each trouble that lasts; others are not."""
    town = Town(tmp_path)
    town.alerts.greet(town.stage.ada.id)
    assert town.told() == []
    town.alerts(begin("Moss"))
    town.alerts(begin("Fern"))
    town.told()
    for each in town.world.characters():
        town.alerts.greet(each.id)
    assert len(town.told()) == 1


async def test_a_stop_tries_again_only_where_there_is_trouble(tmp_path: Path) -> None:
    """Whatever is wrong then, with the saving itself too, the stop goes on."""
    town, saved = Town(tmp_path), list[str]()

    async def save() -> list[str]:
        saved.append("again")
        return ["Moss is not on disk"]

    async def fail() -> list[str]:
        raise RuntimeError("a defect")

    await town.alerts.tell_unsaved(save)
    assert saved == []
    town.alerts(begin("Moss"))
    town.told()
    await town.alerts.tell_unsaved(save)
    assert saved == ["again"] and "Moss is not on disk" in town.told()[0]
    await town.alerts.tell_unsaved(fail)
    assert "a defect" in town.told()[0]


class Saving:
    """Saves with these results."""

    def __init__(self, wrong: list[str], lost: str) -> None:
        self.wrong = wrong
        self.lost = lost

    async def save(self) -> list[str]:
        return self.wrong

    def describe_losses(self) -> str:
        return self.lost


async def test_saving_tells_the_truth(tmp_path: Path) -> None:
    """What is not on disk, each with its cause; what was lost before; else that all is there."""
    for wrong, lost, lines in (
        ([], "", ["Saved: everything that happened is on disk."]),
        (["a is full", "b is full"], "", ["Not saved: a is full", "Not saved: b is full"]),
        ([], "3 experiences of Moss", ["lost while the disk could not be written: 3 experiences"]),
    ):
        told: list[str] = []
        background = BackgroundTasks(print)
        verbs = ServerVerbs(
            TEXTS,
            lambda wrong=wrong, lost=lost: cast(Reloader, Saving(wrong, lost)),  # type: ignore[misc]
            describe_settings=str,
            upgrade=print,
            notify=lambda character, text, kind, told=told: told.append(text),  # type: ignore[misc]
            background=background,
        )
        stage = Stage(tmp_path, [row for row in verbs.rows() if row.name == "@save"])
        stage.world.set_property(stage.ada.id, ROLE, "administrator")
        stage.world.perform(stage.ada.id, "@save")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(told) == len(lines)
        assert all(line in text for line, text in zip(lines, told, strict=True))
