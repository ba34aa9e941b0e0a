"""Looking into an archive that somebody else may be writing: checks, past prompts, simulations."""
