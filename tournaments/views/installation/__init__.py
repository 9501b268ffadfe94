"""Backups and health."""
