"""Tests of the kinds of lines."""
