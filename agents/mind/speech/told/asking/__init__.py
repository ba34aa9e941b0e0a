"""Whether somebody asks for what they have told, and which of it answers."""
