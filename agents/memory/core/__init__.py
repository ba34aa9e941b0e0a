"""Records, facts, the view folded from them, and how the view is rendered and counted."""
