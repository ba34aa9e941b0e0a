"""Weights of the signs of an offer, which ``tools.offers`` makes."""

from __future__ import annotations

from collections.abc import Mapping

OFFER: Mapping[str, float] = {
    "mark": -0.032,
    "speaker": 0.596,
    "hearer": 1.596,
    "for the hearer": 2.134,
    "wanted": -0.486,
    "leave": 0.386,
    "leave to take": -2.927,
    "leave to give": 0.644,
    "asks the hearer": -2.474,
    "please": -0.061,
    "gives": -0.068,
    "for the speaker": -0.401,
    "if they like": 0.897,
    "length": 1.43,
    "base": -3.711,
}
