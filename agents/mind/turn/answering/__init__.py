"""What is done with the material of an answer before it is chosen from."""
