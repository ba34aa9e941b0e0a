"""How a model failed, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

#: By the name of the error's class.
FAILURES: Mapping[str, str] = {
    "ModelUnavailable": "the model cannot be reached",
    "ModelTimeout": "the model was too late",
    "ModelRateLimited": "the model is asked too often",
    "ModelRejected": "the model refuses the request",
    "ModelBadReply": "the model's reply cannot be read",
    "ModelOverBudget": "the model's limit is used up",
}


def name_kind(kind: str) -> str:
    """Return how a model failed, of the name of an error's class."""
    return FAILURES.get(kind, "the model failed")
