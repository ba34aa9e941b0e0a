"""What a model may answer, and what is made of its answer."""
