"""What commands cost is charged to who gives them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from twisted.internet.task import Clock

from config.budgets import BudgetSettings
from server.boundaries import Account, Role
from server.budgets.budgets import Budgets
from server.budgets.meter import Meter, Payer, make_agent_payer, make_payer
from tests.texts import shipped_texts
from world.boundaries import MindKind, Perception
from world.commands.table import CommandTable
from world.costs.cost import MEMORY_OVERHEAD, CostKind
from world.realm import ROLE
from world.stores import MemoryStore
from world.verbs.rows import WORLD_COMMANDS
from world.world import World

TEXTS = shipped_texts()
NONE = BudgetSettings(**{each.name: 0 for each in fields(BudgetSettings)})


class Ear:
    """A mind that keeps what it perceives."""

    def __init__(self, kind: MindKind) -> None:
        self.kind: MindKind = kind
        self.heard: list[Perception] = []

    def perceive(self, perception: Perception) -> None:
        self.heard.append(perception)


def _count_calls(asked: list[None]) -> Callable[[], float]:
    """Return a clock that stands still and notes in `asked` whenever it is read."""

    def read() -> float:
        asked.append(None)
        return 0.0

    return read


class Hall:
    """A hall with Ada and Bea, who are people, and Moss, who is an agent.

    The people may use the commands that build, and pay for it as if they were no administrators.
    """

    def __init__(self, **settings: float) -> None:
        self.clock, self.used = Clock(), 0.0
        self.world = World(CommandTable(WORLD_COMMANDS), TEXTS, MemoryStore(), on_error=print)
        self.hall = self.world.create_room("The Hall")
        self.world.create_room("The Cellar")
        amounts = replace(NONE, address_factor=1, **settings)
        budgets = Budgets(lambda: amounts, self.clock.seconds, TEXTS)
        self.payers: dict[int, Payer] = {}
        self.meter = Meter(budgets, self.payers.get, cpu=lambda: self.used)
        self.world.spend = self.meter.spend
        kinds: dict[str, MindKind] = {"Ada": "person", "Bea": "person", "Moss": "agent"}
        self.ears = {name: Ear(kind) for name, kind in kinds.items()}
        self.ids = {name: self.world.add_character(name, self.hall.id).id for name in kinds}
        for name, ear in self.ears.items():
            self.world.attach(self.ids[name], ear)
            self.world.set_property(self.ids[name], ROLE, "administrator")
            account = Account(name)
            agent = make_agent_payer(name)
            self.payers[self.ids[name]] = (
                agent if ear.kind == "agent" else make_payer(account, "10.0.0.1")
            )

    def does(self, line: str, who: str = "Ada") -> str:
        """Perform a line; return what its actor was told."""
        return self.world.perform(self.ids[who], line).text


@pytest.mark.parametrize(
    ("setting", "key", "line"),
    [
        ("things_per_hour", "budget.things", "@create lamp number {}"),
        ("rooms_per_hour", "budget.rooms", "@dig cellar number {}"),
        ("exits_per_hour", "budget.exits", "@exit here to The Cellar named way{} one-way"),
        ("heard_per_minute", "budget.heard", "say line {}"),
    ],
)
def test_each_refuses_what_is_too_much_and_nothing_of_it_happens(
    setting: str, key: str, line: str
) -> None:
    hall = Hall(**{setting: 4})
    lines = [line.format(number) for number in range(9)]
    said = [hall.does(each) for each in lines]
    refused = [each for each in said if each.startswith(TEXTS.raw(key).partition("{")[0])]
    done = len(said) - len(refused)
    assert said[done:] == refused
    assert done == (2 if setting.startswith("heard") else 4)
    before = hall.world.rows(), len(hall.ears["Bea"].heard)
    hall.does(lines[-1])
    assert (hall.world.rows(), len(hall.ears["Bea"].heard)) == before


def test_bytes_are_those_by_which_texts_grow() -> None:
    """To describe a thing anew costs only what is added; two bytes for each umlaut."""
    hall = Hall(kept_bytes_per_hour=300)
    hall.does("@create lamp")
    assert "bytes" not in hall.does(f"@describe lamp -> {'ä' * 100}")
    hall.does(f"@describe lamp -> {'o' * 190}")
    hall.does(f"@describe lamp -> {'o' * 210}")
    refused = TEXTS.raw("budget.kept").partition("{")[0]
    assert hall.does(f"@describe lamp -> {'ü' * 200}").startswith(refused)
    hall.clock.advance(3600)
    assert not hall.does(f"@describe lamp -> {'ü' * 200}").startswith(refused)


def test_time_is_measured_only_where_somebody_pays_for_it() -> None:
    """To ask for it is a call of the system, twice a line."""
    for seconds, times in ((0.0, 0), (5.0, 2)):
        hall, asked = Hall(command_seconds_per_minute=seconds), list[None]()
        hall.meter._cpu = _count_calls(asked)
        hall.meter.run(hall.ids["Ada"], lambda: None)
        assert len(asked) == times


def test_what_agents_record_is_counted_for_each_of_them() -> None:
    hall = Hall(recorded_bytes_per_hour=2 * MEMORY_OVERHEAD + 100)
    refused = TEXTS.raw("budget.recorded").partition("{")[0]
    told = [hall.does("say hello") for _ in range(4)]
    assert [each.startswith(refused) for each in told] == [False, False, True, True]
    assert len(hall.ears["Moss"].heard) == 2


def test_agents_pay_for_building_alone_and_administrators_for_all_else() -> None:
    hall = Hall(things_per_hour=1, heard_per_minute=2)
    hall.payers[hall.ids["Bea"]] = make_payer(Account("Bea", Role.ADMINISTRATOR), "10.0.0.2")
    heard = TEXTS.raw("budget.heard").partition("{")[0]
    for number in range(3):
        hall.does("say hello", "Moss")
        assert "lamp" in hall.does(f"@create lamp {number}", "Bea")
    assert not hall.does("say hello", "Moss").startswith(heard)
    one = {CostKind.THINGS: 1.0}
    assert [hall.meter.spend(hall.ids["Moss"], one) is None for _ in range(2)] == [True, False]
    hall.clock.advance(3600)
    assert not hall.does("say hello", "Bea").startswith(heard)
    assert hall.does("say hello", "Bea").startswith(heard)


def test_two_guests_of_one_name_pay_for_themselves() -> None:
    first, second = (make_payer(Account("Guest1", Role.GUEST), at) for at in ("10.0.0.1", "::1"))
    assert first.account != second.account


def test_time_is_charged_after_a_command_and_bounds_the_next() -> None:
    hall = Hall(command_seconds_per_minute=6)

    def work(seconds: float) -> Callable[[], None]:
        def run() -> None:
            hall.used += seconds

        return run

    assert hall.meter.run(hall.ids["Ada"], work(9)) is None
    refusal = hall.meter.run(hall.ids["Ada"], work(9))
    assert refusal == TEXTS.say("budget.time", wait="30 seconds")
    assert hall.used == 9
    assert hall.meter.run(hall.ids["Moss"], work(1)) is None


def test_a_command_that_fails_is_paid_for() -> None:
    hall = Hall(command_seconds_per_minute=6)

    def fail() -> None:
        hall.used += 60
        raise ValueError

    with pytest.raises(ValueError):
        hall.meter.run(hall.ids["Ada"], fail)
    assert hall.meter.run(hall.ids["Ada"], lambda: None) is not None
