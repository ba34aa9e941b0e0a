"""What each person keeps: the names they ignore, their aliases, channels, letters and visits."""
