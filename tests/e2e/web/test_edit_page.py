"""The view Edit in a real browser: files are read, refused, written and in force at once."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator

import pytest

from tests.e2e.harness import Client, Server, until, write
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.reader import Reader, log_reader_in
from tests.e2e.worlds import World, make_world, profile

RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"
VOICE = "## Exchanges\n\n> Hello.\n\nEvening.\n"
HOSTILE = "<script>document.title=1</script> <img src=x onerror=alert(1)>"
TEXT = "document.querySelector('.editor textarea')"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    made = make_world(
        tmp_path_factory.mktemp("edit"), agents={"Moss": profile("Moss")}, settings=RULES
    )
    write(made.agent("Moss") / "voice.md", VOICE).chmod(0o600)
    write(made.agent("Moss") / "notes" / "Beans.md", f"Beans like {HOSTILE}.\n")
    settings = made.config / "server.yaml"
    text = settings.read_text("utf-8").replace("rooms_per_hour: 0", "rooms_per_hour: 1")
    settings.write_text(text, "utf-8")
    write(made.vault / "config" / "agents.md", "**think_interval**: 86400\n")
    return made


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Server]:
    with world.server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The first account, which is an administrator's."""
    return server.client().create("Ada")


@pytest.fixture(scope="module")
def reader(server: Server, ada: Client) -> Reader:
    return log_reader_in(server)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    running = Chromium(tmp_path_factory.mktemp("browser") / "profile")
    yield running
    running.close()


@pytest.fixture
def browser(chromium: Chromium, server: Server, ada: Client) -> Chromium:
    """The browser, in which Ada has just logged in."""
    chromium.forget()
    log_in(chromium, server.web)
    chromium.console.clear()
    return chromium


def open_file(browser: Chromium, server: Server, name: str) -> None:
    browser.evaluate(f"location.hash = {json.dumps('#/edit/' + name.replace(' ', '%20'))}")
    browser.until(f"!!{TEXT} && document.querySelector('.editor h2').innerText === '{name}'")


def rewrite(browser: Chromium, text: str) -> None:
    """Replace the whole text as a person does who selects and types."""
    browser.evaluate(f"({TEXT}.focus(), {TEXT}.select())")
    browser.type(text)


def fetch_text(reader: Reader, name: str) -> tuple[str, str]:
    status, found = reader.ask("GET", f"/api/v1/files/text?path={name.replace(' ', '%20')}")
    assert status == 200, found
    return found["text"], found["digest"]


def test_a_room_is_changed_and_who_stands_there_sees_it(
    server: Server, ada: Client, browser: Chromium, world: World
) -> None:
    """Chosen in the list, saved by a click, in force at once, and in the audit log."""
    browser.evaluate("location.hash = '#/edit'")
    browser.until("!!document.querySelector('.files details')")
    browser.evaluate("document.querySelector('.files input').focus()")
    browser.type("the hall")
    browser.click('.files a[href="#/edit/world/The%20Hall.md"]')
    browser.until(f"{TEXT}?.value.includes('A long stone hall.')")
    browser.evaluate(f"{TEXT}.focus()")
    browser.evaluate(f"{TEXT}.setSelectionRange(1e6, 1e6)")
    browser.type("A kettle hums.")
    browser.click(".editor .primary")
    browser.until_shows("Saved.")
    browser.until_shows("Rooms changed: The Hall")
    assert "A kettle hums." in ada.ask("look", r"Exits?: .*\n")
    assert "A kettle hums." in (world.vault / "world" / "The Hall.md").read_text()
    assert "page-edit" in ada.ask("@audit 5", r"world/The Hall\.md.*\n")
    assert browser.console == []


def test_a_text_that_does_not_pass_is_not_written(
    server: Server, browser: Chromium, world: World
) -> None:
    """The errors stand beside the text, with their lines; a click leads to the line."""
    path = world.agent("Moss") / "profile.md"
    before = path.read_bytes()
    open_file(browser, server, "agents/Moss/profile.md")
    rewrite(browser, "---\nhome: Nowhere\nthink_interval: soon\n---\nYou are Moss.\n")
    browser.click(".editor .primary")
    browser.until("document.querySelectorAll('.problem li').length > 0")
    shown = browser.evaluate("document.querySelector('.problem').innerText")
    assert "agents/Moss/profile.md:3: " in shown and str(world.root) not in shown
    browser.click(".line-of")
    selected = f"{TEXT}.value.slice({TEXT}.selectionStart, {TEXT}.selectionEnd)"
    browser.until(f"{selected} === 'think_interval: soon'")
    wrong = "[...document.querySelectorAll('.behind .wrong')].map(e => e.textContent)"
    assert "think_interval: soon" in browser.evaluate(wrong)
    assert path.read_bytes() == before
    assert "Nowhere" in browser.evaluate(f"{TEXT}.value")
    # What the browser itself says of the answer's status is all that the console has.
    assert all("422" in each for each in browser.console)


def test_a_file_that_changed_meanwhile_is_not_overwritten(
    server: Server, browser: Chromium, world: World
) -> None:
    """The person's text is kept, even by a page that is loaded again, and compared."""
    path = world.agent("Moss") / "notes" / "Beans.md"
    open_file(browser, server, "agents/Moss/notes/Beans.md")
    rewrite(browser, "Beans like shade.")
    path.write_text("Beans like sun.\n")
    browser.click(".editor .primary")
    browser.until("!!document.querySelector('.difference')")
    shown = browser.evaluate("document.querySelector('.difference pre').innerText")
    assert "-Beans like sun." in shown and "+Beans like shade." in shown
    assert path.read_text() == "Beans like sun.\n"
    browser.open("about:blank")
    browser.open(f"{server.web}/#/edit/agents/Moss/notes/Beans.md")
    browser.until(f"{TEXT}?.value === 'Beans like shade.'")
    browser.click(".editor .primary")
    browser.until("!!document.querySelector('.problem .ways')")
    browser.click(".problem .ways button")
    browser.until_shows("Saved.")
    assert path.read_text() == "Beans like shade."


def test_what_is_in_a_file_is_text_and_fits_a_phone(
    server: Server, browser: Chromium, world: World
) -> None:
    (world.agent("Moss") / "notes" / "Beans.md").write_text(f"{HOSTILE}\n{'x' * 3000}\n")
    title = browser.evaluate("document.title")
    open_file(browser, server, "agents/Moss/notes/Beans.md")
    browser.until(f"{TEXT}.value.includes('onerror')")
    rewrite(browser, HOSTILE * 3)
    (world.agent("Moss") / "notes" / "Beans.md").write_text(HOSTILE)
    browser.click(".editor .primary")
    browser.until("!!document.querySelector('.difference')")
    assert browser.evaluate("document.querySelectorAll('.edit script, .edit img').length") == 0
    assert browser.evaluate("document.title") != "1" != title
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        browser.resize(390, 844)
        assert browser.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_persona_keeps_its_version_before_and_the_mode_of_its_file(
    server: Server, ada: Client, reader: Reader, world: World
) -> None:
    """A long voice, twice in a row: who may write files may send that much."""
    path = world.agent("Moss") / "voice.md"
    for number in range(3):
        more = "".join(f"> Question {number} {at}?\n\nAnswer {at}.\n\n" for at in range(1500))
        text, digest = f"{VOICE}\n{more}", fetch_text(reader, "agents/Moss/voice.md")[1]
        said = {"path": "agents/Moss/voice.md", "text": text, "digest": digest}
        status, answer = reader.ask("PUT", "/api/v1/files/text", said)
        assert status == 200, answer
        assert path.read_text() == text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "Ada" in ada.ask("@profile-history Moss", r"voice\.md.*the page.*\n")


def test_settings_are_in_force_at_once_but_for_addresses(
    server: Server, ada: Client, reader: Reader, world: World
) -> None:
    text, digest = fetch_text(reader, "config/agents.md")
    said = {"path": "config/agents.md", "text": f"{text}**jitter**: 0.25\n", "digest": digest}
    status, answer = reader.ask("PUT", "/api/v1/files/text", said)
    assert status == 200 and "agents.jitter" in "\n".join(answer["messages"])
    ada.ask("@show-config", r"agents\.jitter: 0\.25")
    text, digest = fetch_text(reader, "server.yaml")
    said = {"path": "server.yaml", "text": f"{text}web: {{public: true}}\n", "digest": digest}
    status, answer = reader.ask("PUT", "/api/v1/files/text", said)
    assert status == 422
    assert answer["errors"][0]["line"] == 3 and "from the page" in answer["errors"][0]["text"]
    assert (world.config / "server.yaml").read_text() == text


def test_a_line_of_a_long_file_is_led_to_however_it_is_wrapped(
    server: Server, browser: Chromium, world: World
) -> None:
    """By an address; the numbers stand beside their lines, on a phone, too."""
    long = "".join(f"{number} {'word ' * (number % 40)}\n" for number in range(1, 401))
    (world.agent("Moss") / "notes" / "Long.md").write_text(long)
    browser.resize(390, 844)
    browser.evaluate("location.hash = '#/edit/agents/Moss/notes/Long.md?line=300'")
    browser.until(f"{TEXT} && {TEXT}.value.slice({TEXT}.selectionStart).startsWith('300 ')")
    in_sight = """(n => {
      const line = document.querySelector('.behind').children[n - 1].getBoundingClientRect();
      const box = document.querySelector('.numbered').getBoundingClientRect();
      return line.bottom > box.top && line.top < box.bottom;
    })"""
    browser.until(f"{in_sight}(300)")
    # The field is as high as the lines behind it: so each number is beside its line.
    heights = f"[{TEXT}.scrollHeight, document.querySelector('.behind').offsetHeight]"
    field, behind = browser.evaluate(heights)
    assert abs(field - behind) <= 1
    browser.evaluate("location.hash = '#/edit/agents/Moss/notes/Long.md?line=3'")
    browser.until(f"{in_sight}(3)")


def test_minds_and_lives_lead_to_the_profile(server: Server, browser: Chromium) -> None:
    link = 'main a[href="#/edit/agents/Moss/profile.md"]'
    for place in ("#/mind/Moss", "#/memory/Moss"):
        browser.evaluate(f"location.hash = '{place}'")
        browser.until(f"!!document.querySelector('{link}')")
    browser.evaluate(f"document.querySelector('{link}').click()")
    browser.until(f"!!{TEXT} && {TEXT}.value.includes('You are Moss')")


def test_the_version_before_is_brought_back(server: Server, browser: Chromium) -> None:
    open_file(browser, server, "world/The Landing.md")
    before = browser.evaluate(f"{TEXT}.value")
    rewrite(browser, f"{before}Fog lies on it.\n")
    browser.click(".editor .primary")
    browser.until_shows("Saved.")
    browser.evaluate(
        "[...document.querySelectorAll('.file button')]"
        ".find(b => b.innerText === 'Version before').click()"
    )
    browser.until(f"{TEXT}.value === {json.dumps(before)}")
    browser.until_shows("not saved yet")
    browser.click(".editor .primary")
    browser.until_shows("Saved.")


# --- new files ---------------------------------------------------------------------------


def begin(browser: Chromium, kind: str, name: str) -> None:
    """Fill in the form for a new file."""
    browser.evaluate("location.hash = '#/edit'")
    browser.until("!!document.querySelector('.making')")
    browser.evaluate("document.querySelector('.making').open = true")
    browser.evaluate(
        "(s => { s.value = '" + kind + "'; s.dispatchEvent(new Event('change', {bubbles: true})) })"
        "(document.querySelector('.new select'))"
    )
    browser.evaluate("document.querySelector('.new input').focus()")
    browser.type(name)
    browser.press("Enter")


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
    browser.until_shows("The name 'Ada' is taken by 'Ada'.")
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


# --- who may -------------------------------------------------------------------------------


def test_a_builder_edits_rooms_and_no_more_than_commands_let_them(
    server: Server, ada: Client, browser: Chromium, world: World
) -> None:
    """In the browser and by the interface; what it does is in force at once and audited."""
    server.client().create("Cleo").ask("quit", "Goodbye")
    ada.ask("@role Cleo builder", "Cleo")
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
    browser.evaluate("location.hash = '#/world'")
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
    ada.ask("@role Dora builder", "Dora")
    dora = log_reader_in(server, "Dora")
    for name, expected in (("Shed", 200), ("Byre", 429)):
        status, begun = dora.ask("GET", f"/api/v1/files/new?path=world/{name}.md")
        assert status == 200
        said = {"path": f"world/{name}.md", "text": begun["text"], "digest": ""}
        status, answer = dora.ask("PUT", "/api/v1/files/text", said)
        assert status == expected, answer
        assert (world.vault / "world" / f"{name}.md").exists() == (expected == 200)
    assert "room" in answer["error"]


def test_only_listed_files_and_only_for_those_who_write_them(
    server: Server, ada: Client, reader: Reader, world: World
) -> None:
    names = {each["path"] for each in reader.ask("GET", "/api/v1/files")[1]["files"]}
    assert {"agents/Moss/profile.md", "config/agents.md", "server.yaml"} <= names
    (world.agent("Moss") / "notes" / "Out.md").symlink_to(world.config / "llm.yaml")
    for name in (
        "llm.yaml", "config/llm.yaml", "../config/llm.yaml", "/etc/passwd", ".tarn/audit.jsonl",
        "agents/Moss/../Moss/profile.md", "agents/Moss/archive/000000000001.jsonl", "",
        "agents/Moss/notes/Out.md",
    ):  # fmt: skip
        assert reader.ask("GET", f"/api/v1/files/text?path={name}")[0] == 404, name
        said = {"path": name, "text": "x", "digest": "x"}
        assert reader.ask("PUT", "/api/v1/files/text", said)[0] == 404, name
    server.client().create("Bert")
    for other in (log_reader_in(server, "Bert"), Reader(server)):
        if not other.cookie:
            other.ask("POST", "/api/v1/session", {"guest": True})
        for path in ("/files", "/files/text", "/files/before", "/files/new"):
            assert other.ask("GET", f"/api/v1{path}?path=world/The%20Hall.md")[0] == 403
        assert other.ask("PUT", "/api/v1/files/text", {})[0] == 403
    long = {"path": "config/agents.md", "text": "x" * 9000, "digest": "x"}
    assert Reader(server).ask_status("PUT", "/api/v1/files/text", long) == 413
    assert reader.ask("PUT", "/api/v1/files/text", long)[0] == 409


def test_a_summary_that_a_person_rewrites_is_what_is_remembered(
    server: Server, ada: Client, reader: Reader, world: World
) -> None:
    ada.say(140)
    ada.send("@compact-memories Moss")
    recent = world.agent("Moss") / "summaries" / "recent.md"
    until(recent.exists, "a summary")
    name = "agents/Moss/summaries/recent.md"

    def save() -> tuple[int, dict[str, object]]:
        text, digest = fetch_text(reader, name)
        front = text.rpartition("---\n")[0]
        said = {"path": name, "text": f"{front}---\nAda counted aloud.\n", "digest": digest}
        return reader.ask("PUT", "/api/v1/files/text", said)

    answers: list[dict[str, object]] = []

    def is_saved() -> bool:
        status, answer = save()
        answers.append(answer)
        return status == 200

    until(is_saved, "no compaction is running")
    assert "the edited text is what is remembered" in str(answers[-1]["messages"])
    assert [
        each["summary"]["text"] for each in world.records("Moss") if each["kind"] == "edit"
    ] == ["Ada counted aloud."]
    text, digest = fetch_text(reader, name)
    said = {"path": name, "text": text.replace("covers: [1", "covers: [2"), "digest": digest}
    status, refused = reader.ask("PUT", "/api/v1/files/text", said)
    assert status == 422 and "of another span" in refused["errors"][0]["text"]
