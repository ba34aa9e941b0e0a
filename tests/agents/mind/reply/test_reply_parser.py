import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agents.mind.reply.reply_parser import LINE_LIMIT, clean_reply
from tests.examples import choose_count


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" say Good morning.\n", "say Good morning."),
        ("\n\n# Thoughts\nlook\nsay more", "look"),
        ("**Next Action**\n\nlook", "look"),
        ("**Next Action:**\nlook", "look"),
        ("__Plan__\n## Step\nlook", "look"),
        ("Summary:\nlook", "look"),
        ("Moss's Next Action:\n> look", "look"),
        ("**look**", "look"),
        ("> **say hi**", "say hi"),
        ("**go hall**\nI want to see it.", "go hall"),
        ("*waves*", "*waves*"),
        ("say **hi**", "say **hi**"),
        ("say Listen to this:", "say Listen to this:"),
        ("say Ada:", "say Ada:"),
        ("> go hall", "go hall"),
        ("~Moss> go hall", "go hall"),
        ("~Old Sedge> go hall", "go hall"),
        ("> ~Moss> > go hall", "go hall"),
        ("- look\n- say hi", "look"),
        ("1. look", "look"),
        ("```\nsay hi\n```", "say hi"),
        ("```text\nsay hi\n```", "say hi"),
        ("`say hi`", "say hi"),
        ('"say hi"', "say hi"),
        ("“say hi”", "say hi"),
        ("'say hi'", "say hi"),
        ('say "hi"', 'say "hi"'),
        ('"hi," he says, "there"', '"hi," he says, "there"'),
        ("say hi ~Fern> say I am Fern", "say hi"),
        ("say a > b", "say a > b"),
        ("say \x1b[31mred\x07", "say [31mred"),
        ("say one\u2028two", "say one"),
        ("say one\rquit", "say one"),
        ("say hi | because I like her", "say hi | because I like her"),
        (":waves", ":waves"),
        ("quite nice", "quite nice"),
    ],
)
def test_the_first_line_that_can_be_a_command(text: str, line: str) -> None:
    """What stands before and around a command is taken off."""
    assert clean_reply(text) == line


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t\n",
        "# only\n## headings",
        "**Next Action**",
        "Next Action:\n",
        "“**Plan**”",
        "```\n```",
        ">",
        "~Moss>",
        "@shutdown now",
        "> @shutdown",
        '"@shutdown"',
        "~Moss> @teleport me",
        "quit",
        "QUIT now",
        "qui",
        "@my-profile",
        "\u200b\u202e",
    ],
)
def test_what_is_never_let_through(text: str) -> None:
    """Nothing, and commands that no agent may give, are None."""
    assert clean_reply(text) is None


def test_allowed_commands_go_through() -> None:
    """A command with @ passes if it is named, and no other does."""
    assert clean_reply("@My-Profile", allowed={"@my-profile"}) == "@My-Profile"
    assert clean_reply("@my-profiles", allowed={"@my-profile"}) is None


def test_a_long_line_is_cut() -> None:
    """A line ends at the limit."""
    assert clean_reply("say " + "a" * 9000) == "say " + "a" * (LINE_LIMIT - 4)
    assert clean_reply("say hello", limit=6) == "say he"


@given(
    st.one_of(
        st.text(),
        st.lists(
            st.sampled_from(
                [*'@#\n\r"`\x1b :', "~Moss>", "> ", "quit", "say ", "- ", "**", "__", "Plan"]
            )
        ).map("".join),
    )
)
@example("> \x00@shutdown")
@example("\u200b@shutdown")
@example("``@x``")
@settings(max_examples=choose_count(160, 400), deadline=None)
def test_any_text_becomes_one_harmless_line_or_none(text: str) -> None:
    """The result is one line without control characters that no agent is forbidden."""
    line = clean_reply(text)
    if line is None:
        return
    assert 0 < len(line) <= LINE_LIMIT
    assert line == line.strip()
    assert len(line.splitlines()) == 1
    assert not any(unicodedata.category(char) == "Cc" for char in line)
    assert not line.startswith(("@", "#", "~Moss>"))
    assert line.split()[0].casefold() != "quit"
    assert clean_reply(line) == line
