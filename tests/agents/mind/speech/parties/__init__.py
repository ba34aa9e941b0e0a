"""Tests of who speaks with whom."""
