"""What is asked of somebody: what is known of them already, and which words were used."""
