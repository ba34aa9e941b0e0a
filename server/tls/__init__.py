"""Telnet over TLS: the certificate, the encrypted transport, the port, `tarn certificate`."""
