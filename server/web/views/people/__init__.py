"""The view People: who talks with whom, and what agents have written of each other."""
