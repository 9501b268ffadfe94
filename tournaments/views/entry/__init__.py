"""Pages for registration, players' lists and check-in."""
