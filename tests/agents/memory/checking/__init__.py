"""Tests of the verdict on a sentence."""
