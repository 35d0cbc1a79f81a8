"""Screenshots of the browser client: `make screens`."""
