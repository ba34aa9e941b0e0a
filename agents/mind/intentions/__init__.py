"""What an agent is about: steps of ordinary commands, kept by rule until they are done."""
