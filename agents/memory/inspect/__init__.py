"""Reads archives from outside, even of a running server: checks, past prompts, simulations."""
