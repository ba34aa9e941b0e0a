"""What is made at its first use instead of at import, and what makes patterns quick.

The ground floor: it imports nothing.
"""
