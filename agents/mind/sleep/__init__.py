"""Falling asleep, what happens in sleep, and waking."""
