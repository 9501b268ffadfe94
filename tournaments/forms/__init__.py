"""Forms of the pages; they parse input and take no decisions."""
