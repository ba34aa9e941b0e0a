"""What acts when no model does."""
