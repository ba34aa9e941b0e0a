"""Weights of the signs of an offer, which ``tools.offers`` makes."""

from __future__ import annotations

from collections.abc import Mapping

OFFER: Mapping[str, float] = {
    "mark": -0.002,
    "speaker": 0.586,
    "hearer": 1.694,
    "for the hearer": 2.356,
    "wanted": -0.003,
    "leave": 0.566,
    "leave to take": -2.554,
    "leave to give": 0.835,
    "asks the hearer": -2.049,
    "please": 0.016,
    "gives": 0.419,
    "for the speaker": -0.582,
    "if they like": 1.097,
    "length": -1.177,
    "base": -3.647,
}
