"""Whether a sentence agrees with the memories that it rests on."""
