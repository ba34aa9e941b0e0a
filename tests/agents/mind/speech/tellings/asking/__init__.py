"""What somebody asks for of what they told."""
