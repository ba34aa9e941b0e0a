"""Completes the material of an answer, before one is chosen."""
