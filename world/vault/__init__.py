"""Reads and writes the notes and texts of the vault."""
