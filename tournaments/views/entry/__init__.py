"""Pages for registration, players' lists, check-in and seats."""
