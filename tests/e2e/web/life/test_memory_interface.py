"""A life for programs: its addresses, their document, and who may ask."""

from __future__ import annotations

import pytest

from server.web.description import describe_api
from tests.e2e.harness import Server
from tests.e2e.web.life.addresses import LIFE
from tests.e2e.web.support.reader import Reader, fits


def test_the_interface_is_as_its_document_says(reader: Reader) -> None:
    whole = describe_api()
    _, traced = reader.ask("GET", f"{LIFE}/memories/82")
    parts = {"name": "Moss", "number": "82", "summary": traced["tiers"][0]["first"]["id"]}
    asked = {path: about for path, about in whole["paths"].items() if "/memory" in path}
    assert len(asked) == 13
    for path, about in asked.items():
        status, data = reader.ask("GET", path.format(**parts))
        schema = about["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert status == 200
        assert fits(data, schema, whole), path


def test_a_life_is_for_administrators_alone(server: Server, reader: Reader) -> None:
    guest, bert = Reader(server), Reader(server)
    server.client().create("Bert")
    assert guest.ask("POST", "/api/v1/session", {"guest": True})[0] == 200
    account = {"name": "Bert", "password": "correct horse"}
    assert bert.ask("POST", "/api/v1/session", account)[0] == 200
    paths = [path for path in describe_api()["paths"] if "/memory" in path]
    for path in paths:
        asked = path.format(name="Moss", number=1, summary="x")
        assert guest.ask("GET", asked)[0] == 403, path
        assert bert.ask("GET", asked)[0] == 403, path
        assert Reader(server).ask("GET", asked)[0] == 401, path


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/memories?from=5&to=4", 400, "from 5 to 4: there are memories 1 to"),
        ("/memories?from=x", 400, "from: 'x' is no whole number from 0."),
        ("/memories/999999", 404, "Moss has no memory 999999."),
        ("/memories/0", 404, "Moss has no memory 0."),
        ("/summaries/none", 404, "Moss never had a summary 'none'."),
        ("/facts?source=dreamt", 400, "source: 'dreamt' is none of own, seen, heard"),
        ("/density?zone=Nowhere/Here", 400, "zone: 'Nowhere/Here' is no time zone known here"),
        ("/density?zone=Europe", 400, "zone: 'Europe' is no time zone known here"),
        ("/density?zone=../../etc", 400, "zone: '../../etc' is no time zone known here"),
        ("/memories?limit=5", 400, "'limit' is no parameter here; allowed: from, to, count."),
        ("/facts?cuont=5", 400, "'cuont' is no parameter here; allowed: source"),
        ("/memories?count=500", 400, "count: 500; at most 200 are allowed."),
        ("/density?buckets=-1", 400, "buckets: '-1' is no whole number from 0."),
        (f"/search?q={'a' * 401}", 400, "q: 401 characters; at most 400 are allowed."),
    ],
)
def test_a_wrong_question_gets_a_clear_answer(
    reader: Reader, path: str, status: int, says: str
) -> None:
    found, data = reader.ask("GET", f"{LIFE}{path}")
    assert found == status
    assert data["error"].startswith(says)


def test_pages_of_memories_join(reader: Reader) -> None:
    _, first = reader.ask("GET", f"{LIFE}/memories?from=100&to=170&count=40")
    _, second = reader.ask("GET", f"{LIFE}/memories?from={first['next']}&to=170&count=40")
    found = [each["seq"] for each in (*first["memories"], *second["memories"])]
    assert found == list(range(100, 171))
    assert second["next"] is None


def test_an_agent_without_memories_has_an_empty_life(reader: Reader) -> None:
    """Nothing is summed up, and nothing fails."""
    _, lives = reader.ask("GET", "/api/v1/memory")
    assert [each["name"] for each in lives["lives"]] == ["Fern", "Moss"]
    for rest in (
        "",
        "/summaries",
        "/checks",
        "/compactions",
        "/facts",
        "/edits",
        "/masks",
        "/search?q=x",
    ):
        assert reader.ask("GET", f"/api/v1/memory/Fern{rest}")[0] == 200, rest
