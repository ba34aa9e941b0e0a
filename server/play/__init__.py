"""``tarn play``: a small telnet client, for systems that bring none."""
