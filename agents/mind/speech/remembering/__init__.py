"""What a memory has to have of a question to answer it."""
