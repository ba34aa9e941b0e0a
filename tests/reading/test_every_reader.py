"""No file in a vault or in the settings costs a server more than it is worth, or stops it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from tests.paths import ROOT
from tests.reading.readers import READERS, read_as

if sys.platform == "linux":
    import resource

SAME_YAML = [READERS[name][0] for name in ("llm.yaml", "script")]
FRONT_MATTER = [READERS[name][0] for name in ("room", "profile", "happening")]
MEMORY_BYTES = 1 << 30

LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
#: Each is repeated until the file has `SIZE` bytes, between a beginning and an end.
SIZE = 20_000
FRAGMENTS = [
    (" ", "- ", "[[x"), (" ", "- garden", ": [[x]]"), ("[[", "- ", ""), ("[[a|b", "", ""),
    ("a\n", "", ""), ("\n", "", ""), ("- ", "", ""), ("> a\n", "", ""),
    ("> ", "## Exchanges\n", ""), ("#", "", " a"), ("%%", "", ""), ("%% ", "", ""),
    ("```\n", "", ""), ("*", "**a", ""), ("_", "**a", "**: 1"), (" ", "**a**:", "x"),
    ("**a**: 1\n", "", ""), ("{", "a: ", ""), ("{a}", "a: ", ""), ("<!--", "", ""),
    ("\u0301", "a", ""), ("\ud83c\udde6", "", ""), ("[", "", ""), ("[", "a: ", ""),
    ("{a: ", "a: ", ""), ("a: 1\n", "", ""), ("? ", "", ""), ("- - ", "", ""), ('"', "a: ", ""),
    ("'", "a: ", ""), ("a: |\n", "", ""), ("\t", "a:", "b"), ("9", "id: ", ""),
    ("9:", "id: ", "0"), ("f", "id: 0x", ""), ("9", '{"v":', "}"), ('{"v":1,"kind":', "", ""),
    ("[[1],", "[", ""), ('{"role":"user","content":"a"}\n', "", ""), ("Wren: a\n", "", ""),
    ("Wren", "", ": a"), ("(when it rains) ", "### ", ""), (", ", "### ", ""), (" ", "## a", "b"),
    ("~~a ", "- ", ""), ("# ", "## ", "b"),
]  # fmt: skip


def _write_all(folder: Path, text: str) -> None:
    """Write `text` for every reader, and as front matter for those with most keys in it."""
    for number, whole in enumerate((text, f"---\n{text}\n---\nYou are Moss.\n")):
        for file, _ in READERS.values():
            # The YAML of all settings is read by one function, so one of these files will do.
            if file in SAME_YAML or (number and file not in FRONT_MATTER):
                continue
            path = folder.with_name(f"{folder.name}-{number}") / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(whole, encoding="utf-8", errors="replace")


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _read_in_child(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.reading.readers", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=_limit,
    )  # fmt: skip
    last = done.stdout.splitlines()[-1:]
    assert done.returncode == 0, f"status {done.returncode} at {last}\n{done.stderr[-2000:]}"


@pytest.mark.skipif(sys.platform != "linux", reason="limits of resources are Linux's here")
def test_nothing_small_takes_long_or_much_memory(tmp_path: Path) -> None:
    """One process reads every case by every reader, with a bound on each one's processor time."""
    cases = [a + unit * (SIZE // len(unit)) + z for unit, a, z in FRAGMENTS]
    for number, text in enumerate([*cases, LAUGHS, "a" * 3_000_000]):
        _write_all(tmp_path / f"{number:03}", text)
    _read_in_child(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes of that kind")
def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    """A pipe, a device, a folder and a file of many gigabytes in the place of each file."""
    for file, _ in READERS.values():
        for kind in ("pipe", "device", "folder", "sparse"):
            path = tmp_path / kind / file
            path.parent.mkdir(parents=True, exist_ok=True)
            if kind == "pipe":
                os.mkfifo(path)
            elif kind == "device":
                path.symlink_to("/dev/zero")
            elif kind == "folder":
                path.mkdir()
            else:
                with path.open("wb") as made:
                    made.truncate(50 << 30)
    for kind in ("pipe", "device", "folder", "sparse"):
        for name in READERS:
            # A program's own files, and one that a person names: a pipe is welcome there.
            if name not in ("archive", "intentions", "transfer"):
                read_as(name, tmp_path / kind / READERS[name][0])


WORDS = st.sampled_from(
    ["---\n", "a: ", "id: ", "exits: ", "things: ", "- ", "[", "]", "{", "}", "*a ", "&a ",
     "!!int ", "<<: ", "0x1f", "12:30", "1e999", ".inf", "-1", "9" * 30, "2026-01-01", "~",
     "true", "|\n", ">\n", "\n", "  ", "# ", "## Exchanges\n", "> ", "**a**: ",
     "**think_interval**: ", "[[x]]", '"', "'", "when: ", "chance: ", "memory: ",
     "intentions: ", "every: ", "{actor}", "\t", "\ufeff", "\x00",
     '{"v":1,"kind":"memory","seq":', '"at":"2026-01-01T00:00:00Z",', "},", "Wren: ", "\u2028",
     "\xe9"],
)  # fmt: skip
TEXTS = st.lists(WORDS | st.text(max_size=4), max_size=24).map("".join)


@settings(max_examples=choose_count(250, 800))
@given(reader=st.sampled_from(list(READERS)), text=TEXTS, front=st.booleans())
def test_any_text_is_read_or_refused(
    reader: str, text: str, front: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What is wrong is an error of the reader's own, which names the file; nothing else escapes."""
    path = tmp_path_factory.getbasetemp() / reader / READERS[reader][0]
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = f"---\n{text}\n---\nYou are Moss.\n" if front else text
    path.write_text(whole, encoding="utf-8", errors="replace")
    read_as(reader, path)
