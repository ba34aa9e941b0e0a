"""What an agent may do next in a talk: take in an answer, ask back, hand over, tell, retell."""
