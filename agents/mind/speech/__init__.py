"""What an agent says: candidates, and the judgement that chooses among them."""
