"""Backups and health of the installation."""
