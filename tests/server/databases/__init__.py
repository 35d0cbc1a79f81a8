"""Databases as servers of earlier days left them, kept for ever; README.md says how to add one."""
