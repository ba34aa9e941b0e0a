"""A new name that a reader takes for another is refused, each with its reason."""

from __future__ import annotations

import pytest

from tests.world.transcript import Play
from world.names import NameRefused, check_name
from world.trust.looks import check_unmistakable, names_somebody, shape_of

PEOPLE = ["Cobb", "Moss", "Wren", "Mac", "Iris", "Ada"]


@pytest.mark.parametrize(
    "name",
    ["Rnoss", "M0ss", "VVren", "Wrên", "lris", "Irıs", "Coßß", "Mosss", "Wr-en", "Ādà"],
)
def test_a_name_of_the_same_shape_is_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="looks"):
        check_unmistakable(name, PEOPLE)


@pytest.mark.parametrize("name", ["Coƅƅ", "Ƽara", "Ǝva", "Sǝlma", "Ɩda", "Ŀara"])
def test_a_letter_that_reads_as_another_is_refused_whoever_is_there(name: str) -> None:
    """Unicode's own table of look-alikes does not have ``ƅ`` for ``b``."""
    with pytest.raises(NameRefused, match="which looks like another letter"):
        check_unmistakable(name, ())


@pytest.mark.parametrize("name", ["Guéstl", "Guesto", "Guest-l", "Adrnin", "Admln", "Ovvner"])
def test_nobody_looks_like_a_guest_or_like_staff(name: str) -> None:
    with pytest.raises(NameRefused, match=r"a guest's name|a reserved word"):
        check_unmistakable(check_name(name), ())


@pytest.mark.parametrize("name", ["Ali", "Zoë", "Łukasz", "Þóra", "O'Hara", "Anne-Marie", "Ƴusuf"])
def test_names_of_many_tongues_are_allowed(name: str) -> None:
    """Letters with marks are, and those of Nordic and Slavic names; ``Ƴ`` reads as ``Y``."""
    if name[0] == "Ƴ":
        with pytest.raises(NameRefused):
            check_unmistakable(name, PEOPLE)
    else:
        assert check_unmistakable(name, PEOPLE) == name


def test_shapes_are_of_the_whole_name() -> None:
    assert shape_of("Clem") == shape_of("dem") and shape_of("Room 1O") == shape_of("Room l0")
    assert shape_of("Cell 6") != shape_of("Cell 8")
    assert names_somebody("Wren says", PEOPLE) == names_somebody("VVren says", PEOPLE) == "Wren"
    assert not names_somebody("Wren's lamp", PEOPLE) and not names_somebody("Wren", PEOPLE)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("@create Rnoss", "The name 'Rnoss' looks too much like 'Moss'."),
        ("@create Moss", "The name 'Moss' looks too much like 'Moss'."),
        ("@create Moss comes in", "That would read as a report of what Moss does."),
        ("@dig Moss, Ada", "That would read as a report of what Moss does."),
        ("@dig The Ha11", "The name 'The Ha11' is taken by 'The Hall'."),
        ("@exit here to The Pond named Rnoss", "The name 'Rnoss' looks too much like 'Moss'."),
        ("@exit here to The Pond named garclen", "looks too much like 'garden'"),
        ("@create coƅƅle", "'ƅ' is latin small letter tone six"),
    ],
)
def test_builders_make_nothing_that_reads_as_somebody(line: str, why: str) -> None:
    play = Play()
    play.character("Ada", admin=True)
    play.character("Moss")
    outcome = play.perform("Ada", line)
    assert not outcome.ok and why in outcome.text
    assert not play.minds["Moss"].perceptions


def test_builders_still_make_what_is_plain() -> None:
    play = Play()
    play.character("Ada", admin=True)
    play.character("Moss")
    for line in (
        "@create Moss's lamp",
        "@create lamp",
        "@dig Cellar 2 = down, up",
        "@dig Cellar 3",
    ):
        assert play.perform("Ada", line).ok, line
