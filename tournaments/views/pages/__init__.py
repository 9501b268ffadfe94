"""Shared by all pages: permissions, errors, help, games, the phone's program."""
