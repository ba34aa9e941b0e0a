import asyncio
from pathlib import Path

import pytest

from agents.boundaries import (
    Model,
    ModelBadReply,
    ModelError,
    ModelRateLimited,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)
from agents.clock import VirtualClock
from agents.models.providers.scripted import ScriptedProvider


def script(folder: Path, text: str, name: str = "script.yaml") -> ScriptedProvider:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return ScriptedProvider(path, clock=VirtualClock())


async def said(model: Model, prompt: str = "", stop: tuple[str, ...] = ()) -> str:
    try:
        completion = await model.complete(prompt, stop=stop, max_tokens=9, temperature=0)
    except ModelError as error:
        return type(error).__name__
    return completion.text


async def test_plain_lines_go_round(tmp_path: Path) -> None:
    """A plain file is one reply a line, over and over, for every owner from the beginning."""
    provider = script(tmp_path, "# play\nsay Good morning.\n\n  look  \n", "play.txt")
    moss, fern = provider.model_for("Moss"), provider.model_for("Fern")
    assert [await said(moss) for _ in range(3)] == [
        "say Good morning.",
        "look",
        "say Good morning.",
    ]
    assert await said(fern) == "say Good morning."
    assert await said(provider.model_for("Moss")) == "look"
    assert provider.label == "scripted play.txt"


async def test_a_yaml_list_goes_round(tmp_path: Path) -> None:
    """A YAML list may hold replies of several lines and failures."""
    provider = script(tmp_path, '- look\n- |-\n  one\n  two\n- "!timeout"\n')
    model = provider.model_for("Moss")
    assert [await said(model) for _ in range(4)] == ["look", "one\ntwo", "ModelTimeout", "look"]


async def test_owners_and_rules(tmp_path: Path) -> None:
    """The first rule that matches answers; else the owner's list; else everybody's."""
    provider = script(
        tmp_path,
        "rules:\n"
        "  - {match: '# Summary', reply: I watered the roses.}\n"
        "  - {match: Summary, reply: [one, two]}\n"
        "owners:\n  Moss: [go hall]\n"
        "replies: [look]\n",
    )
    moss, fern = provider.model_for("Moss"), provider.model_for("Fern")
    assert await said(moss, "…\n# Summary\n> ") == "I watered the roses."
    assert [await said(fern, "Summary") for _ in range(3)] == ["one", "two", "one"]
    assert await said(moss, "where?") == "go hall"
    assert await said(fern, "where?") == "look"


async def test_an_owner_without_lines_gets_nothing(tmp_path: Path) -> None:
    """Where the script has no reply, the model says nothing, which is an error."""
    provider = script(tmp_path, "owners: {Moss: [look]}")
    assert await said(provider.model_for("Fern")) == "ModelBadReply"


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("!timeout", ModelTimeout),
        ("!empty", ModelBadReply),
        ("!error 500", ModelUnavailable),
        ("!error 404", ModelRejected),
        ("!error 429 5", ModelRateLimited),
    ],
)
@pytest.mark.parametrize("layout", ["{}\n", "- {}\n", "- '{}'\n"])
async def test_failures(tmp_path: Path, entry: str, kind: type[ModelError], layout: str) -> None:
    """Each failure is the error that the real thing would be, quoted in YAML or not."""
    name = "script.yaml" if layout.startswith("-") else "script.txt"
    model = script(tmp_path, layout.replace("{}", entry), name).model_for("Moss")
    with pytest.raises(ModelError) as caught:
        await model.complete("", stop=(), max_tokens=9, temperature=0)
    assert type(caught.value) is kind
    if isinstance(caught.value, ModelRateLimited):
        assert caught.value.retry_after == 5.0


async def test_hanging(tmp_path: Path) -> None:
    """`!hang` never answers and can be cancelled."""
    model = script(tmp_path, "!hang", "script.txt").model_for("Moss")
    task = asyncio.ensure_future(said(model))
    await VirtualClock().settle()
    assert not task.done()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_delay_and_a_stop(tmp_path: Path) -> None:
    """A reply comes after the delay and ends at the first stop sequence."""
    path = tmp_path / "script.yaml"
    path.write_text("{delay: 1.5, replies: ['one | two ~Moss> three']}", encoding="utf-8")
    clock = VirtualClock()
    model = ScriptedProvider(path, clock=clock).model_for("Moss")
    task = asyncio.ensure_future(said(model, stop=("~Moss>", "\n")))
    await clock.advance(1.4)
    assert not task.done()
    await clock.advance(0.1)
    assert await task == "one | two "


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("s.txt", "look\n!explode", "s.txt:2: read '!explode'; a line with ! is one of !timeout"),
        ("s.txt", "!error 200", "s.txt:1: read '!error 200'"),
        ("s.txt", "!error 500 1 2", "s.txt:1: read '!error 500 1 2'"),
        ("s.txt", "# nothing\n\n", "s.txt: the script holds no reply"),
        ("s.yaml", "", "s.yaml: the script holds no reply"),
        ("s.yaml", "- look\n- {a: b}", "s.yaml:2: read a mapping; here stands a text"),
        ("s.yaml", "- look\n- !boom", "s.yaml:2: read '!boom'"),
        ("s.yaml", "look", "s.yaml:1: read 'look'; a list of replies, or a mapping of replies"),
        ("s.yaml", "replies: [a]\nwords: [b]", "s.yaml:2: read 'words'; allowed are replies,"),
        ("s.yaml", "replies: a", "s.yaml:1: read 'a'; replies are a list"),
        ("s.yaml", "replies: []", "s.yaml:1: read a list; a list of replies holds at least one"),
        ("s.yaml", "delay: soon\nreplies: [a]", "s.yaml:1: read 'soon'; delay is a number"),
        ("s.yaml", "delay: .nan\nreplies: [a]", "s.yaml:1: read '.nan'; delay is a number"),
        ("s.yaml", "owners: [a]", "s.yaml:1: read a list; owners maps names"),
        ("s.yaml", "rules: {a: b}", "s.yaml:1: read a mapping; rules is a list"),
        ("s.yaml", "rules:\n  - {match: a}", "s.yaml:2: read a mapping; a rule has the keys"),
        ("s.yaml", "a: [b\nc: d", "s.yaml:2: not YAML"),
        ("s.yaml", "- \x00", "s.yaml: not YAML"),
    ],
)
def test_bad_scripts_are_named_with_their_line(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    """A script that cannot be read is refused with file, line, what was read and allowed."""
    with pytest.raises(ModelRejected) as caught:
        script(tmp_path, text, name)
    assert message in str(caught.value)


def test_a_missing_script_is_named(tmp_path: Path) -> None:
    """A script that is not there is refused by its path."""
    with pytest.raises(ModelRejected, match=r"none\.txt: the script cannot be read"):
        ScriptedProvider(tmp_path / "none.txt", clock=VirtualClock())
