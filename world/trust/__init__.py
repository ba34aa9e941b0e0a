"""Names that look like others, and words that could pass for a report of the world."""
