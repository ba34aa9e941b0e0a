"""The check of all files that people write, without starting or writing anything."""
