"""The second reading is measured as it is done: by a real model server, on labelled sentences."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from agents.models.testing import rereading
from agents.models.testing.modes import Mode
from agents.models.testing.server import ScriptedModelServer
from benchmarks.truth.__main__ import main
from benchmarks.truth.cases import Case, read_memory
from benchmarks.truth.reader_profile import find_profile, open_reader
from benchmarks.truth.second_readings import report_second_readings

HENS = read_memory('Ada says, "I keep 12 hens in the yard."', (1,))
WIDOW = read_memory('Bo says, "I buried my husband in May."', (2,))
OWN = read_memory("You count what is left in the bowl.", (3,))

#: Rules find the first and the third; the test server, which goes by figures and by words, and here
#: by "not" too, so that it is believed, finds the first, takes the third for true, and takes the
#: fourth, which is true, for false.
SENTENCES = {
    "tuned on": [
        Case("other number", "Ada keeps 30 hens in the yard.", "contradicts", [HENS], [HENS]),
        Case("knowledge", "Bo has her husband at every meal.", "contradicts", [WIDOW], [WIDOW]),
        Case("other month", "Bo buried her husband in June.", "contradicts", [WIDOW], [WIDOW]),
        Case("counted", "Ada keeps 12 hens, 1 dozen in all.", "supports", [HENS], [HENS]),
    ],
    "held out": [Case("true", "Ada keeps hens in her yard.", "supports", [HENS], [HENS])],
}
#: Nobody else speaks in it, so that rules have no name for it.
PLANTS = {
    "plants_held_out": [Case("p", "I owe the house 9 bowls.", "Ada", [], [OWN])],
    "plants_tuned": [Case("q", "I count what is in the bowl.", "Ada", [], [OWN])],
}


@pytest.fixture
def config(tmp_path: Path) -> Iterator[Path]:
    """A settings folder whose profile `reader` is the model server of the tests."""
    with ScriptedModelServer() as server:
        yield write_profile(tmp_path, server.url)


def write_profile(folder: Path, url: str) -> Path:
    profile = f'provider: openai, url: "{url}/v1", model: own, api: chat, retries: 0'
    text = f"default: reader\nprofiles:\n  reader: {{{profile}}}\n  ruled: {{provider: rules}}\n"
    (folder / "llm.yaml").write_text(text, encoding="utf-8")
    return folder


async def report(config: Path) -> list[str]:
    async with open_reader(find_profile("reader", config)) as reader:
        return (await report_second_readings(reader, "own", SENTENCES, PLANTS)).splitlines()


@pytest.fixture
def believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test server knows a "not", which is what its trial here asks for besides figures."""
    judge = rereading._judge

    def judge_with_not(sentence: str, grounds: Sequence[str]) -> str:
        known = " ".join(grounds)
        return "no" if _denies(sentence) != _denies(known) else judge(sentence, grounds)

    monkeypatch.setattr(rereading, "_judge", judge_with_not)


def _denies(text: str) -> bool:
    return re.search(r"\b(?:not|never)\b", text) is not None


@pytest.mark.usefixtures("believed")
async def test_what_a_model_finds_stands_beside_what_rules_find(config: Path) -> None:
    """Its `yes` goes before a rule, as in a compaction, and each file says of which kind it is."""
    lines = await report(config)
    tuned = lines.index(
        "tuned on (4 sentences, 3 contradict; 4 read again, not believed in 0 of 1 texts)"
    )
    assert [" ".join(each.split()) for each in lines[tuned + 1 : tuned + 5]] == [
        "precision recall F",
        "rules 2/2 100% 2/3 67% 80%",
        "second reading 1/2 50% 1/3 33% 40%",
        "both 1/2 50% 1/3 33% 40%",
    ]
    assert any(each.startswith("held out (1 sentences, 0 contradict; 1 read") for each in lines)
    assert "all tuned on" in lines and "all held out" in lines


@pytest.mark.usefixtures("believed")
async def test_plants_that_a_model_refutes_do_not_pass(config: Path) -> None:
    """They rest on the memories beside them, where they name none."""
    lines = await report(config)
    assert lines[-4:-2] == [
        "plants_held_out (1, held out): by rules 1, by the second reading 0, by both 0",
        "plants_tuned (1, tuned on): by rules 1, by the second reading 1, by both 1",
    ]
    assert lines[-1].startswith("4 calls, ") and lines[-1].endswith("not believed in 0 of 4 texts")


@pytest.mark.parametrize("mode", ["refusal", "answers-instead"])
async def test_of_a_model_that_is_not_believed_rules_are_left(tmp_path: Path, mode: Mode) -> None:
    """It answers none of the known sentences."""
    with ScriptedModelServer(summaries=mode) as server:
        lines = await report(write_profile(tmp_path, server.url))
    rules, read, both = (" ".join(each.split()) for each in lines[4:7])
    assert rules == "rules 2/2 100% 2/3 67% 80%"
    assert read == "second reading none 0/3 0% 0%"
    assert both == rules.replace("rules", "both")
    assert lines[-1].endswith("not believed in 4 of 4 texts")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("reader", r"'reader': no answer after 0 answered requests: openai own at http.*:9/v1: "),
        ("nobody", r"there is no profile 'nobody'; there are reader, ruled$"),
        ("ruled", r"profile 'ruled' has no model"),
    ],
)
async def test_who_cannot_be_asked_is_named(tmp_path: Path, name: str, why: str) -> None:
    """In one line, before anything is measured."""
    config = write_profile(tmp_path, "http://127.0.0.1:9")
    with pytest.raises(SystemExit, match=rf"^python -m benchmarks\.truth: .*{why}"):
        await asyncio.to_thread(main, ["--reader", name, "--config", str(config)])
