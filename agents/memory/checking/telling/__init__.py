"""Reads whose words a sentence reports, and chooses the memories that may bear it out."""
