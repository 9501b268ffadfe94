"""Endpoints of the clubs of a person."""
