"""The colours of a text in the view Edit, in a layer that has the letters of the field."""

from __future__ import annotations

import json

from tests.e2e.harness import Server
from tests.e2e.web.chromium import Chromium
from tests.e2e.web.edit.editor import HOSTILE, TEXT, open_file, rewrite
from tests.e2e.web.support.modules import call

PROFILE = """\
---
# Who she is & what she <b>does</b>.
home: The Hall # until spring
memory: {immediate_window: 40, at: [The Hall, 'a, b: c']}
description: >-
  home: is no key here
  # and this no comment

steps:
  - do: say It is {clock}.
---
## Who she is

She knows [[The Hall]], **well**. %% A note
that goes on %% and ends.

> Hello.
- **weight**: 12
```
# no heading
```
"""

KINDS = ("key", "mark", "note", "number", "heading", "link", "said", "strong")

#: [kind, text] of every part of a kind, line by line.
PARTS = """
  [...document.querySelectorAll('.behind > div > span')].map(line =>
    [...line.querySelectorAll('span')].map(part => [part.className, part.textContent]))
"""

#: How a colour stands out from the sheet, plain and chosen.
CONTRASTS = """
  (() => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const paint = (...colours) => {
      for (const each of colours) { pen.fillStyle = each; pen.fillRect(0, 0, 1, 1); }
      return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map(each => each / 255)
        .map(each => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
        .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
    };
    const sheet = getComputedStyle(document.querySelector('.numbered')).backgroundColor;
    const area = document.querySelector('.editor textarea');
    const chosen = getComputedStyle(area, '::selection').backgroundColor;
    const grounds = [paint(sheet), paint(sheet, chosen)];
    const stand = (element) => grounds.map(ground => {
      const [low, high] = [ground, paint(getComputedStyle(element).color)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    });
    const parts = [...document.querySelectorAll('.behind > div > span > span')];
    return [document.querySelector('.behind'), ...parts].map(each => [each.className, stand(each)]);
  })()
"""


def colour_of(browser: Chromium, kind: str) -> str:
    script = f"getComputedStyle(document.querySelector('.behind .{kind}')).color"
    colour: str = browser.evaluate(script)
    return colour


def show(browser: Chromium, server: Server, text: str) -> None:
    open_file(browser, server, "agents/Moss/profile.md")
    rewrite(browser, text)
    browser.until(
        f"document.querySelectorAll('.behind > div > span').length === {text.count(chr(10)) + 1}"
    )


def test_what_a_part_is_has_a_colour_and_all_of_it_is_text(
    server: Server, browser: Chromium
) -> None:
    show(browser, server, PROFILE)
    lines = browser.evaluate(PARTS)
    assert lines[1] == [["note", "# Who she is & what she <b>does</b>."]]
    assert lines[2] == [["key", "home"], ["mark", ":"], ["note", " # until spring"]]
    assert [text for kind, text in lines[3] if kind == "key"] == [
        "memory",
        "immediate_window",
        "at",
    ]
    assert ["number", "40"] in lines[3]
    assert lines[5] == lines[6] == []
    assert ["key", "do"] in lines[9] and ["number", "{clock}"] in lines[9]
    assert lines[11] == [["mark", "## "], ["heading", "Who she is"]]
    assert lines[13] == [["link", "[[The Hall]]"], ["strong", "**well**"], ["note", "%% A note"]]
    assert lines[14] == [["note", "that goes on %%"]]
    assert lines[16] == [["mark", "> "], ["said", "Hello."]]
    assert ["key", "weight"] in lines[17] and ["number", " 12"] in lines[17]
    assert lines[19] == []
    colours = {kind: colour_of(browser, kind) for kind in ("key", "note", "number", "said")}
    assert len(set(colours.values())) == 4, colours
    # What is seen is the text of the field, letter for letter, and no element of it.
    seen = (
        "[...document.querySelectorAll('.behind > div > span')].map(e => e.textContent).join('\\n')"
    )
    assert browser.evaluate(f"{seen}.replace(/^ $/gm, '') === {TEXT}.value")
    rewrite(browser, f"---\n{HOSTILE}: {HOSTILE} # {HOSTILE}\n---\n> {HOSTILE} & &amp;\n")
    browser.until(f"{seen}.replace(/^ $/gm, '') === {TEXT}.value")
    assert browser.evaluate("document.querySelectorAll('.edit script, .edit img').length") == 0


def test_every_colour_stands_out_also_where_it_is_chosen(server: Server, browser: Chromium) -> None:
    show(browser, server, PROFILE)
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        found = browser.evaluate(CONTRASTS)
        assert {kind for kind, _ in found} == {"behind", *KINDS}
        for kind, (plain, chosen) in found:
            assert plain >= 4.5, (scheme, kind, plain)
            assert chosen >= 4.5, (scheme, kind, chosen)
    # The field's own letters are unseen, chosen or not, and the caret is not.
    style = f"getComputedStyle({TEXT})"
    assert browser.evaluate(f"{style}.color") == "rgba(0, 0, 0, 0)"
    assert browser.evaluate(f"getComputedStyle({TEXT}, '::selection').color") == "rgba(0, 0, 0, 0)"
    assert browser.evaluate(f"{style}.caretColor") != "rgba(0, 0, 0, 0)"


def test_the_layers_wrap_alike(server: Server, browser: Chromium) -> None:
    """Each line by itself, in whatever kinds it has parts, on a phone, too."""
    text = "".join(
        f"{line}{' ' + line.strip() * 9 if line.strip() else ''}\n" for line in PROFILE.split("\n")
    )
    show(browser, server, text)
    for width in (390, 1360):
        browser.resize(width, 844)
        heights = f"[{TEXT}.scrollHeight, document.querySelector('.behind').offsetHeight]"
        field, behind = browser.evaluate(heights)
        assert abs(field - behind) <= 1, width


def test_only_what_changed_is_read_and_drawn_again(server: Server, browser: Chromium) -> None:
    """Of a file of 3,000 lines: one line, or as far as it bears on what comes after it."""
    lines = ["---", *(f"key {n}: {n} # why" for n in range(2998)), "---"]
    block = ["text: >-", *(f"  {each}" for each in lines[1501:1600])]
    with_block = [*lines[:1500], *block, *lines[1600:]]
    for before, after, most in (
        (lines, [*lines[:1500], "new: 1", *lines[1500:]], 1),
        (lines, [*lines[:1500], "other: 1", *lines[1501:]], 1),
        (lines, [*lines[:1500], *lines[1501:]], 0),
        (
            with_block,
            [*with_block[:1500], "text:", *with_block[1501:]],
            101,
        ),  # and the line that has ended it
    ):
        old, new = (json.dumps("\n".join(each)) for each in (before, after))
        again = (
            f"(old => m.makeRows(old, {new}, 'start').filter(row => !old.includes(row)).length)"
            f"(m.makeRows([], {old}, 'start'))"
        )
        assert call(browser, "views/edit/rows", again) == most
    show(browser, server, PROFILE)
    first = "document.querySelectorAll('.behind > div > span')"
    browser.evaluate(f"[...{first}].forEach((line, at) => {{ line.at = at; }})")
    browser.evaluate(f"({TEXT}.focus(), {TEXT}.setSelectionRange(4, 4))")
    browser.type("# New.\n")
    browser.until(f"{first}[1].textContent === '# New.'")
    kept = browser.evaluate(f"[...{first}].map(line => line.at ?? -1)")
    assert sorted(each for each in kept if each >= 0) == list(range(PROFILE.count("\n") + 1))


def test_a_key_changes_one_part_of_a_long_text(server: Server, browser: Chromium) -> None:
    """Of 3,000 lines, whether one is changed, comes or goes: no other part is looked at again."""
    lines = [f"key {n}: {n}" for n in range(3000)]
    changes = (
        [*lines[:1500], "other: 1", *lines[1501:]],
        [*lines[:1500], "new: 1", *lines[1500:]],
        [*lines[:1500], *lines[1501:]],
    )
    for changed in changes:
        old, new = (json.dumps("\n".join(each)) for each in (lines, changed))
        script = f"""(() => {{
          const before = m.makeRows([], {old}, 'start');
          const after = m.makeRows(before, {new}, 'start');
          const [was, now] = [m.partRows([], before), m.partRows(m.partRows([], before), after)];
          const kept = m.partRows(was, after).filter(each => was.includes(each)).length;
          return [was.length, now.length - kept, now.flat().length];
        }})()"""
        parts, drawn, count = call(browser, "views/edit/rows", script)
        assert parts >= 46 and drawn <= 2 and count == len(changed)


def test_the_numbers_go_on_from_part_to_part(server: Server, browser: Chromium) -> None:
    """A part that is not drawn counts no lines: each begins with the number of those before it."""
    show(browser, server, "".join(f"key {n}: {n}\n" for n in range(300)))
    begins = "[...document.querySelectorAll('.behind > div')].map(each => [each.children.length,"
    found = browser.evaluate(f"{begins} each.firstChild.style.counterReset])")
    assert len(found) > 3
    before = 0
    for count, begin in found:
        assert begin == f"line {before}"
        before += count


def test_a_line_says_what_its_key_means(server: Server, browser: Chromium) -> None:
    show(browser, server, PROFILE)
    said = "document.querySelector('.caret').innerText"
    for words, told in (
        ("home: The", "home: the room where it lives"),
        ("immediate", "memory: how it remembers"),
        ("is no key here", "description: what those who look at it see"),
        ("say It is", "do: a command"),
        ("She knows", "what it is told about itself"),
    ):
        at = PROFILE.index(words)
        browser.evaluate(f"({TEXT}.focus(), {TEXT}.setSelectionRange({at}, {at}))")
        browser.press("ArrowRight")
        browser.until(f"{said}.includes({json.dumps(told)})")
    assert f"Line 14 of {PROFILE.count(chr(10)) + 1}" in browser.evaluate(said)
    described = f"document.getElementById({TEXT}.getAttribute('aria-describedby')).className"
    assert browser.evaluate(described) == "caret"
