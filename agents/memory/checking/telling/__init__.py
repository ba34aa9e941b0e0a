"""The words that a sentence reports of somebody, and the memories that may bear them out."""
