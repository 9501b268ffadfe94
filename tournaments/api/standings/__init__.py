"""Endpoints of the director's decisions on points."""
