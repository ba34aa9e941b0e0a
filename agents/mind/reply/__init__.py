"""The grammar of a model's replies, and parsing them."""
