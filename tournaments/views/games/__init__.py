"""The pages of the games: their list, their rules and situations."""
