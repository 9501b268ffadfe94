"""Pages: links of tables."""
