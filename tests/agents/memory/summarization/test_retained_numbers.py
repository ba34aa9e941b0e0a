"""Names with their numbers survive a model that combines texts carelessly."""

from __future__ import annotations

from agents.memory.summarization.retained_numbers import restore_numbers

OLD = "I met Fern. The key of the Mill hangs on hook 853. I counted 12 gulls."
NEW = "I heard that the Marlow code is 4711. It rained for 3 days in the Garden."


def test_what_was_dropped_is_put_back_word_for_word() -> None:
    """A name with a number of its own; not every count, and nothing that is still told."""
    text = restore_numbers("I met Fern, and the Marlow code is 4711.", [OLD, NEW], 500)
    assert text == (
        "I met Fern, and the Marlow code is 4711. The key of the Mill hangs on hook 853."
    )
    assert restore_numbers(text, [OLD, NEW], 500) == text


def test_it_keeps_to_the_limit() -> None:
    """What does not fit is left to the texts it was made from, which the log has."""
    assert restore_numbers("I met Fern.", [OLD, NEW], 40) == "I met Fern."
