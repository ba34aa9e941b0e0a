"""Random arrays of a reader of parts, for the small model of two layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.models.embedding.pair_reader import list_adapted
from tests.agents.models.embedding.test_sentence import SIZE


def list_part_shapes(
    layers: Sequence[int], compared: Sequence[str], parts: int = 3
) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a file, `layers` of whose model have learnt."""
    heads = [f"{how} {of}" for how in ("shared", "apart") for of in compared]
    shapes: dict[str, tuple[int, ...]] = {"types": (parts, SIZE), "base": ()}
    shapes |= dict.fromkeys(("first", *heads), (SIZE,))
    begins = tuple(f"encoder.layer.{layer}." for layer in layers)
    for name in (each for each in list_adapted(2) if each.startswith(begins)):
        rows = 2 * SIZE if "intermediate" in name else SIZE
        columns = 2 * SIZE if name.endswith(("0.output.dense", "1.output.dense")) else SIZE
        shapes |= {f"{name}.change": (rows, columns), f"{name}.step": (rows,)}
        shapes |= {f"{name}.bias": (rows,)}
    for begin in begins:
        for norm in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{begin}{norm}.{part}": (SIZE,) for part in ("weight", "bias")}
    return shapes


def fill_shapes(numpy: Any, shapes: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    """Return random arrays of these shapes: bytes where a matrix changes, else floats."""
    rng = numpy.random.default_rng(5)
    arrays = {name: rng.normal(size=shape).astype("f4") for name, shape in shapes.items()}
    for name, shape in shapes.items():
        if name.endswith(".change"):
            arrays[name] = rng.integers(-31, 32, shape).astype("i1")
        elif name.endswith(".step"):
            arrays[name] *= numpy.float32(0.02)
        elif name.endswith("LayerNorm.weight"):
            arrays[name] += numpy.float32(3)  # else what is added outweighs what was read
    return arrays
