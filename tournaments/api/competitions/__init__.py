"""Endpoints of teams and competitions."""
