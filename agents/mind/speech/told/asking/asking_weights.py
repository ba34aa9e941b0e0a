"""Weights of signs of who asks for what they told, which ``tools.asked.learn`` makes."""

from __future__ import annotations

from collections.abc import Mapping

ONE: Mapping[str, float] = {
    "own question": 0.988,
    "names the asker": 1.274,
    "may ask for all": 1.022,
    "asks for all": -0.358,
    "mark": 1.207,
    "asker": 0.424,
    "hearer": -1.707,
    "question word": 1.424,
    "begins with it": -0.92,
    "of memory": 0.794,
    "both": 1.729,
    "asker asks": 0.722,
    "wants to know": 2.978,
    "length": -2.913,
    "base": -4.005,
}
"""Of a line that asks for one thing."""

ALL: Mapping[str, float] = {
    "own question": 0.321,
    "names the asker": 0.647,
    "may ask for all": 1.111,
    "asks for all": 0.58,
    "mark": 0.43,
    "asker": -0.605,
    "hearer": 0.288,
    "question word": 0.562,
    "begins with it": -2.021,
    "of memory": 0.742,
    "both": 0.838,
    "asker asks": 0.848,
    "wants to know": 0.131,
    "length": -1.352,
    "base": -4.245,
}
"""Of a line that asks for all that the hearer knows."""

SENTENCE: Mapping[str, float] = {
    "near": 5.254,
    "line near": 7.584,
    "shared": -1.118,
    "line shared": 1.441,
    "shares": 0.022,
    "of the kind": 1.577,
    "line of the kind": -1.053,
    "same kin": 0.467,
    "other kin": -0.933,
    "place": 0.912,
    "of the asker": -0.1,
    "length": 2.078,
    "base": -6.907,
}
"""Of a told sentence that answers a question."""
