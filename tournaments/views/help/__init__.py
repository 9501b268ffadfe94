"""The chapters of the help."""
