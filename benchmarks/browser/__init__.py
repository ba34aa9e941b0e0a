"""What the page costs the browser that shows it."""
