"""Reading foreign files safely: bounded sizes, tame YAML. It imports `late` alone."""
