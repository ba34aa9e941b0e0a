"""Which requests come from the page itself, and what browsers are forbidden."""

from __future__ import annotations

import pytest

from server.web.boundaries import Call, NotAnswered
from server.web.serving.assets import Assets
from server.web.serving.headers import check_host, check_origin, make_cookie, make_security_headers


def call(method: str = "POST", **headers: str) -> Call:
    return Call(method, "/api/v1/session", "127.0.0.1", headers)


@pytest.mark.parametrize("host", ["127.0.0.1:4001", "localhost:4001", "[::1]:4001", "127.0.0.1"])
def test_the_page_is_found_by_names_of_its_machine(host: str) -> None:
    check_host(call(host=host), public=False)


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:4001", "127.0.0.1.example"])
def test_a_foreign_name_is_answered_only_in_public(host: str) -> None:
    """A page of elsewhere that has its own name lead here reads nothing."""
    with pytest.raises(NotAnswered):
        check_host(call(host=host), public=False)
    check_host(call(host=host), public=True)


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "http://127.0.0.1:4002", "http://127.0.0.1"]
)
def test_what_changes_something_comes_from_the_page_alone(origin: str) -> None:
    """So does every WebSocket; reading has the cookie's own protection."""
    foreign = {"host": "127.0.0.1:4001", "origin": origin}
    for method in ("POST", "DELETE", "PUT", "PATCH"):
        with pytest.raises(NotAnswered):
            check_origin(call(method, **foreign))
    with pytest.raises(NotAnswered):
        check_origin(call("GET", **foreign), websocket=True)
    check_origin(call("GET", **foreign))
    check_origin(call(host="127.0.0.1:4001", origin="http://127.0.0.1:4001"))


def test_no_script_runs_but_the_pages_files() -> None:
    policy = make_security_headers(Assets().import_map_hash)["content-security-policy"]
    scripts = next(each for each in policy.split(";") if "script-src" in each)
    assert "unsafe" not in scripts and "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy


def test_no_script_can_read_the_cookie_and_no_other_page_sends_it() -> None:
    assert make_cookie("abc") == "tarn_session=abc; Path=/; HttpOnly; SameSite=Strict"
    assert make_cookie("", ends=True).endswith("; Max-Age=0")
