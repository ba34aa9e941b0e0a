"""Facts drawn from memories before they leave the verbatim view, and what is made of them."""
