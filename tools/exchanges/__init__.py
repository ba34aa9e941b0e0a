"""Teaches which exchange of a voice answers a line, from answers that readers judged."""
