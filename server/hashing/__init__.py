"""Passwords as hashes, and the memory that making them takes."""
