"""The view Edit in a real browser: files are read, refused, written and in force at once."""

from __future__ import annotations

import json
import stat
from typing import Any

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import Chromium
from tests.e2e.web.edit.editor import HOSTILE, TEXT, VOICE, fetch_text, open_file, rewrite
from tests.e2e.web.support.modules import call
from tests.e2e.web.support.reader import Reader, log_reader_in
from tests.e2e.worlds import World


def test_a_room_is_changed_and_who_stands_there_sees_it(
    server: Server, ada: Client, browser: Chromium, world: World
) -> None:
    """Chosen in the list, saved by a click, in force at once, and in the audit log."""
    browser.go("#/edit")
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
    assert "line 3 think_interval does not fit" in shown and "profile.md" not in shown
    browser.click(".line-of")
    selected = f"{TEXT}.value.slice({TEXT}.selectionStart, {TEXT}.selectionEnd)"
    browser.until(f"{selected} === 'think_interval: soon'")
    wrong = "[...document.querySelectorAll('.behind .wrong')].map(e => e.textContent)"
    assert "think_interval: soon" in browser.evaluate(wrong)
    assert path.read_bytes() == before
    assert "Nowhere" in browser.evaluate(f"{TEXT}.value")
    # What the browser itself says of the answer's status is all that the console has.
    assert all("422" in each for each in browser.console)


def test_an_allowed_name_is_taken_by_a_click(
    server: Server, browser: Chromium, world: World
) -> None:
    """The likest comes first; a click puts it in place, and the browser can undo that."""
    path = world.agent("Moss") / "profile.md"
    wrong = "---\naliases: [The Hal]\nhome: The Hal # until spring\n---\nYou are Moss.\n"
    open_file(browser, server, "agents/Moss/profile.md")
    rewrite(browser, wrong)
    browser.click(".editor .primary")
    browser.until("document.querySelectorAll('.problem .name').length > 1")
    names = browser.evaluate(
        "[...document.querySelectorAll('.names button')].map(e => e.textContent)"
    )
    assert names[0] == "The Hall" and len(names) == len(set(names)) > 2
    near = "[...document.querySelectorAll('.problem li > .names > button')].map(e => e.innerText)"
    assert browser.evaluate(near) == ["The Hall"], "no other is like it, and all others are folded"
    assert "Did you mean" in browser.evaluate("document.querySelector('.names').innerText")
    # What is refused is said in one place; there is something to save, and so Save alone is filled.
    state = "document.querySelector('.editor .state').innerText"
    filled = (
        "[...document.querySelectorAll('main button')].filter(e => getComputedStyle(e)"
        ".backgroundColor === getComputedStyle(document.body).color).map(e => e.innerText).join()"
    )
    assert browser.evaluate(state) == "Not saved: 1 error"
    browser.until(f"{filled} === 'Save'")  # it fades over
    browser.click(".names button")
    browser.until(
        f"{TEXT}.value === {json.dumps(wrong.replace('home: The Hal', 'home: The Hall'))}"
    )
    assert "not saved yet" in browser.evaluate(state)
    browser.until(f"{filled} === 'Save'")
    assert browser.evaluate("document.querySelectorAll('.behind .wrong').length") == 0
    assert browser.evaluate("document.activeElement.tagName") == "TEXTAREA"
    browser.press("Control+z")
    browser.until(f"{TEXT}.value === {json.dumps(wrong)}")
    # A line that came in above has moved the one that is wrong.
    rewrite(browser, wrong.replace("aliases", "# who?\naliases"))
    browser.click(".names summary")
    browser.click(".names button:last-child")
    browser.until(
        f"{TEXT}.value.includes('# who?\\n') && !{TEXT}.value.includes('home: The Hal #')"
    )
    assert "aliases: [The Hal]" in browser.evaluate(f"{TEXT}.value")
    browser.click(".editor .primary")
    browser.until_shows("Saved.")
    browser.until(f"{filled} === ''")
    assert f"home: {names[-1]} # until spring" in path.read_text()


def test_names_are_found_in_what_is_allowed(server: Server, browser: Chromium) -> None:
    """And no sentence is taken for names, nor a value for the key that is unknown."""

    def read(text: str) -> Any:
        return call(browser, "views/edit/errors", f"m.readError({json.dumps(text)})")

    names = [["home", True], ["profile", False]]
    found = read("unknown key 'hoem'; read: A; allowed: profile, home (did you mean home?)")
    assert (found["read"], found["isKey"], found["names"]) == ("hoem", True, names)
    found = read("limits.burts is not a setting, allowed: listen, burst (did you mean burst?)")
    assert (found["read"], found["names"][0]) == ("burts", ["burst", True])
    found = read(
        "no room; read: X; allowed: the name of one of 99 rooms, such as The Hall, The Mill"
    )
    assert [name for name, _ in found["names"]] == ["The Hall", "The Mill"]
    for allowed in ("a number from 1 to 5, or 0", "a verb and a thing or a place", "some text"):
        found = read(f"does not fit; read: soon; allowed: {allowed}")
        assert (found["names"], found["allowed"]) == ([], allowed)
    assert read("The note is empty.")["words"] == "The note is empty."


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
    (error,) = answer["errors"]
    assert error["line"] == text.count("\n") + 1 and "from the page" in error["text"]
    assert (world.config / "server.yaml").read_text() == text


def test_a_line_of_a_long_file_is_led_to_however_it_is_wrapped(
    server: Server, browser: Chromium, world: World
) -> None:
    """By an address; the numbers stand beside their lines, on a phone, too."""
    long = "".join(f"{number} {'word ' * (number % 40)}\n" for number in range(1, 401))
    (world.agent("Moss") / "notes" / "Long.md").write_text(long)
    browser.resize(390, 844)
    browser.go("#/edit/agents/Moss/notes/Long.md?line=300")
    browser.until(f"{TEXT} && {TEXT}.value.slice({TEXT}.selectionStart).startsWith('300 ')")
    in_sight = """(n => {
      const line = document.querySelectorAll('.behind > div > span')[n - 1].getBoundingClientRect();
      const box = document.querySelector('.numbered').getBoundingClientRect();
      return line.bottom > box.top && line.top < box.bottom;
    })"""
    browser.until(f"{in_sight}(300)")
    # The field is as high as the lines behind it: so each number is beside its line.
    heights = f"[{TEXT}.scrollHeight, document.querySelector('.behind').offsetHeight]"
    field, behind = browser.evaluate(heights)
    assert abs(field - behind) <= 1
    browser.go("#/edit/agents/Moss/notes/Long.md?line=3")
    browser.until(f"{in_sight}(3)")


def test_minds_and_lives_lead_to_the_profile(server: Server, browser: Chromium) -> None:
    link = 'main a[href="#/edit/agents/Moss/profile.md"]'
    for place in ("#/mind/Moss", "#/memory/Moss"):
        browser.go(place)
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
        ".find(b => b.innerText === 'Bring back the text before the last save').click()"
    )
    browser.until(f"{TEXT}.value === {json.dumps(before)}")
    browser.until_shows("not saved yet")
    browser.click(".editor .primary")
    browser.until_shows("Saved.")


# --- new files ---------------------------------------------------------------------------


# --- who may -------------------------------------------------------------------------------


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
