"""Pages of a table: its pad, sheet entry, the dashboard, changed seats, the phone's program."""
