"""Pages of a club: accounts, members, helpers, players."""
