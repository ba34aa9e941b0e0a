"""What keeps a vault in order from the shell, beside a running server or without one."""
