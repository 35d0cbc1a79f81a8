"""The server under load, beside other servers: `make bench-server`."""
