"""Reading foreign files safely: bounded sizes, tame YAML. The ground floor; it imports nothing."""
