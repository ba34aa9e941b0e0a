"""The rows of the table of hostile input whose details other tests hold have those tests."""

from __future__ import annotations

import re

import pytest

from tests.paths import ROOT

#: Rows of the table, and the tests that hold their details on a virtual clock or without a socket.
HELD_ELSEWHERE = {
    "markup, colour codes, MXP, links in user or model text": (
        "tests/server/session/test_render.py::test_only_the_kind_decides_and_text_is_never_markup"
    ),
    "nobody can forge another's line": "tests/e2e/test_people.py::test_nobody_can_forge_another",
    "one byte per 0.5 s": (
        "tests/server/telnet/test_protocol.py::test_the_login_time_is_limited_whatever_is_typed"
    ),
    "a client that never reads": (
        "tests/server/telnet/test_sockets.py::test_a_client_that_never_reads_costs_a_bounded_amount"
    ),
    "wrong password 8 times": (
        "tests/server/session/test_throttle.py"
        "::test_eight_wrong_passwords_throttle_the_address_for_any_account"
    ),
    "names": "tests/world/test_names.py::test_other_names_are_refused_each_with_its_reason",
    "password": (
        "tests/server/session/test_door.py::test_no_password_is_logged_and_names_are_escaped"
    ),
    "model output with ESC, newlines, @shutdown, quit, a forged Bob says, 1 MB": (
        "tests/agents/mind/reply/test_reply_parser.py"
        "::test_any_text_becomes_one_harmless_line_or_none"
    ),
    "model: time-out, 429, 500, closed half-way, not JSON, empty": (
        "tests/agents/models/providers/test_http_providers.py::test_failures"
    ),
    "two agents answering each other for ever": (
        "tests/agents/mind/test_rate_limits.py"
        "::test_two_agents_answering_each_other_for_ever_are_capped"
    ),
}


@pytest.mark.parametrize("row", HELD_ELSEWHERE)
def test_each_row_of_the_table_that_is_held_elsewhere_has_its_test(row: str) -> None:
    path, _, name = HELD_ELSEWHERE[row].partition("::")
    text = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"^(?:async )?def {name}\(", text, re.MULTILINE), row
