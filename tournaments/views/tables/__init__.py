"""Pages of a table: its pad, sheet entry, the dashboard, rulings, changed seats."""
