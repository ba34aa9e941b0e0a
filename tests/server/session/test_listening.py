"""What a screen reader is given: sentences, no columns, no drawings, no colours."""

from __future__ import annotations

from server.session.listening import say_for_listening
from tests.texts import shipped_texts


def listen(text: str, kind: str = "result") -> str:
    return say_for_listening(text, kind, shipped_texts())


def test_the_lists_of_a_room_are_sentences() -> None:
    room = (
        "The Hall\nA long hall.\nThings here: lamp, key, rope.\nYou could use: bell.\n"
        "Also here: Moss, Wren.\nExits: garden."
    )
    assert listen(room, "room") == (
        "The Hall\nA long hall.\nHere lies: lamp, key and rope.\nYou could use bell.\n"
        "With you here: Moss and Wren.\nFrom here you can go to: garden."
    )


def test_what_somebody_says_is_never_taken_for_a_list() -> None:
    assert listen("Exits: garden.", "speech") == "Exits: garden."


def test_columns_are_commas_and_drawings_are_left_out() -> None:
    assert listen("Ada   The Hall  3m\n  │ prompt │\n──────") == "Ada, The Hall, 3m\nprompt\n"
    assert listen("  look   see where you are") == "look, see where you are"


def test_of_the_banner_the_words_are_left() -> None:
    banner = listen(shipped_texts().page("banner"), "banner")
    assert "connect <name> <password>, come back as somebody you made" in banner
    assert "~" not in banner
    assert "||" not in banner


def test_the_tree_of_a_map_says_how_far_each_way_is() -> None:
    tree = "The Hall (you are here)\n+-- garden: The Garden\n|   +-- mill: The Mill"
    assert listen(tree) == (
        "The Hall (you are here)\n1 away, garden: The Garden\n2 away, mill: The Mill"
    )


def test_a_rule_below_the_head_of_a_table_is_left_out() -> None:
    assert listen("name  tokens\n----  ------\nMoss  200") == "name, tokens\nMoss, 200"
    assert listen("+----+----+\na - b") == "a - b"


def test_a_line_that_somebody_says_or_wrote_stays() -> None:
    assert listen("--", "speech") == "--"
