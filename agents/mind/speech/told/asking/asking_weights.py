"""Weights of signs of who asks for what they told, which ``tools.asked.learn`` makes."""

from __future__ import annotations

from collections.abc import Mapping

ONE: Mapping[str, float] = {
    "own question": 0.937,
    "names the asker": 1.43,
    "may ask for all": 1.097,
    "asks for all": -0.044,
    "mark": 1.091,
    "asker": 0.662,
    "hearer": -2.02,
    "question word": 1.241,
    "begins with it": 0.112,
    "of memory": 0.354,
    "both": 1.973,
    "asker asks": 0.839,
    "wants to know": 2.4,
    "length": -3.556,
    "base": -3.441,
}
"""Of a line that asks for one thing."""

ALL: Mapping[str, float] = {
    "own question": 0.243,
    "names the asker": 0.497,
    "may ask for all": 1.192,
    "asks for all": 0.075,
    "mark": 0.258,
    "asker": -0.693,
    "hearer": 0.537,
    "question word": 0.747,
    "begins with it": -1.577,
    "of memory": 0.856,
    "both": 0.663,
    "asker asks": 0.589,
    "wants to know": 0.108,
    "length": -1.609,
    "base": -4.116,
}
"""Of a line that asks for all that the hearer knows."""

SENTENCE: Mapping[str, float] = {
    "near": 5.706,
    "line near": 8.205,
    "shared": -1.189,
    "line shared": 1.204,
    "shares": -0.102,
    "of the kind": 1.454,
    "line of the kind": -0.981,
    "same kin": 0.263,
    "other kin": -0.777,
    "place": 0.767,
    "of the asker": -0.052,
    "length": 2.024,
    "base": -6.869,
}
"""Of a told sentence that answers a question."""
