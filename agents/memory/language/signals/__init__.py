"""Finds what sentences tell of people, what they only suppose, and what they order a mind to do."""
