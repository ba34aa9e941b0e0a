"""Teach the sentence model whether memories bear a sentence of a summary out."""
