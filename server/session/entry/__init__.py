"""Who may come in, and how often an address may try."""
