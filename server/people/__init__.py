"""What belongs to a person and not to the world: preferences, aliases, mail, last visits."""
