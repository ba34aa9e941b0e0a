"""Deciding which exchanges of a voice answer what was said."""
