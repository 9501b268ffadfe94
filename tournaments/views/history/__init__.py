"""Pages of the history: the log of an event and the check of its chains."""
