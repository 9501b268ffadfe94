"""Endpoints of rounds and their clock."""
