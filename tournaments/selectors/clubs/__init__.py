"""Clubs: permissions, and all data stored about one person."""
