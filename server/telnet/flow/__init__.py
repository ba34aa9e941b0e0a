"""How the connections share the event loop, and what one address may cost."""
