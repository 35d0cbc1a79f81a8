"""Databases as earlier versions of the server left them; README.md says how to add one."""
