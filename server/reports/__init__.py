"""What the server tells people of memories and models: data in, text or JSON out."""
