"""Shared by all pages: permissions, descriptions, decisions, errors, addresses."""
