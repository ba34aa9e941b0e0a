"""How the telnet server bears clients: waits, CPU, memory, deliveries."""
