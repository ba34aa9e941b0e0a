"""The ways of remembering, one file each, and what they are made of."""
