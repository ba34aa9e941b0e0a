"""Each tool does what it says, and refuses the rest in one line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agents.declaration import describe_setting, format_value, settings_in
from agents.memory.core.records import Compaction, Turn
from agents.memory.inspect.line_reader import LineReader
from agents.memory.log.codec import decode, digest
from agents.memory.strategies.table import load_strategies
from agents.memory.summary_files.page import render_summary
from benchmarks.archives import write_archive
from server.lock import VaultLock
from tests.agents.memory.summarization.test_bounded_citations import KEPT, Keeper
from tests.agents.memory.support import Bench, Scripted, grow
from tests.paths import ROOT
from tests.server.memory_cli.tools import call_tool, expect_refusal, run_well, run_wrong


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault with two agents that no test changes."""
    vault = tmp_path_factory.mktemp("vault")
    for name in ("Moss", "Wren"):
        folder = vault / "agents" / name
        write_archive(folder, 300)
        (folder / "profile.md").write_text(f"You are {name}.\n")
    return vault


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault" / "agents" / "Moss"
    write_archive(folder, 300)
    (folder / "profile.md").write_text("You are Moss.\n")
    return tmp_path / "vault"


def segments(vault: Path, name: str = "Moss") -> dict[str, bytes]:
    folder = vault / "agents" / name / "archive"
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_show_writes_the_prompt_and_nothing_else(kept: Path) -> None:
    """What there is to say about it goes to standard error."""
    lines = LineReader(kept / "agents" / "Moss" / "archive")
    turns = [record for _, line in lines.forwards() if isinstance(record := decode(line), Turn)]
    command = [sys.executable, "-m", "server", "memory", "show", "mOSS", "--at", "200"]
    done = subprocess.run(
        [*command, "--vault", str(kept)], cwd=ROOT, capture_output=True, check=True
    )
    assert digest(done.stdout.decode()) == turns[24].prompt_id
    assert turns[24].after == 200
    said = done.stderr.decode()
    assert "Moss, the turn after memory 200 (revision 2): say Yes." in said
    assert "scripted: 2000 prompt tokens (0 cached), 5 completion tokens, 0.25 s" in said
    assert "the prompt has the digest that was recorded" in said


def test_a_number_behind_the_newest_memory_is_named(kept: Path) -> None:
    """The last turn is shown all the same."""
    done = call_tool(kept, "show", "Moss", "--at", "99999")
    assert done.status == 0 and done.stdout
    assert "tarn: --at is 99999, and the newest memory is 300: this is the last turn" in done.stderr


def test_show_opens_a_span(kept: Path) -> None:
    """The smallest summary over it first, then the memories."""
    said = run_well(kept, "show", "Moss", "--span", "70-71")
    covers = [(int(a), int(b)) for a, b in re.findall(r"^\w+ (\d+) to (\d+) \(", said, re.M)]
    assert covers == [(66, 129), (1, 129), (1, 193)][: len(covers)] and len(covers) >= 2
    assert re.findall(r"^#(\d+) ", said, re.M) == ["70", "71"]


async def test_show_leads_from_sentences_to_their_memories(tmp_path: Path) -> None:
    """By their numbers: the first, how many more, and the newest."""
    bench = Bench(tmp_path / "agents", Keeper())
    memory = bench.open(citations="always")
    await grow(bench, memory, 193)
    await memory.close()
    (bench.folder / "profile.md").write_text("You are Moss.\n")
    said = run_well(tmp_path, "show", "Moss", "--span", "1-1")
    assert f"    {KEPT}. [1, 2, 3, 59 more, 63, 64, 65]\n" in said


def test_verify_looks_at_all_agents(kept: Path) -> None:
    """Without a name; a sound archive is fine."""
    said = run_well(kept, "verify")
    assert re.search(r"^Moss: WARNING\. 300 memories, 37 turns, 3 compactions; ", said, re.M)
    assert re.search(r"^Wren: ", said, re.M)
    assert "view: 1 to 193 summarised, 194 to 300 word for word" in said
    assert "prompts of 16 of 37 turns rendered again" in said
    assert "WARNING summaries/recent.md is missing or out of date" in said
    assert "all 37 turns rendered again" in run_well(kept, "verify", "Moss", "--deep")


def test_verify_names_what_is_wrong(vault: Path) -> None:
    """By segment and byte, with what to do, and touches nothing."""
    path = vault / "agents" / "Moss" / "archive" / "000000000001.jsonl"
    content = path.read_bytes()
    at = content.index(b'{"v":1,"kind":"memory","seq":250,')
    path.write_bytes(content[:at] + b"?" + content[at + 1 :] + b'{"v":1,"kin')
    before = segments(vault)
    said = run_wrong(vault, "verify", "Moss")
    assert "Moss: ERROR. 299 memories" in said
    assert f"ERROR 000000000001.jsonl, byte {at}: not a line of JSON" in said
    assert "ERROR 000000000001.jsonl, byte" in said and "memory 250 is missing" in said
    assert f"WARNING 000000000001.jsonl, byte {len(content)}: 11 bytes of a torn last line" in said
    assert "What to do: put the segment back from a copy" in said
    assert segments(vault) == before


async def test_verify_compares_the_summary_files(tmp_path: Path) -> None:
    """Edited, missing or left behind: what the next start will do is told, and not done."""
    bench = Bench(tmp_path / "agents", Scripted())
    memory = bench.open()
    await grow(bench, memory, 193)
    await memory.close()
    recent, longterm = bench.summary_file("recent.md"), bench.summary_file("longterm.md")
    assert run_well(tmp_path, "verify").startswith("Moss: OK. 193 memories")
    written = recent.read_text()
    recent.write_text(written.replace("kept them", "kept every one of them"))
    longterm.unlink()
    said = run_well(tmp_path, "verify")
    assert "WARNING summaries/recent.md was edited: the next start or @reload takes" in said
    assert "WARNING summaries/longterm.md is missing or out of date" in said
    assert not longterm.exists()


def test_verify_names_files_that_stand_for_nothing(kept: Path, tmp_path: Path) -> None:
    """A text of the log is left behind; any other is a person's, and is kept."""
    archive = tmp_path / "agents" / "Moss" / "archive"
    archive.mkdir(parents=True)
    source = kept / "agents" / "Moss" / "archive" / "000000000001.jsonl"
    lines = source.read_bytes().split(b"\n")
    end = next(n for n, line in enumerate(lines) if b'"kind":"compaction"' in line)
    (archive / source.name).write_bytes(b"\n".join(lines[: end + 1]) + b"\n")
    summaries = tmp_path / "agents" / "Moss" / "summaries"
    summaries.mkdir()
    record = decode(lines[end])
    assert isinstance(record, Compaction)
    (summaries / "longterm.md").write_text(render_summary(record.summaries[0]))
    said = run_well(tmp_path, "verify")
    assert "WARNING summaries/longterm.md stands for nothing any more" in said
    (summaries / "longterm.md").write_text("I was never in the log.")
    assert "no summary of this kind stands now" in run_well(tmp_path, "verify")


def test_an_unknown_agent_is_told_which_there_are(kept: Path) -> None:
    """With a hint for a typing error."""
    said = expect_refusal(kept, "show", "Mos")
    assert "AGENT is 'Mos', allowed in " in said
    assert "Moss, Wren (did you mean Moss?)" in said


def test_where_no_vault_is_that_is_what_is_said(tmp_path: Path) -> None:
    for words in (("verify", "Moss"), ("verify",), ("show", "Moss")):
        said = expect_refusal(tmp_path / "vault", *words)
        assert f"there is no vault: {tmp_path / 'vault'} is not there" in said
    (tmp_path / "vault").mkdir()
    assert "has no agents in it" in expect_refusal(tmp_path / "vault", "verify", "Moss")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("shw",), "the tool is 'shw', allowed: "),
        (("shw",), "(did you mean show?)"),
        (("show",), "AGENT is missing"),
        (("show", "Moss", "--at", "-1"), "--at is "),
        (("show", "Moss", "--at", "x"), "--at is 'x', allowed: a memory's number"),
        (("show", "Moss", "--span", "9-3"), "--span is '9-3', allowed: two memories' numbers"),
        (("show", "Moss", "--at", "1", "--span", "1-2"), "--span cannot stand beside --at"),
        (("verify", "--dep"), "'--dep' is not an option, allowed: "),
        (("export", "Moss"), "--to is missing"),
        (("export", "Moss", "--to", "x", "--format", "xml"), "--format is 'xml', allowed: "),
        (("import", "Moss", "/nowhere.jsonl"), "FILE is '/nowhere.jsonl', allowed: a file"),
        (("replay", "Moss", "--from", "9", "--to", "3"), "--to is 3, allowed: 9"),
        (("show", "Moss", "--at", "3"), "no turn from then or before"),
    ],
)
def test_wrong_usage_is_one_clear_line(kept: Path, words: tuple[str, ...], message: str) -> None:
    """And status 2; 1 where it is the archive that has not what was asked for."""
    status = 1 if "no turn" in message else 2
    assert message in expect_refusal(kept, *words, status=status)


def test_the_tools_are_listed_without_a_reactor() -> None:
    """``tarn memory`` alone; none of them imports Twisted or a model."""
    program = (
        "import sys; from server.__main__ import main; main(['memory']);"
        "import server.memory_cli.verify, server.memory_cli.show, server.memory_cli.replay,"
        " server.memory_cli.reindex, server.memory_cli.export, server.memory_cli.importing;"
        "print([m for m in sys.modules if m.split('.')[0] in ('twisted', 'xllamacpp', 'httpx')])"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for tool in ("verify", "show", "replay", "reindex", "export", "import", "strategies"):
        assert f"tarn memory {tool} " in done.stdout
    assert done.stdout.endswith("[]\n")


def test_an_export_can_be_imported_by_another(vault: Path, tmp_path: Path) -> None:
    """Every memory comes back, with its number and time; the new agent gets a profile."""
    file = tmp_path / "moss.jsonl"
    assert "Moss: 300 memories in " in run_well(vault, "export", "moss", "--to", str(file))
    said = run_well(vault, "import", "Fern", str(file))
    assert "Fern: 300 memories from an export, numbers 1 to 300" in said
    assert segments(vault, "Fern") == {"000000000001.jsonl": file.read_bytes()}
    assert (vault / "agents" / "Fern" / "profile.md").read_text() == "You are Fern.\n"
    known = expect_refusal(vault, "import", "fern", str(file))
    assert "whose memory 1 Fern has already, allowed: memories that are new, or --again" in known
    assert "numbers 301 to 600" in run_well(vault, "import", "fern", str(file), "--again")
    assert run_well(vault, "verify", "Fern").startswith("Fern: OK. 600 memories")
    found = run_well(vault, "reindex", "all")
    assert "Fern: 600 memories in " in found and "Moss: 300 memories in " in found
    made = [vault / ".tarn" / "recall" / "Fern.sqlite"]
    made += [vault / "agents" / "Fern", *(vault / "agents" / "Fern").rglob("*")]
    assert all(not path.stat().st_mode & 0o077 for path in made)


def test_export_replaces_nothing_unasked(vault: Path, tmp_path: Path) -> None:
    """Only an earlier export, and only by force."""
    file, pages = tmp_path / "a.jsonl", tmp_path / "pages"
    run_well(vault, "export", "Moss", "--to", str(file))
    assert "is there already; --force replaces it" in expect_refusal(
        vault, "export", "Moss", "--to", str(file)
    )
    run_well(vault, "export", "Moss", "--to", str(file), "--all", "--force")
    kinds = [json.loads(line)["kind"] for line in file.read_text().splitlines()]
    assert (kinds.count("memory"), kinds.count("turn"), len(kinds)) == (300, 37, 340)
    run_well(vault, "export", "Moss", "--to", str(pages))
    assert [path.name for path in pages.iterdir()] == ["2026-01-01.md"]
    run_well(vault, "export", "Moss", "--to", str(pages), "--force")
    (pages / "mine.md").write_text("Mine.")
    assert "something else than pages" in expect_refusal(
        vault, "export", "Moss", "--to", str(pages), "--force"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "pages", "vault"]


def test_a_bad_import_imports_nothing(vault: Path, tmp_path: Path) -> None:
    """Though all but its last line is sound."""
    file = tmp_path / "chat.jsonl"
    file.write_text('{"role":"user","content":"a"}\n' * 16 + '{"role":"user","content":3}\n')
    before = segments(vault)
    said = expect_refusal(vault, "import", "Moss", str(file))
    assert f"{file}:17: content is not text; read: " in said
    assert said.endswith("nothing was imported\n")
    assert segments(vault) == before
    file.write_text("[2026-03-01 09:30] Ada: hello\nBob: hi\n")
    assert f"{file}:2: this looks like a message" in expect_refusal(
        vault, "import", "Moss", str(file)
    )
    assert segments(vault) == before
    expect_refusal(vault, "import", "Fern", str(file))
    assert not (vault / "agents" / "Fern").exists()


def test_what_writes_is_refused_while_a_server_runs(vault: Path, tmp_path: Path) -> None:
    """By name; what only reads is not."""
    file = tmp_path / "chat.txt"
    file.write_text("Ada: hello\n")
    lock = VaultLock.acquire(vault, "127.0.0.1:4000")
    try:
        for words in (("import", "Moss", str(file)), ("reindex", "Moss")):
            said = expect_refusal(vault, *words)
            assert f"in use by the server with pid {os.getpid()} (telnet 127.0.0.1:4000)" in said
        run_well(vault, "verify", "Moss")
    finally:
        lock.release()


def test_replay_walks_and_simulates(kept: Path) -> None:
    """A life as it was, and as another strategy would have kept it; nothing is written."""
    before = segments(kept)
    walked = run_well(kept, "replay", "Moss", "--from", "128", "--to", "129")
    assert re.findall(r"^#(\d+) ", walked, re.M) == ["128", "129"]
    assert "turn after #128: 2,000 prompt tokens" in walked
    assert "compaction, 1 to 65 (automatic, waterfall, llm): 4,000 to 2,500 tokens" in walked
    lived = run_well(kept, "replay", "Moss", "--strategy", "tree")
    assert "#128 memory: 1 to 64, " in lived
    sizes = r"a whole prompt would have had [\d,]+ tokens on average"
    assert re.search(rf"^tree: 300 memories, 3 compactions, 37 turns; {sizes}", lived, re.M)
    assert "allowed: layered, rolling" in expect_refusal(
        kept, "replay", "Moss", "--strategy", "bush"
    )
    assert segments(kept) == before


def test_strategies_lists_each_with_its_settings(tmp_path: Path) -> None:
    """What stands there comes from the declarations; it needs no vault."""
    said = run_well(tmp_path, "strategies")
    for strategy in load_strategies().rows.values():
        assert f"{strategy.name}: compacts {strategy.compacts}; keeps {strategy.stands}\n" in said
        for each in settings_in(strategy):
            assert f"  {each.name}: {format_value(each.default)}\n" in said
            assert describe_setting(each, strategy.orders) in " ".join(said.split())


def _size_of(vault: Path) -> int:
    """Return bytes of the segment that an import is writing; -1 before there is one."""
    found = [*(vault / "agents" / "Moss" / "archive").glob(".*.tmp/*.jsonl")]
    try:
        return found[0].stat().st_size if found else -1
    except FileNotFoundError:  # it is in its place by now
        return -1


@pytest.mark.parametrize("size", [-1, 0, 1, 200_000, 600_000])
def test_a_killed_import_leaves_nothing_or_all(vault: Path, tmp_path: Path, size: int) -> None:
    """SIGKILL while it is written; then it is done again, and the archive is sound."""
    file = tmp_path / "chat.txt"
    file.write_text("[2026-03-01 09:30] Ada: hello again\n" * 4_000)
    before = segments_of(vault)
    command = [sys.executable, "-m", "server", "memory", "import", "Moss", str(file)]
    process = subprocess.Popen(
        [*command, "--vault", str(vault)], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    while process.poll() is None and _size_of(vault) < size:
        time.sleep(0.001)  # else two of them want the processor
    process.kill()
    process.wait()
    found = segments_of(vault)
    new = set(found) - set(before)
    assert all(found[name] == content for name, content in before.items())
    assert all(found[name].count(b"\n") == 4_000 for name in new)
    run_well(vault, "import", "Moss", str(file))
    said = run_well(vault, "verify", "Moss")
    assert f"{300 + 4_000 * (len(new) + 1):,} memories" in said
    assert not list((vault / "agents").rglob(".*.tmp"))


def segments_of(vault: Path) -> dict[str, bytes]:
    folder = vault / "agents" / "Moss" / "archive"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.jsonl"))}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_import_that_is_stopped_leaves_nothing(
    vault: Path, tmp_path: Path, number: signal.Signals
) -> None:
    """Status 130, and the vault is as it was."""
    file = tmp_path / "chat.txt"
    file.write_text("Ada: hello again\n" * 200_000)
    before = segments(vault)
    command = [sys.executable, "-m", "server", "memory", "import", "Moss", str(file)]
    process = subprocess.Popen(
        [*command, "--vault", str(vault)], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Memories checked: ")
    process.send_signal(number)
    _, said = process.communicate()
    assert (process.returncode, said.splitlines()[-1]) == (130, "tarn: stopped")
    assert segments(vault) == before
