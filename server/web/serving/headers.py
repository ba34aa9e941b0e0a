"""What every answer forbids a browser, and which requests come from the page itself.

The policy follows OWASP's cheat sheets for content security policies and for cross-site requests.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from config.web import is_own_machine
from server.web.boundaries import Call, NotAnswered

COOKIE = "tarn_session"

UNSAFE_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def make_security_headers(import_map_hash: str) -> Mapping[str, str]:
    """Return the headers of every answer; of scripts only the import map may stand within a page.

    Styles may, too: xterm.js, the terminal of the view Play, writes the sizes of its letters so.
    """
    policy = (
        "default-src 'none'; "
        f"script-src 'self' '{import_map_hash}'; "
        "style-src 'self' 'unsafe-inline'; "
        "connect-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
    }


def check_host(call: Call, *, public: bool) -> None:
    """Raise `NotAnswered` if the page was asked for by a name that is not this machine's.

    A page of elsewhere could else have its own name lead here (DNS rebinding).
    """
    host = call.headers.get("host", "")
    if not public and not is_own_machine(urlsplit(f"//{host}").hostname or ""):
        raise NotAnswered(421, "This page is for programs on its own machine: use 127.0.0.1.")


def check_origin(call: Call, *, websocket: bool = False) -> None:
    """Raise `NotAnswered` if a request that needs to comes from another page than this one."""
    if not websocket and call.method not in UNSAFE_METHODS:
        return
    origin = call.headers.get("origin", "")
    host = call.headers.get("host", "")
    if not host or urlsplit(origin).netloc.lower() != host.lower():
        raise NotAnswered(403, "Only the page itself may ask for this.")


def make_cookie(token: str, *, ends: bool = False) -> str:
    """Return the value of ``Set-Cookie`` for a session's token, or for the end of it."""
    age = "; Max-Age=0" if ends else ""
    return f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict{age}"
