"""Pictures of every screen of the browser client: `make screens`."""
