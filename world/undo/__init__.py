"""What builders did lately, and how it is undone."""
