"""The view Play: a visit to the world over a WebSocket, by the code that serves telnet."""
