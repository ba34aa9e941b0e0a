"""What servers load and make sooner or later, in the process that servers are forked from.

A server alone puts off whatever its ready line need not wait for, and most of it is wanted all the
same: 500 modules, their constructors and patterns, and numpy took half of the processor time of a
server in which one person says something.
"""

from __future__ import annotations

import dataclasses
import gc
import importlib
import os
import pkgutil
import sys
from contextlib import suppress
from typing import Any

from argon2 import PasswordHasher

from agents.memory.core.tokens import load_encoding
from agents.word_vectors import load_word_vectors
from late.late_dataclass import _write_constructor
from late.late_pattern import compile_waiting
from server.hashing import passwords

PACKAGES = ("late", "reading", "config", "world", "agents", "server")
#: Of others' libraries those that a server imports at their first use.
LIBRARIES = ("httpx", "httpcore", "anyio._backends._asyncio", "wcwidth")


def import_program() -> None:
    """Import every module but those that are programs."""
    for package in PACKAGES:
        for each in pkgutil.walk_packages([package], f"{package}."):
            if not each.name.endswith(".__main__"):
                importlib.import_module(each.name)


def write_constructors() -> None:
    """Write the constructors that `late_dataclass` leaves to the first object of a class."""
    for module in list(sys.modules.values()):
        for each in list(vars(module).values()):
            if isinstance(each, type) and dataclasses.is_dataclass(each):
                _write_constructor_of(each)


def _write_constructor_of(cls: Any) -> None:
    if cls.__init__.__qualname__.startswith("_write_at_first_use."):
        frozen = cls.__dataclass_params__.frozen
        cls.__init__ = _write_constructor(cls, dataclasses.fields(cls), frozen)


def make_cheap_hasher() -> PasswordHasher:
    """Return what makes real hashes with next to no work.

    A password's costs 20 to 60 ms of a processor by intent, which was two fifths of the time of
    servers into which people come.  Servers that are started afresh hash as people's servers do.
    """
    return PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


# As in a server: a thread of numpy's would not be there after the fork.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import_program()
for library in LIBRARIES:
    importlib.import_module(library)
write_constructors()
compile_waiting()
passwords.default_hasher = make_cheap_hasher
load_encoding()
with suppress(ImportError, OSError, ValueError):  # the word vectors may not be installed
    load_word_vectors()
# A search for garbage would write to all that is here, and so copy it for each server.
gc.collect()
gc.freeze()
