"""Pages of a club: accounts, members, helpers, the register."""
