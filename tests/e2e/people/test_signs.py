"""Whoever types the sign of another command is understood, and no line is read otherwise."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import flat
from tests.e2e.worlds import make_world, profile


def test_each_command_takes_both_signs(tmp_path: Path) -> None:
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    with world.server() as server:
        ada = server.client().create("Ada")
        server.client().create("Bob").ask("quit", r"Goodbye")
        for line, told in {
            "@create lamp = It is brass.": r"lamp.*\n",
            "look lamp": r"It is brass\.",
            "@create cup -> It is a = b.": r"cup.*\n",
            "look cup": r"It is a = b\.",
            "@describe cup = It is tin.": r"cup.*\n",
            "@name lamp -> lantern": r"lantern.*\n",
            "@set lantern fixed -> yes": r"fixed.*yes",
            "@dig The Attic -> up, down": r"The\s+Attic(?s:.*?)down(?s:.*?)\n",
            "@link hatch -> The Attic": r"hatch.*\n",
            "note Sum = three": r'You note under "Sum": three\n',
            "note A = b -> four = 4": r'You note under "A = b": four = 4\n',
            "@overwrite-note Sum = five": r'"Sum".*five\n',
            "mail Bob -> The boat is back.": r"Bob.*\n",
            "alias gm -> say Good morning": r"gm.*say Good morning\n",
            "alias n = note x -> y": r"n.*note x -> y\n",
            "@edit-profile Moss = You are Moss, a sailor.": r"Moss(?s:.*?)a\s+sailor\.\n",
        }.items():
            ada.ask(line, told)
        bob = server.client().connect("Bob")
        assert "The boat is back." in flat(bob.ask("mail 1", r"boat\s+is\s+back\.\n"))
        assert server.stop() == 0
