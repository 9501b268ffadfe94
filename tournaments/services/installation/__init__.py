"""The whole installation: backup, restore, deletion of a trial event."""
