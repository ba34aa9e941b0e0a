"""Teaches which replies make sense, from replies that readers judged."""
