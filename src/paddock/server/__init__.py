"""Paddock in the browser: tables that people and bots share over the network."""
