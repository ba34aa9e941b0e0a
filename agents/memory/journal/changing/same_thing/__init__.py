"""What is probably of the same thing: by many small signs, none of which is enough."""
