"""Paddock in the browser: tables that persons and bots share over the network."""
