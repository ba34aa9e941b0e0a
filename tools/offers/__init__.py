"""Teaches which lines offer something, from lines that people wrote."""
