"""Weights of signs of who asks for what they told, which ``tools.asked.learn`` makes."""

from __future__ import annotations

from collections.abc import Mapping

ONE: Mapping[str, float] = {
    "own question": 0.599,
    "names the asker": 1.634,
    "may ask for all": 1.072,
    "asks for all": -0.073,
    "mark": 0.677,
    "asker": 0.553,
    "hearer": -1.864,
    "question word": 1.09,
    "begins with it": 0.931,
    "of memory": 1.022,
    "both": 1.622,
    "asker asks": 1.507,
    "wants to know": 2.373,
    "length": -2.453,
    "base": -4.629,
}
"""Of a line that asks for one thing."""

ALL: Mapping[str, float] = {
    "own question": 0.082,
    "names the asker": 0.257,
    "may ask for all": 1.294,
    "asks for all": 0.127,
    "mark": -0.016,
    "asker": -0.823,
    "hearer": 0.546,
    "question word": 0.657,
    "begins with it": -1.428,
    "of memory": 1.272,
    "both": 0.886,
    "asker asks": 0.728,
    "wants to know": 0.291,
    "length": -1.33,
    "base": -4.338,
}
"""Of a line that asks for all that the hearer knows."""

SENTENCE: Mapping[str, float] = {
    "near": 4.581,
    "line near": 9.674,
    "shared": -1.269,
    "line shared": 1.647,
    "shares": -0.303,
    "of the kind": 1.555,
    "line of the kind": -0.975,
    "same kin": -0.298,
    "other kin": -0.714,
    "place": 0.701,
    "of the asker": 0.027,
    "length": 2.782,
    "base": -6.837,
}
"""Of a told sentence that answers a question."""
