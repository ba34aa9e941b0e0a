"""What stands for a connection that is lost, and keeps what its person misses."""
