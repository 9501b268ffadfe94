"""Endpoints of the webhooks of a club."""
