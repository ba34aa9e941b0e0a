"""What a memory is made of: records, facts, the view of them, and how it is shown and counted."""
