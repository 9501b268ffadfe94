"""Endpoints of the entrants of an event."""
