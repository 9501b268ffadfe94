"""Reads: the queries of pages, the API and services."""
