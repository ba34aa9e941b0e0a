"""An agent's voice: lines and remarks that a person wrote for it, and how they are found."""
