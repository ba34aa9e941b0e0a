"""What is drawn from a number once and for ever: chance and the weather of a day."""
