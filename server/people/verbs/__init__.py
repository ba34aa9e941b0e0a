"""The commands of what belongs to people."""
