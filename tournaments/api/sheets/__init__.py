"""Endpoints: links of tables."""
