"""Files that begin in the page, and what builders may write there."""

from __future__ import annotations

from tests.e2e.harness import Client, Server
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.edit.editor import TEXT, begin, fetch_text, rewrite
from tests.e2e.web.support.reader import Reader, log_reader_in
from tests.e2e.worlds import World


def test_a_room_an_agent_and_a_voice_are_made(
    server: Server, ada: Client, browser: Chromium, world: World
) -> None:
    """Each from a text to begin with, checked, in force at once and in the audit log."""
    begin(browser, "room", "The Attic")
    browser.until(f"!!{TEXT} && {TEXT}.value.includes('hall: The Hall')")
    browser.until_shows("not made yet")
    assert not (world.vault / "world" / "The Attic.md").exists()
    browser.click(".editor .primary")
    browser.until_shows("New rooms: The Attic")
    browser.until("location.hash === '#/edit/world/The%20Attic.md'")
    browser.until("!!document.querySelector('.files a[href=\"#/edit/world/The%20Attic.md\"]')")
    assert "made" in ada.ask("@audit 3", r"world/The Attic\.md.*\n")
    begin(browser, "profile", "Olm")
    browser.until(f"!!{TEXT} && {TEXT}.value.includes('You are Olm.')")
    browser.click(".editor .primary")
    browser.until_shows("Saved.")
    ada.ask("who", "Olm")
    assert (world.agent("Olm") / "voice.md").exists()
    (world.agent("Moss") / "voice.md").unlink(missing_ok=True)
    begin(browser, "voice", "Moss")
    browser.until(f"!!{TEXT} && {TEXT}.value.includes('# How Moss speaks')")
    browser.click(".editor .primary")
    browser.until_shows("Saved.")
    begin(browser, "room", "The Loft")
    browser.until(f"!!{TEXT} && {TEXT}.value.includes('hall: The Hall')")
    (world.vault / "world" / "The Loft.md").write_text("Hay.\n")
    browser.click(".editor .primary")
    browser.until_shows("-Hay.")
    browser.click(".problem .ways button:last-child")
    browser.until(f"{TEXT}.value === 'Hay.\\n' && location.hash === '#/edit/world/The%20Loft.md'")
    begin(browser, "profile", "Ada")
    browser.until_shows("The name 'Ada' is taken.")
    begin(browser, "room", "The Hall")
    browser.until_shows("world/The Hall.md is there already.")
    browser.click(".problem a")
    browser.until(f"!!{TEXT} && {TEXT}.value.includes('A long stone hall.')")


def test_a_file_that_somebody_made_meanwhile_is_not_overwritten(
    reader: Reader, world: World
) -> None:
    path = world.vault / "world" / "The Cellar.md"
    status, begun = reader.ask("GET", "/api/v1/files/new?path=world/The%20Cellar.md")
    assert (status, begun["digest"]) == (200, "")
    path.write_text("Casks.\n")
    said = {"path": "world/The Cellar.md", "text": begun["text"], "digest": ""}
    status, answer = reader.ask("PUT", "/api/v1/files/text", said)
    assert status == 409 and "-Casks." in answer["difference"]
    assert path.read_text() == "Casks.\n"


def test_a_builder_edits_rooms_and_no_more_than_commands_let_them(
    server: Server, ada: Client, browser: Chromium, world: World
) -> None:
    """In the browser and by the interface; what it does is in force at once and audited."""
    server.client().create("Cleo").ask("quit", "Goodbye")
    ada.ask("@role Cleo builder", r"Cleo has the role builder now\.")
    cleo = log_reader_in(server, "Cleo")
    files = cleo.ask("GET", "/api/v1/files")[1]["files"]
    assert {each["kind"] for each in files} == {"room"}
    for other in ("agents/Moss/profile.md", "config/agents.md", "server.yaml"):
        assert cleo.ask("GET", f"/api/v1/files/text?path={other}")[0] == 404
        assert cleo.ask("GET", f"/api/v1/files/before?path={other}")[0] == 404
        assert cleo.ask("PUT", "/api/v1/files/text", {"path": other, "text": "x", "digest": "x"})[
            0
        ] == 404  # fmt: skip
    assert cleo.ask("GET", "/api/v1/files/new?path=agents/Ulf/profile.md")[0] == 403
    browser.forget()
    log_in(browser, server.web, "Cleo")
    browser.go("#/world")
    room = 'g.room[aria-label="The Garden"]'
    browser.until(f"!!document.querySelector('{room}')")
    browser.evaluate(f"document.querySelector('{room}').focus()")
    browser.press("Enter")
    note = '.panel a[href="#/edit/world/The%20Garden.md"]'
    browser.until(f"!!document.querySelector('{note}')")
    browser.evaluate(f"document.querySelector('{note}').click()")
    browser.until(f"!!{TEXT} && {TEXT}.value.includes('Beans in rows.')")
    text = browser.evaluate(f"{TEXT}.value")
    rewrite(browser, text.replace("Beans in rows.", 'Moss says, "Cleo is right."'))
    browser.click(".editor .primary")
    browser.until_shows("That would read as a report")
    rewrite(browser, text.replace("---\nBeans", "things: [a rake]\n---\nPeas and beans"))
    browser.click(".editor .primary")
    browser.until_shows("Saved.")
    assert "Peas and beans" in (world.vault / "world" / "The Garden.md").read_text()
    assert "page-edit" in ada.ask("@audit 5", r"Cleo.*world/The Garden\.md.*\n")
    ada.ask("go garden", "a rake")
    ada.ask("go hall", r"Exits?: .*\n")
    text, digest = fetch_text(cleo, "world/The Garden.md")
    start = {"path": "world/The Garden.md", "digest": digest}
    status, answer = cleo.ask(
        "PUT",
        "/api/v1/files/text",
        {**start, "text": text.replace("things", "start: true\nthings")},
    )
    assert status == 422 and "administrators alone" in answer["errors"][0]["text"]
    long = {**start, "text": text + "x" * 20_000}
    assert cleo.ask("PUT", "/api/v1/files/text", long)[0] == 413
    browser.forget()


def test_what_builders_make_is_counted_like_what_commands_make(
    server: Server, ada: Client, world: World
) -> None:
    """One room an hour is allowed in this world, but for administrators."""
    server.client().create("Dora").ask("quit", "Goodbye")
    ada.ask("@role Dora builder", r"Dora has the role builder now\.")
    dora = log_reader_in(server, "Dora")
    for name, expected in (("Shed", 200), ("Byre", 429)):
        status, begun = dora.ask("GET", f"/api/v1/files/new?path=world/{name}.md")
        assert status == 200
        said = {"path": f"world/{name}.md", "text": begun["text"], "digest": ""}
        status, answer = dora.ask("PUT", "/api/v1/files/text", said)
        assert status == expected, answer
        assert (world.vault / "world" / f"{name}.md").exists() == (expected == 200)
    assert "room" in answer["error"]
