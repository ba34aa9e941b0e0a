"""What is so, since when, and what was so before: changes among the facts of a journal."""
