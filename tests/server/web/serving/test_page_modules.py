"""Each module of the page can be read by a browser, as far as that is seen without one."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.paths import ROOT

_STATIC = ROOT / "server/web/static"
MODULES = sorted(each for each in _STATIC.rglob("*.js") if "vendor" not in each.parts)
_DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("module", MODULES, ids=lambda each: str(each.relative_to(_STATIC)))
def test_a_module_declares_a_name_once(module: Path) -> None:
    """Two functions of one name end a whole view, as they did when two changes were joined."""
    declared = Counter(_DECLARED.findall(module.read_text("utf-8")))
    assert [name for name, count in declared.items() if count > 1] == []
