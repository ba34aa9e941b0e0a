"""A program that reads the page's interface, and what its document says of an answer."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

from tests.e2e.harness import PASSWORD, Server


class Reader:
    """A program that reads the interface, with a cookie once it has logged in."""

    def __init__(self, server: Server) -> None:
        self.root = server.web
        self.cookie = ""

    def ask(self, method: str, path: str, said: Any = None, **headers: str) -> tuple[int, Any]:
        request = urllib.request.Request(
            f"{self.root}{path}",
            None if said is None else json.dumps(said).encode(),
            {"Content-Type": "application/json", "Cookie": self.cookie, "Origin": self.root}
            | headers,
            method=method,
        )
        try:
            with urllib.request.urlopen(request) as reply:
                self.cookie = (reply.headers["Set-Cookie"] or self.cookie).partition(";")[0]
                return reply.status, json.loads(reply.read() or "null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def read(self, path: str) -> bytes:
        """Return what is there, which is no JSON."""
        request = urllib.request.Request(f"{self.root}{path}", headers={"Cookie": self.cookie})
        with urllib.request.urlopen(request) as reply:
            return bytes(reply.read())

    def ask_status(self, method: str, path: str, said: Any) -> int:
        """Return only the status: of a refused body the connection ends with it."""
        request = urllib.request.Request(
            f"{self.root}{path}",
            json.dumps(said).encode(),
            {"Content-Type": "application/json", "Origin": self.root},
            method=method,
        )
        try:
            with urllib.request.urlopen(request) as reply:
                return int(reply.status)
        except urllib.error.HTTPError as error:
            return error.code


def fits(value: Any, schema: Any, whole: Any) -> bool:
    """Whether a value is what a schema of the document says, as far as the document goes."""
    if "$ref" in schema:
        return fits(value, whole["components"]["schemas"][schema["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in schema:
        return any(fits(value, each, whole) for each in schema["anyOf"])
    kind = schema["type"]
    if kind == "array":
        return isinstance(value, list) and all(fits(each, schema["items"], whole) for each in value)
    if kind == "object":
        return isinstance(value, dict) and set(schema["required"]) <= set(value) <= set(
            schema["properties"]
        ) and all(fits(value[key], schema["properties"][key], whole) for key in value)  # fmt: skip
    types: dict[str, Any] = {
        "string": str, "integer": int, "number": (int, float), "boolean": bool,
    }  # fmt: skip
    if kind == "null":
        return value is None
    return isinstance(value, types[kind]) and value in schema.get("enum", [value])


def log_reader_in(server: Server, name: str = "Ada") -> Reader:
    """Return a program that has logged in with the password that tests use."""
    reader = Reader(server)
    status, said = reader.ask("POST", "/api/v1/session", {"name": name, "password": PASSWORD})
    assert status == 200, said
    return reader
