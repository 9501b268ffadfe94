"""Endpoints of the games."""
