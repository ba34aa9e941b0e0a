"""Reports on memories and models: from data to text or JSON."""
