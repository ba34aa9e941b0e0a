"""The notes that say who an agent is: what they were before, who changed them, and back again."""
