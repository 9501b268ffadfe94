"""Endpoints of the archives of events."""
