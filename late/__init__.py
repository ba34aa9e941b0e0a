"""What is made at its first use instead of at import. The ground floor: it imports nothing."""
