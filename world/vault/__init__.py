"""Notes and texts of the vault."""
