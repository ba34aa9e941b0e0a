"""What people say of themselves and of each other is told as of its kind."""

from __future__ import annotations

import pytest

from agents.memory.language.salience import find_signals


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        ("promise", "The cooper said he'll mend your tub by Sunday."),
        ("promise", "Hanne swears she will be home for the fair."),
        ("plan", "My brother means to open a shop."),
        ("plan", "Rurik's coming back with the nets."),
        ("preference", "My mother loathes goat cheese."),
        ("preference", "Rurik's crazy about chess."),
        ("preference", "Spiders terrify me."),
        ("preference", "Nothing beats warm bread."),
        ("relation", "Hanne and Rurik are married."),
        ("relation", "She's his landlady."),
        ("relation", "We're like sisters."),
        ("relation", "There goes my girl Sunniva."),
        ("origin", "The cooper hails from Gatt."),
        ("origin", "Rurik sailed from Gatt as a child."),
        ("origin", "He's an islander."),
        ("origin", "I'm a Gatt man, born and bred."),
        ("debt", "The cooper owes me a tub."),
        ("trait", "Rurik can't swim."),
    ],
)
def test_it_has_the_tag_of_its_kind(tag: str, sentence: str) -> None:
    assert tag in {each.tag for each in find_signals(sentence)}


@pytest.mark.parametrize(
    "sentence",
    ["The soup is hot.", "I forgot my hat.", "My feet hurt.", "Home at last!", "The cat is keen."],
)
def test_what_is_of_no_kind_has_no_tag(sentence: str) -> None:
    assert find_signals(sentence) == ()
