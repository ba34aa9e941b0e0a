"""What somebody states: what they feel, and what they put right."""
