"""What people ask an agent to do, and for whom."""
