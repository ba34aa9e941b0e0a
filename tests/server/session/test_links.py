"""MXP: links in the lists of exits and commands, and markup nowhere else."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from server.session.render import Renderer
from server.session.terminal import Terminal

SECURE = "\x1b[1z"


def show(text: str, kind: str, width: int = 80) -> list[str]:
    terminal = Terminal(width=width, links=True)
    return Renderer().render(text, kind, terminal.look).decode().split("\r\n")[:-1]


def test_exits_can_be_clicked() -> None:
    """A secure line; the description stays locked, whatever is in it."""
    assert show("The Hall\n<b>Cold</b> & old.\nExits: garden, up the stairs.", "room") == [
        "The Hall",
        "<b>Cold</b> & old.",
        f'{SECURE}Exits: <send href="go garden">garden</send>, '
        '<send href="go up the stairs">up the stairs</send>.',
    ]


def test_an_exit_across_two_lines_is_text() -> None:
    """The rest of the list is linked on both lines."""
    first, second = show("Hall\nExits: garden, the old stone stairs, well", "room", 30)[1:]
    assert first == f'{SECURE}Exits: <send href="go garden">garden</send>, the old stone'
    assert second.endswith('stairs, <send href="go well">well</send>')


def test_names_are_never_markup() -> None:
    """An exit called like a tag, a quote or a menu is shown as it is called."""
    line = show('Hall\nExits: <send href="quit">x</send>, a"b, one|two, a&b.', "room")[1]
    assert line == (
        f'{SECURE}Exits: <send href="go &lt;send href=&quot;quit&quot;&gt;x&lt;/send&gt;">'
        '&lt;send href="quit"&gt;x&lt;/send&gt;</send>, <send href="go a&quot;b">a"b</send>, '
        'one|two, <send href="go a&amp;b">a&amp;b</send>.'
    )


def test_commands_can_be_clicked_in_the_help() -> None:
    assert show("talking:\n  say <words> - say something", "listing") == [
        "talking:",
        f'{SECURE}  <send href="help say">say</send> &lt;words&gt; - say something',
    ]
    assert show("talking: say, <b>, tell (t)", "listing") == [
        f'{SECURE}talking: <send href="help say">say</send>, &lt;b&gt;, '
        '<send href="help tell">tell</send> (t)'
    ]


def test_a_list_of_other_things_is_no_help() -> None:
    """The `exits` command lists exits the way help lists commands, but not indented."""
    assert show("The ways out:\ngarden - The Garden", "listing") == [
        "The ways out:",
        "garden - The Garden",
    ]


def test_the_ways_out_can_be_clicked() -> None:
    """Not so the line above them; an exit is called as it is called."""
    assert show("The ways out of The Hall:\ngarden - The Garden\na<b - The <i>", "ways") == [
        "The ways out of The Hall:",
        f'{SECURE}<send href="go garden">garden</send> - The Garden',
        f'{SECURE}<send href="go a&lt;b">a&lt;b</send> - The &lt;i&gt;',
    ]


@given(
    st.text(max_size=60), st.sampled_from(["speech", "ways", "result", "room", "listing", "notice"])
)
def test_markup_stands_in_secure_lines_alone_and_is_ours(text: str, kind: str) -> None:
    """In a secure line nothing is left of anybody's < but the links; others are untouched."""
    for line in show("Hall\nExits: " + text, kind):
        if line.startswith(SECURE):
            plain = re.sub(r'<send href="[^"<>]*">|</send>', "", line.removeprefix(SECURE))
            assert "<" not in plain
            assert ">" not in plain
        else:
            assert "\x1b" not in line


def test_a_terminal_without_links_gets_none() -> None:
    shown = Renderer().render("Hall\nExits: garden", "room", Terminal().look)
    assert shown == b"Hall\r\nExits: garden\r\n"
