"""Who does what to whom in a sentence, held against the same deeds in its memories."""
