"""What somebody says on an agent's own latest words."""
