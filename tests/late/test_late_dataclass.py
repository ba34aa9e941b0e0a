"""A late dataclass is what `dataclasses.dataclass` makes of the same class."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any

import pytest

from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class Pot:
    """A pot."""

    name: str
    litres: float = 1.0
    herbs: list[str] = field(default_factory=list)
    used: int = field(default=0, compare=False, repr=False)
    label: str = field(default="", init=False)


@dataclass(frozen=True, slots=True)
class PlainPot:
    """A pot."""

    name: str
    litres: float = 1.0
    herbs: list[str] = field(default_factory=list)
    used: int = field(default=0, compare=False, repr=False)
    label: str = field(default="", init=False)


@late_dataclass(frozen=True, slots=True)
class Kettle(Pot):
    spout: str = field(default="short", kw_only=True)

    def pour(self) -> str:
        return f"{self.name} pours"


@late_dataclass(slots=True)
class Shelf:
    pots: list[Pot] = field(default_factory=list)
    width: int = 0

    def __post_init__(self) -> None:
        self.width = len(self.pots)


@late_dataclass(slots=True, eq=False)
class Person:
    name: str


@late_dataclass
class Open:
    size: int = 3


@late_dataclass(frozen=True)
class Empty:
    pass


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (("tin",), {}),
    (("tin", 2.0), {}),
    ((), {"name": "tin", "herbs": ["sage"], "used": 4}),
    (("tin", 2.0, ["sage"], 4), {}),
]


@pytest.mark.parametrize(("given", "named"), CALLS)
def test_constructors_and_texts_are_the_same(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    late, plain = Pot(*given, **named), PlainPot(*given, **named)
    assert dataclasses.asdict(late) == dataclasses.asdict(plain)
    assert repr(late) == repr(plain).replace("PlainPot", "Pot")


@pytest.mark.parametrize(
    ("given", "named"), [((), {}), (("a", 1, [], 0, "label"), {}), (("a",), {"name": "b"})]
)
def test_wrong_arguments_are_refused_in_the_same_words(
    given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError) as plain:
        PlainPot(*given, **named)
    with pytest.raises(TypeError) as late:
        Pot(*given, **named)
    assert str(late.value) == str(plain.value).replace("PlainPot", "Pot")


def test_each_object_has_a_default_of_its_own() -> None:
    assert Pot("a").herbs is not Pot("b").herbs


def test_objects_are_equal_by_class_and_by_what_is_compared() -> None:
    assert Pot("tin", used=1) == Pot("tin", used=2)
    assert Pot("tin") != Pot("tin", 2.0)
    assert Pot("tin") != Kettle("tin")
    assert Person("Ada") != Person("Ada")
    assert Empty() == Empty()


def test_frozen_objects_have_a_hash_and_cannot_be_changed() -> None:
    name = Empty()
    assert hash(name) == hash(Empty())
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'litres'"):
        Pot("tin").litres = 2.0  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'litres'"):
        del Pot("tin").litres
    with pytest.raises(TypeError, match="unhashable"):
        hash(Shelf())


def test_slots_leave_no_room_for_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Person("Ada").age = 3  # type: ignore[attr-defined]


def test_the_functions_of_dataclasses_take_them() -> None:
    assert dataclasses.is_dataclass(Pot)
    assert dataclasses.replace(Kettle("tin", spout="long"), litres=3.0).spout == "long"
    assert [each.name for each in dataclasses.fields(Kettle)][-2:] == ["label", "spout"]
    match Pot("tin", 2.0):
        case Pot(name, litres):
            assert (name, litres) == ("tin", 2.0)


@pytest.mark.parametrize("value", [Pot("tin", 2.0, ["sage"], 4), Kettle("tin"), Open(4), Empty()])
def test_copies_and_pickles_are_equal(value: object) -> None:
    assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == copy.copy(value) == value


def test_a_plain_dataclass_can_be_derived_from_a_late_one() -> None:
    @late_dataclass(frozen=True, slots=True)
    class Vessel:
        name: str
        litres: float = 1.0

    @dataclass(frozen=True)
    class Teapot(Vessel):
        lid: bool = True

    assert Teapot("tin", lid=False) == Teapot("tin", 1.0, lid=False)
    with pytest.raises(FrozenInstanceError):
        Teapot("tin").name = "iron"  # type: ignore[misc]


@pytest.mark.parametrize("make", [dataclass, late_dataclass])
def test_what_is_frozen_and_what_is_not_are_not_mixed(make: Any) -> None:
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):
        make(type("Loose", (Pot,), {"__annotations__": {}}))
    with pytest.raises(TypeError, match="cannot inherit frozen"):
        make(frozen=True)(type("Stiff", (Shelf,), {"__annotations__": {}}))


def test_what_follows_the_constructor_runs() -> None:
    assert Shelf([Pot("tin")]).width == 1


def test_what_a_class_says_of_itself_stays() -> None:
    @late_dataclass(frozen=True, slots=True)
    class Loud:
        word: str

        def __repr__(self) -> str:
            return self.word.upper()

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

    assert repr(Loud("hey")) == "HEY"
    assert Loud("hey") == Loud("ho")
    assert hash(Loud("hey")) == 7


def test_a_text_that_contains_itself_ends() -> None:
    shelf = Shelf()
    shelf.pots.append(shelf)  # type: ignore[arg-type]
    assert repr(shelf) == "Shelf(pots=[...], width=0)"


def test_the_constructor_is_written_once_and_only_when_it_is_needed() -> None:
    @late_dataclass(frozen=True, slots=True)
    class Rare:
        size: int

    before = vars(Rare)["__init__"]
    Rare(1)
    written = vars(Rare)["__init__"]
    Rare(2)
    assert before is not written
    assert vars(Rare)["__init__"] is written
