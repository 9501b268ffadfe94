"""Endpoints of sheets typed from paper."""
