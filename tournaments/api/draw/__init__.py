"""Endpoints of draws and their drafts."""
